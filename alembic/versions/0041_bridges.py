"""Bridges: players who act for others that agreed to it, and what they make for them."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0041"
down_revision = "0040"

ROWS = ("tokens", "webhooks", "invitations")

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_COLUMNS = (
    ("tokens", "bridge_id"),
    ("webhooks", "bridge_id"),
    ("webhooks", "bridge_token_id"),
    ("webhooks", "bridge_token_at"),
    ("invitations", "made_with"),
    ("invitations", "bridge_id"),
    ("invitations", "bridge_token_id"),
    ("invitations", "bridge_token_at"),
)


def upgrade() -> None:
    for table, column in _COLUMNS:
        op.add_column(table, sa.Column(column, TEXT, nullable=True))
    op.create_index("ix_tokens_bridge_id", "tokens", ["bridge_id"])
    op.create_index("ix_webhooks_bridge_id", "webhooks", ["bridge_id"])
    op.create_index("ix_invitations_bridge_id", "invitations", ["bridge_id"])
    op.create_table(
        "claims",
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("bridge_id", TEXT, nullable=False, index=True),
        sa.Column("bridge_token_id", TEXT, nullable=False),
        sa.Column("bridge_token_at", TEXT, nullable=False),
        sa.Column("claimed_at", TEXT, nullable=False, index=True),
    )


def downgrade() -> None:
    op.drop_table("claims")
    for table in reversed(ROWS):
        op.drop_index(f"ix_{table}_bridge_id", table)
    for table, column in reversed(_COLUMNS):
        op.drop_column(table, column)
