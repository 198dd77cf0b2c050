"""One of two servers with the same match, observed by a player over the wire."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from engines.kit import SPECTATOR, SeatId, Viewer, seat_id
from server.access.rights import Role
from server.cli.logs.logfile import read_logs
from server.logs.store.entry import receipt_of
from server.matches.facts import OBSERVER
from server.matches.seeds import commitment_to
from server.runtime.ids import make_id
from tests.engines.table import SEED
from tests.match_in_process import seats_of
from tests.prompts import answer
from tests.secrecy.twins.courses import Courses
from tests.secrecy.twins.hashes import Hashes, without_hashes
from tests.secrecy.twins.search import Course
from tests.secrecy.wire.mail import Mail
from tests.secrecy.wire.requests import KEY
from tests.secrecy.wire.wire import Dice, Wire
from tests.secrecy.wire.writes import chatter, first_thoughts, report, second_thoughts, submission, talk
from tests.server.world import Client, World

Json = Any


class Case(NamedTuple):
    """
    A match and its viewer; spectators are told everything `lag` rounds late. `anonymous`: a spectator without a token.
    """

    game: str
    variant: str
    viewer: Viewer
    lag: int = 0
    anonymous: bool = False

    @property
    def role(self) -> Role:
        """The viewer's role in the match (docs/access.md)."""
        if self.anonymous:
            return "anonymous"
        if self.viewer == OBSERVER:
            return "observer"
        return "spectator" if self.viewer == SPECTATOR else "seat"

    def __str__(self) -> str:
        return "-".join(
            [
                self.game,
                self.variant,
                self.viewer,
                *([f"lag-{self.lag}"] if self.lag else []),
                *(["anonymous"] * self.anonymous),
            ]
        )


