"""What players have allowed programs of others: grants, authorisation codes, and devices that wait."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0020"
down_revision = "0019"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "oauth_grants",
        sa.Column("family", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, nullable=False),
        sa.Column("client", TEXT, nullable=False),
        sa.Column("scopes", TEXT, nullable=False),
        sa.Column("handle_hash", TEXT, nullable=False),
        sa.Column("secret_hash", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("used_at", TEXT, nullable=False),
        sa.Column("expires_at", TEXT, nullable=False),
    )
    op.create_index("ix_oauth_grants_player_id", "oauth_grants", ["player_id"])
    op.create_index("ix_oauth_grants_handle_hash", "oauth_grants", ["handle_hash"], unique=True)
    op.create_table(
        "oauth_codes",
        sa.Column("code_hash", TEXT, primary_key=True),
        sa.Column("client", TEXT, nullable=False),
        sa.Column("player_id", TEXT, nullable=False),
        sa.Column("redirect_uri", TEXT, nullable=False),
        sa.Column("scopes", TEXT, nullable=False),
        sa.Column("challenge", TEXT, nullable=False),
        sa.Column("expires_at", TEXT, nullable=False),
        sa.Column("family", TEXT, nullable=True),
    )
    op.create_index("ix_oauth_codes_expires_at", "oauth_codes", ["expires_at"])
    op.create_table(
        "oauth_devices",
        sa.Column("device_hash", TEXT, primary_key=True),
        sa.Column("user_hash", TEXT, nullable=False),
        sa.Column("client", TEXT, nullable=False),
        sa.Column("scopes", TEXT, nullable=False),
        sa.Column("expires_at", TEXT, nullable=False),
        sa.Column("interval_seconds", sa.Integer, nullable=False),
        sa.Column("polled_at", TEXT, nullable=True),
        sa.Column("player_id", TEXT, nullable=True),
        sa.Column("allowed", sa.Boolean, nullable=True),
    )
    op.create_index("ix_oauth_devices_user_hash", "oauth_devices", ["user_hash"], unique=True)
    op.create_index("ix_oauth_devices_expires_at", "oauth_devices", ["expires_at"])


def downgrade() -> None:
    for table in ("oauth_devices", "oauth_codes", "oauth_grants"):
        op.drop_table(table)
