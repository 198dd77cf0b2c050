"""
Tickets: what replaces a token once, for browsers, which cannot send headers on sockets.

A ticket is `PLAYER_ID.SECRET` (`server.runtime.credentials`) and gives what the token gives for which it was issued.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Row, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.people.identity.bearers import Access, Bearers
from server.runtime.clock.clock import Clock
from server.runtime.credentials import HASH_OF_NONE, hash_of, is_same, join, new_secret, split
from server.runtime.database.queries import execute, fetch
from server.runtime.database.tables import Ticket as TicketRow
from server.runtime.ids import is_id
from server.runtime.retention import NOW, OldRows
from server.runtime.times import timestamp

TICKET_LIFETIME: Final = timedelta(seconds=30)

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

    async def issue(self, access: Access) -> str:
        """Issue a ticket that replaces the token once, within `TICKET_LIFETIME`."""
        now, secret, player_id = self._clock.now(), new_secret(), access.player.id
        row = TicketRow(
            ticket_hash=hash_of(secret),
            player_id=player_id,
            expires_at=timestamp(now + TICKET_LIFETIME),
            token_id=access.token.token_id,
        )
        await execute(self._database, _tickets.insert().values(**row.model_dump()))
        return join(player_id, secret)

    async def redeem(self, ticket: str) -> Access:
        """
        Use up a ticket and return what it gives.

        Raises:
            RefusedError: The ticket is unknown, used or too old, or its token does not work any more.
        """
        player_id, ticket_hash = split(ticket)
        matching = [row for row in await self._of(player_id) if is_same(ticket_hash, row.ticket_hash)]
        if not matching:
            is_same(ticket_hash, HASH_OF_NONE)
        # Of two concurrent uses of a ticket, only one deletes its row.
        used = bool(matching) and await self._use_up(matching[0].ticket_hash)
        # Last, so that nothing happens between reading what the token gives and using it.
        access = await self._bearers.by_id(player_id, matching[0].token_id if used else "")
        if access is None:
            raise RefusedError(codes.UNKNOWN_TICKET, "This ticket is unknown, already used or too old. Get a new one.")
        return access

    async def _of(self, player_id: str) -> list[Row[Any]]:
        """Return the player's valid tickets."""
        if not is_id(player_id):
            return []
        now = timestamp(self._clock.now())
        wanted = select(_tickets).where(_tickets.c.player_id == player_id, _tickets.c.expires_at >= now)
        return list((await fetch(self._database, wanted)).all())

    async def _use_up(self, kept_hash: str) -> bool:
        """Delete a ticket; return whether it existed."""
        used = await execute(self._database, delete(TicketRow).where(_tickets.c.ticket_hash == kept_hash))
        return used.rowcount == 1
