"""Messages over HTTP: their content, rate limits, paging, and that each is sent once."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.server.api.realms import SEATS, Realms
from tests.server.world import World, running_world

pytestmark = pytest.mark.one_server

Json = Any


@pytest.mark.sampled(least=4)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "x" * 2001,
        "two\nlines",
        "bell\x07",
        "tab\t",
        "\x7f",
        "c1\x85",
        "line\u2028separator",
        "right\u202eto left",
        "\u2066isolated",
        "mark\u200f",
        "   ",
        "\u200b",
        "\u2800",
        None,
        7,
        ["hello"],
        {"text": "hello"},
    ],
    ids=lambda text: ascii(text)[:20],
)
async def test_a_text_that_is_empty_too_long_or_holds_control_characters_is_refused(world: World, text: Json) -> None:
    realms = await Realms.begin(world)

    before = await realms.log(realms.host)
    path = f"/v1/matches/{realms.match_id}/channels/heaven/messages"
    reply = await realms["heaven-1"].http.post(path, json={"text": text})

    assert (reply.status_code, reply.json()["code"]) == (422, "malformed_request")
    assert reply.json()["pointer"] == "/text"
    assert await realms.log(realms.host) == before


@pytest.mark.parametrize(
    "text", ["x" * 2000, "👩‍👩‍👧‍👦 ünïcödé \\n ' \" <b>", " leading"], ids=lambda text: ascii(text)[:20]
)
async def test_a_text_is_returned_unchanged(world: World, text: str) -> None:
    realms = await Realms.begin(world)

    await realms["heaven-1"].say(realms.match_id, "heaven", text)

    (message,) = (await realms["heaven-3"].messages(realms.match_id, "heaven"))["messages"]
    assert message["text"] == text


async def test_a_clock_that_is_set_back_silences_no_sender(own_world: World) -> None:
    realms = await Realms.begin(own_world)
    for number in range(30):
        await realms["heaven-1"].say(realms.match_id, "heaven", f"{number}")
    own_world.clock.advance(-3600)

    await realms["heaven-1"].say(realms.match_id, "heaven", "What time is it?")


async def test_too_many_messages_are_refused_for_a_while(world: World) -> None:
    """Thirty in any minute, over all channels of a sender; other senders are not affected."""
    realms = await Realms.begin(world)
    for number in range(30):
        await realms["heaven-1"].say(realms.match_id, ("heaven", "pair:heaven-1:heaven-2")[number % 2], f"{number}")
        world.clock.advance(1)

    reply = await realms["heaven-1"].http.post(
        f"/v1/matches/{realms.match_id}/channels/heaven/messages", json={"text": "31"}
    )

    assert (reply.status_code, reply.json()["code"]) == (429, "too_many_messages")
    assert reply.headers["Retry-After"] == "30"
    await realms["heaven-2"].say(realms.match_id, "heaven", "others may")
    world.clock.advance(30)
    await realms["heaven-1"].say(realms.match_id, "heaven", "31")
    assert await realms.refused(realms["heaven-1"], "heaven") == (429, "too_many_messages")


async def test_hosts_share_one_message_limit_over_all_their_lines(world: World) -> None:
    """All of them share one limit, and each sees the others' messages, which explain a refusal."""
    realms = await Realms.begin(world)
    judge = await world.player("Judge", administrator_key="laplace and his demon")
    for number in range(30):
        await (realms.host, judge)[number % 2].say(realms.match_id, f"host:{SEATS[number % 6]}", f"{number}")

    assert await realms.refused(realms.host, "host:hell-3") == (429, "too_many_messages")
    assert await realms.refused(judge, "host:hell-3") == (429, "too_many_messages")


async def test_the_message_limit_of_a_seat_passes_to_its_new_player(world: World) -> None:
    realms = await Realms.begin(world)
    for number in range(30):
        await realms["hell-1"].say(realms.match_id, "hell", f"{number}")

    await world.replace(realms.match_id, "hell-1", realms.host, realms.zoe)

    assert await realms.refused(realms.zoe, "hell") == (429, "too_many_messages")


