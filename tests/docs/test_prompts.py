"""Prompts use no keyword of JSON Schema but those that the page for authors of clients names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.catalogue import GAMES
from tests.engines.table import Table

_OF_NAMES = ("properties", "$defs")
"""Keywords under which names stand, and schemas under these."""
_OF_VALUES = ("const", "enum", "default", "required")


@pytest.mark.parametrize(("game", "variant"), [(game, variant) for game in GAMES for variant in GAMES[game].variants])
def test_the_page_names_the_keywords_of_prompts(game: str, variant: str) -> None:
    page = Path("docs/protocol.md").read_text(encoding="utf-8")
    listed = page.partition("use only ")[2].partition(". ")[0].partition("\n5.")[0]
    engine = GAMES[game]
    table = Table(engine, engine.options(variant, {}))

    used = {
        keyword
        for _ in table.moments(Random(variant))
        if not table.over
        for seat in table.phase.seats
        for keyword in _keywords(engine.prompt(table.views[seat]))
    }

    assert used - {"$schema"} <= set(re.findall(r"`([^`]+)`", listed))


def _keywords(schema: Any) -> Iterator[str]:  # noqa: ANN401  # JSON
    if isinstance(schema, list):
        for each in schema:
            yield from _keywords(each)
    elif isinstance(schema, dict):
        for keyword, value in schema.items():
            yield keyword
            if keyword not in _OF_VALUES:
                yield from _keywords(list(value.values()) if keyword in _OF_NAMES else value)
