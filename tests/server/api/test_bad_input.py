"""
A table of bad input over HTTP: each gets its status and code in a problem, and changes and reveals nothing.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import pytest_asyncio
from jsonschema_rs import ValidationError

from tests.published import check_schema
from tests.server.world import Client, World

Json = Any

pytestmark = pytest.mark.one_server

CAST = {"type": "cast", "spell": "6"}
UNKNOWN_MATCH = "0" * 26
DEEP = b"[" * 100_000 + b"]" * 100_000


@dataclass(frozen=True)
class Cast:
    """Everyone in a running duel: Ada in seat a has submitted, Bo in seat b has not, Zoe watches."""

    host: Client
    ada: Client
    bo: Client
    zoe: Client
    match_id: str


async def _cast(world: World, **terms: Json) -> Cast:
    host, ada, bo, zoe = [await world.player(name) for name in ("Host", "Ada", "Bo", "Zoe")]
    match_id = await world.duel(host, ada, bo, **terms)
    await ada.submit(match_id, 1, CAST)
    return Cast(host, ada, bo, zoe, match_id)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def cast(module_world: World) -> Cast:
    """One for all that is refused, because that changes nothing."""
    return await _cast(module_world)


Attempt = Callable[[Cast], Awaitable[httpx.Response]]


def _submission(body: Json, who: str = "bo") -> Attempt:
    def attempt(cast: Cast) -> Awaitable[httpx.Response]:
        client: Client = getattr(cast, who)
        return client.http.put(f"/v1/matches/{cast.match_id}/submission", json=body)

    return attempt


def _raw(body: bytes, content_type: str = "application/json") -> Attempt:
    def attempt(cast: Cast) -> Awaitable[httpx.Response]:
        path = f"/v1/matches/{cast.match_id}/submission"
        return cast.bo.http.put(path, content=body, headers={"Content-Type": content_type})

    return attempt


def _call(method: str, path: str, body: Json = None, who: str = "bo", **headers: str) -> Attempt:
    def attempt(cast: Cast) -> Awaitable[httpx.Response]:
        client: Client = getattr(cast, who)
        url = path.replace("MATCH", cast.match_id)
        return client.http.request(method, url, json=body, headers=headers)

    return attempt


def _as(token: str | None, path: str = "/v1/matches/MATCH/view") -> Attempt:
    def attempt(cast: Cast) -> Awaitable[httpx.Response]:
        request = cast.bo.http.build_request("GET", path.replace("MATCH", cast.match_id))
        del request.headers["Authorization"]
        if token is not None:
            request.headers["Authorization"] = token
        return cast.bo.http.send(request)

    return attempt


def _new(**body: Json) -> Attempt:
    return _call("POST", "/v1/matches", {"game": "wizards_duel", **body})


def _action(action: Json, who: str = "host") -> Attempt:
    return _call("POST", "/v1/matches/MATCH/actions", action, who)


SUBMISSIONS: list[tuple[str, Attempt, int, str]] = [
    ("no body", _raw(b""), 422, "malformed_request"),
    ("no JSON", _raw(b"{phase: 1}"), 400, "malformed_json"),
    ("not UTF-8", _raw(b'{"phase": 1, "move": "\xff"}'), 400, "malformed_json"),
    ("not an object", _raw(b"[]"), 422, "malformed_request"),
    ("nested too deep", _raw(b'{"phase": 1, "move": ' + DEEP[:20_000] + b"}"), 400, "too_deep"),
    ("too large", _raw(DEEP), 413, "body_too_large"),
    ("another content type", _raw(b"phase=1", "text/plain"), 422, "malformed_request"),
    ("a number with 5,000 digits", _raw(b'{"phase": ' + b"9" * 5000 + b"}"), 400, "malformed_json"),
    ("NUL in a text", _raw(b'{"phase": 1, "move": {"type": "cast", "spell": "\\u0000"}}'), 400, "unholdable_text"),
    ("half a surrogate pair", _raw(b'{"phase": 1, "move": {"type": "\\ud800"}}'), 400, "unholdable_text"),
    ("an unknown field", _submission({"phase": 1, "move": CAST, "seat": "a"}), 422, "malformed_request"),
    ("no phase", _submission({"move": CAST}), 422, "malformed_request"),
    ("a text for a number", _submission({"phase": "1", "move": CAST}), 422, "malformed_request"),
    ("true for a number", _submission({"phase": True, "move": CAST}), 422, "malformed_request"),
    ("a negative phase", _submission({"phase": -1, "move": CAST}), 422, "malformed_request"),
    ("a phase beyond all bounds", _submission({"phase": 2**70, "move": CAST}), 422, "malformed_request"),
    ("no move", _submission({"phase": 1}), 422, "malformed_request"),
    ("a move that is no object", _submission({"phase": 1, "move": "6"}), 422, "malformed_move"),
    ("a move that is not a number", _raw(b'{"phase": 1, "move": NaN}'), 422, "malformed_move"),
    ("a move of no known type", _submission({"phase": 1, "move": {"type": "dance"}}), 422, "unknown_move_type"),
    ("a move of another phase", _submission({"phase": 1, "move": {"type": "charm"}}), 422, "wrong_phase"),
    ("an unknown field in the move", _submission({"phase": 1, "move": {**CAST, "x": 1}}), 422, "malformed_move"),
    ("a spell that does not exist", _submission({"phase": 1, "move": {**CAST, "spell": "9"}}), 422, "unknown_spell"),
    ("a phase that is not open yet", _submission({"phase": 2, "move": CAST}), 409, "phase_not_open"),
    ("a phase that is closed", _submission({"phase": 0, "move": CAST}), 409, "phase_closed"),
    ("withdrawn though it may not", _call("DELETE", "/v1/matches/MATCH/submission?phase=1", who="ada"), 409,
     "not_withdrawable"),
    ("withdrawn without a phase", _call("DELETE", "/v1/matches/MATCH/submission", who="ada"), 422, "malformed_request"),
]  # fmt: skip

CALLS: list[tuple[str, Attempt, int, str]] = [
    ("another scheme", _as("Basic YWRhOmFkYQ=="), 401, "missing_token"),
    ("nobody's token", _as("Bearer nobody"), 401, "unknown_token"),
    ("an empty token", _as("Bearer"), 401, "missing_token"),
    ("a match that does not exist", _call("GET", f"/v1/matches/{UNKNOWN_MATCH}/view"), 404, "unknown_match"),
    ("an id that is none", _call("GET", "/v1/matches/..%2f..%2fetc/view"), 404, "unknown_match"),
    ("an id of other characters", _call("GET", "/v1/matches/ÄÖÜ/view"), 404, "unknown_match"),
    ("a path that does not exist", _call("GET", "/v1/moves"), 404, "unknown_path"),
    ("a method that does not exist", _call("PATCH", "/v1/matches/MATCH"), 405, "method_not_allowed"),
    ("a cursor from the future", _call("GET", "/v1/matches/MATCH/events?after=1000"), 409, "cursor_ahead"),
    ("a view from the future", _call("GET", "/v1/matches/MATCH/view?at=1000"), 409, "cursor_ahead"),
    ("a view before anything", _call("GET", "/v1/matches/MATCH/view?at=0"), 422, "malformed_request"),
    ("a negative cursor", _call("GET", "/v1/matches/MATCH/events?after=-1"), 422, "malformed_request"),
    ("a cursor that is no number", _call("GET", "/v1/matches/MATCH/events?after=x"), 422, "malformed_request"),
    ("a Last-Event-ID that is none", _call("GET", "/v1/matches/MATCH/events", Accept="text/event-stream",
     **{"Last-Event-ID": "x"}), 422, "malformed_cursor"),
    ("a Last-Event-ID without a viewer", _call("GET", "/v1/matches/MATCH/events", Accept="text/event-stream",
     **{"Last-Event-ID": "1"}), 422, "malformed_cursor"),
    ("a Last-Event-ID below nothing", _call("GET", "/v1/matches/MATCH/events", Accept="text/event-stream",
     **{"Last-Event-ID": "a:-1"}), 422, "malformed_cursor"),
    ("a Last-Event-ID with a number too large", _call("GET", "/v1/matches/MATCH/events", Accept="text/event-stream",
     **{"Last-Event-ID": "a:" + "9" * 16}), 422, "malformed_cursor"),
    ("a Last-Event-ID from the future", _call("GET", "/v1/matches/MATCH/events", Accept="text/event-stream",
     **{"Last-Event-ID": "b:1000"}), 409, "cursor_ahead"),
    ("events from the future, streamed", _call("GET", "/v1/matches/MATCH/events?after=99",
     Accept="text/event-stream"), 409, "cursor_ahead"),
    ("a game that does not exist", _call("GET", "/v1/games/chess"), 404, "unknown_game"),
    ("no name", _call("POST", "/v1/players", {}), 422, "malformed_request"),
    ("an empty name", _call("POST", "/v1/players", {"name": ""}), 422, "malformed_request"),
    ("a long name", _call("POST", "/v1/players", {"name": "x" * 41}), 422, "malformed_request"),
    ("a name with a line break", _call("POST", "/v1/players", {"name": "a\nb"}), 422, "malformed_request"),
    ("a name that turns text around", _call("POST", "/v1/players", {"name": "a\u202eb"}), 422, "malformed_request"),
    ("a name of a Hangul filler", _call("POST", "/v1/players", {"name": "\u115f"}), 422, "bad_name"),
    ("a name of another filler", _call("POST", "/v1/players", {"name": "\uffa0"}), 422, "bad_name"),
    ("a name of a braille blank", _call("POST", "/v1/players", {"name": "\u2800 \u2800"}), 422, "malformed_request"),
    ("a name of tags", _call("POST", "/v1/players", {"name": "\U000e0041\U000e0042"}), 422, "bad_name"),
    ("a name of a style of nothing", _call("POST", "/v1/players", {"name": "\ufe0f"}), 422, "bad_name"),
    ("a name of a joined nothing", _call("POST", "/v1/players", {"name": "\u034f"}), 422, "bad_name"),
    ("a name of an accent", _call("POST", "/v1/players", {"name": "\u0301"}), 422, "bad_name"),
    ("a name of spaces", _call("POST", "/v1/players", {"name": "\u1680\u3000"}), 422, "malformed_request"),
    ("a name with something invisible", _call("POST", "/v1/players", {"name": "Clo\u034ftho"}), 422, "bad_name"),
    ("a name of private characters", _call("POST", "/v1/players", {"name": "\ue000"}), 422, "bad_name"),
    ("a name of what is no character", _call("POST", "/v1/players", {"name": "\uffff"}), 422, "bad_name"),
    ("an old key of other characters", _call("POST", "/v1/players", {"name": "x", "organiser_key": "ü"}), 403,
     "wrong_organiser_key"),
    ("a new match of no game", _call("POST", "/v1/matches", {}), 422, "malformed_request"),
    ("a new match of an unknown game", _new(game="chess"), 422, "unknown_game"),
    ("a new match of an unknown variant", _new(variant="chess"), 422, "unknown_variant"),
    ("an unknown option", _new(options={"spells": 9}), 422, "bad_option"),
    ("an option out of bounds", _new(options={"wins_needed": 6}), 422, "bad_option"),
    ("an option of the wrong type", _new(options={"early_close": 1}), 422, "bad_option"),
    ("an unknown pace", _new(pace="fast"), 422, "malformed_request"),
    ("an unknown seat", _new(seats={"c": {}}), 422, "unknown_seat"),
    ("a seat for nobody", _new(seats={"a": {"player_id": "nobody"}}), 404, "unknown_player"),
    ("a seat for a player and a bot", _new(seats={"a": {"bot": True, "player_id": "x"}}), 422, "malformed_request"),
    ("two seats for one", _new(seats={"a": {}, "b": {}}), 422, "already_seated"),
    ("a seat while playing", _call("PUT", "/v1/matches/MATCH/seats/a", {}, who="zoe"), 409, "already_started"),
    ("an unknown seat to take", _call("PUT", "/v1/matches/MATCH/seats/c", {}), 404, "unknown_seat"),
    ("a bot put in by a player", _call("PUT", "/v1/matches/MATCH/seats/a", {"bot": True}), 403, "host_only"),
    ("a start by a player", _call("POST", "/v1/matches/MATCH/start"), 403, "host_only"),
    ("a second start", _call("POST", "/v1/matches/MATCH/start", who="host"), 409, "already_started"),
    ("an unknown action", _action({"type": "dance"}), 422, "malformed_request"),
    ("resuming what is not paused", _action({"type": "resume"}), 409, "not_paused"),
    ("an extension by nothing", _action({"type": "extend", "seconds": 0}), 422, "malformed_request"),
    ("closing another phase", _action({"type": "close_phase", "phase": 7}), 409, "phase_not_open"),
    ("replacing by the host", _call("POST", "/v1/matches/MATCH/actions",
     {"type": "replace_player", "seat": "a", "player_id": "HOST"}, who="host"), 404, "unknown_player"),
    ("an outcome without a seat", _action({"type": "adjudicate", "rank": {"a": 1}, "reason": "x"}), 422,
     "bad_outcome"),
    ("an outcome with no reason", _action({"type": "adjudicate", "rank": {"a": 1, "b": 2}}), 422,
     "malformed_request"),
    ("an idempotency key that is none", _call("POST", "/v1/matches", {"game": "wizards_duel"},
     **{"Idempotency-Key": "k" * 201}), 422, "malformed_request"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("attempt", "status", "code"), [row[1:] for row in SUBMISSIONS], ids=[r[0] for r in SUBMISSIONS]
)
async def test_a_bad_submission_is_refused_and_changes_nothing(
    cast: Cast, attempt: Attempt, status: int, code: str
) -> None:
    await _check_refused(cast, attempt, status, code)


@pytest.mark.parametrize(("attempt", "status", "code"), [row[1:] for row in CALLS], ids=[r[0] for r in CALLS])
async def test_a_bad_call_is_refused_and_changes_nothing(cast: Cast, attempt: Attempt, status: int, code: str) -> None:
    await _check_refused(cast, attempt, status, code)


async def _check_refused(cast: Cast, attempt: Attempt, status: int, code: str) -> None:
    log_before = (await cast.host.http.get(f"/v1/matches/{cast.match_id}/log")).text

    reply = await attempt(cast)

    problem = reply.json()
    assert (reply.status_code, problem["code"]) == (status, code), reply.text
    assert reply.headers["content-type"] == "application/problem+json"
    assert problem["status"] == status
    assert len(problem["detail"]) > 15
    assert (await cast.host.http.get(f"/v1/matches/{cast.match_id}/log")).text == log_before


async def test_a_refusal_says_where_the_fault_lies(world: World) -> None:
    cast = await _cast(world)

    illegal = await cast.bo.submit(cast.match_id, 1, {"type": "cast", "spell": "w"}, expect=422)
    malformed = await cast.bo.post("/v1/matches", {"game": "wizards_duel", "pace": "fast"}, expect=422)
    option = await cast.bo.post("/v1/matches", {"game": "wizards_duel", "options": {"wins_needed": 0}}, expect=422)

    assert illegal["pointer"] == "/move/spell"
    assert malformed["pointer"] == "/pace"
    assert option["pointer"] == "/options/wins_needed"


async def test_the_same_refusal_whether_or_not_the_opponent_has_submitted(world: World) -> None:
    """
    A move is judged by the view of its own seat, so a refusal cannot show what others have done.
    """
    cast = await _cast(world)
    host, ada, bo = cast.host, cast.ada, cast.bo
    untouched = await world.duel(host, ada, bo)

    after_a_submission = await bo.submit(cast.match_id, 1, {"type": "cast", "spell": "w"}, expect=422)
    before_any = await bo.submit(untouched, 1, {"type": "cast", "spell": "w"}, expect=422)

    assert after_a_submission == before_any


def test_a_seat_for_a_player_and_a_bot_at_once_is_refused_by_the_document() -> None:
    both = {"player_id": "0" * 26, "bot": True}
    with pytest.raises(ValidationError):
        check_schema("SeatRequest", both)
    with pytest.raises(ValidationError):
        check_schema("TakeSeatRequest", both)
