"""
Setting up a match and closing its phases.

C1 to C12 are the steps of the rulebook for closing a `cast`; C3 to C8 are in `scoring.py`.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from engines.kit import ChannelOpened, Phase, Resolution, SeatId, intern_dict, seat_id
from engines.wizards_duel import facts
from engines.wizards_duel.data import APOLLOS_DAYBREAK, HIDDEN, OTHER, SEATS, SPELLS, WISDOM, Shown, Spell, castable
from engines.wizards_duel.endings import TABLE, end_duel, tie_duel
from engines.wizards_duel.moves import CastMove, CharmMove, DaybreakMove, DraftMove, Move
from engines.wizards_duel.openings import begin_duel, open_cast, open_phase
from engines.wizards_duel.scoring import Score, score
from engines.wizards_duel.truth import Truth

Moves: TypeAlias = Mapping[SeatId, Move | None]


def begin(resolution: Resolution[Truth]) -> None:
    """Open the table's channel, then the draft or the first duel."""
    if resolution.truth.options.table_talk:
        resolution.address(ChannelOpened(TABLE, SEATS, spectators=True))
    _draft_or_begin(resolution)


def close(resolution: Resolution[Truth], phase: Phase, moves: Moves) -> None:
    """Close the open phase; section 3 defines the defaults for absent submissions."""
    _CLOSE[phase.name](resolution, phase, moves)


# Draft


def _draft_or_begin(resolution: Resolution[Truth]) -> None:
    truth = resolution.truth
    picks = [seat_id(name) for name in truth.options.item_draft[truth.picks_made :]]
    if not picks:
        begin_duel(resolution, duel=1)
    elif len(set(picks)) == 1 and len(picks) == len(truth.unowned):
        # One seat gets all remaining items, so there is nothing to choose.
        for item in truth.unowned:
            resolution.address(facts.ItemDrafted(picks[0], item))
        begin_duel(resolution, duel=1)
    else:
        open_phase(resolution, "draft", 0, truth.options.draft_seconds, must=picks[:1])


def _close_draft(resolution: Resolution[Truth], phase: Phase, moves: Moves) -> None:
    (seat,) = phase.must
    move = moves.get(seat)
    item = move.item if isinstance(move, DraftMove) else resolution.truth.unowned[0]
    resolution.address(facts.ItemDrafted(seat, item))
    _draft_or_begin(resolution)


# Cast


def _close_cast(resolution: Resolution[Truth], phase: Phase, moves: Moves) -> None:
    truth = resolution.truth
    submitted = {seat: move.spell for seat in SEATS if isinstance(move := moves.get(seat), CastMove)}
    absent = tuple(seat for seat in SEATS if seat not in submitted)
    # C1
    if absent and truth.options.timeout == "lose_duel":
        _lose_duel(resolution, submitted, absent)
    elif len(absent) == len(SEATS) and truth.restarts < truth.options.max_restarts:
        resolution.address(facts.RoundMissed(truth.round, truth.attempt, absent, restarted=True))
        open_cast(resolution, truth.round)
    else:
        spells = {seat: submitted[seat] if seat in submitted else _draw_spell(resolution, seat) for seat in SEATS}
        _play_round(resolution, spells, absent)


def _lose_duel(resolution: Resolution[Truth], submitted: Mapping[SeatId, Spell], absent: tuple[SeatId, ...]) -> None:
    truth = resolution.truth
    resolution.address(facts.RoundMissed(truth.round, truth.attempt, absent, restarted=False))
    for seat, spell in submitted.items():
        resolution.address(facts.CastVoided(seat, spell))
    if len(absent) == len(SEATS):
        tie_duel(resolution)
    else:
        end_duel(resolution, OTHER[absent[0]], "timeout")


def _draw_spell(resolution: Resolution[Truth], seat: SeatId) -> Spell:
    side = resolution.truth.board.sides[seat]
    return SPELLS[resolution.chance.one(f"absent_cast.{seat}", castable(side.hand, side.banned))].id


