"""Matches that nobody uses leave memory, and those that somebody listens to stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.server.world import running_world, types

DAY = 86_400


@pytest.fixture
def without_collections() -> Iterator[None]:
    """A server collects its oldest objects so rarely that a match in a cycle would in effect stay for ever."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collections")
async def test_an_evicted_match_leaves_memory_although_players_have_looked_at_it(sqlite_url: str) -> None:
    async with running_world(sqlite_url, live_matches=1) as world:
        ada, bo = await world.players("Ada", "Bo")
        matches = [await world.duel(ada, bo, options={"cast_seconds": DAY}) for _ in range(5)]
        repository = world.app.state.server.match_logs.repository

        for match_id in matches:
            await ada.view(match_id)
            await bo.view(match_id, at=2)

        assert repository.size == 1


@pytest.mark.usefixtures("without_collections")
async def test_a_match_that_somebody_listens_to_is_not_evicted(sqlite_url: str) -> None:
    """Its stream would hear nothing of a second copy."""
    async with running_world(sqlite_url, live_matches=1) as world:
        ada, bo = await world.players("Ada", "Bo")
        followed, other = [await world.duel(ada, bo, options={"cast_seconds": DAY}) for _ in range(2)]
        repository = world.app.state.server.match_logs.repository

        async with ada.stream(followed) as stream:
            await ada.view(other)
            await bo.view(other)
            size = repository.size
            await ada.submit(followed, 1, {"type": "cast", "spell": "5"})
            events = await stream.until("submitted")

    assert size == 2
    assert types(events)[-1] == "submitted"
