"""Packs that players have registered."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0002"
down_revision = "0001"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "packs",
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("pack", TEXT, primary_key=True),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("content", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("packs")
