"""Exported logs: one entry a line (NDJSON), of one match or of several."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final, NoReturn

from pydantic import JsonValue

from server.log.entry import Entry, canonical_json, parse_entry

_WHITE: Final = " \t\r\n"
"""What JSON calls white space; it may stand around a line."""

_LARGEST: Final = 2**53 - 1
"""The largest number that a reader without big integers holds exactly (RFC 8785)."""

_DEEPEST: Final = 64
"""How many objects and lists may stand inside each other, the entry itself counted."""


class UnreadableLogError(Exception):
    """A file that is no exported log; the text says where."""


def read_logs(lines: Iterable[str]) -> dict[str, list[Entry]]:
    """
    The entries of each match, in the order of their lines.

    Raises:
        UnreadableLogError: A line is not the canonical JSON of an entry, or there is none.
    """
    logs: dict[str, list[Entry]] = {}
    for number, line in enumerate(lines, start=1):
        entry_text = line.strip(_WHITE)
        if not entry_text:
            continue
        try:
            entry = _read(entry_text)
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise UnreadableLogError(f"Line {number} is no entry of a log.") from error
        logs.setdefault(entry.match_id, []).append(entry)
    if not logs:
        raise UnreadableLogError("There is no entry in the file.")
    return logs


def _read(line: str) -> Entry:
    entry = parse_entry(json.loads(line, parse_int=_whole, parse_float=_refuse))
    _require_plain(entry.as_json())
    # Nothing may stand in the line that the hash does not cover, be it another field, a name twice or `true` for 1.
    # Half a character (a lone surrogate) has no bytes: such a text could be neither hashed nor shown.
    if canonical_json(entry.as_json()).encode() != line.encode():
        raise ValueError("the line holds something else than an entry")
    return entry


def _require_plain(value: JsonValue, levels: int = _DEEPEST) -> None:
    """Refuse what not every reader can follow so deep, or would sort in the same way: names are ASCII."""
    if not isinstance(value, dict | list):
        return
    if levels == 0 or (isinstance(value, dict) and not all(name.isascii() for name in value)):
        raise ValueError("a value too deep, or a name that is not plain")
    for inside in value.values() if isinstance(value, dict) else value:
        _require_plain(inside, levels - 1)


def _whole(digits: str) -> int:
    number = int(digits)
    if abs(number) > _LARGEST:
        raise ValueError("a number that not every reader of JSON can hold")
    return number


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"no log holds {number}")
