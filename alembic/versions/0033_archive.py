"""Which logs are in files of the archive, and which files there are to be deleted."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0033"
down_revision = "0032"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "archived_logs",
        sa.Column("log_id", TEXT, primary_key=True),
        sa.Column("file", TEXT, nullable=False),
        sa.Column("sha256", TEXT, nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("head", TEXT, nullable=False),
        sa.Column("bytes", sa.Integer(), nullable=False),
        sa.Column("people", TEXT, nullable=False),
        sa.Column("archived_at", TEXT, nullable=False),
    )
    op.create_table(
        "archive_leftovers",
        sa.Column("file", TEXT, primary_key=True),
        sa.Column("log_id", TEXT, nullable=False, index=True),
        sa.Column("at", TEXT, nullable=False, index=True),
        sa.Column("unwanted", sa.Boolean(), nullable=False),
    )


def downgrade() -> None:
    """Possible while the archive is empty: `moirai restore-from-archive --all`."""
    if op.get_bind().execute(sa.text("SELECT 1 FROM archived_logs LIMIT 1")).first() is not None:
        raise RuntimeError("logs are in the archive: moirai restore-from-archive --all")
    op.drop_table("archive_leftovers")
    op.drop_table("archived_logs")
