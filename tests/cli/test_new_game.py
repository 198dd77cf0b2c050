"""`moirai new-game` in a copy of the repository: the new game passes the same checks and tests as every game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import copy2, copytree

import pytest

from server.cli.new_game import NewGameError, new_game

ROOT = Path(__file__).parents[2]
NAME = "abcd_efgh_ijkl_mnop_qrst"
"""The longest allowed name, so that lines with it are longest."""

PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Copy the repository as git sees it, including uncommitted changes; and what is compiled or checked of it."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for path in filter(None, listed.split("\0")):
        if (ROOT / path).is_file():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            copy2(ROOT / path, tmp_path / path)
    # Python and mypy use what fits a source's time or content, and make the rest anew.
    for made in (
        ".mypy_cache",
        *{f"{Path(path).parent}/__pycache__" for path in listed.split("\0") if path[-3:] == ".py"},
    ):
        if (ROOT / made).is_dir():
            copytree(ROOT / made, tmp_path / made)
    return tmp_path


def _run(checkout: Path, *arguments: str) -> str:
    """Run Python with the packages of the copy; return its output."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(checkout), str(checkout / "clients" / "python")))}
    command = (sys.executable, *arguments)
    done = subprocess.run(command, cwd=checkout, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _moirai(checkout: Path, *commands: Sequence[str]) -> str:
    """Run commands of the copy, in one interpreter because importing takes most of the time; return their output."""
    program = "from server.cli.cli import app; [app(it, standalone_mode=False) for it in json.loads(sys.argv[1])]"
    return _run(checkout, "-c", f"import json, sys; {program}", json.dumps(commands))


@pytest.mark.sampled(of="whole installations")
def test_a_new_game_is_clean_typed_simulated_published_served_and_played(checkout: Path) -> None:
    """The tests of the pages play it over HTTP against a bot."""
    written = _moirai(checkout, ("new-game", NAME))
    sources = [path for path in written.splitlines() if path.endswith(".py")]

    assert f"engines/{NAME}/engine.py" in sources
    _run(checkout, "-m", "ruff", "check", "--no-cache", *sources)
    _run(checkout, "-m", "ruff", "format", "--no-cache", "--check", *sources)
    _run(
        checkout, "-m", "mypy", "--cache-dir", str(checkout / ".mypy_cache"), f"engines/{NAME}", f"tests/engines/{NAME}"
    )
    said = _moirai(checkout, ("simulate", NAME, "--matches", "3"), ("openapi",), ("codes",))
    assert "3 matches of 3.0 phases" in said
    _run(checkout, "clients/python/generate.py")
    tests = ("tests/engines", "tests/secrecy/twins/test_what_games_tell.py", "tests/docs", "tests/test_codes.py")
    passed = _run(checkout, *PYTEST, "-k", f"{NAME} or described", *tests, "tests/server/api/test_document.py")
    assert "failed" not in passed


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Chess", "lower-case letters"),
        ("x", "2 to 24 characters"),
        (f"{NAME}s", "2 to 24 characters"),
        ("../chess", "lower-case letters"),
        ("class", "a keyword of Python"),
        ("wizards_duel", "a game wizards_duel already"),
        ("new_game", "engines/new_game exists already"),
        ("play", "engines/play.py exists already"),
        ("kit", "engines/kit exists already"),
        ("game", "a class GameMove already"),
        ("seats", "The constant SEATS"),
    ],
)
def test_a_name_that_is_not_usable_is_refused_in_a_sentence(name: str, why: str) -> None:
    with pytest.raises(NewGameError, match=why):
        new_game(name)


def test_nothing_is_overwritten(checkout: Path) -> None:
    page = checkout / "docs" / "games" / "chess.md"
    page.write_text("Mine.", encoding="utf-8")

    with pytest.raises(NewGameError, match=r"chess\.md exists already"):
        new_game("chess", checkout)

    assert page.read_text(encoding="utf-8") == "Mine."
    assert not (checkout / "engines/chess").exists()


def test_an_installed_package_says_that_a_game_needs_a_checkout(tmp_path: Path) -> None:
    with pytest.raises(NewGameError, match="into a checkout"):
        new_game("chess", tmp_path)
