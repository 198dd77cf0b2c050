"""A log in the archive is read, and goes on, as if it were in the database."""

from __future__ import annotations

import asyncio

import pytest

from engines.kit import EVERYONE
from server.logs.archive.archive import Archive, Moved
from server.logs.archive.files import entries_of
from server.logs.archive.places import Folder, PlaceUnavailableError
from server.logs.archive.records import BUSY, Measure, Records
from server.logs.store.contract import BrokenLogError, InArchiveError, LostTailError
from server.logs.store.entry import GENESIS, EncodedFact, Entry, Head
from server.runtime.database.queries import execute
from server.runtime.database.tables import EntryRow
from server.runtime.metrics import metrics
from server.runtime.times import timestamp
from tests.server.logs.archive.archived import KIND, ArchivedWorld
from tests.server.logs.store.entries import append, entry

_entries = EntryRow.__table__


async def test_what_is_read_is_the_same_before_and_after_from_every_position(archived: ArchivedWorld) -> None:
    made = await archived.write("m", 7)
    other = await archived.write("other", 2)

    assert await archived.archive.move("m", KIND) is Moved.ARCHIVED

    for after in range(8):
        for limit in (None, 1, 3, 100):
            wanted = made[after:][:limit] if limit is not None else made[after:]
            assert await archived.store.read("m", after, limit) == wanted
    assert await archived.store.read("other") == other
    assert await archived.store.read("unknown") == []


async def test_the_database_only_keeps_the_place_of_the_last_entry(archived: ArchivedWorld) -> None:
    made = await archived.write("m", 7)

    await archived.archive.move("m", KIND)

    ((log_id, seq, kind, at, facts, nonce, previous, hash_, body),) = await archived.rows("m")
    last = made[-1]
    assert (log_id, seq, kind, at, previous, hash_) == ("m", 7, last.kind, last.at, last.previous, last.hash)
    assert (facts, nonce, body) == ("", "", None)
    (file,) = archived.files
    assert list(entries_of(file.read_bytes())) == made
    assert file.parent == archived.folder / KIND / "2040" / "01"
    assert file.name.startswith("m-")


async def test_a_copy_in_memory_is_continued_from_the_archive(archived: ArchivedWorld) -> None:
    """A process that has missed what others have appended reads on at the hash that it knows."""
    made = await archived.write("m", 5)
    await archived.archive.move("m", KIND)

    heads = {"m": Head()}
    assert await archived.store.read_on(heads) == {"m": made}
    assert await archived.store.read_on({"m": made[2].head}) == {"m": made[3:]}
    assert await archived.store.read_on({"m": made[4].head}) == {"m": []}
    for lost in (Head(3, GENESIS), Head(6, GENESIS)):
        assert isinstance((await archived.store.read_on({"m": lost}))["m"], LostTailError)


async def test_a_log_goes_on_while_it_is_in_the_archive_and_is_then_archived_whole(archived: ArchivedWorld) -> None:
    made = await archived.write("m", 3)
    await archived.archive.move("m", KIND)
    late = entry("m", made[-1].head, "a rematch is called")

    assert await archived.store.commit([append(entry("m", Head(2, made[1].hash)))]) == ["head_moved"]
    assert await archived.store.commit([append(late)]) == ["appended"]
    assert await archived.store.read("m") == [*made, late]
    assert await archived.store.read("m", 2, 1) == [made[2]]
    assert await archived.store.read("m", 3) == [late]
    assert await archived.store.read_on({"m": made[1].head}) == {"m": [made[2], late]}

    assert await archived.archive.move("m", KIND) is Moved.ARCHIVED

    (file,) = archived.files
    assert list(entries_of(file.read_bytes())) == [*made, late]
    assert await archived.store.read("m") == [*made, late]


async def test_putting_back_restores_every_row_and_deletes_the_file(archived: ArchivedWorld) -> None:
    """Also of an entry from which something was withheld for ever."""
    made = await archived.write("m", 5)
    await _redact(archived, made[1])
    await _redact(archived, made[4])
    rows = await archived.rows("m")
    await archived.archive.move("m", KIND)

    assert await archived.archive.put_back("m")

    assert await archived.rows("m") == rows
    assert archived.files == []
    assert await archived.listed() == []
    assert await archived.leftovers() == 0
    assert not await archived.archive.put_back("m")


