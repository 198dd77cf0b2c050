"""The published rules agree with the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engines.wizards_duel import data
from tests.engines.wizards_duel.duel import ENGINE

PAGE = (Path(data.__file__).parent / "rules.md").read_text()


def test_every_example_of_a_move_is_a_move() -> None:
    """Each documented example is executed; there is one for each phase."""
    examples = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]

    assert [example["type"] for example in examples] == ["draft", "cast", "charm", "daybreak"]
    for example in examples:
        assert ENGINE.moves.validate_python(example).model_dump() == example


@pytest.mark.parametrize("spell", data.SPELLS.values(), ids=data.SPELLS)
def test_the_page_names_the_spell_as_the_table_does(spell: data.SpellData) -> None:
    """Id, strength and both themes' names."""
    strength = {"x": "–", "w": "see below"}.get(spell.id, str(spell.strength))

    assert f"| `{spell.id}` | {strength} | {spell.names['wizards']} | {spell.names['olympians']} |" in PAGE
