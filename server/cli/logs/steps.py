"""
Decide every step of a log again: each entry is checked against the state before it.

If seed and rules are known, each command is decided again and must give the same facts. If not, phases and submissions
are still checked for consistency.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice

from engines.kit import HOST, RANDOM, BadOptionsError, Fact, Level, Phase, SeatId
from server.access.errors import RefusedError
from server.access.player import Person
from server.access.rights import Role
from server.cli.logs.directors import require_host
from server.cli.logs.reading import as_of_today, reason_of
from server.cli.logs.redactions import require_personal_in_match
from server.cli.logs.request_bounds import ImpossibleError, require_possible
from server.cli.logs.verdict import Verdict
from server.logs.aggregates.acting import without_bridges
from server.logs.directing.facts import NEVER_BEGUN, EntriesLost, HostViewAsked, RoleGiven, RoleTaken
from server.logs.store.entry import Decision, EncodedFact, Entry, Head
from server.logs.store.personal import LEFT
from server.matches import commands, leaves
from server.matches import facts as match_facts
from server.matches.fact_encoding import UnknownGameError, facts_of
from server.matches.hosting import appointing, looks, newer_rules
from server.matches.match import Match
from server.matches.play import absence, deadlines
from server.matches.rests import MOST_LEAVE_DAYS, NEVER_AWAY, Leave
from server.matches.seats import seating
from server.matches.seeds import ENTROPY_PATTERN
from server.matches.state import MatchState
from server.matches.talk import channels
from server.runtime.times import parse_timestamp

_SOMETHING = "…"
"""What stands for the text of a message that is withheld, when it is checked whether it could be sent."""

_BY_RULES = (
    match_facts.MatchStarted,
    match_facts.Submitted,
    match_facts.PhaseClosed,
    match_facts.RulesProposed,
    match_facts.RulesAgreed,
)
_BY_SEED = (match_facts.MatchStarted, match_facts.PhaseClosed, match_facts.MatchAdjudicated, match_facts.MatchVoided)


def check_steps(entries: Sequence[Entry], seed: bytes | None, verdict: Verdict) -> None:
    """Repeat every step, until one cannot be read at all. `seed` is None if it is not known."""
    try:
        live = Match(entries[:1], seed or b"")
        _check_first(live, as_of_today(entries[0], live.upcasting), verdict)
    except UnknownGameError as error:
        verdict.unchecked.append(
            f"The game {error.args[0]} is not installed: only the chain and the seed were checked."
        )
        return
    except ImpossibleError as error:
        verdict.fault(entries[0].seq, f"is not possible: {error}")
        return
    except Exception as error:  # a forged log can contain anything, and make any code fail
        verdict.fault(entries[0].seq, f"does not begin a match ({type(error).__name__})")
        return
    _note_rules(live.state, verdict)
    if live.state.created.log_version == 1:
        verdict.unchecked.append(
            "The log is from an earlier server, which did not tell seats which of their submissions counted."
        )
    for written in islice(entries, 1, None):
        try:
            entry = as_of_today(written, live.upcasting)
        except Exception as error:  # as above
            verdict.fault(written.seq, f"cannot be read: {reason_of(error)}")
            return
        if entry.withheld:
            _check_withheld(live, entry, verdict)
        else:
            _check_step(live, entry, verdict, seed_known=seed is not None)
        version = live.state.in_force.version
        try:
            live.apply(entry)
        except Exception as error:  # as above
            verdict.fault(entry.seq, f"cannot be read: {reason_of(error)}")
            return
        if live.state.in_force.version != version:
            _note_rules(live.state, verdict)
    if any(entry.kind == "started" for entry in entries):
        verdict.entropy = live.state.entropy


def _note_rules(state: MatchState, verdict: Verdict) -> None:
    """Note by which rules a match is checked from now on, if they are known."""
    version = state.in_force.version
    if not state.rules_known:
        verdict.unchecked.append(
            "The match was played with another version of the rules, so the rules were not checked."
        )
    elif state.phase is None:
        verdict.rules = f"{state.engine.name}, version {version}"
    else:
        verdict.rules = f"{verdict.rules}, from phase {state.phase.number} version {version}"


def _check_first(live: Match, entry: Entry, verdict: Verdict) -> None:
    state = live.state
    facts = facts_of(state.engine, entry)
    for fact in facts:
        require_possible(fact)
    require_personal_in_match(entry, state)
    given = [fact for fact in facts if isinstance(fact, match_facts.SeatTaken | match_facts.SeatReserved)]
    if entry.kind != "created" or state.match_id != entry.log_id or not isinstance(facts[0], match_facts.MatchCreated):
        verdict.fault(entry.seq, "does not create this match")
        return
    if any(isinstance(fact, match_facts.SecretOptions) and isinstance(fact.options.get("pack"), str) for fact in facts):
        verdict.fault(entry.seq, "names a pack whose content is not in the log")
    if state.created.variant not in state.engine.variants:
        verdict.fault(entry.seq, "the game does not have this variant")
    if state.created.variant != state.created.options.get("variant"):
        verdict.fault(entry.seq, "the options belong to another variant")
    if state.rules_known and not _takes(state):
        verdict.fault(entry.seq, "the game does not accept the options")
    if state.created.seats != state.engine.seats(state.options):
        verdict.fault(entry.seq, "the seats are not those of the game")
    if len({fact.seat for fact in given} & set(state.seat_ids)) != len(given):
        verdict.fault(entry.seq, "a seat is taken or reserved that the match does not have, or twice")
    players = [fact.player.player_id for fact in given if fact.player]
    if len(set(players)) != len(players):
        verdict.fault(entry.seq, "a player has two seats")
    if any(isinstance(fact, match_facts.SeatTaken) and fact.entropy is not None for fact in given):
        verdict.fault(entry.seq, "contains entropy, which could have been known when the seed was chosen")
    if any(isinstance(fact, match_facts.SeatTaken) and fact.invitation is not None for fact in given):
        verdict.fault(entry.seq, "contains an accepted invitation, before there could be one")
    public = state.engine.public_options(state.options).for_log()
    expected = commands.create(state.engine, state.options, replace(state.created, options=public), given)
    if not _same(expected.facts, entry.facts):
        verdict.fault(entry.seq, f"a match begins with something else{_difference(expected, entry)}")


def _takes(state: MatchState) -> bool:
    """Whether the game would have accepted the match's options from its creator."""
    chosen = state.options.model_dump(mode="json", exclude={"variant"})
    try:
        return bool(state.engine.options(state.created.variant, chosen) == state.options)
    except BadOptionsError:
        return False


