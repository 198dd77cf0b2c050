"""
Logs outlive the code: two matches that were played and exported by version 1 of the rules.

The first has the bundled pack. The second has a pack that would be too large today, and a challenger that fell after a
hundred strikes. The views of that time, of every viewer at two moments, are stored with them.
"""

from __future__ import annotations

import json
import lzma
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engines.kit import Viewer
from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.cli.logs.verify import judge
from server.logs.store.entry import Entry
from server.matches.match import Match
from tests.engines.hero_of_the_arena.arena import ENGINE

SPEAKER = ENGINE.speaker("en")

LOGS = Path(__file__).parent / "logs"

NEW_FIELDS = {"options", "over", "plays", "round"}
"""Moments of views, which are folded from the facts told by then."""


@cache
def logs() -> Mapping[str, Sequence[Entry]]:
    with lzma.open(LOGS / "version_1.ndjson.xz", "rt", encoding="utf-8") as lines:
        return read_logs(lines)


@cache
def views() -> dict[str, dict[str, dict[str, dict[str, Any]]]]:
    """Return the views by match, viewer and cursor."""
    with lzma.open(LOGS / "version_1_views.json.xz", "rt", encoding="utf-8") as text:
        found: dict[str, dict[str, dict[str, dict[str, Any]]]] = json.load(text)
    return found


def test_they_hold_the_facts_of_that_time() -> None:
    kinds = Counter(told.type.partition(".")[2] for log in logs().values() for entry in log for told in entry.facts)

    assert kinds["unit_struck"] == 110
    assert kinds["challenger_fell"] == 1
    assert kinds["combat_fought"] == 0
    assert ENGINE.rules_version == 2


@pytest.mark.parametrize("match", [0, 1])
async def test_every_viewer_sees_what_it_saw(match: int) -> None:
    """For every viewer, in the middle and at the end."""
    match_id = list(logs())[match]
    live = Match(logs()[match_id], b"")

    assert views()[match_id].keys() == {"spectator", "host", *live.state.seat_ids}
    for viewer, moments in views()[match_id].items():
        for cursor, then in moments.items():
            view = (await live.projection_at(Viewer(viewer), int(cursor))).game.model_dump(mode="json")
            assert {name: value for name, value in view.items() if name not in NEW_FIELDS} == then
            assert view.keys() == then.keys() | NEW_FIELDS


@pytest.mark.parametrize("match", [0, 1])
def test_every_fact_can_still_be_told(match: int) -> None:
    """Each is read as it was written, and has its line of text."""
    log = logs()[list(logs())[match]]
    facts = [told.fact for entry in log for told in entry.facts if told.type.startswith(f"{ENGINE.name}.")]

    read = [ENGINE.facts.validate_json(json.dumps(fact)) for fact in facts]

    assert [ENGINE.facts.dump_python(fact, mode="json") for fact in read] == facts
    silent = {fact.type for fact in read if not ENGINE.narrate(fact, SPEAKER)}
    assert silent == {"hero_of_the_arena.decks_stacked"}


def test_they_are_good_and_their_rules_are_reported_as_unchecked() -> None:
    judgement = judge(logs(), Kept())

    assert judgement.good
    assert sum("another version of the rules" in line for line in judgement.lines) == 2
