"""Where a player's own stream begins, once its first logs are gone."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0032"
down_revision = "0031"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "own_streams",
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("begins", sa.Integer(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("own_streams")
