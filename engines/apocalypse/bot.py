"""
How a bot plays The Apocalypse: it orders the pairs that it has left so that each is played where it is worth most.

What an ability is worth is expected against players of whom nothing is known but the public counts of cards: everybody
plays each card three times in a match, so what was played less often will come more often. It always betrays, which is
never worse than to ally.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations
from random import Random
from typing import Final

from pydantic import JsonValue

from engines.apocalypse.choices import Mover, mover
from engines.apocalypse.data import (
    ASSIGNMENTS,
    CARDS,
    CARDS_OF,
    PAIRS,
    ROUNDS,
    Card,
    Pair,
    Part,
    phase_name,
)
from engines.apocalypse.legality import check
from engines.apocalypse.moves import PlayMove
from engines.apocalypse.view import ApocalypseView
from engines.kit import REALMS, SeatId, not_null, record

_OF_EACH_CARD: Final = 3
"""How often everybody plays each card in a match."""

_COMMUNICATION: Final[dict[Card, float]] = {"pestilence": 0.5, "war": 3, "death": 2, "famine": 1}
"""The points of Communications: in an AB game half of the others ally, and Famine's come back with one more."""

_HURT: Final = 0.4
"""How likely a player is to lose two points in a round."""

_WHIM: Final = 0.3
"""How much worth, at most, the bot gives away to be less predictable."""


@record
class _Expected:
    """How likely another player is to play each card in this round, and how many mates and opponents there are."""

    cards: Mapping[Card, float]
    mates: int
    opponents: int

    def pair(self, pair: Pair) -> float:
        weights = {one: self.cards[first] * self.cards[second] for one, (first, second) in CARDS_OF.items()}
        return weights[pair] / (sum(weights.values()) or 1)

    @property
    def others(self) -> int:
        return self.mates + self.opponents


def choose(view: ApocalypseView, random: Random) -> PlayMove:
    """Return the play of the viewer, a seat of the open phase."""
    asked = not_null(mover(view))
    expected = _expected(view, asked)
    pair = _next_pair(asked, expected, view.round, random)
    targets = iter(random.sample(asked.targets_left, len(asked.targets_left)))
    parts = _best_parts(asked, expected, pair)
    plays: list[JsonValue] = [_play(part, asked, expected, targets, random) for part in parts]
    betrayed: dict[str, JsonValue] = dict.fromkeys(asked.opened, "betray")
    return check(view, {"type": "play", "plays": plays, "ab": betrayed})


def _expected(view: ApocalypseView, asked: Mover) -> _Expected:
    """Return what to expect of the others, from the cards that they have left."""
    own = [CARDS_OF[play.pair] for play in not_null(view.plays).values()]
    mates, opponents = len(asked.realms.mates[asked.seat]), len(asked.realms.opponents[asked.seat])
    left = {
        card: _OF_EACH_CARD * (mates + opponents)
        - sum(counts[card] for counts in view.card_counts.values())
        + sum(card in cards for cards in own)
        for card in CARDS
    }
    rounds = ROUNDS - view.round + 1
    return _Expected({card: left[card] / rounds / (mates + opponents) for card in CARDS}, mates, opponents)


def _next_pair(asked: Mover, expected: _Expected, round_: int, random: Random) -> Pair:
    """Return the first pair of the best order of those that are left."""
    phases = [phase_name(each) for each in range(round_, ROUNDS + 1)]
    worth = {
        (phase, pair): max(_of_parts(parts, expected) for parts in ASSIGNMENTS[phase, pair]) + random.random() * _WHIM
        for phase in set(phases)
        for pair in asked.pairs_left
    }
    orders = permutations(asked.pairs_left)
    best = max(orders, key=lambda order: sum(worth[each] for each in zip(phases, order, strict=True)))
    return best[0]


def _best_parts(asked: Mover, expected: _Expected, pair: Pair) -> tuple[Part, Part]:
    """Return how to use the cards of a pair, if enough targets are left."""

    def can_aim(parts: tuple[Part, Part]) -> bool:
        aimed = sum(part.targets for part in parts if part.kind == "opponent")
        chosen = sum(part.targets for part in parts if part.kind == "mate")
        return aimed <= len(asked.targets_left) and chosen <= len(asked.mates_left)

    possible = [parts for parts in ASSIGNMENTS[asked.phase, pair] if can_aim(parts)]
    return max(possible, key=lambda parts: _of_parts(parts, expected))


def _of_parts(parts: tuple[Part, Part], expected: _Expected) -> float:
    return sum(_worth(part, expected) for part in parts)


def _worth(part: Part, expected: _Expected) -> float:
    """Return the points that an ability is expected to bring, those that mates lose included in part."""
    match part.ability:
        case "communications":
            return _COMMUNICATION[part.card] * part.targets
        case "active":
            return _active(part, expected)
        case "passive":
            passives: dict[Card, float] = {
                "pestilence": expected.mates * expected.cards["pestilence"] * 2 / 3,
                "war": -1.0,
                "death": 0.0,
                "famine": (expected.mates + 1) * _HURT,
            }
            return passives[part.card]
        case "endgame":
            endgames: dict[Card, float] = {
                "pestilence": expected.others * max(map(expected.pair, PAIRS)),
                "war": 5 * max(map(expected.pair, PAIRS)),
                "death": -0.5,
                "famine": 5 * _HURT,
            }
            return endgames[part.card]


def _active(part: Part, expected: _Expected) -> float:
    match part.card:
        case "pestilence":
            return sum(5 * (1 - (1 - expected.pair(pair)) ** expected.opponents) for pair in _pairs(part, expected))
        case "war":
            return sum(expected.others * expected.cards[card] for card in _cards(part, expected))
        case "death":
            return -3.0 * part.targets / max(1, expected.mates)
        case "famine":
            return 3.0 * part.targets


def _pairs(part: Part, expected: _Expected) -> list[Pair]:
    return sorted(PAIRS, key=expected.pair, reverse=True)[: part.targets]


def _cards(part: Part, expected: _Expected) -> list[Card]:
    return sorted(CARDS, key=expected.cards.__getitem__, reverse=True)[: part.targets]


def _play(
    part: Part, asked: Mover, expected: _Expected, targets: Iterator[SeatId], random: Random
) -> dict[str, JsonValue]:
    """Return a card of the move with its targets and guesses."""
    mates, opponents = list(asked.realms.mates[asked.seat]), list(asked.realms.opponents[asked.seat])
    aims: Sequence[str]
    match part.kind:
        case "opponent":
            aims = list(islice(targets, part.targets))
        case "mate":
            aims = random.sample(asked.mates_left, part.targets)
        case "pair":
            aims = _pairs(part, expected)
        case "card":
            aims = _cards(part, expected)
        case "realm":
            # The opponents' realm first: to harm their own costs a point as well.
            realms = sorted(REALMS, key=lambda realm: realm == asked.realms.realm[asked.seat])
            aims = realms[: part.targets]
        case "each_realm":
            aims = [random.choice(mates), random.choice(opponents)]
        case None:
            aims = ()
    guessed = {"none": [], "one": mates[:1] or opponents[:1], "all": mates + opponents}[part.guesses]
    likely: dict[str, JsonValue] = dict.fromkeys(guessed, max(PAIRS, key=expected.pair))
    return {
        "card": part.card,
        "ability": part.ability,
        "targets": [*aims],
        "guesses": likely,
    }
