"""
Play two worlds of one match in step, which differ in what one viewer was not told, and compare them as they go on.

Twin A plays freely. Twin B follows with the same moves of the viewer, the same host actions, and the same messages
where the viewer reads them, and differs in all that the rulebooks' tables (`tests/information`) hide from the viewer.
Where no different course that looks the same is found, B restarts as a copy of A.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any, Final

from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.kit import HOST, SPECTATOR, AddressedFact, Outcome, SeatId, Viewer, open_phase
from server.access.errors import RefusedError
from server.matches.facts import OBSERVER
from server.matches.hosting.host_actions import MuteAction, PauseAction, ResumeAction, UnmuteAction
from server.matches.projection import Channel
from server.matches.state import RECENT_MESSAGES
from server.matches.talk.channels import RATE_SECONDS
from server.runtime.times import timestamp
from tests.information.rows import OPEN
from tests.information.tables import is_told, row_of, table_of
from tests.secrecy.twins.cases import Case, Difference, Result
from tests.secrecy.twins.observe import observe, probes_of
from tests.secrecy.twins.search import (
    Course,
    Search,
    bring_about,
    legal_or_other,
    moves_of,
    open_phase_of,
    resolved,
    sampled,
    some_course,
)
from tests.secrecy.twins.secret_options import otherwise_secret
from tests.secrecy.twins.twin import Fate, Terms, Twin, acted, finish, player

Json = Any

TICKS: Final = 3
"""Moments in a phase at which something happens and everything is compared, the last just before it closes."""

_TICK: Final = timedelta(seconds=20)
_MOST_PHASES: Final = 40


class _Over(Exception):  # noqa: N818  # no error: there is nothing left to compare
    pass


def run(case: Case, kept: frozenset[str] | None = None, last_step: int | None = None) -> Result:
    """Play a case until it ends or the worlds differ visibly; if `kept` is given, make only these hidden changes."""
    return _Twins(case, kept, last_step).run()


class _Twins:
    def __init__(self, case: Case, kept: frozenset[str] | None, last_step: int | None) -> None:
        self.case = case
        self.result = Result()
        self._kept = kept
        self._last_step = last_step
        self._seen = self._noted_in_a = self._noted_in_b = 0
        engine = GAMES[case.game]
        random = self._random("terms")
        options = engine.options(case.variant, {})
        if random.random() < 0.5:
            options = otherwise_secret(engine, options, random)
        terms = Terms(
            engine,
            case.variant,
            options,
            creator=case.viewer if case.viewer not in (SPECTATOR, OBSERVER) and random.random() < 0.25 else HOST,
            show_submitted=random.random() < 0.25,
            open_log=engine.opens_log(options) and random.random() < 0.5,
            spectator_lag=self._random("lag").choice([0, 0, 1, 2]),
        )
        self.seed = random.randbytes(32)
        self.a = Twin(terms, case.viewer, self.seed, self._random("nonces of A"))
        self.b = Twin(self._terms_of_b(terms), case.viewer, self._seed_of_b("first"), self._random("nonces of B"))

    def run(self) -> Result:
        with suppress(_Over):
            self._compare("created")
            self._start()
            for _ in range(_MOST_PHASES):
                if self.a.state.phase is None or not self._play_phase():
                    break
        return self.result

    def _random(self, what: str) -> Random:
        """Return a separate random source for each purpose, so that omitting one change shifts no other."""
        return Random(f"{self.case} {what}")

    def _may(self, change: str) -> bool:
        """Return whether to make a hidden change; if so, record it."""
        if self.case.viewer == HOST and not change.endswith("seed"):
            return False
        if self._kept is not None and change not in self._kept:
            return False
        if change not in self.result.made:
            self.result.made.append(change)
        return True

    def _allows(self, change: str) -> bool:
        """Return whether to search for a hidden change; it is recorded once found."""
        return self.case.viewer != HOST and (self._kept is None or change in self._kept)

    # The beginning

    def _terms_of_b(self, terms: Terms) -> Terms:
        if not terms.engine.secret_options or not self._may("other secret options"):
            return terms
        options = otherwise_secret(terms.engine, terms.options, self._random("secret options"))
        return replace(terms, options=options)

    def _seed_of_b(self, what: str) -> bytes:
        return self._random(f"{what} seed").randbytes(32) if self._may(f"{what} seed") else self.seed

    def _start(self) -> None:
        own = Fate(self.seed, self.seed)
        chance = own.chance(0)
        known = self.a.may_know(self.a.terms.engine.setup(self.a.terms.options, chance))
        fate = Fate(self.seed, self.b.live.seed)
        if not self._sets_up_alike(fate, known):
            self._restart_b()
            fate = own
        for label in sorted({draw.label for draw in chance.draws}):
            redrawn = replace(fate, other=self._seed_of_b("first"), redrawn=fate.redrawn | {label})
            if self._allows(_draw(0, label)) and self._sets_up_alike(redrawn, known):
                fate = redrawn
                self._may(_draw(0, label))
        self.a.start(own)
        self.b.start(fate)
        self._compare("started")

    def _sets_up_alike(self, fate: Fate, known: list[Json]) -> bool:
        facts = self.b.terms.engine.setup(self.b.terms.options, fate.chance(0))
        return self.b.may_know(facts) == known

    # A phase

    def _play_phase(self) -> bool:
        """Play and close a phase in both worlds; return False if nothing can be compared after it."""
        phase = open_phase_of(self.a)
        self.b.live.seed = self._seed_of_b(f"phase {phase.number}:")
        random = self._random(f"phase {phase.number}")
        course = some_course(self.a, self.seed, random)
        facts = resolved(self.a, course)
        ends = isinstance(open_phase(facts), Outcome)
        # What the end reveals may differ, so nothing after it is compared.
        reveals = ends and self.a.terms.open_log and self.case.viewer != HOST
        other = self._other_course(course, facts, unseen=reveals)
        self._interrupt(random)
        step = min(_TICK, self._time_left() / (TICKS + 1))
        for tick in range(1, TICKS + 1):
            self._pass(step)
            self._talk(tick)
            if tick < TICKS:
                self._think(tick, course, other)
            else:
                bring_about(self.a, course)
                bring_about(self.b, other, self._order(other))
            self._compare(f"{self._name_of_phase()}, moment {tick}")
        if reveals:
            return False
        if ends and self.case.viewer == HOST:
            self.b.live.seed = self.seed  # The host is told the seed, and every draw from it.
        moment = f"{self._name_of_phase()}, closed"
        self.a.close(course.fate)
        self.b.close(other.fate)
        self._compare(moment)
        return True

    def _other_course(self, course: Course, facts: Sequence[AddressedFact], *, unseen: bool) -> Course:
        """Return how B closes the phase; if no other course looks the same, B becomes A and closes it like A."""
        phase = open_phase_of(self.a)
        known = self.a.may_know(facts)
        others = [seat for seat in phase.seats if seat != self.case.viewer]
        chance = course.fate.chance(phase.number)
        self.a.terms.engine.resolve(self.a.state.truth, moves_of(self.a, course), chance)
        search = Search(
            self.b,
            course,
            known,
            seats=[seat for seat in others if self._allows(self._move_of(seat))],
            labels=[
                label
                for label in sorted({draw.label for draw in chance.draws})
                if self._allows(_draw(phase.number, label))
            ],
            seed=self.b.live.seed,
        )
        random = self._random(f"search {phase.number}")
        found = search.anything(random) if unseen else search.run(random)
        if found is None:
            self._restart_b()
            return course
        for seat in others:
            if found.finals[seat] != course.finals[seat]:
                self._may(self._move_of(seat))
        for label in sorted(found.fate.redrawn):
            self._may(_draw(phase.number, label))
        return found

    def _restart_b(self) -> None:
        self.b.become(self.a)
        self._noted_in_b = self._noted_in_a
        self.result.tally.resets += 1

    def _interrupt(self, random: Random) -> None:
        """Sometimes let the host pause the match, or mute a seat, visibly to everyone."""
        host, now_and_then = player(HOST), random.random()
        if now_and_then < 0.04:
            for world in (self.a, self.b):
                finish(acted(world, host, PauseAction(type="pause", reason="A short break")))
            self._compare(f"{self._name_of_phase()}, paused")
            self._pass(_TICK)
            for world in (self.a, self.b):
                finish(acted(world, host, ResumeAction(type="resume")))
        elif now_and_then < 0.08:
            seat = random.choice(self.a.state.seat_ids)
            for world in (self.a, self.b):
                unmute, mute = UnmuteAction(type="unmute", seat=seat), MuteAction(type="mute", seat=seat, reason="Hush")
                finish(acted(world, host, unmute if seat in world.state.muted else mute))

    def _pass(self, time: timedelta) -> None:
        self.a.now += time
        self.b.now = self.a.now

    def _time_left(self) -> timedelta:
        return max(timedelta(), (self.a.state.closes_at or self.a.now) - self.a.now)

    # Submissions

    def _think(self, tick: int, course: Course, other: Course) -> None:
        """Let seats submit, resubmit, withdraw or do nothing: in B the viewer as in A, the others at random."""
        phase = open_phase_of(self.a)
        for seat in phase.seats:
            random = self._random(f"think {phase.number} {tick} {seat}")
            deed = _random_deed(random)
            move = sampled(self.a, seat, random)
            keep_thinking = phase.early_close or random.random() < 0.5
            self._do(self.a, seat, deed, move, keep_thinking, course)
            if seat != self.case.viewer and self._may(f"phase {phase.number}: thoughts of {seat}"):
                random = self._random(f"think {phase.number} {tick} {seat} in B")
                if not self.a.terms.show_submitted:
                    deed = _random_deed(random)
                move = sampled(self.b, seat, random)
                keep_thinking = phase.early_close or random.random() < 0.5
            elif seat != self.case.viewer:
                move = legal_or_other(self.b, seat, move)
            self._do(self.b, seat, deed, move, keep_thinking, other)

    def _order(self, course: Course) -> list[SeatId]:
        """Return the order in which seats complete in B: any order, where nobody is told that they have."""
        seats, number = list(course.finals), open_phase_of(self.a).number
        if not self.a.terms.show_submitted and self._may(f"phase {number}: order of submissions"):
            self._random(f"order {number}").shuffle(seats)
        return seats

    def _do(self, world: Twin, seat: SeatId, deed: str, move: JsonValue, keep_thinking: bool, course: Course) -> None:
        phase = open_phase_of(world)
        if not phase.withdrawable and course.finals[seat].move is None:
            return
        # A phase past its deadline takes no submission, and there may be nothing to withdraw.
        with suppress(RefusedError):
            if deed == "submit":
                world.submit(seat, move, keep_thinking=keep_thinking)
            elif deed == "withdraw":
                world.withdraw(seat)

    # Talk

    def _talk(self, tick: int) -> None:
        number = open_phase_of(self.a).number
        self._talk_aloud(self._random(f"talk {number} {tick}"), often=tick == 1)
        change = f"phase {number}: talk of others"
        self._whisper(self.a, self._random(f"whispers {number} {tick}"))
        if self._may(change):
            self._whisper(self.b, self._random(f"whispers {number} {tick} in B"))
        else:
            self._whisper(self.b, self._random(f"whispers {number} {tick}"))

    def _talk_aloud(self, random: Random, *, often: bool) -> None:
        """Send the same in both worlds, where the viewer reads it; sometimes close to the message limit."""
        channels = _open_channels(self.a, told=True)
        if not channels or random.random() < 0.5:
            return
        channel = random.choice(channels)
        sender = random.choice(channel.members)
        times = 1
        if often and self.case.viewer in channel.members and random.random() < 0.3:
            sender, times = self.case.viewer, RECENT_MESSAGES - random.randint(0, 3)
        for _ in range(times):
            for world in (self.a, self.b):
                if sender == self.case.viewer or _has_breath(world, sender):
                    with suppress(RefusedError):
                        world.say(sender, channel.name, "Everyone here may hear this.")

    def _whisper(self, world: Twin, random: Random) -> None:
        """Send a message that the viewer is not told of."""
        for _ in range(random.choice([0, 1, 1, 2])):
            channels = _open_channels(world, told=False)
            if not channels:
                return
            channel = random.choice(channels)
            sender = random.choice(channel.members)
            if _has_breath(world, sender):
                with suppress(RefusedError):
                    world.say(sender, channel.name, f"Between us: {random.random()}")

    # Names, and the comparison

    def _name_of_phase(self) -> str:
        phase = open_phase_of(self.a)
        return f"phase {phase.number} ({phase.name})"

    def _move_of(self, seat: SeatId) -> str:
        return f"phase {open_phase_of(self.a).number}: move of {seat}"

    def _compare(self, moment: str) -> None:
        """Compare both worlds; raises where the viewer sees a difference."""
        tally = self.result.tally
        random = self._random(f"probes {tally.states}")
        probes = probes_of(self.a, self.b, random)
        cursor = self.a.live.projection(self.case.viewer).cursor
        earlier = random.randint(1, cursor) if random.random() < 0.2 else None
        in_a = observe(self.a, self._seen, probes, earlier)
        in_b = observe(self.b, self._seen, probes, earlier)
        for name in in_a:
            if in_a[name] != in_b[name]:
                self.result.difference = Difference(tally.states, moment, name, in_a[name], in_b[name])
                raise _Over
        if tally.states == self._last_step:
            raise _Over
        self._seen = cursor
        tally.states += 1
        pending = self.a.pending != self.b.pending
        truth = self.a.state.truth != self.b.state.truth
        tally.pending += pending
        tally.truth += truth
        tally.either += pending or truth
        self._note_secrets()

    def _note_secrets(self) -> None:
        """Count the secret facts since the last comparison, and those of them that differ between the worlds."""
        in_a, in_b = _secrets(self.a, self._noted_in_a), _secrets(self.b, self._noted_in_b)
        self._noted_in_a, self._noted_in_b = len(self.a.history), len(self.b.history)
        for name in in_a.keys() | in_b.keys():
            self.result.tally.secrets[name] += 1
            self.result.tally.differing[name] += in_a.get(name) != in_b.get(name)


def _secrets(world: Twin, since: int) -> dict[str, list[Json]]:
    """Return what the game has told others than the viewer: facts by kind, draws by row of the table."""
    game, found = world.terms.engine.name, defaultdict[str, list[Json]](list)
    table, history = table_of(game), world.history
    for place in range(since, len(history)):
        fact = history[place]
        own, _, name = fact["type"].rpartition(".")
        if name == "drawn":
            row = row_of(table.draws, game, "draws", fact["label"])
            if table.draws[row] is not OPEN:
                found[f"draw of `{row}`"].append(fact["picks"])
        elif own and not is_told(world.viewer, fact, history[:place], world.state.seat_ids):
            found[f"fact `{name}`"].append(fact)
    return found


def _draw(phase: int, label: str) -> str:
    return f"phase {phase}: draw of {label}" if phase else f"draw of {label} at the set-up"


def _open_channels(world: Twin, *, told: bool) -> list[Channel]:
    """Return the open channels whose messages the tables show to the viewer, or hide from it."""
    return [
        channel
        for channel in world.live.projection(HOST).channels.values()
        if channel.open and world.is_told({"type": "message_sent", "channel": channel.name}) == told
    ]


def _random_deed(random: Random) -> str:
    return random.choices(["submit", "withdraw", "nothing"], [4, 1, 5])[0]


def _has_breath(world: Twin, sender: Viewer) -> bool:
    """Return whether the sender is far from its message limit, so that whispers do not block its public messages."""
    since = timestamp(world.now - timedelta(seconds=RATE_SECONDS))
    return sum(at > since for at in world.state.spoken.get(sender, ())) < RECENT_MESSAGES - 6
