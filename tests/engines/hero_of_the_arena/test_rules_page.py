"""The published rules agree with the code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest
from pydantic import JsonValue

from engines.hero_of_the_arena import data
from tests.engines.hero_of_the_arena.arena import ENGINE, FIRST, SECOND, Arena, fight, seat

PAGE = (Path(data.__file__).parent / "rules.md").read_text()


def _examples() -> list[dict[str, JsonValue]]:
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]


def _ready_for(example: dict[str, JsonValue]) -> Arena:
    """Return a match in the phase of an example, in which the example is legal."""
    if example["type"] == "choose_starter":
        return Arena()
    arena = Arena()
    arena.close({})
    if example["type"] == "ready":
        return arena
    if example["type"] == "draft":
        arena.offer("duelist", "pit_brawler", "lancer", "colossus", "bandage", "war_drum", "whetstone", "adrenaline")
        arena.skip_to("draft_second")
        return arena
    arena = fight()
    arena.arrange(
        heroes={1: (FIRST, "lancer"), 2: (SECOND, "paladin")},
        hands={FIRST: ["pit_brawler", "war_drum", "winged_boots"]},
        row=["mercenary"],
        perks=["volley", "tribute", "second_wind"],
        means={FIRST: {"coins": 6}},
    )
    return arena


def test_every_example_of_a_move_is_legal() -> None:
    """Each documented example is executed, and there is one of each type."""
    examples = _examples()

    for example in examples:
        arena = _ready_for(example)
        mover = arena.phase.must[0]
        canonical = ENGINE.check(arena.views[mover], example).model_dump(mode="json")
        assert example.keys() <= canonical.keys()
        arena.close({mover: example})
    assert {example["type"] for example in examples} == {
        "choose_starter",
        "ready",
        "draft",
        "play",
        "discard",
        "shop",
    }


@pytest.mark.parametrize("name", data.ACTIONS)
def test_the_page_has_the_table_of_actions(name: data.Action) -> None:
    """With the required and optional fields of each."""
    (row,) = re.findall(rf"^\| `{name}` \|.*$", PAGE, re.MULTILINE)
    cells = [cell.strip() for cell in row.strip("|").split("|")]

    assert [part for part in cells[1].split(", ") if part] == list(data.ACTIONS[name].needs)
    assert [part for part in cells[2].split(", ") if part] == list(data.ACTIONS[name].may_have)


def test_the_page_has_every_word_of_the_vocabulary() -> None:
    """Actions, triggers, conditions, counters and targets, and no others."""
    tables = PAGE[PAGE.index("## The vocabulary of packs") : PAGE.index("## What you see")]
    words = {word for row in re.findall(r"^\| (`.*?) \|", tables, re.MULTILINE) for word in re.findall(r"`(\w+)`", row)}

    known = {*data.CONDITIONS, *data.COUNTERS, *data.TARGETS, *get_args(data.Trigger), *data.ACTIONS}
    assert words == known - {"hand", "pile"}


def test_the_page_has_every_drafting_phase() -> None:
    """By name."""
    arena = Arena()
    names = set()
    while arena.phase.name != "turn":
        names.add(arena.phase.name)
        arena.close({})

    assert all(f"**{name}**" in PAGE for name in names)
    assert arena.views[seat(FIRST)].phase == arena.phase
