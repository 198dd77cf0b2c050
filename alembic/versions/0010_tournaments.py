"""Tournaments, the matches of their tables, and the outcomes that these owe."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0010"
down_revision = "0009"

ROWS = ("matches",)

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_OF_TOURNAMENTS = sa.text("tournament_id IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("tournament_id", TEXT, primary_key=True),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("visibility", TEXT, nullable=False),
        sa.Column("owner_id", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("due_at", TEXT, nullable=True),
        sa.Column("listing", TEXT, nullable=False),
    )
    op.create_index("ix_tournaments_owner_id", "tournaments", ["owner_id"])
    op.create_index("ix_tournaments_due_at", "tournaments", ["due_at"])
    columns = ["visibility", "status", "tournament_id"]
    op.create_index("ix_tournaments_visibility_status_tournament_id", "tournaments", columns)

    op.create_table(
        "tournament_people",
        sa.Column("tournament_id", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("role", TEXT, nullable=False),
    )
    op.create_index("ix_tournament_people_player_id_tournament_id", "tournament_people", ["player_id", "tournament_id"])

    op.create_table(
        "owed_outcomes",
        sa.Column("log_id", TEXT, primary_key=True),
        sa.Column("owed_to", TEXT, nullable=False),
    )
    op.create_index("ix_owed_outcomes_owed_to_log_id", "owed_outcomes", ["owed_to", "log_id"])

    op.add_column("matches", sa.Column("tournament_id", TEXT, nullable=True))
    op.add_column("matches", sa.Column("round", sa.Integer, nullable=True))
    op.create_index(
        "ix_matches_tournament_id_round_match_id",
        "matches",
        ["tournament_id", "round", "match_id"],
        postgresql_where=_OF_TOURNAMENTS,
        sqlite_where=_OF_TOURNAMENTS,
    )


def downgrade() -> None:
    op.drop_index("ix_matches_tournament_id_round_match_id", "matches")
    for column in ("round", "tournament_id"):
        op.drop_column("matches", column)
    for table in ("owed_outcomes", "tournament_people", "tournaments"):
        op.drop_table(table)
