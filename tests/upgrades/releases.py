"""
The releases, and servers of them, run from the repository's own history.

The latest one is the one before today's code: its servers must go on beside today's, so its row is what every later
migration is held to. A release adds its row in the commit after its tag.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.locks import locked
from tests.serving import COMMAND_LINE, Overheard, overheard

_ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True)
class Release:
    """A release: its version, the commit of its tag, which may not be in every clone, and its newest migration."""

    version: str
    commit: str
    revision: str


RELEASES: Final = (Release("0.2.0", "ce8a8cbcd42fe21e2133e4ba4191fe0a34ded701", "0029"),)
"""In order. What was before them cannot share a database with any (docs/upgrading.md)."""

PREVIOUS: Final = RELEASES[-1]


@dataclass(frozen=True)
class Earlier:
    """The code of a release, in a folder of its own. It runs with the dependencies of today's."""

    release: Release
    folder: Path

    def migrate(self, database: str) -> None:
        """Migrate a database as this release does."""
        self._run("-m", COMMAND_LINE, "migrate", "--database", database)

    @asynccontextmanager
    async def serving(
        self, database: str, environment: Mapping[str, str] | None = None, **settings: str
    ) -> AsyncIterator[Overheard]:
        """Run a server of this release."""
        switches = {**(environment or {}), **self._environment}
        async with overheard(database, COMMAND_LINE, switches, **settings) as server:
            yield server

    @property
    def _environment(self) -> dict[str, str]:
        # The folder in which a module is started would come first.
        return {"PYTHONPATH": str(self.folder), "PYTHONSAFEPATH": "1"}

    def require_its_own_code(self) -> None:
        """Assert that what runs is this release, not today's code."""
        found = Path(self._run("-c", "import server; print(server.__file__)").strip())
        assert found.is_relative_to(self.folder), found

    def _run(self, *arguments: str) -> str:
        environment = {**os.environ, **self._environment}
        ran = subprocess.run((sys.executable, *arguments), env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


def earlier(release: Release, folder: Path) -> Earlier:
    """Take a release out of the history, once for all processes of a run; skips the test where there is no history."""
    wanted = ("git", "-C", str(_ROOT), "cat-file", "-e", f"{release.commit}^{{commit}}")
    if subprocess.run(wanted, capture_output=True, check=False).returncode:
        pytest.skip(f"this clone does not have the commit of release {release.version}: git fetch --unshallow")
    target = folder / f"release-{release.version}"
    with locked(folder / "releases"):
        if not target.exists():
            packed = ("git", "-C", str(_ROOT), "archive", "--format=tar", release.commit)
            archive = subprocess.run(packed, capture_output=True, check=True).stdout
            unpacked = target.with_suffix(".new")
            unpacked.mkdir()
            subprocess.run(("tar", "-x", "-C", str(unpacked)), input=archive, check=True)
            unpacked.rename(target)
    found = Earlier(release, target)
    found.require_its_own_code()
    return found
