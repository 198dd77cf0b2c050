"""Restoring a backup of SQLite: over what, from what, and killed at any point."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import sys
from contextlib import aclosing, closing, suppress
from pathlib import Path
from typing import Any, Final

import httpx

from server.cli.cli import main
from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.cli.logs.verify import judge
from server.runtime.database.sole_use import SqliteFileError, sole_use
from tests.faults.rush import rush, sign_up
from tests.forks import FORKS, Fork
from tests.serving import serving
from tests.waiting import patience, patiently, until

Json = Any


async def _call(*arguments: str, own: str = "") -> tuple[int | None, str]:
    settings = {"MOIRAI_OWN_STREAMS_DATABASE": own} if own else {}
    process = await Fork.start(arguments, {**os.environ, **settings})
    said, _ = await patiently(process.communicate())
    return process.returncode, said.decode()


async def _restore(file: Path, database: str, own: str = "") -> str:
    code, said = await _call("restore", str(file), "--database", database, own=own)
    assert code == 0, said
    return said


async def _backup(file: Path, database: str, own: str = "") -> None:
    code, said = await _call("backup", str(file), "--database", database, own=own)
    assert code == 0, said


async def _losses(host: httpx.AsyncClient, match_id: str) -> list[Json]:
    """Return what a host is told of a loss, once it is."""
    async with patience():
        while True:
            events = (await host.get(f"/v1/matches/{match_id}/events", params={"limit": 500})).json()["events"]
            lost = [fact for event in events for fact in event["facts"] if fact["type"] == "entries_lost"]
            if lost:
                return lost
            await asyncio.sleep(0.05)


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith(("-shm", "-wal")))


def _ask(path: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(query).fetchall()


_EPOCH: Final = "SELECT epoch FROM epochs ORDER BY number DESC LIMIT 1"


async def test_hosts_are_told_what_a_restore_has_lost_and_matches_go_on(sqlite_url: str, tmp_path: Path) -> None:
    path, file = tmp_path / "moirai.db", tmp_path / "backup.db"
    async with serving(sqlite_url) as (_, url):
        late = await sign_up(url, "Late")
        async with rush(url, matches=3) as going:
            await going.progress(60)
            await _backup(file, sqlite_url)
            await going.progress(60)
            began_later = (await late.post("/v1/matches", json={"game": "wizards_duel"})).json()["match_id"]
            heads = dict(_ask(path, "SELECT log_id, max(seq) FROM entries GROUP BY log_id"))
            matches, token = going.matches, going.host.headers["Authorization"]
    before = _ask(path, _EPOCH)

    said = await _restore(file, sqlite_url)

    async with serving(sqlite_url) as (_, url):
        async with httpx.AsyncClient(base_url=url, headers={"Authorization": token}) as host:
            for match_id in matches:
                (lost,) = await _losses(host, match_id)
                assert f"{match_id}: loses its entries up to {lost['last']} (after the backup)." in said
                assert lost["last"] >= heads[match_id]
                await host.post(f"/v1/matches/{match_id}/actions", json={"type": "void", "reason": "Seen enough."})
                log = (await host.get(f"/v1/matches/{match_id}/log")).text
                assert judge(read_logs(log.splitlines()), Kept((), (), ())).good
        gone = await late.get(url + f"/v1/matches/{began_later}")
        await late.aclose()

    assert gone.status_code == 404
    assert f"{began_later}: loses its entries up to 1 (it began after the backup)." in said
    assert _ask(path, "SELECT * FROM lost_tails") == []
    assert _ask(path, _EPOCH) != before
    kept = tmp_path / "moirai.db.before-restore-1"
    assert dict(_ask(kept, "SELECT log_id, max(seq) FROM entries GROUP BY log_id")).keys() >= heads.keys()


async def test_a_restore_over_a_running_server_is_refused(sqlite_url: str, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    async with serving(sqlite_url) as (_, url):
        await _backup(file, sqlite_url)
        await (await sign_up(url, "Ada")).aclose()

        code, said = await _call("restore", str(file), "--database", sqlite_url)

        assert (code, "Another server is using" in said) == (2, True)
        async with aclosing(await sign_up(url, "Bo")) as bo:
            assert (await bo.get("/readyz")).status_code == 200
    assert len(_ask(tmp_path / "moirai.db", "SELECT * FROM players")) == 2
    assert _names(tmp_path) == ["backup.db", "moirai.db"]


async def test_what_is_not_a_whole_backup_is_refused_and_nothing_is_changed(sqlite_url: str, tmp_path: Path) -> None:
    path, folder = tmp_path / "moirai.db", tmp_path / "backups"
    folder.mkdir()
    async with serving(sqlite_url) as (_, url), rush(url, matches=1) as going:
        await going.progress(20)
        await _backup(folder / "whole", sqlite_url)
        shutil.copyfile(path, folder / "copied")
    bytes_before = path.read_bytes()
    whole = (folder / "whole").read_bytes()
    (folder / "cut").write_bytes(whole[: len(whole) // 2])
    (folder / "empty").write_bytes(b"")
    (folder / "letter").write_text("Dear Ada, " * 1000)
    for name, statement in {
        "newer": "UPDATE alembic_version SET version_num = '9999'",
        "strange": "DROP TABLE entries",
        "changed": "UPDATE entries SET nonce = 'ab' WHERE kind = 'submitted'",
        "gap": "DELETE FROM entries WHERE seq = 3",
    }.items():
        shutil.copyfile(folder / "whole", folder / name)
        _ask(folder / name, statement)
    reasons = {
        "copied": "was copied while a server used it",
        "cut": "cannot be used",
        "empty": "is not a database of Moirai",
        "letter": "file is not a database",
        "newer": "older than the database",
        "strange": "is not a database of Moirai",
        "changed": "damaged",
        "gap": "does not continue its log",
        "nowhere": "There is no backup",
    }

    for name, reason in reasons.items():
        code, said = await _call("restore", str(folder / name), "--database", sqlite_url)
        assert (code, reason in said) == (2, True), f"{name}: {said}"
    code, said = await _call("restore", str(path), "--database", sqlite_url)
    assert (code, "is the database itself" in said) == (2, True)

    assert _names(tmp_path) == ["backups", "moirai.db"]
    assert path.read_bytes() == bytes_before


async def test_a_database_that_cannot_be_read_is_restored_too(sqlite_url: str, tmp_path: Path) -> None:
    """Its log of SQLite is not applied to the restored one."""
    path, file = tmp_path / "moirai.db", tmp_path / "backup.db"
    async with serving(sqlite_url) as (_, url), rush(url, matches=1) as going:
        await going.progress(20)
        await _backup(file, sqlite_url)
        await going.progress(20)
        log = path.with_name("moirai.db-wal").read_bytes()
    path.write_bytes(b"SQLite format 3\0" + os.urandom(100_000))
    path.with_name("moirai.db-wal").write_bytes(log)

    said = await _restore(file, sqlite_url)

    assert "cannot be read" in said
    assert (tmp_path / "moirai.db.before-restore-1-wal").read_bytes() == log
    assert _ask(path, "SELECT count(*) FROM entries") == _ask(file, "SELECT count(*) FROM entries")


async def test_who_was_forgotten_after_the_backup_is_forgotten_again(sqlite_url: str, tmp_path: Path) -> None:
    path, file = tmp_path / "moirai.db", tmp_path / "backup.db"
    async with serving(sqlite_url) as (_, url):
        ada = await sign_up(url, "Ada")
        await _backup(file, sqlite_url)
        assert (await ada.request("DELETE", "/v1/me", json={"name": "Ada"})).status_code == 202
    ((ada_id,),) = _ask(path, "SELECT player_id FROM forgotten")

    said = await _restore(file, sqlite_url)

    assert f"{ada_id}: is forgotten again" in said
    assert _ask(path, "SELECT player_id FROM forgotten") == [(ada_id,)]
    assert _ask(path, "SELECT * FROM players") == []
    await ada.aclose()


async def test_what_a_restore_has_lost_is_told_after_the_next_one(sqlite_url: str, tmp_path: Path) -> None:
    """No server has run in between, so no host was told."""
    path, file = tmp_path / "moirai.db", tmp_path / "backup.db"
    async with serving(sqlite_url) as (_, url), rush(url, matches=1) as going:
        await going.progress(10)
        await _backup(file, sqlite_url)
        await going.progress(10)
    await _restore(file, sqlite_url)
    tails = _ask(path, "SELECT * FROM lost_tails")

    await _restore(file, sqlite_url)

    assert tails
    assert _ask(path, "SELECT * FROM lost_tails") == tails
    assert (tmp_path / "moirai.db.before-restore-2").exists()


_CAUSES: Final = """
SELECT substr(log_id, 1, 26), json_extract(facts, '$[0].fact.hash') FROM entries
WHERE kind = 'told' AND json_extract(facts, '$[0].fact.entry') > 0
"""


async def test_own_streams_that_were_restored_to_an_earlier_moment_are_told_what_they_lack(
    sqlite_url: str, tmp_path: Path
) -> None:
    path, early, late = tmp_path / "own.db", tmp_path / "early.db", tmp_path / "late.db"
    own = f"sqlite:///{path}"
    async with serving(sqlite_url, own_streams_database=own) as (_, url):
        async with rush(url, matches=1) as going:
            await going.progress(1)
        await _backup(early, sqlite_url, own)
        async with rush(url, matches=2) as going:
            await going.progress(1)
        await until(lambda: not _ask(tmp_path / "moirai.db", "SELECT * FROM marks WHERE seq > 0"))
        await _backup(late, sqlite_url, own)
    shutil.copyfile(f"{early}-own-streams", f"{late}-own-streams")

    said = await _restore(late, sqlite_url, own)

    before = set(_ask(path.with_name("own.db.before-restore-1"), _CAUSES))
    lacking = before - set(_ask(path, _CAUSES))
    async with serving(sqlite_url, own_streams_database=own) as (_, url), httpx.AsyncClient(base_url=url) as http:

        async def found() -> Json:
            ready = (await http.get("/readyz")).json()
            return ready["news_told_again"], ready["news_of_lost_entries"]

        await until(lambda: set(_ask(path, _CAUSES)) >= before)
        told = await found()
    assert "compares own streams with the logs" in said
    assert lacking
    assert told == (len(lacking), 0)
    assert len(_ask(path, _CAUSES)) == len(set(_ask(path, _CAUSES)))


_WATCHED: Final = frozenset({"os.rename", "os.link", "os.remove", "shutil.copyfile"})
"""What changes files; in between, the restore only reads, and writes to files that nothing else uses."""


def _restore_until(step: int, folder: Path) -> None:
    """Restore both databases, and be killed before this step on files of the folder."""
    steps = 0

    def count(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal steps
        if event in _WATCHED and str(folder) in str(arguments[0]):
            steps += 1
            if steps == step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.argv = ["moirai", "restore", str(folder / "backup"), "--database", f"sqlite:///{folder / 'moirai.db'}"]
    os.environ["MOIRAI_OWN_STREAMS_DATABASE"] = f"sqlite:///{folder / 'own.db'}"
    sys.addaudithook(count)
    main()


def _name_of(path: Path) -> str:
    return str(_ask(path, "SELECT name FROM players")[0][0])


def test_a_restore_that_is_killed_at_any_step_leaves_both_databases_of_one_moment(
    sqlite_template: Path, tmp_path: Path
) -> None:
    def prepare(folder: Path) -> None:
        folder.mkdir()
        for name in ("moirai.db", "own.db", "backup", "backup-own-streams"):
            shutil.copyfile(sqlite_template, folder / name)
            which = "restored" if name.startswith("backup") else "present"
            _ask(folder / name, f"INSERT INTO players VALUES ('1', '{which}', 0, '', '', '', '', '', '')")

    def run(step: int, folder: Path) -> int | None:
        process = FORKS.Process(target=_restore_until, args=(step, folder))
        process.start()
        process.join()
        return process.exitcode

    def names(folder: Path) -> set[str]:
        with suppress(SqliteFileError), sole_use(folder / "moirai.db"), sole_use(folder / "own.db"):
            return {_name_of(folder / "moirai.db"), _name_of(folder / "own.db")}
        return {"a server refuses them"}

    found: set[str] = set()
    step = 0
    while True:
        step += 1
        folder = tmp_path / str(step)
        prepare(folder)
        code = run(step, folder)
        found_here = names(folder)
        assert len(found_here) == 1, f"killed before step {step}: {found_here}"
        found |= found_here
        if code == 0:
            break
        assert code == -signal.SIGKILL

        assert run(0, folder) == 0
        assert names(folder) == {"restored"}
        shutil.rmtree(folder)

    assert found == {"present", "a server refuses them", "restored"}
