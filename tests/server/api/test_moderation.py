"""Hosts and messages: their lines to the seats, pauses and deadlines, mutes, and the messages in an exported log."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from server.cli.logs.logfile import read_logs
from server.cli.logs.verify import verify
from tests.server.api.realms import PAIR, ROUND, Realms
from tests.server.world import World, types

pytestmark = pytest.mark.one_server

Json = Any

WITHHELD: Final = "2 private messages are withheld; only their kind and place were checked."


async def test_a_seat_and_the_host_have_a_line_in_every_game(world: World) -> None:
    realms = await Realms.begin(world)
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


async def test_a_pause_silences_everything_but_the_lines_to_the_host(world: World) -> None:
    realms = await Realms.begin(world)
    await realms.host.act(realms.match_id, {"type": "pause", "reason": "fire alarm"})

    assert await realms.refused(realms["hell-1"], "hell") == (409, "match_paused")
    await realms["hell-1"].say(realms.match_id, "host:hell-1", "How long?")

    await realms.host.act(realms.match_id, {"type": "resume"})
    await realms["hell-1"].say(realms.match_id, "hell", "At last.")


async def test_talk_ends_with_the_deadline_while_the_timer_sleeps(world: World) -> None:
    """Whether a channel outlives its phase is not known before the phase is resolved."""
    realms = await Realms.begin(world)
    await realms.open_pairs()
    world.clock.advance(ROUND)

    assert await realms.refused(realms["hell-1"], PAIR) == (409, "phase_closed")
    await realms["hell-1"].say(realms.match_id, "host:hell-1", "Is it over?")


async def test_a_muted_seat_writes_to_nobody_but_the_host_until_it_is_unmuted(world: World) -> None:
    realms = await Realms.begin(world)

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
    realms = await Realms.begin(world)
    await realms.host.act(realms.match_id, {"type": "mute", "seat": "hell-1", "reason": "Spam."})
    before = await realms.log(realms.host)

    assert (await realms.host.act(realms.match_id, action, expect=status))["code"] == code
    assert await realms.log(realms.host) == before


async def test_a_mute_ends_when_the_seat_changes_hands(world: World) -> None:
    realms = await Realms.begin(world)
    newcomer = await world.player("Newcomer")
    await realms.host.act(realms.match_id, {"type": "mute", "seat": "hell-2", "reason": "Insults."})

    await world.replace(realms.match_id, "hell-2", realms.host, newcomer)

    await newcomer.say(realms.match_id, "hell", "Good evening.")
    assert (await realms.zoe.view(realms.match_id))["muted"] == []


async def test_an_open_log_withholds_private_messages_from_all_but_the_host(world: World) -> None:
    """Both logs verify; the chain includes what is withheld."""
    realms = await Realms.begin(world, open_log=True)
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
    ada, bo, match_id = await world.ada_and_bo()
    await bo.say(match_id, "host:b", "for the host")
    await ada.act(match_id, {"type": "void", "reason": "over"})

    reply = await ada.http.get(f"/v1/matches/{match_id}/log")

    assert reply.status_code == 200
    assert "for the host" not in reply.text


async def test_views_show_the_reasons_of_the_host_while_they_apply(world: World) -> None:
    host, ada, bo, zoe = [await world.player(name) for name in ("Host", "Ada", "Bo", "Zoe")]
    match_id = await world.duel(host, ada, bo)

    async def reasons() -> Json:
        views = [await player.view(match_id) for player in (ada, zoe, host)]
        assert [view["muted"] for view in views] == [list(view["mute_reasons"]) for view in views]
        shown = [[view["reason"], view["mute_reasons"]] for view in views]
        assert shown == [shown[0]] * 3
        return shown[0]

    told = [await reasons()]
    for action in (
        {"type": "mute", "seat": "b", "reason": "Language."},
        {"type": "pause", "reason": "Fire alarm."},
        {"type": "resume"},
        {"type": "unmute", "seat": "b"},
        {"type": "pause"},
        {"type": "void", "reason": "The house has burnt down."},
    ):
        await host.act(match_id, action)
        told.append(await reasons())

    muted = {"b": "Language."}
    assert told == [
        [None, {}],
        [None, muted],
        ["Fire alarm.", muted],
        [None, muted],
        [None, {}],
        [None, {}],
        ["The house has burnt down.", {}],
    ]
