"""The places of earlier matches, tournaments and series in lists, by when they were created, and their indexes."""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa

from alembic import op
from server.runtime.database.portions import Portion, fill

revision = "0023b"
down_revision = "0023"

_KINDS = (("matches", "match_id"), ("tournaments", "tournament_id"), ("series", "series_id"))

ROWS = tuple(table for table, _ in _KINDS)


def portions(connection: sa.Connection) -> Iterator[Portion]:
    for table, log_id in _KINDS:
        rows = sa.table(table, sa.column(log_id), sa.column("place"))
        yield from fill(connection, rows, log_id, rows.c.place == "", {"place": rows.c[log_id]})


def upgrade() -> None:
    # For a while, the migration before this one did all of it.
    for table, log_id in _KINDS:
        op.drop_index(f"ix_{table}_visibility_status_{log_id}", table, if_exists=True)
        op.create_index(f"ix_{table}_place", table, ["place", log_id], if_not_exists=True)
        status = ["visibility", "status", "place"]
        op.create_index(f"ix_{table}_visibility_status_place", table, status, if_not_exists=True)


def downgrade() -> None:
    for table, log_id in _KINDS:
        op.drop_index(f"ix_{table}_visibility_status_place", table)
        op.drop_index(f"ix_{table}_place", table)
        op.create_index(f"ix_{table}_visibility_status_{log_id}", table, ["visibility", "status", log_id])
