"""Reports of players about players in matches."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0037"
down_revision = "0036"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "reports",
        sa.Column("report_id", TEXT, primary_key=True),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("match_id", TEXT, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("reporter", TEXT, nullable=False),
        sa.Column("own_seat", TEXT, nullable=False),
        sa.Column("player_id", TEXT, nullable=False, index=True),
        sa.Column("seat", TEXT, nullable=False),
        sa.Column("cursor", sa.Integer(), nullable=False),
        sa.Column("reason", TEXT, nullable=False),
    )
    op.create_index("ix_reports_same", "reports", ["reporter", "match_id", "seat", "cursor"], unique=True)


def downgrade() -> None:
    op.drop_table("reports")
