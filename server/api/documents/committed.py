"""
The documents as they are committed in `openapi/`, so that a server need not make them: that takes seconds.

They are in a checkout, and beside this module in an installed package. A server with other games than theirs makes its
own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from engines.catalogue import GAMES

GAMES_FIELD: Final = "x-games"
"""The field of the OpenAPI document that names the games of which it is."""


def shown(name: str, make: Callable[[], str]) -> str:
    """Return a document: the committed one, or if it is of other games, a new one."""
    if (folder() / "openapi.json").exists() and json.loads(_read("openapi.json"))[GAMES_FIELD] == [*GAMES]:
        return _read(name)
    return make()


def folder() -> Path:
    """Return the folder of the committed documents."""
    installed = Path(__file__).parent / "published"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "openapi"


def _read(name: str) -> str:
    return (folder() / name).read_text(encoding="utf-8")
