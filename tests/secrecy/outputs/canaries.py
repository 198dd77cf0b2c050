"""Canaries: unique texts that must not appear in outputs, and the search for them in any encoding."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final
from urllib.parse import quote, quote_plus

Json = Any

_LETTERS: Final = "bcdfghjkmnpqrstvwxz"
_SHORTEST_ENCODED: Final = 12  # A shorter text could occur by accident inside any hexadecimal or base64 text.


class Canaries:
    """
    Canaries by text, each with a description of what it stands for.

    Secret ones must appear nowhere; the content of a match must not be logged, but a reply to its player may contain
    it.
    """

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)
        self._secrets: dict[str, str] = {}
        self._contents: dict[str, str] = {}

    def word(self) -> str:
        """Return a unique word of lower-case letters and digits."""
        return "kanari" + "".join(self._random.choices(_LETTERS, k=10))

    def secret(self, what: str, text: str | None = None) -> str:
        """Add a canary that must appear neither in an output nor in a refusal; a new one if no text is given."""
        text = text or self.word()
        self._secrets[text] = what
        return text

    def content(self, what: str, text: str | None = None) -> str:
        """Add a canary that must not appear in an output."""
        text = text or self.word()
        self._contents[text] = what
        return text

    def move(self, move: Json) -> Json:
        """
        Add each field of a move as a canary, both as JSON and as Python would print it; returns the move unchanged.
        """
        for text in _spellings(move):
            self._contents[text] = "move"
        return move

    def found_in_output(self, output: str) -> list[str]:
        """Return the description of each canary that an output contains in some form, with the form."""
        return _found(self._secrets | self._contents, output)

    def found_in_refusals(self, refusals: str) -> list[str]:
        """Return the same for the refusals that clients receive."""
        return _found(self._secrets, refusals)


def _found(canaries: dict[str, str], haystack: str) -> list[str]:
    return sorted(
        {f"{what}: {form}" for text, what in canaries.items() for form in {*_forms(text)} if form in haystack}
    )


def _forms(text: str) -> Iterator[str]:
    """Return a text plain, escaped, quoted, and if long enough in hexadecimal and base64."""
    yield from (
        text,
        json.dumps(text)[1:-1],
        json.dumps(json.dumps(text)[1:-1])[1:-1],
        repr(text)[1:-1],
        ascii(text)[1:-1],
    )
    yield from (quote(text, safe=""), quote_plus(text), repr(text.encode())[2:-1])
    if len(text) >= _SHORTEST_ENCODED:
        raw = text.encode()
        yield from (raw.hex(), raw.hex().upper())
        for before in range(3):
            # In base64 the canary may begin at any offset; only groups that lie wholly inside the canary are certain.
            encoded = base64.b64encode(b"\0" * before + raw)[4 if before else 0 : -4].decode()
            yield from (encoded, encoded.replace("+", "-").replace("/", "_"))


def _spellings(value: Json) -> Iterator[str]:
    """Return the fields of a JSON value at any depth: `"spell":"6"`, `"spell": "6"`, `'spell': '6'`, `spell='6'`."""
    if isinstance(value, list):
        for item in value:
            yield from _spellings(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield f'"{key}":{json.dumps(item, separators=(",", ":"))}'
            yield f'"{key}": {json.dumps(item)}'
            yield f"{key!r}: {item!r}"
            if isinstance(item, str):
                yield f"{key}={item!r}"
            yield from _spellings(item)