class Side:
    """One of two servers; on the `other` one, the other players do things that the viewer may not know of."""

    def __init__(self, world: World, mail: Mail, dice: Dice, case: Case, *, other: bool) -> None:
        self.world = world
        self.mail = mail
        self.dice = dice
        self.case = case
        self.other = other

    async def play(self, courses: Courses) -> Wire:
        """
        Play a match, one course for each phase, while the viewer observes everything; return what came over its wires.
        """
        seats = seats_of(self.case.game, self.case.variant)
        host, watcher, stranger = [await self.world.player(name) for name in ("Host", "Watcher", "Stranger")]
        players = {seat: await self.world.player(f"Player {seat}") for seat in seats}
        watcher = self.world.nobody() if self.case.anonymous else watcher
        viewer = watcher if self.case.viewer in (SPECTATOR, OBSERVER) else players[seat_id(self.case.viewer)]
        if not self.case.anonymous:
            await self.mail.ask_for(viewer)
        self.dice.rethrow("match")
        terms = {"variant": self.case.variant, "open_log": False, "spectator_lag": self.case.lag}
        match_id = await self.world.match(self.case.game, host, dict(players.items()), None, **terms)
        if self.case.viewer == OBSERVER:
            role = {"type": "give_role", "player_id": watcher.player_id, "role": "observer"}
            await host.act(match_id, role)
        others = await self._secret_match(stranger)
        wire = Wire(viewer, match_id)
        told = len(courses.told)
        async with wire.open():
            for number, course in enumerate((*courses.told, *courses.untold), 1):
                await self._phase(wire, players, host, course, untold=number > told)
                if number == told:
                    await wire.fetch_all(chatter(match_id, await wire.player.view(match_id)))
                    await wire.fetch_all(report(match_id, await wire.player.view(match_id)))
                if number in (1, told):
                    await wire.sweep(f"in phase {number}", self.dice, seats, others)
                await self._close(wire, players, host, course)
                await wire.look()
            # The end would tell spectators what they have not been told by then.
            if not courses.untold and (await host.view(match_id))["status"] == "running":
                await host.act(match_id, {"type": "void", "reason": "enough"})
            await self.world.settle()
            await wire.look()
            await wire.fetch_all(talk(match_id, await wire.player.view(match_id), "at the end"))
            await wire.sweep("at the end", self.dice, seats, others)
        await self.world.app.state.server.deliverers["webhooks"].sweep()
        for message_id, body in self.mail.in_order():
            wire.note(f"webhook {message_id}", body)
        return await self._masked(wire, host)

    async def _secret_match(self, stranger: Client) -> str:
        """The id of a private match of another account, which exists only on the other server."""
        self.dice.rethrow("secret match")
        match_id = make_id(self.world.clock.now(), Random("ids secret match").getrandbits(80))
        if self.other:
            body = {"game": self.case.game, "visibility": "private"}
            assert (await stranger.post("/v1/matches", body, expect=201))["match_id"] == match_id
        return match_id

    async def _phase(
        self, wire: Wire, players: dict[SeatId, Client], host: Client, course: Course, *, untold: bool
    ) -> None:
        """
        Let every seat submit with a request to keep thinking, so that the phase does not close yet.

        The viewer submits before the others, and again after them; on the other server, after them both times.
        """
        match_id, phase = wire.match_id, (await host.view(wire.match_id))["phase"]
        number, withdrawable = phase["number"], phase["withdrawable"]
        moves = {seat: final.move for seat, final in course.finals.items() if final.move is not None}
        own = next((moves.pop(seat) for seat in moves if players[seat] is wire.player), None)
        # On both servers: the viewer's calls are counted, and the counts must be equal.
        heard = {channel["channel"] for channel in (await wire.player.view(match_id))["channels"]}
        if self.other:
            await self._act_unseen(wire, players, number, moves, set() if untold else heard, untold=untold)
        await wire.hear_of_lists()
        if own is not None:
            prompt = (await wire.player.view(match_id))["prompt"]
            await wire.fetch_all(first_thoughts(match_id, number, answer(prompt, Random(f"draft {number}"))))
        if not self.other:
            for seat, move in moves.items():
                await players[seat].submit(match_id, number, move, keep_thinking=True)
        if own is not None:
            wire.withdrawable |= withdrawable
            await wire.submit_by_socket(number, {"type": "nonsense"})
            await wire.fetch_all(second_thoughts(match_id, number, own, withdrawable=withdrawable))
            await wire.submit_by_socket(number, own)
        await wire.fetch_all(talk(match_id, await wire.player.view(match_id), f"phase {number}"))

    async def _act_unseen(
        self,
        wire: Wire,
        players: dict[SeatId, Client],
        number: int,
        moves: dict[SeatId, Json],
        heard: set[str],
        *,
        untold: bool,
    ) -> None:
        """
        Let the others submit several times and talk among themselves, and let a stranger make calls.

        `heard` are the channels in which the viewer would read them.
        """
        for seat, move in moves.items():
            await self._meddle(wire.match_id, players[seat], number, move)
            await players[seat].submit(wire.match_id, number, move, keep_thinking=True)
        for seat, player in players.items():
            if player is not wire.player:
                await player.say(wire.match_id, f"host:{seat}", "Can you hear me?")
                await player.say(wire.match_id, f"host:{seat}", "The viewer has this key too.", key=KEY)
                await self._whisper(wire, player, heard, untold=untold)
        await self.world.player("Somebody else")

    async def _meddle(self, match_id: str, player: Client, number: int, move: Json) -> None:
        """Leave no trace: replace, withdraw and retry submissions, and read."""
        await player.submit(match_id, number, move, keep_thinking=True)
        await player.submit(match_id, number, {"type": "nonsense"}, expect=422)
        withdrawn = await player.http.delete(f"/v1/matches/{match_id}/submission", params={"phase": number})
        assert withdrawn.status_code in (200, 409)
        await player.get(f"/v1/matches/{match_id}/events", limit=1)

    async def _whisper(self, wire: Wire, player: Client, heard: set[str], *, untold: bool) -> None:
        """Send messages in every channel that the viewer can read neither now nor when it is told of this phase."""
        if self.case.viewer == SPECTATOR and self.case.lag and not untold:
            return
        for channel in (await player.view(wire.match_id))["channels"]:
            if channel["channel"] not in heard and channel["open"]:
                await player.say(wire.match_id, channel["channel"], "They do not hear us.")

    async def _close(self, wire: Wire, players: dict[SeatId, Client], host: Client, course: Course) -> None:
        """Complete the awaited seats; if that does not close the phase, let its deadline pass."""
        phase = (await host.view(wire.match_id))["phase"]
        for seat, final in course.finals.items():
            if final.complete and seat in (phase["must"] or phase["may"]):
                if players[seat] is wire.player:
                    await wire.fetch(submission(wire.match_id, phase["number"], final.move, keep_thinking=False))
                else:
                    await players[seat].submit(wire.match_id, phase["number"], final.move)
        await self.world.settle()
        if (await host.view(wire.match_id))["phase"] == phase:
            # A message's id has the time at which it was put down: on both servers, before time passes.
            await self.world.app.state.server.deliverers["webhooks"].sweep()
            await self.world.pass_time(1_000_000)
        if self.case.viewer in course.finals:
            await wire.fetch(submission(wire.match_id, phase["number"], {"type": "too late"}, expect=409))

    async def _masked(self, wire: Wire, host: Client) -> Wire:
        log = await host.http.get(f"/v1/matches/{wire.match_id}/log")
        hashes = Hashes()
        hashes.know(commitment_to(SEED))
        for entry in read_logs(log.text.splitlines())[wire.match_id]:
            hashes.know(entry.hash, receipt_of(entry))
        # Latin-1 can decode any bytes.
        wire.record = [
            (name, without_hashes(data.decode("latin-1"), hashes).encode("latin-1")) for name, data in wire.record
        ]
        return wire
