"""
Leaks in the server's real code, of the kinds that twins must find (`test_planted_leaks.py`).

Most are mistakes of a hurried change: number by entries instead of by events, count what is pending, answer from the
truth instead of from the viewer's facts.
"""

from __future__ import annotations

import copy
import dataclasses
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias

import pytest

from engines.kit import EVERYONE, HOST, AddressedFact, Chance, Engine, Fact, Phase, SeatId, Viewer
from server.access import codes
from server.access.errors import RefusedError
from server.access.rights import Role
from server.api.routes import playing
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.events import Event
from server.logs.aggregates.projection import facts_addressed_to
from server.logs.directing.facts import Drawn
from server.logs.store.entry import Decision, EncodedFact
from server.matches import causes, commands
from server.matches.fact_encoding import encode
from server.matches.facts import ClosedBecause, SeatSubmitted, ServerFact
from server.matches.lists import listings
from server.matches.match import Match
from server.matches.play import reminders, submitting
from server.matches.projection import MatchProjection
from server.matches.service import Matches
from server.matches.state import MatchState
from server.matches.talk import channels, talk
from server.notifications.news.facts import HostLineMessage, News
from server.notifications.news.handing_on import Caused

Plant: TypeAlias = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True, slots=True)
class Leak:
    """
    A leak; `observation` is the beginning of the name of the observation that shows it.
    """

    name: str
    plant: Plant
    observation: str


# Facts with a wrong audience


def _submissions_told_to_all(patch: pytest.MonkeyPatch) -> None:
    _wrap_decision(patch, "submit", lambda _, told: [dataclasses.replace(told[0], audience=EVERYONE), *told[1:]])


def _submitting_shown_unasked(patch: pytest.MonkeyPatch) -> None:
    def show(state: MatchState, told: Sequence[EncodedFact]) -> list[EncodedFact]:
        seat, phase = SeatId(Viewer(str(told[0].fact["seat"]))), state.phase
        if state.created.show_submitted or seat in state.submissions or phase is None:
            return list(told)
        shown = SeatSubmitted(seat, phase.number, has_submission=True)
        return [*told, encode(state.engine, EVERYONE, shown)]

    _wrap_decision(patch, "submit", show)


def _draws_told_to_all(patch: pytest.MonkeyPatch) -> None:
    def drawn(chance: Chance) -> list[AddressedFact]:
        return [AddressedFact(EVERYONE, Drawn(draw.label, draw.candidates, draw.picks)) for draw in chance.draws]

    patch.setattr(commands, "_drawn", drawn)


def _secret_options_public(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Engine, "public_options", lambda engine, options: options)


# Numbers and names that count what the viewer was not told


def _cursors_of_the_log(patch: pytest.MonkeyPatch) -> None:
    """Events are numbered by their entries, so that a gap shows what others do."""
    events = Match.events

    def leaky(live: Match, viewer: Viewer, after: int, limit: int | None = None) -> list[Event]:
        told = events(live, viewer, after, limit)
        return [dataclasses.replace(event, cursor=live.entry_of(viewer, event.cursor).seq) for event in told]

    patch.setattr(Match, "events", leaky)


def _pushed_with_the_log(patch: pytest.MonkeyPatch) -> None:
    """Pushed events contain the length of the log, though events that are read do not."""
    event_of = Match.event

    def leaky(live: Match, viewer: Viewer, cursor: int, seq: int) -> Event:
        pushed = live._last is not None
        return event_of(live, viewer, seq if pushed else cursor, seq)

    patch.setattr(Match, "event", leaky)


def _etag_of_the_log(patch: pytest.MonkeyPatch) -> None:
    """The ETag changes with every entry, whether the viewer is told of it or not."""
    projection = Match.projection

    def leaky(live: Match, viewer: Viewer) -> MatchProjection:
        known = projection(live, viewer)
        known.__dict__["last"] = live.head.hash
        return known

    patch.setattr(Match, "projection", leaky)
    patch.setattr(playing, "etag_of", lambda match_id, projection: f'W/"{projection.__dict__["last"]}"')


