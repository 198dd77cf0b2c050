"""
The tie-breaks that an organiser can choose, by the codes of the FIDE Handbook, C.07 (1 March 2026).

All values are whole numbers. `per_point` says on which scale: a value divided by it is in points or in a count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

System: TypeAlias = Literal["swiss", "round_robin", "single_elimination", "double_elimination", "heats", "teams", "own"]

BRACKETS: Final[frozenset[System]] = frozenset({"single_elimination", "double_elimination"})
"""Where the place in the bracket comes before points."""

HALVES: Final = 2
QUARTERS: Final = 4


@dataclass(frozen=True, slots=True)
class TieBreak:
    """What a tie-break counts, and which values are better."""

    code: str
    title: str
    counts: str
    per_point: int = 1
    low_is_better: bool = False


_ALL: Final = (
    TieBreak("DE", "Direct encounter", "The place among those who are still level, by their mutual tables.", 1, True),
    TieBreak("WIN", "Wins", "The rounds with as many points as a win, played or not."),
    TieBreak("WON", "Tables won", "The tables won by play."),
    TieBreak("PS", "Progressive scores", "The sum of the scores after each round.", HALVES),
    TieBreak("BH", "Buchholz", "The sum of the opponents' scores.", HALVES),
    TieBreak("BH/C1", "Buchholz, cut 1", "The sum of the opponents' scores without the lowest.", HALVES),
    TieBreak("BH/C2", "Buchholz, cut 2", "The sum of the opponents' scores without the two lowest.", HALVES),
    TieBreak("BH/M1", "Buchholz, median 1", "The sum of the opponents' scores without the lowest and highest.", HALVES),
    TieBreak("SB", "Sonneborn-Berger", "The sum of each opponent's score times the points against them.", QUARTERS),
    TieBreak("SB/C1", "Sonneborn-Berger, cut 1", "As SB, without the opponent with the lowest score.", QUARTERS),
    TieBreak("KS", "Koya system", "The points against opponents who have half of the possible points.", HALVES),
    TieBreak("REP", "Rounds elected to play", "The rounds that were not missed by choice or forfeited."),
    TieBreak("TPN", "Number", "The entrant's number; it orders, but does not separate ranks.", 1, True),
    TieBreak("LOT", "Lot", "The entrant's lot; it orders, but does not separate ranks.", 1, True),
)

TIE_BREAKS: Final[Mapping[str, TieBreak]] = {each.code: each for each in _ALL}

ORDERING: Final = frozenset({"TPN", "LOT"})
"""Tie-breaks by which entrants with equal ranks are listed."""

_BUCHHOLZ: Final = frozenset({"BH", "BH/C1", "BH/C2", "BH/M1"})
_BY_OPPONENTS: Final = _BUCHHOLZ | {"SB", "SB/C1", "KS"}
_NO_BRACKET: Final = TIE_BREAKS.keys() - ORDERING

_MEANINGLESS: Final[Mapping[System, tuple[frozenset[str] | set[str], str]]] = {
    "round_robin": (_BUCHHOLZ, "everyone has the same opponents"),
    "heats": (_BY_OPPONENTS, "tables can have different sizes"),
    **dict.fromkeys(BRACKETS, (_NO_BRACKET, "places in the bracket decide")),
}

DEFAULTS: Final[Mapping[System, tuple[str, ...]]] = {
    "swiss": ("BH/C1", "BH", "SB", "DE", "WIN"),
    "round_robin": ("DE", "WIN", "SB", "KS"),
    "single_elimination": (),
    "double_elimination": (),
    "heats": ("WIN", "DE"),
    "teams": ("WIN", "DE"),
    "own": ("WIN", "DE"),
}
"""The tie-breaks of each system; `LOT` is always the last."""


class BadTieBreakError(ValueError):
    """A list of tie-breaks is not one for this system; the text says why."""


def check(codes: Sequence[str], system: System) -> None:
    """Raise BadTieBreakError unless the codes are known, each there once, and meaningful in this system."""
    useless, why = _MEANINGLESS.get(system, (frozenset(), ""))
    for at, code in enumerate(codes):
        if code not in TIE_BREAKS:
            raise BadTieBreakError(f"There is no tie-break {code!r}. Choose from {', '.join(TIE_BREAKS)}.")
        if code in codes[:at]:
            raise BadTieBreakError(f"{code} is there twice.")
        if code in useless:
            raise BadTieBreakError(f"{code} says nothing in {system}: {why}.")
        if code not in ORDERING and not ORDERING.isdisjoint(codes[:at]):
            raise BadTieBreakError(f"{code} would never count: no two entrants have the same number or lot.")
