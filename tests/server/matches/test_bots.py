"""Bots of higher levels: seated by hosts, asked in a process of their own, which may end or stop at any time."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from typing import Any

import psutil
import pytest

from engines.catalogue import GAMES
from engines.kit import seat_id
from server.matches.play import bots as module
from server.matches.play.bots import Bots
from tests.engines.table import Table
from tests.secrecy.verifiers.both_verifiers import File, agreed
from tests.server.world import Client, World, facts, running_world
from tests.waiting import PATIENCE_SECONDS, until

Json = Any

DUEL = GAMES["wizards_duel"]
LONG = {"cast_seconds": 86_400, "charm_seconds": 86_400}


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine may be busy."""
    monkeypatch.setattr(module, "ANSWERS_WITHIN", PATIENCE_SECONDS)


@pytest.fixture
async def bots() -> AsyncIterator[Bots]:
    bots = Bots()
    yield bots
    await bots.close()
    assert not _processes()


def _processes() -> list[psutil.Process]:
    """Return the processes that choose moves for this one."""
    return [child for child in psutil.Process().children() if module.__name__ in child.cmdline()]


def _view() -> Any:  # noqa: ANN401  # a game's
    return Table(DUEL, DUEL.options("genius_3_3", {})).views[seat_id("a")]


async def _seated(world: World, level: str) -> tuple[Client, str]:
    ada = await world.player("Ada")
    body = {"game": "wizards_duel", "pace": "eager", "autostart": True, "options": LONG}
    seats = {"a": {}, "b": {"bot": True, "level": level}}
    match_id: str = (await ada.post("/v1/matches", {**body, "seats": seats}, expect=201))["match_id"]
    await world.settle()
    return ada, match_id


async def _play_to_the_end(world: World, ada: Client, match_id: str) -> Json:
    while (view := await ada.view(match_id))["status"] == "running":
        if view["prompt"] is not None and view["submission"] is None:
            move = view["prompt"]["properties"]
            name, value = next((name, value) for name, value in move.items() if name != "type")
            choice = value["oneOf"][0]["const"] if "oneOf" in value else value["anyOf"][0].get("const")
            await ada.submit(match_id, view["phase"]["number"], {"type": move["type"]["const"], name: choice})
        await world.settle()
        await world.pass_time(1)
    return view


async def test_a_bot_of_a_level_is_shown_and_plays_a_whole_match(sqlite_url: str) -> None:
    async with running_world(sqlite_url) as world:
        ada, match_id = await _seated(world, "strong")
        (process,) = _processes()
        listed = (await ada.get(f"/v1/matches/{match_id}"))["seats"]
        before = await ada.view(match_id)

        view = await _play_to_the_end(world, ada, match_id)

        (sat,) = [
            fact for fact in facts(await ada.events(match_id)) if fact["type"] == "seat_taken" and "level" in fact
        ]
        assert [(seat["bot"], seat["level"]) for seat in listed] == [(False, None), (True, "strong")]
        assert [seat["level"] for seat in before["occupants"]] == [None, "strong"]
        assert (sat["seat"], sat["level"]) == ("b", "strong")
        assert view["status"] == "over"
        assert [child.pid for child in _processes()] == [process.pid]
        log = (await ada.http.get(f"/v1/matches/{match_id}/log")).content
        (opinion,) = agreed([File(log)])
        assert opinion.verdict == (0, None)


async def test_random_bots_start_no_process(sqlite_url: str) -> None:
    async with running_world(sqlite_url) as world:
        await _seated(world, "random")

        assert not _processes()


async def test_a_rematch_keeps_the_levels(sqlite_url: str) -> None:
    async with running_world(sqlite_url) as world:
        ada, match_id = await _seated(world, "medium")
        await ada.act(match_id, {"type": "void", "reason": "again"})

        again = await ada.post(f"/v1/matches/{match_id}/rematch", None)

        assert [seat["level"] for seat in again["seats"]] == [None, "medium"]


async def test_only_bots_have_a_level(sqlite_url: str) -> None:
    async with running_world(sqlite_url) as world:
        ada = await world.player("Ada")
        body = {"game": "wizards_duel", "seats": {"a": {"level": "strong"}}}

        refused = await ada.post("/v1/matches", body, expect=422)

        assert refused["code"] == "malformed_request"


async def test_a_process_that_is_killed_is_replaced(bots: Bots) -> None:
    first = await bots.choose(DUEL, _view(), "strong", bytes(32), PATIENCE_SECONDS)
    (process,) = _processes()

    os.kill(process.pid, signal.SIGKILL)
    again = await bots.choose(DUEL, _view(), "strong", bytes(32), PATIENCE_SECONDS)

    assert first is not None
    assert again == first
    assert [child.pid for child in _processes()] != [process.pid]


async def test_a_process_that_hangs_is_ended_and_the_next_one_answers(bots: Bots) -> None:
    await bots.choose(DUEL, _view(), "strong", bytes(32), PATIENCE_SECONDS)
    (process,) = _processes()
    os.kill(process.pid, signal.SIGSTOP)

    nothing = await bots.choose(DUEL, _view(), "strong", bytes(32), 0.05)
    again = await bots.choose(DUEL, _view(), "strong", bytes(32), PATIENCE_SECONDS)

    assert nothing is None
    assert again is not None
    assert not process.is_running()


async def test_a_match_goes_on_at_random_while_the_process_cannot_be_started(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "false")
    async with running_world(sqlite_url) as world:
        ada, match_id = await _seated(world, "strong")

        view = await _play_to_the_end(world, ada, match_id)

    assert view["status"] == "over"


async def test_a_match_goes_on_when_its_process_is_killed_between_two_moves(sqlite_url: str) -> None:
    async with running_world(sqlite_url) as world:
        ada, match_id = await _seated(world, "strong")
        (process,) = _processes()
        process.kill()
        await until(lambda: not process.is_running())

        view = await _play_to_the_end(world, ada, match_id)

        assert view["status"] == "over"
        assert len(_processes()) == 1


async def test_a_bot_that_fails_moves_at_random(bots: Bots) -> None:
    """A bug of a bot ends neither its process nor the match."""
    spoilt = _view().model_copy(update={"hands": {}})

    nothing = await bots.choose(DUEL, spoilt, "strong", bytes(32), PATIENCE_SECONDS)
    (process,) = _processes()
    again = await bots.choose(DUEL, _view(), "strong", bytes(32), PATIENCE_SECONDS)

    assert nothing is None
    assert again is not None
    assert [child.pid for child in _processes()] == [process.pid]


async def test_too_many_waiting_bots_move_at_random_at_once(bots: Bots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 0)

    assert await bots.choose(DUEL, _view(), "strong", bytes(32), PATIENCE_SECONDS) is None
    assert not _processes()
