"""
A match's log in memory, packed: it is seldom read again, and as objects it would take five times as much.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final, get_args, overload

import orjson

from server.log.entry import GENESIS, Entry, EntryKind, parse_facts

_KINDS: Final[tuple[EntryKind, ...]] = get_args(EntryKind)
_HEAD: Final = struct.Struct("32s16sB27s")  # Hash, nonce, kind and time; the facts follow as canonical JSON.


class PackedLog(Sequence[Entry]):
    """
    The entries of one match, from its first.

    The last is given out as it was appended until `pack` is called; after that, each time as an equal copy. What no
    server of ours would have written, in a forged log say, is kept as it is.
    """

    def __init__(self) -> None:
        self._match_id = ""
        self._kept: list[bytes | Entry] = []

    def append(self, entry: Entry) -> None:
        """Add the entry that follows the last."""
        if not self._kept:
            self._match_id = entry.match_id
        self._kept.append(entry)

    def pack(self) -> None:
        """Pack the last entry."""
        last = self._kept[-1]
        if isinstance(last, Entry):
            self._kept[-1] = self._packed(last)

    def __len__(self) -> int:
        return len(self._kept)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        if isinstance(index, slice):
            return [self._entry(at) for at in range(*index.indices(len(self)))]
        return self._entry(range(len(self))[index])

    def __iter__(self) -> Iterator[Entry]:
        return map(self._entry, range(len(self)))

    def _entry(self, at: int) -> Entry:
        kept = self._kept[at]
        if isinstance(kept, Entry):
            return kept
        hash_, nonce, kind, time = _HEAD.unpack_from(kept)
        facts = parse_facts(orjson.loads(kept[_HEAD.size :]))
        previous = self._hash_before(at)
        return Entry(self._match_id, at + 1, _KINDS[kind], time.decode(), facts, nonce.hex(), previous, hash_.hex())

    def _packed(self, entry: Entry) -> bytes | Entry:
        """The last entry in bytes, if they give it back."""
        at = len(self._kept) - 1
        try:
            hash_, nonce, time = bytes.fromhex(entry.hash), bytes.fromhex(entry.nonce), entry.at.encode("ascii")
            packed = _HEAD.pack(hash_, nonce, _KINDS.index(entry.kind), time) + entry.facts_text().encode()
        except ValueError:
            return entry
        place = (entry.match_id, entry.seq, entry.previous) == (self._match_id, at + 1, self._hash_before(at))
        sizes = (len(hash_), len(nonce), len(time)) == (32, 16, 27)
        plain = (entry.hash, entry.nonce, entry.body) == (hash_.hex(), nonce.hex(), None)
        return packed if place and sizes and plain else entry

    def _hash_before(self, at: int) -> str:
        if at == 0:
            return GENESIS
        kept = self._kept[at - 1]
        return kept.hash if isinstance(kept, Entry) else kept[:32].hex()