def _check_step(live: Match, entry: Entry, verdict: Verdict, *, seed_known: bool) -> None:
    try:
        facts = facts_of(live.state.engine, entry)
        for fact in facts:
            require_possible(fact)
        require_personal_in_match(entry, live.state)
        _check_times(live, facts[0], entry, verdict)
        by_rules = isinstance(facts[0], _BY_RULES)
        by_seed = isinstance(facts[0], _BY_SEED) or any(isinstance(fact, match_facts.MatchVoided) for fact in facts)
        if (by_rules and not live.state.rules_known) or (by_seed and not seed_known):
            _check_bookkeeping(live, facts[0], entry, verdict)
            return
        expected = _decide_again(live, facts[0], entry)
    except (ImpossibleError, RefusedError) as error:
        verdict.fault(entry.seq, f"is not possible: {error}")
    except Exception as error:  # As above.
        verdict.fault(entry.seq, f"makes no sense ({type(error).__name__})")
    else:
        if expected is None or expected.kind != entry.kind:
            verdict.fault(entry.seq, "is not possible")
        elif not _same(expected.facts, entry.facts):
            verdict.fault(entry.seq, f"the rules give something else{_difference(expected, entry)}")


def _check_withheld(live: Match, entry: Entry, verdict: Verdict) -> None:
    # There are no channels before the start or after the end.
    if entry.kind != "message" or live.state.status not in ("running", "paused", "suspended"):
        verdict.fault(entry.seq, "is withheld, which is only allowed for messages")


