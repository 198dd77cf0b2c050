"""The whole truth of a match, as the host knows it: the fold of all facts."""

from dataclasses import dataclass, replace

from engines.kit import Fact, GameTruth, SeatId, evolve_shared
from engines.new_game import data, facts
from engines.new_game.options import NewGameOptions


@dataclass(frozen=True, slots=True)
class Truth(GameTruth):
    """All that the rules need to know, secrets among it; hands are what is left of them."""

    options: NewGameOptions
    hands: dict[SeatId, tuple[int, ...]]
    points: dict[SeatId, int]


def start(options: NewGameOptions) -> Truth:
    """The truth before the first fact."""
    return Truth(options, hands=dict.fromkeys(data.SEATS, ()), points=dict.fromkeys(data.SEATS, 0))


def evolve(truth: Truth, fact: Fact) -> Truth:
    """The truth after one more fact: one case for each kind that changes it."""
    match fact:
        case facts.NewGameDealt(seat=seat, cards=cards):
            return replace(truth, hands={**truth.hands, seat: cards})
        case facts.NewGamePlayed(cards=played, points=points):
            hands = {seat: data.without(hand, played[seat]) for seat, hand in truth.hands.items()}
            return replace(truth, hands=hands, points=points)
        case _:
            return evolve_shared(truth, fact)
