"""
Matches as lists show them, and their rows for lists and the schedule.

A listing contains what everyone may know. What spectators learn late is left out of it, and shown only to seats.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Final, Literal

from pydantic import TypeAdapter

from engines.kit import SENT_WHOLE, Level, Outcome, Phase, Seat, SeatId
from server.access.player import Person, Player
from server.logs.directing.facts import Pace, RoleHolder, Visibility
from server.matches.facts import SeriesPlace, TournamentTable
from server.matches.lists.summary import LESSON, QUEUE, MatchStatus, MatchSummary
from server.matches.state import MatchState
from server.runtime.times import timestamp


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
    """The player with a reservation for the seat; null if it is not reserved."""
    level: Level | None = None
    """How well the bot plays; null without a bot."""


# Rows of earlier servers lack the fields with a factory. It is a factory, because the schema of replies has no default.
@dataclass(frozen=True, slots=True)
class MatchListing:
    """A match as everyone who can see it may know it."""

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
    door_open: bool = field(default_factory=lambda: True)
    """
    Whether everyone who can see the match can take free seats before the start. Otherwise only the host and players
    with a reservation can.
    """
    roles: tuple[RoleHolder, ...] = field(default_factory=tuple)
    """Who holds a role on the match, its owners with them."""
    label: str | None = field(default_factory=lambda: None, repr=False)
    """What the host calls the match; null if the host gave it no label."""
    tournament: TournamentTable | None = field(default_factory=lambda: None)
    """The table of a tournament that is played in this match; null in other matches."""
    series: SeriesPlace | None = field(default_factory=lambda: None)
    """The place in a series that this match has; null in other matches."""
    free_seats: int = field(default_factory=int)
    """How many seats everyone who can see the match can take now."""
    phase: Phase | None = field(default_factory=lambda: None)
    """The open phase; null without one, or if the caller will learn of it later (`spectator_lag`)."""
    closes_at: str | None = field(default_factory=lambda: None)
    """When that phase closes; null while the match is not running."""
    outcome: Outcome | None = field(default_factory=lambda: None)
    """How the match ended; null before its end, and if it was voided."""
    queue: bool = field(default_factory=bool)
    """Whether it is a table of the queue, at which nobody has the rights of a host."""


@dataclass(frozen=True, slots=True)
class MatchReply(MatchListing):
    """A match as its caller may know it."""

    __pydantic_config__ = SENT_WHOLE

    awaited: bool = field(default_factory=bool)
    """Whether the open phase waits for a submission of the caller."""


@dataclass(frozen=True, slots=True)
class OpenPhase:
    """The open phase and its deadline, for the seats of a match whose spectators learn of it later."""

    phase: Phase
    closes_at: str | None


RESERVED: Final = "reserved:"
"""How the places of reservations begin; the seat follows."""

HOLDER: Final = "role:"
"""How the places of those who hold a role begin; the player follows."""

NO_SEAT: Final = ":"
"""What the places of reservations and roles contain, and seats do not."""

_listings: Final = TypeAdapter(MatchListing)
_replies: Final = TypeAdapter(MatchReply)
_open_phases: Final = TypeAdapter(OpenPhase)


def list_match(state: MatchState) -> MatchListing:
    """Return the match as everyone may know it."""
    created = state.created
    now = None if _is_shown_late(state) else _open_phase(state)
    return MatchListing(
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
        roles=tuple(state.holders.values()),
        label=created.label,
        tournament=created.tournament,
        series=created.series,
        free_seats=_free_seats(state),
        phase=None if now is None else now.phase,
        closes_at=None if now is None else now.closes_at,
        outcome=state.outcome,
        queue=created.queue is not None,
    )


def list_match_for(player: Player | None, state: MatchState) -> MatchReply:
    """Return the match as the player may know it; without a player, as spectators do."""
    seat = None if player is None else state.seat_of(player.id)
    own = None if seat is None else _open_phase(state)
    return reply_with(list_match(state), own, awaited=seat in _awaited(state))


def reply_with(listing: MatchListing, own: OpenPhase | None, *, awaited: bool) -> MatchReply:
    """Return the listing for a caller; `own` is the open phase for the caller's seat, if the caller has one."""
    if own is not None:
        listing = replace(listing, phase=own.phase, closes_at=own.closes_at)
    return MatchReply(**{known.name: getattr(listing, known.name) for known in fields(MatchListing)}, awaited=awaited)


