"""
The records in a view, and what follows from them: hands and pending effects.

Hands and pending effects are computed only from the records of rounds. So an undone round has no effect on them, and
they cannot reveal anything that the records do not show.
"""

from collections.abc import Sequence
from typing import Final, TypeAlias

from engines.kit import Consequence, SeatId, copy_with, intern_dict, record
from engines.wizards_duel.data import HIDDEN, OTHER, SEATS, WISDOM, Duelist, Shown, Spell, aftermath
from engines.wizards_duel.facts import DuelReason, MatchReason


@record
class HandView:
    """A hand, as the viewer knows it: its size and possible spells, in pool order. The viewer's own is exact."""

    size: int
    """How many spells are in the hand."""
    possible: tuple[Spell, ...]
    """The spells that may be in the hand, in pool order."""


@record
class PendingView:
    """What affects a seat's next cast; null if it follows from a spell that the viewer has not seen."""

    modifier: int | None
    """What is added to the strength of the cast."""
    fogged: bool | None
    """Whether the cast will be hidden by the caster's own Fog Cloud of the round before."""
    banned: Spell | None
    """The spell that the opponent's Charm forbids; null: none."""


@record
class RoundRecord:
    """
    One round of a duel. A round that was restarted, or lost by a missing cast, has null spells and no winner.

    `points` are the totals after the round, `instant` the seat that won the duel in it, `restored` the spell a seat
    took back, `charmed` the spell that each seat whose Charm worked has named.
    """

    round: int
    attempt: int
    absent: tuple[Duelist, ...]
    restarted: bool
    undone: bool
    """Whether Daybreak undid the round."""
    spells: dict[Duelist, Shown | None]
    winner: Duelist | None
    gain: dict[Duelist, int]
    points: dict[Duelist, int]
    instant: Duelist | None
    restored: dict[Duelist, Shown | None]
    charmed: dict[Duelist, Spell | None]
    """The forbidden spell, by the seat whose Charm worked; null for none."""


@record
class DuelRecord:
    """A finished duel; a replayed duel counts for nobody."""

    duel: int
    extra: bool
    replay: int
    winner: Duelist | None
    reason: DuelReason
    points: dict[Duelist, int]
    rounds: tuple[RoundRecord, ...]
    """Its rounds, in the order played; undone and restarted ones among them."""


@record
class MatchResult:
    """How the match ended. `winner` and `reason` are null if the host adjudicated it."""

    winner: Duelist | None
    reason: MatchReason | None
    wins: dict[Duelist, int]
    rank: dict[Duelist, int]
    consequences: dict[Duelist, list[Consequence]]


Hands: TypeAlias = dict[SeatId, HandView]
PendingViews: TypeAlias = dict[SeatId, PendingView]

_NEUTRAL: Final = PendingView(0, False, None)
NO_EFFECTS: Final[PendingViews] = dict.fromkeys(SEATS, _NEUTRAL)


def standing_rounds(rounds: Sequence[RoundRecord]) -> list[RoundRecord]:
    """Return the rounds that count: those with spells that were not undone."""
    return [record for record in rounds if not record.undone and record.spells[SEATS[0]] is not None]


def hands_after(pool: tuple[Spell, ...], standing: Sequence[RoundRecord]) -> Hands:
    hands: Hands = dict.fromkeys(SEATS, HandView(len(pool), pool))
    for played in standing:
        hands = hands_after_round(pool, hands, played)
    return hands


def hands_after_round(pool: tuple[Spell, ...], hands: Hands, played: RoundRecord) -> Hands:
    """Return the hands after one more standing round."""
    after: Hands = {}
    for seat in SEATS:
        hand, spell, restored = hands[seat], played.spells[seat], played.restored[seat]
        left = tuple([held for held in hand.possible if held != spell])
        if restored is not None:
            left = tuple([held for held in pool if held == restored or held in left])
        after[seat] = HandView(hand.size - (spell != WISDOM) + (restored is not None), left)
    return after


def pending_after(last: RoundRecord) -> PendingViews:
    """Return the effects of the last standing round on the next; unknown unless both of its spells are known."""
    pending: PendingViews = {}
    for seat in SEATS:
        own, other = last.spells[seat], last.spells[OTHER[seat]]
        banned = last.charmed.get(OTHER[seat])
        if own is None or other is None or own == HIDDEN or other == HIDDEN:
            pending[seat] = PendingView(None, None, banned)
        else:
            effect = aftermath(own, other)
            pending[seat] = PendingView(effect.modifier, effect.fogged, banned)
    return pending


def unveil(record: RoundRecord, seat: SeatId, spell: Spell | None, restored: Spell | None) -> RoundRecord:
    if spell is not None:
        record = copy_with(record, spells=intern_dict({**record.spells, seat: spell}))
    if restored is not None:
        record = copy_with(record, restored=intern_dict({**record.restored, seat: restored}))
    return record
