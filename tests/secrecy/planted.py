"""A pytest plugin that plants one leak in the whole run (`python -m tests.planted`)."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Final

import pytest

from engines.catalogue import GAMES
from engines.kit import AnyEngine
from tests.information.tables import TABLES
from tests.planted import LEAK, NOTHING
from tests.secrecy.twins.hidden_stakes.engine import HIDDEN_STAKES
from tests.secrecy.twins.hidden_stakes.leaks import GAME_LEAKS
from tests.secrecy.twins.hidden_stakes.table import TABLE
from tests.secrecy.twins.leaks import LEAKS
from tests.secrecy.wire.test_wire import LEAKS_ON_THE_WIRE


def _play(engine: AnyEngine, patch: pytest.MonkeyPatch) -> None:
    patch.setitem(GAMES, engine.name, engine)


def _nothing(patch: pytest.MonkeyPatch) -> None:
    """Plant nothing: what finds this finds no leak."""


PLANTS: Final[dict[str, Callable[[pytest.MonkeyPatch], object]]] = {
    **{f"server: {leak.name}": leak.plant for leak in LEAKS},
    **{f"game: {leak.name}": partial(_play, leak.engine) for leak in GAME_LEAKS},
    **{f"wire: {leak.__name__.strip('_').replace('_', ' ')}": leak for leak in LEAKS_ON_THE_WIRE},
    **{f"{kind}: {NOTHING}": _nothing for kind in ("game", "wire")},
}
"""Each leak that the secrecy tests know, and nothing, as the control."""

if leak := os.environ.get(LEAK):
    if not leak.startswith("wire"):  # A server has pages about its games, which this game has not.
        GAMES[HIDDEN_STAKES.name] = HIDDEN_STAKES
        TABLES[HIDDEN_STAKES.name] = TABLE
    PLANTS[leak](pytest.MonkeyPatch())
