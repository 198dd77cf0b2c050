"""
Matches as lists show them, and their rows for lists and the schedule.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pydantic import TypeAdapter

from engines.kit import SENT_WHOLE, Seat, SeatId
from server.facts import Pace, Person
from server.log.contract import MatchStatus, MatchSummary, Visibility
from server.log.entry import timestamp
from server.matches.state import MatchState


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


def _players(state: MatchState) -> dict[str, str]:
    """Return the players in seats and with reservations; during play a seat can have both."""
    sitting = {str(seat): occupant.player.player_id for seat, occupant in state.occupants.items() if occupant.player}
    return sitting | {f"reserved:{seat}": player.player_id for seat, player in state.reserved.items()}


def _list_seat(state: MatchState, seat: Seat) -> SeatListing:
    occupant = state.occupants.get(seat.id)
    player = None if occupant is None else occupant.player
    bot = occupant is not None and player is None
    return SeatListing(seat.id, seat.realm, seat.team, seat.role, player, bot, state.reserved.get(seat.id))