def _messages_numbered_by_the_log(patch: pytest.MonkeyPatch) -> None:
    read = talk._read
    patch.setattr(talk, "_read", lambda live, viewer, cursor, entry: read(live, viewer, entry.seq, entry))


def _more_by_all_messages(patch: pytest.MonkeyPatch) -> None:
    """A page of messages counts messages that the reader may not read as `more`."""
    read: Any = talk.Talk.read

    async def leaky(talking: Any, *which: object, **page: object) -> talk.MessagePage:  # noqa: ANN401
        found: talk.MessagePage = await read(talking, *which, **page)
        live: Match = await talking._repository.get("")
        written = sum(entry.kind == "message" for entry in live.entries)
        return dataclasses.replace(found, more=written > len(found.messages))

    patch.setattr(talk.Talk, "read", leaky)


def _listing_written_at_each_entry(patch: pytest.MonkeyPatch) -> None:
    listed = listings.list_match

    def leaky(state: MatchState) -> listings.MatchListing:
        return dataclasses.replace(listed(state), created_at=f"version {state.head.seq}")

    patch.setattr(listings, "list_match", leaky)


def _earlier_view_by_entries(patch: pytest.MonkeyPatch) -> None:
    """An earlier view is folded up to the entry with the number of the event."""

    async def leaky(live: Match, viewer: Viewer, cursor: int) -> MatchProjection:
        then = MatchProjection(viewer)
        for entry in live.entries[:cursor]:
            if told := facts_addressed_to(viewer, entry):
                then.fold_event([live.decode(fact) for fact in told])
        return then

    patch.setattr(Match, "projection_at", leaky)


def _sentences_of_the_host(patch: pytest.MonkeyPatch) -> None:
    """The sentences of an event are made from all facts of its entry."""

    def leaky(live: Match, viewer: Viewer, cursor: int) -> list[Fact]:
        return [live.decode(told) for told in live.entry_of(viewer, cursor).facts]

    patch.setattr(Match, "facts_of", leaky)


# Views made from the truth


