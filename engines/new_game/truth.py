"""The whole truth of a match, as the host knows it: the fold of all facts."""

from dataclasses import dataclass

from engines.kit import Fact, GameTruth, SeatId, copy_with, evolve_shared
from engines.new_game import data, facts
from engines.new_game.options import NewGameOptions


@dataclass(frozen=True)
class Truth(GameTruth):
    """The state that the rules need, including secrets. Hands contain the cards not played yet."""

    options: NewGameOptions
    hands: dict[SeatId, tuple[int, ...]]
    points: dict[SeatId, int]


def start(options: NewGameOptions) -> Truth:
    """Return the truth before the first fact."""
    return Truth(options, hands=dict.fromkeys(data.SEATS, ()), points=dict.fromkeys(data.SEATS, 0))


def evolve(truth: Truth, fact: Fact) -> Truth:
    """Return the truth after one more fact, with one case for each type of fact that changes it."""
    match fact:
        case facts.NewGameDealt(seat=seat, cards=cards):
            return copy_with(truth, hands={**truth.hands, seat: cards})
        case facts.NewGamePlayed(cards=played, points=points):
            hands = {seat: data.without(hand, played[seat]) for seat, hand in truth.hands.items()}
            return copy_with(truth, hands=hands, points=points)
        case _:
            return evolve_shared(truth, fact)