def _decide_again(live: Match, first: Fact, entry: Entry) -> Decision | None:
    """Return the decision of the command behind this entry; `first` is the entry's first fact."""
    state, at = live.state, parse_timestamp(entry.at)
    match first:
        case match_facts.MatchStarted():
            return commands.start(state, live.seed, at)
        case match_facts.SeatTaken(seat=seat, player=player, entropy=entropy, invitation=invitation, level=level) if (
            entry.kind == "seat_taken"
        ):
            _require_entropy(player, entropy)
            _require_bot(player, level)
            return seating.take_seat(state, seat, player, entropy, invitation, level or RANDOM)
        case match_facts.SeatTaken(seat=seat, player=Person() as player) if (
            seat in state.vacant and len(entry.facts) > 1
        ):
            return absence.seat_newcomer(state, seat, player, at)
        case match_facts.SeatTaken(seat=seat, player=player):
            return seating.hand_over(state, seat, player)
        case match_facts.SeatReserved(seat=seat, player=player) if entry.kind == "seat_reserved":
            return seating.reserve_seat(state, seat, player)
        case match_facts.SeatReserved(seat=seat, player=player):
            return seating.replace_player(state, seat, player)
        case match_facts.SeatLeft(seat=seat) | match_facts.SeatReleased(seat=seat):
            return seating.leave_seat(state, seat)
        case match_facts.DoorClosed():
            return seating.close_door(state)
        case match_facts.DoorOpened():
            return seating.open_door(state)
        case match_facts.Submitted() as sent:
            _require_mover(state, sent)
            submission = commands.Submission(sent.phase, sent.move, sent.keep_thinking, sent.head)
            view = live.projection(sent.seat).game
            return commands.submit(state, view, sent.seat, submission, by_bot=sent.by_bot)
        case match_facts.Withdrawn(seat=seat, phase=phase):
            return commands.withdraw(state, seat, phase)
        case match_facts.PhaseClosed(because="host", phase=phase):
            return commands.close_now(state, live.seed, phase, at)
        case match_facts.PhaseClosed(because="deadline") | match_facts.AbsenceNoted():
            return absence.end_phase(state, live.seed, at)
        case match_facts.PhaseClosed(because=because):
            return commands.close(state, live.seed, because, at)
        case match_facts.MessageSent(channel=channel, sender=sender, text=text, sign=sign, about=about):
            role: Role = "owner" if sender == HOST else "seat"  # the log does not show more
            known = live.projection(sender)
            if sign is not None:
                return channels.react(state, known, role, channel, sign, at)
            said = _SOMETHING if entry.redacted else text
            if about is not None:
                decision = channels.report(state, known, role, said, about, at)
            else:
                decision = channels.say(state, known, role, channel, said, at)
            if not entry.redacted:
                return decision
            return commands.decide(state, "message", [match_facts.MessageSent(channel, sender, LEFT, about=about)])
        case match_facts.SeatMuted(seat=seat, reason=reason):
            return channels.mute(state, commands.require_seat(state, seat), reason)
        case match_facts.SeatUnmuted(seat=seat):
            return channels.unmute(state, seat)
        case match_facts.MatchPaused(reason=reason):
            return commands.pause(state, reason)
        case match_facts.MatchResumed():
            return commands.resume(state, at)
        case match_facts.MatchSuspended(because=because):
            where = next((told.fact.get("where") for told in entry.facts if told.type == "failure_noted"), None)
            return commands.suspend(state, because, str(where))
        case match_facts.DeadlineSet(closes_at=str() as closes_at, order=order) if state.closes_at is not None:
            if order is not None and (state.created.ordered_by is None or order <= state.ordered):
                raise ImpossibleError("No tournament or series orders this now.")
            seconds = deadlines.extension(state.rests, state.closes_at, parse_timestamp(closes_at), at)
            return commands.extend(state, seconds, at, order)
        case match_facts.LeaveSet(seat=seat):
            return _leave_again(state, commands.require_seat(state, seat), first.leave, at)
        case match_facts.MatchAdjudicated(outcome=outcome, reason=reason, by=by):
            if by is not None:
                require_host("actAsHost.adjudicate", state, by)
            return commands.adjudicate(state, outcome, reason, by, live.seed)
        case match_facts.MatchVoided() if entry.kind == "called_off":
            return commands.call_off(state, live.seed)
        case match_facts.MatchVoided(reason=reason):
            return commands.void(state, reason, live.seed)
        case match_facts.RulesProposed(rules_version=version, by=by):
            require_host("actAsHost.propose_rules", state, by)
            if state.role_held_by(by.player_id) not in (None, "owner", "director"):
                raise ImpossibleError("Only hosts propose rules.")
            return newer_rules.propose(state, version, by)
        case match_facts.RulesAgreed(seat=seat, rules_version=version):
            if all(known != seat for known, _ in state.players):
                raise ImpossibleError("Only the player of a seat agrees for it.")
            return newer_rules.agree(state, seat, version)
        case match_facts.RematchCalled(rematch_id=rematch_id, player=player):
            return commands.call_rematch(state, rematch_id, player)
        case HostViewAsked(player=player):
            return looks.note_look(state, player, at)
        case RoleGiven(player=player, role=held, by=by):
            require_host("actAsHost.give_role", state, by)
            return appointing.give_role(state, player, held, by)
        case RoleTaken(player=player, by=by):
            require_host("actAsHost.take_role", state, by, lays_down=player.player_id == by.player_id)
            return appointing.take_role(state, player.player_id, by)
        case EntriesLost(last=last, head=head):
            return commands.note_loss(state, Head(last, head))
        case _:
            return None


