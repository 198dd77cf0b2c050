"""Places for files: a folder and a bucket, a full disk, and stores that do not answer."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from server.logs.archive.archive import Moved
from server.logs.archive.places import (
    Folder,
    NoFileError,
    Place,
    PlaceNameError,
    PlaceUnavailableError,
    open_place,
)
from server.logs.archive.records import BUSY
from server.logs.store.contract import InArchiveError
from tests.s3.bucket import URL, bucket, objects, out_of_order, variables
from tests.server.logs.archive.archived import KIND, ArchivedWorld

SetVariables = Callable[[str], None]


@pytest.fixture
def found_at(monkeypatch: pytest.MonkeyPatch) -> SetVariables:
    """Let this process find a store at an address."""

    def set_variables(address: str) -> None:
        for name, value in variables(address).items():
            monkeypatch.setenv(name, value)

    return set_variables


@pytest.fixture(params=["folder", "bucket"])
async def place(request: pytest.FixtureRequest, tmp_path: Path, found_at: SetVariables) -> AsyncIterator[Place]:
    if request.param == "folder":
        yield open_place((tmp_path / "a folder").as_uri())
        return
    async with bucket() as address:
        found_at(address)
        yield open_place(URL)


async def test_a_file_is_returned_as_it_was_put_and_can_be_deleted_twice(place: Place) -> None:
    content = os.urandom(300_000)

    with pytest.raises(NoFileError):
        await place.get("a/b/c.zst")
    await place.put("a/b/c.zst", content)
    await place.put("a/d.zst", b"")

    assert await place.get("a/b/c.zst") == content
    assert await place.get("a/d.zst") == b""
    for _ in range(2):
        await place.delete("a/b/c.zst")
    with pytest.raises(NoFileError):
        await place.get("a/b/c.zst")


async def test_a_log_moves_to_a_bucket_and_back(archived: ArchivedWorld, found_at: SetVariables) -> None:
    made = await archived.write("m", 20)
    async with bucket() as address:
        found_at(address)
        process = archived.with_place(open_place(URL))

        assert await process.archive.move("m", KIND) is Moved.ARCHIVED

        (found,) = await process.archive.records.page("", 9)
        assert await objects(address) == [f"archive/{found.file}"]
        assert await archived.with_place(open_place(URL)).store.read("m") == made
        assert await process.archive.put_back("m")
        assert await objects(address) == []
        assert await archived.store.read("m") == made


@pytest.mark.parametrize("answers", [True, False], ids=["503", "slow"])
async def test_a_store_that_does_not_work_moves_nothing_and_delays_nobody_else(
    archived: ArchivedWorld, found_at: SetVariables, caplog: pytest.LogCaptureFixture, answers: bool
) -> None:
    """What is in it says so; afterwards all is as it would have been."""
    made, other = await archived.write("m", 5), await archived.write("other", 5)
    async with bucket() as address, out_of_order(answers=answers) as broken:
        found_at(address)
        assert await archived.with_place(open_place(URL)).archive.move("m", KIND) is Moved.ARCHIVED
        found_at(broken)
        process = archived.with_place(open_place(URL))

        with pytest.raises(InArchiveError) as refused:
            await process.store.read("m")
        assert "does not respond" in refused.value.sentence
        (found,) = await process.archive.records.page("", 9)
        assert found.file in caplog.text
        with pytest.raises(PlaceUnavailableError):
            await process.archive.move("other", KIND)
        assert await process.store.read("other") == other
        assert len(await archived.rows("other")) == 5

        found_at(address)
        again = archived.with_place(open_place(URL))
        archived.clock.advance(BUSY)
        await again.archive.tidy()
        assert await again.store.read("m") == made
        assert await again.archive.move("other", KIND) is Moved.ARCHIVED
        assert len(await objects(address)) == 2
        assert await archived.leftovers() == 0


async def test_a_full_disk_deletes_nothing_and_leaves_no_half_file(archived: ArchivedWorld) -> None:
    """Files of this process may not be larger for a moment, as if there were no room."""
    made = await archived.write("m", 400)

    class Full(Folder):
        async def put(self, name: str, content: bytes) -> None:
            before, heard = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
            try:
                await super().put(name, content)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, before)
                signal.signal(signal.SIGXFSZ, heard)

    with pytest.raises(PlaceUnavailableError, match="OSError"):
        await archived.with_place(Full(archived.folder)).archive.move("m", KIND)

    assert archived.files == []
    assert len(await archived.rows("m")) == 400
    assert await archived.store.read("m") == made
    archived.clock.advance(BUSY)
    await archived.archive.tidy()
    assert await archived.archive.move("m", KIND) is Moved.ARCHIVED
    assert len(archived.files) == 1


@pytest.mark.parametrize("url", ["ftp://somewhere/x", "file://elsewhere/x", "s3://", "/srv/archive", ""])
def test_what_names_no_place_is_refused(url: str) -> None:
    with pytest.raises(PlaceNameError):
        open_place(url)
