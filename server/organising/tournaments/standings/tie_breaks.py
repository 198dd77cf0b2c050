"""
The tie-breaks that an organiser can choose, by the codes of the FIDE Handbook, C.07 (1 March 2026).

All values are whole numbers. Most are sums, over the rounds or over the opponents; some summands are cut.

Unplayed rounds follow C.07, Article 16 (`server/organising/tournaments/standings/cards.py`). In a round robin every
table counts as met, played or not, and a bye as nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal, NamedTuple, TypeAlias

from server.organising.tournaments.rounds import ALL_MEET, BRACKETS, UNPLAYED, System
from server.organising.tournaments.standings.cards import Card, Dummy, Opposition, RoundKind, ScoredField

HALVES: Final = 2
QUARTERS: Final = 4

Side: TypeAlias = Literal["lowest", "highest"]
OfRounds: TypeAlias = Callable[[Card], list[int]]
"""Returns what each round of a card gives."""
OfOpponent: TypeAlias = Callable[[ScoredField, Opposition], int]
"""Returns what an opponent gives."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """
    How a tie-break counts: a sum over the rounds or over the opponents, or else as in `table.py`.

    `per_point` is its scale: a value divided by it is in points or in a count. `cuts`: which opponents do not count.
    `only_met`: dummies do not count either. `orders`: it lists those with equal ranks, but does not separate them.
    """

    code: str
    per_point: int = 1
    of_rounds: OfRounds | None = None
    of_opponent: OfOpponent | None = None
    cuts: tuple[Side, ...] = ()
    only_met: bool = False
    low_is_better: bool = False
    orders: bool = False


class Summand(NamedTuple):
    """What one round, or one opponent of a round, gave to a value."""

    round: int
    how: RoundKind
    value: int
    opponent: int | None = None
    """The opponent; after a forfeit, who should have been."""
    points: int | None = None
    """The points of the round, or against this opponent, where they matter."""
    score: int | None = None
    """The score that was taken for the opponent or the dummy, where it matters."""
    dummy: Dummy | None = None
    cut: Side | None = None


def value(field: ScoredField, card: Card, code: str) -> int:
    """Return the value of a tie-break that is a sum."""
    counted = TIE_BREAKS[code]
    if counted.of_rounds is not None:
        return sum(counted.of_rounds(card))
    _, values, cuts = _by_opponent(field, card, counted)
    return sum(values) - sum(values[at] for at in cuts)


def summands(field: ScoredField, card: Card, code: str) -> list[Summand]:
    """Return the summands of the value of a tie-break, and which were cut; empty if it is not a sum."""
    counted = TIE_BREAKS[code]
    if counted.of_rounds is not None:
        values = counted.of_rounds(card)
        return [Summand(turn.round, turn.how, each) for turn, each in zip(card.turns, values, strict=True)]
    parts, values, cuts = _by_opponent(field, card, counted)
    return [
        Summand(part.turn.round, part.turn.how, each, part.opponent, part.points, part.score, part.dummy, cuts.get(at))
        for at, (part, each) in enumerate(zip(parts, values, strict=True))
    ]


def _by_opponent(
    field: ScoredField, card: Card, counted: TieBreak
) -> tuple[list[Opposition], list[int], dict[int, Side]]:
    """Return the opponents that count, what each gives, and who of them is cut from which side."""
    if counted.of_opponent is None:
        return [], [], {}
    parts = _real_opponents(field, card) if counted.only_met else card.opposition
    values = [counted.of_opponent(field, part) for part in parts]
    cuts: dict[int, Side] = {}
    left = list(range(len(parts))) if counted.cuts else []
    for side in counted.cuts:
        if left:
            at = (_least if side == "lowest" else _greatest)(parts, values, left)
            cuts[at] = side
            left.remove(at)
    return parts, values, cuts


def _least(parts: list[Opposition], values: list[int], left: list[int]) -> int:
    """
    Return the opponent with the lowest score.

    A round missed by choice goes first, unless it gave less (C.07, 16.5.1): nobody gains by missing a round.
    """
    least = min(left, key=lambda at: (parts[at].score, values[at]))
    missed = [at for at in left if parts[at].dummy is not None and parts[at].turn.by_choice]
    if missed:
        first = min(missed, key=lambda at: (values[at], parts[at].score))
        if values[first] >= values[least]:
            return first
    return least


def _greatest(parts: list[Opposition], values: list[int], left: list[int]) -> int:
    return max(left, key=lambda at: (parts[at].score, values[at]))


def _real_opponents(field: ScoredField, card: Card) -> list[Opposition]:
    """Return the opponents, without dummies, with the scores they made."""
    return [
        part._replace(score=field.cards[part.opponent].score)
        for part in card.opposition
        if part.dummy is None and part.opponent is not None
    ]


def _koya(field: ScoredField, part: Opposition) -> int:
    return part.points if part.opponent is not None and 2 * part.score >= field.cards[part.opponent].possible else 0


def _score(field: ScoredField, part: Opposition) -> int:
    return part.score


def _points_times_score(field: ScoredField, part: Opposition) -> int:
    return part.points * part.score


def _wins(card: Card) -> list[int]:
    return [int(turn.won) for turn in card.turns]


def _wins_by_play(card: Card) -> list[int]:
    return [int(turn.won and turn.how not in UNPLAYED) for turn in card.turns]


def _scores(card: Card) -> list[int]:
    return list(accumulate(turn.points for turn in card.turns))


def _rounds_elected(card: Card) -> list[int]:
    return [int(not turn.by_choice and turn.how not in ("pending", "void")) for turn in card.turns]


_ALL: Final = (
    TieBreak("DE", low_is_better=True),
    TieBreak("WIN", of_rounds=_wins),
    TieBreak("WON", of_rounds=_wins_by_play),
    TieBreak("PS", HALVES, of_rounds=_scores),
    TieBreak("BH", HALVES, of_opponent=_score),
    TieBreak("BH/C1", HALVES, of_opponent=_score, cuts=("lowest",)),
    TieBreak("BH/C2", HALVES, of_opponent=_score, cuts=("lowest", "lowest")),
    TieBreak("BH/M1", HALVES, of_opponent=_score, cuts=("lowest", "highest")),
    TieBreak("SB", QUARTERS, of_opponent=_points_times_score),
    TieBreak("SB/C1", QUARTERS, of_opponent=_points_times_score, cuts=("lowest",)),
    TieBreak("KS", HALVES, of_opponent=_koya, only_met=True),
    TieBreak("REP", of_rounds=_rounds_elected),
    TieBreak("TPN", low_is_better=True, orders=True),
    TieBreak("LOT", low_is_better=True, orders=True),
)

TIE_BREAKS: Final[Mapping[str, TieBreak]] = {each.code: each for each in _ALL}

ORDERING: Final = frozenset(each.code for each in _ALL if each.orders)
"""Tie-breaks by which entrants with equal ranks are listed."""

DEFAULTS: Final[Mapping[System, tuple[str, ...]]] = {
    "swiss": ("BH/C1", "BH", "SB", "DE", "WIN"),
    "round_robin": ("DE", "WIN", "SB", "KS"),
    "single_elimination": (),
    "double_elimination": (),
    "groups": ("DE", "WIN", "SB", "KS"),
    "heats": ("WIN", "DE"),
    "own": ("WIN", "DE"),
    "arena": ("WIN",),
}
"""The tie-breaks of each system; `LOT` is always the last."""


class BadTieBreakError(ValueError):
    """A list of tie-breaks does not fit this system; the text says why."""


def check(codes: Sequence[str], system: System) -> None:
    """Raise BadTieBreakError unless all codes are known, unique, and meaningful in this system."""
    for at, code in enumerate(codes):
        if code not in TIE_BREAKS:
            raise BadTieBreakError(f"There is no tie-break {code!r}. Choose from {', '.join(TIE_BREAKS)}.")
        if code in codes[:at]:
            raise BadTieBreakError(f"{code} occurs twice.")
        if why := _meaningless(TIE_BREAKS[code], system):
            raise BadTieBreakError(f"{code} has no meaning in {system}: {why}.")
        if code not in ORDERING and not ORDERING.isdisjoint(codes[:at]):
            raise BadTieBreakError(f"{code} would never count: no two entrants have the same number or lot.")


def _meaningless(counted: TieBreak, system: System) -> str | None:
    """Return why a tie-break has no meaning in a system; None if it has one."""
    if system in ALL_MEET and counted.of_opponent is _score:
        return "everyone has the same opponents"
    if system == "heats" and counted.of_opponent is not None:
        return "tables can have different sizes"
    if system == "arena" and not (counted.orders or counted.code in ("WIN", "WON")):
        return "entrants have different numbers of tables"
    if system in BRACKETS and not counted.orders:
        return "places in the bracket decide"
    return None
