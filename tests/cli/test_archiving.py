"""`moirai archive` and `moirai restore-from-archive`, run as operators run them (docs/archive.md)."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from server.cli.cli import app
from tests.server.world import running_world

CALL = CliRunner()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "archive"


@pytest.fixture
async def over(database_url: str) -> str:
    """The id of a match that was over long ago, in a database that no server uses."""
    async with running_world(database_url) as world:
        # The clock of tests is far in the future, and commands use the real one.
        world.clock.advance(-15 * 365 * 86400)
        ada, _, match_id = await world.ada_and_bo()
        await ada.act(match_id, {"type": "void", "reason": "Over."})
        await world.settle()
    return match_id


def call(database: str, folder: Path | None, *arguments: str) -> Result:
    place = {} if folder is None else {"MOIRAI_ARCHIVE": folder.as_uri()}
    return CALL.invoke(app, arguments, env={"MOIRAI_DATABASE": database, **place})


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_a_match_goes_to_the_archive_and_back(database_url: str, over: str, folder: Path) -> None:
    due = call(database_url, folder, "archive", "--days", "90", "--dry-run")
    assert due.output == f"matches {over}\nDue: 1 matches.\n"
    assert not folder.exists()

    moved = call(database_url, folder, "archive", "--days", "90")
    assert (moved.output, moved.exit_code) == ("Archived: 1 matches.\n", 0)
    (file,) = files(folder)
    assert file.name.startswith(over)
    again = call(database_url, folder, "archive", "--days", "90")
    assert (again.output, again.exit_code) == ("Archived: nothing.\n", 0)
    checked = call(database_url, folder, "archive", "--check")
    assert (checked.output, checked.exit_code) == ("1 files are good, 0 are not.\n", 0)
    assert CALL.invoke(app, ["verify", str(file)]).exit_code == 0
    assert "Over." in CALL.invoke(app, ["replay", str(file)]).output

    back = call(database_url, folder, "restore-from-archive", over)
    assert (back.output, back.exit_code) == ("The log is in the database.\n", 0)
    assert files(folder) == []
    assert call(database_url, folder, "restore-from-archive", over).exit_code == 1


def test_a_damaged_file_is_named_and_nothing_is_deleted(database_url: str, over: str, folder: Path) -> None:
    call(database_url, folder, "archive", "--days", "90")
    (file,) = files(folder)
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)

    for command in (["archive", "--check"], ["restore-from-archive", "--all"], ["restore-from-archive", over]):
        said = call(database_url, folder, *command)
        assert said.exit_code == 1
        assert file.name in said.output
        assert file.read_bytes() == content
    verified = CALL.invoke(app, ["verify", str(file)])
    assert verified.exit_code == 2
    assert "damaged" in verified.output


def test_everything_comes_back_with_one_command(database_url: str, over: str, folder: Path) -> None:
    call(database_url, folder, "archive", "--days", "90")

    back = call(database_url, folder, "restore-from-archive", "--all")

    assert (back.output, back.exit_code) == ("1 logs were put back.\n", 0)
    assert call(database_url, folder, "archive", "--days", "90", "--dry-run").output.endswith("Due: 1 matches.\n")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["archive", "--days", "1"], "MOIRAI_ARCHIVE"),
        (["restore-from-archive"], "--all"),
        (["restore-from-archive", "x", "--all"], "--all"),
    ],
)
def test_what_is_missing_is_named(sqlite_url: str, arguments: list[str], named: str) -> None:
    said = call(sqlite_url, None, *arguments)

    assert said.exit_code == 2
    assert named in said.output


def test_days_and_a_place_that_can_be_used_are_required(sqlite_url: str, folder: Path) -> None:
    assert "MOIRAI_ARCHIVE_AFTER" in call(sqlite_url, folder, "archive").output
    for place in ("ftp://somewhere/x", "file://host/x", "s3://"):
        said = CALL.invoke(
            app, ["archive", "--days", "1"], env={"MOIRAI_DATABASE": sqlite_url, "MOIRAI_ARCHIVE": place}
        )
        assert said.exit_code == 2
        assert "MOIRAI_ARCHIVE" in said.output
