"""
Players and how they prove who they are: bearer tokens, and tickets for browsers that cannot send headers.

Only hashes of either are kept. Both are 256 random bits, so a plain SHA-256 is enough: there is nothing to guess.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import Role, require
from server.clock.clock import Clock
from server.database.connection import database_errors
from server.database.tables import Player as PlayerRow
from server.database.tables import Ticket as TicketRow
from server.errors import UnauthenticatedError
from server.facts import Person
from server.ids import is_id, new_id
from server.log.entry import timestamp

TICKET_LIFETIME = timedelta(seconds=30)

_REMEMBERED = 10_000


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


class Players:
    """The players, by token, ticket and id."""

    def __init__(self, database: AsyncEngine, clock: Clock, organiser_key: str | None) -> None:
        self._database = database
        self._clock = clock
        self._organiser_key = organiser_key
        # Tokens are never changed or withdrawn, so what was found once stays true.
        self._by_token_hash: OrderedDict[str, Player] = OrderedDict()

    async def create(self, name: str, organiser_key: str | None) -> tuple[Player, str]:
        """
        A new player and its token, which is shown this once.

        Raises:
            ForbiddenError: A wrong organiser key.
        """
        if organiser_key is not None:
            role: Role = "administrator" if self._is_organiser_key(organiser_key) else "anonymous"
            require("createPlayer.organiser", role)
        now = self._clock.now()
        player = Player(new_id(now), name, organiser_key is not None, timestamp(now))
        token = secrets.token_urlsafe(32)
        row = PlayerRow(
            id=player.id,
            name=name,
            token_hash=_hash(token),
            organiser=player.organiser,
            created_at=player.created_at,
        )
        with database_errors():
            async with self._database.begin() as connection:
                await connection.execute(PlayerRow.__table__.insert().values(**row.model_dump()))
        return player, token

    async def by_token(self, token: str) -> Player:
        """
        Whose token this is.

        Raises:
            UnauthenticatedError: Nobody's.
        """
        token_hash = _hash(token)
        player = self._by_token_hash.get(token_hash)
        if player is not None:
            return player
        player = await self._find(PlayerRow.token_hash == token_hash)
        if player is None:
            raise UnauthenticatedError("unknown_token", "This token is nobody's. Create a player to get one.")
        self._by_token_hash[token_hash] = player
        if len(self._by_token_hash) > _REMEMBERED:
            self._by_token_hash.popitem(last=False)
        return player

    async def by_id(self, player_id: str) -> Player | None:
        return None if not is_id(player_id) else await self._find(PlayerRow.id == player_id)

    async def issue_ticket(self, player: Player) -> str:
        """A ticket that stands for the player's token once, within `TICKET_LIFETIME`."""
        now = self._clock.now()
        ticket = secrets.token_urlsafe(32)
        row = TicketRow(ticket_hash=_hash(ticket), player_id=player.id, expires_at=timestamp(now + TICKET_LIFETIME))
        with database_errors():
            async with self._database.begin() as connection:
                await connection.execute(delete(TicketRow).where(TicketRow.__table__.c.expires_at < timestamp(now)))
                await connection.execute(TicketRow.__table__.insert().values(**row.model_dump()))
        return ticket

    async def redeem_ticket(self, ticket: str) -> Player:
        """
        Whose ticket this is; it is used up.

        Raises:
            UnauthenticatedError: Unknown, used or too old.
        """
        tickets = TicketRow.__table__.c
        taken = (
            delete(TicketRow)
            .where(tickets.ticket_hash == _hash(ticket), tickets.expires_at >= timestamp(self._clock.now()))
            .returning(tickets.player_id)
        )
        with database_errors():
            async with self._database.begin() as connection:
                player_id = (await connection.execute(taken)).scalar_one_or_none()
        player = await self.by_id(player_id) if player_id else None
        if player is None:
            raise UnauthenticatedError("unknown_ticket", "This ticket is unknown, used or too old. Get a new one.")
        return player

    async def _find(self, condition: object) -> Player | None:
        with database_errors():
            async with self._database.connect() as connection:
                row = (await connection.execute(select(PlayerRow.__table__).where(condition))).one_or_none()  # type: ignore[arg-type]
        return Player(row.id, row.name, row.organiser, row.created_at) if row else None

    def _is_organiser_key(self, key: str) -> bool:
        return self._organiser_key is not None and hmac.compare_digest(key.encode(), self._organiser_key.encode())


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
