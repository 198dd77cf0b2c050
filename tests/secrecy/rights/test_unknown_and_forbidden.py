"""
Unknown and forbidden look alike: a caller who may not know of something gets the response for what does not exist.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import httpx
import pytest

from server.logs.store.contract import Continuation, LogUnavailableError
from server.logs.store.entry import Entry, Head
from tests.published import document
from tests.secrecy.rights.access_page import rights
from tests.secrecy.rights.asks import ASKS, PACK, Ask, perform
from tests.secrecy.rights.roles import HOST, OUTSIDER, SEAT, SPECTATOR, Actor, Moment, Scene, Stage
from tests.server.stores import PassingStore
from tests.server.world import Client, Stream, running_world

NOWHERE: Final = ("0" * 26, "01hzzzzzzzzzzzzzzzzzzzzzzz", "none")
"""Ids that no match has; the last is malformed."""

MOMENTS: Final[tuple[Moment, ...]] = ("open", "full", "running", "paused", "muted", "over", "kept")

KEYS: Final = ("used", "new")

OF_A_MATCH: Final = [
    ask
    for operation, row in rights().items()
    for ask in ASKS[operation]
    if row["player"].code == "unknown_match" and ask.method != "WS"
]

STALE: Final = [
    Ask("PUT", "/v1/matches/MATCH/submission", {"phase": 0, "move": {}}),
    Ask("PUT", "/v1/matches/MATCH/submission", {"phase": 9, "move": {}}),
    Ask("DELETE", "/v1/matches/MATCH/submission?phase=9"),
    Ask("GET", "/v1/matches/MATCH/view?at=999"),
    Ask("GET", "/v1/matches/MATCH/events?after=999"),
    Ask("GET", "/v1/matches/MATCH/events?after=999&wait=60"),
    Ask("GET", "/v1/matches/MATCH/view", headers={"If-None-Match": 'W/"x"'}),
    Ask("GET", "/v1/matches/MATCH/events", headers={"Accept": "text/event-stream", "Last-Event-ID": "none"}),
    Ask("PUT", "/v1/matches/MATCH/seats/none", {"player_id": "none"}),
    Ask("DELETE", "/v1/matches/MATCH/seats/none"),
    Ask("POST", "/v1/matches/MATCH/actions", {"type": "replace_player", "seat": "a", "player_id": "none"}),
    Ask("POST", "/v1/matches/MATCH/actions", {"type": "adjudicate", "rank": {"none": 1}, "reason": "x"}),
    Ask("POST", "/v1/matches/MATCH/channels/none/messages", {"text": "\u202e"}),
]
"""Requests that a match would refuse for other reasons."""


@pytest.fixture
async def stage(sqlite_url: str) -> AsyncIterator[Stage]:
    async with running_world(sqlite_url) as world:
        yield await Stage.set(world)


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_private_match_answers_like_an_unknown_one_at_any_moment(stage: Stage, moment: Moment) -> None:
    scene = await stage.scene(OUTSIDER, "private", moment)

    await _assert_alike([*OF_A_MATCH, *STALE], scene)


async def test_a_private_match_answers_like_an_unknown_one_after_a_deadline(stage: Stage) -> None:
    """Between a deadline and the close of its phase, a seat's submission is refused as late."""
    scene = await stage.scene(OUTSIDER, "private", "running")
    stage.world.clock.advance(61)

    await _assert_alike([*OF_A_MATCH, *STALE], scene)


async def test_a_private_match_answers_like_an_unknown_one_to_a_used_key(stage: Stage) -> None:
    """Reuse of a key for another request is refused, but only after the match is known to the caller."""
    scene = await stage.scene(OUTSIDER, "private", "running")
    await scene.caller.post("/v1/matches", {"game": "wizards_duel"}, expect=201, key="used")
    keyed = [replace(ask, headers={**ask.headers, "Idempotency-Key": key}) for ask in OF_A_MATCH for key in KEYS]

    await _assert_alike(keyed, scene)


