"""
The commands of a match: each function checks a command against the state and returns the facts of one entry.

Nothing here reads a clock, a database or random numbers. `server.access.rights` has already decided whether the caller
may give the command.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta

import orjson
from pydantic import BaseModel, JsonValue

from engines.kit import (
    AddressedFact,
    AnyEngine,
    Chance,
    GameOptions,
    GameView,
    IllegalMoveError,
    Outcome,
    Phase,
    SeatId,
    open_phase,
    record,
)
from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.access.player import Person
from server.access.texts import NOTHING_YET
from server.logs.aggregates.kind import RulesFailedError
from server.logs.directing.facts import NEVER_BEGUN, Drawn, EntriesLost
from server.logs.store.entry import Decision, EntryKind, Head, canonical_json, receipt_of
from server.matches import facts as match_facts
from server.matches.fact_encoding import encode
from server.matches.play.deadlines import deadline_of, later_deadline, require_in_time
from server.matches.play.endings import closing_facts
from server.matches.seeds import draw_key
from server.matches.state import MatchState
from server.runtime.failures import place
from server.runtime.times import timestamp

_UNKNOWN_HEAD = (
    "The head differs from the one that was published when the last phase closed. The server may be showing you a "
    "different match than before, or than the others. Save both heads, and compare them with the other players."
)


@record
class Submission:
    """
    A move for a phase, as it was sent; not checked.

    `keep_thinking`: the phase is not to close early. `head` is the last head that the sender received, if given.
    `replaces` is the receipt of what it may replace, or `NOTHING_YET`; None: whatever stands.
    """

    phase: int
    move: JsonValue = field(repr=False)
    keep_thinking: bool = False
    head: str | None = None
    replaces: str | None = None


def create(
    engine: AnyEngine,
    options: GameOptions,
    created: match_facts.MatchCreated,
    seats: Sequence[match_facts.SeatTaken | match_facts.SeatReserved],
) -> Decision:
    """Create a match with its initial seats and reservations; `options` are complete, including secret ones."""
    secret = [match_facts.SecretOptions(options.for_log())] if engine.secret_options else []
    # No state exists before the first entry; the audiences of these facts do not depend on it.
    facts = (created, *secret, *seats)
    return Decision("created", tuple(encode(engine, fact.audience(None), fact) for fact in facts))


def start(state: MatchState, seed: bytes, now: datetime) -> Decision:
    """Set up the game and open its first phase."""
    require_open(state)
    if not state.full:
        free = ", ".join(seat for seat in state.seat_ids if seat not in state.occupants)
        raise RefusedError(codes.SEATS_EMPTY, f"A match can only start when all seats are taken. Free seats: {free}.")
    chance = _chance(state, seed, phase=0)
    facts = _by_the_rules(state, lambda: state.engine.setup(state.options, chance))
    before: list[match_facts.ServerFact] = [match_facts.MatchStarted(), *_drawn(chance)]
    return decide(state, "started", [*before, *facts, *_after(state, facts, seed, now)])


def submit(state: MatchState, view: GameView, seat: SeatId, submission: Submission, *, by_bot: bool) -> Decision | None:
    """
    Submit a seat's move, replacing an earlier one; None if exactly this submission already stands.

    `view` is the seat's own; it alone decides whether the move is legal.
    """
    require_phase(state, submission.phase)
    require_rules(state)
    if submission.head not in (None, state.published_head):
        raise RefusedError(codes.UNKNOWN_HEAD, _UNKNOWN_HEAD, pointer="/head")
    submitted = _submitted(state, view, seat, submission, by_bot=by_bot)
    standing = state.submissions.get(seat)
    if standing is not None and _is_same(standing.submitted, submitted):
        return None
    _require_unchanged(state, seat, submission.replaces)
    facts: list[match_facts.ServerFact] = [submitted]
    if _shows_who_submitted(state) and standing is None:
        facts.append(match_facts.SeatSubmitted(seat, submission.phase, has_submission=True))
    return decide(state, "submitted", facts)


def _shows_who_submitted(state: MatchState) -> bool:
    """Whether viewers besides the host see that a seat has submitted."""
    return state.created.show_submitted or state.created.tournament is not None


def is_repeat(state: MatchState, view: GameView, seat: SeatId, submission: Submission) -> bool:
    """Whether exactly this was submitted for a phase that may be closed by now; `view` is the seat's before closing."""
    kept = state.submission_for(submission.phase, seat)
    try:
        again = _submitted(state, view, seat, submission, by_bot=False)
    except RefusedError:
        return False
    return kept is not None and _is_same(kept.submitted, again)


