"""Codes about packs."""

from __future__ import annotations

from functools import partial
from typing import Final

from engines import kit
from server.access.codes.server_code import new_code, of_game

_pack: Final = partial(new_code, "Packs")

NO_PACKS: Final = _pack(
    "no_packs",
    422,
    means="The game does not exist, or does not support packs.",
    do="Choose a game that the `detail` lists.",
)
BAD_PACK: Final = of_game(kit.BAD_PACK, NO_PACKS.area)
UNKNOWN_PACK: Final = _pack(
    "unknown_pack",
    404,
    422,
    means="The caller has not registered this pack, or it is for another game.",
    do="Register it, or choose a pack that `listPacks` returns.",
)
TOO_MANY_PACKS: Final = _pack(
    "too_many_packs", 409, means="The caller has registered too many packs.", do="Delete one."
)
