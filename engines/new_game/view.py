"""A viewer's knowledge of the match: the fold of the facts addressed to it. This module never receives the truth."""

from typing import Literal

from engines.kit import Fact, GameView, Outcome, Phase, SeatId, Viewer, fold_shared, seat_id
from engines.new_game import data, facts
from engines.new_game.options import NewGameOptions


class NewGameView(GameView):
    """A match of New Game as one viewer knows it."""

    game: Literal["new_game"]
    options: NewGameOptions
    """The options of the match."""
    phase: Phase | None
    """The open phase; null once the match is over."""
    round: int
    over: bool
    """Whether the match is over."""
    outcome: Outcome | None
    hand: tuple[int, ...] | None
    """The viewer's own cards that it has not played yet; null unless the viewer is a seat."""
    points: dict[SeatId, int]
    played: tuple[dict[SeatId, int], ...]
    """The cards of each round so far, by seat."""


def look(viewer: Viewer, options: NewGameOptions) -> NewGameView:
    """Return the view before the first fact; each field that is not known yet has a value that says so."""
    return NewGameView(
        viewer=viewer,
        game="new_game",
        options=options,
        phase=None,
        round=0,
        over=False,
        outcome=None,
        hand=() if viewer in data.SEATS else None,
        points=dict.fromkeys(data.SEATS, 0),
        played=(),
    )


def fold(view: NewGameView, fact: Fact) -> NewGameView:
    """Return the view after one more fact addressed to its viewer; the host gets the facts of all seats."""
    match fact:
        case facts.NewGameDealt(seat=seat, cards=cards) if seat == view.viewer:
            return view.model_copy(update={"hand": cards})
        case facts.NewGamePlayed(cards=cards, points=points):
            mine = cards.get(seat_id(view.viewer))
            hand = view.hand if view.hand is None or mine is None else data.without(view.hand, mine)
            return view.model_copy(update={"hand": hand, "points": points, "played": (*view.played, cards)})
        case _:
            return fold_shared(view, fact)
