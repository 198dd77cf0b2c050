"""How well a bot plays."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Level: TypeAlias = Literal["random", "medium", "strong"]
"""A bot's level: `random` moves like the server for a silent seat, `strong` as well as the game's bot can."""

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
RANDOM: Final[Level] = "random"
