"""A log that a real server wrote, with every host action, passes both verifiers and can be replayed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random

import pytest

from engines.kit import HOST, SPECTATOR, seat_id
from server.cli.logs.logfile import read_logs
from server.cli.logs.replay import narrate_log
from server.logs.store.entry import Entry
from tests.prompts import answer
from tests.secrecy.verifiers.both_verifiers import agreed, both, file_of
from tests.secrecy.verifiers.tampering import sealed_anew
from tests.server.world import Client, World, running_world


@pytest.fixture
async def world(sqlite_url: str) -> AsyncIterator[World]:
    async with running_world(sqlite_url) as world:
        yield world


async def _log(reader: Client, match_id: str) -> list[Entry]:
    reply = await reader.http.get(f"/v1/matches/{match_id}/log")
    assert reply.status_code == 200, reply.text
    return list(read_logs(reply.text.splitlines())[match_id])


def _assert_good(entries: list[Entry]) -> None:
    """Both verifiers accept it, and leave nothing unchecked."""
    for opinion in both([file_of(entries)])[0]:
        assert (opinion.code, opinion.unchecked) == (0, []), opinion.lines


async def test_a_log_of_bots_is_good(world: World) -> None:
    host = await world.player("Host")
    seats = {"a": {"bot": True}, "b": {"bot": True}}
    terms = {"game": "wizards_duel", "variant": "gods_collide", "pace": "eager", "seats": seats, "autostart": True}
    match_id = (await host.post("/v1/matches", terms, expect=201))["match_id"]
    while (await host.get(f"/v1/matches/{match_id}"))["status"] != "over":
        await world.pass_time(600)

    _assert_good(await _log(host, match_id))


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("show_submitted", [False, True])
@pytest.mark.parametrize("end", ["played", "void", "adjudicate"])
async def test_a_log_with_all_a_host_may_do_is_good(world: World, end: str, *, show_submitted: bool) -> None:
    host, a, b, later = [await world.player(name) for name in ("Host", "Ada", "Bo", "Cy")]
    match_id = await world.duel(host, a, b, variant="colosseum", show_submitted=show_submitted)
    random = Random(end)

    await _move(a, match_id, random)
    await _move(a, match_id, random)
    await _move(b, match_id, random)
    await world.pass_time(7)
    await a.say(match_id, "table", "Good luck.")
    await host.act(match_id, {"type": "mute", "seat": "b", "reason": "shouting"})
    await b.say(match_id, "host:b", "I did not.")
    await host.act(match_id, {"type": "unmute", "seat": "b"})
    await host.act(match_id, {"type": "pause", "reason": "tea"})
    await world.pass_time(1000)
    await host.act(match_id, {"type": "resume"})
    await host.act(match_id, {"type": "extend", "seconds": 90})
    await host.act(match_id, {"type": "close_phase", "phase": 1})
    await world.replace(match_id, "a", host, later)
    await _move(later, match_id, random)
    await host.act(match_id, {"type": "replace_player", "seat": "a"})
    await world.settle()
    await world.pass_time(1000)
    if end == "void":
        await host.act(match_id, {"type": "void", "reason": "late"})
    elif end == "adjudicate":
        rank = {"a": 1, "b": 2}
        await host.act(match_id, {"type": "adjudicate", "rank": rank, "reason": "late"})
    while (await host.get(f"/v1/matches/{match_id}"))["status"] == "running":
        await world.pass_time(1000)

    _assert_good(await _log(host, match_id))


async def test_a_withheld_message_can_hide_no_other_entry(world: World) -> None:
    """Neither another entry under the name of a message, nor a different history before it."""
    host, a, b = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    match_id = await world.duel(host, a, b)
    await host.act(match_id, {"type": "extend", "seconds": 60})
    await a.say(match_id, "host:a", "in private")
    await host.act(match_id, {"type": "void", "reason": "enough"})
    entries = await _log(a, match_id)
    at = next(at for at, entry in enumerate(entries) if entry.withheld)

    relabelled = list(entries)
    relabelled[at - 1] = replace(entries[at - 1].withhold(), kind="message")
    elsewhere = [*entries[:at], replace(entries[at], previous="0" * 64), *entries[at + 1 :]]
    another_past = [*sealed_anew([replace(entries[0], nonce="00" * 16), *entries[1:at]]), *entries[at:]]

    opinions = agreed([file_of(log) for log in (entries, relabelled, elsewhere, another_past)])

    assert [opinion.code for opinion in opinions] == [0, 1, 1, 1]


async def test_a_bot_seated_after_the_deadline_moves_in_the_next_phase(world: World) -> None:
    """
    A deadline holds for bots too, even if no timer has fired yet.
    """
    host, a, b = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    match_id = await world.duel(host, a, b, variant="colosseum")
    world.clock.advance(100_000)

    await host.act(match_id, {"type": "replace_player", "seat": "a"})
    await world.settle()
    await world.pass_time(0)
    await host.act(match_id, {"type": "void", "reason": "enough"})

    entries = await _log(host, match_id)
    sent = [told.fact["phase"] for entry in entries for told in entry.facts if told.type == "submitted"]
    assert 1 not in sent
    _assert_good(entries)


async def test_a_replay_tells_a_viewer_what_its_stream_told(world: World) -> None:
    """
    It prints one line per fact, and never another seat's submission.
    """
    host, a, b, watcher = [await world.player(name) for name in ("Host", "Ada", "Bo", "Watcher")]
    match_id = await world.duel(host, a, b, variant="genius_3_3", pace="eager")
    random = Random(1)
    while (await host.get(f"/v1/matches/{match_id}"))["status"] == "running":
        for player in (a, b):
            await _move(player, match_id, random)
            await world.settle()
    entries = await _log(host, match_id)

    for viewer, client in ((seat_id("a"), a), (seat_id("b"), b), (SPECTATOR, watcher), (HOST, host)):
        events = await client.events(match_id)
        told = [fact for event in events for fact in event["facts"]]
        said = [line for _, line in narrate_log(entries, viewer)]

        assert sum(" submits " in line for line in said) == sum(fact["type"] == "submitted" for fact in told)
        assert sum(line.startswith("Drawn") for line in said) == sum(fact["type"] == "drawn" for fact in told)
        assert {line[0] for line in said if " submits " in line} <= (set("ab") if viewer == HOST else {str(viewer)})


async def _move(player: Client, match_id: str, random: Random) -> None:
    """Answer the player's prompt, if there is one."""
    view = await player.view(match_id)
    if view.get("prompt") is not None:
        await player.submit(match_id, view["phase"]["number"], answer(view["prompt"], random))
