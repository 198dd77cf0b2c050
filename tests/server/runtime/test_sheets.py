"""Sheets, read as Excel reads them: in English, and in German with its own separators."""

from __future__ import annotations

import csv
from fractions import Fraction
from itertools import product

import pytest

from server.runtime.sheets import write_sheet


class GermanExcel(csv.excel):
    """How a German Excel splits a sheet."""

    delimiter = ";"


def _read(sheet: bytes, dialect: type[csv.Dialect]) -> list[list[str]]:
    """Read a sheet as Excel does: in UTF-8 only where it begins with the mark."""
    encoding = "utf-8-sig" if sheet.startswith(b"\xef\xbb\xbf") else "cp1252"
    return list(csv.reader(sheet.decode(encoding).splitlines(), dialect))


@pytest.mark.parametrize(("language", "dialect", "half"), [("en", csv.excel, "1.5"), ("de", GermanExcel, "1,5")])
def test_excel_reads_names_and_figures_of_its_language(language: str, dialect: type[csv.Dialect], half: str) -> None:
    sheet = write_sheet(["name", "points"], [["Zoë; B, C", Fraction(3, 2)], ["Bo", 2]], language)

    assert _read(sheet, dialect) == [["name", "points"], ["Zoë; B, C", half], ["Bo", "2"]]


@pytest.mark.parametrize("name", ["=1+1", "x;=1+1", "x,=1+1", "x\t=1+1", 'x; "=1+1"', 'x"; -1', "@a,+1", "x;＝1"])
def test_no_part_of_a_name_is_a_formula_however_excel_splits_it(name: str) -> None:
    for language, between in product(("en", "de"), ",;\t"):
        sheet = write_sheet(["n", "name"], [[1, name]], language).decode("utf-8-sig")
        cells = [cell.strip(' "') for line in sheet.splitlines() for cell in line.split(between)]
        cells += [cell.strip(' "') for row in csv.reader(sheet.splitlines(), delimiter=between) for cell in row]

        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))]
