"""Backups of an SQLite database while a server writes hundreds of submissions a second into it."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from server.logs.store.heads import check_heads
from server.runtime.database.sole_use import is_marked
from tests.faults.rush import rush, sign_up
from tests.forks import Fork
from tests.serving import overheard, serving
from tests.waiting import patiently, until

Json = Any

_FILLING_BYTES: Final = 80_000_000
"""So much that a backup takes many steps."""


def _fill(database: Path) -> None:
    """Make the database large."""
    with closing(sqlite3.connect(database, timeout=60)) as connection, connection:
        rows = (("nobody", str(number), "x" * 1_000_000) for number in range(_FILLING_BYTES // 1_000_000))
        connection.executemany("INSERT INTO kept_replies VALUES (?, ?, '', 200, ?, '2100-01-01T00:00:00Z')", rows)


async def _backup(file: Path, database: str, own: str = "") -> Fork:
    settings = {"MOIRAI_OWN_STREAMS_DATABASE": own} if own else {}
    return await Fork.start(("backup", str(file), "--database", database), {**os.environ, **settings})


async def _done(process: Fork) -> str:
    said, _ = await patiently(process.communicate())
    assert process.returncode == 0, said
    return said.decode()


def _named(folder: Path, beginning: str) -> list[str]:
    """Return the files whose names begin like this."""
    return sorted(path.name for path in folder.iterdir() if path.name.startswith(beginning))


def _submissions_and_logs(file: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(file)) as connection:
        size = check_heads(connection)
        submitted = connection.execute("SELECT count(*) FROM entries WHERE kind = 'submitted'").fetchone()[0]
    return submitted, size.logs


async def test_a_backup_of_a_busy_server_has_all_that_was_acknowledged_before_it(
    sqlite_url: str, tmp_path: Path
) -> None:
    """And it is as of one moment, not of several: players, matches and entries belong together."""
    file = tmp_path / "backup.db"
    _fill(tmp_path / "moirai.db")
    async with serving(sqlite_url) as (_, url), rush(url) as going:
        await going.progress(200)
        before = len(going.receipts)
        backing_up = await _backup(file, sqlite_url)
        await going.progress(50)
        said = await _done(backing_up)
        during = len(going.receipts) - before
        await going.progress(50)

    submitted, logs = _submissions_and_logs(file)
    assert before <= submitted < len(going.receipts)
    assert during >= 50  # players go on while it is written
    assert f"entries of {logs} logs" in said
    assert _named(tmp_path, "backup") == ["backup.db"]
    assert not is_marked(file)
    async with serving(f"sqlite:///{file}") as (_, url), httpx.AsyncClient(base_url=url) as anybody:
        assert (await anybody.get("/readyz")).status_code == 200


async def test_a_backup_that_is_killed_in_the_middle_leaves_nothing_that_looks_like_one(
    sqlite_url: str, tmp_path: Path
) -> None:
    file, partial = tmp_path / "backup.db", tmp_path / "backup.db.partial"
    _fill(tmp_path / "moirai.db")
    async with serving(sqlite_url) as (_, url), rush(url) as going:
        await going.progress(100)
        backing_up = await _backup(file, sqlite_url)
        await until(lambda: partial.exists() and partial.stat().st_size > 2_000_000)
        backing_up.kill()
        await backing_up.wait()
        left = _named(tmp_path, "backup")
        refused = await Fork.start(("serve", "--port", "0", "--database", f"sqlite:///{partial}"), os.environ)
        complaint, _ = await patiently(refused.communicate())
        await going.progress(100)
        said = await _done(await _backup(file, sqlite_url))

    assert backing_up.returncode == -signal.SIGKILL
    assert left == ["backup.db.partial"]
    assert (refused.returncode, b"cannot be used" in complaint) == (2, True)
    assert "a backup of" in said
    assert _submissions_and_logs(file)[0] >= 100
    assert not partial.exists()


async def test_a_backup_of_two_databases_has_both_as_of_one_moment(sqlite_url: str, tmp_path: Path) -> None:
    own = f"sqlite:///{tmp_path / 'own.db'}"
    async with serving(sqlite_url, own_streams_database=own) as (_, url), rush(url, matches=2) as going:
        await going.progress(20)
        said = await _done(await _backup(tmp_path / "backup.db", sqlite_url, own))

    assert len(said.splitlines()) == 2
    for name, kind in (("backup.db", "started"), ("backup.db-own-streams", "told")):
        with closing(sqlite3.connect(tmp_path / name)) as connection:
            kinds = {each for (each,) in connection.execute("SELECT DISTINCT kind FROM entries")}
        assert kind in kinds


@pytest.mark.parametrize("beside", [(), ("-in-use",)], ids=["copied", "killed"])
async def test_a_plain_copy_of_a_file_in_use_is_refused_and_what_a_killed_server_leaves_is_not(
    sqlite_url: str, tmp_path: Path, beside: Sequence[str]
) -> None:
    """The copy lacks what is in the log of SQLite beside the file: it would start without these players and matches."""
    copy = tmp_path / "copy.db"
    async with overheard(sqlite_url) as server:
        await (await sign_up(server.url, "Ada")).aclose()
        for name in ("", *beside):
            (tmp_path / f"copy.db{name}").write_bytes((tmp_path / f"moirai.db{name}").read_bytes())
        server.process.kill()
        await server.process.wait()

    starting = await Fork.start(("migrate", "--database", f"sqlite:///{copy}"), os.environ)
    said, _ = await patiently(starting.communicate())
    async with serving(sqlite_url) as (_, url):
        assert url

    assert starting.returncode == (0 if beside else 2)
    assert (b"moirai backup" in said) is not bool(beside)


async def test_a_file_of_a_server_that_has_stopped_in_order_can_be_copied(sqlite_url: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    async with serving(sqlite_url) as (_, url):
        await (await sign_up(url, "Ada")).aclose()
    copy.write_bytes((tmp_path / "moirai.db").read_bytes())

    async with serving(f"sqlite:///{copy}"):
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("SELECT name FROM players").fetchall() == [("Ada",)]


async def test_a_backup_replaces_nothing_and_needs_a_database(sqlite_url: str, tmp_path: Path) -> None:
    async def refusal(file: Path, database: str) -> str:
        process = await _backup(file, database)
        said, _ = await patiently(process.communicate())
        assert process.returncode == 2
        return said.decode()

    assert "exists already" in await refusal(tmp_path / "moirai.db", sqlite_url)
    assert "no database" in await refusal(tmp_path / "new.db", f"sqlite:///{tmp_path / 'nowhere.db'}")
    assert "cannot be used" in await refusal(tmp_path / "nowhere" / "new.db", sqlite_url)
    assert "pg_dump" in await refusal(tmp_path / "new.db", "postgresql://nobody@127.0.0.1:1/moirai")
    (tmp_path / "letter.db").write_text("Dear Ada")
    assert "not a database" in await refusal(tmp_path / "new.db", f"sqlite:///{tmp_path / 'letter.db'}")
    assert _named(tmp_path, "new") == []


async def test_a_damaged_database_gives_no_backup(sqlite_url: str, tmp_path: Path) -> None:
    async with serving(sqlite_url) as (_, url), rush(url, matches=1) as going:
        await going.progress(5)
    with closing(sqlite3.connect(tmp_path / "moirai.db")) as connection, connection:
        connection.execute("UPDATE entries SET nonce = 'ab' WHERE kind = 'submitted'")

    process = await _backup(tmp_path / "backup.db", sqlite_url)
    said, _ = await patiently(process.communicate())

    assert (process.returncode, b"not what its hash says" in said) == (2, True)
    assert _named(tmp_path, "backup") == []


@pytest.mark.parametrize("is_changed", [False, True], ids=["whole", "changed"])
async def test_a_database_with_logs_in_the_archive_is_backed_up_and_restored(
    sqlite_url: str, tmp_path: Path, *, is_changed: bool
) -> None:
    """Of such a log the database only has the place of the last entry."""
    path, archive = tmp_path / "moirai.db", f"file://{tmp_path / 'archive'}"
    async with serving(sqlite_url) as (_, url), rush(url, matches=1) as going:
        await going.progress(5)
        (match_id,) = going.matches
        await going.host.post(f"/v1/matches/{match_id}/actions", json={"type": "void", "reason": "Seen enough."})
        token = going.host.headers["Authorization"]
        await until(lambda: not _ask(path, "SELECT * FROM marks WHERE seq > 0"))
    settings = {**os.environ, "MOIRAI_ARCHIVE": archive, "MOIRAI_DATABASE": sqlite_url}
    await _done(await Fork.start(("archive", "--days", "0"), settings))
    assert _ask(path, "SELECT log_id FROM archived_logs") == [(match_id,)]
    if is_changed:
        _ask(path, "UPDATE archived_logs SET head = 'ab'")

    process = await _backup(tmp_path / "backup.db", sqlite_url)
    said, _ = await patiently(process.communicate())

    assert (process.returncode, b"not what its hash says" in said) == (2 if is_changed else 0, is_changed)
    if not is_changed:
        await _done(await Fork.start(("restore", str(tmp_path / "backup.db")), settings))
        async with serving(sqlite_url, archive=archive) as (_, url), httpx.AsyncClient(base_url=url) as host:
            log = await host.get(f"/v1/matches/{match_id}/log", headers={"Authorization": token})
            assert '"kind":"created"' in log.text


def _ask(path: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(query).fetchall()
