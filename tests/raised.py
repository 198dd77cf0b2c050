"""The error codes that the source raises, read from it without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from server.access import codes

ROOT: Final = Path(__file__).parents[1]

REFUSALS: Final = frozenset({"RefusedError", "MissingScopeError", "ThrottledError", "UnavailableError", "Refusal"})
"""The classes of refusals."""

MOVES: Final = frozenset({"refuse", "IllegalMoveError", "read_move"})
OPTIONS: Final = frozenset({"BadOptionsError", "bad_options", "complete_options"})
CLOSES: Final = frozenset({"ClosedError", "cut"})

_PLACE: Final = {
    **dict.fromkeys(REFUSALS, 0),
    "refuse": 0,
    "IllegalMoveError": 0,
    "BadOptionsError": 0,
    "bad_options": 0,
}
_PLACE.update({"read_move": 2, "complete_options": 4, "ClosedError": 1, "cut": 0})
"""The position of the code among the arguments."""

_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_PASSED_ON: Final = frozenset(
    {"error.code", "error.code.name", "codes.of_game(error.code)", "self.code", "why.name.lower()"}
)
"""Stands for a code that was raised elsewhere."""


@dataclass(frozen=True)
class Raised:
    """
    A code, the file that raises it, and the expression that raises it; `first` is its first argument in source form.

    `status` is the status that a client receives; None if it is known only at run time, or there is none.
    """

    code: str
    file: str
    by: str
    first: str
    status: int | None


def raised_in(folder: str) -> list[Raised]:
    """Return all codes raised by the files of a folder of the project, and of its subfolders."""
    return [
        found
        for file in sorted((ROOT / folder).rglob("*.py"))
        for found in _raised(ast.parse(file.read_text(encoding="utf-8")), None, file.relative_to(ROOT).as_posix())
    ]


def _raised(node: ast.AST, function: _Function | None, file: str) -> Iterator[Raised]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            yield from _in_call(child, function, file)
        inner = child if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else function
        yield from _raised(child, inner, file)


def _in_call(call: ast.Call, function: _Function | None, file: str) -> Iterator[Raised]:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if name not in _PLACE:
        return
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    given = named.get("code") or next(iter(call.args[_PLACE[name] :]), None)
    if given is None:
        return
    for code in _codes(given, function, f"{file}:{call.lineno}"):
        yield Raised(code, file, name, ast.unparse(call.args[0]), _status(name, code, named.get("status")))


def _codes(given: ast.expr, function: _Function | None, where: str) -> list[str]:
    """Return the codes that an expression stands for; none where it passes on what was raised elsewhere."""
    if isinstance(given, ast.Constant):
        return [str(given.value)]
    if isinstance(given, ast.Attribute) and ast.unparse(given.value) in ("CloseCode", "codes", "kit"):
        return [given.attr.lower()]
    if isinstance(given, ast.Name) and given.id.isupper():
        return [given.id.lower()]
    if isinstance(given, ast.IfExp):
        return [*_codes(given.body, function, where), *_codes(given.orelse, function, where)]
    if isinstance(given, ast.Name) and function is not None:
        if given.id in {argument.arg for argument in function.args.args}:
            return []
        return [
            code
            for statement in ast.walk(function)
            if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == given.id
            for code in _codes(statement.value, function, where)
        ]
    assert ast.unparse(given) in _PASSED_ON, f"{where}: {ast.unparse(given)} is no code that can be read here"
    return []


def _status(name: str, code: str, given: ast.expr | None) -> int | None:
    if given is not None:
        return int(given.value) if isinstance(given, ast.Constant) and isinstance(given.value, int) else None
    if name not in REFUSALS:
        return None
    known: codes.ServerCode = vars(codes)[code.upper()]
    return known.statuses[0]
