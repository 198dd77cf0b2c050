"""Secret addresses of calendars, and what players want to be reminded of."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0014"
down_revision = "0013"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

COLUMNS = ("calendar_hash", "calendar_at", "reminders")


def upgrade() -> None:
    for column in COLUMNS:
        op.add_column("players", sa.Column(column, TEXT, nullable=True))


def downgrade() -> None:
    for column in COLUMNS:
        op.drop_column("players", column)
