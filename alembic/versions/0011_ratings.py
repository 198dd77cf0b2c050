"""Ratings, and the tournaments that owe their results to them."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0011"
down_revision = "0010"

ROWS = ("tournaments",)

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "ratings",
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("game", TEXT, primary_key=True),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("mean", sa.Integer, nullable=False),
        sa.Column("deviation", sa.Integer, nullable=False),
        sa.Column("tables", sa.Integer, nullable=False),
    )
    op.create_index("ix_ratings_game_rating_player_id", "ratings", ["game", "rating", "player_id"])
    op.execute(
        "INSERT INTO owed_outcomes (log_id, owed_to) "
        "SELECT tournament_id, 'ratings' FROM tournaments WHERE visibility = 'public'"
    )


def downgrade() -> None:
    op.execute("DELETE FROM owed_outcomes WHERE owed_to = 'ratings'")
    op.drop_table("ratings")
