"""The latest migration, and apart from it the oldest schema whose servers can work on the database."""

from __future__ import annotations

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Nothing to do: what applies a migration writes both (`server/runtime/database/schema.py`)."""


def downgrade() -> None:
    """Nothing to do, as above."""
