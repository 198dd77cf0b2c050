"""
The documents as they are committed in `openapi/`: a server sends them, because generating them takes seconds.

An installed package has them beside this module. A server with other games generates its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Final

from engines.catalogue import GAMES

GAMES_FIELD: Final = "x-games"
"""The field of the OpenAPI document that names its games."""


def read_document(name: str, make: Callable[[], str]) -> str:
    """Return the committed document, or a generated one if the server has other games."""
    if (folder() / "openapi.json").exists() and json.loads(_read("openapi.json"))[GAMES_FIELD] == [*GAMES]:
        return _read(name)
    return make()


def compact(text: str) -> str:
    """Return JSON as it is sent: without what makes it readable where it is committed."""
    return json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))


def folder() -> Path:
    """Return the folder of the committed documents."""
    installed = Path(__file__).parent / "published"
    return installed if installed.is_dir() else Path(__file__).parents[3] / "openapi"


def _read(name: str) -> str:
    return (folder() / name).read_text(encoding="utf-8")
