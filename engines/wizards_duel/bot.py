"""
How a bot plays a duel: it looks a few casts ahead, from nothing but the view of its seat.

The value of a position is the chance to win the duel by the best casts against an opponent who casts at random. The
last casts are worked out; before them, the value is estimated from the hands and the lead. The opponent of the next
cast is partly taken to be one that knows this, so the bot mixes its casts and cannot be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random
from typing import Final

from engines.kit import SeatId, not_null, record
from engines.wizards_duel.data import (
    APOLLOS_DAYBREAK,
    ATHENAS_WISDOM,
    HESTIAS_HEARTH,
    HIDDEN,
    OTHER,
    SEATS,
    SPELLS,
    WISDOM,
    Shown,
    Spell,
    aftermath,
    castable,
)
from engines.wizards_duel.legality import legal_casts, legal_charms, legal_items
from engines.wizards_duel.moves import CastMove, CharmMove, DaybreakMove, DraftMove, Move
from engines.wizards_duel.records import NO_EFFECTS, RoundRecord, hands_after, pending_after, standing_rounds
from engines.wizards_duel.scoring import score
from engines.wizards_duel.versions import NEWEST, VERSIONS
from engines.wizards_duel.view import WizardsDuelView

_RULES: Final = VERSIONS[NEWEST]

_LOOKS_AHEAD: Final = 2
_EARLY: Final = 7
"""With this many casts to come and more, the estimate is so close that one cast is looked ahead."""
_WORKS_OUT: Final = 5
"""How many casts before the end the rest of the duel is worked out, if the hands are not larger."""
_REMEMBERS: Final = 1 << 13
"""How many positions are remembered, for the next cast and the next duel."""

_CAUTION: Final = 0.05
"""How much of the opponent's next cast is taken to be the best answer, and not random."""
_REHEARSALS: Final = 60

_UNDOES_AT: Final = 0.2
"""The loss in chances for which Daybreak is used."""

_PICKS: Final = (HESTIAS_HEARTH, APOLLOS_DAYBREAK, ATHENAS_WISDOM)

# The estimate is a logistic regression of exact values, in positions with three casts and more to come (docs/bots.md).
_BASE: Final = 0.93
_EACH_CAST: Final = -0.39
_LEAD: Final = 0.37
_LEAD_NEAR_THE_END: Final = 0.94
_MODIFIER: Final = 0.06
_OWN: Final[dict[Spell, float]] = {
    "0": 1.0,
    "1": 1.43,
    "2": 0.61,
    "3": 0.82,
    "4": 1.23,
    "5": 0.98,
    "6": 1.29,
    "7": 1.02,
    "8": 1.68,
    "x": 1.61,
}
"""What each spell in the bot's hand is worth."""
_OTHERS: Final[dict[Spell, float]] = {
    "0": -0.4,
    "1": -0.44,
    "2": -0.74,
    "3": -0.36,
    "4": -0.72,
    "5": -0.49,
    "6": -0.66,
    "7": -0.49,
    "8": -0.77,
    "x": -1.45,
}
"""What each spell in the opponent's hand is worth."""
_MEETINGS: Final[dict[tuple[Spell, Spell], float]] = {
    ("2", "x"): 2.74,
    ("x", "1"): 2.43,
    ("x", "2"): -1.9,
    ("1", "x"): -4.18,
}
"""What it is worth that an own spell may meet one of the opponent's, if that is the only one in its hand."""


@record
class _Position:
    """Before a cast. Hands are in pool order; a spell cast last is kept as long as the hand can restore it."""

    own: tuple[Spell, ...]
    other: tuple[Spell, ...]
    last: Spell | None
    other_last: Spell | None
    modifier: int
    other_modifier: int
    lead: int
    casts: int
    """How many are left in the duel, this one included."""
    tied: float
    """The value of a duel that ends with equal points."""


