"""The row of a log that people direct, for lists and the schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, Self, TypeAlias

from server.logs.directing.facts import Visibility
from server.logs.store.summaries import PLACE, Tables, Value

Involved: TypeAlias = Literal["director", "entrant"]
"""What a person of such a log is in it."""


def tables_of(kind: str, logs: str, unended: tuple[str, ...]) -> Tables:
    """Return the tables of a kind: `logs`, and `KIND_people`; `unended` statuses count towards their owner's limit."""
    log_id = f"{kind}_id"
    columns = (log_id, "status", "visibility", "owner_id", "created_at", "due_at", "listing", PLACE)
    return Tables(
        logs=logs,
        log_columns=dict.fromkeys(columns, "text"),
        people=f"{kind}_people",
        people_columns={log_id: "text", "player_id": "text", "role": "text"},
        owner="owner_id",
        unended=unended,
        called_off="cancelled",
    )


@dataclass(frozen=True)
class DirectedSummary:
    """
    Such a log for lists and the schedule: its row, and those of its people.

    `due_at` is when the server must next do something in it, null if only people can act. `people` maps players to
    what they are; None if they are as before, because a thousand rows are slow to compare. `listing` is the log in
    lists, as JSON text; `place` orders them (`server.logs.aggregates.turns`).
    """

    tables: ClassVar[Tables]

    log_id: str
    status: str
    visibility: Visibility
    owner_id: str
    created_at: str
    due_at: str | None
    people: Mapping[str, Involved] | None
    listing: str
    place: str

    @property
    def owner(self) -> str:
        return self.owner_id

    @property
    def public(self) -> bool:
        return self.visibility == "public"

    def at(self, place: str) -> Self:
        return replace(self, place=place)

    def row(self) -> Sequence[Value]:
        return (
            self.log_id,
            self.status,
            self.visibility,
            self.owner_id,
            self.created_at,
            self.due_at,
            self.listing,
            self.place,
        )

    def people_rows(self) -> Sequence[Sequence[Value]] | None:
        if self.people is None:
            return None
        return [(self.log_id, player_id, role) for player_id, role in self.people.items()]
