"""The games by name."""

from __future__ import annotations

from engines.apocalypse.engine import APOCALYPSE
from engines.divine_intervention.engine import DIVINE_INTERVENTION
from engines.hero_of_the_arena.engine import HERO_OF_THE_ARENA
from engines.kit import AnyEngine
from engines.threads_of_fate.engine import THREADS_OF_FATE
from engines.wizards_duel.engine import WIZARDS_DUEL

_ENGINES: tuple[AnyEngine, ...] = (
    WIZARDS_DUEL,
    APOCALYPSE,
    THREADS_OF_FATE,
    DIVINE_INTERVENTION,
    HERO_OF_THE_ARENA,
)

GAMES: dict[str, AnyEngine] = {engine.name: engine for engine in _ENGINES}


def engine_of(game: str, rules_version: int) -> AnyEngine:
    """
    Return a game by the version of the rules with which a match began.

    If that version cannot be played here, return the newest one, by which the match can at least be read.

    Raises:
        KeyError: There is no such game.
    """
    engine = GAMES[game]
    return engine.versions.get(rules_version, engine)
