"""The shortest match of each game, for tests that play every game to its end."""

from __future__ import annotations

from engines.catalogue import GAMES
from engines.kit import AnyEngine
from tests.information.tables import table_of


def smallest_variant(engine: AnyEngine) -> str:
    """Return the variant with the fewest seats, the first of them."""
    return min(engine.variants, key=lambda variant: len(engine.seats(engine.options(variant, {}))))


def short_matches() -> list[dict[str, object]]:
    """Return, for each game, a request to create a match; raises UnlistedError where a game has no table."""
    return [
        {"game": name, "variant": smallest_variant(engine), "options": dict(table_of(name).short)}
        for name, engine in GAMES.items()
    ]
