"""With which token push subscriptions, webhooks and addresses of calendars were made; unknown of earlier ones."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0021"
down_revision = "0020"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_COLUMNS = (("push_subscriptions", "made_with"), ("webhooks", "made_with"), ("players", "calendar_made_with"))


def upgrade() -> None:
    for table, column in _COLUMNS:
        op.add_column(table, sa.Column(column, TEXT, nullable=True))


def downgrade() -> None:
    for table, column in _COLUMNS:
        op.drop_column(table, column)
