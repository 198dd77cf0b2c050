"""Players who follow a match with a cursor and its epoch, and begin anew where they are told to (docs/streams.md)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Sequence
from random import Random
from typing import Any, Final, Literal, TypeAlias

from websockets.asyncio.client import connect as unchecked
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.faults.crowd import stream_of
from tests.faults.history import Acknowledgement, History, Sent, facts
from tests.faults.players import Addresses, Caller, open_phase
from tests.prompts import answer

Json = Any

Way: TypeAlias = Literal["socket", "pages"]
"""How somebody follows a match."""

WAYS: Final[tuple[Way, ...]] = ("socket", "pages")

_PAUSE_SECONDS = 0.2
_WAIT_SECONDS = 20
_ANOTHER = "another_epoch"


class Brake:
    """The last phase in which players submit."""

    def __init__(self, phase: float) -> None:
        self.phase = phase
        self.players: list[Follower] = []

    def move(self, phase: float) -> None:
        self.phase = phase
        for player in self.players:
            player.woken.set()


class Follower(Caller):
    """
    A player of one seat, who submits once in each phase.

    `begun_anew` is how often it was told to begin anew, `reached` its cursor then, `viewed` the last view that it has
    read.
    """

    def __init__(self, addresses: Addresses, seat: str, way: Way, brake: Brake, random: Random) -> None:
        super().__init__(addresses)
        self.way = way
        self.seat = seat
        self.epoch = ""
        self.sent: list[Sent] = []
        self.told: list[Json] = []
        self.begun_anew = self.reached = 0
        self.viewed: Json = None
        self.woken = asyncio.Event()
        self._own: Json = None
        self._brake = brake
        self._random = random
        brake.players.append(self)

    @property
    def receipts(self) -> list[str]:
        """All receipts that it has got."""
        return [sent.acknowledged.receipt for sent in self.sent if sent.acknowledged]

    def history(self, kept: Collection[str]) -> History:
        """Return what it did and was told, without submissions that were acknowledged and are not kept."""
        sent = [each for each in self.sent if each.acknowledged is None or each.acknowledged.receipt in kept]
        return History(self.seat, sent, self.told)

    @property
    def is_over(self) -> bool:
        return any(fact["type"] == "match_ended" for fact in facts(self.told[-1:]))

    @property
    def phase(self) -> int | None:
        """The open phase, by what it was told so far."""
        return open_phase(History(self.seat, told=self.told))

    async def play(self, match_id: str) -> None:
        """Play until the match is over; `read_own` must be called before it is told to begin anew."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._follow_by_socket(match_id) if self.way == "socket" else self._read(match_id))
            answered: tuple[str, int] | None = None
            while not self.is_over:
                phase = self.phase
                if phase is None or phase > self._brake.phase or (self.epoch, phase) == answered:
                    self.woken.clear()
                    await self.woken.wait()
                else:
                    answered = (self.epoch, phase)
                    await self._answer(match_id, phase)

    async def read_own(self, wait: int = 0) -> Json:
        """Return its own stream."""
        self._own = await self.get("/v1/me/events", limit=500, wait=wait)
        return self._own

    async def _answer(self, match_id: str, phase: int) -> None:
        """Answer the prompt of a phase, trying other moves where the schema does not decide legality."""
        view = await self.get(f"/v1/matches/{match_id}/view")
        self.viewed = view
        prompt = view.get("prompt")
        while prompt is not None:
            sent = Sent(phase, answer(prompt, self._random))
            self.sent.append(sent)
            body = {"phase": phase, "move": sent.move}
            answered = await self.call("PUT", f"/v1/matches/{match_id}/submission", body)
            sent.tries, sent.given_up, reply = answered.tries, answered.given_up, answered.reply
            if reply.status_code == 200:
                names = ("receipt", "seat", "phase", "accepted_at", "cursor", "repeated")
                sent.acknowledged = Acknowledgement(**{name: reply.json()[name] for name in names})
            if reply.status_code != 422:
                if reply.status_code not in (200, 409):
                    self.complaints.append(f"a submission was answered {reply.status_code} {reply.text}")
                return

    async def _begin_anew(self) -> None:
        """Discard what was told, as another epoch says; its own stream says the same."""
        self.begun_anew += 1
        self.reached = len(self.told)
        position = {"after": self._own["cursor"], "epoch": self._own["epoch"]}
        own = (await self.call("GET", "/v1/me/events", **position)).reply
        if (own.status_code, own.json().get("code")) != (409, _ANOTHER):
            self.complaints.append(f"its own stream goes on after {position}: {own.text}")
        self.told.clear()
        self.epoch = ""

    def _take(self, events: Sequence[Json], epoch: str) -> None:
        if self.epoch not in ("", epoch):
            self.complaints.append(f"the epoch has changed from {self.epoch} to {epoch} without a word")
        self.epoch = epoch
        self.told += events
        if events:
            self.woken.set()

    @property
    def _position(self) -> dict[str, Json]:
        return {"after": len(self.told), **({"epoch": self.epoch} if self.epoch else {})}

    async def _read(self, match_id: str) -> None:
        """Read page after page."""
        while not self.is_over:
            query = {**self._position, "limit": 500, "wait": _WAIT_SECONDS}
            reply = (await self.call("GET", f"/v1/matches/{match_id}/events", **query)).reply
            page = reply.json()
            if reply.status_code == 200:
                self._take(page["events"], page["epoch"])
            elif (reply.status_code, page["code"]) == (409, _ANOTHER):
                await self._begin_anew()
            else:
                self.complaints.append(f"a page was answered {reply.status_code} {reply.text}")
                await asyncio.sleep(_PAUSE_SECONDS)

    async def _follow_by_socket(self, match_id: str) -> None:
        """Record the stream; after a break, resume from where it was."""
        while not self.is_over:
            position = "&".join(f"{name}={value}" for name, value in self._position.items())
            try:
                # Not checked against the document, as in a crowd.
                async with unchecked(
                    f"{stream_of(self.addresses.next(), match_id)}?{position}",
                    additional_headers=self.authorization,
                    compression=None,
                    open_timeout=None,
                    ping_interval=None,
                ) as stream:
                    await self._record(stream)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and (closed.rcvd.code, closed.rcvd.reason) == (4411, _ANOTHER):
                    await self._begin_anew()
                    continue
            except (OSError, WebSocketException):
                pass  # The server is gone, or its database.
            if not self.is_over:
                await asyncio.sleep(_PAUSE_SECONDS)

    async def _record(self, stream: Any) -> None:  # noqa: ANN401  # as `websockets` has it
        epoch = ""
        while not self.is_over:
            frame = json.loads(await stream.recv())
            if frame["type"] == "subscribed":
                epoch = frame["epoch"]
                self._take([], epoch)
            elif frame["type"] == "event":
                del frame["server_now"]  # A page of events contains it once.
                self._take([frame], epoch)
