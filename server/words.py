"""Words for people: those of a game, and those of what the server adds to every match (docs/protocol.md)."""

from __future__ import annotations

from typing import Final

from engines.kit import AnyEngine, Words, read_words

SERVER_WORDS: Final = read_words("server")


def words_of(game: AnyEngine) -> Words:
    """Return all words for matches of this game; its own go before those of the server."""
    return game.words.over(SERVER_WORDS)
