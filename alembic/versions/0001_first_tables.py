"""Players, tickets, matches and their logs."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0001"
down_revision = None

# A migration says for itself what it makes: the types of today's tables may change, what happened then does not.
TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", TEXT, primary_key=True),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("token_hash", TEXT, nullable=False),
        sa.Column("organiser", sa.Boolean, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
    )
    op.create_index("ix_players_token_hash", "players", ["token_hash"], unique=True)

    op.create_table(
        "tickets",
        sa.Column("ticket_hash", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, nullable=False),
        sa.Column("expires_at", TEXT, nullable=False),
    )
    op.create_index("ix_tickets_expires_at", "tickets", ["expires_at"])

    op.create_table(
        "matches",
        sa.Column("match_id", TEXT, primary_key=True),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("variant", TEXT, nullable=False),
        sa.Column("status", TEXT, nullable=False),
        sa.Column("visibility", TEXT, nullable=False),
        sa.Column("host_id", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("closes_at", TEXT, nullable=True),
        sa.Column("listing", TEXT, nullable=False),
    )
    op.create_index("ix_matches_host_id", "matches", ["host_id"])
    op.create_index("ix_matches_closes_at", "matches", ["closes_at"])
    op.create_index("ix_matches_visibility_status_match_id", "matches", ["visibility", "status", "match_id"])

    op.create_table(
        "seatings",
        sa.Column("match_id", TEXT, primary_key=True),
        sa.Column("seat", TEXT, primary_key=True),
        sa.Column("player_id", TEXT, nullable=False),
    )
    op.create_index("ix_seatings_player_id_match_id", "seatings", ["player_id", "match_id"])

    op.create_table(
        "entries",
        sa.Column("match_id", TEXT, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("at", TEXT, nullable=False),
        sa.Column("facts", TEXT, nullable=False),
        sa.Column("nonce", TEXT, nullable=False),
        sa.Column("previous", TEXT, nullable=False),
        sa.Column("hash", TEXT, nullable=False),
    )

    op.create_table(
        "kept_replies",
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("key", TEXT, primary_key=True),
        sa.Column("request_hash", TEXT, nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("body", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
    )
    op.create_index("ix_kept_replies_created_at", "kept_replies", ["created_at"])

    op.create_table(
        "seeds",
        sa.Column("match_id", TEXT, primary_key=True),
        sa.Column("seed", TEXT, nullable=False),
    )


def downgrade() -> None:
    for table in ("seeds", "kept_replies", "entries", "seatings", "matches", "tickets", "players"):
        op.drop_table(table)
