"""A column for the places of matches, tournaments and series in lists."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0023"
down_revision = "0022"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_TABLES = ("matches", "tournaments", "series")


def upgrade() -> None:
    for table in _TABLES:
        op.add_column(table, sa.Column("place", TEXT, nullable=False, server_default=""))


def downgrade() -> None:
    for table in _TABLES:
        op.drop_column(table, "place")
