"""Appends that fail, and those that are written and reported as failed: nothing is lost, and no match stands still."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import pytest

from server.logs.store.contract import Append, LogUnavailableError, Store, Verdict
from tests.server.stores import PassingStore
from tests.server.world import World

Json = Any

X, Y = {"type": "cast", "spell": "4"}, {"type": "cast", "spell": "5"}


class FailingStore(PassingStore):
    """A store of which one commit fails, before or after it writes; `later` commits succeed first."""

    def __init__(self, store: Store, when: Literal["before", "after"], later: int) -> None:
        super().__init__(store)
        self._when = when
        self._left = later

    async def commit(self, batch: Sequence[Append]) -> list[Verdict]:
        when = self._when if self._left == 0 else None
        self._left -= 1
        if when == "before":
            raise LogUnavailableError("out of reach")
        verdicts = await super().commit(batch)
        if when == "after":
            raise LogUnavailableError("the answer was lost")
        return verdicts


def _fail_next(world: World, when: Literal["before", "after"], later: int = 0) -> None:
    log = world.app.state.server.log
    log._store = FailingStore(log._store, when, later)


async def test_a_submission_written_but_reported_failed_is_not_overlooked(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()
    await ada.submit(match_id, 1, X)
    _fail_next(world, "after")

    unknown = await ada.submit(match_id, 1, Y, expect=503)
    seen = (await ada.view(match_id))["submission"]["move"]
    again = await ada.submit(match_id, 1, X)
    await world.pass_time(61)

    assert unknown["code"] == "database_unavailable"
    assert (seen, again["repeated"]) == (Y, False)
    (played,) = (await bo.view(match_id))["view"]["rounds"]
    assert played["spells"]["a"] == "4"


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_start_that_fails_is_tried_again(world: World, when: Literal["before", "after"]) -> None:
    ada = await world.player("Ada")
    seats = {"a": {}, "b": {"bot": True}}
    # The first commit is the creation; the automatic start follows it.
    _fail_next(world, when, later=1)
    body = {"game": "wizards_duel", "autostart": True, "seats": seats}
    match_id = (await ada.post("/v1/matches", body, expect=201))["match_id"]
    await world.settle()

    await world.pass_time(5)

    assert (await ada.view(match_id))["status"] == "running"
