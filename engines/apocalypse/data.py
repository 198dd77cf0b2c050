"""
Tables of cards, pairs and abilities. A row defines what an ability needs, so no check depends on a certain card.

The orders are those of the rulebook: card order, pair order, seat order.
"""

from itertools import product
from typing import Final, Literal, TypeAlias, get_args

from engines.kit import record

Card: TypeAlias = Literal["pestilence", "war", "death", "famine"]
Pair: TypeAlias = Literal[
    "pestilence_war", "pestilence_death", "pestilence_famine", "war_death", "war_famine", "death_famine"
]
Ability: TypeAlias = Literal["communications", "active", "passive", "endgame"]
Choice: TypeAlias = Literal["ally", "betray"]
PhaseName: TypeAlias = Literal["opening", "middlegame", "endgame"]

CARDS: Final[tuple[Card, ...]] = get_args(Card)
ABILITIES: Final[tuple[Ability, ...]] = get_args(Ability)
CHOICES: Final[tuple[Choice, ...]] = get_args(Choice)

CARDS_OF: Final[dict[Pair, tuple[Card, Card]]] = {
    "pestilence_war": ("pestilence", "war"),
    "pestilence_death": ("pestilence", "death"),
    "pestilence_famine": ("pestilence", "famine"),
    "war_death": ("war", "death"),
    "war_famine": ("war", "famine"),
    "death_famine": ("death", "famine"),
}
PAIRS: Final = tuple(CARDS_OF)

PAIR_OF: Final[dict[tuple[Card, Card], Pair]] = {
    cards: pair for pair, (first, second) in CARDS_OF.items() for cards in ((first, second), (second, first))
}
"""The pair of two different cards, in any order."""

ROUNDS: Final = len(PAIRS)
"""Each seat plays each pair once."""

ALLOWED: Final[dict[PhaseName, tuple[Ability, ...]]] = {
    "opening": ("communications",),
    "middlegame": ("communications", "active", "passive"),
    "endgame": ("endgame",),
}

Kind: TypeAlias = Literal["opponent", "mate", "each_realm", "pair", "card", "realm"]
"""A kind of target; `each_realm` means one seat of each realm."""


Guesses: TypeAlias = Literal["none", "one", "all"]


@record
class Takes:
    """What an ability of a card needs: the kind and number of its targets, and whose pairs it guesses."""

    kind: Kind | None = None
    targets: int = 0
    guesses: Guesses = "none"


_NOTHING: Final = Takes()
_CHAT: Final = Takes("opponent", 1)

TAKES: Final[dict[tuple[Card, Ability], Takes]] = {
    **{(card, "communications"): _CHAT for card in CARDS},
    ("pestilence", "active"): Takes("pair", 1),
    ("war", "active"): Takes("card", 1),
    ("death", "active"): Takes("mate", 1),
    ("famine", "active"): Takes("realm", 1),
    **{(card, "passive"): _NOTHING for card in CARDS},
    ("pestilence", "endgame"): Takes(guesses="all"),
    ("war", "endgame"): Takes(guesses="one"),
    ("death", "endgame"): Takes("each_realm", 2),
    ("famine", "endgame"): _NOTHING,
}


def phase_name(round_: int) -> PhaseName:
    """Return the name of the phase of a round."""
    return "opening" if round_ == 1 else "endgame" if round_ == ROUNDS else "middlegame"


@record
class Part:
    """One card of a move with its ability; `targets` is the number of targets, which can depend on the other part."""

    card: Card
    ability: Ability
    kind: Kind | None
    targets: int
    guesses: Guesses

    def __str__(self) -> str:
        return f"{self.ability} of {self.card}"


def parts(cards: tuple[Card, Card], abilities: tuple[Ability, Ability]) -> tuple[Part, Part]:
    """Return the two parts of a move. Death's Passive doubles the other part."""
    first, second = zip(cards, abilities, strict=True)
    return _part(first, beside=second), _part(second, beside=first)


def _part(own: tuple[Card, Ability], beside: tuple[Card, Ability]) -> Part:
    takes = TAKES[own]
    uses = 2 if beside == ("death", "passive") else 1
    return Part(*own, takes.kind, takes.targets * uses, takes.guesses)


ASSIGNMENTS: Final[dict[tuple[PhaseName, Pair], tuple[tuple[Part, Part], ...]]] = {
    (phase, pair): tuple(
        parts(cards, (first, second))
        for first, second in product(abilities, repeat=2)
        if len(abilities) == 1 or first != second
    )
    for phase, abilities in ALLOWED.items()
    for pair, cards in CARDS_OF.items()
}
"""The combinations of abilities for the cards of a pair in a phase; if there is a choice, the two must differ."""
