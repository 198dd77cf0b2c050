"""Talk over HTTP: members hear and speak while their channel is open, and nobody else can tell that they do."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any, Final

import pytest

from server.operations.logfile import read_logs
from server.operations.verify import verify
from tests.server.world import Client, World, facts, running_world, types

Json = Any

SEATS: Final = ("heaven-1", "heaven-2", "heaven-3", "hell-1", "hell-2", "hell-3")
ROUND: Final = 43_200
"""Seconds of a phase of a skirmish."""

TARGETS: Final = {
    "heaven-1": ("hell-1", "hell-2"),
    "heaven-2": ("hell-1", "hell-2"),
    "heaven-3": ("hell-1", "hell-2"),
    "hell-1": ("heaven-2", "heaven-3"),
    "hell-2": ("heaven-1", "heaven-2"),
    "hell-3": ("heaven-2", "heaven-3"),
}
"""Whom each seat opens a chat with for round 2: every pair but heaven-1 and hell-3."""

PAIR: Final = "pair:heaven-1:hell-1"

WITHHELD: Final = "2 private messages are withheld; of them only kind and place were checked."


@dataclass(frozen=True)
class Realms:
    """Six players in a skirmish of The Apocalypse, its host, and Zoe, who watches."""

    world: World
    host: Client
    zoe: Client
    seats: dict[str, Client]
    match_id: str

    def __getitem__(self, seat: str) -> Client:
        return self.seats[seat]

    @property
    def everyone(self) -> dict[str, Client]:
        return {**self.seats, "host": self.host, "spectator": self.zoe}

    async def open_pairs(self) -> None:
        """Play round 1 so that the pairs of `TARGETS` may talk in round 2; nobody opens any after that."""
        for seat, (first, second) in TARGETS.items():
            plays = [{"card": "pestilence", "targets": [first]}, {"card": "death", "targets": [second]}]
            await self[seat].submit(self.match_id, 1, {"type": "play", "plays": plays})
        await self.world.pass_time(ROUND)

    async def cursors(self) -> dict[str, int]:
        return {name: (await reader.view(self.match_id))["cursor"] for name, reader in self.everyone.items()}

    async def log(self, reader: Client) -> str:
        reply = await reader.http.get(f"/v1/matches/{self.match_id}/log")
        assert reply.status_code == 200, reply.text
        return reply.text

    async def refused(self, writer: Client, channel: str, text: str = "hear me") -> tuple[int, str]:
        """Status and code with which a message is refused; nothing may come of it."""
        before = await self.log(self.host)
        path = f"/v1/matches/{self.match_id}/channels/{channel}/messages"
        reply = await writer.http.post(path, json={"text": text})
        assert await self.log(self.host) == before
        return reply.status_code, reply.json()["code"]


async def _realms(world: World, **terms: Json) -> Realms:
    host, zoe = await world.player("Host"), await world.player("Zoe")
    seats: dict[str, Client] = {seat: await world.player(seat) for seat in SEATS}
    match_id = await world.match("apocalypse", host, seats, variant="skirmish", **terms)
    return Realms(world, host, zoe, seats, match_id)


async def test_a_message_reaches_the_members_and_the_host_and_nobody_else(world_on_either: World) -> None:
    """Nobody else's cursor moves, so nobody can tell that something was said."""
    realms = await _realms(world_on_either)
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
    realms = await _realms(world)
    cursors = await realms.cursors()
    async with realms["hell-2"].stream(realms.match_id, cursors["hell-2"]) as stream:
        said = await realms["hell-1"].say(realms.match_id, "pair:hell-1:hell-2", "psst 🤫")

        event = await stream.event()

    assert facts([event]) == [
        {"type": "message_sent", "channel": "pair:hell-1:hell-2", "sender": "hell-1", "text": "psst 🤫"}
    ]
    assert event["at"] == said["at"]


async def test_the_view_lists_the_callers_channels_open_and_closed(world: World) -> None:
    realms = await _realms(world)

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