async def test_a_private_match_answers_like_an_unknown_one_while_the_log_is_unreachable(stage: Stage) -> None:
    """A match in memory is still looked up in the log before it is reported as unknown."""
    scene = await stage.scene(OUTSIDER, "private", "running")
    log = stage.world.app.state.server.log
    log._store = _OutOfReach(log._store)

    hidden = await _send(Ask("GET", "/v1/matches/MATCH/view"), scene)
    missing = await _send(Ask("GET", "/v1/matches/MATCH/view"), replace(scene, match_id=NOWHERE[0]))

    assert hidden == missing
    assert hidden.status == 503


async def test_a_private_match_answers_like_an_unknown_one_to_unsupported_methods(stage: Stage) -> None:
    scene = await stage.scene(OUTSIDER, "private", "running")
    paths = [path.replace("{match_id}", "MATCH") for path in document()["paths"] if "{match_id}" in path]
    methods = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")

    await _assert_alike([Ask(method, path) for path in paths for method in methods], scene)


@pytest.mark.parametrize("path", ["", "?after=1", "?after=999"])
async def test_a_socket_of_a_private_match_closes_like_one_of_an_unknown_match(stage: Stage, path: str) -> None:
    scene = await stage.scene(OUTSIDER, "private", "running")

    closed = {
        match_id: await _frames_of(scene.caller, f"/v1/matches/{match_id}/stream{path}")
        for match_id in (scene.match_id, *NOWHERE)
    }

    assert closed[scene.match_id] == (["hello"], 4404, "unknown_match")
    assert all(way == closed[scene.match_id] for way in closed.values())


async def test_a_subscription_of_a_private_match_is_refused_like_one_of_an_unknown_match(stage: Stage) -> None:
    scene = await stage.scene(OUTSIDER, "private", "running")
    refused = []
    async with scene.caller.socket("/v1/stream") as connection:
        stream = Stream(connection)
        await stream.frame()
        for match_id, after in itertools.product((scene.match_id, *NOWHERE), (0, 999)):
            for _ in range(2):
                await stream.send({"type": "subscribe", "match_id": match_id, "after": after})
                refused.append({**await stream.frame(), "match_id": "?"})

    assert refused == [refused[0]] * len(refused)
    assert refused[0]["code"] == "unknown_match"


async def test_a_pack_of_another_player_answers_like_an_unknown_one(stage: Stage) -> None:
    host, zoe = stage.accounts["host"], stage.accounts["zoe"]
    theirs = (await host.post("/v1/packs", PACK, expect=201))["pack"]
    nobodys = "sha256:" + "0" * 64
    attempts: list[Callable[[str], httpx.Request]] = [
        lambda pack: zoe.http.build_request("GET", f"/v1/packs/{pack}"),
        lambda pack: zoe.http.build_request("DELETE", f"/v1/packs/{pack}"),
        lambda pack: zoe.http.build_request(
            "POST", "/v1/matches", json={"game": "divine_intervention", "options": {"pack": pack}}
        ),
    ]

    for attempt in attempts:
        hidden, missing = [_response(await zoe.http.send(attempt(pack))) for pack in (theirs, nobodys)]
        assert hidden == missing
        assert b"unknown_pack" in hidden.body
    assert (await zoe.get("/v1/packs"))["packs"] == []


async def test_registering_what_another_has_registered_looks_new(stage: Stage) -> None:
    host, zoe = stage.accounts["host"], stage.accounts["zoe"]
    await host.post("/v1/packs", PACK, expect=201)
    stage.world.clock.advance(60)

    mine = await zoe.post("/v1/packs", PACK, expect=201)

    assert mine["created_at"] == "2040-01-01T00:01:00.000000Z"


async def test_unknown_and_existing_players_look_alike_to_callers_who_may_not_seat_them(
    stage: Stage,
) -> None:
    scene = await stage.scene(SPECTATOR, "public", "open")
    seats = [
        await _send(Ask("PUT", "/v1/matches/MATCH/seats/b", {"player_id": player_id}), scene)
        for player_id in (stage.accounts["bo"].player_id, "0" * 26, "none")
    ]
    actions = [
        await _send(
            Ask(
                "POST",
                "/v1/matches/MATCH/actions",
                {"type": "replace_player", "seat": "a", "player_id": player_id},
            ),
            scene,
        )
        for player_id in (stage.accounts["bo"].player_id, "0" * 26, "none")
    ]

    assert seats == [seats[0]] * 3
    assert actions == [actions[0]] * 3


