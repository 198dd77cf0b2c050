"""
Two servers run the same match but for what one player may not know; that player cannot tell them apart.

Everything the player can fetch or receive is compared byte by byte: every call, allowed and refused, with its status,
headers and body; lists; all frames and closings of the WebSockets; server-sent events. Masked are the time of day in
headers, and the hashes of log entries (receipts and heads), which bind what is hidden under random nonces.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from sqlalchemy import true

from engines.contract import SPECTATOR, SeatId, Viewer, seat_id
from server.access import Role
from server.api import play
from server.errors import UnknownError
from server.ids import make_id
from server.log.entry import Entry, receipt_of
from server.matches import channels, directory
from server.matches.commands import Decision
from server.matches.live import LiveMatch
from server.matches.projection import Projection
from server.matches.seeds import commitment_to
from server.matches.state import MatchState
from server.operations.logfile import read_logs
from tests.engines.table import SEED
from tests.published import document
from tests.secrecy.courses import indistinguishable
from tests.secrecy.hashes import Hashes, without_hashes
from tests.secrecy.search import Course
from tests.secrecy.wire import Dice, Wire
from tests.secrecy.world import seats_of
from tests.server.world import Client, World, running_world

Json = Any

PHASES = 4
TRIES = 10

Case: TypeAlias = tuple[str, str, str]
"""Game, variant, and who looks."""

CASES: list[Case] = [
    ("wizards_duel", "archwizard", "a"),
    ("wizards_duel", "gods_collide", "spectator"),
    ("apocalypse", "skirmish", "hell-3"),
    ("apocalypse", "skirmish", "spectator"),
    ("threads_of_fate", "quick", "hell-4"),
    ("threads_of_fate", "quick", "spectator"),
    ("divine_intervention", "small", "hell-5"),
    ("divine_intervention", "small", "spectator"),
    ("hero_of_the_arena", "skirmish", "hell-2"),
    ("hero_of_the_arena", "skirmish", "spectator"),
]


class Side:
    """One of two servers; on the `other` one, the others do things that the player may not know of."""

    def __init__(self, world: World, dice: Dice, *, other: bool) -> None:
        self.world = world
        self.dice = dice
        self.other = other
        self.tried: Counter[str] = Counter()

    async def play(self, game: str, variant: str, viewer: str, courses: list[Course]) -> Wire:
        """Play a match, a course for each phase, while the viewer looks at everything; what came over its wires."""
        seats = seats_of(game, variant)
        host, watcher, stranger = [await self.world.player(name) for name in ("Host", "Watcher", "Stranger")]
        players = {seat: await self.world.player(f"Player {seat}") for seat in seats}
        self.dice.rethrow("match")
        terms = {"variant": variant, "open_log": False}
        match_id = await self.world.match(game, host, dict(players.items()), None, **terms)
        others = await self._secret_match(game, stranger)
        wire = Wire(watcher if viewer == SPECTATOR else players[seat_id(viewer)], match_id)
        async with wire.open():
            for number, course in enumerate(courses, 1):
                await self._phase(wire, players, host, course)
                if number in (1, len(courses)):
                    self.tried += await wire.sweep(f"in phase {number}", self.dice, seats, others)
                await self._close(wire, players, host, course)
                await wire.look()
            if (await host.view(match_id))["status"] == "running":
                await host.act(match_id, {"type": "void", "reason": "enough"})
            await wire.look()
            self.tried += await wire.sweep("at the end", self.dice, seats, others)
        return await self._masked(wire, host)

    async def _secret_match(self, game: str, stranger: Client) -> str:
        """The id of a private match of somebody else, which exists only on the other server."""
        self.dice.rethrow("secret match")
        match_id = make_id(self.world.clock.now(), Random("ids secret match").getrandbits(80))
        if self.other:
            body = {"game": game, "visibility": "private"}
            assert (await stranger.post("/v1/matches", body, expect=201))["match_id"] == match_id
        return match_id

    async def _phase(self, wire: Wire, players: dict[SeatId, Client], host: Client, course: Course) -> None:
        """Everyone submits, but asks to keep thinking, so that nothing closes yet."""
        number = (await host.view(wire.match_id))["phase"]["number"]
        for seat, final in course.finals.items():
            if final.move is None:
                continue
            if self.other and players[seat] is not wire.player:
                await self._meddle(wire.match_id, players[seat], number, final.move)
            await players[seat].submit(wire.match_id, number, final.move, keep_thinking=True)
        if self.other:
            for seat, player in players.items():
                if player is not wire.player:
                    await player.say(wire.match_id, f"host:{seat}", "Can you hear me?")
                    await self._whisper(wire, player)
            await self.world.player("Somebody else")

    async def _meddle(self, match_id: str, player: Client, number: int, move: Json) -> None:
        """What leaves no trace: a submission that is replaced or withdrawn, a refused one, looks of all kinds."""
        await player.submit(match_id, number, move, keep_thinking=True)
        await player.submit(match_id, number, {"type": "nonsense"}, expect=422)
        withdrawn = await player.http.delete(f"/v1/matches/{match_id}/submission", params={"phase": number})
        assert withdrawn.status_code in (204, 409)
        await player.events(match_id)

    async def _whisper(self, wire: Wire, player: Client) -> None:
        """Say something wherever the viewer does not hear it."""
        known = {channel["channel"] for channel in (await wire.player.view(wire.match_id))["channels"]}
        for channel in (await player.view(wire.match_id))["channels"]:
            if channel["channel"] not in known and channel["open"]:
                await player.say(wire.match_id, channel["channel"], "They do not hear us.")

    async def _close(self, wire: Wire, players: dict[SeatId, Client], host: Client, course: Course) -> None:
        """Those that are waited for come to an end; if that does not close the phase, its time passes."""
        phase = (await host.view(wire.match_id))["phase"]
        for seat, final in course.finals.items():
            if final.complete and seat in (phase["must"] or phase["may"]):
                await players[seat].submit(wire.match_id, phase["number"], final.move)
        await self.world.settle()
        if (await host.view(wire.match_id))["phase"] == phase:
            await self.world.pass_time(1_000_000)

    async def _masked(self, wire: Wire, host: Client) -> Wire:
        log = await host.http.get(f"/v1/matches/{wire.match_id}/log")
        hashes = Hashes()
        hashes.know(commitment_to(SEED))
        for entry in read_logs(log.text.splitlines())[wire.match_id]:
            hashes.know(entry.hash, receipt_of(entry))
        # Latin-1 stands for any bytes.
        wire.record = [
            (name, without_hashes(data.decode("latin-1"), hashes).encode("latin-1")) for name, data in wire.record
        ]
        return wire


async def _both(case: Case, template: Path, folder: Path, dice: Dice) -> tuple[Side, Wire, Wire]:
    """What came over the viewer's wires to either server."""
    game, variant, viewer = case
    wires: list[Wire] = []
    for name, course in zip(("one", "other"), _courses(*case), strict=True):
        database = shutil.copyfile(template, folder / f"{name}.db")
        dice.rethrow("set-up")
        async with running_world(f"sqlite:///{database}", heartbeat_seconds=3600) as world:
            side = Side(world, dice, other=name == "other")
            wires.append(await side.play(game, variant, viewer, course))
    return side, wires[0], wires[1]


