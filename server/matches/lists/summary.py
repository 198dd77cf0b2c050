"""
The row of a match for lists and the schedule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final, Literal, Self, TypeAlias

from server.logs.directing.facts import Visibility
from server.logs.store.summaries import PLACE, Tables, Value

MatchStatus: TypeAlias = Literal["open", "running", "paused", "suspended", "over", "void"]

UNENDED: Final[tuple[MatchStatus, ...]] = ("open", "running", "paused", "suspended")
"""The statuses of matches that count towards their host's limit."""

_TABLES: Final = Tables(
    logs="matches",
    log_columns={
        "match_id": "text",
        "game": "text",
        "variant": "text",
        "status": "text",
        "visibility": "text",
        "host_id": "text",
        "created_at": "text",
        "due_at": "text",
        "free_seats": "int",
        "search": "text",
        "open_phase": "text",
        "listing": "text",
        "tournament_id": "text",
        "round": "int",
        "series_id": "text",
        PLACE: "text",
    },
    people="seatings",
    people_columns={"match_id": "text", "seat": "text", "player_id": "text", "awaited": "bool"},
    owner="host_id",
    unended=UNENDED,
    called_off="void",
)


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """
    A match for lists and the schedule: its row in `matches`, and those of its players in `seatings`.

    `due_at` is when the server must next do something in the match, null if only people can act. `players` maps seats
    to their players (not bots), `reserved:SEAT` to the player with the reservation, and `role:PLAYER` to who holds a
    role; `awaited` are the seats for whose submission the open phase waits. `free_seats` can be taken by everyone who
    can see the match. `search` is the text in which matches are searched. `listing` is the match in lists, as JSON
    text; `open_phase` is what seats see besides, if spectators learn of it later. `round` is that of the tournament, if
    the match is a table of one; `series_id` the series that it is part of. `place` orders lists
    (`server.logs.aggregates.turns`).
    """

    tables: ClassVar[Tables] = _TABLES

    match_id: str
    game: str
    variant: str
    status: MatchStatus
    visibility: Visibility
    host_id: str
    created_at: str
    due_at: str | None
    players: dict[str, str]
    awaited: frozenset[str]
    free_seats: int
    search: str = field(repr=False)
    open_phase: str | None
    listing: str
    tournament_id: str | None
    round: int | None
    series_id: str | None
    place: str

    @property
    def owner(self) -> str:
        return self.host_id

    @property
    def public(self) -> bool:
        return self.visibility == "public"

    def at(self, place: str) -> Self:
        return replace(self, place=place)

    def row(self) -> Sequence[Value]:
        return (
            self.match_id,
            self.game,
            self.variant,
            self.status,
            self.visibility,
            self.host_id,
            self.created_at,
            self.due_at,
            self.free_seats,
            self.search,
            self.open_phase,
            self.listing,
            self.tournament_id,
            self.round,
            self.series_id,
            self.place,
        )

    def people_rows(self) -> Sequence[Sequence[Value]]:
        return [(self.match_id, seat, player_id, seat in self.awaited) for seat, player_id in self.players.items()]
