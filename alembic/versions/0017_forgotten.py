"""Players who are forgotten, entries from which something personal was withheld, and logs to read again."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0017"
down_revision = "0016"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("entries", sa.Column("body", TEXT, nullable=True))
    op.create_table(
        "forgotten",
        sa.Column("player_id", TEXT, primary_key=True),
        sa.Column("asked_at", TEXT, nullable=False),
        sa.Column("scanned_to", TEXT, nullable=True),
        sa.Column("held_until", TEXT, nullable=True),
        sa.Column("done_at", TEXT, nullable=True),
    )
    op.create_index("ix_forgotten_done_at", "forgotten", ["done_at"])
    op.create_table(
        "redactions",
        sa.Column("redaction_id", TEXT, primary_key=True),
        sa.Column("log_id", TEXT, nullable=False),
        sa.Column("at", TEXT, nullable=False),
    )
    op.create_index("ix_redactions_at", "redactions", ["at"])


def downgrade() -> None:
    op.drop_table("redactions")
    op.drop_table("forgotten")
    op.drop_column("entries", "body")
