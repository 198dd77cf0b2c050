"""The TypeScript package as it is published: what is in it, its types, its size, and its parts without a server."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import tarfile
from pathlib import Path
from random import Random

import pytest
from jsonschema_rs import Draft202012Validator

from engines.catalogue import GAMES
from tests.clients.node import node, run_tool
from tests.clients.typescript_package import PACKAGE, PLAYERS, WRITTEN, compiled
from tests.engines.table import Table
from tests.server.world import World
from tests.serving import run

KILOBYTE = 1024

ROOT = Path(__file__).parents[2]

_WITH_DOM = """\
import { Client } from "moirai-client";
const { fetch, WebSocket, AbortController } = globalThis;
const client = new Client(location.origin, null, { platform: { fetch, WebSocket, AbortController } });
void client.call("getApi", {}, { signal: new AbortController().signal });
"""

_EVERYWHERE = """\
import { Bot, Client } from "moirai-client";
async function play() {
  const client = await Client.signUp("SERVER", "Ada");
  const seats = { a: {}, b: { bot: true } };
  const options = { wins_needed: 1 };
  const match = await client.createMatch({ game: "wizards_duel", options, seats, pace: "eager" });
  const lobby = client.lobby();
  const listed = (await lobby.next()).value.length;
  lobby.close();
  await match.start();
  const playing = new Bot(client).run(match.id);
  let last;
  for await (const event of match.follow()) {
    last = event;
    if (event.facts.some(({ type }) => type === "match_ended")) break;
  }
  console.log(JSON.stringify({ listed, viewer: last.viewer, status: (await playing).status }));
}
void play();
"""


def test_the_tarball_has_modules_types_and_the_verifier_and_nothing_else(typescript_tarball: Path) -> None:
    with tarfile.open(typescript_tarball) as archive:
        names = {name.removeprefix("package/") for name in archive.getnames()}
        described = json.load(archive.extractfile("package/package.json"))  # type: ignore[arg-type]

    sources = {*WRITTEN, *(source.name for source in (PACKAGE / "source").iterdir())}
    modules = {f"dist/{Path(source).stem}{ending}" for source in sources for ending in (".js", ".d.ts")}
    pages = {"CHANGELOG.md", "README.md", "package.json"}
    assert {name for name in names if not name.startswith("dist/verifier/")} == modules | pages
    verifier = {f"dist/verifier/{path.relative_to(PACKAGE.parent / 'verifier')}" for path in _verifier()}
    assert {name for name in names if name.startswith("dist/verifier/")} == verifier - {"dist/verifier/verify.mjs"}
    assert "dependencies" not in described


def _verifier() -> list[Path]:
    return [path for path in (PACKAGE.parent / "verifier").rglob("*") if path.is_file()]


@pytest.mark.sampled(of="tools of others")
def test_the_tarball_passes_the_tools_that_look_at_packages(typescript_tarball: Path) -> None:
    linted = run_tool("publint", str(typescript_tarball), "--strict")
    resolved = run_tool("attw", str(typescript_tarball), "--profile", "esm-only", "--no-emoji")

    assert linted.returncode == 0, linted.stdout + linted.stderr
    assert "All good!" in linted.stdout
    assert resolved.returncode == 0, resolved.stdout + resolved.stderr


@pytest.mark.sampled(of="tools of others")
def test_the_sources_are_formatted_alike() -> None:
    settings = ("--config", str(PACKAGE / ".prettierrc.json"))

    checked = run_tool("prettier", "--check", ".", str(PLAYERS), *settings, folder=PACKAGE)

    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize(
    ("what", "most"),
    [
        ('import * as all from "moirai-client"; console.log(all);', 15 * KILOBYTE),
        ('import { answer } from "moirai-client"; console.log(answer);', 2 * KILOBYTE),
        ('import { foldMessages } from "moirai-client"; console.log(foldMessages);', KILOBYTE),
        ('import { verifyLog } from "moirai-client/verifier"; console.log(verifyLog);', 64 * KILOBYTE),
    ],
)
def test_a_page_loads_little_and_only_what_it_uses(
    typescript_players: Path, tmp_path: Path, what: str, most: int
) -> None:
    """It is bundled for browsers, so it contains nothing of Node."""
    (tmp_path / "node_modules").symlink_to(typescript_players.parent / "node_modules")
    (tmp_path / "page.js").write_text(what)
    options = ("--bundle", "--minify", "--format=esm", "--platform=browser", f"--outfile={tmp_path / 'bundle.js'}")

    bundled = run_tool("esbuild", str(tmp_path / "page.js"), *options)

    assert bundled.returncode == 0, bundled.stderr
    assert len(gzip.compress((tmp_path / "bundle.js").read_bytes())) < most


def test_no_table_of_the_verifier_names_something_twice(tmp_path: Path) -> None:
    """JavaScript takes the last one and says nothing, so that a check which two changes have added would be lost."""
    modules = map(str, (ROOT / "clients" / "verifier").rglob("*.mjs"))

    read = run_tool("esbuild", *modules, f"--outdir={tmp_path}", "--log-level=warning")

    assert (read.returncode, read.stderr) == (0, "")


@pytest.mark.sampled(of="tools of others")
def test_browsers_own_functions_fit_the_types_of_the_platform(typescript_players: Path, tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(typescript_players.parent / "node_modules")
    (tmp_path / "page.ts").write_text(_WITH_DOM)

    compiled(tmp_path, "dom")


@pytest.mark.parametrize("checks", ["check_streams", "check_parts"])
async def test_the_parts_of_the_package_without_a_server(typescript_players: Path, checks: str) -> None:
    """They use a platform with a clock that the test sets, and a server that does what the test says."""
    program = typescript_players / f"{checks}.js"

    said = await run(node(), str(program), folder=program.parent, environment=os.environ)

    report = json.loads(said.splitlines()[-1])
    assert report["checked"]
    assert report["failed"] == {}, "\n".join(report["failed"].values())


async def test_random_answers_fit_the_prompts_of_every_game(typescript_players: Path, tmp_path: Path) -> None:
    """The standard decides what fits, as a whole implementation of it reads it."""
    prompts = []
    for name, engine in GAMES.items():
        table, random = Table(engine, engine.options(next(iter(engine.variants)), {})), Random(name)
        for _ in range(3):
            prompts += [engine.prompt(table.views[seat]) for seat in table.phase.seats[:4]]
            table.close(table.sampled(random))
    (tmp_path / "prompts.json").write_text(json.dumps(prompts))
    program = typescript_players / "answers.js"
    given = json.dumps(str(tmp_path / "prompts.json"))

    said = await run(node(), str(program), given, folder=program.parent, environment=os.environ)

    answers = json.loads(said)
    assert len(answers) == len(prompts)
    for prompt, answer in zip(prompts, answers, strict=True):
        assert prompt is not None
        assert Draft202012Validator(prompt).is_valid(answer), (prompt, answer)


async def test_it_plays_with_what_react_native_has(world: World, typescript_players: Path, tmp_path: Path) -> None:
    """No page, no Node, and replies that come as a whole, so that server-sent events never do."""
    (tmp_path / "node_modules").symlink_to(typescript_players.parent / "node_modules")
    (tmp_path / "player.js").write_text(_EVERYWHERE.replace("SERVER", world.url))
    bundle = tmp_path / "bundle.js"
    bundled = run_tool("esbuild", str(tmp_path / "player.js"), "--bundle", "--format=iife", f"--outfile={bundle}")
    assert bundled.returncode == 0, bundled.stderr

    said = await run(node(), str(PLAYERS / "bare.mjs"), str(bundle), folder=tmp_path, environment=os.environ)

    assert json.loads(said) == {"listed": 1, "viewer": "a", "status": "over"}


@pytest.mark.sampled(of="tools of others")
async def test_the_example_plays_a_match(world: World, typescript_players: Path, tmp_path: Path) -> None:
    """It is the first example of README.md, unchanged except for the address."""
    (example, *_) = re.findall(r"```ts\n(.*?)```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "node_modules").symlink_to(typescript_players.parent / "node_modules")
    (tmp_path / "example.ts").write_text(example.replace("http://127.0.0.1:8000", world.url))
    shutil.copy(PLAYERS / "globals.d.ts", tmp_path)
    program = compiled(tmp_path) / "example.js"

    said = (await run(node(), str(program), folder=tmp_path, environment=os.environ)).splitlines()

    assert said[0].startswith("a 1 match_created")
    assert any("match_ended" in line for line in said)
    assert "rank" in "".join(said[-10:])
