"""
Two clients that know only the API play a whole match, and a spectator and the host look on.

What each of them was told is compared with what section 8 of the rulebook says it may know, worked out here from the
host's stream alone, without the engine.
"""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from engines.catalogue import GAMES
from tests.prompts import answer
from tests.published import check_schema
from tests.server.world import Client, Stream, World, facts

Json = Any

VARIANTS = list(GAMES["wizards_duel"].variants)


@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_full_match_tells_everyone_exactly_what_the_rulebook_says(world_on_either: World, variant: str) -> None:
    world = world_on_either
    random = Random(f"full match of {variant}")
    host, a, b, watcher = [await world.player(name) for name in ("Host", "Ada", "Bo", "Watcher")]
    match_id = await world.duel(host, a, b, variant=variant, pace="eager")

    async with (
        a.stream(match_id) as to_a,
        b.stream(match_id) as to_b,
        watcher.stream(match_id) as to_watcher,
        host.stream(match_id) as to_host,
    ):
        streams = await asyncio.gather(
            _play(a, match_id, to_a, random),
            _play(b, match_id, to_b, random),
            to_watcher.until("match_ended"),
            to_host.until("match_ended"),
        )

    told_a, told_b, told_watcher, told_host = streams
    truth = facts(told_host)
    assert facts(told_a) == _may_know(truth, "a")
    assert facts(told_b) == _may_know(truth, "b")
    assert facts(told_watcher) == _may_know(truth, None)
    _check_what_fog_hides(truth)
    for client, events in zip((a, b, watcher, host), streams, strict=True):
        assert await client.events(match_id) == events
        assert [event["cursor"] for event in events] == list(range(1, len(events) + 1))
    view = await watcher.view(match_id)
    assert view["status"] == "over"
    assert sorted(view["outcome"]["rank"].values()) == [1, 2]


async def _play(player: Client, match_id: str, stream: Stream, random: Random) -> list[Json]:
    """Answer every prompt until the match is over; returns what was told on the way."""
    events: list[Json] = []
    while True:
        view = await player.view(match_id)
        check_schema("ViewReply", view)
        if view["status"] == "over":
            break
        if view["prompt"] is not None and view["submission"] is None:
            # The phase may have closed since: then the next view asks for something else.
            body = {"phase": view["phase"]["number"], "move": answer(view["prompt"], random)}
            reply = await player.http.put(f"/v1/matches/{match_id}/submission", json=body)
            assert reply.status_code in (200, 409), reply.text
        while len(events) < view["cursor"] or not events:
            events.append(await stream.event())
        if view["prompt"] is None or view["submission"] is not None:
            events.append(await stream.event())
    while len(events) < view["cursor"]:
        events.append(await stream.event())
    return events


_HOST_ONLY = {"drawn", "wizards_duel.round_explained", "wizards_duel.cast_voided", "secret_options"}
_OF_ONE_SEAT = {"submitted", "submission_counted", "withdrawn", "wizards_duel.withheld"}


def _may_know(truth: list[Json], seat: str | None) -> list[Json]:
    """The facts of the host's stream that a seat, or a spectator, may know."""
    log_opens = truth[0]["open_log"]
    return [
        fact
        for fact in truth
        if fact["type"] not in _HOST_ONLY
        and (fact["type"] not in _OF_ONE_SEAT or fact["seat"] == seat)
        and (fact["type"] != "seed_revealed" or log_opens)
    ]


def _check_what_fog_hides(truth: list[Json]) -> None:
    """
    The public record of a round hides a spell exactly if an uncancelled Fog Cloud came before it.

    Except what shows anyhow: `w`, a `1` that returned a spell, an `8` that opened a charm phase (section 8, R16, R26).
    """
    fogged = {"a": False, "b": False}
    before_undo = dict(fogged)
    for at, fact in enumerate(truth):
        if fact["type"] == "wizards_duel.duel_started":
            fogged = {"a": False, "b": False}
        elif fact["type"] == "wizards_duel.round_undone":
            fogged = before_undo
        elif fact["type"] == "wizards_duel.round_played":
            explained = next(f for f in truth[at:] if f["type"] == "wizards_duel.round_explained")
            opened = next(f for f in truth[at:] if f["type"] in ("phase_opened", "match_ended"))
            for seat in ("a", "b"):
                spell = explained["spells"][seat]
                charming = opened.get("phase", {}).get("name") == "charm" and seat in opened["phase"]["may"]
                shows = (
                    spell == "w"
                    or (spell == "1" and explained["restored"][seat] is not None)
                    or (spell == "8" and charming)
                )
                assert fact["spells"][seat] == ("hidden" if fogged[seat] and not shows else spell)
            before_undo = fogged
            fogged = {
                seat: explained["spells"][seat] == "3" and seat not in explained["cancelled"] for seat in ("a", "b")
            }
