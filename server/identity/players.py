"""
Players and how they prove who they are: bearer tokens, and tickets for browsers that cannot send headers.

Both read `PLAYER_ID.SECRET`. A row is found by the player's id, which is no secret, and what is kept of the secret, its
hash, is compared in constant time. The secret is 256 random bits, so a plain SHA-256 is enough: there is nothing to
guess.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import Role, require
from server.clock.clock import Clock
from server.database.connection import database_errors
from server.database.tables import Player as PlayerRow
from server.database.tables import Ticket as TicketRow
from server.errors import MalformedError, UnauthenticatedError
from server.facts import Person
from server.ids import is_id, new_id
from server.log.entry import timestamp
from server.texts import BAD_NAME, is_readable

TICKET_LIFETIME = timedelta(seconds=30)

_REMEMBERED = 50_000
"""Above those in all live matches, or each call would ask the database; one takes about 1 kB."""

_players = PlayerRow.__table__
_tickets = TicketRow.__table__

_HASH_OF_NONE: Final = "-" * 64
"""What a secret is compared with where there is nothing to compare it with; no hash looks like this."""


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who can play. An organiser may do in every match what its host may."""

    id: str
    name: str
    organiser: bool
    created_at: str

    @property
    def role(self) -> Role:
        """What the player is outside of matches."""
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
        # Hashed, so that the comparison does not depend on how long a key is.
        self._organiser_key_hash = None if organiser_key is None else _hash(organiser_key)
        # Tokens are never changed or withdrawn, so what was found once stays true.
        self._remembered: OrderedDict[str, _Credentials] = OrderedDict()

    async def create(self, name: str, organiser_key: str | None) -> tuple[Player, str]:
        """
        A new player and its token, which is shown this once.

        Raises:
            ForbiddenError: A wrong organiser key.
            MalformedError: A name that cannot be read.
        """
        if not is_readable(name):
            raise MalformedError("bad_name", BAD_NAME, pointer="/name")
        if organiser_key is not None:
            role: Role = "administrator" if self._is_organiser_key(organiser_key) else "anonymous"
            require("createPlayer.organiser", role)
        now = self._clock.now()
        player = Player(new_id(now), name, organiser_key is not None, timestamp(now))
        secret = secrets.token_urlsafe(32)
        row = PlayerRow(
            id=player.id,
            name=name,
            token_hash=_hash(secret),
            organiser=player.organiser,
            created_at=player.created_at,
        )
        with database_errors():
            async with self._database.begin() as connection:
                await connection.execute(_players.insert().values(**row.model_dump()))
        return player, _join(player, secret)

    def remembered(self, token: str) -> Player | None:
        """Whose token this is, if that was found out lately."""
        player_id, token_hash = _split(token)
        known = self._remembered.get(player_id)
        if known is None or not hmac.compare_digest(token_hash, known.token_hash):
            return None
        return known.player

    async def by_token(self, token: str) -> Player:
        """
        Whose token this is.

        Raises:
            UnauthenticatedError: Nobody's. Whether a player has the id in it shows neither here nor in the time taken.
        """
        remembered = self.remembered(token)
        if remembered is not None:
            return remembered
        player_id, token_hash = _split(token)
        # A wrong secret costs this look whether or not its player is remembered, and makes nobody be remembered.
        known = await self._find(player_id)
        expected = _HASH_OF_NONE if known is None else known.token_hash
        if not hmac.compare_digest(token_hash, expected) or known is None:
            raise UnauthenticatedError("unknown_token", "Unknown token. Create a player to get one.")
        self._remembered[player_id] = known
        if len(self._remembered) > _REMEMBERED:
            self._remembered.popitem(last=False)
        return known.player

    async def by_id(self, player_id: str) -> Player | None:
        known = await self._find(player_id)
        return None if known is None else known.player

    async def issue_ticket(self, player: Player) -> str:
        """A ticket that stands for the player's token once, within `TICKET_LIFETIME`."""
        now = self._clock.now()
        secret = secrets.token_urlsafe(32)
        row = TicketRow(ticket_hash=_hash(secret), player_id=player.id, expires_at=timestamp(now + TICKET_LIFETIME))
        with database_errors():
            async with self._database.begin() as connection:
                await connection.execute(delete(TicketRow).where(_tickets.c.expires_at < timestamp(now)))
                await connection.execute(_tickets.insert().values(**row.model_dump()))
        return _join(player, secret)

    async def redeem_ticket(self, ticket: str) -> Player:
        """
        Whose ticket this is; it is used up.

        Raises:
            UnauthenticatedError: Unknown, used or too old.
        """
        player_id, ticket_hash = _split(ticket)
        kept = [_HASH_OF_NONE, *await self._tickets_of(player_id)]
        matching = [kept_hash for kept_hash in kept if hmac.compare_digest(ticket_hash, kept_hash)]
        player = await self.by_id(player_id)
        # Of two who give the same ticket at once, one deletes its row.
        if player is None or not matching or not await self._use_up(matching[0]):
            raise UnauthenticatedError(
                "unknown_ticket", "This ticket is unknown, already used or too old. Get a new one."
            )
        return player

    async def _find(self, player_id: str) -> _Credentials | None:
        if not is_id(player_id):
            return None
        with database_errors():
            async with self._database.connect() as connection:
                row = (await connection.execute(select(_players).where(_players.c.id == player_id))).one_or_none()
        return _Credentials(Player(row.id, row.name, row.organiser, row.created_at), row.token_hash) if row else None

    async def _tickets_of(self, player_id: str) -> list[str]:
        """The hashes of a player's tickets that can still be used."""
        if not is_id(player_id):
            return []
        now = timestamp(self._clock.now())
        wanted = select(_tickets.c.ticket_hash).where(_tickets.c.player_id == player_id, _tickets.c.expires_at >= now)
        with database_errors():
            async with self._database.connect() as connection:
                return list((await connection.execute(wanted)).scalars())

    async def _use_up(self, kept_hash: str) -> bool:
        """Delete a ticket; whether it was still there."""
        with database_errors():
            async with self._database.begin() as connection:
                used = await connection.execute(delete(TicketRow).where(_tickets.c.ticket_hash == kept_hash))
        return used.rowcount == 1

    def _is_organiser_key(self, key: str) -> bool:
        expected = _HASH_OF_NONE if self._organiser_key_hash is None else self._organiser_key_hash
        return hmac.compare_digest(_hash(key), expected)


def _join(player: Player, secret: str) -> str:
    """A token or a ticket, as its owner is given it; of characters that any header, query or subprotocol may hold."""
    return f"{player.id}.{secret}"


def _split(text: str) -> tuple[str, str]:
    """The player's id in a token or ticket, and the hash of the secret; of junk, something that nobody has."""
    player_id, _, secret = text.partition(".")
    return player_id, _hash(secret)


def _hash(secret: str) -> str:
    # What is no Unicode reaches us as surrogates, and is hashed as well as any other wrong secret.
    return hashlib.sha256(secret.encode(errors="surrogatepass")).hexdigest()
