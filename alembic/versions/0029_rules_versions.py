"""The version of the rules of each match, null in rows of earlier servers: a process leaves those it lacks alone."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0029"
down_revision = "0028"

OLDEST = "0029"


def upgrade() -> None:
    op.add_column("matches", sa.Column("rules_version", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("matches", "rules_version")
