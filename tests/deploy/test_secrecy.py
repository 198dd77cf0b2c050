"""What a player learns by way of a front: no more than from the server itself (`tests/secrecy/wire/`)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engines.catalogue import GAMES
from tests.deploy.fronts import Kind, front
from tests.match_in_process import seats_of
from tests.sampling import Sample
from tests.secrecy.wire.both import both, difference
from tests.secrecy.wire.sides import Case
from tests.secrecy.wire.wire import Dice
from tests.server.world import World
from tests.short import smallest_variant

GAME = "threads_of_fate"

PHASES = 4


@pytest.mark.sampled
async def test_a_player_cannot_tell_two_servers_behind_a_front_apart(
    kind: Kind, sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sample: Sample
) -> None:
    """Headers, caches, closes and errors of the front among it."""

    @asynccontextmanager
    async def through(world: World) -> AsyncIterator[None]:
        async with front(kind, [world.url.removeprefix("http://")], tmp_path, monkeypatch) as at:
            world.url = at.url
            yield
            await world.close()

    variant = smallest_variant(GAMES[GAME])
    case = Case(GAME, variant, seats_of(GAME, variant)[-1])
    phases = sample.count(PHASES, least=2)

    one, other = await both(case, sqlite_template, tmp_path, Dice(monkeypatch), phases=phases, through=through)

    assert difference(one, other) is None
    assert one.succeeded["streamMany"]
    assert one.succeeded["submit"]
