"""The games by name."""

from __future__ import annotations

from engines.apocalypse.engine import Apocalypse
from engines.divine_intervention.engine import DivineIntervention
from engines.engine import AnyEngine
from engines.hero_of_the_arena.engine import HeroOfTheArena
from engines.threads_of_fate.engine import ThreadsOfFate
from engines.wizards_duel.engine import WizardsDuel

_ENGINES: tuple[AnyEngine, ...] = (
    WizardsDuel(),
    Apocalypse(),
    ThreadsOfFate(),
    DivineIntervention(),
    HeroOfTheArena(),
)

GAMES: dict[str, AnyEngine] = {engine.name: engine for engine in _ENGINES}
