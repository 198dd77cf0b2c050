"""How figures are printed."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True)
class Row:
    """A figure with its ceiling of the same run; figures without one have no ratio."""

    figure: str
    value: str
    ceiling: str = "–"
    ratio: float | None = None
    aim: str = "–"


def show(rows: list[Row]) -> None:
    """Print the table."""
    table = Table("figure", "measured", "ceiling", "ratio", "aim")
    for row in rows:
        table.add_row(row.figure, row.value, row.ceiling, "–" if row.ratio is None else f"{row.ratio:.2f}", row.aim)
    Console(width=160).print(table)
