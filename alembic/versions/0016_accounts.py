"""Accounts: sessions of pages, passkeys, accounts at OpenID providers, and recovery codes."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0016"
down_revision = "0015"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "sessions",
        sa.Column("session_id", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, nullable=False),
        sa.Column("secret_hash", TEXT, nullable=False),
        sa.Column("opened_with", TEXT, nullable=False),
        sa.Column("browser", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("used_at", TEXT, nullable=False),
        sa.Column("expires_at", TEXT, nullable=False),
    )
    op.create_index("ix_sessions_player_id", "sessions", ["player_id"])
    op.create_index("ix_sessions_expires_at", "sessions", ["expires_at"])
    op.create_table(
        "ceremonies",
        sa.Column("ceremony_hash", TEXT, primary_key=True),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("visitor_hash", TEXT, nullable=False),
        sa.Column("content", TEXT, nullable=False),
        sa.Column("expires_at", TEXT, nullable=False),
    )
    op.create_index("ix_ceremonies_expires_at", "ceremonies", ["expires_at"])
    op.create_table(
        "passkeys",
        sa.Column("passkey_id", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, nullable=False),
        sa.Column("credential", TEXT, nullable=False),
        sa.Column("sign_count", sa.Integer, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("used_on", TEXT, nullable=True),
        sa.Column("copied_at", TEXT, nullable=True),
    )
    op.create_index("ix_passkeys_player_id", "passkeys", ["player_id"])
    op.create_table(
        "provider_accounts",
        sa.Column("issuer", TEXT, primary_key=True),
        sa.Column("subject", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("used_on", TEXT, nullable=True),
    )
    op.create_index("ix_provider_accounts_player_id", "provider_accounts", ["player_id"])
    op.create_table(
        "recoveries",
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("recovery_id", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
    )
    op.create_index("ix_recoveries_recovery_id", "recoveries", ["recovery_id"], unique=True)
    op.create_table(
        "recovery_codes",
        sa.Column("recovery_id", TEXT, primary_key=True),
        sa.Column("code_hash", TEXT, primary_key=True),
    )
    op.create_table(
        "recovery_guesses",
        sa.Column("recovery_id", TEXT, primary_key=True),
        sa.Column("wrong", sa.Integer, nullable=False),
        sa.Column("since", TEXT, nullable=False),
    )
    op.create_index("ix_recovery_guesses_since", "recovery_guesses", ["since"])


def downgrade() -> None:
    for table in (
        "recovery_guesses",
        "recovery_codes",
        "recoveries",
        "provider_accounts",
        "passkeys",
        "ceremonies",
        "sessions",
    ):
        op.drop_table(table)
