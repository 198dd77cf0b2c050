"""The places of matches, tournaments and series in lists; of earlier ones, by when they were created."""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0023"
down_revision = "0022"

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_KINDS = (("matches", "match_id"), ("tournaments", "tournament_id"), ("series", "series_id"))


def upgrade() -> None:
    for table, log_id in _KINDS:
        op.add_column(table, sa.Column("place", TEXT, nullable=False, server_default=""))
        op.execute(f"UPDATE {table} SET place = {log_id}")
        op.drop_index(f"ix_{table}_visibility_status_{log_id}", table)
        op.create_index(f"ix_{table}_place", table, ["place", log_id])
        op.create_index(f"ix_{table}_visibility_status_place", table, ["visibility", "status", "place"])


def downgrade() -> None:
    for table, log_id in _KINDS:
        op.drop_index(f"ix_{table}_visibility_status_place", table)
        op.drop_index(f"ix_{table}_place", table)
        op.create_index(f"ix_{table}_visibility_status_{log_id}", table, ["visibility", "status", log_id])
        op.drop_column(table, "place")
