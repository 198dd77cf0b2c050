"""
Which kinds of news players get in push messages, and in their calendars (docs/notifications.md).

Both are made from a player's own stream. A choice leaves parts of it out, and adds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, get_args

from pydantic import TypeAdapter
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from server.notifications.news.facts import NEWS, Kind
from server.runtime.database.queries import execute, fetch
from server.runtime.database.tables import Player as PlayerRow

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

KIND_OF: Final[Mapping[str, Kind]] = {name: news.kind for name, news in NEWS.items() if news.kind is not None}
"""The kind of news, by the type of its fact. Messages on the line to a host have none: they are always sent."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The kinds of news that a player gets in push messages, and in the calendar."""

    push: tuple[Kind, ...] = KINDS
    calendar: tuple[Kind, ...] = ("awaited", "deadline_near", "seated")


_choices: Final = TypeAdapter(Choices)
_players = PlayerRow.__table__


class Reminders:
    """The choices of all players, in their rows."""

    def __init__(self, database: AsyncEngine) -> None:
        self._database = database

    async def of(self, player_id: str) -> Choices:
        """Return what a player has chosen, or the defaults."""
        wanted = select(_players.c.reminders).where(_players.c.id == player_id)
        text: str | None = (await fetch(self._database, wanted)).scalar_one_or_none()
        return read_choices(text)

    async def choose(self, player_id: str, choices: Choices) -> None:
        text = _choices.dump_json(choices).decode()
        await execute(self._database, update(_players).where(_players.c.id == player_id).values(reminders=text))


def read_choices(text: str | None) -> Choices:
    """Read choices as they are stored."""
    return Choices() if text is None else _choices.validate_json(text)
