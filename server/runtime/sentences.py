"""
What the server says to people: one catalogue for each language, in the folder `sentences`.

A key is a part and a name in it: `push.awaited`. A language is added as a file; English stands in for what it lacks.
"""

from __future__ import annotations

from typing import Final

from engines.kit import ENGLISH, Language, Sentences, read_sentences

_CATALOGUES: Final = read_sentences("server.runtime")

LANGUAGES: Final[tuple[Language, ...]] = (ENGLISH, *sorted(_CATALOGUES.keys() - {ENGLISH}))
"""The languages of the server, English first."""


def sentences_of(part: str, below: Sentences | None = None) -> Sentences:
    """Return the templates of a part of the catalogues, by language and name in the part, over those `below`."""
    below = below or {ENGLISH: {}}
    start = f"{part}."
    return {
        language: {
            **below.get(language, below[ENGLISH]),
            **{key.removeprefix(start): said for key, said in _CATALOGUES[language].items() if key.startswith(start)},
        }
        for language in LANGUAGES
    }
