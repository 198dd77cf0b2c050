"""Brackets on the page of a tournament: as the server pairs, drawn for a desk, for a phone, and for screen readers."""

from __future__ import annotations

import json
import subprocess
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

from moirai_client import Client
from server.organising.tournaments.pairing.brackets import Elimination
from server.organising.tournaments.pairing.double_elimination import DOUBLE_ELIMINATION
from server.organising.tournaments.pairing.single_elimination import SINGLE_ELIMINATION
from server.organising.tournaments.rounds import Result, Round, Table
from tests.clients.node import node
from tests.serving import serving
from tests.web.boards import require_fit
from tests.web.conftest import WEB
from tests.web.halls import a_hall, begin_round, decide, require_apart
from tests.web.people import DESKTOP, SMALL_PHONE, a_browser_of

if TYPE_CHECKING:
    from playwright.async_api import Browser

SYSTEMS: Final = {
    "single_elimination": SINGLE_ELIMINATION,
    "double_elimination": DOUBLE_ELIMINATION,
    "groups": SINGLE_ELIMINATION,
}

SIZES: Final = (*range(2, 18), 31, 33, 64, 200)

BOXES: Final = ".tree .duel"

OFF: Final = """() => [...document.querySelectorAll(".tree-round.halved")].flatMap((round) => {
  const middle = (item) => (item.getBoundingClientRect().top + item.getBoundingClientRect().bottom) / 2;
  const number = (text) => Number(text.replace("span ", ""));
  const rowsOf = ({ style }) => {
    const first = number(style.gridRowStart);
    return [first, first + number(style.gridRowEnd)];
  };
  const leads = (item, next) => rowsOf(next)[0] <= rowsOf(item)[0] && rowsOf(item)[1] <= rowsOf(next)[1];
  const drawn = [...round.querySelectorAll("li:not(.gone)")];
  return drawn.filter((item) => {
    const next = [...round.nextElementSibling.querySelectorAll("li")].find((next) => leads(item, next));
    // The line leads from the middle of one to that of the other, however high they are, and on from between them.
    const middles = drawn.filter((one) => leads(one, next)).map(middle);
    return middle(next) < Math.min(...middles) - 1 || middle(next) > Math.max(...middles) + 1;
  }).map((item) => item.textContent);
})"""
"""Places whose line does not lead to the next one."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_whoever_goes_on_is_drawn_where_the_server_pairs_them(system: str, tmp_path: Path) -> None:
    """At every moment of brackets of all sizes, with byes and double forfeits, before a round is paired."""
    bundled = tmp_path / "bracket_next.mjs"
    esbuild = WEB / "node_modules" / "esbuild" / "bin" / "esbuild"
    options = ("--bundle", "--platform=node", "--format=esm", "--log-level=warning", f"--outfile={bundled}")
    subprocess.run([node(), esbuild, Path(__file__).with_name("bracket_next.ts"), *options], cwd=WEB, check=True)
    moments = []
    asked = []
    for size, seed in product(SIZES, range(3)):
        before = [_groups_of_two(size)] if system == "groups" else []
        rounds = _course(SYSTEMS[system], size, seed, first=len(before) + 1)
        settings = {"system": system, "cycles": 1} | ({"groups": {"count": size, "advance": 1}} if before else {})
        for played in range(1, len(rounds)):
            moments.append((rounds[:played], rounds[played]))
            asked.append({"settings": settings, "rounds": [_told(each) for each in [*before, *rounds[:played]]]})

    done = subprocess.run([node(), bundled], input=json.dumps(asked), check=True, capture_output=True, encoding="utf-8")

    said = [[sorted(those) for those in found] for found in json.loads(done.stdout)]
    assert said == [[sorted(table.entrants) for table in paired.tables] for _, paired in moments]
    assert any(len(table.entrants) == 1 for _, paired in moments for table in paired.tables)


@pytest.mark.parametrize(("entrants", "system"), [(8, "double_elimination"), (200, "single_elimination")])
async def test_a_bracket_is_a_tree_at_a_desk_and_a_list_of_a_round_on_a_phone(
    chromium: Browser, sqlite_url: str, entrants: int, system: str
) -> None:
    """Nothing overlaps or is cut, and lines lead from each table to the next; a reader chooses from which round on."""
    async with serving(sqlite_url, rate_per_address="0") as (_, url), await Client.sign_up(url, "Dana") as dana:
        event = await a_hall(dana, url, system, entrants)
        await begin_round(event)
        await decide(event, 1)
        await begin_round(event)
        await decide(event, 2)
        await begin_round(event)
        third = (await event.round(3))["tables"][0]["entrants"]
        context, errors = await a_browser_of(chromium, DESKTOP)
        page = await context.new_page()
        await page.goto(f"{url}/tournament/{event.id}")
        await page.locator(".brackets .duel.playing").first.wait_for()
        from_round = page.locator(".brackets .tabs").first.get_by_role("button")
        await from_round.first.click()
        shown = await require_apart(page, BOXES, ".tree bdi")
        names = await page.locator(".duel.playing").first.locator("bdi").all_inner_texts()
        assert await page.evaluate(OFF) == []
        await require_fit(page, f"bracket-{entrants}")
        await page.set_viewport_size({"width": SMALL_PHONE[0], "height": SMALL_PHONE[1]})
        on_phone = await require_apart(page, BOXES, ".tree bdi")
        await from_round.nth(1).click()
        later = await require_apart(page, BOXES, ".tree bdi")
        listed = page.locator(".brackets").get_by_role("list")
        assert await listed.first.get_by_role("listitem").first.inner_text() != ""
    assert len(third) == len(names) == 2
    assert shown > on_phone > later > 0
    assert errors == []


def _groups_of_two(count: int) -> Round:
    """Return the only round of so many groups of two."""
    tables = [Table(at, (f"e{at}", f"f{at}"), Result("played", (2, 0))) for at in range(1, count + 1)]
    return Round(1, tuple(tables))


def _course(system: Elimination, size: int, seed: int, first: int) -> list[Round]:
    """Return all rounds of a bracket that is played at random, some tables of it by nobody, from this number on."""
    chance = Random(f"{size} {seed}")
    field = [f"e{number}" for number in range(1, size + 1)]
    rounds: list[Round] = []
    while not (rounds and system.is_over(rounds, ())) and (paired := system.pair(field, rounds, (), lot=0)):
        tables = [_decided(one.table, chance, seed) for one in paired]
        rounds.append(Round(len(rounds) + first, tuple(tables)))
    return rounds


def _decided(table: Table, chance: Random, seed: int) -> Table:
    if table.result is not None:
        return table
    if seed and chance.random() < 0.1:
        return replace(table, result=Result("double_forfeit", (0, 0)))
    return replace(table, result=Result("played", chance.choice([(2, 0), (0, 2)])))


def _told(round_: Round) -> dict[str, Any]:
    """Return a round as everyone is told of it, as far as brackets need it."""
    return {
        "round": round_.number,
        "tables": [
            {
                "table": table.number,
                "entrants": table.entrants,
                "result": table.result and {"how": table.result.how, "points": table.result.points},
            }
            for table in round_.tables
        ],
    }
