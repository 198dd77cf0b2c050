"""A tournament as its director runs it through the public calls, with players whose matches the director decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from server.operations.logs.logfile import read_logs
from server.operations.logs.seals import Kept
from server.operations.logs.verify import judge
from tests.server.world import Client, World

Json = Any

DUELS = {"game": "wizards_duel", "options": {"cast_seconds": 10}}


@dataclass
class Directed:
    """A tournament, its director, and its entrants by their ids."""

    world: World
    director: Client
    id: str
    entrants: dict[str, Client]

    @property
    def path(self) -> str:
        return f"/v1/tournaments/{self.id}"

    async def act(self, action: str, expect: int = 200, by: Client | None = None, **more: Json) -> Json:
        reply = await (by or self.director).post(f"{self.path}/actions", {"type": action, **more}, expect)
        await self.world.settle()
        return reply

    async def refused(self, code: str, status: int, action: str, by: Client | None = None, **more: Json) -> None:
        """Act, which must be refused with this code and move nothing."""
        before = await self.log()
        problem = await self.act(action, status, by, **more)
        assert problem["code"] == code, problem
        assert await self.log() == before

    async def view(self, by: Client | None = None) -> Json:
        return await (by or self.director).get(f"{self.path}/view")

    async def round(self, number: int) -> Json:
        return (await self.view())["rounds"][number - 1]

    async def start(self, number: int = 1) -> list[Json]:
        """Pair and start the next round; return its tables."""
        await self.act("pair")
        await self.act("start_round")
        tables: list[Json] = (await self.round(number))["tables"]
        return tables

    async def decide(self, match_id: str | None, a: int = 1, b: int = 2) -> None:
        """Adjudicate a match with these ranks."""
        await self.director.act(str(match_id), {"type": "adjudicate", "rank": {"a": a, "b": b}, "reason": "Seen."})
        await self.world.settle()

    async def status(self, table: Json) -> str:
        status: str = (await self.director.get(f"/v1/matches/{table['match_id']}"))["status"]
        return status

    async def log(self, path: str | None = None) -> str:
        reply = await self.director.http.get(f"{path or self.path}/log")
        assert reply.status_code == 200, reply.text
        return reply.text

    async def logs(self) -> str:
        """Return the logs of the tournament and of all its matches."""
        text = await self.log()
        for match in (await self.director.get("/v1/matches", tournament=self.id, limit=100))["matches"]:
            text += await self.log(f"/v1/matches/{match['match_id']}")
        return text

    async def require_genuine(self) -> None:
        """Verify the logs."""
        judgement = judge(read_logs((await self.logs()).splitlines()), Kept())
        assert judgement.good, "\n".join(judgement.lines)


async def directed(world: World, players: Sequence[str] = (), *, bots: int = 0, **terms: Json) -> Directed:
    """Create a tournament that is open, with these players, the best first, and bots."""
    director = await world.player("Director")
    body = {"label": "Friday duels", "system": "swiss", "rounds": 3, "match": DUELS, **terms}
    created = await director.post("/v1/tournaments", body, expect=201)
    found = Directed(world, director, created["tournament_id"], {})
    await found.act("open")
    for number, name in enumerate(players, 1):
        client = await world.player(name)
        await director.put(f"{found.path}/entrants/{client.player_id}", {"rating": 1000 - number})
        found.entrants[f"e{number}"] = client
    if bots:
        await found.act("add_bots", count=bots)
    return found