async def test_the_same_log_gives_the_same_bytes(archived: ArchivedWorld) -> None:
    await archived.write("m", 50)
    await archived.archive.move("m", KIND)
    first = archived.files[0].read_bytes()
    await archived.archive.put_back("m")

    await archived.again().archive.move("m", KIND)

    assert archived.files[0].read_bytes() == first


async def test_several_processes_that_move_a_log_at_once_leave_one_file(archived: ArchivedWorld) -> None:
    made = await archived.write("m", 30)
    processes = [archived.again() for _ in range(4)]
    before = metrics.archived

    moved = await asyncio.gather(*(each.archive.move("m", KIND) for each in processes))

    assert Moved.ARCHIVED in moved, moved
    assert metrics.archived == before + 1, "the others leave what the first has archived"
    for each in processes:
        await each.archive.tidy()
    archived.clock.advance(BUSY)
    await archived.archive.tidy()
    assert len(archived.files) == 1
    assert await archived.leftovers() == 0
    assert await archived.store.read("m") == made


async def test_tidying_says_when_there_may_be_more_to_tidy(archived: ArchivedWorld) -> None:
    """A file that may still be written is left alone; one that cannot be deleted is tried again at once."""

    class Stuck(Folder):
        async def delete(self, name: str) -> None:
            raise PlaceUnavailableError("it does not respond")

    nothing = await archived.archive.tidy()
    began_at = archived.clock.now()
    await archived.archive.records.begin("m", KIND, timestamp(began_at))
    being_written = await archived.archive.tidy()
    archived.clock.advance(BUSY)

    not_deleted = await archived.with_place(Stuck(archived.folder)).archive.tidy()
    deleted = await archived.archive.tidy()

    assert nothing is None
    assert being_written == began_at + BUSY
    assert not_deleted == began_at
    assert deleted is None


async def test_logs_move_to_and_fro_while_they_are_read_and_grow(archived: ArchivedWorld) -> None:
    """No reader sees less than what was appended, whatever is moved meanwhile."""
    known = await archived.write("m", 4)
    ended = asyncio.Event()

    async def move(world: ArchivedWorld) -> None:
        while not ended.is_set():
            await world.archive.move("m", KIND)
            await world.archive.put_back("m")

    async def read(world: ArchivedWorld) -> None:
        while not ended.is_set():
            already = len(known)
            found = await world.store.read("m")
            assert found[:already] == known[:already]
            assert (await world.store.read_on({"m": known[1].head}))["m"][: already - 2] == known[2:already]  # type: ignore[index]

    async def grow() -> None:
        for number in range(20):
            added = entry("m", known[-1].head, f"late {number}")
            assert await archived.store.commit([append(added)]) == ["appended"]
            known.append(added)
            await asyncio.sleep(0.01)
        ended.set()

    async with asyncio.TaskGroup() as tasks:
        for work in (move(archived), read(archived.again()), read(archived.again()), grow()):
            tasks.create_task(work)

    assert await archived.store.read("m") == known


async def test_what_is_redacted_while_a_log_is_being_moved_does_not_reach_the_archive(archived: ArchivedWorld) -> None:
    """The file of before the redaction is deleted, and the log stays."""
    made = await archived.write("m", 5)

    class Redacting(Folder):
        async def get(self, name: str) -> bytes:
            content = await super().get(name)
            await _redact(archived, made[2])
            return content

    assert await archived.with_place(Redacting(archived.folder)).archive.move("m", KIND) is Moved.CHANGED

    await archived.archive.tidy()
    assert archived.files == []
    assert (await archived.store.read("m"))[2].redacted


