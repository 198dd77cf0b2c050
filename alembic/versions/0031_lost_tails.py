"""Logs that were longer before the database was restored, until their hosts are told."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0031"
down_revision = "0030"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "lost_tails",
        sa.Column("log_id", TEXT, primary_key=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("hash", TEXT, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("lost_tails")
