"""Streams end with the token that opened them: withdrawn, renewed, or expired."""

from __future__ import annotations

from contextlib import AsyncExitStack

import pytest

from server.api.streams.close_codes import CloseCode
from server.api.streams.mailbox import filled_within
from tests.server.people.bridging import pair
from tests.server.world import Client, World, running_world
from tests.waiting import PATIENCE_SECONDS, patience

pytestmark = pytest.mark.one_server

WHOLE = ["watch", "play", "talk", "host", "organise", "notify", "account"]


async def _with_token(player: Client, scopes: list[str] | None = None, **more: object) -> tuple[Client, str]:
    """Connect the player with another token; return its id too."""
    made = await player.post("/v1/me/tokens", {"name": "Phone", "scopes": scopes or WHOLE, **more}, 201)
    return player.world.connect(player.player_id, made["token"]), made["token_id"]


async def test_the_sockets_of_a_withdrawn_token_are_closed_and_no_others(world: World) -> None:
    ada = await world.player("Ada")
    match_id = await world.duel(ada, await world.player("Bo"))
    phone, token_id = await _with_token(ada)
    cursor = (await ada.view(match_id))["cursor"]
    async with ada.stream(match_id, cursor) as kept, phone.stream(match_id, cursor) as ended:
        await ada.delete(f"/v1/me/tokens/{token_id}", 204)

        assert await ended.closed() == CloseCode.TOKEN_WITHDRAWN
        assert ended.connection.close_reason == "token_withdrawn"
        await kept.send({"type": "ping"})
        assert (await kept.frame())["type"] == "pong"
    assert (await phone.get("/v1/me", 401))["code"] == "unknown_token"


async def test_server_sent_events_and_sockets_by_ticket_end_too(world: World) -> None:
    ada = await world.player("Ada")
    phone, token_id = await _with_token(ada)
    ticket = (await phone.post("/v1/tickets", None, 201))["ticket"]
    async with AsyncExitStack() as opened:
        stream = phone.http.stream("GET", "/v1/me/events", headers={"Accept": "text/event-stream"}, timeout=None)
        reply = await opened.enter_async_context(stream)
        socket = await opened.enter_async_context(ada.socket(f"/v1/me/events?ticket={ticket}", authenticated=False))
        assert '"hello"' in str(await socket.recv())

        await ada.post(f"/v1/me/tokens/{token_id}/renewal", None)

        async with patience():
            told = "".join([text async for text in reply.aiter_text()])
            await socket.wait_closed()
    assert told.endswith('event: closed\ndata: {"code":4412,"reason":"token_withdrawn"}\n\n')
    assert socket.close_code == CloseCode.TOKEN_WITHDRAWN


async def test_a_stream_ends_when_its_token_expires(world: World) -> None:
    ada = await world.player("Ada")
    match_id = await world.duel(ada, await world.player("Bo"))
    phone, _ = await _with_token(ada, expires_in_seconds=60)
    async with phone.stream(match_id) as stream:
        world.clock.advance(60)

        assert await stream.closed() == CloseCode.TOKEN_WITHDRAWN
    assert (await phone.get("/v1/me", 401))["code"] == "expired_token"


async def test_a_stream_ends_whose_token_was_withdrawn_while_it_was_opened(world: World) -> None:
    """The call had been admitted before, and the stream was not there yet when everybody was told."""
    ada = await world.player("Ada")
    phone, token_id = await _with_token(ada)
    server = world.app.state.server
    kept, ended = [await server.bearers.by_token(client.token) for client in (ada, phone)]

    await ada.delete(f"/v1/me/tokens/{token_id}", 204)
    await server.changes.look()
    boxes = [server.streams.mailbox() for _ in range(2)]
    for mailbox, access in zip(boxes, (kept, ended), strict=True):
        server.streams.own(mailbox, access, "127.0.0.1")

    await filled_within(boxes[1], PATIENCE_SECONDS)
    await server.upkeep.tidy()
    assert [mailbox.closed for mailbox in boxes] == [None, CloseCode.TOKEN_WITHDRAWN]


@pytest.mark.parametrize("who", ["player", "bridge"])
async def test_a_stream_of_a_bridge_ends_whose_consent_or_token_ended_while_it_was_opened(
    world: World, who: str
) -> None:
    ada, _, bridge, _ = await pair(world)
    server = world.app.state.server
    access = await server.bearers.acting_for(await server.bearers.by_token(bridge.token), ada.player_id)

    if who == "player":
        (agreed,) = [each for each in (await ada.get("/v1/me/tokens"))["tokens"] if not each["current"]]
        await ada.delete(f"/v1/me/tokens/{agreed['token_id']}", 204)
    else:
        await bridge.delete(f"/v1/me/tokens/{access.through.token.token_id}", 204)
    await server.changes.look()
    mailbox = server.streams.mailbox()
    server.streams.own(mailbox, access, "127.0.0.1")

    await filled_within(mailbox, PATIENCE_SECONDS)
    assert mailbox.closed == CloseCode.TOKEN_WITHDRAWN


async def test_all_other_tokens_are_withdrawn_at_once(world: World) -> None:
    ada = await world.player("Ada")
    phones = [await _with_token(ada) for _ in range(2)]

    await phones[0][0].delete("/v1/me/tokens", 204)

    assert [token["current"] for token in (await phones[0][0].get("/v1/me/tokens"))["tokens"]] == [True]
    for refused in (ada, phones[1][0]):
        assert (await refused.get("/v1/me", 401))["code"] == "unknown_token"


async def test_a_withdrawal_in_one_process_closes_sockets_in_another_within_a_second(postgres_url: str) -> None:
    async with running_world(postgres_url) as here, running_world(postgres_url) as there:
        ada = await here.player("Ada")
        match_id = await here.duel(ada, await here.player("Bo"))
        phone, token_id = await _with_token(ada)
        abroad = there.connect(ada.player_id, phone.token)
        async with abroad.stream(match_id) as stream:
            await abroad.get("/v1/me")

            await ada.delete(f"/v1/me/tokens/{token_id}", 204)

            assert await stream.closed() == CloseCode.TOKEN_WITHDRAWN
        assert (await abroad.get("/v1/me", 401))["code"] == "unknown_token"


@pytest.mark.parametrize("scope", ["watch", "play"])
async def test_a_submission_on_a_socket_needs_the_scope_to_play(world: World, scope: str) -> None:
    ada = await world.player("Ada")
    match_id = await world.duel(ada, await world.player("Bo"))
    phone, _ = await _with_token(ada, sorted({"watch", scope}))
    async with phone.stream(match_id, (await ada.view(match_id))["cursor"]) as stream:
        move = {"type": "cast", "spell": "4"}
        await stream.send({"type": "submit", "phase": 1, "move": move, "ref": "x"})

        while (frame := await stream.frame())["type"] == "event":
            pass

    assert (frame["type"], frame.get("code")) == (
        ("submitted", None) if scope == "play" else ("refused", "insufficient_scope")
    )
