"""The Python client's streams: every event once and in order, even if connections break."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import pytest
from websockets.asyncio.server import ServerConnection, serve

from moirai_client import Client, Stream, StreamClosedError, UnreachableError
from moirai_client.schemas import DirectorAction, EventFrame, EventReply, OwnEventPage
from tests.clients.duels import against_a_bot
from tests.faults.proxy import Proxy, proxied
from tests.server.world import World
from tests.waiting import patience

pytestmark = pytest.mark.one_server


@asynccontextmanager
async def _by_proxy(world: World) -> AsyncIterator[tuple[Proxy, Client]]:
    """Create a player behind a proxy."""
    async with proxied(world.url) as (proxy, by_proxy), await Client.sign_up(by_proxy, "Ada") as client:
        yield proxy, client


async def _next(stream: Stream[EventFrame], count: int) -> list[EventReply]:
    """Return the next events in the form of a page."""
    async with patience():
        events = [await anext(stream) for _ in range(count)]
    return [
        cast("EventReply", {name: value for name, value in event.items() if name != "server_now"}) for event in events
    ]


@pytest.mark.parametrize("how", ["cut", "silent"])
async def test_a_stream_whose_connections_are_lost_gives_every_event_once(world: World, how: str) -> None:
    """A connection that is silent for two heartbeats also counts as lost."""
    async with _by_proxy(world) as (proxy, ada), Client(world.url, ada.token) as ada_by_good_line:
        match = await against_a_bot(world, ada)
        elsewhere = ada_by_good_line.match(match.id)
        async with match.follow() as stream:
            told = await _next(stream, 2)
            for number in range(3):
                if how == "cut":
                    await proxy.refuse()
                else:
                    proxy.fall_silent()
                await elsewhere.say("table", f"Are you there? {number}")
                await proxy.open()
                told += await _next(stream, 1)

            assert stream.connections >= 4
            assert stream.viewer == "a"
        assert told == (await elsewhere.events())["events"][: len(told)]
        assert len(told) == 5


async def test_a_stream_restarts_when_its_player_takes_a_seat(world: World) -> None:
    """From then on the player's viewer is the seat, whose events have their own numbers."""
    async with await Client.sign_up(world.url, "Ada") as ada, await Client.sign_up(world.url, "Bo") as bo:
        match = await ada.create_match({"game": "wizards_duel"})
        watched = bo.match(match.id)
        async with watched.follow() as stream:
            await _next(stream, 1)
            assert stream.viewer == "spectator"

            await watched.take_seat("b")
            # The old viewer may or may not be told of the seat before it ends.
            told = await _next(stream, 1)
            while stream.viewer != "b":
                told = await _next(stream, 1)

            assert [*told, *await _next(stream, 1)] == (await watched.events())["events"]


@pytest.mark.parametrize("code", [1011, 1012, 4430, 4503, 4508])
async def test_a_stream_is_resumed_after_these_close_codes(code: int) -> None:
    async with _closing(code, after_events=1) as (asked, client), client.match("m").follow(6) as stream:
        told = [(await anext(stream))["cursor"] for _ in range(3)]

    assert told == [7, 8, 9]
    assert asked[:3] == [6, 7, 8]


@pytest.mark.parametrize("code", [1002, 1007, 4400, 4401, 4404, 4409, 4431])
async def test_a_stream_is_given_up_after_these_close_codes(code: int) -> None:
    async with _closing(code, after_events=0) as (asked, client), client.match("m").follow(6) as stream:
        with pytest.raises(StreamClosedError) as caught:
            await anext(stream)

    assert caught.value.code == code
    assert asked == [6]


async def test_strangers_and_unknown_matches_get_no_stream(world: World) -> None:
    async with await Client.sign_up(world.url, "Ada") as ada, Client(world.url, "nobodys") as stranger:
        for client, code in ((ada, 4404), (stranger, 4401)):
            async with client.match("no-such-match").follow() as stream:
                with pytest.raises(StreamClosedError) as caught:
                    await anext(stream)
                assert caught.value.code == code


async def test_a_stream_of_a_server_that_is_gone_is_given_up_after_a_while(world: World) -> None:
    async with (
        proxied(world.url) as (proxy, by_proxy),
        await Client.sign_up(by_proxy, "Ada", patience_seconds=0.5) as ada,
        (await against_a_bot(world, ada)).follow() as stream,
    ):
        await _next(stream, 2)

        await proxy.refuse()

        with pytest.raises(UnreachableError):
            await _next(stream, 1)


@asynccontextmanager
async def _closing(code: int, after_events: int) -> AsyncIterator[tuple[list[int], Client]]:
    """Run a server that closes every stream with this code; yields the cursors that it receives, and a client of it."""
    asked: list[int] = []

    async def tell(socket: ServerConnection) -> None:
        assert socket.request is not None
        cursor = int(socket.request.path.rsplit("=", 1)[1])
        asked.append(cursor)
        now = {"server_now": "2040-01-01T00:00:00Z"}
        await socket.send(json.dumps({"type": "hello", "player_id": "p", "heartbeat_seconds": 25, **now}))
        await socket.send(json.dumps({"type": "subscribed", "match_id": "m", "viewer": "a", "cursor": cursor, **now}))
        for number in range(cursor + 1, cursor + 1 + after_events):
            event = {"type": "event", "match_id": "m", "cursor": number, "at": now["server_now"], "facts": []}
            await socket.send(json.dumps({**event, **now}))
        await socket.close(code, "because")

    async with serve(tell, "127.0.0.1", 0) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        async with Client(f"http://127.0.0.1:{port}", "token") as client:
            yield asked, client


