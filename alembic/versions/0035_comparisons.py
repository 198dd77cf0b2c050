"""What was found when own streams in another database were compared with the logs that cause their news."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0035"
down_revision = "0034"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "comparisons",
        sa.Column("epoch", TEXT, primary_key=True),
        sa.Column("own_epoch", TEXT, primary_key=True),
        sa.Column("since", TEXT, nullable=False),
        sa.Column("told_again", sa.Integer(), nullable=False),
        sa.Column("of_lost_entries", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("comparisons")
