"""What HAProxy and nginx do with the files of `deploy/`, each before two hosts that say what they were sent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.deploy.fronts import Front, Kind, front
from tests.deploy.hosts import Mirror, mirrors
from tests.deploy.programs import program
from tests.http_client import HttpClient
from tests.serving import run
from tests.waiting import PATIENCE_SECONDS, until

Json = Any

MATCHES = [f"/v1/matches/01k{number:023}" for number in range(40)]

PUT = {"phase": 1, "move": {"type": "cast", "spell": "3"}}


@asynccontextmanager
async def _mirrored(
    kind: Kind, folder: Path, patch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Front, HttpClient, Mirror, Mirror]]:
    """Run a front before two hosts; yields a client of it, too."""
    async with (
        mirrors() as (one, other),
        front(kind, [one.address, other.address], folder, patch) as at,
        _client(at.url) as client,
    ):
        yield at, client, one, other


async def test_calls_of_one_match_go_to_one_host_and_others_to_each(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with _mirrored(kind, tmp_path, monkeypatch) as (_, client, *_):
        paths = [f"{match}/{call}" for match in MATCHES for call in ("view", "events?after=3", "submission", "view")]
        told = [(await client.get(path)).json() for path in paths]
        elsewhere = {(await client.get("/v1/me")).json()["name"] for _ in range(40)}

    by_match = [{each["name"] for each in told[start : start + 4]} for start in range(0, len(told), 4)]
    assert all(len(names) == 1 for names in by_match)
    assert set.union(*by_match) == {"one", "other"} == elsewhere
    assert [each["path"] for each in told] == paths


async def test_hosts_are_told_the_address_of_the_client_and_no_other(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the client says: hosts believe the front."""
    forged = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "http"}
    async with _mirrored(kind, tmp_path, monkeypatch) as (at, client, *_):
        host = client.base_url.netloc.decode()
        four = (await client.get("/v1/me", headers=forged)).json()["headers"]
        async with _client(at.six) as client_in_six:
            six = (await client_in_six.get("/v1/me", headers=forged)).json()["headers"]

    assert (four["x-forwarded-for"], four["x-forwarded-proto"], four["host"]) == ("127.0.0.1", "https", host)
    assert (six["x-forwarded-for"], six["x-forwarded-proto"]) == ("::1", "https")


async def test_browsers_get_http_2(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with _mirrored(kind, tmp_path, monkeypatch) as (at, *_):
        curl = (program("curl"), "-s", "--http2", "--cacert", str(at.certificate.chain), "-w", "\n%{http_version}")
        told = await run(*curl, f"{at.url}/v1/games", folder=tmp_path, environment={})

    body, _, version = told.rpartition("\n")
    assert version == "2"
    assert '"path":"/v1/games"' in body


async def test_nobody_is_served_without_tls(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with _mirrored(kind, tmp_path, monkeypatch) as (at, *_, one, other), _client(at.plain) as plain:
        reply = await plain.get("/v1/games?text=a")

    assert reply.status_code == 308
    assert reply.headers["location"].startswith("https://127.0.0.1")
    assert reply.headers["location"].endswith("/v1/games?text=a")
    assert one.asked == other.asked == []


async def test_a_host_that_is_not_ready_gets_no_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """HAProxy asks `/readyz`; nginx cannot."""
    async with _mirrored("haproxy", tmp_path, monkeypatch) as (_, client, one, other):
        other.is_ready = False
        await until(lambda: _all_go_to(one, client))
        one.is_ready, other.is_ready = False, True
        await until(lambda: _all_go_to(other, client))


async def test_where_no_host_is_ready_each_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with _mirrored("haproxy", tmp_path, monkeypatch) as (at, client, one, other):
        one.is_ready = other.is_ready = False
        await until(lambda: "backend 'ready' has no server available" in at.logged)

        assert await _names(client) == {"one", "other"}


async def test_a_call_without_an_answer_is_sent_again_elsewhere_if_it_cannot_be_done_twice(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection broke before the answer: nobody knows what the host has done."""
    async with _mirrored(kind, tmp_path, monkeypatch) as (_, client, one, _):
        one.hangs_up = True
        replies = [await client.put(f"{match}/submission", json=PUT) for match in MATCHES]

    assert one.asked
    assert [reply.json()["name"] for reply in replies] == ["other"] * len(MATCHES)


async def test_a_call_without_an_answer_that_may_be_done_twice_is_left_to_its_client(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the client knows whether it wants that."""
    async with _mirrored(kind, tmp_path, monkeypatch) as (at, _, one, other):
        one.hangs_up = True
        replies = [await _posted(at, f"{match}/rematch") for match in MATCHES]

    assert len(one.asked) + len(other.asked) == len(MATCHES)
    unknown = [reply for reply in replies if reply.status_code != 200]
    assert len(unknown) == len(one.asked) > 0
    assert all(_says_to_try_again(reply) for reply in unknown)


async def test_a_host_that_is_gone_costs_no_call(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was sent to it, so each call can go to the other one, whatever it does."""
    async with (
        mirrors() as (one, _),
        front(kind, [one.address, "127.0.0.1:1"], tmp_path, monkeypatch) as at,
        _client(at.url) as client,
    ):
        replies = [await client.post(f"{match}/rematch", json={}) for match in MATCHES]

    assert [reply.json()["name"] for reply in replies] == ["one"] * len(MATCHES)


async def test_without_any_host_clients_are_told_to_try_again(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a problem as hosts have it, and the pause in `Retry-After`."""
    async with front(kind, ["127.0.0.1:1"], tmp_path, monkeypatch) as at, _client(at.url) as client:
        replies = [await client.get("/v1/games"), await client.post("/v1/players", json={"name": "Ada"})]

    assert all(_says_to_try_again(reply) for reply in replies)


def _client(url: str) -> HttpClient:
    return HttpClient(url, timeout=PATIENCE_SECONDS)


async def _posted(at: Front, path: str) -> httpx.Response:
    async with _client(at.url) as client:
        return await client.post(path, json={})


def _says_to_try_again(reply: httpx.Response) -> bool:
    problem = reply.json()
    return (reply.status_code, reply.headers["content-type"], reply.headers["retry-after"], problem["code"]) == (
        503,
        "application/problem+json",
        "1",
        "http_error",
    )


async def _names(client: HttpClient) -> set[str]:
    """Return which hosts answer calls, of matches and others."""
    return {(await client.get(path)).json()["name"] for path in (*MATCHES, *["/v1/me"] * 8)}


async def _all_go_to(host: Mirror, client: HttpClient) -> bool:
    return await _names(client) == {host.name}
