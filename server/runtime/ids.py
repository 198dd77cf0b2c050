"""Ids: opaque, unguessable, sortable by time (48 bits of milliseconds, 80 random bits, in base 32)."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's, in lower case: texts sort like their numbers.
_LENGTH = 26

ID_PATTERN = rf"^[{_ALPHABET}]{{{_LENGTH}}}$"

_FORM = re.compile(rf"[{_ALPHABET}]{{{_LENGTH}}}")


def new_id(at: datetime) -> str:
    """Return a new id that sorts after those made in earlier milliseconds."""
    return make_id(at, secrets.randbits(80))


def make_id(at: datetime, bits: int) -> str:
    """Return the id for this time and these 80 bits."""
    return text_of((int(at.timestamp() * 1000) << 80) | bits, _LENGTH)


def time_of(text: str) -> datetime:
    """Return when an id was made, to the millisecond."""
    return datetime.fromtimestamp((number_of(text) >> 80) / 1000, UTC)


def text_of(number: int, length: int) -> str:
    """Return this many digits of a number, as ids are written: they sort like their numbers."""
    return "".join(_ALPHABET[(number >> shift) & 31] for shift in range(5 * (length - 1), -1, -5))


def number_of(text: str) -> int:
    """Return the number of which these are the digits."""
    number = 0
    for digit in text:
        number = number << 5 | _ALPHABET.index(digit)
    return number


def is_id(text: str) -> bool:
    """Whether the text could be an id: a cheap check before a database query."""
    return _FORM.fullmatch(text) is not None
