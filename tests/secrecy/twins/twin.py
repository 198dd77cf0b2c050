"""One match in process, used through the services that the API calls; the test controls time, chance and nonces."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from random import Random
from typing import Any, Final, TypeVar, cast
from unittest.mock import patch

from engines.kit import HOST, AddressedFact, AnyEngine, Chance, Draws, GameOptions, SeatId, Viewer
from server.access.player import Player
from server.access.rights import HeldRole
from server.logs.aggregates.commands import Decide, Keep
from server.logs.replies.idempotency import Done, Replies
from server.logs.store.entry import Decision, Entry, Head, receipt_of
from server.matches import causes, commands
from server.matches.fact_encoding import encode
from server.matches.facts import OBSERVER, MatchCreated, SeatTaken, Submitted
from server.matches.hosting import appointing
from server.matches.hosting.host_actions import HostAction
from server.matches.hosting.hosting import Hosting
from server.matches.lists.listings import MatchReply
from server.matches.match import Match
from server.matches.play import reminders
from server.matches.service import Matches
from server.matches.talk.talk import Talk
from server.notifications.calendars.agenda import Agenda
from server.notifications.news.facts import News
from server.runtime.ids import make_id
from server.runtime.times import timestamp
from tests.information.tables import is_told
from tests.match_in_process import MatchInProcess
from tests.secrecy.twins.hashes import Hashes
from tests.server.stores import Ear

Json = Any
T = TypeVar("T")

BEGIN: Final = datetime(2040, 1, 1, tzinfo=UTC)
MATCH_ID: Final = make_id(BEGIN, 1)


@dataclass(frozen=True, slots=True)
class Terms:
    """
    The parameters of a match; `options` are complete, with the secret ones.

    `creator` is who created the match: the host, or a seat whose player then hosts and plays.
    """

    engine: AnyEngine
    variant: str
    options: GameOptions
    creator: Viewer
    show_submitted: bool
    open_log: bool
    spectator_lag: int


@dataclass(frozen=True, slots=True)
class Fate:
    """The chance of one phase: labels in `redrawn` are drawn from the seed `other`, all else from `own`."""

    own: bytes
    other: bytes
    redrawn: frozenset[str] = frozenset()

    def chance(self, phase: int) -> TwoSeeds:
        return TwoSeeds(self, phase)


class TwoSeeds(Draws):
    """The draws of two seeds, recorded in one list, from which each counts how often a label was drawn."""

    def __init__(self, fate: Fate, phase: int) -> None:
        self._redrawn = fate.redrawn
        self._own, self._other = Chance(fate.own, phase), Chance(fate.other, phase)
        self.draws = self._other.draws = self._own.draws

    def pick(self, label: str, candidates: Sequence[str], k: int = 1) -> tuple[str, ...]:
        chance = self._other if label in self._redrawn else self._own
        return chance.pick(label, candidates, k)


@cache
def player(viewer: Viewer) -> Player:
    """Return the account that is this viewer. The host directs also what another account created."""
    number = sum(ord(letter) << 8 * at for at, letter in enumerate(viewer[-8:]))
    return Player(make_id(BEGIN, number), f"Player of {viewer}", administrator=False, created_at=timestamp(BEGIN))


class _NoEvents:
    """Places in events, where no match is of one."""

    async def has_place(self, created: MatchCreated, player_id: str) -> bool:
        return False


class Twin(MatchInProcess):
    """
    A match and its services, whose repository it replaces.

    `history` is every fact told so far, as JSON: what the host knows. `pushed` is what the viewer's listener was told,
    and `news` what the viewer's own stream tells, of which `agenda` is the fold.
    """

    epoch = "one"

    def __init__(self, terms: Terms, viewer: Viewer, seed: bytes, nonces: Random) -> None:
        self.terms = terms
        self.viewer = viewer
        self.history: list[Json] = []
        self.pushed: list[str] = []
        self.news: list[News] = []
        self.agenda = Agenda()
        self.hashes = Hashes()
        self._trial: list[Entry] | None = None
        repository, nothing = cast("Any", self), cast("Any", None)
        replies = Replies(nothing, nothing)
        self.matches = Matches(repository, nothing, nothing, submissions_per_phase=100)
        self.talk = Talk(repository, replies)
        self.hosting = Hosting(repository, nothing, replies, nothing, nothing, _NoEvents(), nothing, matches_per_host=1)
        sitters = [SeatTaken(seat.id, player(seat.id).person) for seat in terms.engine.seats(terms.options)]
        told = {name: getattr(terms, name) for name in ("show_submitted", "open_log", "spectator_lag")}
        # With an eager pace a phase closes when all have submitted, and so reveals that they have.
        fields = {"match_id": MATCH_ID, "host": player(terms.creator).person, "pace": "deadline", **told}
        super().__init__(terms.engine, terms.variant, terms.options, sitters, seed, nonces, BEGIN, **fields)
        self._follow()
        if terms.creator != HOST:
            self._give_role(HOST, "director")
        if viewer == OBSERVER:
            self._give_role(OBSERVER, "observer")

    @property
    def has_time(self) -> bool:
        """Whether the open phase still takes submissions."""
        return self.state.closes_at is None or self.now < self.state.closes_at

    @property
    def pending(self) -> dict[SeatId, Submitted]:
        return {seat: pending.submitted for seat, pending in self.state.submissions.items()}

    def _give_role(self, viewer: Viewer, role: HeldRole) -> None:
        self.write(appointing.give_role(self.state, player(viewer).person, role, self.state.created.host))

    def become(self, other: Twin) -> None:
        """Copy another world's log, and with it its truth."""
        self.terms = other.terms
        self.history.clear()
        self.hashes.take_over(other.hashes)
        self.live = Match(other.live.entries, other.live.seed)
        self._follow()

    def start(self, fate: Fate) -> None:
        with _drawing(fate):
            self.write(commands.start(self.state, self.live.seed, self.now))

    def close(self, fate: Fate) -> None:
        """Close the open phase, as a referee would: early where it may, else at its deadline."""
        early = self.state.can_close_early
        if not early and self.state.closes_at is not None:
            self.now = self.state.closes_at
        with _drawing(fate):
            decision = commands.close(self.state, self.live.seed, "all_submitted" if early else "deadline", self.now)
        self.write(decision)

    @property
    def reminders(self) -> str:
        """What the viewer's own stream would tell if the deadline were near."""
        at = reminders.remind_at(self.state)
        near = reminders.near_deadline(self.live, at).news if at else {}
        return "\n".join(fact.text for fact in near.get(player(self.viewer).id, ()))

    def submit(self, seat: SeatId, move: Json, *, keep_thinking: bool) -> None:
        number = self.state.phase.number if self.state.phase else 0
        # Only the host may know whether others carry the head, unless everyone is told.
        alike = self.viewer in (seat, HOST) or self.terms.show_submitted
        head = self.state.published_head if alike or self.random.random() < 0.5 else None
        who, now = player(seat), self.now
        submission = commands.Submission(number, move, keep_thinking, head)
        finish(self.matches.submit(who, MATCH_ID, submission, read_at=now))

    def withdraw(self, seat: SeatId) -> None:
        number = self.state.phase.number if self.state.phase else 0
        finish(self.matches.withdraw(player(seat), MATCH_ID, number, read_at=self.now))

    def say(self, sender: Viewer, channel: str, text: str) -> None:
        finish(self.talk.say(player(sender), MATCH_ID, channel, text, None))

    def attempt(self, ask: Callable[[Twin], Coroutine[Any, Any, object]]) -> tuple[object, Entry | None]:
        """Return the reply to a request and the entry that it would add, which is not added."""
        self._trial = []
        try:
            reply = finish(ask(self))
            return reply, self._trial[0] if self._trial else None
        finally:
            self._trial = None

    def may_know(self, facts: Iterable[AddressedFact]) -> list[Json]:
        """Return those of the next facts that the rulebooks' tables show to the viewer."""
        begin = len(self.history)
        known = []
        for addressed in facts:
            fact = encode(self.terms.engine, addressed.audience, addressed.fact).fact
            if self.is_told(fact):
                known.append(fact)
            self.history.append(fact)
        del self.history[begin:]
        return known

    def is_told(self, fact: Json) -> bool:
        """Return whether the tables show the viewer a fact that would come next."""
        return is_told(self.viewer, fact, self.history, self.state.seat_ids)

    # What services ask of a repository

    async def get(self, match_id: str) -> Match:
        return self.live

    async def refresh(self, live: Match) -> None:
        """Nothing to do: nobody else adds entries."""

    async def judge(self, live: Match, decide: Decide[Match]) -> None:
        decide(live, self.now)

    async def change(self, live: Match, decide: Decide[Match], keep: Keep | None = None) -> Entry | None:
        decision = decide(live, self.now)
        if decision is None:
            return None
        entry = self.sealed(live.head, decision)
        if self._trial is None:
            self.take_in(entry)
        else:
            self._trial.append(entry)
        return entry

    def sealed(self, head: Head, decision: Decision) -> Entry:
        entry = super().sealed(head, decision)
        self.hashes.know(entry.hash, receipt_of(entry))
        return entry

    def take_in(self, entry: Entry) -> None:
        before, step = self.live.state, self.live.next_step(entry)
        self.live.take(step)
        news = causes.news_of(before, step).get(player(self.viewer).id, [])
        if news:
            self.news += news
            self.agenda.fold(self.agenda.folded + 1, self.now, news)
        self.history += [told.fact for told in entry.facts]

    def _follow(self) -> None:
        """Take in the log as it stands, and listen to what comes."""
        self.live.listen(self.viewer, Ear(self.pushed))
        for entry in self.live.entries:
            self.hashes.know(entry.hash, receipt_of(entry))
            self.history += [told.fact for told in entry.facts]


def finish(work: Awaitable[T]) -> T:
    """Run a service call to its end; over a world it never has to wait."""
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as stopped:
        return cast("T", stopped.value)
    raise AssertionError("nothing here waits")


@contextmanager
def _drawing(fate: Fate) -> Iterator[None]:
    # Draws of one phase come from two seeds here, so that hidden results can differ where visible ones do not.
    with patch.object(commands, "Chance", lambda seed, phase: fate.chance(phase)):
        yield


async def acted(world: Twin, caller: Player, action: HostAction) -> Done[MatchReply]:
    """Return the result of a host action."""
    return await world.hosting.act(caller, MATCH_ID, action, None)
