"""
Sheets for spreadsheets: workbooks (XLSX, ECMA-376), and CSV (RFC 4180) in UTF-8, with the mark without which Excel
takes it for another encoding. Headings are in the language of the sheet, if it has words for them.

A German Excel splits at semicolons, and makes dates of figures such as 1.5: German sheets have its separators.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

import xlsxwriter

from engines.kit import ENGLISH, Language
from server.runtime.sentences import sentences_of

Cell: TypeAlias = str | int | Fraction
"""A text, a whole number, or a value that is written in decimals."""

_MARKS: Final = sentences_of("sheet")
"""What separates cells, what decimals begin with, and headings."""

_WIDEST: Final = 40
"""How many characters of a column are shown at most."""

# Programs of another language split a text at their own separator, and then see its rest as a cell.
_FORMULA: Final = re.compile(r'(?:^|(?<=[;,\t\r\n]))(?=[\s"]*[=+\-@＝＋－＠])')  # wide forms count too
"""Where a spreadsheet, whatever its separator, recognises a formula."""


def write_sheet(columns: Sequence[str], rows: Iterable[Sequence[Cell]], language: Language) -> bytes:
    """Write a sheet with the separators of this language, the English ones where it has none; no text is a formula."""
    marks = _MARKS.get(language, _MARKS[ENGLISH])
    text = io.StringIO()
    writer = csv.writer(text, delimiter=marks["separator"])
    writer.writerow(_headings(columns, language))
    writer.writerows([_cell_text(cell, marks["point"]) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def write_workbook(columns: Sequence[str], rows: Iterable[Sequence[Cell]], language: Language) -> bytes:
    """
    Write a workbook with one sheet. Texts are written as texts, so none is a formula or a link.

    It takes a tenth of a second for a thousand rows: call it in a thread. Programs show figures in their own language.
    """
    content = io.BytesIO()
    with xlsxwriter.Workbook(content, {"in_memory": True}) as workbook:
        sheet = workbook.add_worksheet()
        headings = _headings(columns, language)
        widths = [len(heading) for heading in headings]
        bold = workbook.add_format({"bold": True})
        for column, heading in enumerate(headings):
            sheet.write_string(0, column, heading, bold)
        for number, row in enumerate(rows, 1):
            for column, cell in enumerate(row):
                if not isinstance(cell, str):
                    sheet.write_number(number, column, float(cell))
                elif cell:
                    sheet.write_string(number, column, cell)
                widths[column] = max(widths[column], len(str(cell)))
        for column, width in enumerate(widths):
            sheet.set_column(column, column, min(width, _WIDEST) + 2)
        sheet.freeze_panes(1, 0)
    return content.getvalue()


def _headings(columns: Sequence[str], language: Language) -> list[str]:
    words = _MARKS.get(language, _MARKS[ENGLISH])
    return [words.get(column, column) for column in columns]


def _cell_text(cell: Cell, point: str) -> str:
    match cell:
        case Fraction():
            return f"{float(cell):.12g}".replace(".", point)
        case str():
            return _FORMULA.sub("'", cell)
        case _:
            return str(cell)
