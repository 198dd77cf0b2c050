"""
What a file of the archive contains: an exported log with all facts, compressed with Zstandard (docs/log.md).

The same log gives the same bytes. `moirai verify` reads the files as they are, and so does `zstd -d`.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import orjson

from engines.kit import record
from server.logs.store.contract import BrokenLogError
from server.logs.store.entry import GENESIS, Entry, Head, hash_of, parse_entry
from server.logs.store.personal import LEFT, people_of

if sys.version_info >= (3, 14):
    from compression import zstd as zstd
else:
    from backports import zstd as zstd

_LEVEL: Final = 6
"""A duel takes 2 ms and 14 MB of memory. Level 12 takes 28 ms and 42 MB, for 1 % less; of other matches up to 13 %."""

_OPTIONS: Final[Mapping[int, int]] = {
    zstd.CompressionParameter.compression_level: _LEVEL,
    zstd.CompressionParameter.checksum_flag: 1,
}

_AT_ONCE: Final = 2**18
"""How much is decompressed at once; takes less than a millisecond."""

MOST_BYTES: Final = 64 * 2**20
"""The largest log that is archived, and the most that is read of a file. The largest match of bots has 0.4 MB."""


class TooLargeError(Exception):
    """The log is larger than `MOST_BYTES`: it stays in the database."""


@record
class PackedFile:
    """
    A log as a file of the archive.

    Attributes:
        content: The compressed lines.
        sha256: The hash of `content`, in hexadecimal.
        head: The last entry.
        people: Ids of players whose names are in it, sorted.
    """

    content: bytes
    sha256: str
    head: Head
    people: tuple[str, ...]


class Packer:
    """Packs a log, entry by entry, from its first; refuses what its chain does not hold together."""

    def __init__(self, log_id: str) -> None:
        self._log_id = log_id
        self._head = Head()
        self._bytes = 0
        self._parts: list[bytes] = []
        self._people: set[str] = set()
        self._compressor = zstd.ZstdCompressor(options=_OPTIONS)

    def add(self, entries: Iterable[Entry]) -> None:
        """
        Add the next entries.

        Raises:
            BrokenLogError: They do not continue the log.
            TooLargeError: There is more than a file may contain.
        """
        for entry in entries:
            self._add(entry)

    def _add(self, entry: Entry) -> None:
        self._head = follow(self._log_id, self._head, entry)
        line = entry.as_line().encode()
        self._bytes += len(line)
        if self._bytes > MOST_BYTES:
            raise TooLargeError(f"{self._log_id} has more than {MOST_BYTES} bytes")
        self._parts.append(self._compressor.compress(line))
        self._people |= {player_id for fact in entry.facts for player_id, name in people_of(fact) if name != LEFT}

    def finish(self) -> PackedFile:
        """Return the file."""
        content = b"".join((*self._parts, self._compressor.flush()))
        return PackedFile(content, hashlib.sha256(content).hexdigest(), self._head, tuple(sorted(self._people)))


def follow(log_id: str, head: Head, entry: Entry) -> Head:
    """
    Return the head of a log after one more entry.

    Raises:
        BrokenLogError: The entry does not continue the log.
    """
    continues = (entry.log_id, entry.seq, entry.previous) == (log_id, head.seq + 1, head.hash)
    if not continues or (head.seq == 0 and entry.previous != GENESIS) or hash_of(entry) != entry.hash:
        raise BrokenLogError(f"{log_id}: entry {head.seq + 1} does not continue the log")
    return entry.head


def lines_of(content: bytes) -> Iterator[bytes]:
    """
    Yield the lines of a file, decompressed bit by bit.

    Raises:
        BrokenLogError: The file is damaged, or contains more than `MOST_BYTES`.
    """
    decompressor, rest, size, given = zstd.ZstdDecompressor(), b"", 0, content
    while not decompressor.eof:
        try:
            part = decompressor.decompress(given, max_length=_AT_ONCE)
        except zstd.ZstdError as error:
            raise BrokenLogError("the file cannot be decompressed") from error
        given, size = b"", size + len(part)
        if size > MOST_BYTES or (not part and decompressor.needs_input):
            raise BrokenLogError("the file is too large, or not whole")
        *lines, rest = (rest + part).split(b"\n")
        yield from lines
    if rest or decompressor.unused_data:
        raise BrokenLogError("the file contains more than a log")


def entries_of(content: bytes, after: int = 0, limit: int | None = None) -> Iterator[Entry]:
    """Yield up to `limit` entries of a file with numbers above `after`; raises BrokenLogError if it is damaged."""
    for seq, line in enumerate(lines_of(content), start=1):
        if limit is not None and seq > after + limit:
            return
        if seq > after:
            try:
                yield parse_entry(orjson.loads(line))
            except (KeyError, TypeError, ValueError) as error:
                raise BrokenLogError(f"line {seq} of the file is not an entry") from error


def require_whole(log_id: str, content: bytes, sha256: str, head: Head) -> None:
    """
    Check a file: its hash, each entry, and the chain up to this head.

    Raises:
        BrokenLogError: It is not the file of this log.
    """
    require_same(log_id, content, sha256)
    found = Head()
    for entry in entries_of(content):
        found = follow(log_id, found, entry)
    if found != head:
        raise BrokenLogError(f"{log_id}: the file ends with entry {found.seq}, not with entry {head.seq}")


def require_same(log_id: str, content: bytes, sha256: str) -> None:
    """Check the hash of a file; raises BrokenLogError if it is another one."""
    if hashlib.sha256(content).hexdigest() != sha256:
        raise BrokenLogError(f"{log_id}: the hash of its file is not {sha256}")
