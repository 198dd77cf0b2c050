"""One line of plain text for each fact, for readers of the terminal."""

from engines.kit import Fact, PhaseOpened, SeatId, joined
from engines.wizards_duel import facts
from engines.wizards_duel.data import HIDDEN, SEATS, SPELLS, Item, Shown

_ITEM_NAMES: dict[Item, str] = {
    "athenas_wisdom": "Athena's Wisdom",
    "hestias_hearth": "Hestia's Hearth",
    "apollos_daybreak": "Apollo's Daybreak",
}

_WON_BY = {
    "points": "wins the duel on points",
    "instant": "wins the duel at once",
    "timeout": "wins the duel by timeout",
    "holder": "wins the tied duel as its holder",
    "coin": "wins the tied duel by lot",
}


def narrate(fact: Fact) -> str:
    """Return a line for a fact. Spells have their wizards' names, because a fact does not contain the theme."""
    match fact:
        case facts.ItemDrafted(seat=seat, item=item):
            return f"{seat} takes {_ITEM_NAMES[item]}."
        case facts.DuelStarted(duel=duel, extra=extra, replay=replay):
            return f"{'The extra duel' if extra else f'Duel {duel}'} begins{f', replay {replay}' if replay else ''}."
        case facts.RoundPlayed():
            return _round(fact)
        case facts.Withheld(seat=seat, spell=spell, restored=restored):
            parts = [f"casts {_spell(spell)}" if spell else "", f"takes back {_spell(restored)}" if restored else ""]
            return f"In fog, {seat} {joined(filter(None, parts))}."
        case facts.RoundExplained():
            return _explained(fact)
        case facts.RoundMissed(round=round_, absent=absent, restarted=restarted):
            return f"Round {round_}: no cast from {joined(absent)}{'; the round restarts' if restarted else ''}."
        case facts.CastVoided(seat=seat, spell=spell):
            return f"{seat} had chosen {_spell(spell)}."
        case facts.Charmed(named=named):
            return "; ".join(
                f"{seat} forbids {_spell(spell)}" if spell else f"{seat} forbids nothing"
                for seat, spell in named.items()
            )
        case facts.RoundUndone(seat=seat, round=round_):
            return f"{seat} lets the day break again: round {round_} is undone."
        case facts.DuelEnded(winner=winner, reason=reason, wins=wins):
            if winner is None:
                return f"The duel is {'tied and played again' if reason == 'replayed' else 'drawn'}."
            return f"{winner} {_WON_BY[reason]}. Duels {_tally(wins)}."
        case facts.HiddenRevealed(secrets=secrets):
            return f"The fog lifts: {'; '.join(_secret(secret) for secret in secrets)}."
        case facts.MatchDecided(winner=winner, wins=wins):
            return f"{winner} wins the match, {_tally(wins)}."
        case PhaseOpened(phase=phase):
            return f"Phase {phase.number}, {phase.name}: {joined(phase.seats)} to move."
        case _:
            return ""


def _round(played: facts.RoundPlayed) -> str:
    casts = joined(
        f"{seat} {'is dealt' if seat in played.absent else 'casts'} {_spell(played.spells[seat])}" for seat in SEATS
    )
    if played.instant is not None:
        result = f"{played.instant} wins at once"
    elif played.winner is None:
        result = "nobody scores"
    else:
        result = f"{played.winner} scores {played.gain[played.winner]}"
    returned = "".join(
        f"; {seat} takes back {_spell(spell)}" for seat, spell in played.restored.items() if spell is not None
    )
    return f"Round {played.round}: {casts}: {result}, {_tally(played.points)}{returned}."


def _explained(told: facts.RoundExplained) -> str:
    strengths = ", ".join(
        f"{seat} {_spell(told.spells[seat])} at {'no strength' if strength is None else strength}"
        for seat, strength in told.strengths.items()
    )
    cancelled = f"; cancelled: {joined(told.cancelled)}" if told.cancelled else ""
    cause = f"; decided by {_spell(told.cause)}" if told.cause else ""
    return f"Behind it: {strengths}{cancelled}{cause}."


def _secret(secret: facts.Secret) -> str:
    parts = [
        f"cast {_spell(secret.spell)}" if secret.spell else "",
        f"took back {_spell(secret.restored)}" if secret.restored else "",
    ]
    return f"in duel {secret.duel}, round {secret.round}, {secret.seat} {joined(filter(None, parts))}"


def _spell(spell: Shown) -> str:
    return "a hidden spell" if spell == HIDDEN else f"{SPELLS[spell].names['wizards']} ({spell})"


def _tally(count: dict[SeatId, int]) -> str:
    return "–".join(str(count[seat]) for seat in SEATS)
