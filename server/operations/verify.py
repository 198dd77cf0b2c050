"""
`moirai verify`: whether a log can be what it claims to be (docs/verify.md).

The chain shows that nothing was changed after the fact. Beyond that every step is taken again: each command that an
entry stands for is judged against the state before it, with the revealed seed, and must give the same facts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.catalogue import GAMES
from server.errors import MoiraiError
from server.facts import (
    DeadlineSet,
    MatchAdjudicated,
    MatchPaused,
    MatchResumed,
    MatchVoided,
    PhaseClosed,
    SeatLeft,
    SeatTaken,
    Submitted,
    Withdrawn,
    decode,
)
from server.log.entry import GENESIS, Entry, hash_of, parse_timestamp
from server.matches import commands
from server.matches.commands import Decision
from server.matches.live import LiveMatch


@dataclass
class Verdict:
    """
    What was found of one match.

    `faults` are what is wrong, each with its entry's number; `unchecked` is what could not be looked at, and why.
    """

    match_id: str
    entries: int
    faults: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)

    def fault(self, seq: int, what: str) -> None:
        self.faults.append(f"entry {seq}: {what}")


def verify(match_id: str, entries: Sequence[Entry]) -> Verdict:
    """Check one match's log: its chain, its seed, and every step again."""
    verdict = Verdict(match_id, len(entries))
    _check_chain(entries, verdict)
    seed = _find_seed(entries, verdict)
    _replay(entries, seed, verdict)
    return verdict


def missing(told: Iterable[str], logs: Iterable[Sequence[Entry]]) -> list[str]:
    """Which of the receipts and heads that someone was told are the hash of no entry."""
    known = {entry.hash for entries in logs for entry in entries}
    return [told_hash for told_hash in told if told_hash not in known]


def _check_chain(entries: Sequence[Entry], verdict: Verdict) -> None:
    previous = GENESIS
    for expected, entry in enumerate(entries, start=1):
        if entry.seq != expected:
            verdict.fault(entry.seq, f"entry {expected} should stand here: entries are missing, moved or inserted")
            return  # Everything after it would be out of place too.
        if entry.previous != previous:
            verdict.fault(entry.seq, "does not follow from the entry before it: `previous` is not that one's hash")
        try:
            recomputed = hash_of(entry)
        except ValueError:
            recomputed = ""
        if recomputed != entry.hash:
            verdict.fault(entry.seq, "was changed: its hash does not fit its content")
        previous = entry.hash


def _find_seed(entries: Sequence[Entry], verdict: Verdict) -> bytes | None:
    """The revealed seed, if it is what was committed to."""
    commitment = _first(entries, "match_created", "seed_commitment")
    revealed = _first(entries, "seed_revealed", "seed")
    if revealed is None:
        verdict.unchecked.append("The seed is not in the log (yet), so draws and rules were not checked.")
        return None
    seq, text = revealed
    try:
        seed = bytes.fromhex(str(text))
    except ValueError:
        verdict.fault(seq, "the revealed seed is no seed")
        return None
    if commitment is None or commands.commitment_to(seed) != commitment[1]:
        verdict.fault(seq, "the revealed seed is not the one committed to before play")
        return None
    return seed


def _first(entries: Sequence[Entry], fact_type: str, name: str) -> tuple[int, Any] | None:
    for entry in entries:
        for told in entry.facts:
            if told.type == fact_type:
                return entry.seq, told.fact.get(name)
    return None


def _replay(entries: Sequence[Entry], seed: bytes | None, verdict: Verdict) -> None:
    """Take every step again; what cannot even be read ends it."""
    try:
        live = LiveMatch(entries[:1], seed or b"")
        _check_first(live, entries[0], verdict)
    except Exception as error:  # A forged log can hold anything, and break anything that reads it.
        verdict.fault(entries[0].seq, f"does not begin a match ({type(error).__name__})")
        return
    rules_known = live.state.engine.rules_version == live.state.created.rules_version
    if not rules_known:
        verdict.unchecked.append("The match was played by another version of the rules, so they were not checked.")
    for entry in entries[1:]:
        if rules_known and (seed is not None or entry.kind in ("seat_taken", "seat_left", "submitted", "withdrawn")):
            _check_step(live, entry, verdict)
        try:
            live.apply(entry)
        except Exception as error:  # As above.
            verdict.fault(entry.seq, f"cannot be read ({type(error).__name__})")
            return


