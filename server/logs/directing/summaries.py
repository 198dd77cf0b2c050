"""The row of a log that people direct, for lists and the schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from server.logs.store.summaries import PLACE, Summary, Tables, Value

Involved: TypeAlias = Literal["director", "entrant"]
"""What a person of such a log is in it."""


def tables_of(kind: str, logs: str, unended: tuple[str, ...], not_begun: tuple[str, ...]) -> Tables:
    """
    Return the tables of a kind: `logs`, and `KIND_people`.

    `unended` statuses count towards their owner's limit; from `not_begun` ones, a log can begin.
    """
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
        not_begun=not_begun,
    )


@dataclass(frozen=True)
class DirectedSummary(Summary):
    """
    Such a log for lists and the schedule: its row, and those of its people.

    `people` maps players to what they are; None if they are as before, because a thousand rows are slow to compare.
    """

    owner_id: str
    people: Mapping[str, Involved] | None

    def people_rows(self) -> Sequence[Sequence[Value]] | None:
        if self.people is None:
            return None
        return [(self.log_id, player_id, role) for player_id, role in self.people.items()]
