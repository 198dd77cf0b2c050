"""
Checks of texts from outside before they are parsed as JSON: limited nesting, and only characters that all databases and
clients can store.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, Final

from pydantic import JsonValue

from server.access import codes
from server.access.errors import RefusedError

MAX_DEPTH = 32

READ_AT: Final = "moirai.read_at"
"""The extension of a call's ASGI scope with the time of its last byte: `{"at": SECONDS}` by the loop's clock."""

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)

# Each bracket as +1 or -1, so that a body of brackets is processed by a loop in C, not in Python.
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[{]}")


def read_at(scope: Mapping[str, Any]) -> float | None:
    """Return when the last byte of an HTTP call was read, by the loop's clock; None while its body is arriving."""
    seconds: float | None = scope.get("extensions", {}).get(READ_AT, {}).get("at")
    return seconds


def check_text(body: bytes) -> None:
    """
    Check that a text can be read and stored.

    Raises:
        RefusedError: It is not UTF-8, nested too deeply, or contains an invalid character.
    """
    try:
        body.decode()
    except UnicodeDecodeError as error:
        raise RefusedError(codes.MALFORMED_JSON, "A body must be UTF-8 JSON (RFC 8259).") from error
    if body.count(b"[") + body.count(b"{") > MAX_DEPTH and _depth(body) > MAX_DEPTH:
        raise too_deep()
    # Only escapes can express characters that are valid in JSON but not in UTF-8 or databases.
    if b"\\u" in body and any(_is_unholdable(text) for text in _texts(_parse(body))):
        raise RefusedError(
            codes.UNHOLDABLE_TEXT, "Texts must not contain the character U+0000 or half of a surrogate pair."
        )


def too_deep() -> RefusedError:
    """Return the error for a text that is nested too deeply."""
    return RefusedError(codes.TOO_DEEP, f"A body can have at most {MAX_DEPTH} levels of nesting.")


def _depth(body: bytes) -> int:
    """Return the nesting depth of brackets outside of strings."""
    brackets = _STRING.sub(b"", body).translate(_STEPS, _NO_BRACKETS)
    return max(accumulate(array("b", brackets)), default=0)


def _parse(body: bytes) -> JsonValue:
    try:
        parsed: JsonValue = json.loads(body)
    except ValueError:
        return None  # the parser will report that the body is not JSON
    return parsed


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)


def _is_unholdable(text: str) -> bool:
    return "\x00" in text or any("\ud800" <= char <= "\udfff" for char in text)
