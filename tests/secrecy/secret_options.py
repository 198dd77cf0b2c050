"""Other secret options of a match, which look the same to all but its host."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from pydantic import JsonValue

from engines.divine_intervention.boons import BUNDLED
from engines.divine_intervention.data import ELEMENTS
from engines.divine_intervention.options import OFFER_SIZE, DivineInterventionOptions, auction_rounds
from engines.options import GameOptions


def otherwise_secret(options: GameOptions, random: Random) -> GameOptions:
    """The same options with some of the secret ones set anew; a pack stays, for its id is public."""
    if not isinstance(options, DivineInterventionOptions):
        return options
    changed: dict[str, JsonValue] = {
        name: value(options, random) for name, value in _VALUES.items() if random.random() < 0.5
    }
    return options.model_validate(options.model_dump(mode="json") | changed)


def _layout(options: DivineInterventionOptions, random: Random) -> JsonValue:
    """The same rooms in other places."""
    rows = options.layout or ()
    places = random.sample("".join(rows), sum(map(len, rows)))
    return ["".join(places.pop() for _ in row) for row in rows]


def _element(options: DivineInterventionOptions, random: Random) -> JsonValue:
    return random.choice(ELEMENTS)


def _offers(options: DivineInterventionOptions, random: Random) -> JsonValue:
    rounds = auction_rounds(options.last_round)
    ids: list[JsonValue] = random.sample([boon.id for boon in BUNDLED], OFFER_SIZE * len(rounds))
    return {str(round_): [ids.pop() for _ in range(OFFER_SIZE)] for round_ in rounds}


_VALUES: Final[dict[str, Callable[[DivineInterventionOptions, Random], JsonValue]]] = {
    "layout": _layout,
    "secret_element": _element,
    "boon_offers": _offers,
}
