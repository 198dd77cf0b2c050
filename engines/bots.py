"""
How bots choose their moves: by a level, from nothing but the view of their own seat (docs/bots.md).

A game's bot is the module `bot` of its package, with `choose(view, random)`. It is loaded when it is first asked, in a
process that plays; a game without one is played at random on every level.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, Final

from pydantic import BaseModel

from engines.kit import RANDOM, AnyEngine, GameView, Level

DISTRACTED: Final = 0.33
"""How often the level `medium` plays a random move."""


def choose(engine: AnyEngine, view: GameView, level: Level, random: Random) -> BaseModel:
    """
    Return a legal move of the viewer, which must be a seat of the open phase.

    The same view, level and state of `random` give the same move.
    """
    bot = _bot_of(engine.package)
    if level == RANDOM or bot is None or (level == "medium" and random.random() < DISTRACTED):
        sampled: BaseModel = engine.sample(view, random)
        return sampled
    return bot(view, random)


@cache
def _bot_of(package: str) -> Callable[[Any, Random], BaseModel] | None:
    name = f"{package}.bot"
    if find_spec(name) is None:
        return None
    chooses: Callable[[Any, Random], BaseModel] = import_module(name).choose
    return chooses
