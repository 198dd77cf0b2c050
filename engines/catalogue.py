"""The games by name."""

from __future__ import annotations

from engines.contract import AnyEngine
from engines.wizards_duel.engine import WizardsDuel

GAMES: dict[str, AnyEngine] = {engine.name: engine for engine in (WizardsDuel(),)}