def _leave_again(state: MatchState, seat: SeatId, leave: Leave, at: datetime) -> Decision | None:
    """Decide a leave again; in a match of an event, the event has decided it, and may give other days than at first."""
    if all(known != seat for known, _ in state.players):
        raise ImpossibleError("Only players are on leave.")
    if state.created.ordered_by is None:
        return leaves.take_leave(state, seat, leave.days, at)
    away = state.away.get(seat, NEVER_AWAY)
    whole = leave.until == leave.since + timedelta(days=leave.days)
    if leave.since > at or not whole or leave.days < 1 or away.after(leave).days > MOST_LEAVE_DAYS:
        raise ImpossibleError("Its event gives no such leave.")
    return leaves.set_ordered_leave(state, seat, leave, at)


def _require_entropy(player: Person | None, entropy: str | None) -> None:
    """Refuse entropy without a player, or of the wrong form."""
    if entropy is not None and (player is None or not re.fullmatch(ENTROPY_PATTERN, entropy)):
        raise ImpossibleError("Players can send entropy only for themselves, as 32 bytes in hexadecimal.")


def _require_bot(player: Person | None, level: Level | None) -> None:
    """Refuse a level for a player."""
    if level is not None and player is not None:
        raise ImpossibleError("Only bots have a level.")


def _require_mover(state: MatchState, sent: match_facts.Submitted) -> None:
    """Refuse a bot's move for a player's seat, and a player's for a bot's."""
    occupant = state.occupants.get(sent.seat)
    if occupant is not None and sent.by_bot != (occupant.player is None):
        raise ImpossibleError("Bots move only for seats without a player.")


