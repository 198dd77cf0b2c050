"""The published rules agree with the code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engines.threads_of_fate import data
from tests.engines.threads_of_fate.loom import ENGINE, Loom

PAGE = (Path(data.__file__).parent / "rules.md").read_text()


def test_every_example_of_a_move_is_legal() -> None:
    """Each documented example is executed; the last but one is in canonical form."""
    examples = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
    loom = Loom()
    loom.arrange(abilities={"heaven-1": {"boosting": 0, "head_start": 0}})

    checked = [ENGINE.check(loom.view("heaven-1"), example).model_dump() for example in examples]

    assert len(examples) == 5
    for example, canonical in zip(examples, checked, strict=True):
        assert {field: canonical[field] for field in example if field != "visit"}.items() <= example.items()
    assert checked[3] == examples[3]


@pytest.mark.parametrize("moira", data.MOIRAI, ids=lambda moira: moira.id)
def test_the_page_has_the_table_of_moirai(moira: data.MoiraData) -> None:
    """Names and amounts of each level."""
    (row,) = re.findall(rf"^\| `{moira.id}` .*$", PAGE, re.MULTILINE)
    cells = [cell.strip() for cell in row.strip("|").split("|")]

    assert cells[:2] == [f"`{moira.id}`", f"`{moira.ability}`"]
    assert [cell.split(",")[0] for cell in cells[3:]] == [str(amount) for amount in moira.amounts]
    assert ("again" in row) == (moira.repeats_base_from == len(moira.amounts) - 1)
