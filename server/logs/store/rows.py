"""Rows of the table `entries` as entries: `log_id, seq, kind, at, facts, nonce, previous, body, hash`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Protocol

from server.logs.store.contract import BrokenLogError, Continuation, InArchiveError, LostTailError
from server.logs.store.entry import Entry, Head, parse_stored_facts
from server.runtime.time_slices import Pace


class Row(Protocol):
    """A row as returned by both drivers."""

    def __iter__(self) -> Iterator[Any]: ...
    def __getitem__(self, index: int, /) -> Any: ...  # noqa: ANN401  # each column has its type


ARCHIVED: Final = ""
"""The facts in the row of an entry if the log up to it is in the archive (`server.logs.archive`)."""


def entry_of(row: Row) -> Entry:
    """
    Return the entry in a row; `archived` if its content is elsewhere.

    Raises:
        BrokenLogError: The row is not a valid entry.
    """
    log_id, seq, kind, at, facts, nonce, previous, body, hash_ = row
    if facts == ARCHIVED:
        return Entry(log_id, seq, kind, at, (), "", previous, hash_)
    try:
        decoded, text = parse_stored_facts(facts)
        return Entry(log_id, seq, kind, at, decoded, nonce, previous, hash_, body).knowing(text)
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise BrokenLogError(f"{log_id}: entry {seq} cannot be read") from error


async def entries_of(rows: Iterable[Row]) -> list[Entry]:
    """Return the entries in rows, without blocking others for long; raises BrokenLogError as `entry_of` does."""
    pace, entries = Pace(), list[Entry]()
    for row in rows:
        entries.append(entry_of(row))
        await pace.rest()
    return entries


class Continuations:
    """
    The entries of several logs after given heads, from rows ordered by number.

    The first row of each log is that of the head itself, without facts, to check that it still exists.
    """

    def __init__(self, heads: Mapping[str, Head]) -> None:
        self._heads = heads
        self.found: dict[str, Continuation] = {
            log_id: LostTailError(f"{log_id}: entry {head.seq} is gone") if head.seq else []
            for log_id, head in heads.items()
        }

    def take(self, row: Row) -> None:
        """Process the next row."""
        log_id, seq = row[0], row[1]
        head, found = self._heads[log_id], self.found[log_id]
        if seq == head.seq:
            if row[-1] == head.hash:
                self.found[log_id] = []
        elif row[4] == ARCHIVED:
            self.found[log_id] = InArchiveError(log_id)
        elif isinstance(found, list):
            try:
                found.append(entry_of(row))
            except BrokenLogError as error:
                self.found[log_id] = error
