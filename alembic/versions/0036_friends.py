"""Links by which players become friends, friendships, and blocks."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0036"
down_revision = "0035"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "friend_links",
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("secret", TEXT, nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
    )
    op.create_table(
        "friendships",
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("friend_id", TEXT, primary_key=True),
        sa.Column("since", TEXT, nullable=False),
    )
    op.create_index("ix_friendships_friend_id", "friendships", ["friend_id"])
    op.create_table(
        "blocks",
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("blocked_id", TEXT, primary_key=True),
        sa.Column("since", TEXT, nullable=False),
    )
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])


def downgrade() -> None:
    op.drop_table("blocks")
    op.drop_table("friendships")
    op.drop_table("friend_links")
