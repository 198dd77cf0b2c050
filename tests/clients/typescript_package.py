"""The TypeScript package as npm packs it, and programs that use it."""

from __future__ import annotations

import json
import shutil
import tarfile
from pathlib import Path

from tests.clients.node import FOLDER, run_npm, run_tool

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "clients" / "typescript"
PLAYERS = FOLDER / "typescript_players"

WRITTEN = ("schemas.ts", "operations.ts")
"""The modules that the build writes."""


def packed(folder: Path, root: Path = ROOT) -> Path:
    """Build the package of this checkout in a folder of its own, and pack it; return the tarball."""
    ignored = shutil.ignore_patterns("dist", "node_modules", *WRITTEN)
    for name in ("clients/typescript", "clients/verifier", "openapi"):
        shutil.copytree(root / name, folder / name, ignore=ignored)
    done = run_npm("pack", "--pack-destination", str(folder), folder=folder / "clients" / "typescript")
    assert done.returncode == 0, done.stdout + done.stderr
    (tarball,) = folder.glob("moirai-client-*.tgz")
    return tarball


def with_players(folder: Path, tarball: Path, root: Path = ROOT) -> Path:
    """Install the package in a folder, and compile the players of this checkout there; return their folder."""
    installed = folder / "node_modules"
    with tarfile.open(tarball) as archive:
        archive.extractall(installed, filter="data")
    (installed / "package").rename(installed / "moirai-client")
    for player in (root / PLAYERS.relative_to(ROOT)).glob("*.ts"):
        shutil.copy(player, folder)
    return compiled(folder)


def compiled(folder: Path, *libraries: str) -> Path:
    """Compile the TypeScript of a folder, with more libraries of types, such as `dom`; return the output folder."""
    options = {"lib": ["es2023", *libraries], "rootDir": ".", "outDir": "built", "declaration": False}
    settings = {"extends": str(PACKAGE / "tsconfig.json"), "compilerOptions": options, "include": ["*.ts"]}
    (folder / "package.json").write_text(json.dumps({"type": "module"}))
    (folder / "tsconfig.json").write_text(json.dumps(settings))
    done = run_tool("tsc", "--project", str(folder))
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "built"
