"""
Tickets: what replaces a token once, for browsers, which cannot send headers on sockets.

A ticket is `PLAYER_ID.SECRET` (`server.runtime.credentials`) and gives what the token gives for which it was issued.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Row, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.people.identity.bearers import Access, Bearers
from server.runtime.clock.clock import Clock
from server.runtime.credentials import HASH_OF_NONE, hash_of, is_same, join, new_secret, split
from server.runtime.database.gathered import Gathered
from server.runtime.database.queries import begin, execute, fetch
from server.runtime.database.tables import Ticket as TicketRow
from server.runtime.ids import is_id
from server.runtime.retention import NOW, OldRows
from server.runtime.times import timestamp

TICKET_LIFETIME: Final = timedelta(seconds=30)

_PAUSE_SECONDS: Final = 0.05
"""How often tickets are written at most."""

_tickets = TicketRow.__table__


def old_tickets(database: AsyncEngine) -> OldRows:
    """Return the rule for tickets that cannot be used any more."""
    return OldRows(NOW, database, _tickets, lambda old: _tickets.c.expires_at < old, shown=_tickets.c.player_id)


class Tickets:
    """The tickets that were issued and not used yet."""

    def __init__(self, database: AsyncEngine, clock: Clock, bearers: Bearers) -> None:
        self._database = database
        self._clock = clock
        self._bearers = bearers
        # After a restart, all browsers come back at once.
        self._asked = Gathered(self._of)
        self._issued = Gathered(self._insert, pause_seconds=_PAUSE_SECONDS)
        self._used = Gathered(self._use_up, pause_seconds=_PAUSE_SECONDS)

    async def issue(self, access: Access) -> str:
        """Issue a ticket that replaces the token once, within `TICKET_LIFETIME`."""
        now, secret, player_id = self._clock.now(), new_secret(), access.player.id
        row = TicketRow(
            ticket_hash=hash_of(secret),
            player_id=player_id,
            expires_at=timestamp(now + TICKET_LIFETIME),
            token_id=access.token.token_id,
        )
        await self._issued.ask(row)
        return join(player_id, secret)

    async def redeem(self, ticket: str) -> Access:
        """
        Use up a ticket and return what it gives.

        Raises:
            RefusedError: The ticket is unknown, used or too old, or its token does not work any more.
        """
        player_id, ticket_hash = split(ticket)
        tickets = await self._asked.ask(player_id)
        matching = [row for row in tickets if is_same(ticket_hash, row.ticket_hash)]
        if not matching:
            is_same(ticket_hash, HASH_OF_NONE)
        # Of two concurrent uses of a ticket, only one deletes its row.
        used = bool(matching) and await self._used.ask(matching[0].ticket_hash)
        # Last, so that nothing happens between reading what the token gives and using it.
        access = await self._bearers.by_id(player_id, matching[0].token_id if used else "")
        if access is None:
            raise RefusedError(codes.UNKNOWN_TICKET, "This ticket is unknown, already used or too old. Get a new one.")
        return access

    async def _insert(self, rows: Sequence[TicketRow]) -> Sequence[None]:
        async with begin(self._database) as connection:
            await connection.execute(_tickets.insert(), [row.model_dump() for row in rows])
        return [None] * len(rows)

    async def _of(self, player_ids: Sequence[str]) -> Sequence[Sequence[Row[Any]]]:
        """Return the valid tickets of each player."""
        now, ids = timestamp(self._clock.now()), set(filter(is_id, player_ids))
        wanted = select(_tickets).where(_tickets.c.player_id.in_(ids), _tickets.c.expires_at >= now)
        found = defaultdict[str, list[Row[Any]]](list)
        for row in await fetch(self._database, wanted):
            found[row.player_id].append(row)
        return [found[player_id] for player_id in player_ids]

    async def _use_up(self, kept_hashes: Sequence[str]) -> Sequence[bool]:
        """Delete tickets; return for each whether it existed."""
        used = delete(TicketRow).where(_tickets.c.ticket_hash.in_(set(kept_hashes))).returning(_tickets.c.ticket_hash)
        deleted = set((await execute(self._database, used)).scalars())
        return [_take(kept_hash, deleted) for kept_hash in kept_hashes]


def _take(kept_hash: str, deleted: set[str]) -> bool:
    """Remove a hash; return whether it was there, which it is once, however often it is wanted."""
    was_there = kept_hash in deleted
    deleted.discard(kept_hash)
    return was_there