def choose(view: WizardsDuelView, random: Random) -> Move:
    """Return the move of the viewer, a seat of the open phase."""
    match not_null(view.phase).name:
        case "draft":
            free = legal_items(view)
            return DraftMove(type="draft", item=next(item for item in _PICKS if item in free))
        case "cast":
            return CastMove(type="cast", spell=_cast(view, random))
        case "charm":
            return CharmMove(type="charm", spell=_charm(view))
        case _:
            return DaybreakMove(type="daybreak", use=_undoes(view))


def _cast(view: WizardsDuelView, random: Random) -> Spell:
    at = _position(view, view.rounds, view.round)
    rival = OTHER[SeatId(view.viewer)]
    own, other = legal_casts(view), castable(at.other, view.pending[rival].banned)
    return random.choices(own, _mixed(_values(at, own, other, _depth(at))))[0]


def _charm(view: WizardsDuelView) -> Spell | None:
    """Name the spell without which the opponent's next cast is worst for it."""
    at = _position(view, view.rounds, view.round + 1)
    values = _values(at, at.own, at.other, 1)

    def without(spell: Spell) -> float:
        rest = [column for column, held in enumerate(at.other) if held != spell] or [0]
        return max(sum(row[column] for column in rest) / len(rest) for row in values)

    return max((spell for spell in legal_charms(view, _RULES) if spell in at.other), key=without, default=None)


def _undoes(view: WizardsDuelView) -> bool:
    """Whether the last round was so bad that it is worth the use."""
    standing = standing_rounds(view.rounds)
    now, before = _position(view, standing, view.round + 1), _position(view, standing[:-1], view.round)
    return _value(before, 1) - _value(now, 1) > _UNDOES_AT


def _position(view: WizardsDuelView, rounds: Sequence[RoundRecord], round_: int) -> _Position:
    """Return the position after these rounds of the duel, before the cast of a round."""
    seat, options, standing = SeatId(view.viewer), view.options, standing_rounds(rounds)
    rival, hands = OTHER[seat], hands_after(view.pool, standing)
    pending = pending_after(standing[-1]) if standing else NO_EFFECTS
    spells, points = (standing[-1].spells, standing[-1].points) if standing else ({}, {})
    advantage = options.advantage_seat if options.tied_duel == "holder_wins" else None
    holder = view.items[HESTIAS_HEARTH] or advantage
    return _Position(
        hands[seat].possible,
        hands[rival].possible,
        _restorable(hands[seat].possible, spells.get(seat)),
        _restorable(hands[rival].possible, spells.get(rival)),
        pending[seat].modifier or 0,
        pending[rival].modifier or 0,
        points.get(seat, 0) - points.get(rival, 0),
        len(view.pool) - round_ + 1,
        0.5 if holder is None else float(holder == seat),
    )


def _restorable(hand: tuple[Spell, ...], spell: Shown | None) -> Spell | None:
    """Return the spell that was cast last, if it is known and a spell of the hand can restore it."""
    if spell is None or spell in (HIDDEN, WISDOM) or not any(SPELLS[held].restores_previous for held in hand):
        return None
    return SPELLS[spell].id


def _depth(at: _Position) -> int:
    # A spell that can be restored makes the tree as much wider as one more in the hand.
    width = max(len(hand) + any(SPELLS[spell].restores_previous for spell in hand) for hand in (at.own, at.other))
    works_out = max(at.casts, width) <= _WORKS_OUT
    return at.casts if works_out else 1 if at.casts >= _EARLY else _LOOKS_AHEAD


@lru_cache(maxsize=_REMEMBERS)
def _value(at: _Position, depth: int) -> float:
    """Return the chance to win the duel, with the best cast against a random one `depth` times."""
    if depth <= 0 or not at.own or not at.other:
        return _estimate(at)
    if at.casts == 1:
        return _last_cast(at.own, at.other, at.modifier, at.other_modifier, at.lead, at.tied)
    return max(map(sum, _values(at, at.own, at.other, depth))) / len(at.other)


def _last_cast(
    own: tuple[Spell, ...], other: tuple[Spell, ...], modifier: int, other_modifier: int, lead: int, tied: float
) -> float:
    best = 0.0
    for mine in own:
        total = 0.0
        for theirs in other:
            gain, instant = _scored(mine, theirs, modifier, other_modifier, lead)
            after = instant or lead + gain
            total += tied if after == 0 else after > 0
        best = max(best, total)
    return best / len(other)


