"""With which status a push service has refused the last message to a browser."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.add_column("push_subscriptions", sa.Column("refused", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("push_subscriptions", "refused")
