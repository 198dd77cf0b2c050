"""Players with their tokens on a database, without a server around them."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.player import Player
from server.access.scopes import EVERY_SCOPE
from server.people.identity.bearers import Access, Bearers
from server.people.identity.changes import Changes
from server.people.identity.players import Players
from server.people.identity.tickets import Tickets
from server.people.identity.tokens import Token, Tokens
from tests.server.world import FakeClock


@dataclass
class Process:
    """What one server process knows of players."""

    players: Players
    bearers: Bearers
    changes: Changes
    tokens: Tokens
    tickets: Tickets
    clock: FakeClock


def process(database: AsyncEngine, clock: FakeClock | None = None, administrator_key: str | None = None) -> Process:
    """Return a process that uses the database."""
    clock = clock or FakeClock()
    bearers, changes = Bearers(database, clock), Changes(database)
    changes.watchers.append(bearers.forget)
    return Process(
        Players(database, clock, administrator_key),
        bearers,
        changes,
        Tokens(database, clock, changes),
        Tickets(database, clock, bearers),
        clock,
    )


def statements(database: AsyncEngine) -> list[tuple[str, object]]:
    """Record every statement from now on, with its parameters."""
    seen: list[tuple[str, object]] = []

    def see(_c: object, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        seen.append((statement, parameters))

    event.listen(database.sync_engine, "before_cursor_execute", see)
    return seen


def access_of(player_id: str, name: str = "Ada") -> Access:
    """Return what a token with every scope gives, for a player who is in no database."""
    player = Player(player_id, name, administrator=False, created_at="")
    return Access(player, Token(player_id, player_id, "First token", EVERY_SCOPE, ""), None, "")
