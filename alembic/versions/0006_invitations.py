"""Invitations to matches; how often each was accepted is in the log."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0006"
down_revision = "0005"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("invitation_id", TEXT, primary_key=True),
        sa.Column("match_id", TEXT, nullable=False),
        sa.Column("secret_hash", TEXT, nullable=False),
        sa.Column("seat", TEXT, nullable=True),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("created_at", TEXT, nullable=False),
        sa.Column("expires_at", TEXT, nullable=False),
        sa.Column("withdrawn_at", TEXT, nullable=True),
    )
    op.create_index("ix_invitations_match_id", "invitations", ["match_id"])


def downgrade() -> None:
    op.drop_index("ix_invitations_match_id", "invitations")
    op.drop_table("invitations")