def _is_same(stood: match_facts.Submitted, submitted: match_facts.Submitted) -> bool:
    """Whether a submission is the one that stood, also if one of them was made by a bridge."""
    return replace(stood, through=None) == submitted


def _submitted(
    state: MatchState, view: GameView, seat: SeatId, submission: Submission, *, by_bot: bool
) -> match_facts.Submitted:
    try:
        legal: BaseModel = state.engine_for(submission.phase).check(view, submission.move)
    except IllegalMoveError as error:
        raise RefusedError(codes.of_game(error.code), error.message, pointer="/move" + error.pointer) from error
    # In the order in which a log gives it, because views show it.
    move = orjson.loads(canonical_json(legal.model_dump(mode="json")))
    return match_facts.Submitted(seat, submission.phase, move, submission.keep_thinking, by_bot, submission.head)


def _require_unchanged(state: MatchState, seat: SeatId, replaces: str | None) -> None:
    """Refuse to replace what the sender does not know: a copy of an earlier call may arrive late."""
    if replaces is None:
        return
    last = state.last_change_of(seat)
    if replaces != (NOTHING_YET if last is None else receipt_of(last)):
        raise RefusedError(codes.CHANGED_SINCE, "You have submitted or withdrawn something else since. Read your view.")


def withdraw(state: MatchState, seat: SeatId, phase: int, replaces: str | None = None) -> Decision:
    """Withdraw a seat's submission; `replaces` as in `Submission`."""
    open_now = require_phase(state, phase)
    if not open_now.withdrawable:
        raise RefusedError(
            codes.NOT_WITHDRAWABLE, "In this phase a submission can be replaced but not withdrawn. Send another move."
        )
    if seat not in state.submissions:
        raise RefusedError(codes.NOTHING_SUBMITTED, "You have no submission in this phase.")
    _require_unchanged(state, seat, replaces)
    facts: list[match_facts.ServerFact] = [match_facts.Withdrawn(seat, phase)]
    if _shows_who_submitted(state):
        facts.append(match_facts.SeatSubmitted(seat, phase, has_submission=False))
    return decide(state, "withdrawn", facts)


def close(state: MatchState, seed: bytes, because: match_facts.ClosedBecause, now: datetime) -> Decision:
    """Close the open phase and resolve it; the caller has checked that a phase is open."""
    if state.phase is None:
        raise AssertionError("only an open phase can be closed")
    moves = {seat: _move_of(state, seat) for seat in state.phase.seats}
    chance = _chance(state, seed, state.phase.number)
    facts = _by_the_rules(state, lambda: state.engine.resolve(state.truth, moves, chance))
    before = [*closing(state, state.phase, because), *_drawn(chance)]
    return decide(state, "resolved", [*before, *facts, *_after(state, facts, seed, now)])


def closing(state: MatchState, phase: Phase, because: match_facts.ClosedBecause) -> list[match_facts.ServerFact]:
    """Return the facts of a close that are the same in all games: the head, and to each seat what counted."""
    if state.created.log_version == 1:
        return [match_facts.PhaseClosed(phase.number, because, state.head.hash)]
    standing = state.submissions
    shown = state.created.show_submitted
    seen_by = tuple(seat for seat in phase.seats if shown and seat in standing and standing[seat].submitted.head)
    receipts = {seat: receipt_of(pending.entry) for seat, pending in standing.items()}
    return [
        match_facts.PhaseClosed(phase.number, because, state.head.hash, seen_by),
        *(match_facts.SubmissionCounted(seat, phase.number, receipts.get(seat)) for seat in phase.seats),
    ]


def pause(state: MatchState, reason: str) -> Decision:
    """Stop the clock; the remaining time of the open phase is saved."""
    phase = _require_running(state)
    return decide(state, "host_action", [match_facts.MatchPaused(reason), match_facts.DeadlineSet(phase.number, None)])


