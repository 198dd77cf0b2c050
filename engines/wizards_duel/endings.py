"""The end of a duel and of the match: steps T1 to T4 and E1 to E4 of the rulebook."""

from engines.kit import ChannelClosed, MatchEnded, Outcome, Resolution, SeatId, seat_id
from engines.wizards_duel.data import HESTIAS_HEARTH, OTHER, SEATS
from engines.wizards_duel.facts import DuelEnded, DuelReason, HiddenRevealed, MatchDecided, MatchReason
from engines.wizards_duel.openings import begin_duel
from engines.wizards_duel.truth import Truth

TABLE = "table"


def tie_duel(resolution: Resolution[Truth]) -> None:
    """End a tied duel."""
    truth = resolution.truth
    options, hearth, advantage = truth.options, truth.items[HESTIAS_HEARTH], truth.advantage
    if hearth is not None and (_is_level(truth) or not truth.rules.hearth_needs_a_tie):  # T1
        end_duel(resolution, hearth, "holder")
    elif options.tied_duel == "holder_wins" and advantage is not None:  # T2
        end_duel(resolution, advantage, "holder")
    elif options.tied_duel == "draw":  # T3
        end_duel(resolution, None, "drawn")
    elif truth.replay < options.max_replays:  # T4
        end_duel(resolution, None, "replayed")
    elif advantage is not None:
        end_duel(resolution, advantage, "holder")
    else:
        end_duel(resolution, _tie_break(resolution), "coin")


def end_duel(resolution: Resolution[Truth], winner: SeatId | None, reason: DuelReason) -> None:
    """Count the win, if there is one, and begin the next duel or end the match."""
    truth = resolution.truth
    wins = {seat: truth.wins[seat] + (seat == winner) for seat in SEATS}
    resolution.address(DuelEnded(truth.duel, truth.extra, truth.replay, winner, reason, truth.board.points, wins))
    if truth.options.hidden_reveal == "duel_end":
        _lift_fog(resolution)

    wins_needed = truth.options.wins_needed
    leader = next((seat for seat in SEATS if wins[seat] > wins[OTHER[seat]]), None)
    if reason == "replayed":  # E1
        begin_duel(resolution, truth.duel, extra=truth.extra, replay=truth.replay + 1)
    elif truth.extra:  # E2
        if winner is not None:
            _end_match(resolution, winner, "extra_duel")
        elif truth.advantage is not None:
            _end_match(resolution, truth.advantage, "holder")
        else:
            _end_match(resolution, _tie_break(resolution), "coin")
    elif leader is not None and wins[leader] >= wins_needed:  # E3
        _end_match(resolution, leader, "wins")
    elif truth.duel == 2 * wins_needed - 1:  # E4
        if leader is not None:
            _end_match(resolution, leader, "wins")
        else:
            begin_duel(resolution, truth.duel + 1, extra=True)
    else:
        begin_duel(resolution, truth.duel + 1)


def _end_match(resolution: Resolution[Truth], winner: SeatId, reason: MatchReason) -> None:
    resolution.address(MatchDecided(winner, reason, resolution.truth.wins))
    if resolution.truth.options.hidden_reveal == "match_end":
        _lift_fog(resolution)
    if resolution.truth.options.table_talk:
        resolution.address(ChannelClosed(TABLE))
    loser = OTHER[winner]
    resolution.address(MatchEnded(Outcome({winner: 1, loser: 2}, {winner: ["winner"], loser: []})))


def _is_level(truth: Truth) -> bool:
    return len({truth.board.points[seat] for seat in SEATS}) == 1


def _lift_fog(resolution: Resolution[Truth]) -> None:
    if resolution.truth.secrets:
        resolution.address(HiddenRevealed(resolution.truth.secrets))


def _tie_break(resolution: Resolution[Truth]) -> SeatId:
    return seat_id(resolution.chance.one("tie_break", SEATS))
