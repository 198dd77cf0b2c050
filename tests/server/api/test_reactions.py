"""Reactions: signs instead of texts, where talk is open to its members from the first phase on."""

from __future__ import annotations

from typing import Any

import pytest

from server.matches import bounds
from tests.server.api.realms import PAIR, Realms
from tests.server.world import Client, World, facts

pytestmark = pytest.mark.one_server

Json = Any


async def test_a_reaction_reaches_those_whom_a_text_would_reach(world_on_either: World) -> None:
    realms = await Realms.begin(world_on_either)
    before = await realms.cursors()

    said = await realms["heaven-1"].react(realms.match_id, "heaven", "doubt")

    after = await realms.cursors()
    assert {name for name in after if after[name] > before[name]} == {"heaven-1", "heaven-2", "heaven-3", "host"}
    assert {name: said[name] for name in ("channel", "sender", "text", "sign")} == {
        "channel": "heaven",
        "sender": "heaven-1",
        "text": "",
        "sign": "doubt",
    }
    (event,) = await realms["heaven-2"].events(realms.match_id, before["heaven-2"])
    assert event["facts"] == [
        {"type": "message_sent", "channel": "heaven", "sender": "heaven-1", "text": "", "sign": "doubt"}
    ]
    (message,) = (await realms["heaven-2"].messages(realms.match_id, "heaven"))["messages"]
    assert message == {**said, "cursor": event["cursor"]}


async def test_a_reaction_is_pushed_to_the_members_sockets(world: World) -> None:
    realms = await Realms.begin(world)
    cursors = await realms.cursors()
    async with realms["hell-2"].stream(realms.match_id, cursors["hell-2"]) as stream:
        await realms["hell-1"].react(realms.match_id, "hell", "laugh")

        event = await stream.event()

    assert facts([event])[0]["sign"] == "laugh"


async def test_a_text_has_no_sign(world: World) -> None:
    """What clients knew before stays as it was."""
    realms = await Realms.begin(world)

    said = await realms["heaven-1"].say(realms.match_id, "heaven", "Ally?")

    assert "sign" not in said


async def test_the_view_says_where_one_can_react(world: World) -> None:
    """Where the game opens a talk during play, and in the line to the host, there are texts only."""
    realms = await Realms.begin(world)
    await realms.open_pairs()

    channels = (await realms["heaven-1"].view(realms.match_id))["channels"]

    assert {row["channel"]: row["reactions"] for row in channels} == {
        "heaven": True,
        "pair:heaven-1:heaven-2": True,
        "pair:heaven-1:heaven-3": True,
        "host:heaven-1": False,
        PAIR: False,
        "pair:heaven-1:hell-2": False,
    }


@pytest.mark.parametrize("channel", [PAIR, "host:heaven-1"])
async def test_where_talk_is_rationed_nobody_signals(world: World, channel: str) -> None:
    realms = await Realms.begin(world)
    await realms.open_pairs()
    before = await realms.log(realms.host)

    refused = await realms["heaven-1"].react(realms.match_id, channel, "thanks", expect=409)

    assert refused["code"] == "no_reactions"
    assert await realms.log(realms.host) == before
    await realms["heaven-1"].say(realms.match_id, channel, "Thanks.")


async def test_who_cannot_write_cannot_react(world: World) -> None:
    """Each is refused as for a text: who only reads, who knows no such channel, who is muted; and in a pause."""
    realms = await Realms.begin(world)

    async def refusals_of(player: Client, channel: str) -> tuple[tuple[int, str], tuple[int, str]]:
        return await realms.refused(player, channel), await realms.refused(player, channel, sign="laugh")

    refusals = []
    for player, channel in ((realms.host, "heaven"), (realms["hell-1"], "heaven"), (realms.zoe, "heaven")):
        refusals.append(await refusals_of(player, channel))
    await realms.host.act(realms.match_id, {"type": "mute", "seat": "hell-1", "reason": "Shouting"})
    refusals.append(await refusals_of(realms["hell-1"], "hell"))
    await realms.host.act(realms.match_id, {"type": "pause", "reason": "Lunch"})
    refusals.append(await refusals_of(realms["hell-2"], "hell"))

    assert all(text == sign for text, sign in refusals)
    assert [code for (_, code), _ in refusals] == [
        "not_a_member",
        "unknown_channel",
        "unknown_channel",
        "muted",
        "match_paused",
    ]


async def test_reactions_and_texts_are_counted_apart(world_on_either: World) -> None:
    """Ten reactions and thirty texts of a seat within a minute."""
    realms = await Realms.begin(world_on_either)
    ada = realms["heaven-1"]
    for _ in range(10):
        await ada.react(realms.match_id, "heaven", "applause")

    refused = await ada.react(realms.match_id, "pair:heaven-1:heaven-2", "applause", expect=429)

    assert refused["code"] == "too_many_messages"
    for number in range(30):
        await ada.say(realms.match_id, "heaven", f"{number}")
    assert await realms.refused(ada, "heaven") == (429, "too_many_messages")
    await realms["heaven-2"].react(realms.match_id, "heaven", "thanks")
    realms.world.clock.advance(60)
    await ada.react(realms.match_id, "heaven", "applause")


async def test_each_seat_has_its_own_limit_of_reactions_in_a_match(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounds, "MAX_REACTIONS", 12)
    ada, bo, match_id = await world.ada_and_bo(options={"cast_seconds": 3600})
    for _ in range(12):
        world.clock.advance(6)
        await ada.react(match_id, "table", "good_luck")
    world.clock.advance(6)

    refused = await ada.react(match_id, "table", "good_luck", expect=409)

    assert refused["code"] == "talked_out"
    await ada.say(match_id, "table", "Good luck.")
    await bo.react(match_id, "table", "thanks")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, ""),
        ({"text": "Ha.", "sign": "laugh"}, ""),
        ({"sign": "wink"}, "/sign"),
        ({"sign": None}, "/sign"),
        ({"sign": None, "text": "Ha."}, "/sign"),
    ],
    ids=str,
)
async def test_a_message_has_either_a_text_or_a_known_sign(world: World, body: Json, pointer: str) -> None:
    realms = await Realms.begin(world)
    before = await realms.log(realms.host)

    path = f"/v1/matches/{realms.match_id}/channels/heaven/messages"
    reply = await realms["heaven-1"].http.post(path, json=body)

    assert (reply.status_code, reply.json()["code"]) == (422, "malformed_request")
    assert reply.json().get("pointer", "") == pointer
    assert await realms.log(realms.host) == before


async def test_a_repeated_reaction_with_the_same_key_is_sent_once(world_on_either: World) -> None:
    realms = await Realms.begin(world_on_either)

    said = [await realms["hell-1"].react(realms.match_id, "hell", "thanks", key="once") for _ in range(2)]

    assert said[0] == said[1]
    assert len((await realms["hell-2"].messages(realms.match_id, "hell"))["messages"]) == 1
    other = await realms["hell-1"].react(realms.match_id, "hell", "laugh", key="once", expect=409)
    assert other["code"] == "idempotency_key_reused"
