"""
Sheets for spreadsheets: CSV (RFC 4180) in UTF-8, with the mark without which Excel takes it for another encoding.

A German Excel splits at semicolons, and makes dates of figures such as 1.5: German sheets have its separators.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

from engines.kit import ENGLISH, Language
from server.runtime.sentences import sentences_of

Cell: TypeAlias = str | int | Fraction
"""A text, a whole number, or a value that is written in decimals."""

_MARKS: Final = sentences_of("sheet")
"""What separates cells, and what decimals begin with."""

# Programs of another language split a text at their own separator, and then see its rest as a cell.
_FORMULA: Final = re.compile(r'(?:^|(?<=[;,\t\r\n]))(?=[\s"]*[=+\-@＝＋－＠])')  # wide forms count too
"""Where a spreadsheet, whatever its separator, recognises a formula."""


def write_sheet(columns: Sequence[str], rows: Iterable[Sequence[Cell]], language: Language) -> bytes:
    """Write a sheet with the separators of this language, the English ones where it has none; no text is a formula."""
    marks = _MARKS.get(language, _MARKS[ENGLISH])
    text = io.StringIO()
    writer = csv.writer(text, delimiter=marks["separator"])
    writer.writerow(columns)
    writer.writerows([_cell_text(cell, marks["point"]) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _cell_text(cell: Cell, point: str) -> str:
    match cell:
        case Fraction():
            return f"{float(cell):.12g}".replace(".", point)
        case str():
            return _FORMULA.sub("'", cell)
        case _:
            return str(cell)