async def test_a_log_that_grows_while_it_is_being_moved_stays_until_the_next_time(archived: ArchivedWorld) -> None:
    made = await archived.write("m", 5)
    late = entry("m", made[-1].head, "late")

    class Growing(Folder):
        async def put(self, name: str, content: bytes) -> None:
            await archived.store.commit([append(late)])
            await super().put(name, content)

    assert await archived.with_place(Growing(archived.folder)).archive.move("m", KIND) is Moved.CHANGED
    assert await archived.store.read("m") == [*made, late]


async def test_a_log_that_another_process_moves_first_is_not_called_broken(archived: ArchivedWorld) -> None:
    """Only its last row was there when the rows were read."""
    made = await archived.write("m", 5)

    class Overtaken(Records):
        async def measure(self, log_id: str) -> Measure:
            measure = await super().measure(log_id)
            await archived.archive.move(log_id, KIND)
            return measure

    late = Archive(archived.hot, Overtaken(archived.engine, archived.clock), Folder(archived.folder))

    assert await late.move("m", KIND) is Moved.CHANGED
    assert len(archived.files) == 1
    assert await archived.store.read("m") == made


async def test_a_log_whose_chain_is_broken_is_not_moved(archived: ArchivedWorld) -> None:
    await archived.write("m", 5)
    await execute(
        archived.engine, _entries.update().where(_entries.c.seq == 3).values(at="2040-01-01T00:00:00.000000Z")
    )

    with pytest.raises(BrokenLogError, match="entry 3 does not continue the log"):
        await archived.archive.move("m", KIND)

    assert len(await archived.rows("m")) == 5
    assert archived.files == []


@pytest.mark.parametrize("place", ["first", "middle", "last"])
async def test_a_file_damaged_by_one_byte_is_named_and_nothing_is_deleted(
    archived: ArchivedWorld, caplog: pytest.LogCaptureFixture, place: str
) -> None:
    await archived.write("m", 5)
    other = await archived.write("other", 5)
    await archived.archive.move("m", KIND)
    await archived.archive.move("other", KIND)
    file = next(each for each in archived.files if each.name.startswith("m-"))
    content = bytearray(file.read_bytes())
    content[{"first": 0, "middle": len(content) // 2, "last": -1}[place]] ^= 1
    file.write_bytes(content)
    process = archived.again()
    (listed,) = [each for each in await process.archive.records.page("", 9) if each.log_id == "m"]

    for ask in (
        process.store.read("m"),
        process.archive.put_back("m"),
        process.archive.move("m", KIND),
        process.archive.check(listed),
    ):
        caplog.clear()
        with pytest.raises(InArchiveError) as refused:
            await ask
        assert "damaged" in refused.value.sentence
        assert file.name in caplog.text
    assert isinstance((await process.store.read_on({"m": Head()}))["m"], InArchiveError)
    assert file.read_bytes() == content
    assert await archived.listed() == ["m", "other"]
    assert await process.store.read("other") == other


async def test_a_missing_file_is_named(archived: ArchivedWorld, caplog: pytest.LogCaptureFixture) -> None:
    await archived.write("m", 5)
    await archived.archive.move("m", KIND)
    (file,) = archived.files
    file.unlink()

    with pytest.raises(InArchiveError, match="missing"):
        await archived.again().store.read("m")

    assert file.name in caplog.text
    assert await archived.listed() == ["m"]


async def test_without_a_place_an_archived_log_is_refused_and_others_are_read(archived: ArchivedWorld) -> None:
    await archived.write("m", 5)
    other = await archived.write("other", 2)
    await archived.archive.move("m", KIND)
    process = archived.with_place(None)

    with pytest.raises(InArchiveError, match="set MOIRAI_ARCHIVE"):
        await process.store.read("m")
    with pytest.raises(InArchiveError):
        await process.archive.move("other", KIND)

    assert await process.store.read("other") == other


async def _redact(world: ArchivedWorld, made: Entry) -> None:
    """Withhold the text of a fact, as is done when a player is forgotten."""
    redacted = made.redact((EncodedFact.of(EVERYONE, {"type": "said", "text": ""}), made.facts[1]))
    same = _entries.update().where(_entries.c.log_id == made.log_id, _entries.c.seq == made.seq)
    await execute(world.engine, same.values(facts=redacted.facts_text(), nonce="", body=redacted.body))
