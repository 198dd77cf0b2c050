"""Organisers of a server are called administrators."""

from __future__ import annotations

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    # Both databases take the statement; Alembic would copy the whole table of SQLite.
    op.execute("ALTER TABLE players RENAME COLUMN organiser TO administrator")


def downgrade() -> None:
    op.execute("ALTER TABLE players RENAME COLUMN administrator TO organiser")
