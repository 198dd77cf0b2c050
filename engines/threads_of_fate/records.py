"""The records a view is made of."""

from __future__ import annotations

from dataclasses import dataclass

from engines.contract import SeatId
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
