"""A process that is killed while it moves a log leaves it whole, and the next try leaves nothing else behind."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.logs.archive.archive import Moved
from server.logs.archive.records import BUSY
from tests.server.logs.archive.archived import KIND, ArchivedWorld, opened_archive
from tests.server.logs.archive.killed import run_killed
from tests.server.logs.store.entries import append, entry

LENGTH = 5


async def _write(url: str, folder: Path, *, move: bool) -> None:
    async with opened_archive(url, folder) as world:
        await world.write("m", LENGTH)
        if move:
            await world.archive.move("m", KIND)


async def _require_whole_and_go_on(url: str, folder: Path, step: int) -> None:
    """Read the log, append to it, and move it again; then there is one file, and nothing is left over."""
    async with opened_archive(url, folder) as world:
        made = await world.store.read("m")
        assert len(made) == LENGTH + step, step
        late = entry("m", made[-1].head, f"after step {step}")
        assert await world.store.commit([append(late)]) == ["appended"]
        world.clock.advance(BUSY)
        await world.archive.tidy()
        assert await world.archive.move("m", KIND) is Moved.ARCHIVED, step
        await _require_one_file(world)
        assert await world.again().store.read("m") == [*made, late]


async def _require_one_file(world: ArchivedWorld) -> None:
    (archived,) = await world.archive.records.page("", 9)
    assert [str(path.relative_to(world.folder)) for path in world.files] == [archived.file]
    assert await world.leftovers() == 0


@pytest.mark.parametrize("work", ["move", "put_back"])
def test_a_kill_at_any_step_loses_nothing_and_leaves_nothing(database_url: str, tmp_path: Path, work: str) -> None:
    """
    The log grows after each kill: so each time it is another one, in the archive, or partly, or not.
    """
    folder = tmp_path / "archive"
    asyncio.run(_write(database_url, folder, move=work == "put_back"))
    step = 0

    while run_killed(database_url, folder, work, step):
        asyncio.run(_require_whole_and_go_on(database_url, folder, step))
        if work == "move":
            asyncio.run(_put_back(database_url, folder))
        step += 1

    assert step > 10


async def _put_back(url: str, folder: Path) -> None:
    async with opened_archive(url, folder) as world:
        assert await world.archive.put_back("m")
        assert world.files == []
