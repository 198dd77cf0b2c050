"""
Players and their credentials: bearer tokens, and tickets for browsers, which cannot send headers on sockets.

Both have the form `PLAYER_ID.SECRET` (`server.identity.credentials`); the player's id is public.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server import codes
from server.access import Role, require
from server.clock.clock import Clock
from server.database.connection import database_errors
from server.database.tables import Player as PlayerRow
from server.database.tables import Ticket as TicketRow
from server.errors import RefusedError
from server.facts import Person
from server.identity.credentials import HASH_OF_NONE, hash_of, is_same, join, new_secret, split
from server.ids import is_id, new_id
from server.log.entry import timestamp
from server.texts import BAD_NAME, is_readable

TICKET_LIFETIME = timedelta(seconds=30)

_REMEMBERED = 50_000
"""More than the players in all live matches, or each call would query the database; one takes about 1 kB."""

_players = PlayerRow.__table__
_tickets = TicketRow.__table__


@dataclass(frozen=True, slots=True)
class Player:
    """A player. In every match, an organiser has the rights of its host."""

    id: str
    name: str
    organiser: bool
    created_at: str

    @property
    def role(self) -> Role:
        """The player's role outside of matches."""
        return "organiser" if self.organiser else "player"

    @property
    def person(self) -> Person:
        return Person(self.id, self.name)


@dataclass(frozen=True, slots=True)
class _Credentials:
    """A player and the hash of the secret in its token."""

    player: Player
    token_hash: str = field(repr=False)


class Players:
    """The players, by token, ticket and id."""

    def __init__(self, database: AsyncEngine, clock: Clock, organiser_key: str | None) -> None:
        self._database = database
        self._clock = clock
        # Hashed, so that the comparison does not depend on the length of a key.
        self._organiser_key_hash = None if organiser_key is None else hash_of(organiser_key)
        # Tokens are never changed or revoked, so cached results stay valid.
        self._remembered: OrderedDict[str, _Credentials] = OrderedDict()

    async def create(self, name: str, organiser_key: str | None) -> tuple[Player, str]:
        """
        Create a player; return it with its token, which is not shown again.

        Raises:
            RefusedError: The organiser key is wrong, or the name is not readable.
        """
        if not is_readable(name):
            raise RefusedError(codes.BAD_NAME, BAD_NAME, pointer="/name")
        if organiser_key is not None:
            role: Role = "administrator" if self._is_organiser_key(organiser_key) else "anonymous"
            require("createPlayer.organiser", role)
        now = self._clock.now()
        player = Player(new_id(now), name, organiser_key is not None, timestamp(now))
        secret = new_secret()
        row = PlayerRow(
            id=player.id,
            name=name,
            token_hash=hash_of(secret),
            organiser=player.organiser,
            created_at=player.created_at,
        )
        with database_errors():
            async with self._database.begin() as connection:
                await connection.execute(_players.insert().values(**row.model_dump()))
        return player, join(player.id, secret)

    def remembered(self, token: str) -> Player | None:
        """Return the owner of the token if it is cached."""
        player_id, token_hash = split(token)
        known = self._remembered.get(player_id)
        if known is None or not is_same(token_hash, known.token_hash):
            return None
        return known.player

    async def by_token(self, token: str) -> Player:
        """
        Return the owner of the token.

        Raises:
            RefusedError: Unknown token. Neither error nor response time reveals whether the id in it exists.
        """
        remembered = self.remembered(token)
        if remembered is not None:
            return remembered
        player_id, token_hash = split(token)
        # A wrong secret costs a query whether or not its player is cached, and caches nobody.
        known = await self._find(player_id)
        expected = HASH_OF_NONE if known is None else known.token_hash
        if not is_same(token_hash, expected) or known is None:
            raise RefusedError(codes.UNKNOWN_TOKEN, "Unknown token. Create a player to get one.")
        self._remembered[player_id] = known
        if len(self._remembered) > _REMEMBERED:
            self._remembered.popitem(last=False)
        return known.player

    async def by_id(self, player_id: str) -> Player | None:
        known = await self._find(player_id)
        return None if known is None else known.player

    async def by_ids(self, player_ids: Collection[str]) -> dict[str, Player]:
        """Return those of these players who exist, by id."""
        sought = [player_id for player_id in player_ids if is_id(player_id)]
        if not sought:
            return {}
        with database_errors():
            async with self._database.connect() as connection:
                rows = (await connection.execute(select(_players).where(_players.c.id.in_(sought)))).all()
        return {row.id: Player(row.id, row.name, row.organiser, row.created_at) for row in rows}

    async def issue_ticket(self, player: Player) -> str:
        """Issue a ticket that replaces the player's token once, within `TICKET_LIFETIME`."""
        now = self._clock.now()
        secret = new_secret()
        row = TicketRow(ticket_hash=hash_of(secret), player_id=player.id, expires_at=timestamp(now + TICKET_LIFETIME))
        with database_errors():
            async with self._database.begin() as connection:
                await connection.execute(delete(TicketRow).where(_tickets.c.expires_at < timestamp(now)))
                await connection.execute(_tickets.insert().values(**row.model_dump()))
        return join(player.id, secret)

    async def redeem_ticket(self, ticket: str) -> Player:
        """
        Use up a ticket and return its owner.

        Raises:
            RefusedError: The ticket is unknown, used or too old.
        """
        player_id, ticket_hash = split(ticket)
        kept = [HASH_OF_NONE, *await self._tickets_of(player_id)]
        matching = [kept_hash for kept_hash in kept if is_same(ticket_hash, kept_hash)]
        player = await self.by_id(player_id)
        # Of two concurrent uses of a ticket, only one deletes its row.
        if player is None or not matching or not await self._use_up(matching[0]):
            raise RefusedError(codes.UNKNOWN_TICKET, "This ticket is unknown, already used or too old. Get a new one.")
        return player

    async def _find(self, player_id: str) -> _Credentials | None:
        if not is_id(player_id):
            return None
        with database_errors():
            async with self._database.connect() as connection:
                row = (await connection.execute(select(_players).where(_players.c.id == player_id))).one_or_none()
        return _Credentials(Player(row.id, row.name, row.organiser, row.created_at), row.token_hash) if row else None

    async def _tickets_of(self, player_id: str) -> list[str]:
        """Return the hashes of a player's valid tickets."""
        if not is_id(player_id):
            return []
        now = timestamp(self._clock.now())
        wanted = select(_tickets.c.ticket_hash).where(_tickets.c.player_id == player_id, _tickets.c.expires_at >= now)
        with database_errors():
            async with self._database.connect() as connection:
                return list((await connection.execute(wanted)).scalars())

    async def _use_up(self, kept_hash: str) -> bool:
        """Delete a ticket; return whether it existed."""
        with database_errors():
            async with self._database.begin() as connection:
                used = await connection.execute(delete(TicketRow).where(_tickets.c.ticket_hash == kept_hash))
        return used.rowcount == 1

    def _is_organiser_key(self, key: str) -> bool:
        expected = HASH_OF_NONE if self._organiser_key_hash is None else self._organiser_key_hash
        return is_same(hash_of(key), expected)
