"""Sheets, read as Excel reads them: in English, and in German with its own separators."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from itertools import product

import openpyxl
import pytest

from server.runtime.sheets import Cell, write_sheet, write_workbook


class GermanExcel(csv.excel):
    """How a German Excel splits a sheet."""

    delimiter = ";"


def _read(sheet: bytes, dialect: type[csv.Dialect]) -> list[list[str]]:
    """Read a sheet as Excel does: in UTF-8 only where it begins with the mark."""
    encoding = "utf-8-sig" if sheet.startswith(b"\xef\xbb\xbf") else "cp1252"
    return list(csv.reader(sheet.decode(encoding).splitlines(), dialect))


@pytest.mark.parametrize(
    ("language", "dialect", "half", "heading"),
    [("en", csv.excel, "1.5", ["name", "points"]), ("de", GermanExcel, "1,5", ["Name", "Punkte"])],
)
def test_excel_reads_names_and_figures_of_its_language(
    language: str, dialect: type[csv.Dialect], half: str, heading: list[str]
) -> None:
    sheet = write_sheet(["name", "points"], [["Zoë; B, C", Fraction(3, 2)], ["Bo", 2]], language)

    assert _read(sheet, dialect) == [heading, ["Zoë; B, C", half], ["Bo", "2"]]


@pytest.mark.parametrize("name", ["=1+1", "x;=1+1", "x,=1+1", "x\t=1+1", 'x; "=1+1"', 'x"; -1', "@a,+1", "x;＝1"])
def test_no_part_of_a_name_is_a_formula_however_excel_splits_it(name: str) -> None:
    for language, between in product(("en", "de"), ",;\t"):
        sheet = write_sheet(["n", "name"], [[1, name]], language).decode("utf-8-sig")
        cells = [cell.strip(' "') for line in sheet.splitlines() for cell in line.split(between)]
        cells += [cell.strip(' "') for row in csv.reader(sheet.splitlines(), delimiter=between) for cell in row]

        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "＝"))]


@pytest.mark.parametrize(("language", "heading"), [("en", ["name", "points", "BH"]), ("de", ["Name", "Punkte", "BH"])])
def test_a_workbook_has_texts_and_numbers_and_headings_of_its_language(language: str, heading: list[str]) -> None:
    rows: list[list[Cell]] = [["Zoë", Fraction(3, 2), 4], ["Bo", 2, ""]]

    (sheet,) = openpyxl.load_workbook(io.BytesIO(write_workbook(["name", "points", "BH"], rows, language)))

    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == [heading, ["Zoë", 1.5, 4], ["Bo", 2, None]]
    assert sheet["A1"].font.bold


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "{=1}", "http://example.org", "mailto:a@b.c"])
def test_no_name_in_a_workbook_is_a_formula_or_a_link(name: str) -> None:
    (sheet,) = openpyxl.load_workbook(io.BytesIO(write_workbook(["name"], [[name]], "en")))

    assert (sheet["A2"].value, sheet["A2"].data_type, sheet["A2"].hyperlink) == (name, "s", None)
