"""A packed log in memory: it is rarely read again, and as objects it would take five times the memory."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Final, cast, get_args, overload

import orjson

from engines.kit import HOST, Audience, Viewer
from server.logs.store.entry import (
    GENESIS,
    EncodedFact,
    Entry,
    EntryKind,
    audience_text,
    canonical_json,
    parse_audience,
)

_KINDS: Final[tuple[EntryKind, ...]] = get_args(EntryKind)
_NUMBERS: Final[dict[str, int]] = {kind: number for number, kind in enumerate(_KINDS)}

# Hash, nonce, kind, time, the number of facts, and whether the rest is compressed. Then for each fact the lengths in
# bytes of the fact and its audience; then the facts as canonical JSON, as stored: [{"fact":FACT,"to":AUDIENCE},...]
_HEAD: Final = struct.Struct("<32s16sB27sI?")
_LENGTHS: Final = struct.Struct("<II")
_BEFORE_FACT, _BEFORE_TO = b'{"fact":', b',"to":'
_BETWEEN_FACTS: Final = len(b'},{"fact":')

_COMPRESSED_FROM: Final = 4096
"""
Larger entries are compressed: they are few, because each closes a phase of a large game, and shrink to a fifth. A small
one would keep half of its size.
"""

_ENTRY_BYTES: Final = 64
"""Memory of a packed entry besides its bytes, for the list and the object."""

_UNPACKED_BYTES: Final = 1_500
"""Memory of an entry that is not packed, besides the text of its facts."""


class PackedLog(Sequence[Entry]):
    """
    The entries of one log, from its first.

    The last entry is returned as it was appended until `pack` is called; after that, each access returns an equal copy.
    A redacted entry, and one that our servers would not have written, as in a forged log, is stored unpacked. Methods
    that take an index (from 0) read the packed bytes without parsing them.

    Attributes:
        bytes: Memory of the packed entries.
    """

    def __init__(self) -> None:
        self.bytes = 0
        self._log_id = ""
        self._kept: list[bytes | Entry] = []

    def append(self, entry: Entry) -> None:
        """Append the entry that follows the last."""
        if not self._kept:
            self._log_id = entry.log_id
        self._kept.append(entry)

    def pack(self) -> None:
        """Pack the last entry."""
        last = self._kept[-1]
        if isinstance(last, Entry):
            packed = self._pack_last(last)
            if packed is None:
                self.bytes += 2 * len(last.facts_text()) + _UNPACKED_BYTES
            else:
                self._kept[-1] = packed
                self.bytes += len(packed) + _ENTRY_BYTES

    def places(self, at: int, viewer: Viewer) -> list[int]:
        """Return the indices of an entry's facts that are addressed to the viewer."""
        return [place for place, audience in enumerate(self.audiences(at)) if audience.includes(viewer)]

    def audiences(self, at: int) -> list[Audience]:
        """Return the audience of each fact of an entry."""
        kept = self._kept[at]
        if isinstance(kept, Entry):
            return [fact.audience for fact in kept.facts]
        packed = _inflate(kept)
        return [_audience(packed[to_at:to_end]) for _, _, to_at, to_end in _spans(packed)]

    def facts_text(self, at: int, viewer: Viewer) -> str:
        """Return the facts of an entry for the viewer as a JSON array, as it is sent."""
        kept = self._kept[at]
        if isinstance(kept, Entry):
            return f"[{','.join(fact.text for fact in kept.facts if fact.audience.includes(viewer))}]"
        packed = _inflate(kept)
        return f"[{b','.join([text for text, _ in _facts_to(packed, viewer)]).decode()}]"

    def facts_for(self, at: int, viewer: Viewer) -> list[EncodedFact]:
        """Return the facts of an entry that are addressed to the viewer."""
        kept = self._kept[at]
        if isinstance(kept, Entry):
            return [fact for fact in kept.facts if fact.audience.includes(viewer)]
        return _facts(_inflate(kept), viewer)

    def bytes_for(self, at: int, viewer: Viewer) -> int:
        """Return the length of an entry's facts for the viewer, with a byte between them."""
        kept = self._kept[at]
        if isinstance(kept, Entry):
            return sum(len(fact.text.encode()) + 1 for fact in kept.facts if fact.audience.includes(viewer))
        return sum([len(text) + 1 for text, _ in _facts_to(_inflate(kept), viewer)])

    def time(self, at: int) -> str:
        """Return the time of an entry."""
        kept = self._kept[at]
        return kept.at if isinstance(kept, Entry) else _HEAD.unpack_from(kept)[3].decode()

    def kind(self, at: int) -> EntryKind:
        """Return the kind of an entry."""
        kept = self._kept[at]
        return kept.kind if isinstance(kept, Entry) else _KINDS[_HEAD.unpack_from(kept)[2]]

    def line(self, at: int, *, withhold: bool) -> bytes:
        """Return an entry as a line of an exported log (NDJSON), whole or withheld."""
        kept = self._kept[at]
        if isinstance(kept, Entry):
            return (kept.withhold() if withhold else kept).as_line().encode()
        hash_, nonce, kind, time, count, _ = _HEAD.unpack_from(kept)
        facts = _inflate(kept)[_HEAD.size + _LENGTHS.size * count :].decode()
        content = f'"at":"{time.decode()}","facts":{facts}'
        place = f'"match_id":{canonical_json(self._log_id)}'
        behind = f'"previous":"{self._hash_before(at)}","seq":{at + 1}}}\n'
        if withhold:
            body = sha256(f'{{{content},"nonce":"{nonce.hex()}"}}'.encode()).hexdigest()
            line = f'{{"body":"{body}","hash":"{hash_.hex()}","kind":"{_KINDS[kind]}",{place},{behind}'
        else:
            line = (
                f'{{{content},"hash":"{hash_.hex()}","kind":"{_KINDS[kind]}",{place},"nonce":"{nonce.hex()}",{behind}'
            )
        return line.encode()

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
        hash_, nonce, kind, time, _, _ = _HEAD.unpack_from(kept)
        previous = self._hash_before(at)
        facts = tuple(_facts(_inflate(kept), HOST))
        return Entry(self._log_id, at + 1, _KINDS[kind], time.decode(), facts, nonce.hex(), previous, hash_.hex())

    def _pack_last(self, entry: Entry) -> bytes | None:
        """Return the packed last entry, or None if unpacking would not reproduce it."""
        at = len(self._kept) - 1
        try:
            hash_, nonce, time = bytes.fromhex(entry.hash), bytes.fromhex(entry.nonce), entry.at.encode("ascii")
            kind = _NUMBERS[entry.kind]
        except (ValueError, KeyError, TypeError):  # A forged entry can have a kind of any type.
            return None
        place = (entry.log_id, entry.seq, entry.previous) == (self._log_id, at + 1, self._hash_before(at))
        sizes = (len(hash_), len(nonce), len(time)) == (32, 16, 27)
        plain = (entry.hash, entry.nonce, entry.body) == (hash_.hex(), nonce.hex(), None)
        if not (place and sizes and plain):
            return None
        text = entry.facts_text()
        rest = _lengths(entry.facts, ascii_only=text.isascii()) + text.encode()
        compressed = len(rest) > _COMPRESSED_FROM
        head = _HEAD.pack(hash_, nonce, kind, time, len(entry.facts), compressed)
        return head + (zlib.compress(rest, 1) if compressed else rest)

    def _hash_before(self, at: int) -> str:
        if at == 0:
            return GENESIS
        kept = self._kept[at - 1]
        return kept.hash if isinstance(kept, Entry) else kept[:32].hex()