async def test_what_was_said_stays_readable_when_the_channel_closes_and_nothing_can_be_added(
    world_on_either: World,
) -> None:
    realms = await _realms(world_on_either)
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
    realms = await _realms(world)
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
    """To read it, to write in it, before it opens, while it is open, and after."""
    realms = await _realms(world)
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
    realms = await _realms(world)

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


async def test_a_seat_and_the_host_have_a_line_in_every_game(world: World) -> None:
    realms = await _realms(world)
    before = await realms.cursors()

    await realms["hell-2"].say(realms.match_id, "host:hell-2", "May I be late?")
    await realms.host.say(realms.match_id, "host:hell-2", "An hour.")

    after = await realms.cursors()
    assert {name for name in after if after[name] > before[name]} == {"hell-2", "host"}
    for reader in (realms["hell-2"], realms.host):
        messages = (await reader.messages(realms.match_id, "host:hell-2"))["messages"]
        assert [(message["sender"], message["text"]) for message in messages] == [
            ("hell-2", "May I be late?"),
            ("host", "An hour."),
        ]
    assert await realms.refused(realms["hell-1"], "host:hell-2") == (404, "unknown_channel")
    assert await realms.refused(realms.zoe, "host:hell-2") == (404, "unknown_channel")


async def test_there_is_no_talk_before_the_start_and_none_after_the_end(world: World) -> None:
    host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    terms = {"game": "wizards_duel", "seats": {"a": {"player_id": ada.player_id}}}
    match_id = (await host.post("/v1/matches", terms, expect=201))["match_id"]
    for channel in ("table", "host:a"):
        assert (await ada.say(match_id, channel, "early", expect=404))["code"] == "unknown_channel"
    await bo.put(f"/v1/matches/{match_id}/seats/b", {})
    await host.post(f"/v1/matches/{match_id}/start", None)
    await ada.say(match_id, "table", "now")

    await host.act(match_id, {"type": "void", "reason": "over"})

    for writer, channel in ((ada, "table"), (ada, "host:a"), (host, "host:b")):
        assert (await writer.say(match_id, channel, "late", expect=409))["code"] == "channel_closed"
    assert len((await ada.messages(match_id, "table"))["messages"]) == 1


async def test_a_pause_silences_everything_but_the_lines_to_the_host(world: World) -> None:
    realms = await _realms(world)
    await realms.host.act(realms.match_id, {"type": "pause", "reason": "fire alarm"})

    assert await realms.refused(realms["hell-1"], "hell") == (409, "match_paused")
    await realms["hell-1"].say(realms.match_id, "host:hell-1", "How long?")

    await realms.host.act(realms.match_id, {"type": "resume"})
    await realms["hell-1"].say(realms.match_id, "hell", "At last.")


async def test_talk_ends_with_the_deadline_while_the_timer_sleeps(world: World) -> None:
    """Whether a channel outlives its phase is not known before the phase is resolved."""
    realms = await _realms(world)
    await realms.open_pairs()
    world.clock.advance(ROUND)

    assert await realms.refused(realms["hell-1"], PAIR) == (409, "phase_closed")
    await realms["hell-1"].say(realms.match_id, "host:hell-1", "Is it over?")


async def test_a_muted_seat_writes_to_nobody_but_the_host_until_it_is_unmuted(world: World) -> None:
    realms = await _realms(world)

    await realms.host.act(realms.match_id, {"type": "mute", "seat": "heaven-2", "reason": "Insults."})

    assert await realms.refused(realms["heaven-2"], "heaven") == (403, "muted")
    await realms["heaven-2"].say(realms.match_id, "host:heaven-2", "Sorry!")
    await realms["heaven-1"].say(realms.match_id, "pair:heaven-1:heaven-2", "You can still read this.")
    for reader in realms.everyone.values():
        assert types(await reader.events(realms.match_id)).count("seat_muted") == 1
        assert (await reader.view(realms.match_id))["muted"] == ["heaven-2"]

    await realms.host.act(realms.match_id, {"type": "unmute", "seat": "heaven-2"})
    await realms["heaven-2"].say(realms.match_id, "heaven", "Back.")
    assert (await realms.zoe.view(realms.match_id))["muted"] == []


