"""Settings of all tests that save time."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from pathlib import Path

import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG

from tests.waiting import PATIENCE_SECONDS

pytest_plugins = ("pytester", "tests.database_fixtures", "tests.sampling")

_TESTS = Path(__file__).parent

_MEMORY = Path("/dev/shm")
_ROOM_BYTES = 4 * 2**30

# As the server does: full collections are rare, because each would scan everything that was imported.
gc.set_threshold(2_000, 5, 5_000)

# httpcore tries to import it with every call. Searching for a missing package takes a tenth of the call.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]

# A client without a timeout of its own is as patient as all else here: on a slow machine, five seconds are no failure.
for _part in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, _part, PATIENCE_SECONDS)


def pytest_configure() -> None:
    """Keep the files of tests in memory, if there is room: tests kill servers, but not the machine."""
    if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > _ROOM_BYTES:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(_MEMORY))


def pytest_collection_finish() -> None:
    """Leave what was imported out of all later collections: it stays."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """
    Spread the tests that mostly wait among those that compute, so that several at once keep the processors busy.

    Those that compute stay together by module, because they may share a server. They also come last: nobody waits for
    them alone.
    """
    waiting = [
        item for item in items if item.path.relative_to(_TESTS).parts[0] in ("attacks", "deploy", "faults", "web")
    ]
    others = [item for item in items if item not in set(waiting)]
    begun: dict[Path, float] = {}
    placed = [(0.8 * number / len(waiting), item) for number, item in enumerate(waiting)]
    placed += [(begun.setdefault(item.path, number / len(others)), item) for number, item in enumerate(others)]
    items[:] = [item for _, item in sorted(placed, key=lambda one: one[0])]
