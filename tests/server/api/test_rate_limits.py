"""Calls above the limits are refused, by token or by address, with headers that state the remaining calls."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from server.access.costs import NEW_PLAYER
from server.people.identity.admission import PLAYERS_OF_A_NETWORK
from tests.published import check_reply
from tests.published_frames import connect
from tests.server.world import World, running_world
from tests.serving import serving
from tests.waiting import PATIENCE_SECONDS, patience

PER_TOKEN, PER_ADDRESS = 10, 10
AT_ONCE_BY_TOKEN, AT_ONCE_BY_ADDRESS = 20, 40


@pytest.fixture
async def limited(sqlite_url: str) -> AsyncIterator[World]:
    """A server with limits and a stopped clock."""
    async with running_world(sqlite_url, rate_per_token=PER_TOKEN, rate_per_address=PER_ADDRESS) as world:
        yield world


async def test_one_token_too_often_is_refused_until_time_has_passed(limited: World) -> None:
    ada, bo = await limited.player("Ada"), await limited.player("Bo")

    replies = [await ada.http.get("/v1/me") for _ in range(AT_ONCE_BY_TOKEN + 1)]
    others = await bo.http.get("/v1/me")
    limited.clock.advance(1)
    later = await ada.http.get("/v1/me")

    *taken, refused = replies
    assert {reply.status_code for reply in taken} == {200}
    assert [reply.headers["RateLimit"] for reply in taken[:2]] == ['"token";r=19;t=1', '"token";r=18;t=1']
    assert {reply.headers["RateLimit-Policy"] for reply in replies} == {'"token";q=20;w=2'}
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    assert (refused.headers["RateLimit"], refused.headers["Retry-After"]) == ('"token";r=0;t=2', "1")
    assert (others.status_code, others.headers["RateLimit"]) == (200, '"token";r=19;t=1')
    assert (later.status_code, later.headers["RateLimit"]) == (200, '"token";r=9;t=2')


async def test_a_refused_submission_is_not_made(limited: World) -> None:
    _, bo, match_id = await limited.ada_and_bo()
    for _ in range(AT_ONCE_BY_TOKEN):
        await bo.http.get("/v1/me")

    refused = await bo.submit(match_id, 1, {"type": "cast", "spell": "5"}, expect=429)

    limited.clock.advance(1)
    assert refused["code"] == "too_many_requests"
    assert (await bo.view(match_id))["submission"] is None


@pytest.mark.parametrize("path", ["/v1/games", "/v1/me", "/v1/players"])
async def test_calls_without_a_good_token_count_by_address(limited: World, path: str) -> None:
    """Creating players, reading games, and guessing tokens, which is refused before the database is queried."""
    ada = await limited.player("Ada")
    await ada.get("/v1/me")
    guess = {"Authorization": f"Bearer {ada.player_id}.guess"} if path == "/v1/me" else {}
    method = "POST" if path == "/v1/players" else "GET"
    body = {"name": "Eris"} if method == "POST" else None
    async with httpx.AsyncClient(base_url=limited.url, timeout=PATIENCE_SECONDS, verify=False) as http:
        replies = [await http.request(method, path, json=body, headers=guess) for _ in range(AT_ONCE_BY_ADDRESS + 1)]
    known = await ada.http.get("/v1/me")

    statuses = [reply.status_code for reply in replies]
    first = statuses.index(429)
    assert set(statuses[:first]) == {{"/v1/games": 200, "/v1/me": 401, "/v1/players": 201}[path]}
    left = AT_ONCE_BY_ADDRESS - NEW_PLAYER
    assert first in ((3,) if path == "/v1/players" else (left, left - 1))
    assert set(statuses[first:]) == {429}
    assert {reply.headers["RateLimit-Policy"] for reply in replies} == {'"address";q=40;w=4'}
    # What is left to an address would reveal the activity of others who share it.
    assert not any("RateLimit" in reply.headers for reply in replies)
    assert known.status_code == 200
    for reply in replies:
        check_reply(reply)


async def test_players_unknown_to_this_process_leave_no_trace_at_their_address(limited: World) -> None:
    """However many start at one address, one after the other, none is refused."""
    players = []
    for number in range(3 * AT_ONCE_BY_ADDRESS):
        limited.clock.advance(1)
        players.append(await limited.player(f"Player {number}"))
    limited.clock.advance(60)

    assert [(await player.http.get("/v1/me")).status_code for player in players] == [200] * len(players)


async def test_many_tokens_at_one_address_are_bounded_together(limited: World) -> None:
    """Accounts are free: more of them must not multiply what one client may do."""
    players = []
    for number in range(PLAYERS_OF_A_NETWORK + 2):
        limited.clock.advance(2)
        players.append(await limited.player(f"Player {number}"))

    taken = [
        reply.status_code == 200
        for player in players
        for reply in [await player.http.get("/v1/me") for _ in range(AT_ONCE_BY_TOKEN)]
    ]

    assert sum(taken) == PLAYERS_OF_A_NETWORK * AT_ONCE_BY_TOKEN


async def test_handshakes_count_as_calls(limited: World) -> None:
    ada = await limited.player("Ada")
    for _ in range(AT_ONCE_BY_TOKEN):
        await ada.http.get("/v1/me")

    assert await _closed(limited, {"Authorization": f"Bearer {ada.token}"}) == 4430
    assert [await _closed(limited, {}) for _ in range(AT_ONCE_BY_ADDRESS)][-1] == 4430


async def test_health_checks_are_never_limited(limited: World) -> None:
    async with httpx.AsyncClient(base_url=limited.url, timeout=PATIENCE_SECONDS, verify=False) as http:
        replies = [await http.get(path) for _ in range(2 * AT_ONCE_BY_ADDRESS) for path in ("/healthz", "/readyz")]

    assert {reply.status_code for reply in replies} == {200}
    assert not any("RateLimit-Policy" in reply.headers for reply in replies)


@pytest.mark.parametrize(("trusted", "taken"), [("127.0.0.1", 2), ("192.0.2.1", 1)])
async def test_the_client_address_from_a_proxy_counts_if_the_proxy_is_trusted(
    sqlite_url: str, trusted: str, taken: int
) -> None:
    async with (
        serving(sqlite_url, rate_per_address="0.01", trusted_proxies=trusted) as (_, url),
        httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=False) as http,
    ):
        callers = ({"X-Forwarded-For": address} for address in ("198.51.100.1", "198.51.100.2", "198.51.100.2"))
        statuses = [(await http.get("/v1/games", headers=caller)).status_code for caller in callers]

    assert statuses.count(200) == taken
    assert statuses[-1] == 429


async def _closed(world: World, headers: dict[str, str]) -> int | None:
    """Return the close code of a socket."""
    async with connect(world.url.replace("http", "ws") + "/v1/stream", additional_headers=headers) as socket:
        with pytest.raises(ConnectionClosed):
            async with patience():
                await socket.recv()
        return socket.close_code
