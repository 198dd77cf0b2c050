"""Default moves of absent seats (section 3). Section 7 defines the labels of the draws and their candidates."""

from typing import Final, TypeAlias, cast

from engines.apocalypse.data import CARDS, CARDS_OF, PAIRS, ROUNDS, Card, Pair, phase_name
from engines.apocalypse.facts import AbilityUse
from engines.apocalypse.truth import Truth
from engines.kit import REALMS, Draws, SeatId, seat_id

Cards: TypeAlias = dict[Card, AbilityUse]

_PASSIVE: Final = AbilityUse("passive", (), {})


def default_cards(truth: Truth, seat: SeatId, chance: Draws) -> Cards:
    """Return the cards of a seat that is absent in the open round, in card order."""
    played = [play.pair for play in truth.played[seat]]
    left = [pair for pair in PAIRS if pair not in played]
    if truth.round == ROUNDS:
        cards = CARDS_OF[left[0]]
    else:
        cards = CARDS_OF[cast("Pair", chance.one(f"default_pair:r{truth.round}:{seat}", left))]
    match phase_name(truth.round):
        case "opening":
            targets = chance.pick(f"default_targets:r{truth.round}:{seat}", truth.realms.opponents[seat], 2)
            return {
                card: AbilityUse("communications", (target,), {}) for card, target in zip(cards, targets, strict=True)
            }
        case "middlegame":
            return _middlegame(truth, seat, chance, cards)
        case "endgame":
            return {card: _endgame(truth, seat, chance, card) for card in cards}


def _middlegame(truth: Truth, seat: SeatId, chance: Draws, cards: tuple[Card, Card]) -> Cards:
    """Target no opponent, and double only if there is no other choice (R19)."""
    first, second = cards
    if "death" not in cards:
        return {first: _active(truth, seat, chance, first, 1), second: _PASSIVE}
    selected = {mate for play in truth.played[seat] for mate in _mate_of_death(play.cards)}
    mates = [mate for mate in truth.realms.mates[seat] if mate not in selected]
    if mates:
        mate = chance.one(f"default_mate:r{truth.round}:{seat}", mates)
        return {card: AbilityUse("active", (mate,), {}) if card == "death" else _PASSIVE for card in cards}
    return {card: _PASSIVE if card == "death" else _active(truth, seat, chance, card, 2) for card in cards}


def _mate_of_death(cards: Cards) -> tuple[str, ...]:
    """Return the mate selected with Death's Active, if it was used."""
    death = cards.get("death")
    return death.targets if death is not None and death.ability == "active" else ()


def _active(truth: Truth, seat: SeatId, chance: Draws, card: Card, uses: int) -> AbilityUse:
    """Return an Active other than Death's. Famine's is a default only if doubled, so its targets are both realms."""
    if card == "famine":
        return AbilityUse("active", REALMS, {})
    candidates = PAIRS if card == "pestilence" else CARDS
    drawn = chance.pick(f"default_choice:r{truth.round}:{seat}", candidates, uses)
    return AbilityUse("active", tuple(target for target in candidates if target in drawn), {})


def _endgame(truth: Truth, seat: SeatId, chance: Draws, card: Card) -> AbilityUse:
    round_, realms = truth.round, truth.realms
    others = [other for other in realms.seats if other != seat]
    match card:
        case "pestilence":
            guesses = {
                other: cast("Pair", chance.one(f"default_guess:r{round_}:{seat}:{other}", PAIRS)) for other in others
            }
            return AbilityUse("endgame", (), guesses)
        case "war":
            target = seat_id(chance.one(f"default_war_target:r{round_}:{seat}", others))
            guess = cast("Pair", chance.one(f"default_war_guess:r{round_}:{seat}", PAIRS))
            return AbilityUse("endgame", (), {target: guess})
        case "death":
            gifts = [
                chance.one(
                    f"default_gift:r{round_}:{seat}:{realm}",
                    [other for other in realms.by_realm[realm] if other != seat],
                )
                for realm in REALMS
            ]
            return AbilityUse("endgame", tuple(gifts), {})
        case "famine":
            return AbilityUse("endgame", (), {})
