"""Moves submitted over a WebSocket: acknowledged or refused one by one, as over HTTP."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.world import Stream, World, types
from tests.waiting import patience

pytestmark = pytest.mark.one_server

Json = Any


def _cast(spell: str, phase: int = 1, **more: Json) -> Json:
    return {"type": "submit", "phase": phase, "move": {"type": "cast", "spell": spell}, **more}


async def _answer(stream: Stream) -> Json:
    """Return the next frame that is not an event."""
    while (frame := await stream.frame())["type"] in ("event", "heartbeat"):
        pass
    return frame


async def test_a_submission_is_acknowledged_as_over_http(world_on_either: World) -> None:
    ada, _, match_id = await world_on_either.ada_and_bo()
    async with ada.stream(match_id) as stream:
        await stream.send(_cast("4", ref="first"))

        first = await _answer(stream)

        again = await ada.submit(match_id, 1, {"type": "cast", "spell": "4"})
        assert (first.pop("type"), first.pop("ref"), first.pop("repeated")) == ("submitted", "first", False)
        assert again == {**first, "repeated": True}


async def test_the_event_of_a_submission_comes_to_the_stream_too(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo(pace="eager")
    async with ada.stream(match_id) as stream:
        await stream.send(_cast("4"))
        own = (await stream.until("submitted"))[-1]
        acknowledged = await _answer(stream)
        await bo.submit(match_id, 1, {"type": "cast", "spell": "5"})
        played = await stream.until("wizards_duel.round_played")

    assert acknowledged["cursor"] == own["cursor"]
    assert "phase_closed" in types(played)


async def test_a_refusal_is_that_of_the_call_and_leaves_the_socket_open(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    async with ada.stream(match_id) as stream:
        for frame in (_cast("9", ref="a"), _cast("4", phase=7, ref="b"), _cast("4", ref="c") | {"move": [1]}):
            await stream.send(frame)
            refused = await _answer(stream)

            body = {"phase": frame["phase"], "move": frame["move"]}
            problem = (await ada.http.put(f"/v1/matches/{match_id}/submission", json=body)).json()
            assert {**refused, "pointer": refused["pointer"]} == {
                "type": "refused",
                "ref": frame["ref"],
                "match_id": match_id,
                "pointer": problem.get("pointer"),
                **{name: problem[name] for name in ("status", "code", "detail")},
            }
        await stream.send(_cast("4"))
        assert (await _answer(stream))["type"] == "submitted"


async def test_one_socket_submits_to_many_matches_side_by_side(world_on_either: World) -> None:
    world = world_on_either
    ada, bo = await world.player("Ada"), await world.player("Bo")
    matches = [await world.duel(ada, bo) for _ in range(8)]

    async with ada.follow() as stream:
        for match_id in matches:
            for spell in "123":
                await stream.send(_cast(spell, match_id=match_id, ref=f"{match_id} {spell}"))
        answers = [await stream.frame() for _ in range(24)]

    assert {answer["type"] for answer in answers} == {"submitted"}
    assert {answer["ref"] for answer in answers} == {f"{match_id} {spell}" for match_id in matches for spell in "123"}
    # Those of one match count in the order in which they were sent.
    for match_id in matches:
        assert (await ada.view(match_id))["submission"]["move"]["spell"] == "3"


async def test_players_submit_only_for_themselves_and_in_their_own_matches(world: World) -> None:
    _, bo, match_id = await world.ada_and_bo(visibility="private")
    zoe = await world.player("Zoe")
    codes = []
    async with zoe.follow() as stream:
        for asked in (match_id, "01" + "0" * 24, "nonsense"):
            await stream.send(_cast("4", match_id=asked))
            codes.append((await stream.frame())["code"])

    assert codes == ["unknown_match"] * 3
    assert (await bo.view(match_id))["submission"] is None


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "submit"},
        _cast("4", match_id="01" + "0" * 24),
        _cast("4", extra=1),
        {"type": "submit", "phase": "1", "move": {}},
        {"type": "submit", "phase": 1, "move": "\x00"},
    ],
    ids=["without a move", "of another match", "a field more", "a phase that is no number", "what is no text"],
)
async def test_a_frame_that_cannot_be_read_closes_the_socket_and_changes_nothing(world: World, frame: Json) -> None:
    ada, _, match_id = await world.ada_and_bo()
    async with ada.stream(match_id) as stream:
        await stream.connection.send(json.dumps(frame))
        assert await stream.closed() == 4400

    assert (await ada.view(match_id))["submission"] is None


async def test_a_frame_that_is_too_deep_is_not_read(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    async with ada.stream(match_id) as stream:
        await stream.connection.send('{"type":"submit","phase":1,"move":' + "[" * 5000 + "]" * 5000 + "}")
        assert await stream.closed() == 4400


async def test_a_submission_sent_before_the_connection_broke_counts_fully_or_not_at_all(world: World) -> None:
    """
    A client without a reply sends the same again, over HTTP or a socket.
    """
    ada, _, match_id = await world.ada_and_bo()
    async with ada.stream(match_id) as stream:
        await stream.send(_cast("4"))

    async with patience():
        again = await ada.submit(match_id, 1, {"type": "cast", "spell": "4"})

    told = [fact for event in await ada.events(match_id) for fact in event["facts"] if fact["type"] == "submitted"]
    assert again["phase"] == 1
    assert len(told) == 1