def render_listing(listing: MatchListing) -> str:
    """Return the listing as JSON text."""
    return _listings.dump_json(listing).decode()


def parse_listing(text: str) -> MatchListing:
    listing = _listings.validate_json(text)
    if listing.roles or listing.queue:
        return listing
    return replace(listing, roles=(RoleHolder(listing.host, "owner"),))  # an earlier row


def render_reply(reply: MatchReply) -> str:
    """Return the reply as JSON text."""
    return _replies.dump_json(reply).decode()


def parse_reply(text: str) -> MatchReply:
    return _replies.validate_json(text)


def parse_open_phase(text: str) -> OpenPhase:
    return _open_phases.validate_json(text)


def search_text(text: str) -> str:
    """Return the form of a text in which texts are searched: without differences of case and of width."""
    return unicodedata.normalize("NFKC", text).casefold()


def summarise(state: MatchState, due_at: datetime | None) -> MatchSummary:
    """Return the match's row; `due_at` is when the server must next do something in the match."""
    created = state.created
    listing = list_match(state)
    now = _open_phase(state) if _is_shown_late(state) else None
    return MatchSummary(
        log_id=created.match_id,
        game=created.game,
        variant=created.variant,
        status=state.status,
        visibility=_visibility(state),
        host_id=created.host.player_id,
        created_at=state.created_at,
        due_at=None if due_at is None else timestamp(due_at),
        players=_players(state),
        awaited=_awaited(state),
        free_seats=listing.free_seats,
        search=search_of(listing),
        open_phase=None if now is None else _open_phases.dump_json(now).decode(),
        listing=render_listing(listing),
        tournament_id=None if created.tournament is None else created.tournament.tournament_id,
        round=None if created.tournament is None else created.tournament.round,
        series_id=None if created.series is None else created.series.series_id,
        place=created.match_id,
        rules_version=state.in_force.version,
        queue=created.pace if created.queue else None,
        waited_seconds=state.waited_seconds,
    )


def _visibility(state: MatchState) -> Visibility | Literal["lesson", "queue"]:
    """Return the visibility of the match in its row; a table of the queue that never begins is in no list either."""
    if state.created.lesson:
        return LESSON
    return QUEUE if state.created.queue and state.played is None else state.created.visibility


def _is_shown_late(state: MatchState) -> bool:
    """Whether spectators learn of the open phase later than seats."""
    return state.created.spectator_lag > 0 and not state.ended


def _open_phase(state: MatchState) -> OpenPhase | None:
    if state.phase is None:
        return None
    return OpenPhase(state.phase, None if state.closes_at is None else timestamp(state.closes_at))


def _awaited(state: MatchState) -> frozenset[SeatId]:
    """Return the seats for whose submission the open phase waits."""
    if state.phase is None or state.status != "running":
        return frozenset()
    return frozenset(state.phase.awaited) - state.submissions.keys()


def _free_seats(state: MatchState) -> int:
    if state.status != "open" or not state.door_open:
        return 0
    return len(state.created.seats) - len(state.occupants.keys() | state.reserved.keys())


def search_of(listing: MatchListing) -> str:
    """Return the texts of the listing that people wrote: its label, and the names of its people."""
    people = [person for seat in listing.seats for person in (seat.player, seat.reserved_for) if person]
    return search_text("\n".join([listing.label or "", listing.host.name, *(person.name for person in people)]))


def _players(state: MatchState) -> dict[str, str]:
    """Return the players in seats, with reservations and with roles; during play a seat can have both of the first."""
    sitting = {str(seat): occupant.player.player_id for seat, occupant in state.occupants.items() if occupant.player}
    reserved = {f"{RESERVED}{seat}": player.player_id for seat, player in state.reserved.items()}
    host = state.created.host.player_id  # who has a column
    return sitting | reserved | {f"{HOLDER}{known}": known for known in state.holders if known != host}


def _list_seat(state: MatchState, seat: Seat) -> SeatListing:
    occupant = state.occupants.get(seat.id)
    player = None if occupant is None else occupant.player
    level = occupant.level if occupant is not None and player is None else None
    bot = level is not None
    return SeatListing(seat.id, seat.realm, seat.team, seat.role, player, bot, state.reserved.get(seat.id), level)
