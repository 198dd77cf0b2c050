"""The epochs of the database; the first one begins when a server, or a restore, first asks for it."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0030"
down_revision = "0029"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "epochs",
        sa.Column("number", sa.Integer(), autoincrement=False, primary_key=True),
        sa.Column("epoch", TEXT, nullable=False),
        sa.Column("began_at", TEXT, nullable=False),
        sa.Column("because", TEXT, nullable=False),
        sa.Column("timeline", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("inserted_by", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
    )


def downgrade() -> None:
    op.drop_table("epochs")
