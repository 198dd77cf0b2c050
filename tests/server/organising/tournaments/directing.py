"""A tournament as its director runs it through the public calls, with players whose matches the director decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.secrecy.verifiers.both_verifiers import File, first, second
from tests.server.events import Event
from tests.server.world import Client, World

Json = Any

DUELS = {"game": "wizards_duel", "options": {"cast_seconds": 10}}


class Directed(Event):
    """A tournament."""

    kind = "tournaments"
    selects = "tournament"
    places = "entrants"

    async def require_genuine_to_both(self) -> None:
        """Verify the logs with both verifiers."""
        logs = File((await self.logs()).encode())
        for opinion in (first(logs), *second([logs])):
            assert opinion.code == 0, "\n".join(opinion.lines)

    async def require_opened_log_genuine(self, by: Client) -> None:
        """Verify the log with both verifiers as somebody gets it who does not direct."""
        log = File((await by.http.get(f"{self.path}/log")).content)
        for opinion in (first(log), *second([log])):
            assert opinion.code == 0, "\n".join(opinion.lines)

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

    async def pass_time(self, seconds: float) -> None:
        """Advance time, and let everything happen that is due by then, but for the matches."""
        self.world.clock.advance(seconds)
        await self.world.tournaments.do_overdue(self.world.clock.now())
        await self.world.settle()

    async def status(self, table: Json) -> str:
        status: str = (await self.director.get(f"/v1/matches/{table['match_id']}"))["status"]
        return status


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
