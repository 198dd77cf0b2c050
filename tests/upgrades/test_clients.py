"""Both packages, of the previous release and of today, play on while their connections go from server to server."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tests.clients.node import node
from tests.clients.typescript_package import ROOT, packed, with_players
from tests.faults.proxy import proxied
from tests.locks import locked
from tests.secrecy.verifiers.both_verifiers import File, first
from tests.upgrades.conftest import SideBySide
from tests.upgrades.releases import Earlier
from tests.waiting import patience

Json = Any

_TERMS: Final = {"game": "wizards_duel", "pace": "eager", "open_log": True, "autostart": True}


@pytest.fixture(params=["today's", "the previous one's"])
def code(request: pytest.FixtureRequest, previous: Earlier) -> Path:
    """The folder with the code of a release."""
    return ROOT if request.param == "today's" else previous.folder


async def test_bots_in_python_play_on_at_servers_of_both(
    code: Path, side_by_side: SideBySide, run_folder: Path
) -> None:
    schemas = code / "clients" / "python" / "moirai_client" / "schemas.py"
    with locked(run_folder / "writing-schemas"):
        if not schemas.exists():
            await _said(sys.executable, str(code / "clients" / "python" / "generate.py"))
    environment = {**os.environ, "PYTHONPATH": str(code / "clients" / "python"), "PYTHONSAFEPATH": "1"}
    program = (sys.executable, str(Path(__file__).with_name("bots.py")))

    said = await _at_both(side_by_side, lambda url: (*program, url, json.dumps(_TERMS)), environment)

    assert said["statuses"] == ["over", "over"]
    judged = first(File(said["log"].encode()))
    assert judged.code == 0, judged.lines


@pytest.mark.parametrize("sockets", [True, False], ids=["sockets", "long polls"])
async def test_bots_in_typescript_play_on_at_servers_of_both(
    code: Path, side_by_side: SideBySide, run_folder: Path, *, sockets: bool
) -> None:
    task = {"matches": [{"game": "wizards_duel", "variant": "genius_3_3"}], "sockets": sockets}
    program = await asyncio.to_thread(_play_of, code, run_folder)

    said = await _at_both(
        side_by_side, lambda url: (node(), str(program), json.dumps({"server": url, **task})), os.environ
    )

    (match,) = said["matches"]
    assert all(player["outcome"] for player in match["players"])
    assert all(verdict["good"] for verdict in match["verdicts"])


def _play_of(code: Path, run_folder: Path) -> Path:
    """Build the TypeScript package of a release, and its bots; return the program."""
    folder = run_folder / f"typescript-of-{code.name}"
    with locked(run_folder / "building-clients"):
        if not folder.exists():
            (folder / "package").mkdir(parents=True)
            with_players(folder, packed(folder / "package", code), code)
    return folder / "built" / "play.js"


async def _at_both(
    side_by_side: SideBySide, command: Callable[[str], Sequence[str]], environment: Mapping[str, str]
) -> Json:
    """
    Run a program that plays, first at the server of the previous release; return the last thing that it says.

    After every third move, all of its connections break, and it gets to the other server.
    """
    async with side_by_side() as servers, proxied(servers[0].url) as (proxy, by_proxy):
        process = await asyncio.create_subprocess_exec(
            *command(by_proxy), stdout=asyncio.subprocess.PIPE, limit=2**26, env=environment
        )
        assert process.stdout is not None
        moves, last = 0, b""
        async with patience():
            while line := await process.stdout.readline():
                last = line
                moves += 1
                if moves % 3 == 0:
                    await proxy.refuse()
                    proxy.lead_to(servers[moves // 3 % 2].url)
                    await proxy.open()
            assert await process.wait() == 0
        assert moves > 3, "It has not changed servers."
        return json.loads(last)


async def _said(*command: str) -> None:
    process = await asyncio.create_subprocess_exec(*command)
    assert await process.wait() == 0