def _values(at: _Position, own: Sequence[Spell], other: Sequence[Spell], depth: int) -> list[list[float]]:
    """Return the value of each own cast against each of the opponent's."""
    return [[_after(at, mine, theirs, depth) for theirs in other] for mine in own]


def _after(at: _Position, mine: Spell, theirs: Spell, depth: int) -> float:
    gain, instant = _scored(mine, theirs, at.modifier, at.other_modifier, at.lead)
    if instant:
        return float(instant > 0)
    lead = at.lead + gain
    if at.casts <= 1:
        return at.tied if lead == 0 else float(lead > 0)
    own, other = _left(at.own, mine, theirs, at.last), _left(at.other, theirs, mine, at.other_last)
    if at.casts == 2:
        modifiers = aftermath(mine, theirs).modifier, aftermath(theirs, mine).modifier
        return _last_cast(own, other, *modifiers, lead, at.tied)
    after = _Position(
        own,
        other,
        _restorable(own, mine),
        _restorable(other, theirs),
        aftermath(mine, theirs).modifier,
        aftermath(theirs, mine).modifier,
        lead,
        at.casts - 1,
        at.tied,
    )
    return _value(after, depth - 1) if depth > 1 else _estimate(after)


@lru_cache(maxsize=_REMEMBERS)
def _left(hand: tuple[Spell, ...], cast: Spell, against: Spell, last: Spell | None) -> tuple[Spell, ...]:
    """Return a hand after a cast, in pool order."""
    left = [spell for spell in hand if spell != cast]
    if last is not None and SPELLS[cast].restores_previous and not SPELLS[against].cancels:
        left.append(last)
        left.sort()
    return tuple(left)


@lru_cache(maxsize=_REMEMBERS)
def _scored(mine: Spell, theirs: Spell, modifier: int, other_modifier: int, lead: int) -> tuple[int, int]:
    """Return the change of the lead, and who wins the duel at once: 1, -1, or 0 for nobody."""
    me, rival = SEATS
    points = {me: max(0, lead), rival: max(0, -lead)}
    scored = score({me: mine, rival: theirs}, {me: modifier, rival: other_modifier}, points, (), _RULES)
    instant = 0 if scored.instant is None else 1 if scored.instant == me else -1
    return scored.gain[me] - scored.gain[rival], instant


def _estimate(at: _Position) -> float:
    """Return about what `_value` would return if it looked to the end."""
    total = _hands_are_worth(at.own, at.other) + _EACH_CAST * at.casts + _MODIFIER * (at.modifier - at.other_modifier)
    total += (_LEAD + _LEAD_NEAR_THE_END / at.casts) * (at.lead + at.tied - 0.5)
    return 1 / (1 + exp(-total))


@lru_cache(maxsize=_REMEMBERS)
def _hands_are_worth(own: tuple[Spell, ...], other: tuple[Spell, ...]) -> float:
    meetings = sum(weight for (mine, theirs), weight in _MEETINGS.items() if mine in own and theirs in other)
    worth = sum(_OWN[spell] for spell in own) + sum(_OTHERS[spell] for spell in other)
    return _BASE + worth + meetings / max(1, len(other))


def _mixed(values: Sequence[Sequence[float]]) -> list[int]:
    """Return how often to cast each spell: fictitious play against an opponent who is partly random."""
    rows, columns = range(len(values)), range(len(values[0]))
    expected = [(1 - _CAUTION) * sum(row) / len(row) for row in values]
    counts, against, conceded = [0] * len(values), [0.0] * len(values), [0.0] * len(values[0])
    for rehearsal in range(1, _REHEARSALS + 1):
        mine = max(rows, key=lambda row: expected[row] + _CAUTION * against[row] / rehearsal)
        counts[mine] += 1
        for column in columns:
            conceded[column] += values[mine][column]
        theirs = min(columns, key=conceded.__getitem__)
        for row in rows:
            against[row] += values[row][theirs]
    return counts
