"""The row of a match for lists and the schedule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from server.logs.store.summaries import PLACE, Summary, Tables, Value

MatchStatus: TypeAlias = Literal["open", "running", "paused", "suspended", "over", "void"]

UNENDED: Final[tuple[MatchStatus, ...]] = ("open", "running", "paused", "suspended")
"""The statuses of matches that count towards their host's limit."""

LESSON: Final = "lesson"
"""The visibility of lessons in their rows: they are in no list."""

QUEUE: Final = "queue"
"""The visibility of tables of the queue in their rows until they begin: in no list, so nobody sees who waits."""

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
        "rules_version": "int",
        "queue": "text",
        "waited_seconds": "int",
    },
    people="seatings",
    people_columns={"match_id": "text", "seat": "text", "player_id": "text", "awaited": "bool"},
    owner="host_id",
    unended=UNENDED,
    called_off="void",
    not_begun=("open",),
)


@dataclass(frozen=True)
class MatchSummary(Summary):
    """
    A match for lists and the schedule: its row in `matches`, and those of its players in `seatings`.

    `players` maps seats to their players (not bots), `reserved:SEAT` to the player with the reservation, and
    `role:PLAYER` to who holds a role; `awaited` are the seats for whose submission the open phase waits. `free_seats`
    can be taken by everyone who can see the match. `search` is the text in which matches are searched. `open_phase` is
    what seats see besides the listing, if spectators learn of it later. `round` is that of the tournament, if the match
    is a table of one; `series_id` the series that it is part of.
    `rules_version` is null in rows that an earlier server has written. `queue` is the pace of a table of the queue, and
    `waited_seconds` how long its first player had waited when it began, without bots.
    """

    tables = _TABLES

    game: str
    variant: str
    host_id: str
    players: dict[str, str]
    awaited: frozenset[str]
    free_seats: int
    search: str = field(repr=False)
    open_phase: str | None
    tournament_id: str | None
    round: int | None
    series_id: str | None
    rules_version: int
    queue: str | None
    waited_seconds: int | None

    def people_rows(self) -> Sequence[Sequence[Value]]:
        return [(self.log_id, seat, player_id, seat in self.awaited) for seat, player_id in self.players.items()]
