"""Tickets are looked for by their player, whose crowd may be large after a restart."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"

ROWS = ("tickets",)


def upgrade() -> None:
    op.create_index("ix_tickets_player_id", "tickets", ["player_id"])


def downgrade() -> None:
    op.drop_index("ix_tickets_player_id", "tickets")
