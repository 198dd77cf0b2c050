"""Exported logs: one entry a line (NDJSON), of one match or of several."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pydantic import JsonValue

from server.log.entry import Entry, canonical_json, parse_entry


class UnreadableLogError(Exception):
    """A file that is no exported log; the text says where."""


def read_logs(lines: Iterable[str]) -> dict[str, list[Entry]]:
    """
    The entries of each match, in the order of their lines.

    Raises:
        UnreadableLogError: A line is no entry, or there is none.
    """
    logs: dict[str, list[Entry]] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            entry = _read(line)
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise UnreadableLogError(f"Line {number} is no entry of a log.") from error
        logs.setdefault(entry.match_id, []).append(entry)
    if not logs:
        raise UnreadableLogError("There is no entry in the file.")
    return logs


def _read(line: str) -> Entry:
    read = json.loads(line)
    entry = parse_entry(read)
    # Nothing may stand in the line that the hash does not cover, be it another field or `true` for 1.
    if _bytes(read) != _bytes(entry.as_json()):
        raise ValueError("the line holds something else than an entry")
    return entry


def _bytes(value: JsonValue) -> bytes:
    # Half a character (a lone surrogate) has no bytes: such a text could be neither hashed nor shown.
    return canonical_json(value).encode()
