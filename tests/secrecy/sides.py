"""One of two servers on which the same match is played, for a player who looks at it over the wire."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from engines.contract import SPECTATOR, SeatId, seat_id
from server.ids import make_id
from server.log.entry import receipt_of
from server.matches.seeds import commitment_to
from server.operations.logfile import read_logs
from tests.engines.table import SEED
from tests.secrecy.hashes import Hashes, without_hashes
from tests.secrecy.search import Course
from tests.secrecy.wire import Dice, Wire
from tests.secrecy.world import seats_of
from tests.server.world import Client, World

Json = Any


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
