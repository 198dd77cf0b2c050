"""
Rows of the table `entries` as entries: `match_id, seq, kind, at, facts, nonce, previous, hash`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import orjson

from server.log.contract import BrokenLogError, Continuation, LostTailError
from server.log.entry import Entry, Head, parse_facts


class Row(Protocol):
    """As both drivers give it."""

    def __iter__(self) -> Iterator[Any]: ...
    def __getitem__(self, index: int, /) -> Any: ...  # noqa: ANN401  # each column has its type


def entry_of(row: Row) -> Entry:
    """
    The entry in a row.

    Raises:
        BrokenLogError: There is none in it.
    """
    match_id, seq, kind, at, facts, nonce, previous, hash_ = row
    try:
        return Entry(match_id, seq, kind, at, parse_facts(orjson.loads(facts)), nonce, previous, hash_)
    except (ValueError, TypeError, KeyError, IndexError) as error:
        raise BrokenLogError(f"{match_id}: entry {seq} cannot be read") from error


class Continuations:
    """
    What several logs hold behind heads, from rows in the order of their numbers.

    Of each head its own row comes first, without its facts, so that it is seen whether it still stands.
    """

    def __init__(self, heads: Mapping[str, Head]) -> None:
        self._heads = heads
        self.found: dict[str, Continuation] = {
            match_id: LostTailError(f"{match_id}: entry {head.seq} is gone") if head.seq else []
            for match_id, head in heads.items()
        }

    def take(self, row: Row) -> None:
        """Take in the next row."""
        match_id, seq = row[0], row[1]
        head, found = self._heads[match_id], self.found[match_id]
        if seq == head.seq:
            if row[-1] == head.hash:
                self.found[match_id] = []
        elif isinstance(found, list):
            try:
                found.append(entry_of(row))
            except BrokenLogError as error:
                self.found[match_id] = error
