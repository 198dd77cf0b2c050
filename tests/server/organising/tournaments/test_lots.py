"""Lots are each entrant's own, and what directors did to a pairing before it was published is told with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.kit import Chance
from server.cli.logs.logfile import read_logs
from server.logs.store.entry import EncodedFact
from tests.secrecy.verifiers.both_verifiers import File, file_of, first, second
from tests.secrecy.verifiers.tampering import sealed_anew
from tests.server.organising.tournaments.directing import directed
from tests.server.world import World

Json = Any

_FIVE = ("Ada", "Bo", "Cy", "Di", "Ed")
_REVIEWED: Json = {"schedule": {"review_seconds": 600}}


def test_one_more_moves_nobody_elses_lot() -> None:
    seed, names = bytes(range(32)), [f"e{number}" for number in range(1, 40)]

    everyone = Chance(seed, 1).lots("lots", names)

    for gone in names:
        others = [name for name in names if name != gone]
        assert Chance(seed, 1).lots("lots", others) == tuple(name for name in everyone if name != gone)
    assert Chance(seed, 2).lots("lots", names) != everyone
    assert Chance(bytes(32), 1).lots("lots", names) != everyone


def test_the_lots_of_the_page_are_drawn() -> None:
    page = (Path(__file__).parents[4] / "docs" / "verify.md").read_text(encoding="utf-8")

    assert f"`{' '.join(Chance(bytes(range(32)), 1).lots('lots', ['e1', 'e2', 'e3', 'e4', 'e5']))}`" in page


async def test_a_bot_that_enters_or_leaves_before_the_pairing_is_published_changes_no_lot(world: World) -> None:
    one = await directed(world, bots=8, **_REVIEWED)
    await one.act("pair")

    for number in range(9, 12):
        await one.act("add_bots", count=1)
        await one.act("pair")
        await one.director.delete(f"{one.path}/entrants/e{number}")
        await one.act("pair")

    first_lots, *later = (
        [each for each in fact["lots"] if int(each[1:]) < 9] for fact in await one.told("round_paired")
    )
    assert later == [first_lots] * 6


@pytest.mark.parametrize("told", ["publish", "by itself"])
async def test_pairings_that_were_thrown_away_are_told_with_the_one_that_is_published(world: World, told: str) -> None:
    one = await directed(world, _FIVE, **_REVIEWED)
    ada = one.entrants["e1"]
    await one.act("pair")
    await one.act("add_bots", count=1)
    await one.act("pair")
    await one.act("pair", reason="Again.")
    assert await one.told("pairings_replaced", by=ada) == []

    if told == "publish":
        await one.act("publish")
    else:
        await one.pass_time(601)

    person = {"player_id": one.director.player_id, "name": "Director"}
    expected = {"type": "pairings_replaced", "round": 1, "count": 2, "by": [person]}
    assert await one.told("pairings_replaced", by=ada) == [expected]
    await one.act("cancel")
    opinion = first(File((await one.logs()).encode()))
    assert opinion.code == 0, opinion.lines


async def test_a_first_pairing_that_is_published_tells_of_no_other(world: World) -> None:
    one = await directed(world, _FIVE)
    await one.act("pair")

    assert await one.told("pairings_replaced") == []


async def test_both_verifiers_find_that_a_pairing_thrown_away_is_not_told(world: World) -> None:
    one = await directed(world, _FIVE, **_REVIEWED)
    await one.act("pair")
    await one.act("pair")
    for action in ("publish", "start_round", "end_round", "finish"):
        await one.act(action)
    (log,) = (list(entries) for entries in read_logs((await one.log()).splitlines()).values())

    def changed(change: Json) -> File:
        """Change what is told of pairings that were thrown away."""
        entries = []
        for entry in log:
            facts = [told for told in entry.facts if told.type != "pairings_replaced"]
            for told in entry.facts:
                if told.type == "pairings_replaced" and change is not None:
                    facts.insert(entry.facts.index(told), EncodedFact.of(told.audience, {**told.fact, **change}))
            entries.append(replace(entry, facts=tuple(facts)))
        return file_of(sealed_anew(entries))

    forged = [changed(None), changed({"count": 3}), changed({"by": []})]

    assert [opinion.code for opinion in second([file_of(log), *forged])] == [0, 1, 1, 1]
    assert [first(file).code for file in (file_of(log), *forged)] == [0, 1, 1, 1]


async def test_tournaments_that_began_before_go_on_as_they_began(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lots are picked from all, adjudicated matches count as played, and replaced pairings are not told."""
    monkeypatch.setattr("server.organising.tournaments.creation.EVENT_LOG_VERSION", 1)
    one = await directed(world, ("Ada", "Bo", "Cy"), **_REVIEWED)
    await one.act("pair")
    await one.act("pair")
    await one.act("publish")
    await one.act("start_round")
    (table,) = (table for table in (await one.round(1))["tables"] if table["match_id"])
    await one.decide(table["match_id"])
    await one.act("finish")
    file = File((await one.logs()).encode())

    opinions = [first(file), *second([file])]

    assert b'"log_version":1' in file.bytes.splitlines()[0]
    assert [fact["how"] for fact in await one.told("table_done")] == ["played"]
    assert await one.told("pairings_replaced") == []
    assert [opinion.code for opinion in opinions] == [0, 0], opinions
    assert opinions[0].unchecked == []
