"""Messages over HTTP: members read and write while their channel is open, and nobody else can tell that they do."""

from __future__ import annotations

import pytest

from tests.server.api.realms import PAIR, ROUND, Realms
from tests.server.world import Client, World, facts

pytestmark = pytest.mark.one_server


async def test_a_message_reaches_the_members_and_the_host_and_nobody_else(world_on_either: World) -> None:
    """Nobody else's cursor moves, so nobody can tell that a message was sent."""
    realms = await Realms.begin(world_on_either)
    before = await realms.cursors()

    said = await realms["heaven-1"].say(realms.match_id, "heaven", "Ally?")

    after = await realms.cursors()
    told = {name for name in after if after[name] > before[name]}
    assert told == {"heaven-1", "heaven-2", "heaven-3", "host"}
    for name in told:
        reader = realms.everyone[name]
        (event,) = await reader.events(realms.match_id, before[name])
        assert event["facts"] == [
            {"type": "message_sent", "channel": "heaven", "sender": "heaven-1", "text": "Ally?"},
        ]
        (message,) = (await reader.messages(realms.match_id, "heaven"))["messages"]
        assert message == {**said, "cursor": event["cursor"]}
        assert message["at"] == event["at"]


async def test_a_message_is_pushed_to_the_members_sockets(world: World) -> None:
    realms = await Realms.begin(world)
    cursors = await realms.cursors()
    async with realms["hell-2"].stream(realms.match_id, cursors["hell-2"]) as stream:
        said = await realms["hell-1"].say(realms.match_id, "pair:hell-1:hell-2", "psst 🤫")

        event = await stream.event()

    assert facts([event]) == [
        {"type": "message_sent", "channel": "pair:hell-1:hell-2", "sender": "hell-1", "text": "psst 🤫"}
    ]
    assert event["at"] == said["at"]


async def test_the_view_lists_the_callers_channels_open_and_closed(world: World) -> None:
    realms = await Realms.begin(world)

    async def listed(reader: Client) -> dict[str, tuple[list[str], bool]]:
        channels = (await reader.view(realms.match_id))["channels"]
        return {channel["channel"]: (channel["members"], channel["open"]) for channel in channels}

    own = {
        "heaven": (["heaven-1", "heaven-2", "heaven-3"], True),
        "pair:heaven-1:heaven-2": (["heaven-1", "heaven-2"], True),
        "pair:heaven-1:heaven-3": (["heaven-1", "heaven-3"], True),
        "host:heaven-1": (["heaven-1", "host"], True),
    }
    assert await listed(realms["heaven-1"]) == own
    assert await listed(realms.zoe) == {}

    await realms.open_pairs()
    assert await listed(realms["heaven-1"]) == {
        **own,
        PAIR: (["heaven-1", "hell-1"], True),
        "pair:heaven-1:hell-2": (["heaven-1", "hell-2"], True),
    }

    await world.pass_time(ROUND)
    assert await listed(realms["heaven-1"]) == {
        **own,
        PAIR: (["heaven-1", "hell-1"], False),
        "pair:heaven-1:hell-2": (["heaven-1", "hell-2"], False),
    }


async def test_messages_of_a_closed_channel_stay_readable_and_none_can_be_added(
    world_on_either: World,
) -> None:
    realms = await Realms.begin(world_on_either)
    await realms.open_pairs()
    said = await realms["heaven-1"].say(realms.match_id, PAIR, "I play war and death.")
    await realms.world.pass_time(ROUND)

    assert await realms.refused(realms["heaven-1"], PAIR) == (409, "channel_closed")
    assert await realms.refused(realms["hell-1"], PAIR) == (409, "channel_closed")
    for member in ("heaven-1", "hell-1"):
        (message,) = (await realms[member].messages(realms.match_id, PAIR))["messages"]
        assert {**message, "cursor": 0} == {**said, "cursor": 0}


async def test_a_channel_that_opens_again_has_kept_what_was_said_in_it(world: World) -> None:
    """heaven-1 opened it for round 2, hell-1 opens it for round 4."""
    realms = await Realms.begin(world)
    await realms.open_pairs()
    await realms["heaven-1"].say(realms.match_id, PAIR, "first")
    passive = {"card": "pestilence", "ability": "passive"}
    active = {"card": "war", "ability": "active", "targets": ["famine"]}
    await realms["hell-1"].submit(realms.match_id, 2, {"type": "play", "plays": [passive, active]})
    await world.pass_time(ROUND)
    opening = {"card": "war", "ability": "communications", "targets": ["heaven-1"]}
    passive = {"card": "famine", "ability": "passive"}
    await realms["hell-1"].submit(realms.match_id, 3, {"type": "play", "plays": [opening, passive]})
    assert await realms.refused(realms["hell-1"], PAIR) == (409, "channel_closed")
    await world.pass_time(ROUND)

    await realms["hell-1"].say(realms.match_id, PAIR, "second")

    for member in ("heaven-1", "hell-1"):
        messages = (await realms[member].messages(realms.match_id, PAIR))["messages"]
        assert [message["text"] for message in messages] == ["first", "second"]


