"""What happened, in sentences, for readers who ask for them; in every way of reading the same ones."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from engines.catalogue import GAMES
from engines.kit import Fact, GameView, Reason
from tests.server.world import Client, World
from tests.waiting import patience

pytestmark = pytest.mark.one_server

Json = Any

RESULT = [
    "Time is up.",
    "The higher spell wins. Ada 5, Bo 7: Bo scores 1.",
    "Ada casts Bless, Bo casts Ray of Frost: Bo scores 1 (0–1).",
    "Round 2: Cast.",
]
RESULT_IN_GERMAN = [
    "Die Zeit ist um.",
    "Der höhere Zauber gewinnt. Ada 5, Bo 7: Bo holt 1.",
    "Ada wirkt „Segen“, Bo wirkt „Kältestrahl“: Bo holt 1 (0–1).",
    "Runde 2: Zaubern.",
]


async def _play_a_round(world: World, ada: Client, bo: Client, match_id: str) -> None:
    await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})
    await bo.submit(match_id, 1, {"type": "cast", "spell": "7"})
    await world.pass_time(61)


async def test_pages_and_views_have_sentences_only_for_readers_who_ask(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()
    await _play_a_round(world, ada, bo, match_id)
    path = f"/v1/matches/{match_id}/events"

    plain, told = await ada.get(path), await ada.get(path, lines="en")

    assert not any("lines" in event for event in plain["events"])
    assert [{name: event[name] for name in event if name != "lines"} for event in told["events"]] == plain["events"]
    assert told["events"][0]["lines"][0] == "Ada opens a table: Wizard's Duel, Balance of Harmony."
    assert told["events"][-1]["lines"] == RESULT
    assert "lines" not in await ada.view(match_id)
    assert (await ada.view(match_id, lines="en"))["lines"] == RESULT


async def test_the_language_is_that_of_the_tag_or_english(world: World) -> None:
    """As the words of a game are."""
    ada, bo, match_id = await world.ada_and_bo()
    await _play_a_round(world, ada, bo, match_id)

    said = [(await bo.view(match_id, lines=tag))["lines"] for tag in ("de", "de-AT", "fr", "")]

    assert said == [RESULT_IN_GERMAN, RESULT_IN_GERMAN, RESULT, RESULT]


async def test_every_stream_says_what_pages_say(world: World) -> None:
    """Server-sent events and the three sockets, missed events and new ones; each reader in a language of its own."""
    ada, bo, match_id = await world.ada_and_bo()
    streams = [
        asyncio.create_task(bo.listen(f"/v1/matches/{match_id}/events", 5, lines="en")),
        asyncio.create_task(_pushed(bo, f"/v1/matches/{match_id}/stream?lines=de", None, 5)),
        asyncio.create_task(_pushed(bo, "/v1/stream?lines=en", match_id, 5)),
        asyncio.create_task(_pushed(bo, "/v1/me/events?lines=de", match_id, 5)),
    ]
    await asyncio.sleep(0)

    await _play_a_round(world, ada, bo, match_id)
    sent, german, english_too, german_too = await asyncio.gather(*streams)
    english = [event["lines"] for _, event in sent]

    pages = {tag: (await bo.get(f"/v1/matches/{match_id}/events", lines=tag))["events"] for tag in ("en", "de")}
    assert len(pages["en"]) == 5
    assert [event["lines"] for event in pages["en"]] == english == english_too
    assert [event["lines"] for event in pages["de"]] == german == german_too
    assert english[-1] == RESULT


async def test_a_move_is_told_only_to_its_seat_and_never_which(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})

    own = (await ada.get(f"/v1/matches/{match_id}/events", lines="en"))["events"][-1]

    assert own["lines"] == ["Ada has sealed a move."]


async def test_earlier_events_name_the_players_of_their_time(world: World) -> None:
    """A player who takes over a seat has not done what was done before."""
    host, ada, bo, cy = [await world.player(name) for name in ("Host", "Ada", "Bo", "Cy")]
    match_id = await world.duel(host, ada, bo)
    await _play_a_round(world, ada, bo, match_id)

    await world.replace(match_id, "b", host, cy)
    await ada.submit(match_id, 2, {"type": "cast", "spell": "1"})
    await cy.submit(match_id, 2, {"type": "cast", "spell": "8"})
    await world.pass_time(61)

    events = (await cy.get(f"/v1/matches/{match_id}/events", lines="en"))["events"]
    lines = [line for event in events for line in event["lines"]]
    assert RESULT[1] in lines
    assert "Ada casts Greater Restoration, Cy casts Charm Person: Cy scores 1 (0–2)." in " ".join(lines)
    earlier = next(event["cursor"] for event in events if RESULT[1] in event["lines"])
    assert (await cy.view(match_id, lines="en", at=earlier))["lines"] == RESULT


async def test_earlier_phases_keep_their_reasons_for_whoever_reads_later(world: World) -> None:
    """In pages and in missed events of a stream, also for the first reader of a language."""
    ada, bo, match_id = await world.ada_and_bo()
    await _play_a_round(world, ada, bo, match_id)
    await ada.submit(match_id, 2, {"type": "cast", "spell": "1"})
    await bo.submit(match_id, 2, {"type": "cast", "spell": "8"})
    await world.pass_time(61)

    page = (await ada.get(f"/v1/matches/{match_id}/events", lines="en"))["events"]
    missed = await _pushed(ada, f"/v1/matches/{match_id}/stream?lines=de&after=0", None, len(page))

    assert RESULT in [event["lines"] for event in page]
    assert RESULT_IN_GERMAN in missed


async def test_reasons_are_made_for_readers_of_sentences_alone(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """So a close costs no more for all others, and keeps nothing for them."""
    explained: list[int] = []
    engine = GAMES["wizards_duel"]

    def explain(before: GameView, after: GameView, told: Sequence[Fact]) -> Sequence[Reason]:
        explained.append(1)
        return actual(before, after, told)

    actual = engine.explain
    monkeypatch.setitem(engine.__dict__, "explain", explain)
    ada, bo, match_id = await world.ada_and_bo()

    await _play_a_round(world, ada, bo, match_id)
    for player in (ada, bo):
        await player.view(match_id)
    unread = len(explained)
    await ada.view(match_id, lines="en")

    assert unread == 0
    assert len(explained) == 1


async def test_the_etag_of_a_view_depends_on_the_language_of_its_sentences(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    path = f"/v1/matches/{match_id}/view"

    tags = {lines: (await ada.http.get(path, params=lines)).headers["ETag"] for lines in ("", "lines=en", "lines=de")}
    again = await ada.http.get(path, params="lines=de", headers={"If-None-Match": tags["lines=de"]})

    assert len(set(tags.values())) == 3
    assert again.status_code == 304


async def _pushed(client: Client, path: str, match_id: str | None, count: int) -> list[Json]:
    found: list[Json] = []
    async with patience(), client.socket(path) as connection:
        if match_id is not None:
            await connection.send_frame({"type": "subscribe", "match_id": match_id})
        while len(found) < count:
            frame = json.loads(await connection.recv())
            if frame["type"] == "event":
                found.append(frame["lines"])
    return found
