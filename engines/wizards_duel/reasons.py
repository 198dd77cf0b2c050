"""
Why a round went as it did, where the viewer can count it.

Strengths are counted only if both spells of the round are open to the viewer, and what works on them from the round
before. Where fog hides a part, the reason says so and claims nothing.
"""

from collections.abc import Mapping, Sequence

from engines.kit import Fact, Named, Part, Reason, SeatId, because, copy_with, intern_dict, player
from engines.wizards_duel.data import HIDDEN, OTHER, SEATS, SPELLS, Spell
from engines.wizards_duel.facts import RoundPlayed, Withheld
from engines.wizards_duel.records import standing_rounds
from engines.wizards_duel.scoring import final_strengths
from engines.wizards_duel.view import WizardsDuelView


def explain(before: WizardsDuelView, after: WizardsDuelView, told: Sequence[Fact]) -> list[Reason]:
    """Return why the round that closed was won, lost or drawn; nothing if no round was played."""
    played = next((fact for fact in told if isinstance(fact, RoundPlayed)), None)
    if played is None:
        return []
    own = {fact.seat: fact.spell for fact in told if isinstance(fact, Withheld) and fact.spell is not None}
    played = copy_with(played, spells=intern_dict({**played.spells, **own}))
    if played.absent:
        return [_reason(played, "why.absent" if len(played.absent) == 1 else "why.absent.both")]
    spells = {seat: spell for seat, spell in played.spells.items() if spell != HIDDEN}
    if len(spells) < len(SEATS):
        return [_reason(played, "why.fog", hidden=tuple(player(seat) for seat in SEATS if seat not in spells))]
    cancelled = tuple(seat for seat in SEATS if SPELLS[spells[OTHER[seat]]].cancels)
    return [
        *_decision(played, spells, cancelled, before),
        *(
            because("why.cancels", spell=_title(spells[OTHER[seat]]), other=_title(spells[seat]))
            for seat in cancelled
            if _can_be_cancelled(spells[seat])
        ),
    ]


def _decision(
    played: RoundPlayed, spells: Mapping[SeatId, Spell], cancelled: Sequence[SeatId], before: WizardsDuelView
) -> list[Reason]:
    if played.instant is not None:
        spell, other = spells[played.instant], spells[OTHER[played.instant]]
        key = "why.outright" if SPELLS[spell].beats_outright == other else "why.lead"
        return [because(key, seat=player(played.instant), spell=_title(spell), other=_title(other))]
    unstoppable = [spell for spell in spells.values() if SPELLS[spell].unstoppable]
    if unstoppable:
        key = "why.unstoppable" if len(unstoppable) == 1 else "why.unstoppable.both"
        return [_reason(played, key, spell=_title(unstoppable[0]))]
    modifiers = {seat: effect.modifier for seat, effect in before.pending.items() if effect.modifier is not None}
    if len(modifiers) < len(SEATS):
        return [_reason(played, "why.veiled")]
    strengths = {seat: strength or 0 for seat, strength in final_strengths(spells, modifiers, cancelled).items()}
    a, b = SEATS
    counted: dict[str, Part] = {"a": player(a), "a_strength": strengths[a], "b": player(b), "b_strength": strengths[b]}
    key, named = _rule(spells, cancelled)
    parts: dict[str, Part] = {**counted, **named}
    return [
        because("why.equal", **counted) if played.winner is None else _reason(played, key, **parts),
        *_steps(before, spells, modifiers),
        *(because("why.pays", spell=_title(spells[seat]), gain=gain) for seat, gain in played.gain.items() if gain > 1),
    ]


def _rule(spells: Mapping[SeatId, Spell], cancelled: Sequence[SeatId]) -> tuple[str, dict[str, Part]]:
    """Return the template for the rule by which two strengths were compared, and what it names."""
    for seat in SEATS:
        if SPELLS[spells[seat]].lower_wins and seat not in cancelled:
            return "why.lower", {"spell": _title(spells[seat])}
    for seat in SEATS:
        if SPELLS[spells[seat]].foresees and seat not in cancelled:
            return "why.foresees", {"spell": _title(spells[seat]), "other": _title(spells[OTHER[seat]])}
    return "why.higher", {}


def _steps(before: WizardsDuelView, spells: Mapping[SeatId, Spell], modifiers: Mapping[SeatId, int]) -> list[Reason]:
    """Return what the round before has added to a strength or taken from it."""
    steps = []
    for seat, change in modifiers.items():
        printed = SPELLS[spells[seat]].strength
        if change and printed is not None:
            cause = standing_rounds(before.rounds)[-1].spells[seat]
            parts: dict[str, Part] = {"printed": printed, "change": abs(change), "result": printed + change}
            names = {"seat": player(seat), "spell": _title(spells[seat]), "cause": _title(cause)}
            steps.append(because("why.more" if change > 0 else "why.less", **names, **parts))
    return steps


def _reason(played: RoundPlayed, key: str, **parts: Part) -> Reason:
    """Return a reason that ends with what the round brought."""
    if played.winner is None:
        return because(key, **parts, result=(because("nobody_scores"),))
    gain = played.gain[played.winner]
    return because(key, **parts, result=(because("scores", seat=player(played.winner), gain=gain),))


def _can_be_cancelled(spell: Spell) -> bool:
    row = SPELLS[spell]
    return bool(
        row.lower_wins
        or row.points > 1
        or row.wins_duel_at_lead
        or row.restores_previous
        or row.bans
        or row.next_modifier
        or row.next_hidden
        or row.foresees
    )


def _title(spell: str | None) -> Named:
    return Named("spell", str(spell))
