"""Invitations to tournaments and series, as there were to matches."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0019"
down_revision = "0018"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.drop_index("ix_invitations_match_id", "invitations")
    op.alter_column("invitations", "match_id", new_column_name="log_id")
    op.add_column("invitations", sa.Column("kind", TEXT, nullable=False, server_default="match"))
    op.create_index("ix_invitations_log_id", "invitations", ["log_id"])


def downgrade() -> None:
    op.execute("DELETE FROM invitations WHERE kind <> 'match'")
    op.drop_index("ix_invitations_log_id", "invitations")
    op.drop_column("invitations", "kind")
    op.alter_column("invitations", "log_id", new_column_name="match_id")
    op.create_index("ix_invitations_match_id", "invitations", ["match_id"])