def _check_times(live: Match, first: Fact, entry: Entry, verdict: Verdict) -> None:
    """Check that a submission came before the deadline, and that a close had a valid time and reason."""
    state, at = live.state, parse_timestamp(entry.at)
    early = state.closes_at is None or at < state.closes_at
    match first:
        case match_facts.Submitted() | match_facts.Withdrawn() if (
            state.closes_at is not None and at >= state.closes_at + deadlines.JUDGED_WITHIN
        ):
            verdict.fault(entry.seq, "came after the deadline of its phase")
        case match_facts.PhaseClosed(because="deadline") if early:
            verdict.fault(entry.seq, "the phase was closed before its deadline")
        case match_facts.AbsenceNoted() if early or state.status != "running":
            verdict.fault(entry.seq, "somebody was silent before the deadline")
        case match_facts.PhaseClosed(because="all_submitted") if not state.can_close_early:
            verdict.fault(entry.seq, "the phase was closed early although it had to wait")
        case match_facts.PhaseClosed(because="all_submitted") if not early:
            verdict.fault(entry.seq, "the phase was closed as if early, although its deadline had passed")
        case _:
            pass


def _check_bookkeeping(live: Match, first: Fact, entry: Entry, verdict: Verdict) -> None:
    """Check what must hold for any rules and seed."""
    state, kind = live.state, entry.kind
    phase = state.phase if state.status == "running" else None
    match first:
        case match_facts.MatchStarted():
            possible = kind == "started" and state.status == "open" and state.full
        case match_facts.Submitted(seat=seat, phase=number, head=head):
            possible = kind == "submitted" and phase is not None and number == phase.number and seat in phase.seats
            possible = possible and head in (None, state.published_head)
        case match_facts.PhaseClosed(phase=number, because=because):
            possible = kind == "resolved" and phase is not None and number == phase.number
            possible = possible and phase is not None and _closes(state, phase, because, entry)
        case match_facts.RulesProposed():
            possible = kind == "host_action" and not state.ended and state.phase is not None
        case match_facts.RulesAgreed(seat=seat, rules_version=version):
            possible = kind == "rules_agreed" and not state.ended and version == state.in_force.proposed
            possible = possible and seat in dict(state.players) and seat not in state.in_force.agreed
        case match_facts.MatchVoided() if kind == "called_off":
            possible = state.status == "open" and first == match_facts.MatchVoided("", NEVER_BEGUN)
        case match_facts.MatchVoided(because=because):
            possible = kind == "host_action" and not state.ended and because is None
        case match_facts.AbsenceNoted():
            possible = kind == "absence_noted" and phase is not None and state.created.absence is not None
        case _:
            possible = kind == "host_action" and not state.ended
    if not possible:
        verdict.fault(entry.seq, "is not possible")


def _closes(state: MatchState, phase: Phase, because: match_facts.ClosedBecause, entry: Entry) -> bool:
    """Whether a resolution begins with the head, and with what each seat learns about its submission."""
    closing = commands.decide(state, "resolved", commands.closing(state, phase, because)).facts
    rest = entry.facts[len(closing) :]
    return _same(closing, entry.facts[: len(closing)]) and not any(told.type == "submission_counted" for told in rest)


def _same(ours: Sequence[EncodedFact], logged: Sequence[EncodedFact]) -> bool:
    """Whether facts are byte-identical, whichever bridge did it; Python's `==` treats `True` as 1."""
    return without_bridges(ours) == without_bridges(logged)


def _difference(expected: Decision, entry: Entry) -> str:
    """Return which fact differs first."""
    for number, (ours, logged) in enumerate(zip(expected.facts, entry.facts, strict=False), start=1):
        if ours.audience != logged.audience:
            return f": fact {number} ({logged.type}) has another audience"
        if not _same([ours], [logged]):
            return f": fact {number} is {ours.type}, with different content from the logged {logged.type}"
    return f": {len(expected.facts)} facts instead of {len(entry.facts)}"
