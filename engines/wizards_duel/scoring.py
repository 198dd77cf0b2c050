"""Scoring two spells against each other: steps C3 to C8."""

from collections.abc import Mapping, Sequence

from engines.kit import SeatId, record
from engines.wizards_duel.data import OTHER, SEATS, SPELLS, Spell
from engines.wizards_duel.versions import Rules


@record
class Score:
    """
    The result of a pair of spells.

    `strengths` are final, None for a spell without strength. `instant` is the seat that wins the whole duel, by the
    spell `cause`.
    """

    cancelled: tuple[SeatId, ...]
    strengths: dict[SeatId, int | None]
    winner: SeatId | None
    gain: dict[SeatId, int]
    instant: SeatId | None
    cause: Spell | None


def score(
    spells: Mapping[SeatId, Spell],
    modifiers: Mapping[SeatId, int],
    points: Mapping[SeatId, int],
    penalised: Sequence[SeatId],
    rules: Rules,
) -> Score:
    """
    Score one round.

    Args:
        spells: The spell that each seat casts.
        modifiers: The change of each spell's strength by the seat's previous spell.
        points: The points before this round.
        penalised: The absent seats, whose spells were drawn.
        rules: The version of the rules.
    """
    # C3: only effects of this round's spell are cancelled, not effects carried over from the previous round.
    cancelled = tuple(seat for seat in SEATS if SPELLS[spells[OTHER[seat]]].cancels)
    # C4
    strengths = final_strengths(spells, modifiers, cancelled)
    # C5
    for seat in SEATS:
        if SPELLS[spells[seat]].beats_outright == spells[OTHER[seat]] and seat not in penalised:
            return Score(cancelled, strengths, seat, dict.fromkeys(SEATS, 0), seat, spells[seat])
    # C6
    winner = _round_winner(spells, strengths, cancelled, penalised)
    # C7
    gain = dict.fromkeys(SEATS, 0)
    if winner is not None:
        pays_one = winner in cancelled or (bool(penalised) and rules.absence_costs_one)
        gain[winner] = 1 if pays_one else SPELLS[spells[winner]].points
    # C8
    for seat in SEATS:
        wanted = SPELLS[spells[seat]].wins_duel_at_lead
        if wanted is None or seat in cancelled or seat in penalised:
            continue
        other = OTHER[seat]
        if points[seat] + gain[seat] - points[other] - gain[other] >= wanted:
            return Score(cancelled, strengths, winner, gain, seat, spells[seat])
    return Score(cancelled, strengths, winner, gain, None, None)


def final_strengths(
    spells: Mapping[SeatId, Spell],
    modifiers: Mapping[SeatId, int],
    cancelled: Sequence[SeatId],
) -> dict[SeatId, int | None]:
    """Return the strength of each spell after all effects; None for a spell without strength."""
    strengths: dict[SeatId, int | None] = {}
    for seat in SEATS:
        printed = SPELLS[spells[seat]].strength
        strengths[seat] = None if printed is None else printed + modifiers[seat]
    for seat in SEATS:
        if SPELLS[spells[seat]].foresees:
            foreseen = strengths[OTHER[seat]]
            # A spell without strength cannot be foreseen: it wins anyway.
            strengths[seat] = 0 if seat in cancelled else None if foreseen is None else foreseen + 1
    return strengths


def _round_winner(
    spells: Mapping[SeatId, Spell],
    strengths: Mapping[SeatId, int | None],
    cancelled: Sequence[SeatId],
    penalised: Sequence[SeatId],
) -> SeatId | None:
    if penalised:
        return OTHER[penalised[0]] if len(penalised) == 1 else None
    unstoppable = [seat for seat in SEATS if SPELLS[spells[seat]].unstoppable]
    if unstoppable:
        return unstoppable[0] if len(unstoppable) == 1 else None
    a, b = SEATS
    strength_a, strength_b = strengths[a], strengths[b]
    if strength_a is None or strength_b is None:
        raise AssertionError("only an unstoppable spell, or one that faces it, has no strength")
    if strength_a == strength_b:
        return None
    higher, lower = (a, b) if strength_a > strength_b else (b, a)
    reversed_ = any(SPELLS[spells[seat]].lower_wins and seat not in cancelled for seat in SEATS)
    return lower if reversed_ else higher