def _inflate(kept: bytes) -> bytes:
    """Return a packed entry with the facts as they are read."""
    *_, compressed = _HEAD.unpack_from(kept)
    return kept[: _HEAD.size] + zlib.decompress(kept[_HEAD.size :]) if compressed else kept


def _lengths(facts: Sequence[EncodedFact], *, ascii_only: bool) -> bytes:
    """Return the packed lengths of facts and their audiences."""
    lengths: list[int] = []
    for fact in facts:
        lengths += (len(fact.text if ascii_only else fact.text.encode()), len(audience_text(fact.audience)))
    return struct.pack(f"<{len(lengths)}I", *lengths)


def _facts(packed: bytes, viewer: Viewer) -> list[EncodedFact]:
    """Return the facts of a packed entry that are addressed to the viewer, with their texts unchanged."""
    return [
        EncodedFact(_audience(audience), orjson.loads(text)["type"], text.decode())
        for text, audience in _facts_to(packed, viewer)
    ]


def _facts_to(packed: bytes, viewer: Viewer) -> list[tuple[bytes, bytes]]:
    """Return the facts of a packed entry that are addressed to the viewer, and their audiences, as JSON."""
    return [
        (packed[at:end], audience)
        for at, end, to_at, to_end in _spans(packed)
        if _includes(audience := packed[to_at:to_end], viewer)
    ]


def _spans(packed: bytes) -> list[tuple[int, int, int, int]]:
    """Return for each fact of a packed entry its start and end, and those of its audience."""
    count = cast("int", _HEAD.unpack_from(packed)[4])
    behind_lengths = _HEAD.size + _LENGTHS.size * count
    spans: list[tuple[int, int, int, int]] = []
    at = behind_lengths + 1 + len(_BEFORE_FACT)
    for fact, to in _LENGTHS.iter_unpack(packed[_HEAD.size : behind_lengths]):
        end = at + fact
        to_at = end + len(_BEFORE_TO)
        to_end = to_at + to
        spans.append((at, end, to_at, to_end))
        at = to_end + _BETWEEN_FACTS
    return spans


@lru_cache(4096)
def _includes(audience: bytes, viewer: Viewer) -> bool:
    return _audience(audience).includes(viewer)


@lru_cache(4096)
def _audience(text: bytes) -> Audience:
    return parse_audience(orjson.loads(text))
