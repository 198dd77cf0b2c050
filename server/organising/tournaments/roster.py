"""
Rosters: people to enter, from a sheet (CSV, RFC 4180) or from a report in FIDE's format TRF16.

Sheets begin with a line of headings, in English or German, and are separated by commas, semicolons or tabs.
"""

from __future__ import annotations

import csv
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from pydantic import TypeAdapter, ValidationError

from server.access import codes
from server.access.errors import RefusedError
from server.access.fields import Name
from server.access.texts import is_readable
from server.organising.tournaments.requests import MAX_EMAIL, MAX_LINES, Club

Fault: TypeAlias = Literal["bad_name", "bad_rating", "bad_club"]

MAX_RATING: Final = 10_000

_SEPARATORS: Final = ",;\t"
_MARK: Final = "\ufeff"

_HEADINGS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("name", "player", "spieler", "spielerin", "teilnehmer", "teilnehmerin"), "name"),
    **dict.fromkeys(("first name", "firstname", "given name", "vorname"), "first"),
    **dict.fromkeys(("last name", "lastname", "surname", "family name", "nachname", "familienname"), "last"),
    **dict.fromkeys(("rating", "elo", "dwz", "wertung", "wertungszahl"), "rating"),
    **dict.fromkeys(("club", "verein", "team"), "club"),
    **dict.fromkeys(("email", "mail", "email address", "emailadresse", "mailadresse"), "email"),
}
"""What columns mean, by their headings in small letters without hyphens."""

_names: Final = TypeAdapter[str](Name)
_clubs: Final = TypeAdapter[str](Club)

_REPORTED: Final = "001"
"""How lines of players begin in a report."""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """
    Somebody to enter, as a line says; the first line is 1. `fault` is what is wrong with it, if anything is.

    `email` is for the reply only: it is not checked, and nobody stores it.
    """

    number: int
    name: str
    rating: int
    club: str = ""
    email: str = ""
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Roster:
    """The lines of a file, and the headings of its columns that have no meaning here."""

    lines: list[RosterLine]
    unknown_columns: list[str]


def read_sheet(text: str) -> Generator[None, None, Roster]:
    """
    Read a sheet, in steps.

    Raises:
        RefusedError: It has no column of names, or too many lines.
    """
    rows = _rows(text.removeprefix(_MARK))
    headings = [each.strip() for each in next(rows, (1, [""]))[1]]
    columns = [_HEADINGS.get(each.lower().replace("-", ""), "") for each in headings]
    if "name" not in columns and not {"first", "last"} <= {*columns}:
        raise RefusedError(
            codes.BAD_ROSTER, "The first line must have headings, among them `name`, or `first name` and `last name`."
        )
    lines: list[RosterLine] = []
    for number, row in rows:
        if any(cell.strip() for cell in row):
            cells = {column: cell.strip() for column, cell in zip(columns, row, strict=False) if column}
            name = cells.get("name") or f"{cells.get('first', '')} {cells.get('last', '')}".strip()
            _add(lines, number, name, cells.get("rating", ""), cells.get("club", ""), cells.get("email", ""))
        yield
    unknown = [heading for heading, column in zip(headings, columns, strict=True) if heading and not column]
    return Roster(lines, unknown)


def read_report(text: str) -> Generator[None, None, Roster]:
    """
    Read the players of a report, in steps: names and ratings, but no results.

    Raises:
        RefusedError: It has no players, or too many.
    """
    lines: list[RosterLine] = []
    for number, line in enumerate(text.removeprefix(_MARK).splitlines(), 1):
        if line.startswith(f"{_REPORTED} "):
            _add(lines, number, line[14:47].strip(), line[48:52].strip())
        yield
    if not lines:
        raise RefusedError(codes.BAD_ROSTER, "The report has no players: lines that begin with 001.")
    return Roster(lines, [])


def check_line(line: RosterLine) -> RosterLine:
    """Return a line with what is wrong with it."""
    fault: Fault | None = line.fault
    try:
        if not is_readable(_names.validate_python(line.name)):
            fault = "bad_name"
    except ValidationError:
        fault = "bad_name"
    if fault is None:
        try:
            _clubs.validate_python(line.club)
        except ValidationError:
            fault = "bad_club"
    return replace(line, fault=fault)


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of a sheet with their numbers; the heading says what separates cells."""
    first = text.partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=separator)
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise RefusedError(codes.BAD_ROSTER, "The sheet has a line that cannot be read.") from error


def _add(lines: list[RosterLine], number: int, name: str, rating: str, club: str = "", email: str = "") -> None:
    if len(lines) >= MAX_LINES:
        raise RefusedError(codes.BAD_ROSTER, f"There can be at most {MAX_LINES} people in one call.")
    found = _rating(rating)
    fault: Fault | None = "bad_rating" if found is None else None
    lines.append(RosterLine(number, name, found or 0, club, email[:MAX_EMAIL], fault))


def _rating(text: str) -> int | None:
    """Return a rating, 0 for an empty text; None for another one."""
    if not text or text == "-":
        return 0
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= MAX_RATING else None
