"""
Words for people: those of a game, and those of what the server adds to every match (docs/protocol.md); and the language
of a reply, chosen from those there are (RFC 9110, section 12.5.4; RFC 4647, section 3.4).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from functools import cache
from typing import Final

from engines.kit import ENGLISH, HOST, SPECTATOR, AnyEngine, Language, Word, Words, read_words

SERVER_WORDS: Final = read_words("server.runtime")

_NO_SEATS: Final = (HOST, SPECTATOR, "null")
"""What stands where seats do, and has no line to the host."""

_RANGE: Final = re.compile(r"\s*([A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?)\s*)?")
_LONGEST: Final = 1_000
"""Characters of the header that are read; those of browsers are shorter."""


@cache
def words_of(game: AnyEngine) -> Words:
    """Return all words for matches of this game; its own go before those of the server."""
    words = game.words.over(SERVER_WORDS)
    return Words(
        words.fields,
        {language: {**dict(_lines_to_host(known)), **known} for language, known in words.languages.items()},
    )


def _lines_to_host(known: Mapping[str, Word]) -> Iterator[tuple[str, Word]]:
    """Yield a word for the channel of each seat to the host, which every game has."""
    line = known["channel.host"]
    for key, seat in known.items():
        kind, _, id_ = key.partition(".")
        if kind == "seat" and id_ not in _NO_SEATS:
            yield f"channel.host:{id_}", Word(f"{line.title}: {seat.title}", line.text)


def language_of(accepted: str | None, available: Container[Language]) -> Language:
    """The first available language of a list with weights, or of a single tag; `de` also serves `de-AT`."""
    ranges = [found for part in (accepted or "")[:_LONGEST].split(",") if (found := _RANGE.fullmatch(part))]
    for found in sorted(ranges, key=lambda found: -float(found[2] or 1)):
        tag = found[1].lower()
        while tag and float(found[2] or 1) > 0:
            if tag in available:
                return tag
            tag = tag.rpartition("-")[0]
    return ENGLISH
