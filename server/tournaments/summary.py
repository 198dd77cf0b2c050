"""
The row of a tournament for lists and the schedule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, TypeAlias

from server.facts import Visibility
from server.log.summaries import Tables, Value

TournamentStatus: TypeAlias = Literal["draft", "open", "check_in", "running", "paused", "over", "cancelled"]

UNENDED: Final[tuple[TournamentStatus, ...]] = ("draft", "open", "check_in", "running", "paused")
"""The statuses of tournaments that count towards their owner's limit."""

Role: TypeAlias = Literal["director", "entrant"]

_TABLES: Final = Tables(
    logs="tournaments",
    log_columns={
        "tournament_id": "text",
        "status": "text",
        "visibility": "text",
        "owner_id": "text",
        "created_at": "text",
        "due_at": "text",
        "listing": "text",
    },
    people="tournament_people",
    people_columns={"tournament_id": "text", "player_id": "text", "role": "text"},
    owner="owner_id",
    unended=UNENDED,
)


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """
    A tournament for lists and the schedule: its row in `tournaments`, and those of its people in `tournament_people`.

    `due_at` is when the server must next do something in it, null if only people can act. `people` maps players to
    their roles; None if they are as before, because a thousand rows are slow to compare. `listing` is the tournament in
    lists, as JSON text.
    """

    tables: ClassVar[Tables] = _TABLES

    tournament_id: str
    status: TournamentStatus
    visibility: Visibility
    owner_id: str
    created_at: str
    due_at: str | None
    people: Mapping[str, Role] | None
    listing: str

    @property
    def owner(self) -> str:
        return self.owner_id

    def row(self) -> Sequence[Value]:
        return (
            self.tournament_id,
            self.status,
            self.visibility,
            self.owner_id,
            self.created_at,
            self.due_at,
            self.listing,
        )

    def people_rows(self) -> Sequence[Sequence[Value]] | None:
        if self.people is None:
            return None
        return [(self.tournament_id, player_id, role) for player_id, role in self.people.items()]
