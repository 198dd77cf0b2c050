"""The news that entries have for players' own streams."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0008"
down_revision = "0007"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "marks",
        sa.Column("log_id", TEXT, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("due_at", TEXT, nullable=False),
        sa.Column("news", TEXT, nullable=False),
    )
    op.create_index("ix_marks_due_at", "marks", ["due_at"])


def downgrade() -> None:
    op.drop_table("marks")
