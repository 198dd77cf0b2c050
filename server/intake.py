"""
What a text from outside may be before anything reads it as JSON: bounded in depth, and of characters that every
database and every client can hold.
"""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterator, Mapping
from itertools import accumulate
from typing import Any, Final

from pydantic import JsonValue

from server.errors import MalformedError

MAX_DEPTH = 32

READ_AT: Final = "moirai.read_at"
"""The extension of a call's ASGI scope that says when its last byte was read: `{"at": SECONDS}` by the loop's clock."""

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)

# Each bracket as the step that it takes up or down: a body of brackets alone is a loop in C, not in Python.
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
_NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[{]}")


def read_at(scope: Mapping[str, Any]) -> float | None:
    """When the last byte of a call over HTTP was read, by the loop's clock; None while its body is still coming."""
    seconds: float | None = scope.get("extensions", {}).get(READ_AT, {}).get("at")
    return seconds


def check_text(body: bytes) -> None:
    """
    Make sure that a text can be read and held.

    Raises:
        MalformedError: It is no UTF-8, too deep, or spells what is no character.
    """
    try:
        body.decode()
    except UnicodeDecodeError as error:
        raise MalformedError("malformed_json", "A body must be UTF-8 JSON (RFC 8259).", status=400) from error
    if body.count(b"[") + body.count(b"{") > MAX_DEPTH and _depth(body) > MAX_DEPTH:
        raise MalformedError("too_deep", f"A body can have at most {MAX_DEPTH} levels of nesting.", status=400)
    # Only escapes can smuggle in what JSON texts may spell but no database and no UTF-8 can hold.
    if b"\\u" in body and any(_is_unholdable(text) for text in _texts(_parse(body))):
        raise MalformedError(
            "unholdable_text", "Texts must not contain the character U+0000 or half of a surrogate pair.", status=400
        )


def _depth(body: bytes) -> int:
    """How deep brackets nest, outside of texts."""
    brackets = _STRING.sub(b"", body).translate(_STEPS, _NO_BRACKETS)
    return max(accumulate(array("b", brackets)), default=0)


def _parse(body: bytes) -> JsonValue:
    try:
        parsed: JsonValue = json.loads(body)
    except ValueError:
        return None  # Whoever reads the body will say that it is no JSON.
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
