"""Browsers of players that get push messages, and the key of the server for push services."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0009"
down_revision = "0008"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "push_subscriptions",
        sa.Column("subscription_id", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, nullable=False),
        sa.Column("endpoint", TEXT, nullable=False),
        sa.Column("p256dh", TEXT, nullable=False),
        sa.Column("auth", TEXT, nullable=False),
        sa.Column("language", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("cursor", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("news_at", TEXT),
        sa.Column("held_until", TEXT),
    )
    for column in ("player_id", "news_at", "held_until"):
        op.create_index(f"ix_push_subscriptions_{column}", "push_subscriptions", [column])
    op.create_table(
        "server_secrets",
        sa.Column("name", TEXT, primary_key=True),
        sa.Column("secret", TEXT, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("server_secrets")
    op.drop_table("push_subscriptions")
