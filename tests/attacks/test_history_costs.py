"""The costs of reading a match's history are those of the table in docs/running.md, row by row."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

import pytest

from benchmarks.prepared import Prepared, duels, write_from_loop
from engines.kit import HOST
from tests.attacks.ground import talk
from tests.server.world import Client, running_world

RATE: Final = 1000
UNIT_BYTES: Final = 65_536

Scenario: TypeAlias = Callable[[Client, Prepared], Awaitable[float]]
"""Does once what a row of the table describes, as an administrator without a seat; returns the expected cost."""


def _cost_of_events(match: Prepared, until: int) -> float:
    """Return the units for the first `until` events of the host, who is told every entry, and for their facts."""
    told = sum(len(match.live.entries.facts_text(at, HOST)) for at in range(until))
    return until / 30 + told / UNIT_BYTES


async def _first_look(organiser: Client, match: Prepared) -> float:
    await organiser.view(match.match_id)
    return 1 + _cost_of_events(match, len(match.live.entries))


async def _earlier_view(organiser: Client, match: Prepared) -> float:
    await organiser.view(match.match_id, at=400)
    return 1 + _cost_of_events(match, 400)


async def _page(organiser: Client, match: Prepared) -> float:
    reply = await organiser.http.get(f"/v1/matches/{match.match_id}/events?limit=300")
    return 1 + len(reply.json()["events"]) / 30 + len(reply.content) / UNIT_BYTES


async def _told_page(organiser: Client, match: Prepared) -> float:
    reply = await organiser.http.get(f"/v1/matches/{match.match_id}/events?limit=300&lines=en")
    count = len(reply.json()["events"])
    return 1 + count / 30 + len(reply.content) / UNIT_BYTES + count / 4


async def _log(organiser: Client, match: Prepared) -> float:
    reply = await organiser.http.get(f"/v1/matches/{match.match_id}/log")
    return 1 + len(reply.text.splitlines()) / 30 + len(reply.content) / UNIT_BYTES


async def _large_views(organiser: Client, match: Prepared) -> float:
    cost = 0.0
    for _ in range(20):
        reply = await organiser.http.get(f"/v1/matches/{match.match_id}/view")
        assert len(reply.content) > 16_384
        cost += 1 + len(reply.content) / UNIT_BYTES
    return cost


OF_HISTORY: Final[dict[str, Scenario]] = {
    "the first call of a viewer for a match that is not in memory": _first_look,
    "a view of an earlier event": _earlier_view,
    "a page of events or messages": _page,
    "an exported log": _log,
    "sentences (`lines`) of a page, of a view or of events replayed on a stream": _told_page,
    "a view of more than 16 KiB": _large_views,
}


def _chatty() -> Prepared:
    (match,) = duels(1)
    return talk(match, 600, padding=f": {'x' * 300}")


def _large() -> Prepared:
    match = Prepared("apocalypse", "aftermath", datetime.now(UTC) - timedelta(days=400))
    match.play_out()
    return match


async def remaining(client: Client) -> int:
    """Return how many units the token has left, after this call itself."""
    reply = await client.http.get("/v1/me")
    return int(reply.headers["RateLimit"].split("r=")[1].split(";")[0])


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("row", OF_HISTORY)
async def test_reading_history_is_charged(sqlite_url: str, row: str) -> None:
    match = _large() if OF_HISTORY[row] is _large_views else _chatty()
    await write_from_loop(sqlite_url, [match])
    async with running_world(sqlite_url, rate_per_token=RATE) as world:
        organiser = await world.player("Lachesis", administrator_key="laplace and his demon")
        if OF_HISTORY[row] is not _first_look:
            await organiser.view(match.match_id)
            world.clock.advance(3600)
        before = await remaining(organiser)

        cost = await OF_HISTORY[row](organiser, match)

        assert before - await remaining(organiser) - 1 == pytest.approx(cost, abs=1.5)


@pytest.mark.parametrize("path", ["view?at={}", "events?limit=500&after={}", "log"])
async def test_a_client_that_reads_much_history_is_soon_refused(sqlite_url: str, path: str) -> None:
    """Of 200 calls at once, fewer than one in four succeeds."""
    match = _chatty()
    match.void()
    await write_from_loop(sqlite_url, [match])
    async with running_world(sqlite_url, rate_per_token=100) as world:
        spectator = await world.player("Arachne")
        for number in range(50):
            if number % 5 == 0:
                world.clock.advance(0.01)
            asked = path.format(1 + (number * 97) % 500)
            reply = await spectator.http.get(f"/v1/matches/{match.match_id}/{asked}")
            if reply.status_code == 429:
                return
    raise AssertionError("it is never refused")
