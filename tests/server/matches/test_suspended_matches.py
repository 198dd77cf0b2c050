"""A match whose rules fail is suspended with a message, and nothing is retried in a loop."""

from __future__ import annotations

from typing import Any

import pytest

from engines.catalogue import GAMES
from server.cli.logs.logfile import read_logs
from server.runtime.metrics import metrics
from tests.secrecy.verifiers.both_verifiers import both, file_of
from tests.server.world import Client, World, facts

Json = Any

GAME = "wizards_duel"


def _fail(*_: object) -> None:
    raise ZeroDivisionError("a secret of the truth")


def _facts_of(events: list[Json], fact_type: str) -> list[Json]:
    return [fact for fact in facts(events) if fact["type"] == fact_type]


async def _suspended(world: World, monkeypatch: pytest.MonkeyPatch) -> tuple[Client, Client, Client, str]:
    host, ada, bo, match_id = await world.host_ada_and_bo()
    await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})
    await bo.submit(match_id, 1, {"type": "cast", "spell": "1"})
    monkeypatch.setitem(GAMES[GAME].__dict__, "close", _fail)
    await world.pass_time(90)
    return host, ada, bo, match_id


async def test_a_match_whose_rules_fail_is_suspended_and_nothing_is_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = metrics.suspended[(GAME, "rules_failed")]
    host, ada, _, match_id = await _suspended(world, monkeypatch)

    seen = await ada.view(match_id)
    refused = await ada.submit(match_id, 1, {"type": "cast", "spell": "1"}, expect=409)
    for _ in range(3):
        await world.pass_time(600)

    assert (seen["status"], seen["closes_at"], seen["prompt"]) == ("suspended", None, None)
    assert refused["code"] == "match_suspended"
    assert metrics.suspended[(GAME, "rules_failed")] == before + 1
    assert _facts_of(await ada.events(match_id), "match_suspended") == [
        {"type": "match_suspended", "because": "rules_failed"}
    ]
    (noted,) = _facts_of(await host.events(match_id), "failure_noted")
    assert noted["where"].startswith("ZeroDivisionError in matches/test_suspended_matches.py:")
    assert not _facts_of(await ada.events(match_id), "failure_noted")
    waits = [[fact["type"] for fact in facts(await one.news())].count("match_waits") for one in (host, ada)]
    assert waits == [1, 0]


async def test_an_organiser_resumes_it_under_a_fixed_server(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the time that was left and the standing submissions."""
    host, ada, _, match_id = await _suspended(world, monkeypatch)
    organiser = await world.player("Organiser", administrator_key="laplace and his demon")
    refused = await host.post(f"/v1/matches/{match_id}/actions", {"type": "resume"}, expect=409)
    await organiser.act(match_id, {"type": "resume"})
    await world.pass_time(1)
    again = await ada.view(match_id)
    monkeypatch.undo()
    await organiser.act(match_id, {"type": "resume"})
    await world.pass_time(1)

    assert refused["code"] == "match_suspended"
    assert again["status"] == "suspended"
    assert (await ada.view(match_id))["view"]["points"] == {"a": 1, "b": 0}
    assert len(_facts_of(await ada.events(match_id), "match_suspended")) == 2


async def test_its_host_voids_it_and_both_verifiers_find_the_log_good(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _, _, match_id = await _suspended(world, monkeypatch)

    await host.act(match_id, {"type": "void", "reason": "A fault of the server"})
    log = (await host.http.get(f"/v1/matches/{match_id}/log")).text
    monkeypatch.undo()

    (entries,) = read_logs(log.splitlines()).values()
    ((first, second),) = both([file_of(entries)])
    assert [entry.kind for entry in entries[-2:]] == ["suspended", "host_action"]
    assert (first.code, second.code) == (0, 0), first.lines


async def test_a_match_that_cannot_be_set_up_is_suspended_and_starts_later(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    organiser = await world.player("Organiser", administrator_key="laplace and his demon")
    monkeypatch.setitem(GAMES[GAME].__dict__, "begin", _fail)
    match_id = await world.duel(host, ada, bo)
    seen = (await ada.view(match_id))["status"]
    monkeypatch.undo()

    await organiser.act(match_id, {"type": "resume"})
    await world.settle()

    assert seen == "suspended"
    assert (await ada.view(match_id))["status"] == "running"