async def test_messages_are_paged_by_cursor_in_both_directions(world: World) -> None:
    realms = await Realms.begin(world)
    for number in range(7):
        await realms["heaven-1"].say(realms.match_id, "heaven", f"{number}")
        await realms["heaven-1"].say(realms.match_id, "pair:heaven-1:heaven-2", "aside")
    reader = realms["heaven-2"]

    async def page(**query: int) -> tuple[str, bool, list[int]]:
        page = await reader.messages(realms.match_id, "heaven", limit=3, **query)
        texts = "".join(message["text"] for message in page["messages"])
        return texts, page["more"], [message["cursor"] for message in page["messages"]]

    texts, more, cursors = await page()
    assert (texts, more) == ("456", True)
    texts, more, cursors = await page(before=cursors[0])
    assert (texts, more) == ("123", True)
    texts, more, cursors = await page(before=cursors[0])
    assert (texts, more) == ("0", False)
    texts, more, cursors = await page(after=cursors[-1])
    assert (texts, more) == ("123", True)
    texts, more, cursors = await page(after=cursors[-1])
    assert (texts, more) == ("456", False)
    assert await page(after=cursors[-1]) == ("", False, [])
    both = await reader.messages(realms.match_id, "heaven", expect=422, after=1, before=2)
    assert both["code"] == "after_or_before"


async def test_a_message_repeated_with_its_key_is_sent_once(world_on_either: World) -> None:
    """A client that lost the reply may repeat the request."""
    realms = await Realms.begin(world_on_either)
    first = await realms["hell-1"].say(realms.match_id, "hell", "once", key="k1")
    await realms["hell-2"].say(realms.match_id, "hell", "meanwhile")

    again = await realms["hell-1"].say(realms.match_id, "hell", "once", key="k1")
    other = await realms["hell-1"].say(realms.match_id, "hell", "twice", expect=409, key="k1")

    assert again == first
    assert other["code"] == "idempotency_key_reused"
    messages = (await realms["hell-3"].messages(realms.match_id, "hell"))["messages"]
    assert [message["text"] for message in messages] == ["once", "meanwhile"]


async def test_simultaneous_copies_of_one_request_get_the_same_reply(world: World) -> None:
    """A client that times out and sends again must not be told that nothing was sent."""
    realms = await Realms.begin(world)
    for number in range(29):
        await realms["hell-1"].say(realms.match_id, "hell", f"{number}")

    async with asyncio.TaskGroup() as sending:
        copies = [
            sending.create_task(realms["hell-1"].say(realms.match_id, "hell", "the last", key="k")) for _ in range(6)
        ]
    mute = {"type": "mute", "seat": "hell-1", "reason": ""}
    path = f"/v1/matches/{realms.match_id}/actions"
    async with asyncio.TaskGroup() as sending:
        muted = [sending.create_task(realms.host.post(path, mute, key="m")) for _ in range(6)]

    assert len({json.dumps(copy.result()) for copy in copies}) == 1
    assert len({json.dumps(copy.result()) for copy in muted}) == 1
    messages = (await realms["hell-2"].messages(realms.match_id, "hell"))["messages"]
    assert [message["text"] for message in messages].count("the last") == 1


async def test_messages_and_their_bounds_outlive_the_server(database_url: str) -> None:
    async with running_world(database_url) as world:
        ada, _, match_id = await world.ada_and_bo()
        for number in range(30):
            await ada.say(match_id, "table", f"{number}")
        before = await ada.messages(match_id, "table", limit=200)

    async with running_world(database_url) as later:
        ada = later.connect(ada.player_id, ada.token)
        refused = await ada.say(match_id, "table", "31", expect=429)
        after = await ada.messages(match_id, "table", limit=200)

    assert refused["code"] == "too_many_messages"
    assert after == before
