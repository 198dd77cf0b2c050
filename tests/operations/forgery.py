"""What a forger does who has the whole log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from server.log.entry import GENESIS, Entry, Head, hash_of


def chained_anew(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, numbered and chained again."""
    head = Head(0, GENESIS)
    chained: list[Entry] = []
    for entry in entries:
        unsealed = replace(entry, seq=head.seq + 1, previous=head.hash)
        chained.append(replace(unsealed, hash=hash_of(unsealed)))
        head = chained[-1].head
    return chained
