"""
The value of each tie-break that is a sum, and its summands. Some are cut; the others make the value.

Unplayed rounds follow C.07, Article 16 (`server/organising/tournaments/standings/cards.py`). In a round robin every
table counts as met, played or not, and a bye as nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate
from typing import Final, Literal, NamedTuple, TypeAlias

from server.organising.tournaments.rounds import UNPLAYED
from server.organising.tournaments.standings.cards import Card, Dummy, Field, Opposition, RoundKind

Side: TypeAlias = Literal["lowest", "highest"]


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


def value(field: Field, card: Card, code: str) -> int:
    """Return the value of a tie-break that is a sum."""
    if code in _BY_ROUND:
        return sum(_BY_ROUND[code](card))
    _, values, cuts = _by_opponent(field, card, code)
    return sum(values) - sum(values[at] for at in cuts)


def summands(field: Field, card: Card, code: str) -> list[Summand]:
    """Return what the value of a tie-break is the sum of, and what was cut; nothing if it is no sum."""
    if code in _BY_ROUND:
        values = _BY_ROUND[code](card)
        return [Summand(turn.round, turn.how, each) for turn, each in zip(card.turns, values, strict=True)]
    if code not in _BY_OPPONENT:
        return []
    parts, values, cuts = _by_opponent(field, card, code)
    return [
        Summand(part.turn.round, part.turn.how, each, part.opponent, part.points, part.score, part.dummy, cuts.get(at))
        for at, (part, each) in enumerate(zip(parts, values, strict=True))
    ]


def _by_opponent(field: Field, card: Card, code: str) -> tuple[list[Opposition], list[int], dict[int, Side]]:
    """Return the opponents that count, what each gives, and who of them is cut from which side."""
    rule = _BY_OPPONENT[code]
    parts = _met(field, card) if code == "KS" else card.opposition
    values = [rule.gives(field, part) for part in parts]
    cuts: dict[int, Side] = {}
    left = list(range(len(parts))) if rule.cuts else []
    for side in rule.cuts:
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


def _met(field: Field, card: Card) -> list[Opposition]:
    """Return the opponents, without dummies, with the scores they made."""
    return [
        part._replace(score=field.cards[part.opponent].score)
        for part in card.opposition
        if part.dummy is None and part.opponent is not None
    ]


def _koya(field: Field, part: Opposition) -> int:
    return part.points if part.opponent is not None and part.score >= field.cards[part.opponent].half else 0


class _Rule(NamedTuple):
    gives: Callable[[Field, Opposition], int]
    cuts: tuple[Side, ...] = ()


def _score(field: Field, part: Opposition) -> int:
    return part.score


def _points_times_score(field: Field, part: Opposition) -> int:
    return part.points * part.score


_BY_OPPONENT: Final[Mapping[str, _Rule]] = {
    "BH": _Rule(_score),
    "BH/C1": _Rule(_score, ("lowest",)),
    "BH/C2": _Rule(_score, ("lowest", "lowest")),
    "BH/M1": _Rule(_score, ("lowest", "highest")),
    "SB": _Rule(_points_times_score),
    "SB/C1": _Rule(_points_times_score, ("lowest",)),
    "KS": _Rule(_koya),
}

_BY_ROUND: Final[Mapping[str, Callable[[Card], list[int]]]] = {
    "WIN": lambda card: [int(turn.won) for turn in card.turns],
    "WON": lambda card: [int(turn.won and turn.how not in UNPLAYED) for turn in card.turns],
    "PS": lambda card: list(accumulate(turn.points for turn in card.turns)),
    "REP": lambda card: [int(not turn.by_choice and turn.how not in ("pending", "void")) for turn in card.turns],
}