def _play_round(resolution: Resolution[Truth], spells: dict[SeatId, Spell], absent: tuple[SeatId, ...]) -> None:
    truth, board = resolution.truth, resolution.truth.board
    # C3 to C8. C2 (spells leave the hands) is done by the fold.
    modifiers = {seat: board.sides[seat].modifier for seat in SEATS}
    scored = score(spells, modifiers, board.points, absent, truth.rules)
    points = {seat: board.points[seat] + scored.gain[seat] for seat in SEATS}
    last_round = truth.round == len(truth.pool)
    goes_on = scored.instant is None and not last_round
    # C10 and C11 do not happen when the duel ends, so a round that ends it reveals no hidden spell.
    restored = {seat: board.sides[seat].last if goes_on and _restores(scored, spells, seat) else None for seat in SEATS}
    charmers = [seat for seat in SEATS if goes_on and SPELLS[spells[seat]].bans and seat not in scored.cancelled]
    _address_round(resolution, spells, absent, scored, points, restored, charmers)
    # C9
    if scored.instant is not None:
        end_duel(resolution, scored.instant, "instant")
    elif last_round:
        leader = next((seat for seat in SEATS if points[seat] > points[OTHER[seat]]), None)
        if leader is None:
            tie_duel(resolution)
        else:
            end_duel(resolution, leader, "points")
    elif charmers:
        open_phase(resolution, "charm", truth.round, truth.options.charm_seconds, may=charmers)
    else:
        _offer_daybreak(resolution)


def _restores(scored: Score, spells: Mapping[SeatId, Spell], seat: SeatId) -> bool:
    return SPELLS[spells[seat]].restores_previous and seat not in scored.cancelled


def _address_round(
    resolution: Resolution[Truth],
    spells: dict[SeatId, Spell],
    absent: tuple[SeatId, ...],
    scored: Score,
    points: dict[SeatId, int],
    restored: dict[SeatId, Spell | None],
    charmers: list[SeatId],
) -> None:
    """Address the public result of the round, to each seat its own hidden spells, and to the host the explanation."""
    truth, board = resolution.truth, resolution.truth.board
    shown: dict[SeatId, Shown] = {}
    shown_restored: dict[SeatId, Shown | None] = {}
    for seat in SEATS:
        fogged = board.sides[seat].fogged and spells[seat] != WISDOM
        # Some public effects identify the spell: a restored spell, or the phase that a Charm opens.
        identified = restored[seat] is not None or seat in charmers
        shown[seat] = HIDDEN if fogged and not identified else spells[seat]
        fogged_before = board.shown.get(seat) == HIDDEN
        shown_restored[seat] = HIDDEN if restored[seat] is not None and fogged_before else restored[seat]
    resolution.address(
        facts.RoundPlayed(
            truth.round,
            truth.attempt,
            absent,
            intern_dict(shown),
            scored.winner,
            intern_dict(scored.gain),
            intern_dict(points),
            scored.instant,
            intern_dict(shown_restored),
        )
    )
    for seat in SEATS:
        hidden_spell = spells[seat] if shown[seat] == HIDDEN else None
        hidden_restored = restored[seat] if shown_restored[seat] == HIDDEN else None
        if hidden_spell is not None or hidden_restored is not None:
            resolution.address(facts.Withheld(seat, hidden_spell, hidden_restored))
    resolution.address(facts.RoundExplained(spells, restored, scored.cancelled, scored.strengths, scored.cause))


# Charm and Daybreak


def _close_charm(resolution: Resolution[Truth], phase: Phase, moves: Moves) -> None:
    named: dict[SeatId, Spell | None] = {}
    for seat in phase.may:
        move = moves.get(seat)
        named[seat] = move.spell if isinstance(move, CharmMove) else None
    resolution.address(facts.Charmed(named))
    _offer_daybreak(resolution)


def _offer_daybreak(resolution: Resolution[Truth]) -> None:
    """C12: open the `daybreak` phase if its owner can use it, otherwise the next round."""
    truth, owner = resolution.truth, resolution.truth.items[APOLLOS_DAYBREAK]
    if owner is not None and truth.daybreak_left > 0:
        open_phase(resolution, "daybreak", truth.round, truth.options.daybreak_seconds, may=[owner])
    else:
        open_cast(resolution, truth.round + 1)


def _close_daybreak(resolution: Resolution[Truth], phase: Phase, moves: Moves) -> None:
    (owner,) = phase.may
    move = moves.get(owner)
    truth = resolution.truth
    if isinstance(move, DaybreakMove) and move.use:
        resolution.address(facts.RoundUndone(owner, truth.round, truth.attempt))
        open_cast(resolution, truth.round)
    else:
        open_cast(resolution, truth.round + 1)


_CLOSE: dict[str, Callable[[Resolution[Truth], Phase, Moves], None]] = {
    "draft": _close_draft,
    "cast": _close_cast,
    "charm": _close_charm,
    "daybreak": _close_daybreak,
}