async def test_events_and_views_say_what_happened_in_the_language_that_is_asked_for(world: World) -> None:
    async with await Client.sign_up(world.url, "Ada") as ada:
        match = await against_a_bot(world, ada)
        async with match.follow(1, lines="de") as stream:
            (followed,) = await _next(stream, 1)
        paged = (await match.events(1, lines="de"))["events"][0]
        viewed = await match.view(lines="de")

    assert "Die Partie beginnt." in followed["lines"]
    assert followed == paged
    assert viewed["lines"][: len(paged["lines"])] == paged["lines"]


async def test_the_players_own_stream_brings_the_news_of_all_matches(world: World) -> None:
    async with _by_proxy(world) as (proxy, ada), Client(world.url, ada.token) as elsewhere:
        async with ada.follow() as stream:
            match = await elsewhere.create_match({"game": "wizards_duel", "seats": {"a": {}}, "autostart": True})
            async with await Client.sign_up(world.url, "Bo") as bo:
                await bo.match(match.id).take_seat("b")
            async with patience():
                first = await anext(stream)
                await proxy.refuse()
                await proxy.open()
                told = [first, *[await anext(stream) for _ in range(_count(await elsewhere.events()) - 1)]]

        pages = (await elsewhere.events())["events"]
        assert stream.viewer == (await elsewhere.me())["player_id"]
    assert [event["cursor"] for event in told] == [event["cursor"] for event in pages]
    assert [event["facts"] for event in told] == [event["facts"] for event in pages]


def _count(page: OwnEventPage) -> int:
    return len(page["events"])


async def test_the_lobby_shows_the_list_anew_whenever_it_changes(own_world: World) -> None:
    async with _by_proxy(own_world) as (proxy, ada), Client(own_world.url, ada.token) as elsewhere:
        lobby = ada.lobby()
        async with patience():
            empty = await anext(lobby)
            first = await elsewhere.create_match({"game": "wizards_duel", "visibility": "public"})
            one = await anext(lobby)
            await proxy.refuse()
            second = await elsewhere.create_match({"game": "apocalypse", "visibility": "public"})
            await proxy.open()
            both = await anext(lobby)
            await first.act({"type": "void", "reason": "Rain."})
            rest = await anext(lobby)
        listed = (await elsewhere.matches())["matches"]

    assert empty == []
    assert [match["match_id"] for match in one] == [first.id]
    assert {match["match_id"] for match in both} == {first.id, second.id}
    assert [match["match_id"] for match in rest] == [second.id]
    assert second.id in [match["match_id"] for match in listed]


async def test_a_tournament_and_its_matches_are_followed_across_lost_connections(own_world: World) -> None:
    """Each event of the tournament and of every match arrives once and in order."""
    async with _by_proxy(own_world) as (proxy, ada), Client(own_world.url, ada.token) as elsewhere:
        tournament = await elsewhere.create_tournament(
            {
                "label": "Bots",
                "system": "round_robin",
                "match": {"game": "wizards_duel", "options": {"wins_needed": 1}, "visibility": "public"},
            }
        )
        for action in ({"type": "open"}, {"type": "add_bots", "count": 4}, {"type": "pair"}):
            await tournament.act(cast("DirectorAction", action))
        async with ada.tournament(tournament.id).follow(matches="all") as stream, patience():
            cursors = {tournament.id: [(await anext(stream))["cursor"]]}
            await proxy.refuse()
            await proxy.open()
            await tournament.act({"type": "start_round"})
            done = 0
            while done < 2:
                event = await anext(stream)
                of = event["match_id"] if event["type"] == "event" else event["tournament_id"]
                cursors.setdefault(of, []).append(event["cursor"])
                if len(cursors[of]) % 7 == 3:
                    await proxy.refuse()
                    await proxy.open()
                done += event["type"] == "event" and any(fact["type"] == "match_ended" for fact in event["facts"])
            assert stream.connections >= 2

    assert len(cursors) == 3
    assert all(each == list(range(1, len(each) + 1)) for each in cursors.values()), cursors


async def test_a_public_match_is_watched_without_a_token(own_world: World) -> None:
    async with await Client.sign_up(own_world.url, "Ada") as ada, Client(own_world.url, None) as stranger:
        match = await against_a_bot(own_world, ada, visibility="public")
        async with stranger.match(match.id).follow() as stream:
            told = await _next(stream, 2)
        listed = (await stranger.match(match.id).events())["events"]

    assert stream.viewer == "spectator"
    assert told == listed[:2]
    assert stranger.token == ""