async def test_ids_of_no_player_get_the_same_reply_in_any_form(stage: Stage) -> None:
    scene = await stage.scene(HOST, "public", "open")

    answers = [
        await _send(Ask("PUT", "/v1/matches/MATCH/seats/b", {"player_id": player_id}), scene)
        for player_id in ("0" * 26, "none", scene.match_id)
    ]

    assert answers == [answers[0]] * 3
    assert b"unknown_player" in answers[0].body


@pytest.mark.parametrize("actor", [SPECTATOR, SEAT], ids=str)
async def test_a_channel_of_others_answers_like_an_unknown_one(stage: Stage, actor: Actor) -> None:
    scene = await stage.scene(actor, "public", "running")
    await stage.accounts["bo"].say(scene.match_id, "host:b", "Between us.")

    for ask in (
        Ask("GET", "/v1/matches/MATCH/channels/NAME/messages"),
        Ask("GET", "/v1/matches/MATCH/channels/NAME/messages?after=999"),
        Ask("POST", "/v1/matches/MATCH/channels/NAME/messages", {"text": "Hail."}),
        Ask("POST", "/v1/matches/MATCH/channels/NAME/messages", {"text": "\u202e"}),
    ):
        hidden, missing = [
            await _send(replace(ask, path=ask.path.replace("NAME", name)), scene) for name in ("host:b", "heaven")
        ]
        assert hidden == missing
        assert hidden.status in (404, 422)


async def test_a_match_gives_no_sign_that_an_administrators_match_is_there(stage: Stage) -> None:
    """A match of an administrator is no more visible than any other."""
    scene = await stage.scene(replace(OUTSIDER, maker="administrator"), "private", "running")

    assert (await perform(ASKS["getView"][0], scene)).code == "unknown_match"
    assert (await scene.caller.get("/v1/matches"))["matches"] == []


async def test_a_player_invited_through_another_process_is_admitted(stage: Stage, sqlite_url: str) -> None:
    """The log is read before a match is reported as unknown, so that stale memory turns nobody away."""
    scene = await stage.scene(OUTSIDER, "private", "running")
    async with running_world(sqlite_url) as other:
        elsewhere = other.connect(scene.caller.player_id, scene.caller.token)
        await elsewhere.get(f"/v1/matches/{scene.match_id}/view", expect=404)

        action = {"type": "replace_player", "seat": "a", "player_id": scene.caller.player_id}
        await scene.judge.act(scene.match_id, action)

        assert (await elsewhere.view(scene.match_id))["viewer"] == "spectator"


@dataclass(frozen=True)
class _Response:
    """A response as its reader sees it, without its time."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


async def _send(ask: Ask, scene: Scene) -> _Response:
    path = ask.path.replace("MATCH", scene.match_id)
    request = scene.caller.http.build_request(ask.method, path, json=ask.body, headers=dict(ask.headers))
    return _response(await scene.caller.http.send(request))


def _response(reply: httpx.Response) -> _Response:
    headers = [(name, value) for name, value in reply.headers.multi_items() if name not in ("date", "x-request-id")]
    return _Response(reply.status_code, headers, reply.content)


async def _assert_alike(asks: Sequence[Ask], scene: Scene) -> None:
    for ask in asks:
        hidden = await _send(ask, scene)
        for match_id in NOWHERE:
            assert hidden == await _send(ask, replace(scene, match_id=match_id)), f"{ask.method} {ask.path}"
        assert hidden.status in (404, 405, 422), f"{ask.method} {ask.path}: {hidden}"


async def _frames_of(player: Client, path: str) -> tuple[list[str], int | None, str | None]:
    """Return the types of all frames of a socket that the server closes, and its close code."""
    async with player.socket(path) as connection:
        stream = Stream(connection)
        frames = [(await stream.frame())["type"]]
        await stream.closed()
        return frames, connection.close_code, connection.close_reason


class _OutOfReach(PassingStore):
    """A store whose reads fail."""

    async def read(self, match_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        raise LogUnavailableError("out of reach")

    async def read_on(self, heads: Mapping[str, Head]) -> Mapping[str, Continuation]:
        raise LogUnavailableError("out of reach")