def resume(state: MatchState, now: datetime) -> Decision:
    """Restart the clock after a pause or a suspension."""
    if state.status not in ("paused", "suspended"):
        raise RefusedError(codes.NOT_PAUSED, "The match is not paused.")
    facts: list[match_facts.ServerFact] = [match_facts.MatchResumed()]
    if state.phase is not None and state.time_left is not None:
        closes_at = state.rests.end_of(now, max(state.time_left, timedelta()))
        facts.append(match_facts.DeadlineSet(state.phase.number, timestamp(closes_at)))
    return decide(state, "host_action", facts)


def suspend(state: MatchState, because: match_facts.SuspendedBecause, where: str) -> Decision:
    """Suspend the match because the server cannot continue it; the remaining time of an open phase is saved."""
    if state.status not in ("open", "running"):
        raise match_suspended()
    facts: list[match_facts.ServerFact] = [match_facts.MatchSuspended(because), match_facts.FailureNoted(where)]
    if state.phase is not None:
        facts.append(match_facts.DeadlineSet(state.phase.number, None))
    return decide(state, "suspended", facts)


def match_suspended() -> RefusedError:
    """Return the error for commands that a suspended match does not allow."""
    return RefusedError(
        codes.MATCH_SUSPENDED,
        "The match is suspended because the server could not continue it. An administrator can resume it once the "
        "server is fixed; the host can void it.",
    )


def extend(state: MatchState, seconds: int, now: datetime, order: int | None = None) -> Decision:
    """Postpone the deadline of the open phase; `order` is the number of the tournament's order to do so, if any."""
    phase = _require_running(state)
    require_in_time(state, phase.number, now, now)
    if state.closes_at is None:
        raise AssertionError("a running phase has a deadline")
    later = timestamp(later_deadline(state.rests, state.closes_at, seconds, now))
    return decide(state, "host_action", [match_facts.DeadlineSet(phase.number, later, order)])


def close_now(state: MatchState, seed: bytes, phase: int, now: datetime) -> Decision:
    """Close the phase with this number for the host, if it is still open."""
    require_phase(state, phase)
    return close(state, seed, "host", now)


def adjudicate(state: MatchState, outcome: Outcome, reason: str, by: Person | None, seed: bytes) -> Decision:
    """End the match with the outcome that somebody decided; `by` is None in old logs."""
    require_started(state)
    if set(outcome.rank) != set(state.seat_ids) or set(outcome.consequences) - set(state.seat_ids):
        raise RefusedError(
            codes.BAD_OUTCOME,
            f"`rank` must contain each seat exactly once: {', '.join(state.seat_ids)}.",
            pointer="/rank",
        )
    complete = {seat: outcome.consequences.get(seat, []) for seat in state.seat_ids}
    adjudicated = match_facts.MatchAdjudicated(Outcome(outcome.rank, complete), reason, by)
    return decide(state, "host_action", [adjudicated, *closing_facts(state, seed)])


def void(state: MatchState, reason: str, seed: bytes) -> Decision:
    """End the match without an outcome."""
    if state.ended:
        raise RefusedError(codes.MATCH_OVER, "The match is over.")
    return decide(state, "host_action", [match_facts.MatchVoided(reason), *closing_facts(state, seed)])


def call_off(state: MatchState, seed: bytes) -> Decision | None:
    """End a match that has never begun; None if it has, or has ended."""
    if state.status != "open":
        return None
    called_off = match_facts.MatchVoided("", because=NEVER_BEGUN)
    return decide(state, "called_off", [called_off, *closing_facts(state, seed)])


def note_loss(state: MatchState, lost: Head) -> Decision | None:
    """Note for the host that the log was longer, up to the head `lost`; None if this was already noted."""
    if lost.hash in state.lost_heads:
        return None
    return decide(state, "loss_noted", [EntriesLost(lost.seq, lost.hash)])


def call_rematch(state: MatchState, rematch_id: str, player: Person) -> Decision | None:
    """Name the match in which the same people can play again; None if it is named already."""
    if not state.ended:
        raise RefusedError(codes.NOT_OVER, "The match is not over. Wait for its end.")
    if state.rematch is not None:
        return None
    return decide(state, "rematch_called", [match_facts.RematchCalled(rematch_id, player)])


def require_seat(state: MatchState, seat: str) -> SeatId:
    """Return the seat with this id; raises RefusedError if the match has no such seat."""
    for known in state.seat_ids:
        if known == seat:
            return known
    raise RefusedError(codes.UNKNOWN_SEAT, f"This match has no such seat. Its seats: {', '.join(state.seat_ids)}.")


