"""Generated clients compile, and play every game to its end."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.clients.generated import (
    PLAYERS,
    ROOT,
    SETTINGS,
    python_client,
    typescript_client,
    typescript_types,
)
from tests.clients.node import FOLDER, node
from tests.clients.openapi_generator import NEEDS, client, command_of
from tests.sampling import Sample
from tests.server.world import running_world
from tests.short import short_matches
from tests.waiting import patience

Json = Any

MATCHES: Json = short_matches()

JAVA = shutil.which("java")


def test_the_page_names_the_versions_that_are_tried() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").partition("## Generated clients")[2]
    pinned = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    pins = "".join(file.read_text(encoding="utf-8") for file in SETTINGS.glob("*.txt"))

    names = ("openapi-typescript", "openapi-fetch", "@hey-api/openapi-ts", "typescript")
    tried = [
        *(pinned[name] for name in names),
        *re.findall("^openapi-(?:python-client|generator-cli)==(.+)$", pins, re.MULTILINE),
    ]

    assert len(tried) == 6
    assert [version for version in tried if version not in page] == []


@pytest.mark.sampled(of="whole installations")
async def test_a_python_client_plays_every_game(sqlite_url: str, pytestconfig: pytest.Config, sample: Sample) -> None:
    assert pytestconfig.cache is not None
    folder = pytestconfig.cache.mkdir("python-client")
    python_client(folder)

    await _check_player(
        sqlite_url,
        sample.of(MATCHES, least=2),
        sys.executable,
        str(PLAYERS / "player.py"),
        PYTHONPATH=f"{folder}:{ROOT}",
    )


@pytest.mark.sampled(of="whole installations")
@pytest.mark.parametrize("language", NEEDS)
async def test_a_client_of_openapi_generator_compiles_and_plays(
    sqlite_url: str, pytestconfig: pytest.Config, sample: Sample, language: str
) -> None:
    """In Python every game; in languages whose types say which game it is, duels."""
    if JAVA is None:
        pytest.skip("openapi-generator needs Java: install default-jre-headless")
    here, packages = NEEDS[language]
    if not here:
        pytest.skip(f"the {language} client needs its compiler and libraries: install {packages}")
    assert pytestconfig.cache is not None
    folder = pytestconfig.cache.mkdir("openapi-generator")
    command = client(language, folder)

    matches = sample.of(MATCHES, least=2) if language == "python" else MATCHES[:1]
    await _check_player(sqlite_url, matches, *command, PYTHONPATH=f"{folder / 'python' / 'python'}:{ROOT}")


def test_the_page_has_a_row_for_each_language_and_its_command() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8").partition("## Generated clients")[2]

    assert [language for language in NEEDS if f"openapi-generator, `{language}`" not in page] == []
    assert [language for language in NEEDS if f" -g {language} " not in command_of(language)] == []
    assert len(re.findall(r"^\| openapi-generator, ", page, re.MULTILINE)) == len(NEEDS)


@pytest.mark.sampled(of="whole installations")
@pytest.mark.parametrize("generate", [typescript_types, typescript_client], ids=["types", "client"])
async def test_what_is_generated_for_typescript_plays_every_game(
    sqlite_url: str, tmp_path: Path, sample: Sample, generate: Callable[[Path], Path]
) -> None:
    player = generate(tmp_path)

    await _check_player(sqlite_url, sample.of(MATCHES, least=2), node(), str(player))


async def _check_player(database: str, matches: Sequence[Json], *command: str, **environment: str) -> None:
    """Check that the player plays every match to its end, and is told the outcome that everyone is told."""
    async with running_world(database) as world:
        given = json.dumps({"url": world.url, "matches": matches})
        process = await asyncio.create_subprocess_exec(
            *(*command, given), env=environment, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        async with patience():
            printed, complained = await process.communicate()
        assert process.returncode == 0, complained.decode()
        watcher = await world.player("Watcher")
        for match, played in zip(matches, json.loads(printed), strict=True):
            found = await watcher.get(f"/v1/matches/{played['match_id']}")
            assert (found["game"], found["status"]) == (match["game"], "over")
            assert found["outcome"] == played["outcome"]