@pytest.mark.parametrize(
    ("action", "status", "code"),
    [
        ({"type": "mute", "seat": "limbo-1", "reason": ""}, 404, "unknown_seat"),
        ({"type": "mute", "seat": "hell-1", "reason": ""}, 409, "already_muted"),
        ({"type": "unmute", "seat": "hell-2"}, 409, "not_muted"),
        ({"type": "mute", "seat": "hell-2", "reason": "x" * 501}, 422, "malformed_request"),
        ({"type": "mute", "seat": "hell-2"}, 422, "malformed_request"),
        ({"type": "mute", "seat": "hell-2", "reason": "\x1b[31m"}, 422, "malformed_request"),
    ],
)
async def test_a_mute_that_makes_no_sense_is_refused(world: World, action: Json, status: int, code: str) -> None:
    realms = await _realms(world)
    await realms.host.act(realms.match_id, {"type": "mute", "seat": "hell-1", "reason": "Spam."})
    before = await realms.log(realms.host)

    assert (await realms.host.act(realms.match_id, action, expect=status))["code"] == code
    assert await realms.log(realms.host) == before


async def test_neither_players_nor_a_host_who_plays_can_mute(world: World) -> None:
    ada, bo = await world.player("Ada"), await world.player("Bo")
    match_id = await world.duel(ada, bo)
    mute = {"type": "mute", "seat": "b", "reason": ""}

    assert (await bo.act(match_id, mute, expect=403))["code"] == "host_only"
    assert (await ada.act(match_id, mute, expect=403))["code"] == "host_is_playing"


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
    realms = await _realms(world)

    before = await realms.log(realms.host)
    path = f"/v1/matches/{realms.match_id}/channels/heaven/messages"
    reply = await realms["heaven-1"].http.post(path, json={"text": text})

    assert (reply.status_code, reply.json()["code"]) == (422, "malformed_request")
    assert reply.json()["pointer"] == "/text"
    assert await realms.log(realms.host) == before


@pytest.mark.parametrize(
    "text", ["x" * 2000, "👩‍👩‍👧‍👦 ünïcödé \\n ' \" <b>", " leading"], ids=lambda text: ascii(text)[:20]
)
async def test_a_text_comes_back_as_it_was_sent(world: World, text: str) -> None:
    realms = await _realms(world)

    await realms["heaven-1"].say(realms.match_id, "heaven", text)

    (message,) = (await realms["heaven-3"].messages(realms.match_id, "heaven"))["messages"]
    assert message["text"] == text


async def test_too_many_messages_are_refused_for_a_while(world: World) -> None:
    """Thirty in any minute, over all channels of a sender; what others may say is untouched."""
    realms = await _realms(world)
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


async def test_a_host_is_bounded_like_anyone_over_all_its_lines(world: World) -> None:
    realms = await _realms(world)
    for number in range(30):
        await realms.host.say(realms.match_id, f"host:{SEATS[number % 6]}", f"{number}")

    assert await realms.refused(realms.host, "host:hell-3") == (429, "too_many_messages")


async def test_messages_are_paged_by_cursor_in_both_directions(world: World) -> None:
    realms = await _realms(world)
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


async def test_a_message_sent_again_with_its_key_is_said_once(world_on_either: World) -> None:
    """A client that lost the reply may repeat the request."""
    realms = await _realms(world_on_either)
    first = await realms["hell-1"].say(realms.match_id, "hell", "once", key="k1")
    await realms["hell-2"].say(realms.match_id, "hell", "meanwhile")

    again = await realms["hell-1"].say(realms.match_id, "hell", "once", key="k1")
    other = await realms["hell-1"].say(realms.match_id, "hell", "twice", expect=409, key="k1")

    assert again == first
    assert other["code"] == "idempotency_key_reused"
    messages = (await realms["hell-3"].messages(realms.match_id, "hell"))["messages"]
    assert [message["text"] for message in messages] == ["once", "meanwhile"]


