"""What lists filter by: free seats, texts, and the seats that a phase waits for."""

from __future__ import annotations

import json
import unicodedata

import sqlalchemy as sa

from alembic import op

revision = "0005"
down_revision = "0004"

ROWS = ("matches", "seatings")

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

_AT_ONCE = 1000


def upgrade() -> None:
    op.add_column("matches", sa.Column("free_seats", sa.Integer, nullable=False, server_default="0"))
    op.add_column("matches", sa.Column("search", TEXT, nullable=False, server_default=""))
    op.add_column("matches", sa.Column("open_phase", TEXT, nullable=True))
    op.add_column("seatings", sa.Column("awaited", sa.Boolean, nullable=False, server_default=sa.false()))
    _fill()


def downgrade() -> None:
    op.drop_column("seatings", "awaited")
    for column in ("open_phase", "search", "free_seats"):
        op.drop_column("matches", column)


def _fill() -> None:
    """Fill the rows of matches that are not over; what depends on the open phase comes with the next entry."""
    matches = sa.table("matches", *map(sa.column, ("match_id", "status", "listing", "free_seats", "search")))
    at = matches.c.match_id
    unended = matches.c.status.in_(("open", "running", "paused", "suspended"))
    connection, after = op.get_bind(), ""
    query = sa.select(at, matches.c.listing).where(unended).order_by(at).limit(_AT_ONCE)
    while rows := connection.execute(query.where(at > after)).all():
        for match_id, text in rows:
            listing = json.loads(text)
            free_seats = _free_seats(listing)
            listing["free_seats"] = free_seats
            values = {"free_seats": free_seats, "search": _search(listing), "listing": json.dumps(listing)}
            connection.execute(sa.update(matches).where(at == match_id).values(**values))
        after = rows[-1][0]


def _free_seats(listing: dict) -> int:  # type: ignore[type-arg]
    if listing["status"] != "open" or not listing.get("door_open", True):
        return 0
    return sum(not (seat["player"] or seat["bot"] or seat.get("reserved_for")) for seat in listing["seats"])


def _search(listing: dict) -> str:  # type: ignore[type-arg]
    people = [seat.get(key) for seat in listing["seats"] for key in ("player", "reserved_for")]
    names = [listing["host"]["name"], *(person["name"] for person in people if person)]
    return unicodedata.normalize("NFKC", "\n".join(names)).casefold()
