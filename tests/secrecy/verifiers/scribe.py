"""Write logs in process with the server's own commands, step by step as a test asks or at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any

from engines.catalogue import GAMES
from engines.kit import Outcome, SeatId, Viewer, seat_id
from server.access.player import Person
from server.access.rights import Role
from server.cli.logs.simulate import Simulation, Tally, log_of, simulate
from server.logs.store.entry import Decision, Entry, Head
from server.matches import commands
from server.matches.facts import SeatReserved, SeatTaken
from server.matches.play import absence
from server.matches.seats import seating
from server.matches.talk import channels
from server.runtime.ids import make_id
from tests.match_in_process import MatchInProcess

Json = Any

BEGIN = datetime(2035, 6, 1, 12, tzinfo=UTC)

ENDS = ("played", "void", "adjudicated")
"""How an eventful match may end."""


class Scribe(MatchInProcess):
    """
    One match, written step by step; each entry is one second later than the one before.

    `terms` are more of `MatchCreated`, with the `rules_version` if it is not the newest. `bots` are seated from the
    beginning, and seats are reserved for `guests`, by seat, from then on.
    """

    def __init__(
        self,
        game: str,
        variant: str,
        options: Mapping[str, Json] | None = None,
        terms: Mapping[str, Json] | None = None,
        *,
        bots: Iterable[str] = (),
        guests: Mapping[str, str] | None = None,
        seed: bytes = bytes(range(32)),
        random: Random | None = None,
        now: datetime = BEGIN,
    ) -> None:
        self.seed = seed
        newest, random = GAMES[game], random or Random(1)
        engine = newest.versions[(terms or {}).get("rules_version", newest.rules_version)]
        sitters: list[SeatTaken | SeatReserved] = [SeatTaken(seat_id(seat), None) for seat in bots]
        sitters += [SeatReserved(seat_id(seat), person(guest)) for seat, guest in (guests or {}).items()]
        fields = {"match_id": make_id(now, random.getrandbits(80)), "host": person("Host"), **(terms or {})}
        super().__init__(engine, variant, engine.options(variant, options or {}), sitters, seed, random, now, **fields)

    @property
    def seats(self) -> tuple[SeatId, ...]:
        return self.state.seat_ids

    def wait(self, **span: float) -> None:
        self.now += timedelta(**span)

    def take(self, seat: str, player: str | None, entropy: str | None = None) -> None:
        sitter = None if player is None else person(player)
        self.write(seating.take_seat(self.state, seat_id(seat), sitter, entropy))

    def leave(self, seat: str) -> None:
        """Free the seat, or end its reservation."""
        self.write(seating.leave_seat(self.state, seat_id(seat)))

    def reserve(self, seat: str, player: str) -> None:
        self.write(seating.reserve_seat(self.state, seat_id(seat), person(player)))

    def start(self) -> None:
        """Start the match, with players in all free seats."""
        for seat in self.seats:
            if seat not in self.state.occupants:
                self.take(seat, f"player of {seat}")
        self.write(commands.start(self.state, self.seed, self.now))

    def submit(self, seat: str, move: Json = None, *, keep_thinking: bool = False, head: str | None = None) -> None:
        """Submit a move of the seat, any legal one if none is given; `head` is the last that the sender was told."""
        mover, phase = seat_id(seat), self.state.phase
        assert phase is not None
        view = self.live.projection(mover).game
        engine = self.state.engine
        chosen = engine.sample(view, self.random).model_dump(mode="json") if move is None else move
        bot = self.state.occupants[mover].player is None
        submission = commands.Submission(phase.number, chosen, keep_thinking, head)
        decision = commands.submit(self.state, view, mover, submission, by_bot=bot)
        self.write(decision)

    def withdraw(self, seat: str) -> None:
        phase = self.state.phase
        assert phase is not None
        self.write(commands.withdraw(self.state, seat_id(seat), phase.number))

    def close(self) -> None:
        """Close the open phase: at once if it waits for nobody, else at its deadline, if nobody is silent too often."""
        state = self.state
        assert state.closes_at is not None
        early = state.can_close_early and self.now < state.closes_at
        self.now = self.now if early else max(self.now, state.closes_at)
        if early:
            self.write(commands.close(state, self.seed, "all_submitted", self.now))
        else:
            self.write(absence.end_phase(state, self.seed, self.now))

    def play(self, phases: int, absent: float = 0.2) -> None:
        """Play this many phases, or to the end; a seat misses some of them."""
        for _ in range(phases):
            phase = self.state.phase
            if phase is None:
                return
            for seat in phase.seats:
                if self.random.random() >= absent and seat not in self.state.submissions:
                    self.submit(seat)
            self.close()

    def play_out(self, absent: float = 0.2) -> None:
        while not self.state.ended:
            self.play(1, absent)

    def say(self, sender: str, channel: str, text: str) -> None:
        known = self.live.projection(Viewer(sender))
        role: Role = "seat" if sender in self.state.seat_ids else "owner"
        self.write(channels.say(self.state, known, role, channel, text, self.now))

    def act(self, command: Callable[..., Decision | None], *given: Json) -> None:
        """Carry out a host action in the current state of the match."""
        self.write(command(self.state, *given))

    def adjudicate(self, rank: Mapping[str, int], reason: str) -> None:
        outcome = Outcome({seat_id(seat): place for seat, place in rank.items()}, {})
        self.act(commands.adjudicate, outcome, reason, self.state.created.host, self.seed)

    def sealed(self, head: Head, decision: Decision) -> Entry:
        entry = super().sealed(head, decision)
        self.now += timedelta(seconds=1)
        return entry


def person(name: str) -> Person:
    """The player of this name."""
    bits = int.from_bytes(sha256(name.encode()).digest()[:10])
    return Person(make_id(BEGIN, bits), name)


def eventful(seed: int = 1, end: str = "played") -> list[Entry]:
    """Write a duel with every action of a host and of players; `end` is one of `ENDS`."""
    terms = {"show_submitted": seed % 2 == 0, "open_log": seed % 3 != 0}
    duel = Scribe("wizards_duel", "gods_collide", {"timeout": "random_penalty"}, terms, random=Random(seed))
    duel.take("a", "Ada", "11" * 32)
    duel.take("b", "Bo", "22" * 32)
    duel.take("a", "Ada", "33" * 32)
    duel.leave("b")
    duel.take("b", "Cy", "44" * 32)
    duel.start()
    duel.submit("a")
    duel.submit("a", {"type": "cast", "spell": "3"}, keep_thinking=True)
    duel.say("a", "table", "Good luck.")
    duel.act(channels.mute, seat_id("b"), "shouting")
    duel.say("b", "host:b", "I did not.")
    duel.say("host", "host:b", "You did, né.")
    duel.act(channels.unmute, seat_id("b"))
    duel.act(commands.pause, "tea")
    duel.wait(minutes=20)
    duel.say("a", "host:a", "Hurry.")
    duel.act(commands.resume, duel.now)
    duel.act(commands.extend, 90, duel.now)
    duel.act(commands.close_now, duel.seed, 1, duel.now)
    duel.play(2)
    duel.act(seating.hand_over, seat_id("a"), person("Di"))
    duel.play(2)
    duel.act(channels.mute, seat_id("a"), "")
    duel.act(seating.replace_player, seat_id("a"), None)
    duel.play(3, absent=0.5)
    if end == "void":
        duel.act(commands.void, "late", duel.seed)
    elif end == "adjudicated":
        duel.adjudicate({"a": 1, "b": 2}, "late")
    duel.play_out()
    return duel.log


def invited() -> list[Entry]:
    """
    Write a duel in which seats are reserved before the start and during play, joining is closed for a while, and at the
    end the host is told that entries were lost.
    """
    duel = Scribe("wizards_duel", "archwizard", guests={"b": "Bo"})
    duel.reserve("a", "Cy")
    duel.reserve("a", "Ada")
    duel.act(seating.close_door)
    duel.take("a", "Ada")
    duel.take("a", "Ada", "11" * 32)
    duel.leave("b")
    duel.reserve("b", "Cy")
    duel.leave("a")
    duel.take("a", "Host")
    duel.act(seating.open_door)
    duel.leave("a")
    duel.take("a", "Cy")
    duel.reserve("b", "Di")
    duel.take("b", "Di", "22" * 32)
    duel.start()
    duel.act(seating.replace_player, seat_id("b"), person("Eve"))
    duel.act(seating.replace_player, seat_id("a"), person("Ada"))
    duel.leave("b")
    duel.play(1)
    duel.act(commands.pause, "tea")
    duel.take("a", "Ada")
    duel.act(seating.replace_player, seat_id("b"), person("Eve"))
    duel.act(seating.replace_player, seat_id("b"), None)
    duel.act(seating.replace_player, seat_id("b"), person("Eve"))
    duel.act(commands.void, "late", duel.seed)
    duel.act(commands.note_loss, Head(99, "55" * 32))
    duel.act(commands.call_rematch, "3" * 26, person("Ada"))
    return duel.log


def never_begun() -> list[Entry]:
    """Write a duel in which somebody sits down, and which the server calls off before it begins."""
    duel = Scribe("wizards_duel", "archwizard", guests={"b": "Bo"})
    duel.act(commands.call_off, duel.seed)
    return duel.log


def simulated(game: str, variant: str, matches: int, seed: int = 5, **options: Json) -> list[list[Entry]]:
    """Write random matches to their end; a seat misses some phases."""
    simulation = Simulation(game, variant, GAMES[game].options(variant, options), seed, absent=0.2)
    return [log_of(simulation, match) for match in simulate(simulation, matches, Tally())]
