"""An event as its director runs it through the public calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from server.access import codes
from server.access.errors import UnavailableError
from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.cli.logs.verify import judge
from tests.server.world import Client, World, facts

Json = Any


@dataclass
class Event:
    """An event, its director, and its entrants by their ids."""

    kind: ClassVar[str]
    selects: ClassVar[str]
    """The parameter that selects its matches in the list of them."""
    places: ClassVar[str]
    """The part of its path under which players enter."""

    world: World
    director: Client
    id: str
    entrants: dict[str, Client]

    @property
    def path(self) -> str:
        return f"/v1/{self.kind}/{self.id}"

    async def act(self, action: str, /, expect: int = 200, by: Client | None = None, **more: Json) -> Json:
        reply = await (by or self.director).post(f"{self.path}/actions", {"type": action, **more}, expect)
        await self.world.settle()
        return reply

    async def refused(self, code: str, status: int, action: str, /, by: Client | None = None, **more: Json) -> Json:
        """Act, which must be refused with this code and move nothing."""
        before = await self.log()
        problem = await self.act(action, status, by, **more)
        assert problem["code"] == code, problem
        assert await self.log() == before
        return problem

    async def view(self, by: Client | None = None, **query: Json) -> Json:
        return await (by or self.director).get(f"{self.path}/view", **query)

    async def events(self, by: Client | None = None) -> list[Json]:
        page = await (by or self.director).get(f"{self.path}/events", limit=500)
        events: list[Json] = page["events"]
        return events

    async def told(self, *types: str, by: Client | None = None) -> list[Json]:
        """Return the facts of these types."""
        return [fact for fact in facts(await self.events(by)) if fact["type"] in types]

    async def enter(self, player: Client, expect: int = 200) -> Json:
        return await player.put(f"{self.path}/{self.places}/me", {}, expect)

    async def invite(self, **terms: Json) -> Json:
        return await self.director.post(f"{self.path}/invitations", terms, expect=201)

    async def invitations(self) -> list[Json]:
        listed: list[Json] = (await self.director.get(f"{self.path}/invitations"))["invitations"]
        return listed

    async def log(self, path: str | None = None) -> str:
        reply = await self.director.http.get(f"{path or self.path}/log")
        assert reply.status_code == 200, reply.text
        return reply.text

    async def matches(self) -> list[Json]:
        """Return the matches of the event, the oldest first."""
        query: Json = {self.selects: self.id, "limit": 100}
        found: list[Json] = (await self.director.get("/v1/matches", **query))["matches"]
        return found[::-1]

    async def logs(self) -> str:
        """Return the logs of the event and of all its matches."""
        text = await self.log()
        for match in await self.matches():
            text += await self.log(f"/v1/matches/{match['match_id']}")
        return text

    async def require_genuine(self) -> None:
        """Verify the logs."""
        judgement = judge(read_logs((await self.logs()).splitlines()), Kept())
        assert judgement.good, "\n".join(judgement.lines)


async def killed(*_: object) -> None:
    """End as in a server that is killed."""
    raise UnavailableError(codes.TOO_BUSY, "Killed.")
