"""Exported logs: one entry a line (NDJSON), of one match or of several."""

from __future__ import annotations

import json
from collections.abc import Iterable

from server.log.entry import Entry, parse_entry


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
            entry = parse_entry(json.loads(line))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise UnreadableLogError(f"Line {number} is no entry of a log.") from error
        logs.setdefault(entry.match_id, []).append(entry)
    if not logs:
        raise UnreadableLogError("There is no entry in the file.")
    return logs
