"""What the web client computes without a page: each of `units`, bundled and run in Node."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.boards import run_in_node

UNITS = sorted((Path(__file__).parent / "units").glob("*.ts"))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
async def test_what_is_computed_without_a_page(unit: Path, tmp_path: Path) -> None:
    await run_in_node(unit, tmp_path)
