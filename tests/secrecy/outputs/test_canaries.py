"""
No move, message, token or seed appears in a server's output, at any log level and in any failure, or in a refusal
(docs/secrecy.md).

Real servers play full matches of every game at level debug. Every recognisable value in them is a canary, and the whole
output is searched for all canaries in every encoding.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import httpx
import pytest

from tests.empty_databases import EmptyDatabases, migrated
from tests.postgres import PostgresServer, running_postgres
from tests.secrecy.outputs.canaries import Canaries
from tests.secrecy.outputs.databases import (
    give_back_tables,
    refuse_rows,
    secrets_at_rest,
    server_log,
    spoil_log,
    take_away_tables,
)
from tests.secrecy.outputs.games import play
from tests.secrecy.outputs.guests import Guest, House
from tests.secrecy.outputs.strangers import bother
from tests.serving import Overheard, overheard
from tests.short import short_matches

# asyncio then reports slow callbacks and forgotten tasks, and Python shows every warning.
DEVELOPER = {"PYTHONDEVMODE": "1"}


@pytest.fixture(scope="module")
def postgres_server() -> Iterator[PostgresServer]:
    """A server of these tests alone, which read what it logs."""
    with running_postgres(durable=False) as server:
        yield server


@pytest.fixture(scope="module")
def postgres_databases(postgres_server: PostgresServer) -> EmptyDatabases:
    """Migrated databases of that server."""
    return EmptyDatabases(postgres_server, migrated(postgres_server))


@pytest.fixture
def canaries(request: pytest.FixtureRequest) -> Canaries:
    """Canaries, none added yet."""
    return Canaries(request.node.name)


@pytest.mark.sampled(of="outputs of servers")
async def test_full_matches_and_all_refusals_print_nothing_of_their_content(
    database_url: str, canaries: Canaries, request: pytest.FixtureRequest
) -> None:
    database_log = server_log(database_url, request)
    key = canaries.secret("administrator key")
    async with (
        overheard(
            database_url, environment=DEVELOPER, log_level="debug", administrator_key=key, metrics_port="0"
        ) as server,
        House(server.url, canaries) as house,
    ):
        host = await house.guest(administrator_key=key)
        match_ids = [await play(house, match, host=host) for match in short_matches()]
        running = await _running_duel(house, host)
        await bother(house, host, running)
        await _act_as_host(host, running)
        (where,) = await server.metrics()
        metrics = (await house.http.get(where)).text
        known = [*match_ids, running, host.player_id]
    for secret in await secrets_at_rest(database_url):
        canaries.secret("seed, nonce or hash at rest", secret)

    assert canaries.found_in_output(server.said) == []
    assert canaries.found_in_output(database_log()) == []
    assert canaries.found_in_refusals("\n".join(house.refusals)) == []
    assert canaries.found_in_output(metrics) == []
    assert 'moirai_reply_seconds_count{operation="submit",status="2xx"}' in metrics
    assert not [id_ for id_ in known if id_ in metrics]
    _assert_that_it_was_told(server.said, [*match_ids, running])
    assert len(house.refusals) > 200


def _assert_that_it_was_told(said: str, match_ids: list[str]) -> None:
    """The searched output contains what debug level logs: calls, entries, refusals, sockets."""
    for match_id in match_ids:
        assert f"DEBUG server.logs.aggregates.commands: {match_id}: entry 1, created" in said
        assert f"PUT /v1/matches/{{match_id}}/submission of {match_id}: 200 after" in said
        assert re.search(rf"websocket /v1/matches/\{{match_id\}}/stream of {match_id}: (left|closed)", said)
        assert f"{match_id}: entry" in said
    for code in ("unknown_token", "malformed_request", "unknown_path", "unknown_spell", "bad_pack", "unknown_match"):
        assert f"({code})" in said, code
    assert "websocket /v1/stream: closed with 4401" in said
    assert "INFO server.cli.serving.one_process: stopped" in said
    assert said.count("\n") > 1_000


@pytest.mark.sampled(of="outputs of servers")
async def test_failures_are_logged_only_by_type_and_place(
    database_url: str, canaries: Canaries, request: pytest.FixtureRequest
) -> None:
    """
    The database rejects rows, which its driver quotes; a log cannot be read, which Pydantic quotes; the server is
    stopped in the middle.
    """
    database_log = server_log(database_url, request)
    async with (
        overheard(database_url, environment=DEVELOPER, log_level="debug", sweep_seconds="0.2") as server,
        House(server.url, canaries) as house,
    ):
        host = await house.guest()
        match_id, other = await _running_duel(house, host), await _running_duel(house, host)
        await take_away_tables(database_url)
        await _meet_failures(house, host, match_id)
        logged_by_database = database_log()
        await give_back_tables(database_url)
        await spoil_log(database_url, other, canaries.secret("fact"))
        await refuse_rows(database_url)
        await _meet_failures(house, host, match_id)
        await _be_ended_in_the_middle(server, host, match_id)
    async with (
        overheard(database_url, environment=DEVELOPER, log_level="debug") as again,
        House(again.url, canaries) as rebuilt,
    ):
        returned = Guest(rebuilt, host.player_id, host.token)
        assert (await returned.call("GET", f"/v1/matches/{other}/view")).status_code == 503

    assert canaries.found_in_output(server.said + again.said) == []
    assert canaries.found_in_output(logged_by_database) == []
    assert canaries.found_in_refusals("\n".join(house.refusals + rebuilt.refusals)) == []
    assert server.process.returncode is not None
    assert (
        f"PUT /v1/matches/{{match_id}}/submission of {match_id}: server.access.errors.UnavailableError" in server.said
    )
    failed = "ERROR server.api.calls.problems: POST /v1/players failed: sqlalchemy.exc.IntegrityError\n  File "
    assert failed in server.said
    assert f"{other} cannot be read: pydantic_core._pydantic_core.ValidationError\n  File " in again.said
    assert (
        f"/v1/matches/{{match_id}}/view of {other}: server.access.errors.UnavailableError (match_unreadable)"
        in again.said
    )
    assert re.search("server.api.streams.connection: a socket was closed: |websocket /v1/stream failed: ", server.said)
    assert "Traceback" not in server.said + again.said


@pytest.mark.sampled(of="outputs of servers")
async def test_a_game_that_logs_its_moves_is_detected(sqlite_url: str, canaries: Canaries) -> None:
    """
    The search works: it finds moves in the output of a server whose game logs them.
    """
    async with (
        overheard(sqlite_url, module="tests.secrecy.outputs.tattling", log_level="debug") as server,
        House(server.url, canaries) as house,
    ):
        host = await house.guest()
        match_id = await _running_duel(house, host)
        body = {"phase": 1, "move": {"type": "cast", "spell": canaries.secret("illegal move")}}
        await host.call("PUT", f"/v1/matches/{match_id}/submission", body)

    found = canaries.found_in_output(server.said)
    assert any(line.startswith("move: ") for line in found), server.said
    assert any(line.startswith("illegal move: ") for line in found)


@pytest.mark.parametrize(
    "spelled",
    [
        "plain kanaripsipsipsips",
        '{"text": "kanari\\u03c8"}',
        "/v1/stream?ticket=kanari%20quoted",
        "ticket=kanari+quoted",
        "6b616e6172697073697073697073697073",  # Hexadecimal.
        "eHh4a2FuYXJpcHNpcHNpcHNpcHM=",  # Base64, from the middle of a text.
        "Submitted(move={'type': 'cast', 'spell': '6'})",
        'move={"type":"cast","spell":"6"}',
        "CastMove(type='cast', spell='6')",
    ],
)
def test_a_canary_is_found_in_any_encoding(spelled: str, canaries: Canaries) -> None:
    for text in ("kanaripsipsipsips", "kanariψ", "kanari quoted"):
        canaries.secret("text", text)
    canaries.move({"type": "cast", "spell": "6"})

    assert canaries.found_in_output(f"DEBUG server: {spelled} after 3 ms") != []
    assert canaries.found_in_output("DEBUG server: 01jz3k: entry 6, submitted after 3 ms") == []


# Actions on the server.


async def _running_duel(house: House, host: Guest) -> str:
    """Start a duel between the host and another player, with a move of each and a message."""
    body = {"game": "wizards_duel", "seats": {"a": {}}, "autostart": True, "show_submitted": True}
    match_id: str = (await host.call("POST", "/v1/matches", body)).json()["match_id"]
    other = await house.guest()
    await other.call("PUT", f"/v1/matches/{match_id}/seats/b", {})
    after = 0
    while (await host.get(f"/v1/matches/{match_id}"))["status"] == "open":
        after = (await host.get(f"/v1/matches/{match_id}/events?wait=20&after={after}"))["cursor"]
    for guest in (host, other):
        await guest.play(match_id, Random(match_id))
    return match_id


async def _act_as_host(host: Guest, match_id: str) -> None:
    """Give reasons, which only people in the match are told."""
    for action in ({"type": "pause"}, {"type": "resume"}, {"type": "void"}):
        if action["type"] != "resume":
            action["reason"] = host.house.canaries.secret("reason")
        reply = await host.call("POST", f"/v1/matches/{match_id}/actions", action, Idempotency_Key=action["type"])
        assert reply.status_code == 200, reply.text


async def _meet_failures(house: House, host: Guest, match_id: str) -> None:
    """Write while the database rejects writes; read while it rejects reads."""
    canaries = house.canaries
    for spell in ("1", "5"):
        body = {"phase": 1, "move": canaries.move({"type": "cast", "spell": spell}), "keep_thinking": True}
        assert (await host.call("PUT", f"/v1/matches/{match_id}/submission", body)).status_code >= 500
    text = {"text": canaries.secret("message")}
    path = f"/v1/matches/{match_id}/channels/table/messages"
    assert (await host.call("POST", path, text, Idempotency_Key=canaries.secret("key"))).status_code >= 500
    assert (await house.http.post("/v1/players", json={"name": canaries.secret("name")})).status_code >= 500
    bots = {"game": "wizards_duel", "seats": {seat: {"bot": True} for seat in "ab"}, "autostart": True}
    assert (await host.call("POST", "/v1/matches", bots)).status_code >= 500
    await host.call("POST", "/v1/tickets")
    await house.close_reason(f"/v1/stream?ticket={host.player_id}.{canaries.secret('ticket')}")


async def _be_ended_in_the_middle(server: Overheard, host: Guest, match_id: str) -> None:
    """Stop the server while sockets are open and calls are in progress."""
    path = f"/v1/matches/{match_id}/events?after=1000000000"

    async def ask() -> None:
        with suppress(httpx.HTTPError):
            await host.call("GET", path)
            text = {"text": host.house.canaries.secret("message")}
            await host.call("POST", f"/v1/matches/{match_id}/channels/table/messages", text)

    async with host.house.socket(f"/v1/matches/{match_id}/stream", additional_headers=host.headers):
        asking = [asyncio.create_task(ask()) for _ in range(10)]
        server.process.terminate()
        await asyncio.gather(*asking)
        await server.end()
