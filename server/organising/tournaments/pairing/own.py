"""Rounds that the organiser makes: checked, and numbered in the order sent."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from engines.kit import join_names
from server.organising.tournaments.pairing.paired import ByeKind, Paired, bye, meetings_in
from server.organising.tournaments.rounds import EntrantId, Round, Table


@dataclass(frozen=True, slots=True)
class SentTable:
    """A table that the organiser sends, in the order of the seats; or one entrant, and the kind of its bye."""

    entrants: tuple[EntrantId, ...]
    bye: ByeKind | None = None


@dataclass(frozen=True, slots=True)
class OwnReason:
    """The organiser sent the table."""

    met: tuple[int, ...]
    """The rounds in which two who are paired again have met; empty at larger tables, where company repeats anyway."""
    forced_because: str | None
    """Why they are paired again, or though they must not meet; None if neither is so."""
    type: Literal["own"] = "own"


class BadPairingError(ValueError):
    """
    The round cannot be played. The message says why and what to send instead, without repeating input.

    `table` is the index of the table that is wrong; None if it is the round as a whole.
    """

    def __init__(self, message: str, table: int | None = None) -> None:
        super().__init__(message)
        self.table = table


def pair(
    entrants: Sequence[EntrantId],
    past: Sequence[Round],
    withdrawn: Collection[EntrantId],
    sent: Sequence[SentTable],
    *,
    sizes: Collection[int],
    bye_points: Mapping[ByeKind, int],
    force: str | None,
    forbidden: Collection[frozenset[EntrantId]] = (),
) -> list[Paired[OwnReason]]:
    """
    Return the tables of the next round. Entrants without a table score nothing.

    Args:
        entrants: In any order.
        past: All rounds so far.
        withdrawn: They cannot be paired.
        sent: The tables and byes.
        sizes: How many entrants a table can have.
        bye_points: The half points of each kind of bye.
        force: The organiser's reason to pair two who have met again, or must not meet; None to refuse that.
        forbidden: Pairs that must not meet.

    Raises:
        BadPairingError: An entrant is unknown, has withdrawn or comes twice; a table has a wrong size; a bye has no
            kind; or two meet again, or who must not, without `force`.
    """
    if not sent:
        raise BadPairingError("The round has no table. Send at least one, or finish the tournament.")
    met = meetings_in(past)
    free = set(entrants).difference(withdrawn)
    paired: list[Paired[OwnReason]] = []
    for index, one in enumerate(sent):
        _check_size(index, one, sizes)
        for entrant in one.entrants:
            if entrant in withdrawn or entrant not in entrants:
                raise BadPairingError("Only entrants of this tournament who have not withdrawn can be paired.", index)
            if entrant not in free:
                raise BadPairingError("Each entrant can be in a round once: at a table or in a bye.", index)
            free.remove(entrant)
        if one.bye is not None:
            table = bye(index + 1, one.entrants[0], bye_points[one.bye], one.bye)
        else:
            table = Table(index + 1, one.entrants)
        again = met[frozenset(one.entrants)] if len(one.entrants) == 2 else ()
        if again and force is None:
            rounds = join_names([f"round {number}" for number in again])
            raise BadPairingError(f"These two met in {rounds}. To pair them again, send `force` with a reason.", index)
        barred = any(frozenset(pair) in forbidden for pair in combinations(one.entrants, 2))
        if barred and force is None:
            message = "Two of these must not meet. To pair them still, send `force` with a reason."
            raise BadPairingError(message, index)
        paired.append(Paired(table, OwnReason(again, force if again or barred else None)))
    return paired


def _check_size(index: int, one: SentTable, sizes: Collection[int]) -> None:
    if one.bye is not None:
        if len(one.entrants) != 1:
            raise BadPairingError("A bye has one entrant.", index)
    elif len(one.entrants) == 1:
        raise BadPairingError("An entrant without opponents needs the kind of its bye.", index)
    elif len(one.entrants) not in sizes:
        allowed = f"{min(sizes)} to {max(sizes)}" if len(sizes) > 1 else f"{min(sizes)}"
        raise BadPairingError(f"A table has {allowed} entrants in this tournament.", index)
