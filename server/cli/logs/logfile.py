"""Exported logs: one entry per line (NDJSON), of one match or several."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BufferedReader
from typing import BinaryIO, Final, NoReturn, Protocol

from pydantic import JsonValue

from server.logs.archive.files import zstd
from server.logs.store.entry import Entry, parse_entry
from server.logs.store.packed import PackedLog

MAX_FILE_BYTES: Final = 256 * 2**20
"""Maximum size of a file; a larger one is not read at all."""

MAX_LINE_BYTES: Final = 8 * 2**20
"""Maximum length of a line. The server writes entries of at most 256 KiB; earlier versions wrote up to 5 MiB."""

MAX_VALUES: Final = 8_000_000
"""Maximum number of JSON values in a file: a list of empty lists takes twenty times as much memory as text."""

_WHITE: Final = " \t\r\n"
"""White space of JSON; allowed around a line."""

_LARGEST: Final = 2**53 - 1
"""The largest integer that is exact in readers without big integers (RFC 8785)."""

_DEEPEST: Final = 64
"""Maximum nesting of objects and lists, including the entry itself."""


_ZSTANDARD: Final = b"\x28\xb5\x2f\xfd"
"""How a compressed file begins."""


class _Lines(Protocol):
    """A file, read line by line."""

    def readline(self, size: int, /) -> bytes: ...


class UnreadableLogError(Exception):
    """The file is not an exported log, or not a file that a client saved; the message says where."""


def read_logs(lines: Iterable[str]) -> Mapping[str, Sequence[Entry]]:
    """
    Return the entries of each match, in the order of their lines.

    Raises:
        UnreadableLogError: A line is not the canonical JSON of an entry, or there are no lines.
    """
    logs: dict[str, PackedLog] = {}
    for number, line in enumerate(lines, start=1):
        entry_text = line.strip(_WHITE)
        if not entry_text:
            continue
        try:
            entry = _read(entry_text)
        except (KeyError, TypeError, ValueError, OverflowError, RecursionError) as error:
            raise UnreadableLogError(f"Line {number} is not an entry of a log.") from error
        log = logs.setdefault(entry.log_id, PackedLog())
        log.append(entry)
        log.pack()
    if not logs:
        raise UnreadableLogError("The file contains no entry.")
    return logs


def read_log_file(file: BinaryIO) -> Mapping[str, Sequence[Entry]]:
    """
    Return the entries of each match in a file; raises as `read_logs` does, also if a line or the file is too large.

    The file may be compressed with Zstandard, as those of an archive are.
    """
    if not (isinstance(file, BufferedReader) and file.peek(4).startswith(_ZSTANDARD)):
        return read_logs(_lines(file))
    try:
        with zstd.ZstdFile(file) as lines:
            return read_logs(_lines(lines))
    except (zstd.ZstdError, EOFError) as error:
        raise UnreadableLogError("The file is compressed, but damaged or not whole.") from error


def read_whole(file: BinaryIO) -> str:
    """
    Return a file's text.

    Raises:
        UnreadableLogError: The file is too large, or not text.
    """
    try:
        return b"".join(_within_bounds(iter(lambda: file.read(2**20), b""))).decode()
    except UnicodeDecodeError as error:
        raise UnreadableLogError("The file is not text.") from error


def parse_plain(text: str) -> JsonValue:
    """
    Parse JSON that all readers understand alike.

    Raises:
        ValueError, RecursionError: The text is not JSON, or contains what logs never contain.
    """
    value: JsonValue = json.loads(text, parse_int=_whole, parse_float=_refuse, parse_constant=_refuse)
    _require_plain(value)
    return value


def _lines(file: _Lines) -> Iterator[str]:
    # Lines are only separated by what NDJSON defines.
    for number, line in enumerate(_within_bounds(iter(lambda: file.readline(MAX_LINE_BYTES + 2), b"")), start=1):
        if len(line.removesuffix(b"\n")) > MAX_LINE_BYTES:
            raise UnreadableLogError(
                f"Line {number} is longer than {MAX_LINE_BYTES} bytes, so it is not an entry of a log."
            )
        try:
            yield line.decode()
        except UnicodeDecodeError as error:
            raise UnreadableLogError("The file is not text.") from error


def _within_bounds(parts: Iterator[bytes]) -> Iterator[bytes]:
    size = values = 0
    for part in parts:
        size += len(part)
        values += sum(part.count(sign) for sign in (b",", b"[", b"{"))
        if size > MAX_FILE_BYTES:
            raise UnreadableLogError(f"The file is larger than {MAX_FILE_BYTES} bytes. Split it by match.")
        if values > MAX_VALUES:
            raise UnreadableLogError(f"The file has more than {MAX_VALUES} values. Split it by match.")
        yield part


def _read(line: str) -> Entry:
    value = json.loads(line, parse_int=_whole, parse_float=_refuse)
    _require_plain(value)
    entry = parse_entry(value)
    # A line must not contain anything that the hash does not cover: another field, a duplicate name, or `true` for 1. A
    # lone surrogate cannot be encoded, so such a text could neither be hashed nor printed.
    if entry.as_line().encode() != f"{line}\n".encode():
        raise ValueError("the line holds something else than an entry")
    return entry


def _require_plain(value: JsonValue, levels: int = _DEEPEST) -> None:
    """Refuse nesting that is too deep for some readers, and names that are not ASCII, which some sort differently."""
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
