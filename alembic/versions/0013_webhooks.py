"""Webhooks of players, the messages to them, and when to see whether a submission is missing."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0013"
down_revision = "0012"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "webhooks",
        sa.Column("webhook_id", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, nullable=False),
        sa.Column("url", TEXT, nullable=False),
        sa.Column("secret", TEXT, nullable=False),
        sa.Column("previous_secret", TEXT),
        sa.Column("previous_until", TEXT),
        sa.Column("types", TEXT, nullable=False),
        sa.Column("missing_seconds", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("cursor", sa.Integer, nullable=False),
        sa.Column("numbered", sa.Integer, nullable=False),
        sa.Column("failing_since", TEXT),
        sa.Column("disabled_at", TEXT),
        sa.Column("disabled_because", TEXT),
        sa.Column("news_at", TEXT),
        sa.Column("held_until", TEXT),
    )
    for column in ("player_id", "news_at", "held_until"):
        op.create_index(f"ix_webhooks_{column}", "webhooks", [column])
    op.create_table(
        "webhook_deliveries",
        sa.Column("webhook_id", TEXT, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("type", TEXT, nullable=False),
        sa.Column("body", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("state", TEXT, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("tried_at", TEXT),
        sa.Column("status", sa.Integer),
        sa.Column("due_at", TEXT),
    )
    op.create_index("ix_webhook_deliveries_webhook_id_due_at", "webhook_deliveries", ["webhook_id", "due_at"])
    op.create_index("ix_webhook_deliveries_created_at", "webhook_deliveries", ["created_at"])
    op.create_table(
        "webhook_reminders",
        sa.Column("webhook_id", TEXT, primary_key=True),
        sa.Column("match_id", TEXT, primary_key=True),
        sa.Column("seconds", sa.Integer, primary_key=True),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("seat", TEXT, nullable=False),
        sa.Column("phase", sa.Integer, nullable=False),
        sa.Column("closes_at", TEXT, nullable=False),
        sa.Column("cursor", sa.Integer, nullable=False),
        sa.Column("due_at", TEXT, nullable=False),
    )
    op.create_index("ix_webhook_reminders_webhook_id_due_at", "webhook_reminders", ["webhook_id", "due_at"])


def downgrade() -> None:
    op.drop_table("webhook_reminders")
    op.drop_table("webhook_deliveries")
    op.drop_table("webhooks")
