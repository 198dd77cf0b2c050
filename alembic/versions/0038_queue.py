"""The queue of a match that the server has seated, and how long its players had waited when it began."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0038"
down_revision = "0037"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

ROWS = ("matches",)

_OF_THE_QUEUE = sa.text("waited_seconds IS NOT NULL")


def upgrade() -> None:
    op.add_column("matches", sa.Column("queue", TEXT, nullable=True))
    op.add_column("matches", sa.Column("waited_seconds", sa.Integer(), nullable=True))
    op.create_index(
        "ix_matches_queue_game_match_id",
        "matches",
        ["queue", "game", "match_id"],
        postgresql_where=_OF_THE_QUEUE,
        sqlite_where=_OF_THE_QUEUE,
    )


def downgrade() -> None:
    op.drop_index("ix_matches_queue_game_match_id", "matches")
    op.drop_column("matches", "waited_seconds")
    op.drop_column("matches", "queue")
