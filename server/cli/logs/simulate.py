"""
`moirai simulate`: random matches in process, in which each seat moves by its own view only.

Logs are created with the server's commands and sealed like the server's, so the same tools read them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from time import perf_counter
from typing import Any

from engines.catalogue import GAMES
from engines.kit import AnyEngine, GameOptions
from engines.play import Playthrough, play
from server.access.player import Person
from server.logs.store.entry import Decision, Entry, Head, seal
from server.matches import commands
from server.matches.facts import LOG_VERSION, MatchCreated, SeatTaken
from server.matches.match import Match
from server.matches.seeds import commitment_to
from server.runtime.ids import make_id

_BEGIN = datetime(2030, 1, 1, tzinfo=UTC)
_STEP = timedelta(seconds=1)
_HOST = Person("0" * 26, "Simulation")


@dataclass(frozen=True, slots=True)
class Simulation:
    """The parameters of a simulation. Same values, same matches; `absent`: how likely a seat misses a phase."""

    game: str
    variant: str
    options: GameOptions
    seed: int
    absent: float = 0.0

    @property
    def engine(self) -> AnyEngine:
        return GAMES[self.game]


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulated match: its number and course."""

    number: int
    seed: bytes
    course: Playthrough[Any]


@dataclass
class Tally:
    """Totals over many matches; `seconds` is the time spent playing, not logging."""

    matches: int = 0
    phases: int = 0
    seconds: float = 0.0
    winners: Counter[str] | None = None

    def add(self, simulated: Simulated, seconds: float) -> None:
        self.matches += 1
        self.phases += len(simulated.course.steps) - 1
        self.seconds += seconds
        ranks = simulated.course.outcome.rank
        won = "+".join(seat for seat, rank in ranks.items() if rank == 1)
        self.winners = (self.winners or Counter()) + Counter([won])


def simulate(simulation: Simulation, matches: int, tally: Tally) -> Iterator[Simulated]:
    """Play this number of matches, one after another, and count them."""
    engine = simulation.engine
    for number in range(matches):
        random = _random(simulation, number, "play")
        seed = _random(simulation, number, "seed").randbytes(32)
        begun = perf_counter()
        course = play(engine, simulation.options, seed, random, simulation.absent)
        simulated = Simulated(number, seed, course)
        tally.add(simulated, perf_counter() - begun)
        yield simulated


def log_of(simulation: Simulation, simulated: Simulated) -> list[Entry]:
    """Return the match's log, as a server would have written it with bots in all seats."""
    writer = _Writer(simulation, simulated)
    for step in simulated.course.steps[1:]:
        for seat, move in step.moves.items():
            if move is not None:
                writer.submit(seat, move.model_dump(mode="json"))
        writer.close()
    return list(writer.live.entries)


class _Writer:
    """Writes one log, with one second between entries."""

    def __init__(self, simulation: Simulation, simulated: Simulated) -> None:
        self._random = _random(simulation, simulated.number, "log")
        self._seed = simulated.seed
        self._now = _BEGIN
        self._match_id = make_id(_BEGIN, self._random.getrandbits(80))
        first = self._seal(Head(), _create(simulation, self._match_id, self._seed))
        self.live = Match([first], self._seed)
        self._append(commands.start(self.live.state, self._seed, self._now))

    def submit(self, seat: Any, move: Any) -> None:  # noqa: ANN401  # a seat and a move in JSON, of any game
        state = self.live.state
        if state.phase is None:
            raise AssertionError("the course of a match moves only in open phases")
        view = self.live.projection(seat).game
        decision = commands.submit(state, view, seat, commands.Submission(state.phase.number, move), by_bot=True)
        if decision is not None:
            self._append(decision)

    def close(self) -> None:
        state = self.live.state
        closes_at = state.closes_at or self._now
        early = state.can_close_early and self._now < closes_at
        self._now = self._now if early else max(self._now, closes_at)
        self._append(commands.close(state, self._seed, "all_submitted" if early else "deadline", self._now))

    def _append(self, decision: Decision) -> None:
        self.live.apply(self._seal(self.live.head, decision))

    def _seal(self, head: Head, decision: Decision) -> Entry:
        entry = seal(self._match_id, head, decision.kind, self._now, decision.facts, self._random.randbytes(16))
        self._now += _STEP
        return entry


def _create(simulation: Simulation, match_id: str, seed: bytes) -> Decision:
    engine, options = simulation.engine, simulation.options
    created = MatchCreated(
        match_id=match_id,
        game=engine.name,
        variant=simulation.variant,
        rules_version=engine.rules_version,
        options=engine.public_options(options).for_log(),
        seats=engine.seats(options),
        pace="deadline",
        visibility="public",
        autostart=True,
        show_submitted=False,
        open_log=True,
        spectator_lag=0,
        host=_HOST,
        seed_commitment=commitment_to(seed),
        log_version=LOG_VERSION,
    )
    return commands.create(engine, options, created, [SeatTaken(seat.id, None) for seat in created.seats])


def _random(simulation: Simulation, number: int, use: str) -> Random:
    """Return a random generator for one use, so that writing a log does not change a match."""
    return Random(f"{simulation.seed} {number} {use}")
