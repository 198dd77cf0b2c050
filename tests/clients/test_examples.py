"""The examples of the Python client are whole programs. `tests/docs` runs those that docs/sdk.md runs."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Sequence
from inspect import getsource
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import moirai_client
from moirai_client import Client
from moirai_client.schemas import SeatRequest
from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.cli.logs.verify import judge
from tests.docs.printed import DOCS, ROOT, blocks, files
from tests.server.world import World
from tests.serving import run, with_client

pytestmark = pytest.mark.one_server

EXAMPLES = ROOT / "clients" / "examples"
PRINTED = files(DOCS / "sdk.md")


async def _run(name: str, *arguments: str, folder: Path) -> str:
    """Return the output of an example."""
    return await run(sys.executable, str(EXAMPLES / name), *arguments, folder=folder, environment=with_client())


@pytest.mark.parametrize("name", PRINTED)
def test_the_page_prints_the_whole_example(name: str) -> None:
    assert PRINTED[name] == (EXAMPLES / name).read_text(encoding="utf-8")


def _signatures(of_class: ast.ClassDef) -> dict[str, str]:
    """Return arguments and results by function, except those that are internal to the package."""
    return _functions(of_class.body)


def _functions(body: Sequence[ast.stmt]) -> dict[str, str]:
    functions = [node for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {
        function.name: f"{type(function).__name__} {ast.unparse(function.args)} -> {ast.unparse(function.returns)}"
        for function in functions
        if function.returns is not None
    }


def test_the_page_has_the_signatures_of_the_client_as_they_are() -> None:
    (printed,) = [block.text for block in blocks(DOCS / "sdk.md") if re.search("^class Client:", block.text, re.M)]
    for shown in ast.parse(printed).body:
        assert isinstance(shown, ast.ClassDef | ast.AsyncFunctionDef)
        described: Any = getattr(moirai_client, shown.name)
        (source,) = ast.parse(dedent(getsource(described))).body
        if isinstance(shown, ast.AsyncFunctionDef):
            assert _functions([shown]) == _functions([source])
            continue
        assert isinstance(source, ast.ClassDef)
        signatures = _signatures(source)

        assert _signatures(shown).items() <= signatures.items(), shown.name
        if shown.name in ("Client", "Match", "Bot"):
            assert {name for name in signatures if name[0] != "_"} <= _signatures(shown).keys()


async def test_a_bystander_is_told_a_match_to_its_end(world: World, tmp_path: Path) -> None:
    bots: dict[str, SeatRequest] = {"a": {"bot": True}, "b": {"bot": True}}
    async with await Client.sign_up(world.url, "Ada") as ada:
        match = await ada.create_match(
            {"game": "wizards_duel", "seats": bots, "visibility": "public", "pace": "eager", "autostart": True}
        )

        lines = (await _run("watch.py", world.url, match.id, folder=tmp_path)).splitlines()

    assert lines[0].startswith("1 match_created ")
    assert "match_ended" in lines[-1]


async def test_a_small_swiss_is_shown_round_by_round_and_its_logs_are_good(world: World, tmp_path: Path) -> None:
    given = ("--players", "4", "--rounds", "2", "--seconds", "0", "--log", "logs.ndjson")

    shown = (await _run("swiss.py", world.url, *given, folder=tmp_path)).splitlines()

    judgement = judge(read_logs((tmp_path / "logs.ndjson").read_text(encoding="utf-8").splitlines()), Kept())
    assert judgement.good, judgement.lines
    assert [line for line in shown if line.startswith("Round 2")][-1] == "Round 2 of 2"
    assert any(line.startswith("After round 2 ") for line in shown)
    assert shown[-1].startswith("First: ")
