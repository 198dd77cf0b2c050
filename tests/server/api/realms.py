"""Six players in two realms with channels of all kinds, a host and a spectator, for tests of messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from tests.server.world import Client, World

Json = Any

SEATS: Final = ("heaven-1", "heaven-2", "heaven-3", "hell-1", "hell-2", "hell-3")
ROUND: Final = 43_200
"""Seconds of a phase of a skirmish."""

TARGETS: Final = {
    "heaven-1": ("hell-1", "hell-2"),
    "heaven-2": ("hell-1", "hell-2"),
    "heaven-3": ("hell-1", "hell-2"),
    "hell-1": ("heaven-2", "heaven-3"),
    "hell-2": ("heaven-1", "heaven-2"),
    "hell-3": ("heaven-2", "heaven-3"),
}
"""The seat with which each seat opens a chat for round 2: every pair but heaven-1 and hell-3."""

PAIR: Final = "pair:heaven-1:hell-1"


@dataclass(frozen=True)
class Realms:
    """Six players in a skirmish of The Apocalypse, its host, and Zoe, who watches."""

    world: World
    host: Client
    zoe: Client
    seats: dict[str, Client]
    match_id: str

    @classmethod
    async def begin(cls, world: World, **terms: Json) -> Realms:
        """Start round 1 with everyone seated; `terms` are further creation parameters."""
        host, zoe = await world.player("Host"), await world.player("Zoe")
        seats: dict[str, Client] = {seat: await world.player(seat) for seat in SEATS}
        match_id = await world.match("apocalypse", host, seats, variant="skirmish", **terms)
        return cls(world, host, zoe, seats, match_id)

    def __getitem__(self, seat: str) -> Client:
        return self.seats[seat]

    @property
    def everyone(self) -> dict[str, Client]:
        return {**self.seats, "host": self.host, "spectator": self.zoe}

    async def open_pairs(self) -> None:
        """Play round 1 so that the pairs of `TARGETS` may talk in round 2; nobody opens any after that."""
        for seat, (first, second) in TARGETS.items():
            plays = [{"card": "pestilence", "targets": [first]}, {"card": "death", "targets": [second]}]
            await self[seat].submit(self.match_id, 1, {"type": "play", "plays": plays})
        await self.world.pass_time(ROUND)

    async def cursors(self) -> dict[str, int]:
        return {name: (await reader.view(self.match_id))["cursor"] for name, reader in self.everyone.items()}

    async def log(self, reader: Client) -> str:
        reply = await reader.http.get(f"/v1/matches/{self.match_id}/log")
        assert reply.status_code == 200, reply.text
        return reply.text

    async def refused(
        self, writer: Client, channel: str, text: str = "hear me", sign: str | None = None
    ) -> tuple[int, str]:
        """Return the status and code of a refused message, after checking that it had no effect."""
        before = await self.log(self.host)
        path = f"/v1/matches/{self.match_id}/channels/{channel}/messages"
        reply = await writer.http.post(path, json={"text": text} if sign is None else {"sign": sign})
        assert await self.log(self.host) == before
        return reply.status_code, reply.json()["code"]