def _check_first(live: LiveMatch, entry: Entry, verdict: Verdict) -> None:
    state = live.state
    if entry.kind != "created" or state.created.match_id != entry.match_id:
        verdict.fault(entry.seq, "does not create this match")
    if state.created.seats != GAMES[state.created.game].seats(state.options):
        verdict.fault(entry.seq, "the seats are not those of the game")


def _check_step(live: LiveMatch, entry: Entry, verdict: Verdict) -> None:
    try:
        expected = _decide_again(live, entry, verdict)
    except MoiraiError as error:
        verdict.fault(entry.seq, f"could not have happened: {error.message}")
    except Exception as error:  # As above.
        verdict.fault(entry.seq, f"makes no sense ({type(error).__name__})")
    else:
        if expected is None or expected.kind != entry.kind:
            verdict.fault(entry.seq, "could not have happened")
        elif expected.facts != entry.facts:
            verdict.fault(entry.seq, f"the rules give something else{_difference(expected, entry)}")


def _decide_again(live: LiveMatch, entry: Entry, verdict: Verdict) -> Decision | None:
    """The decision that the command behind this entry should have led to."""
    state, at = live.state, parse_timestamp(entry.at)
    if entry.kind == "started":
        return commands.start(state, live.seed, at)
    contents = [decode(state.engine, told) for told in entry.facts]
    match contents[0]:
        case SeatTaken(seat=seat, player=player) if entry.kind == "seat_taken":
            return commands.take_seat(state, seat, player)
        case SeatTaken(seat=seat, player=player):
            return commands.replace_player(state, seat, player)
        case SeatLeft(seat=seat):
            return commands.leave_seat(state, seat)
        case Submitted() as sent:
            _check_time(live, entry, verdict)
            view = live.projection(sent.seat).game
            return commands.submit(
                state,
                view,
                sent.seat,
                sent.phase,
                sent.move,
                keep_thinking=sent.keep_thinking,
                by_bot=sent.by_bot,
            )
        case Withdrawn(seat=seat, phase=phase):
            _check_time(live, entry, verdict)
            return commands.withdraw(state, seat, phase)
        case PhaseClosed(because=because):
            if because == "deadline" and (state.closes_at is None or at < state.closes_at):
                verdict.fault(entry.seq, "the phase was closed before its deadline")
            if because == "all_submitted" and not state.can_close_early():
                verdict.fault(entry.seq, "the phase was closed early though it had to wait")
            return commands.close(state, live.seed, because, at)
        case MatchPaused(reason=reason):
            return commands.pause(state, reason)
        case MatchResumed():
            return commands.resume(state, at)
        case DeadlineSet(closes_at=str() as closes_at) if state.closes_at is not None:
            longer = parse_timestamp(closes_at) - state.closes_at
            return commands.extend(state, round(longer.total_seconds()))
        case MatchAdjudicated(outcome=outcome, reason=reason):
            return commands.adjudicate(state, outcome, reason, live.seed)
        case MatchVoided(reason=reason):
            return commands.void(state, reason, live.seed)
        case _:
            return None


def _check_time(live: LiveMatch, entry: Entry, verdict: Verdict) -> None:
    if live.state.closes_at is not None and parse_timestamp(entry.at) >= live.state.closes_at:
        verdict.fault(entry.seq, "came after the deadline of its phase")


def _difference(expected: Decision, entry: Entry) -> str:
    """Which fact is the first to differ."""
    for number, (ours, logged) in enumerate(zip(expected.facts, entry.facts, strict=False), start=1):
        if ours.audience != logged.audience:
            return f": fact {number} ({logged.type}) is told to others"
        if ours.fact != logged.fact:
            return f": fact {number} is {ours.type}, with other content than the logged {logged.type}"
    return f": {len(expected.facts)} facts instead of {len(entry.facts)}"


def is_sound(verdicts: Collection[Verdict]) -> bool:
    return not any(verdict.faults for verdict in verdicts)
