"""
A request that is refused or changes nothing is answered while an entry of the same match is being committed.

Otherwise the waiting time would show the caller that somebody has just acted.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from tests.server.stores import SlowStore
from tests.server.world import Client, World
from tests.waiting import patience

Json = Any

FOUR, FIVE, ILLEGAL = [{"type": "cast", "spell": spell} for spell in "45?"]


@asynccontextmanager
async def _while_committing(world: World, submit: Coroutine[Any, Any, Json]) -> AsyncIterator[None]:
    """Run calls while this submission is being committed."""
    log = world.app.state.server.log
    store = log._store
    log._store = slow = SlowStore(store)
    submitting = asyncio.create_task(submit)
    async with patience():
        await slow.begun.wait()
        try:
            yield
            assert not submitting.done()
        finally:
            slow.may_go_on.set()
            await submitting
            log._store = store


Ask = Callable[[dict[str, Client], str], Coroutine[Any, Any, Json]]

_ASKED: dict[str, Ask] = {
    "an illegal move": lambda by, duel: by["a"].submit(duel, 1, ILLEGAL, expect=422),
    "a move for a closed phase": lambda by, duel: by["a"].submit(duel, 0, FOUR, expect=409),
    "a move that stands": lambda by, duel: by["a"].submit(duel, 1, FOUR),
    "a legal dry run": lambda by, duel: by["a"].put(_path(duel, "submission?dry_run=true"), _move(FIVE), expect=204),
    "an illegal dry run": lambda by, duel: by["a"].put(
        _path(duel, "submission?dry_run=true"), _move(ILLEGAL), expect=422
    ),
    "a withdrawal from another phase": lambda by, duel: by["a"].delete(_path(duel, "submission"), 409, phase=7),
    "a view": lambda by, duel: by["a"].view(duel),
    "a message into another's line": lambda by, duel: by["a"].say(duel, "host:b", "Hello?", expect=404),
    "a seat taken during play": lambda by, duel: by["stranger"].put(_path(duel, "seats/a"), {}, expect=409),
    "a stranger's giving up": lambda by, duel: by["stranger"].delete(_path(duel, "seats/a"), expect=403),
    "a stranger's move": lambda by, duel: by["stranger"].submit(duel, 1, FOUR, expect=403),
    "a stranger's withdrawal": lambda by, duel: by["stranger"].delete(_path(duel, "submission"), 403, phase=1),
    "a stranger's start": lambda by, duel: by["stranger"].post(_path(duel, "start"), None, expect=403),
    "a host's second start": lambda by, duel: by["host"].post(_path(duel, "start"), None, expect=409),
    "a host's resumption": lambda by, duel: by["host"].act(duel, {"type": "resume"}, expect=409),
    "a host's close of another phase": lambda by, duel: by["host"].act(
        duel, {"type": "close_phase", "phase": 7}, expect=409
    ),
    "a host's move": lambda by, duel: by["host"].submit(duel, 1, FOUR, expect=403),
    "the log": lambda by, duel: by["host"].http.get(_path(duel, "log")),
}


def _path(match_id: str, rest: str) -> str:
    return f"/v1/matches/{match_id}/{rest}"


def _move(move: Json) -> Json:
    return {"phase": 1, "move": move}


async def test_it_is_answered_while_another_submission_is_committed(world_on_either: World) -> None:
    world = world_on_either
    names = {"host": "Host", "a": "Ada", "b": "Bo", "stranger": "Zoe"}
    by = {role: await world.player(name) for role, name in names.items()}
    match_id = await world.duel(by["host"], by["a"], by["b"])
    await by["a"].submit(match_id, 1, FOUR)

    async with _while_committing(world, by["b"].submit(match_id, 1, FIVE)):
        for ask in _ASKED.values():
            await ask(by, match_id)

    assert (await by["b"].view(match_id))["submission"]["move"] == FIVE


async def test_a_request_judged_during_a_commit_is_judged_again_after_it(world: World) -> None:
    """The second of two calls that would each start the match is refused, although it was valid when it came."""
    host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    match_id = (await host.post("/v1/matches", {"game": "wizards_duel"}, expect=201))["match_id"]
    await ada.sit(match_id, "a")
    await bo.sit(match_id, "b")

    async with _while_committing(world, host.post(_path(match_id, "start"), None)):
        second = asyncio.create_task(host.http.post(_path(match_id, "start")))
        await asyncio.sleep(0.1)
        assert not second.done()

    assert (await second).json()["code"] == "already_started"
