"""Webhooks that follow an event, and the language of what they say."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0040"
down_revision = "0039"

ROWS = ("webhooks",)

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_COLUMNS = ("event_type", "event_id", "language")


def upgrade() -> None:
    for column in _COLUMNS:
        op.add_column("webhooks", sa.Column(column, TEXT, nullable=True))
    op.create_index("ix_webhooks_event_id", "webhooks", ["event_id"])


def downgrade() -> None:
    op.drop_index("ix_webhooks_event_id", "webhooks")
    for column in _COLUMNS:
        op.drop_column("webhooks", column)
