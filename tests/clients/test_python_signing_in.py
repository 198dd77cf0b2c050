"""Programs of the Python client sign in by device flow, and renew their tokens by themselves."""

from __future__ import annotations

import asyncio
import re
import stat
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import moirai_client
from moirai_client import Client, RefusedError, Stream
from moirai_client.schemas import EventFrame
from tests.clients.scripted_oauth import PENDING, TOKENS, Scripted, refusal, scripted
from tests.server.people.oauth.browser import Browser, signed_in
from tests.server.world import World
from tests.waiting import patience

pytestmark = pytest.mark.one_server

_DAY = 86400


class Asked:
    """What a program shows, and a player who does it."""

    def __init__(self, browser: Browser, answer: str = "allow") -> None:
        self.shown: list[str] = []
        self._browser = browser
        self._answer = answer
        self.tasks: list[asyncio.Task[object]] = []

    def __call__(self, text: str) -> None:
        self.shown.append(text)
        code = re.search(r"[A-Z]{4}-[A-Z]{4}", text)
        assert code
        self.tasks.append(asyncio.create_task(self._browser.decide(code.group(), self._answer)))


@asynccontextmanager
async def _signing_in(world: World, browser: Browser, file: Path | None = None) -> AsyncIterator[Client]:
    async with patience():
        client = await moirai_client.sign_in(
            world.url, "my bot", scopes="watch play", show=Asked(browser), keep_in=file
        )
    async with client:
        yield client


async def test_a_program_plays_on_for_hours_and_signs_in_again_without_asking(world: World, tmp_path: Path) -> None:
    """It gets a new token when the server says that the old one has expired, for calls and for streams."""
    player, browser = await signed_in(world)
    file = tmp_path / "token"
    async with _signing_in(world, browser, file) as client:
        assert (await client.me())["player_id"] == player.player_id
        first = client.token
        match_id = await world.duel(player, player, await world.player("Bo"), options={"cast_seconds": _DAY})
        async with client.match(match_id).follow() as stream, patience():
            await anext(stream)
            reading = asyncio.create_task(_reads(stream, "phase_closed"))
            world.clock.advance(3600)
            assert (await client.match(match_id).view())["viewer"] == "a"
            assert client.token != first
            await _reach(lambda: stream.connections == 2)
            await world.pass_time(_DAY)
            await reading

    again = await moirai_client.sign_in(world.url, "my bot", show=pytest.fail, keep_in=file)
    async with again:
        assert (await again.me())["player_id"] == player.player_id
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_a_stream_goes_on_although_the_token_that_replaced_its_own_has_expired_too(
    world: World, tmp_path: Path
) -> None:
    """A computer slept: its connection is as old as the first token, and its calls have used another one since."""
    player, browser = await signed_in(world)
    async with _signing_in(world, browser, tmp_path / "token") as client:
        match_id = await world.duel(player, player, await world.player("Bo"), options={"cast_seconds": _DAY})
        async with client.match(match_id).follow() as stream, patience():
            await anext(stream)
            world.clock.advance(3600)
            await client.me()
            world.clock.advance(3600)
            reading = asyncio.create_task(_reads(stream, "message_sent"))
            await _reach(lambda: stream.connections == 3)
            await player.say(match_id, "table", "Are you still there?")
            await reading


async def test_a_withdrawn_program_is_refused_and_asks_again(world: World, tmp_path: Path) -> None:
    player, browser = await signed_in(world)
    file = tmp_path / "token"
    async with _signing_in(world, browser, file) as client:
        await player.delete("/v1/me/tokens", expect=204)

        with pytest.raises(RefusedError) as refused:
            await client.me()

    async with _signing_in(world, browser, file) as again:
        assert (await again.me())["player_id"] == player.player_id
    assert refused.value.code == "invalid_grant"


async def test_a_program_waits_as_the_server_says() -> None:
    """After `slow_down` it waits five seconds longer; what the server refuses for good is raised."""
    slow = Scripted([PENDING, refusal("slow_down"), TOKENS])
    denied = Scripted([PENDING, refusal("access_denied")])
    async with scripted(slow) as slow_url, scripted(denied) as denied_url, patience():
        client = await moirai_client.sign_in(slow_url, "bot", show=str)
        await client.close()
        with pytest.raises(RefusedError) as refused:
            await moirai_client.sign_in(denied_url, "bot", show=str)

    assert refused.value.code == "access_denied"
    pauses = [later - earlier for earlier, later in zip(slow.asked_at, slow.asked_at[1:], strict=False)]
    assert len(pauses) == 2
    assert pauses[0] < 4.5 <= pauses[1]


async def _reads(stream: Stream[EventFrame], told: str) -> None:
    while not any(fact["type"] == told for fact in (await anext(stream))["facts"]):
        pass


async def _reach(reached: Callable[[], bool]) -> None:
    while not reached():  # noqa: ASYNC110  # Nobody tells.
        await asyncio.sleep(0.01)
