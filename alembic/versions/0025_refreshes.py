"""The refresh token before the latest one of a grant, for a client that repeats itself within seconds."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0025"
down_revision = "0024"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_COLUMNS = ("previous_hash", "salt")


def upgrade() -> None:
    for column in _COLUMNS:
        op.add_column("oauth_grants", sa.Column(column, TEXT, nullable=True))


def downgrade() -> None:
    for column in _COLUMNS:
        op.drop_column("oauth_grants", column)
