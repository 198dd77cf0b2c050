"""Setting up a match and closing its phases, in the steps of the rulebook."""

from collections.abc import Mapping

from engines.kit import MatchEnded, Outcome, Phase, Resolution, SeatId
from engines.new_game import data, facts
from engines.new_game.moves import NewGameMove
from engines.new_game.truth import Truth


def begin(resolution: Resolution[Truth]) -> None:
    """Section 1: deal, then open the first phase. Each draw has a label; each seat's secret draw has its own label."""
    for seat in data.SEATS:
        cards, rounds = [str(card) for card in data.CARDS], resolution.truth.options.rounds
        dealt = resolution.chance.pick(f"hand.{seat}", cards, rounds)
        resolution.address(facts.NewGameDealt(seat, tuple(sorted(map(int, dealt)))))
    _open_round(resolution, 1)


def close(resolution: Resolution[Truth], phase: Phase, moves: Mapping[SeatId, NewGameMove | None]) -> None:
    """Section 2: show both cards. A fact takes effect in `resolution.truth` at once."""
    truth = resolution.truth
    cards = {seat: min(truth.hands[seat]) if move is None else move.card for seat, move in moves.items()}
    best = [seat for seat, card in cards.items() if card == max(cards.values())]
    winner = best[0] if len(best) == 1 else None
    points = {seat: points + (seat == winner) for seat, points in truth.points.items()}
    resolution.address(facts.NewGamePlayed(phase.round, cards, winner, points))
    if phase.round < truth.options.rounds:
        _open_round(resolution, phase.round + 1)
    else:
        resolution.address(MatchEnded(_outcome(points)))


def _open_round(resolution: Resolution[Truth], round_: int) -> None:
    resolution.open_phase("play", round_, resolution.truth.options.round_seconds, must=data.SEATS)


def _outcome(points: Mapping[SeatId, int]) -> Outcome:
    """Section 3: return the rank of each seat; 1 is best."""
    best = max(points.values())
    rank = {seat: 1 if points[seat] == best else 2 for seat in data.SEATS}
    return Outcome(rank, {seat: ["winner"] if points[seat] == best else [] for seat in data.SEATS})
