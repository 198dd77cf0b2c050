"""The `webhook-id` of each message to a webhook; null in rows of earlier servers, which made it of their numbers."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0026"
down_revision = "0025"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("webhook_deliveries", sa.Column("message_id", TEXT, nullable=True))


def downgrade() -> None:
    op.drop_column("webhook_deliveries", "message_id")