def _after(
    state: MatchState, facts: Sequence[AddressedFact], seed: bytes, now: datetime
) -> list[match_facts.ServerFact]:
    """Return the facts that follow the game's facts: the deadline of the next phase, or the seed after the end."""
    opened = open_phase(facts)
    if isinstance(opened, Outcome):
        return closing_facts(state, seed)
    closes_at = deadline_of(state.rests, opened, state.closes_at, now)
    return [match_facts.DeadlineSet(opened.number, timestamp(closes_at))]


def _by_the_rules(state: MatchState, work: Callable[[], list[AddressedFact]]) -> list[AddressedFact]:
    """
    Run the rules.

    Raises:
        RulesFailedError: The rules failed.
        UnavailableError: This server does not have the rules of the match.
    """
    require_rules(state)
    try:
        return work()
    except Exception as error:
        raise RulesFailedError("rules_failed", place(error)) from error


def require_rules(state: MatchState) -> None:
    """
    Refuse what needs the rules of a match that this process does not have.

    Raises:
        UnavailableError: `other_rules`.
    """
    if not state.rules_known:
        version = state.in_force.version
        raise UnavailableError(codes.OTHER_RULES, f"This process does not have version {version} of the match's rules.")


def _move_of(state: MatchState, seat: SeatId) -> BaseModel | None:
    """Return the move that a seat has submitted for the open phase."""
    pending = state.submissions.get(seat)
    return None if pending is None else state.engine.moves.validate_python(pending.submitted.move)


def _chance(state: MatchState, seed: bytes, phase: int) -> Chance:
    return Chance(draw_key(seed, state.seat_ids, state.entropy), phase)


def _drawn(chance: Chance) -> list[Drawn]:
    return [Drawn(draw.label, draw.candidates, draw.picks) for draw in chance.draws]


def decide(state: MatchState, kind: EntryKind, facts: Sequence[AddressedFact | match_facts.ServerFact]) -> Decision:
    """Build an entry from facts; facts of a game come with their audience, the server's own facts determine theirs."""
    engine = state.engine
    encoded = [
        encode(engine, fact.audience, fact.fact)
        if isinstance(fact, AddressedFact)
        else encode(engine, fact.audience(state), fact)
        for fact in facts
    ]
    return Decision(kind, tuple(encoded))


def require_open(state: MatchState) -> None:
    """
    Refuse commands that are only possible before the start.

    Raises:
        RefusedError: `already_started`.
    """
    if state.status == "suspended" and state.phase is None:
        raise match_suspended()
    if state.status != "open":
        raise RefusedError(codes.ALREADY_STARTED, "The match has started. Its seats are fixed.")


def require_started(state: MatchState) -> None:
    """
    Refuse commands that need a match in progress.

    Raises:
        RefusedError: `not_started` or `match_over`.
    """
    if state.status == "open" or (state.status == "suspended" and state.phase is None):
        raise RefusedError(codes.NOT_STARTED, "The match has not started yet.")
    if state.ended:
        raise RefusedError(codes.MATCH_OVER, "The match is over.")


def _require_running(state: MatchState) -> Phase:
    require_started(state)
    if state.status == "paused":
        raise RefusedError(codes.MATCH_PAUSED, "The match is paused. Wait until its host resumes it.")
    if state.status == "suspended":
        raise match_suspended()
    if state.phase is None:
        raise AssertionError("a running match has an open phase")
    return state.phase


def require_untouched(state: MatchState) -> None:
    """
    Check that no player has moved in a match since its creation, and that no phase is closed.

    What players say does not count, because those who ask may not know of all of it.
    """
    moved = any(state.occupants[seat].player is not None for seat in (*state.submissions, *(state.withdrawn or {})))
    if state.ended or state.closed is not None or moved:
        raise RefusedError(codes.ACTED_ON, "Somebody has acted in a match of the round.")


def require_phase(state: MatchState, number: int) -> Phase:
    """Return the open phase if it has this number."""
    phase = _require_running(state)
    if number < phase.number:
        raise RefusedError(codes.PHASE_CLOSED, f"This phase is closed. The open phase is {phase.number}.")
    if number > phase.number:
        raise RefusedError(codes.PHASE_NOT_OPEN, f"This phase is not open yet. The open phase is {phase.number}.")
    return phase