def _courses(game: str, variant: str, viewer: str) -> tuple[list[Course], list[Course]]:
    """The two courses, among some, that differ in most phases."""
    some = [indistinguishable(game, variant, Viewer(viewer), Random(seed), PHASES) for seed in range(TRIES)]
    best = max(some, key=_hidden)
    assert _hidden(best), "nothing is hidden on any course"
    return best


def _hidden(courses: tuple[list[Course], list[Course]]) -> int:
    """In how many phases the others' moves differ."""
    return sum(_moves(one) != _moves(other) for one, other in zip(*courses, strict=True))


def _moves(course: Course) -> list[Json]:
    return [final.move for final in course.finals.values()]


def _difference(one: Wire, other: Wire) -> str | None:
    """The first thing that came over one wire otherwise than over the other."""
    for (name, data), (other_name, other_data) in zip(one.record, other.record, strict=False):
        if (name, data) != (other_name, other_data):
            return f"{name}\n{data!r}\n{other_name}\n{other_data!r}"
    return None if len(one.record) == len(other.record) else "there is more on one than on the other"


@pytest.mark.parametrize("case", CASES, ids="-".join)
async def test_a_player_cannot_tell_two_servers_apart(
    case: Case, sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    side, one, other = await _both(case, sqlite_template, tmp_path, Dice(monkeypatch))

    assert _difference(one, other) is None
    published = {operation["operationId"] for path in document()["paths"].values() for operation in path.values()}
    assert published - set(side.tried) == set(), "a call of the API is not tried"
    assert side.tried["socket"]


def _list_private(patch: pytest.MonkeyPatch) -> str:
    patch.setattr(directory, "_listed_for", lambda player, own: true())
    return "listMatches"


def _stir(patch: pytest.MonkeyPatch) -> str:
    """Send something to all readers with every entry, whatever it tells them."""

    def apply(live: LiveMatch, entry: Entry, state: MatchState | None = None) -> None:
        honest(live, entry, state)
        for listeners in live._listeners.values():
            for listener in listeners:
                listener.tell('{"type":"stir","cursor":0}')

    honest = LiveMatch.apply
    patch.setattr(LiveMatch, "apply", apply)
    return "frame on stream"


def _say_whether_a_channel_is(patch: pytest.MonkeyPatch) -> str:
    """Refuse a channel in other words if messages were sent in this match."""

    def say(state: MatchState, known: Projection, role: Role, name: str, text: str, now: datetime) -> Decision:
        try:
            return honest(state, known, role, name, text, now)
        except UnknownError as error:
            raise UnknownError(error.code, f"{error.message} {len(state.spoken)}") from error

    honest = channels.say
    patch.setattr(channels, "say", say)
    return "sendMessage"


def _tag_the_truth(patch: pytest.MonkeyPatch) -> str:
    """An ETag that changes with every entry."""

    def projection(live: LiveMatch, viewer: Viewer) -> Projection:
        known = honest(live, viewer)
        known.tag = live.head.seq  # type: ignore[attr-defined]
        return known

    honest = LiveMatch.projection
    patch.setattr(LiveMatch, "projection", projection)
    patch.setattr(play, "etag_of", lambda match_id, known: f'W/"{match_id}.{getattr(known, "tag", 0)}"')
    return "etag"


@pytest.mark.parametrize("leak", [_list_private, _stir, _say_whether_a_channel_is, _tag_the_truth])
async def test_a_planted_leak_shows_on_the_wire(
    leak: Callable[[pytest.MonkeyPatch], str], sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the comparison is one that can fail."""
    where = leak(monkeypatch)

    _, one, other = await _both(CASES[4], sqlite_template, tmp_path, Dice(monkeypatch))

    assert where in (_difference(one, other) or "")
