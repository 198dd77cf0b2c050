"""Players are found by their names."""

from __future__ import annotations

from alembic import op

revision = "0039"
down_revision = "0038"

ROWS = ("players",)


def upgrade() -> None:
    op.create_index("ix_players_name_id", "players", ["name", "id"])


def downgrade() -> None:
    op.drop_index("ix_players_name_id", "players")
