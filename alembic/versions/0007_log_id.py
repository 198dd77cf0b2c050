"""Entries belong to logs of several kinds, of which matches are one."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.alter_column("entries", "match_id", new_column_name="log_id")


def downgrade() -> None:
    op.alter_column("entries", "log_id", new_column_name="match_id")
