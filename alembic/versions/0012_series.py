"""Series, and the matches of their episodes."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0012"
down_revision = "0011"

ROWS = ("matches",)

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_OF_SERIES = sa.text("series_id IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "series",
        sa.Column("series_id", TEXT, primary_key=True),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("visibility", TEXT, nullable=False),
        sa.Column("owner_id", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("due_at", TEXT, nullable=True),
        sa.Column("listing", TEXT, nullable=False),
    )
    op.create_index("ix_series_owner_id", "series", ["owner_id"])
    op.create_index("ix_series_due_at", "series", ["due_at"])
    op.create_index("ix_series_visibility_status_series_id", "series", ["visibility", "status", "series_id"])

    op.create_table(
        "series_people",
        sa.Column("series_id", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("role", TEXT, nullable=False),
    )
    op.create_index("ix_series_people_player_id_series_id", "series_people", ["player_id", "series_id"])

    op.add_column("matches", sa.Column("series_id", TEXT, nullable=True))
    op.create_index(
        "ix_matches_series_id_match_id",
        "matches",
        ["series_id", "match_id"],
        postgresql_where=_OF_SERIES,
        sqlite_where=_OF_SERIES,
    )


def downgrade() -> None:
    op.drop_index("ix_matches_series_id_match_id", "matches")
    op.drop_column("matches", "series_id")
    for table in ("series_people", "series"):
        op.drop_table(table)