async def test_copies_of_one_request_that_come_at_once_are_all_answered_alike(world: World) -> None:
    """Whoever gives up waiting and sends again must not be told that nothing was said, or done."""
    realms = await _realms(world)
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


async def test_who_takes_over_a_seat_reads_what_the_seat_was_told_and_who_lost_it_reads_nothing_more(
    world: World,
) -> None:
    """Knowledge belongs to the seat, talk included."""
    realms = await _realms(world)
    await realms["heaven-1"].say(realms.match_id, "pair:heaven-1:heaven-2", "for two")
    newcomer = await world.player("Newcomer")

    replace = {"type": "replace_player", "seat": "heaven-2", "player_id": newcomer.player_id}
    await realms.host.act(realms.match_id, replace)

    (message,) = (await newcomer.messages(realms.match_id, "pair:heaven-1:heaven-2"))["messages"]
    assert message["text"] == "for two"
    gone = await realms["heaven-2"].messages(realms.match_id, "pair:heaven-1:heaven-2", expect=404)
    assert gone["code"] == "unknown_channel"


async def test_a_mute_ends_when_the_seat_changes_hands(world: World) -> None:
    realms = await _realms(world)
    newcomer = await world.player("Newcomer")
    await realms.host.act(realms.match_id, {"type": "mute", "seat": "hell-2", "reason": "Insults."})

    replace = {"type": "replace_player", "seat": "hell-2", "player_id": newcomer.player_id}
    await realms.host.act(realms.match_id, replace)

    await newcomer.say(realms.match_id, "hell", "Good evening.")
    assert (await realms.zoe.view(realms.match_id))["muted"] == []


async def test_an_open_log_withholds_private_messages_from_all_but_the_host(world: World) -> None:
    """Both logs are good; the chain runs through what is withheld."""
    realms = await _realms(world, open_log=True)
    await realms["heaven-1"].say(realms.match_id, "heaven", "between us")
    await realms["hell-1"].say(realms.match_id, "host:hell-1", "in confidence")
    await realms.host.act(realms.match_id, {"type": "mute", "seat": "hell-1", "reason": ""})
    await realms.open_pairs()
    await realms.host.act(realms.match_id, {"type": "void", "reason": "over"})

    whole, public = await realms.log(realms.host), await realms.log(realms["heaven-1"])

    assert "between us" in whole
    assert "in confidence" in whole
    withheld = [line for line in map(json.loads, public.splitlines()) if "facts" not in line]
    assert [sorted(line) for line in withheld] == [["body", "hash", "kind", "match_id", "previous", "seq"]] * 2
    assert "between us" not in public
    assert "in confidence" not in public
    assert await realms.log(realms.zoe) == public
    for text, unchecked in (
        (whole, []),
        (public, [WITHHELD]),
    ):
        verdict = verify(realms.match_id, read_logs(text.splitlines())[realms.match_id])
        assert (verdict.faults, verdict.unchecked) == ([], unchecked)


async def test_a_host_who_played_gets_the_log_without_others_messages(world: World) -> None:
    ada, bo = await world.player("Ada"), await world.player("Bo")
    match_id = await world.duel(ada, bo)
    await bo.say(match_id, "host:b", "for the host")
    await ada.act(match_id, {"type": "void", "reason": "over"})

    reply = await ada.http.get(f"/v1/matches/{match_id}/log")

    assert reply.status_code == 200
    assert "for the host" not in reply.text


async def test_messages_and_their_bounds_outlive_the_server(database_url: str) -> None:
    async with running_world(database_url) as world:
        ada, bo = await world.player("Ada"), await world.player("Bo")
        match_id = await world.duel(ada, bo)
        for number in range(30):
            await ada.say(match_id, "table", f"{number}")
        before = await ada.messages(match_id, "table", limit=200)

    async with running_world(database_url) as later:
        ada = later.connect(ada.player_id, ada.token)
        refused = await ada.say(match_id, "table", "31", expect=429)
        after = await ada.messages(match_id, "table", limit=200)

    assert refused["code"] == "too_many_messages"
    assert after == before
