"""Read the tables of docs/access.md, which define who may do what."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PAGE: Final = Path(__file__).parents[3] / "docs" / "access.md"


@dataclass(frozen=True)
class Cell:
    """What a role may access: `all`, its `own` or `nothing`, and the error code for the rest."""

    reach: str
    code: str | None


def rights() -> dict[str, dict[str, Cell]]:
    """Return the cells by operation and role."""
    return {
        operation: {role: _cell(text) for role, text in row.items() if role not in ("operations", "scope")}
        for operation, row in _operations().items()
    }


def scopes() -> dict[str, str | None]:
    """Return the scope that each operation needs; None: any token will do."""
    return {operation: None if row["scope"] == "–" else row["scope"] for operation, row in _operations().items()}


def scopes_for_others() -> dict[str, str]:
    """Return the scope that each operation needs besides for somebody else."""
    return {row["for somebody else"]: row["scope"] for row in _table("for somebody else")}


def statuses() -> dict[str, int]:
    """Return the HTTP status of each code."""
    return {row["code"]: int(row["status"]) for row in _table("code")}


def viewers() -> dict[str, str]:
    """Return the viewer by role: `none`, `spectator`, `the seat` or `host`."""
    return {row["role"].strip("`"): row["viewer"] for row in _table("role")}


def _operations() -> dict[str, dict[str, str]]:
    """Return the row of each operation; a row is for all operations with the same rights."""
    rows = [(operation, row) for row in _table("operations") for operation in row["operations"].split(", ")]
    by_operation = dict(rows)
    assert len(by_operation) == len(rows)
    return by_operation


def _cell(text: str) -> Cell:
    if text in ("all", "own"):
        return Cell(text, None)
    own, _, code = text.rpartition("own, else ")
    assert own == "", text
    return Cell("own" if text.startswith("own, else ") else "nothing", code)


def _table(first_column: str) -> list[dict[str, str]]:
    (table,) = re.findall(rf"^\| {first_column} \|.*\n\|[-|]+\n((?:\|.*\n)+)", _PAGE.read_text(encoding="utf-8"), re.M)
    (header,) = re.findall(rf"^\| {first_column} \|.*$", _PAGE.read_text(encoding="utf-8"), re.M)
    return [dict(zip(_cells(header), _cells(line), strict=True)) for line in table.splitlines()]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]
