"""The records a view is made of."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract import Outcome, SeatId
from engines.realms import Realms, seats_with
from engines.threads_of_fate.facts import SpunThread
from engines.threads_of_fate.moves import WeaveMove
from engines.threads_of_fate.strands import ThreadId


@dataclass(frozen=True, slots=True)
class WeaveReport:
    """
    A finished round as its seat was told of it.

    `submission` is the weave that counted; `can_talk_to` is for the round after and null at the match's end.
    """

    round: int
    submission: WeaveMove
    twine: int
    threads: dict[ThreadId, SpunThread]
    can_talk_to: tuple[SeatId, ...] | None


@dataclass(frozen=True, slots=True)
class ThreadsOfFateResult:
    """How the match ended, each list in seat order. `winner` is empty if no pair could win."""

    rank: dict[SeatId, int]
    winner: tuple[SeatId, ...]
    token_of_life: tuple[SeatId, ...]
    ascends: tuple[SeatId, ...]
    descends: tuple[SeatId, ...]
    mark_of_elimination: tuple[SeatId, ...]
    elimination_candidate: tuple[SeatId, ...]


def result_of(outcome: Outcome, realms: Realms) -> ThreadsOfFateResult:
    seats = realms.seats
    return ThreadsOfFateResult(
        rank=outcome.rank,
        winner=seats_with(outcome, "winner", seats),
        token_of_life=seats_with(outcome, "token_of_life", seats),
        ascends=seats_with(outcome, "ascends", seats),
        descends=seats_with(outcome, "descends", seats),
        mark_of_elimination=seats_with(outcome, "mark_of_elimination", seats),
        elimination_candidate=seats_with(outcome, "elimination_candidate", seats),
    )
