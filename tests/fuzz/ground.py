"""A running server, accounts in every role, and matches at every moment, for code outside of its event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar, get_args

from tests.secrecy.rights.roles import ACTORS, Actor, Moment, Scene, SeriesMoment, Stage, TournamentMoment, visibilities
from tests.server.world import running_world

T = TypeVar("T")

MOMENTS: Final[tuple[Moment, ...]] = tuple(moment for moment in get_args(Moment) if moment != "none")

PEOPLE: Final = ACTORS

PACK: Final = {"name": "One long row", "layout": ["ABCDEFGHIJKLMNOPQRSTUVWXY"]}

_WORN_OUT = 20


class Ground:
    """
    The server under test.

    `pack` is a pack of the organiser's; `players` are the ids of all accounts, `others` of players whom nobody needs.
    """

    def __init__(self, stage: Stage, loop: asyncio.AbstractEventLoop, pack: str, others: list[str]) -> None:
        self.stage = stage
        self.pack = pack
        self.url = stage.world.url
        self.players = [account.player_id for account in stage.accounts.values()]
        self.others = others
        self._loop = loop
        self._scenes: dict[tuple[str, str, Moment | TournamentMoment | SeriesMoment], Scene] = {}
        self._wear: dict[str, int] = {}

    def scene(self, actor: Actor, moment: Moment | TournamentMoment | SeriesMoment, visibility: str = "") -> Scene:
        """Return the actor in a match or an event at this moment; the same one, if it has not changed much since."""
        visibility = visibility or visibilities(actor)[0]
        key = (str(actor), visibility, moment)
        if key not in self._scenes:
            self._scenes[key] = self.wait_for(self.stage.scene(actor, visibility, moment))
        return self._scenes[key]

    def wear(self, scene: Scene, *, much: bool) -> None:
        """Record changes of the scene's match: after some of them, or a large one, another match is created."""
        log_id = scene.log_id
        worn = self._wear[log_id] = self._wear.get(log_id, 0) + (_WORN_OUT if much else 1)
        if worn >= _WORN_OUT:
            self._scenes = {key: kept for key, kept in self._scenes.items() if kept.log_id != log_id}

    def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        """Run work on the server's event loop, and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


@asynccontextmanager
async def prepared(database: str) -> AsyncIterator[Ground]:
    """Set up the server over this migrated database. Its limits are too high to be reached, but replies state them."""
    limits = dict.fromkeys(("rate_per_token", "rate_per_address", "matches_per_host", "streams_per_player"), 10**6)
    async with running_world(database, **limits) as world:
        stage = await Stage.set(world)
        body = {"game": "divine_intervention", "content": PACK}
        registered = await stage.accounts["administrator"].post("/v1/packs", body, expect=201)
        others = [(await world.player("Other")).player_id for _ in range(3)]
        yield Ground(stage, asyncio.get_running_loop(), registered["pack"], others)