def _view_with(change: Callable[[Match, MatchProjection], dict[str, object]]) -> Plant:
    """The view contains something from the match, which the fold should never receive."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        view = Matches.view

        async def leaky(matches: Matches, caller: Any, match_id: str, at: int | None, asked: str | None = None) -> Any:  # noqa: ANN401
            found, lines = await view(matches, caller, match_id, at, asked=asked)
            known = copy.copy(found)
            live, _ = await matches.watch("getView", caller, match_id)
            known.__dict__.update(change(live, known))
            return known, lines

        patch.setattr(Matches, "view", leaky)

    return plant


def _who_has_submitted(live: Match, known: MatchProjection) -> dict[str, object]:
    return {"submitted": tuple(live.state.submissions)}


def _length_of_the_log(live: Match, known: MatchProjection) -> dict[str, object]:
    return {"cursor": live.head.seq}


def _game_as_the_host_has_it(live: Match, known: MatchProjection) -> dict[str, object]:
    return {"_game": live.projection(HOST).game.model_copy(update={"viewer": known.viewer})}


def _narrower_prompt(live: Match, known: MatchProjection) -> dict[str, object]:
    """The prompt omits what others have submitted."""
    taken = [pending.submitted.move for pending in live.state.submissions.values()]
    prompt = known.prompt()
    return {"prompt": lambda: prompt and {**prompt, "not": {"enum": taken}}}


def _next_draw_in_the_details(patch: pytest.MonkeyPatch) -> None:
    read = Matches.read

    async def leaky(matches: Matches, caller: Any, match_id: str) -> object:  # noqa: ANN401
        listing, known = await read(matches, caller, match_id)
        live, _ = await matches.watch("getView", caller, match_id)
        with_hash = {**known.created.options, "next_draw": hashlib.sha256(live.seed).hexdigest()}
        told = copy.copy(known)
        told._created = dataclasses.replace(known.created, options=with_hash)
        return listing, told

    patch.setattr(Matches, "read", leaky)


def _deadline_by_submissions(patch: pytest.MonkeyPatch) -> None:
    """The next phase is longer the more seats have submitted in this one."""
    after = commands._after

    def leaky(state: MatchState, facts: Sequence[AddressedFact], seed: bytes, now: datetime) -> list[ServerFact]:
        return after(state, facts, seed, now.replace(microsecond=len(state.submissions)))

    patch.setattr(commands, "_after", leaky)


# Refusals that depend on the truth


def _count_in_the_refusal_of_a_move(patch: pytest.MonkeyPatch) -> None:
    submit: Any = commands.submit

    def leaky(state: MatchState, *rest: object, **named: object) -> object:
        try:
            return submit(state, *rest, **named)
        except RefusedError as error:
            if error.pointer is None or not error.pointer.startswith("/move"):
                raise
            text = f"{error.message} {len(state.submissions)} seats have submitted."
            raise RefusedError(error.code, text, pointer=error.pointer) from error

    patch.setattr(commands, "submit", leaky)


def _move_refused_because_another_made_it(patch: pytest.MonkeyPatch) -> None:
    submit: Any = commands.submit

    def leaky(
        state: MatchState, view: object, seat: SeatId, submission: commands.Submission, **named: object
    ) -> object:
        decision = submit(state, view, seat, submission, **named)
        others = [pending.submitted.move for other, pending in state.submissions.items() if other != seat]
        if submission.move in others:
            raise RefusedError(codes.SEAT_TAKEN, "Another seat has chosen this.", pointer="/move")
        return decision

    patch.setattr(commands, "submit", leaky)


def _receipts_that_counted_told_to_all(patch: pytest.MonkeyPatch) -> None:
    closing = commands.closing

    def leaky(state: MatchState, phase: Phase, because: ClosedBecause) -> list[AddressedFact]:
        return [AddressedFact(EVERYONE, fact) for fact in closing(state, phase, because)]

    patch.setattr(commands, "closing", leaky)


def _heads_shown_unasked(patch: pytest.MonkeyPatch) -> None:
    """Everyone is told who carried the head, and so who submitted."""
    closing = commands.closing

    def leaky(state: MatchState, phase: Phase, because: ClosedBecause) -> list[ServerFact]:
        shown = dataclasses.replace(state, created=dataclasses.replace(state.created, show_submitted=True))
        return closing(shown, phase, because)

    patch.setattr(commands, "closing", leaky)


def _receipts_that_are_heads(patch: pytest.MonkeyPatch) -> None:
    """A receipt is the hash of its entry, so the last to submit recognises it as the head of the phase."""
    patch.setattr(submitting, "receipt_of", lambda entry: entry.hash)


def _count_in_the_refusal_to_withdraw(patch: pytest.MonkeyPatch) -> None:
    withdraw = commands.withdraw

    def leaky(state: MatchState, seat: SeatId, phase: int, replaces: str | None) -> Decision:
        if state.phase and phase == state.phase.number and seat not in state.submissions:
            raise RefusedError(codes.NOTHING_SUBMITTED, f"Only {len(state.submissions)} others have submitted.")
        return withdraw(state, seat, phase, replaces)

    patch.setattr(commands, "withdraw", leaky)


def _channel_of_others_forbidden(patch: pytest.MonkeyPatch) -> None:
    """The error for a message to a channel of others reveals that the channel exists."""
    say: Any = channels.say

    def leaky(state: MatchState, known: MatchProjection, role: Role, name: str, *rest: object) -> object:
        try:
            return say(state, known, role, name, *rest)
        except RefusedError as error:
            if error.code == codes.UNKNOWN_CHANNEL and name in state.truth.channels:
                raise RefusedError(codes.NOT_A_MEMBER, "Others talk here.") from None
            raise

    patch.setattr(channels, "say", leaky)


def _rate_of_all_together(patch: pytest.MonkeyPatch) -> None:
    require: Any = channels._require_rate

    def leaky(state: MatchState, sender: Viewer, now: datetime, *, reacting: bool) -> None:
        everyone = sorted(at for times in state.spoken.values() for at in times)
        require(dataclasses.replace(state, spoken={sender: tuple(everyone[-30:])}), sender, now, reacting=reacting)

    patch.setattr(channels, "_require_rate", leaky)


def _count_in_the_refusal_of_the_log(patch: pytest.MonkeyPatch) -> None:
    read_log = Matches.read_log

    async def leaky(matches: Matches, caller: Any, match_id: str) -> Iterator[bytes]:  # noqa: ANN401
        try:
            return await read_log(matches, caller, match_id)
        except RefusedError as error:
            live, _ = await matches.watch("getView", caller, match_id)
            raise RefusedError(error.code, f"{error.message} It has {len(live.entries)} entries.") from error

    patch.setattr(Matches, "read_log", leaky)


def _lines_told_to_all(patch: pytest.MonkeyPatch) -> None:
    """Everyone hears in their own stream that somebody wrote to the host."""
    news_of = causes.news_of

    def leaky(before: MatchState | None, step: Step[MatchState]) -> dict[str, list[News]]:
        news = news_of(before, step)
        written = [told for facts in news.values() for told in facts if isinstance(told, HostLineMessage)]
        occupants = [occupant.player for occupant in step.state.occupants.values() if occupant.player]
        return {**news, **{person.player_id: [*written] for person in occupants if written}}

    patch.setattr(causes, "news_of", leaky)


def _reminders_only_if_nobody_has_submitted(patch: pytest.MonkeyPatch) -> None:
    near_deadline = reminders.near_deadline

    def leaky(live: Match, now: datetime) -> Caused:
        caused = near_deadline(live, now)
        return caused._replace(news={}) if live.state.submissions else caused

    patch.setattr(reminders, "near_deadline", leaky)


def _wrap_decision(
    patch: pytest.MonkeyPatch, name: str, change: Callable[[MatchState, Sequence[EncodedFact]], list[EncodedFact]]
) -> None:
    command: Any = getattr(commands, name)

    def leaky(state: MatchState, *rest: object, **named: object) -> Decision | None:
        decision: Decision | None = command(state, *rest, **named)
        return None if decision is None else Decision(decision.kind, tuple(change(state, decision.facts)))

    patch.setattr(commands, name, leaky)


LEAKS: Final = (
    Leak("lines to the host told to all", _lines_told_to_all, "news"),
    Leak("reminders only if nobody has submitted", _reminders_only_if_nobody_has_submitted, "reminders"),
    Leak("submissions told to all", _submissions_told_to_all, "events"),
    Leak("submitting shown unasked", _submitting_shown_unasked, "events"),
    Leak("draws told to all", _draws_told_to_all, "events"),
    Leak("secret options public", _secret_options_public, "events"),
    Leak("cursors of the log", _cursors_of_the_log, "events"),
    Leak("pushed with the log", _pushed_with_the_log, "pushed events"),
    Leak("sentences of the host", _sentences_of_the_host, "lines"),
    Leak("etag of the log", _etag_of_the_log, "ETag of the view"),
    Leak("messages numbered by the log", _messages_numbered_by_the_log, "saying"),
    Leak("more by all messages", _more_by_all_messages, "messages of"),
    Leak("listing written at each entry", _listing_written_at_each_entry, "details"),
    Leak("earlier view by entries", _earlier_view_by_entries, "view at cursor"),
    Leak("who has submitted", _view_with(_who_has_submitted), "view"),
    Leak("length of the log", _view_with(_length_of_the_log), "cursor"),
    Leak("game as the host has it", _view_with(_game_as_the_host_has_it), "view"),
    Leak("narrower prompt", _view_with(_narrower_prompt), "prompt"),
    Leak("next draw in the details", _next_draw_in_the_details, "details"),
    Leak("deadline by submissions", _deadline_by_submissions, "events"),
    Leak("count in the refusal of a move", _count_in_the_refusal_of_a_move, "submitting"),
    Leak("receipts that counted told to all", _receipts_that_counted_told_to_all, "events"),
    Leak("heads shown unasked", _heads_shown_unasked, "events"),
    Leak("receipts that are heads", _receipts_that_are_heads, "events"),
    Leak("move refused because another made it", _move_refused_because_another_made_it, "submitting"),
    Leak("count in the refusal to withdraw", _count_in_the_refusal_to_withdraw, "withdrawing"),
    Leak("channel of others forbidden", _channel_of_others_forbidden, "saying"),
    Leak("rate of all together", _rate_of_all_together, "events"),
    Leak("count in the refusal of the log", _count_in_the_refusal_of_the_log, "reading the log"),
)
