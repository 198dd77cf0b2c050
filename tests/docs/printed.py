"""
Read the commands and moves that the pages print.

A `bash` block is a command; a `text` block directly after it is its output, with `…` for anything. A comment `<!--
move: … -->` gives the phase for the move of the `json` block after it.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.serving import run, with_client

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"

_SERVER: Final = "http://127.0.0.1:8000"
_BLOCK: Final = re.compile(r"^(?:<!-- (?P<comment>.*?) -->\n)?```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
_MARK: Final = "\x1e"


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block, with the comment directly before it."""

    kind: str
    text: str
    comment: str


@dataclass(frozen=True, slots=True)
class Command:
    """A block of commands, and their printed output; None if the page prints none."""

    script: str
    says: str | None


@dataclass(frozen=True, slots=True)
class PrintedMove:
    """A move of a page, its phase, and the other terms of the comment, such as a seat."""

    phase: str
    move: Any
    terms: dict[str, str]


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page, in order."""
    found = _BLOCK.finditer(page.read_text(encoding="utf-8"))
    return [Block(block["kind"], block["text"], block["comment"] or "") for block in found]


def commands(page: Path) -> list[Command]:
    """Return the commands of a page, in order."""
    found = blocks(page)
    following = [*found, Block("", "", "")][1:]
    return [
        Command(block.text, after.text if after.kind == "text" else None)
        for block, after in zip(found, following, strict=True)
        if block.kind == "bash"
    ]


def files(page: Path) -> dict[str, str]:
    """Return the files that a page prints, by name: `<!-- file: NAME -->` stands before each."""
    found = blocks(page)
    return {block.comment.removeprefix("file: "): block.text for block in found if block.comment.startswith("file: ")}


def moves(page: Path) -> list[PrintedMove]:
    """
    Return the moves of a page; `<!-- move: phase cast; seat a -->` has the phase `cast` and the terms `{"seat": "a"}`.
    """
    found = []
    for block in blocks(page):
        if block.comment.startswith("move:"):
            terms = dict(part.split(" ", 1) for part in block.comment.removeprefix("move:").strip().split("; "))
            found.append(PrintedMove(terms.pop("phase"), json.loads(block.text), terms))
    return found


async def perform(scripts: list[Command], url: str, folder: Path) -> list[str]:
    """Return the output of each command, run in order in one shell against the server at this address."""
    marked = "\n".join(f"printf {shlex.quote(_MARK)}\n{command.script}" for command in scripts)
    # The server of `make serve` may be running beside the tests, so this one has another port.
    marked = marked.replace(_SERVER, url).replace(_SERVER.replace("http", "ws"), url.replace("http", "ws"))
    script = marked.replace(".venv/bin", str(Path(sys.executable).parent)).replace("clients/", f"{ROOT / 'clients'}/")
    shell = ("bash", "-euo", "pipefail", "-c", script)
    said = await run(*shell, folder=folder, environment=with_client())
    return said.split(_MARK)[1:]


def fits(says: str, said: str) -> bool:
    """Return whether an output matches the page, where `…` stands for anything."""
    pattern = ".*".join(map(re.escape, re.split(r"\s*…\s*", says.strip())))
    return re.fullmatch(pattern, said.strip(), re.S) is not None
