"""
Queries over all matches: lists for players, due work for the schedule, stored replies for the services.

The rows are written together with the entries of the log; all but the replies can be rebuilt from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from pydantic import TypeAdapter
from sqlalchemy import ColumnElement, delete, or_, select, true, tuple_
from sqlalchemy.ext.asyncio import AsyncEngine

from engines.kit import SENT_WHOLE, Seat, SeatId
from server.access import reach
from server.aggregates.schedule import Due
from server.database.connection import database_errors
from server.database.tables import KeptReplyRow, MatchRow, Seating
from server.facts import Pace, Person
from server.identity.players import Player
from server.log.contract import UNENDED, KeptReply, MatchStatus, MatchSummary, Visibility
from server.log.entry import timestamp
from server.matches.state import MatchState

_matches = MatchRow.__table__
_seatings = Seating.__table__
_replies = KeptReplyRow.__table__


@dataclass(frozen=True, slots=True)
class SeatListing:
    """A seat in lists: free, with a bot or with a player; `reserved_for` is the player with a reservation for it."""

    __pydantic_config__ = SENT_WHOLE

    id: SeatId
    realm: str | None
    team: str | None
    role: str | None
    player: Person | None
    bot: bool
    """Whether a bot has the seat."""
    reserved_for: Person | None = None
    """The player with a reservation for the seat; null if there is none."""


@dataclass(frozen=True, slots=True)
class MatchReply:
    """A match in a list."""

    __pydantic_config__ = SENT_WHOLE

    match_id: str
    game: str
    variant: str
    status: MatchStatus
    """The status of the match."""
    visibility: Visibility
    pace: Pace
    autostart: bool
    created_at: str
    """When it was created."""
    host: Person
    seats: tuple[SeatListing, ...]
    """The seats, in the order of the game."""
    # Rows of earlier servers lack it. A factory, because the schema of replies has no default.
    door_open: bool = field(default_factory=lambda: True)
    """
    Whether everyone who can see the match can take free seats before the start. Otherwise only the host and players
    with a reservation can.
    """


_listings = TypeAdapter(MatchReply)


def list_match(state: MatchState) -> MatchReply:
    """Return the match as lists show it."""
    created = state.created
    return MatchReply(
        match_id=created.match_id,
        game=created.game,
        variant=created.variant,
        status=state.status,
        visibility=created.visibility,
        pace=created.pace,
        autostart=created.autostart,
        created_at=state.created_at,
        host=created.host,
        seats=tuple(_list_seat(state, seat) for seat in created.seats),
        door_open=state.door_open,
    )


def render_listing(listing: MatchReply) -> str:
    """Return the listing as JSON text."""
    return _listings.dump_json(listing).decode()


def parse_listing(text: str) -> MatchReply:
    return _listings.validate_json(text)


def summarise(state: MatchState, due_at: datetime | None) -> MatchSummary:
    """Return the match's row; `due_at` is when the server must next do something in the match."""
    created = state.created
    return MatchSummary(
        match_id=created.match_id,
        game=created.game,
        variant=created.variant,
        status=state.status,
        visibility=created.visibility,
        host_id=created.host.player_id,
        created_at=state.created_at,
        due_at=None if due_at is None else timestamp(due_at),
        players=_players(state),
        listing=render_listing(list_match(state)),
    )


class Directory:
    """Queries over all matches."""

    def __init__(self, database: AsyncEngine) -> None:
        self._database = database

    async def list_matches(
        self,
        player: Player,
        *,
        game: str | None,
        status: MatchStatus | None,
        mine: bool,
        before: str | None,
        limit: int,
    ) -> list[MatchReply]:
        """Return matches that the player may know of and that are older than the match `before`, newest first."""
        own = or_(
            _matches.c.host_id == player.id,
            _matches.c.match_id.in_(select(_seatings.c.match_id).where(_seatings.c.player_id == player.id)),
        )
        conditions: list[ColumnElement[bool]] = [own if mine else _listed_for(player, own)]
        if game is not None:
            conditions.append(_matches.c.game == game)
        if status is not None:
            conditions.append(_matches.c.status == status)
        if before is not None:
            conditions.append(_matches.c.match_id < before)
        query = select(_matches.c.listing).where(*conditions).order_by(_matches.c.match_id.desc()).limit(limit)
        return [parse_listing(listing) for listing in await self._column(query)]

    async def overdue(self, since: datetime, limit: int, behind: Due | None = None) -> list[Due]:
        """Return matches with work due by `since`, after `behind`; the longest overdue first."""
        place = tuple_(_matches.c.due_at, _matches.c.match_id)
        query = select(_matches.c.due_at, _matches.c.match_id).where(_matches.c.due_at <= timestamp(since))
        if behind is not None:
            query = query.where(place > behind)
        with database_errors():
            async with self._database.connect() as connection:
                rows = await connection.execute(query.order_by(_matches.c.due_at, _matches.c.match_id).limit(limit))
        return [Due(*row) for row in rows]

    async def count_hosted(self, player: Player, most: int) -> int:
        """Return how many matches that are not over the player hosts; counts at most up to `most`."""
        unended = _matches.c.status.in_(UNENDED)
        hosted = select(_matches.c.match_id).where(_matches.c.host_id == player.id, unended).limit(most)
        return len(await self._column(hosted))

    async def kept_reply(self, player_id: str, key: str) -> KeptReply | None:
        """Return the reply stored under a player's idempotency key."""
        query = select(_replies).where(_replies.c.player_id == player_id, _replies.c.key == key)
        with database_errors():
            async with self._database.connect() as connection:
                row = (await connection.execute(query)).one_or_none()
        return KeptReply(**row._mapping) if row else None

    async def forget_replies(self, before: datetime, most: int) -> bool:
        """Delete up to `most` replies that are older than `before`; return whether there may be more."""
        old = select(_replies.c.player_id, _replies.c.key).where(_replies.c.created_at < timestamp(before)).limit(most)
        with database_errors():
            async with self._database.begin() as connection:
                gone = await connection.execute(
                    delete(KeptReplyRow).where(tuple_(_replies.c.player_id, _replies.c.key).in_(old))
                )
        return bool(gone.rowcount == most)

    async def _column(self, query: object) -> Sequence[str]:
        with database_errors():
            async with self._database.connect() as connection:
                return (await connection.execute(query)).scalars().all()  # type: ignore[call-overload, no-any-return]


def _listed_for(player: Player, own: ColumnElement[bool]) -> ColumnElement[bool]:
    return true() if reach("listMatches", player.role) == "all" else or_(_matches.c.visibility == "public", own)


def _players(state: MatchState) -> dict[str, str]:
    """Return the players in seats and with reservations; during play a seat can have both."""
    sitting = {str(seat): occupant.player.player_id for seat, occupant in state.occupants.items() if occupant.player}
    return sitting | {f"reserved:{seat}": player.player_id for seat, player in state.reserved.items()}


def _list_seat(state: MatchState, seat: Seat) -> SeatListing:
    occupant = state.occupants.get(seat.id)
    player = None if occupant is None else occupant.player
    bot = occupant is not None and player is None
    return SeatListing(seat.id, seat.realm, seat.team, seat.role, player, bot, state.reserved.get(seat.id))
