"""
What both elimination systems share: a plan of slots, filled with entrants from the tables of earlier rounds.

The tables of a round are in the order of the slots of the plan; a slot to which nobody comes has no table. The first
round holds the whole field, so the rounds alone say who is in which slot, and nobody can enter later.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from server.organising.tournaments.pairing.paired import BYE_POINTS, Paired, bye, first_field, meetings_in, table_of_two
from server.organising.tournaments.rounds import EntrantId, Round, Table

Bracket: TypeAlias = Literal["main", "upper", "lower", "final", "second_final"]


class Source(NamedTuple):
    """The winner or the loser of a slot of an earlier round; rounds and slots count from 0."""

    round: int
    slot: int
    won: bool


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a table."""

    bracket: Bracket
    round: int
    """The round of the bracket, from 1."""
    sources: tuple[Source, ...]
    """Two; empty in the first round."""


SlotsByRound: TypeAlias = list[list[Slot]]
"""The slots of each round."""


@dataclass(frozen=True, slots=True)
class CameFrom:
    """The table from which an entrant comes, and whether it won there."""

    entrant: EntrantId
    round: int
    table: int
    won: bool


@dataclass(frozen=True, slots=True)
class BracketReason:
    """The place of a table in its bracket, and how its entrants, in the order of the seats, got there."""

    bracket: Bracket
    bracket_round: int
    numbers: tuple[int, ...]
    """The numbers of the entrants. In the first round, they decide who meets whom; the best are kept apart."""
    came_from: tuple[CameFrom, ...]
    """One for each entrant; empty in the first round."""
    met: tuple[int, ...]
    """The rounds in which the two have met."""
    type: Literal["bracket"] = "bracket"


class LevelTableError(ValueError):
    """A table of a bracket has no winner. It is played again or adjudicated before the next round is paired."""

    def __init__(self, round_: Round, table: Table) -> None:
        super().__init__(f"Table {table.number} of round {round_.number} ended level: play it again, or adjudicate it.")
        self.round = round_.number
        self.table = table.number


def is_level(table: Table) -> bool:
    """Return whether a table ended level. In a bracket it must then be played again, or adjudicated."""
    result = table.result
    return result is not None and result.how != "double_forfeit" and len(set(result.points)) < len(table.entrants)


@dataclass(frozen=True, slots=True)
class Elimination:
    """A system with brackets."""

    lives: int
    """The number of losses after which an entrant leaves."""
    plan: Callable[[int], SlotsByRound]
    """Returns all rounds that there can be in a bracket that halves so many times."""

    def places(
        self, entrants: Collection[EntrantId], past: Sequence[Round], withdrawn: Collection[EntrantId]
    ) -> dict[EntrantId, int]:
        """
        Return the place of each entrant: those who left in the same round share one.

        Those who are still in share the first place. Nobody has it if both finalists forfeited.

        Args:
            entrants: In any order; those who were not in the first round share the last place.
            past: The rounds so far; tables that are not over count for nothing.
            withdrawn: They are behind those who are still in, unless they have won.

        Raises:
            LevelTableError: As in `pair`.
        """
        left = _exits(past, withdrawn, self.lives)
        if past:
            left = dict.fromkeys(set(entrants).difference(first_field(past)), 0) | left
        rounds = {entrant: left.get(entrant, _last(past) + 2) for entrant in entrants}
        in_order = sorted(rounds.values())
        return {
            entrant: max(len(in_order) - bisect_right(in_order, round_) + 1, 2 if entrant in left else 1)
            for entrant, round_ in rounds.items()
        }

    def is_over(self, past: Sequence[Round], withdrawn: Collection[EntrantId]) -> bool:
        """Whether at most one entrant is still in who has not withdrawn; raises `LevelTableError` as `pair` does."""
        return bool(past) and len(first_field(past)) - len(_exits(past, withdrawn, self.lives)) <= 1

    def pair(
        self,
        entrants: Sequence[EntrantId],
        past: Sequence[Round],
        withdrawn: Collection[EntrantId],
        *,
        lot: Literal[0, 1],
        seeds: Sequence[EntrantId] | None = None,
        earlier: Sequence[Round] = (),
    ) -> list[Paired[BracketReason]]:
        """
        Return the tables of the next round; none once the bracket is over (`is_over`).

        A double forfeit takes out both at once, so that the one who would have met one of them has a bye.

        Args:
            entrants: In the order of their numbers.
            past: All rounds so far, of which all tables have results.
            withdrawn: They do not start; later they forfeit at the tables to which they come.
            lot: Whether the better number has the first seat (0) or the second (1) at odd tables, where both entrants
                had the first seat equally often. At even tables it is the other way round.
            seeds: Who is in the first round, the best first; by default all `entrants`.
            earlier: Rounds before the bracket, which count for seats and for who has met.

        Raises:
            LevelTableError: A table is level (`is_level`).
        """
        if any(table.result is None for round_ in past for table in round_.tables):
            raise ValueError("a table of an earlier round is not over")
        origin: dict[EntrantId, CameFrom] = {}
        if past:
            if self.is_over(past, withdrawn):
                return []
            slots, coming = _next(self.plan((len(past[0].tables) - 1).bit_length() + 1), past)
            origin = {one.entrant: one for ones in coming for one in ones}
            arrived = [[one.entrant for one in ones] for ones in coming]
        else:
            first = entrants if seeds is None else seeds
            field = [entrant for entrant in first if entrant not in withdrawn]
            if len(field) < 2:
                return []
            slots = self.plan((len(field) - 1).bit_length())[0]
            arrived = _seeding(field, 2 * len(slots))
        rank = {entrant: number for number, entrant in enumerate(entrants, 1)}
        had = _first_seats([*earlier, *past])
        met = meetings_in([*earlier, *past])
        tables: list[Paired[BracketReason]] = []
        for slot, those in zip(slots, arrived, strict=True):
            if not those:
                continue
            number = len(tables) + 1
            by_lot = 1 if number % 2 != lot else -1
            seated = sorted(those, key=lambda entrant: (sum(had[entrant]), had[entrant][-1:], by_lot * rank[entrant]))
            if len(seated) == 1:
                table = bye(number, seated[0], BYE_POINTS["bye"])
            else:
                table = table_of_two(number, (seated[0], seated[1]), withdrawn)
            reason = BracketReason(
                slot.bracket,
                slot.round,
                tuple(rank[entrant] for entrant in seated),
                tuple(origin[entrant] for entrant in seated if origin),
                met[frozenset(seated)] if len(seated) == 2 else (),
            )
            tables.append(Paired(table, reason))
        return tables


