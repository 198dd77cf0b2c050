"""
What the fields of the document's schemas mean: the text that stands under each in the code.

A name means the same wherever it stands in a game, so it is explained once. A field without a text has that of the
first field of its name in its game, in tournaments, or in its own module. Else it has that of the contracts, facts and
records that all share. A field with only one value needs none.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from types import ModuleType
from typing import Any, Final

from engines.catalogue import GAMES

_FIRST: Final = ("contract", "facts", "records")
_SHARED: Final = ("engines", "server")

_APART: Final = (
    "server.organising.tournaments",
    "server.api.models.tournaments",
    "server.organising.series",
    "server.api.models.series",
)
"""The parts of the server in which names differ in meaning from games, such as points."""


def describe_fields(schemas: dict[str, Any]) -> None:
    """Add descriptions to fields that have none; fields without a text in the code stay without."""
    kinds = dict(_kinds(schemas))
    texts = _Texts(kinds)
    for name, kind in kinds.items():
        for field, said in schemas[name].get("properties", {}).items():
            if "description" not in said and (text := texts.of(kind, field, is_fixed="const" in said)):
                said["description"] = text


class _Texts:
    """The texts under the fields of these classes and their bases."""

    def __init__(self, kinds: Mapping[str, type]) -> None:
        self._own: dict[tuple[type, str], str] = {}
        self._first: dict[str, dict[str, str]] = {}
        bases = {base for kind in kinds.values() for base in inspect.getmro(kind) if _is_ours(base.__module__)}
        for module in sorted({base.__module__ for base in bases}, key=_place):
            first = self._first.setdefault(_part_of(module), {})
            for name, field, text in _read(sys.modules[module]):
                kind = getattr(sys.modules[module], name)
                if kind in bases:
                    self._own[kind, field] = text
                    first.setdefault(field, text)

    def of(self, kind: type, field: str, is_fixed: bool) -> str | None:
        """Return the text of a field by its name in JSON; if it has only one value, its own text or none."""
        named = {info.alias: name for name, info in getattr(kind, "model_fields", {}).items()}
        field = named.get(field, field)
        own = (self._own.get((base, field)) for base in inspect.getmro(kind))
        parts = () if is_fixed else (_part_of(kind.__module__), "")
        shared = (self._first.get(part, {}).get(field) for part in parts)
        return next((text for text in (*own, *shared) if text), None)


def _kinds(schemas: Mapping[str, Any]) -> Iterator[tuple[str, type]]:
    """Yield the names of the schemas with their classes."""
    for module in filter(_is_ours, list(sys.modules)):
        for name, kind in vars(sys.modules[module]).items():
            if name in schemas and isinstance(kind, type) and kind.__module__ == module:
                yield name, kind


def _read(module: ModuleType) -> Iterator[tuple[str, str, str]]:
    """Yield the classes of a module with each field that has a text under it, and the text."""
    for kind in ast.parse(inspect.getsource(module)).body:
        if not isinstance(kind, ast.ClassDef):
            continue
        for field, below in pairwise(kind.body):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str() as text)):
                    yield kind.name, name, " ".join(text.split())


def _is_ours(module: str) -> bool:
    return module.partition(".")[0] in _SHARED or bool(_game_of(module))


def _game_of(module: str) -> str:
    """Return the package of the game, or the part in `_APART`, that a module belongs to; empty for the others."""
    packages = [game.package for game in GAMES.values()]
    return next((package for package in (*packages, *_APART) if f"{module}.".startswith(f"{package}.")), "")


def _part_of(module: str) -> str:
    """Return within what a name means the same: a game, a part in `_APART`, a module; empty for what all share."""
    return _game_of(module) or ("" if module.endswith(_FIRST) else module)


def _place(module: str) -> tuple[int, str]:
    return next((rank for rank, subject in enumerate(_FIRST) if module.endswith(subject)), len(_FIRST)), module
