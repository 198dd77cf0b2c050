"""
The calendars of all players, each at an address that only its player knows.

A player has one address; the server stores only the hash of its secret. Nothing else is stored of a calendar.
"""

from __future__ import annotations

from collections.abc import Generator
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from engines.kit import Language
from server.access import codes
from server.access.costs import charge, of_calendar, of_entries
from server.access.errors import RefusedError
from server.notifications.calendars.agenda import Agenda
from server.notifications.news.choices import Choices, read_choices
from server.notifications.news.facts import decode_event
from server.notifications.news.inbox import OWNER, Inbox
from server.notifications.news.inboxes import Inboxes
from server.runtime.clock.clock import Clock
from server.runtime.credentials import HASH_OF_NONE, hash_of, is_same, join, new_secret, split
from server.runtime.database.queries import execute, fetch
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.ids import is_id, time_of
from server.runtime.loading import load
from server.runtime.time_slices import in_slices
from server.runtime.times import parse_timestamp, timestamp

_EVENTS_A_SLICE = 20
"""How many events are folded before the event loop gets its turn."""

_SECONDS_SINCE: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""So that they fit in 31 bits for as long as possible."""

_players = PlayerRow.__table__


class Calendars:
    """The calendars of all players."""

    def __init__(self, database: AsyncEngine, inboxes: Inboxes, clock: Clock) -> None:
        self._database = database
        self._inboxes = inboxes
        self._clock = clock

    async def open(self, player_id: str, made_with: str) -> tuple[str, str]:
        """
        Give the player's calendar a new address; return its secret, which is not shown again, and the time.

        The address ends with `made_with`, the origin of the token.
        """
        secret, now = new_secret(), timestamp(self._clock.now())
        await self._set(player_id, hash_of(secret), now, made_with)
        return join(player_id, secret), now

    async def close(self, player_id: str) -> None:
        """Remove the address of the player's calendar."""
        await self._set(player_id, None, None, None)

    async def address_since(self, player_id: str) -> str | None:
        """Return when the player's calendar got its address; None if it has no address."""
        wanted = select(_players.c.calendar_at).where(_players.c.id == player_id)
        return (await fetch(self._database, wanted)).scalar_one_or_none()

    async def read(self, secret: str, language: Language, address: str | None) -> bytes:
        """
        Return the calendar with this secret, as iCalendar; the caller is charged.

        `address`: the server's, for links; None if it is not known.

        Raises:
            RefusedError: Unknown secret. Neither error nor response time reveals whether the player in it exists.
        """
        player_id, choices = await self._owner(secret)
        await load("server.notifications.calendars.writing")
        from server.notifications.calendars.writing import write

        agenda = Agenda()
        for live in await self._inboxes.latest(player_id):
            await in_slices(_fold(agenda, live))
        epoch = self._inboxes.repository.epoch
        items = agenda.items(choices.calendar, self._clock.now())
        charge(of_entries(agenda.folded) + of_calendar(len(items)))
        alarms = "deadline_near" in choices.calendar
        return await in_slices(write(items, language, first=first_version(epoch), alarms=alarms, address=address))

    async def _owner(self, secret: str) -> tuple[str, Choices]:
        """Return the player of an address, with the player's choices."""
        player_id, given = split(secret)
        row = None
        if is_id(player_id):
            wanted = select(_players.c.calendar_hash, _players.c.reminders).where(
                _players.c.id == player_id, _players.c.suspended_at.is_(None)
            )
            row = (await fetch(self._database, wanted)).one_or_none()
        kept = HASH_OF_NONE if row is None or row.calendar_hash is None else row.calendar_hash
        if not is_same(given, kept) or row is None:
            raise RefusedError(codes.UNKNOWN_CALENDAR, "There is no calendar at this address.")
        return player_id, read_choices(row.reminders)

    async def _set(self, player_id: str, secret_hash: str | None, at: str | None, made_with: str | None) -> None:
        changed = update(_players).where(_players.c.id == player_id)
        address = {"calendar_hash": secret_hash, "calendar_at": at, "calendar_made_with": made_with}
        await execute(self._database, changed.values(**address))


def first_version(epoch: str) -> int:
    """
    Return what is added to versions in an epoch: the seconds until it began.

    In a database that was set back, cursors are given again. Calendars ignore what has a lower number than before.
    """
    return int((time_of(epoch) - _SECONDS_SINCE).total_seconds())


def _fold(agenda: Agenda, live: Inbox) -> Generator[None, None, None]:
    """Fold the events of one of the player's logs, in steps."""
    for after in range(0, live.state.events, _EVENTS_A_SLICE):
        for event in live.events(OWNER, after, _EVENTS_A_SLICE):
            agenda.fold(event.cursor, parse_timestamp(event.at), decode_event(event.facts))
        yield
