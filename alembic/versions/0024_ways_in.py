"""Since when somebody has had what a session was opened with."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0024"
down_revision = "0023b"

ROWS = ("sessions",)

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("sessions", sa.Column("way_since", TEXT, nullable=True))
    # Not known any more: as if it had been added when the session was opened.
    op.execute("UPDATE sessions SET way_since = created_at")


def downgrade() -> None:
    op.drop_column("sessions", "way_since")
