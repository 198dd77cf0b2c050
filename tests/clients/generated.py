"""Clients generated from the published document, checked by the compilers of their languages."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.clients.node import FOLDER, run_tool

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "openapi" / "openapi.json"
PLAYERS = FOLDER / "players"
SETTINGS = FOLDER / "generators"

_GENERATOR = SETTINGS / "openapi-python-client"
"""
Its pinned versions and its settings. It needs other versions of the server's dependencies, so it has its own folder.
"""


def python_client(folder: Path) -> None:
    """
    Generate `moirai_client` in the folder, and check it and its player.

    A folder that is kept between runs saves installing the generator and checking unchanged files again.
    """
    generator = installed(folder / "generator", _GENERATOR.with_suffix(".txt"))
    shutil.rmtree(folder / "moirai_client", ignore_errors=True)
    given = ("--path", str(DOCUMENT), "--config", str(_GENERATOR.with_suffix(".yaml")))
    made = ("--output-path", str(folder / "moirai_client"), "--meta", "none", "--fail-on-warning")
    _python("-m", "openapi_python_client", "generate", *given, *made, path=generator)
    settings = ("--strict", "--config-file", "", "--cache-dir", str(folder / "checked"))
    _python("-m", "mypy", *settings, str(folder / "moirai_client"), str(PLAYERS / "player.py"), path=folder)


def installed(folder: Path, pins: Path) -> Path:
    """Install these versions of packages in the folder, unless they are there."""
    done = folder / "pins.txt"
    if not done.exists() or done.read_text() != pins.read_text():
        shutil.rmtree(folder, ignore_errors=True)
        install = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps")
        _python(*install, "--target", str(folder), "-r", str(pins))
        shutil.copy(pins, done)
    return folder


def typescript_types(folder: Path) -> Path:
    """Generate the types of openapi-typescript in the folder, and compile their player; return the module to run."""
    # A request may omit a field with a default; the generator assumes that it is always present.
    _tool("openapi-typescript", str(DOCUMENT), "--output", str(folder / "openapi.d.ts"), "--default-non-nullable=false")
    return compiled(folder, "openapi_fetch")


def typescript_client(folder: Path) -> Path:
    """
    Generate the client of @hey-api/openapi-ts in the folder, and compile it with its player; return the module to run.
    """
    settings = {
        "input": str(DOCUMENT),
        # Node requires file extensions in imports.
        "output": {"path": str(folder / "client"), "importFileExtension": ".js"},
        "plugins": ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    }
    settings_file = folder / "openapi-ts.config.mjs"
    settings_file.write_text(f"export default {json.dumps(settings)}")
    _tool("openapi-ts", "--file", str(settings_file), "--no-log-file")
    return compiled(folder, "hey_api")


def compiled(folder: Path, player: str, *settings: str) -> Path:
    """Compile what is in the folder with the player; return the module to run."""
    (folder / "node_modules").symlink_to(FOLDER / "node_modules")
    (folder / "package.json").write_text(json.dumps({"type": "module"}))
    shutil.copy(SETTINGS / "tsconfig.json", folder)
    for name in ("prompt", "play", player):
        shutil.copy(PLAYERS / f"{name}.ts", folder)
    _tool("tsc", "--project", str(folder), *settings)
    return folder / "built" / f"{player}.js"


def _tool(name: str, *arguments: str) -> None:
    done = run_tool(name, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr


def _python(*arguments: str, path: Path | None = None) -> None:
    environment = {"PYTHONPATH": f"{path}:{ROOT}", "MYPYPATH": f"{path}"} if path else {}
    command = [sys.executable, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
