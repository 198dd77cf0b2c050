"""Several tokens for each player, each with scopes; what other processes must forget; what administrators did."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0015"
down_revision = "0014"

ROWS = ("players",)

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

EVERY_SCOPE = "watch play talk host organise notify account administer"


def upgrade() -> None:
    op.create_table(
        "tokens",
        sa.Column("token_id", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, nullable=False),
        sa.Column("secret_hash", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("scopes", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("expires_at", TEXT, nullable=True),
        sa.Column("used_on", TEXT, nullable=True),
        sa.Column("client", TEXT, nullable=True),
        sa.Column("family", TEXT, nullable=True),
    )
    op.create_index("ix_tokens_player_id", "tokens", ["player_id"])
    # The id of a player serves as that of its first token: both are unique, and clients treat them as opaque.
    op.execute(
        sa.text(
            "INSERT INTO tokens (token_id, player_id, secret_hash, name, scopes, created_at) "
            f"SELECT id, id, token_hash, 'First token', '{EVERY_SCOPE}', created_at FROM players"
        )
    )
    op.drop_index("ix_players_token_hash", "players")
    op.drop_column("players", "token_hash")
    op.add_column("players", sa.Column("suspended_at", TEXT, nullable=True))
    # Tickets live for half a minute.
    op.execute(sa.text("DELETE FROM tickets"))
    op.add_column("tickets", sa.Column("token_id", TEXT, nullable=False, server_default=""))
    op.create_table(
        "identity_changes",
        sa.Column("change_id", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, nullable=False),
        sa.Column("at", TEXT, nullable=False),
    )
    op.create_index("ix_identity_changes_at", "identity_changes", ["at"])
    op.create_table(
        "audit",
        sa.Column("audit_id", TEXT, primary_key=True),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("actor", TEXT, nullable=True),
        sa.Column("step", TEXT, nullable=False),
        sa.Column("player_id", TEXT, nullable=False),
        sa.Column("reason", TEXT, nullable=True),
        sa.Column("token_id", TEXT, nullable=True),
    )
    op.create_index("ix_audit_player_id", "audit", ["player_id"])


def downgrade() -> None:
    op.drop_index("ix_audit_player_id", "audit")
    op.drop_table("audit")
    op.drop_index("ix_identity_changes_at", "identity_changes")
    op.drop_table("identity_changes")
    op.drop_column("tickets", "token_id")
    op.drop_column("players", "suspended_at")
    op.add_column("players", sa.Column("token_hash", TEXT, nullable=False, server_default=""))
    # Only first tokens remain; a player without one has a hash that no secret has.
    op.execute(
        sa.text(
            "UPDATE players SET token_hash = COALESCE("
            "(SELECT secret_hash FROM tokens WHERE tokens.token_id = players.id), '-' || players.id)"
        )
    )
    op.create_index("ix_players_token_hash", "players", ["token_hash"], unique=True)
    op.drop_index("ix_tokens_player_id", "tokens")
    op.drop_table("tokens")
