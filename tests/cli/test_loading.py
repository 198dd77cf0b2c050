"""What a command loads: importing takes longer than most of what is done, and stays in memory."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

import pytest

_SERVES: Final = frozenset({"engines", "fastapi", "sqlalchemy", "server.app", "server.runtime.settings"})
"""Each takes a tenth of a second, or loads what does."""


@pytest.mark.parametrize(
    "command", [("--help",), ("simulate", "--help"), ("admin", "--help"), ("admin", "audit", "--help")]
)
def test_help_loads_no_server(command: tuple[str, ...]) -> None:
    assert _loaded(*command) & _SERVES == set()


def _loaded(*command: str) -> set[str]:
    """Return all modules that a command has loaded when it ends."""
    program = "import atexit, sys; atexit.register(lambda: print('loaded', *sys.modules)); " + (
        "from server.cli.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program, *command], capture_output=True, text=True, check=True)
    *_, line = done.stdout.splitlines()
    return set(line.split()[1:])