async def test_another_pairs_channel_looks_like_one_that_does_not_exist(world: World) -> None:
    """When it is read or written, before it opens, while it is open, and after."""
    realms = await Realms.begin(world)
    strangers = [realms["heaven-2"], realms["hell-3"], realms.zoe]

    async def answers(channel: str) -> list[tuple[int, bytes]]:
        path = f"/v1/matches/{realms.match_id}/channels/{channel}/messages"
        replies = [await stranger.http.get(path) for stranger in strangers]
        replies += [await stranger.http.post(path, json={"text": "who is there?"}) for stranger in strangers]
        return [(reply.status_code, reply.content) for reply in replies]

    nowhere = await answers("pair:heaven-9:hell-9")
    assert {status for status, _ in nowhere} == {404}
    assert await answers(PAIR) == nowhere
    await realms.open_pairs()
    await realms["hell-1"].say(realms.match_id, PAIR, "secret")
    assert await answers(PAIR) == nowhere
    await world.pass_time(ROUND)
    assert await answers(PAIR) == nowhere


async def test_a_pair_that_may_not_talk_yet_has_no_channel(world: World) -> None:
    realms = await Realms.begin(world)

    assert await realms.refused(realms["heaven-1"], PAIR) == (404, "unknown_channel")

    await realms.open_pairs()
    assert await realms.refused(realms["heaven-1"], "pair:heaven-1:hell-3") == (404, "unknown_channel")
    await realms["heaven-1"].say(realms.match_id, PAIR, "hello")


async def test_only_members_write_where_others_may_read(world: World) -> None:
    """Spectators read the table of a duel; the host reads everything."""
    ada, bo, host, zoe = [await world.player(name) for name in ("Ada", "Bo", "Host", "Zoe")]
    match_id = await world.duel(host, ada, bo)
    await ada.say(match_id, "table", "Good luck.")

    for reader in (host, zoe):
        (message,) = (await reader.messages(match_id, "table"))["messages"]
        assert message["text"] == "Good luck."
        refused = await reader.say(match_id, "table", "Hear, hear.", expect=403)
        assert refused["code"] == "not_a_member"


async def test_there_is_no_talk_before_the_start_and_none_after_the_end(world: World) -> None:
    host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    terms = {"game": "wizards_duel", "seats": {"a": {"player_id": ada.player_id}}}
    match_id = (await host.post("/v1/matches", terms, expect=201))["match_id"]
    await ada.sit(match_id, "a")
    for channel in ("table", "host:a"):
        assert (await ada.say(match_id, channel, "early", expect=404))["code"] == "unknown_channel"
    await bo.put(f"/v1/matches/{match_id}/seats/b", {})
    await host.post(f"/v1/matches/{match_id}/start", None)
    await ada.say(match_id, "table", "now")

    await host.act(match_id, {"type": "void", "reason": "over"})

    for writer, channel in ((ada, "table"), (ada, "host:a"), (host, "host:b")):
        assert (await writer.say(match_id, channel, "late", expect=409))["code"] == "channel_closed"
    assert len((await ada.messages(match_id, "table"))["messages"]) == 1


async def test_the_new_player_of_a_seat_reads_its_past_and_the_old_one_reads_nothing_more(
    world: World,
) -> None:
    """Knowledge belongs to the seat, messages included."""
    realms = await Realms.begin(world)
    await realms["heaven-1"].say(realms.match_id, "pair:heaven-1:heaven-2", "for two")
    newcomer = await world.player("Newcomer")

    await world.replace(realms.match_id, "heaven-2", realms.host, newcomer)

    (message,) = (await newcomer.messages(realms.match_id, "pair:heaven-1:heaven-2"))["messages"]
    assert message["text"] == "for two"
    gone = await realms["heaven-2"].messages(realms.match_id, "pair:heaven-1:heaven-2", expect=404)
    assert gone["code"] == "unknown_channel"