def seeds_in_line(size: int) -> list[int]:
    """Return the seeds from 1 in the order of the bracket: the first two meet, the best ones meet last."""
    numbers = [1]
    while len(numbers) < size:
        numbers = [one for number in numbers for one in (number, 2 * len(numbers) + 1 - number)]
    return numbers


def _seeding(field: Sequence[EntrantId], size: int) -> list[list[EntrantId]]:
    """Return who comes to each slot of the first round: byes go to the best, who meet each other last."""
    numbers = seeds_in_line(size)
    return [
        [field[number - 1] for number in two if number <= len(field)]
        for two in zip(numbers[::2], numbers[1::2], strict=True)
    ]


def _first_seats(past: Sequence[Round]) -> dict[EntrantId, list[int]]:
    """Return 1 for each table at which an entrant had the first seat, and -1 for each other one, if played."""
    had: dict[EntrantId, list[int]] = defaultdict(list)
    for round_ in past:
        for table in round_.tables:
            if table.was_played:
                for entrant, seat in zip(table.entrants, (1, -1), strict=True):
                    had[entrant].append(seat)
    return had


def _next(plan: SlotsByRound, past: Sequence[Round]) -> tuple[list[Slot], list[list[CameFrom]]]:
    """Return the slots of the next round, and who comes to each."""
    came: dict[Source, CameFrom] = {}
    rounds = iter(past)
    for index, slots in enumerate(plan):
        coming = [[came[source] for source in slot.sources if source in came] for slot in slots]
        if index and all(len(ones) < 2 for ones in coming):
            # After double forfeits: a round with only byes is omitted.
            came |= {Source(index, place, True): one for place, ones in enumerate(coming) for one in ones}
            continue
        round_ = next(rounds, None)
        if round_ is None:
            return slots, coming
        tables = iter(sorted(round_.tables, key=lambda table: table.number))
        for place, ones in enumerate(coming):
            # A first round that the organiser made can have fewer tables than slots; the last slots stay empty.
            table = next(tables, None) if ones or not index else None
            if table is not None:
                for won, entrant in zip((True, False), _winner_and_loser(round_, table), strict=True):
                    if entrant is not None:
                        came[Source(index, place, won)] = CameFrom(entrant, round_.number, table.number, won)
    return [], []


def _exits(past: Sequence[Round], withdrawn: Collection[EntrantId], lives: int) -> dict[EntrantId, int]:
    """Return the round in which each entrant left; for the withdrawn the next one, unless there is a winner."""
    losses: Counter[EntrantId] = Counter()
    left: dict[EntrantId, int] = {}
    for round_ in past:
        for table in round_.tables:
            loser = _winner_and_loser(round_, table)[1]
            losses.update([loser] if loser is not None else ())
            if table.result is not None and table.result.how == "double_forfeit":
                left |= dict.fromkeys(table.entrants, round_.number)
            elif loser is not None and losses[loser] == lives:
                left[loser] = round_.number
    still_in = [entrant for entrant in first_field(past) if entrant not in left]
    if len(still_in) > 1:
        left |= {entrant: _last(past) + 1 for entrant in still_in if entrant in withdrawn}
    return left


def _last(past: Sequence[Round]) -> int:
    """Return the number of the last round, which is not that of the bracket where groups came before."""
    return past[-1].number if past else 0


def _winner_and_loser(round_: Round, table: Table) -> tuple[EntrantId | None, EntrantId | None]:
    """Return the winner and the loser of a table; None where nobody won or lost."""
    if table.result is None or table.result.how == "double_forfeit":
        return None, None
    if table.is_bye:
        return table.entrants[0], None
    if is_level(table):
        raise LevelTableError(round_, table)
    first, second = table.entrants
    return (first, second) if table.result.points[0] > table.result.points[1] else (second, first)
