"""The board of The Apocalypse: what the eye must find, and two cards played by touching them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from engines.catalogue import GAMES
from engines.kit import add_titles
from moirai_client.schemas import PlayMove
from tests.engines.table import Table
from tests.web.boards import WEB, at_the_board, faults_of, moving, run_in_node
from tests.web.people import guests

if TYPE_CHECKING:
    from playwright.async_api import Browser

OPENINGS: Final[dict[str, PlayMove]] = {
    "heaven-1": {
        "type": "play",
        "plays": [
            {"card": "pestilence", "ability": "communications", "targets": ["hell-1"]},
            {"card": "war", "ability": "communications", "targets": ["hell-2"]},
        ],
    },
    "hell-1": {
        "type": "play",
        "plays": [
            {"card": "death", "ability": "communications", "targets": ["heaven-1"]},
            {"card": "famine", "ability": "communications", "targets": ["heaven-2"]},
        ],
    },
}
"""What Ada and Nyx play in the first round."""

_SAME: Final = """
import assert from "node:assert/strict";
import { test } from "node:test";
import { draftOf, planOf, planOfMove } from "BOARD/plan.js";
import { read } from "SOURCE/form/schema.js";
import cases from "./cases.json";

test("moves come back from the plans that they are made of", () => {
  for (const { prompt, move } of cases) {
    const draft = draftOf(planOfMove(move), prompt, prompt.$defs);
    const { plan, ...answers } = draft;
    const again = draftOf(planOf(answers, prompt, prompt.$defs), prompt, prompt.$defs);
    for (const one of [draft, again]) {
      const { value, missing } = read(prompt, prompt.$defs, one);
      assert.deepEqual(missing, []);
      const plays = value.plays.map((play) => ({ targets: [], guesses: {}, ...play }));
      assert.deepEqual({ ab: {}, ...value, plays }, move);
    }
  }
});
"""


async def test_every_legal_move_can_be_built_by_touch(tmp_path: Path) -> None:
    """Also with few mates and opponents left, in every phase and variant."""
    engine, random = GAMES["apocalypse"], Random(17)
    cases = []
    for variant in engine.variants:
        table = Table(engine, engine.options(variant, {}))
        while not table.over:
            moves = table.sampled(random)
            for seat in table.seats:
                prompt = engine.prompt(table.views[seat])
                assert prompt is not None
                cases.append({"prompt": add_titles(prompt, engine.words, "en"), "move": moves[seat]})
            table.close(moves)
    (tmp_path / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    source = WEB / "source"
    test = _SAME.replace("BOARD", str(source / "boards" / "apocalypse")).replace("SOURCE", str(source))
    (tmp_path / "same.ts").write_text(test, encoding="utf-8")

    await run_in_node(tmp_path / "same.ts", tmp_path)


async def test_two_cards_are_played_by_touching_them(chromium: Browser, sqlite_url: str) -> None:
    errors: list[str] = []
    async with guests(sqlite_url, "Ada", "Nyx") as (url, (ada, nyx)):
        match = await ada.create_match(
            {
                "game": "apocalypse",
                "variant": "skirmish",
                "seats": {seat: {"bot": True} for seat in ("heaven-2", "heaven-3", "hell-2", "hell-3")},
                "pace": "eager",
                "autostart": True,
            }
        )
        for seat, own in {"heaven-1": match, "hell-1": nyx.match(match.id)}.items():
            await own.take_seat(seat)
        for seat, own in {"heaven-1": match, "hell-1": nyx.match(match.id)}.items():
            await moving(own, "opening", 1)
            await own.submit(1, OPENINGS[seat])
        await moving(match, "middlegame", 2)

        page = await at_the_board(chromium, url, ada, match, errors)
        await page.locator("#board .box").first.wait_for()
        pair = page.locator("#move .pair-card")
        played = await pair.nth(0).inner_text()
        boxes = await page.locator("#board .box").all_inner_texts()
        owed = await page.locator(".owed li").all_inner_texts()
        await pair.filter(has_text="War and Death").click()
        war, death = page.locator("#move .abilities").nth(0), page.locator("#move .abilities").nth(1)
        await war.get_by_text("Passive", exact=True).click()
        await death.get_by_text("Active", exact=True).click()
        await war.get_by_text("Active", exact=True).click()  # Now they change places.
        cards = page.locator("#move fieldset", has_text="War acts twice: choose 2")
        for name in ("Pestilence", "Famine"):
            await cards.get_by_text(name, exact=True).click()
        dimmed = await cards.locator("[data-off=true]").all_inner_texts()
        await page.locator("#move .allies fieldset", has_text="Nyx").get_by_text("Betray").click()
        read = await page.locator(".read").inner_text()
        faults = await faults_of(page)
        await page.get_by_role("button", name="Seal it").click()
        await page.locator(".move.good .seal-bar").wait_for()
        chosen = await page.locator("#board .pair-card[data-on=true] b").inner_text()
        sealed = (await match.view())["submission"]

    assert "round 1" in played
    assert "Communications → Nyx" in played
    assert any(box.startswith("Nyx\nopen now\nround 1: you, Pestilence") for box in boxes)
    assert len([box for box in boxes if box.endswith("\nhidden")]) == 2
    assert owed == ["Pestilence: 3 for you if you play the same pair as Nyx"]
    assert dimmed == ["War", "Death"]
    assert "War steals 1 from everyone else who plays Pestilence or Famine." in read
    assert "You betray Nyx" in read
    assert faults == []
    assert chosen == "War and Death"
    assert sealed is not None
    assert sealed["move"]["plays"][1]["ability"] == "passive"  # type: ignore[typeddict-item]
    assert sealed["move"]["ab"]["hell-1"] == "betray"  # type: ignore[typeddict-item]
    assert errors == []
