"""The command line, run as its users run it."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.cli.cli import app
from tests.forks import Fork
from tests.postgres import PostgresServer
from tests.waiting import PATIENCE_SECONDS

CALL = CliRunner()


@pytest.fixture(autouse=True)
def _log_levels() -> Iterator[None]:
    """Restore the log levels, which `serve` sets for its whole process: here, that of other tests."""
    loggers = [logging.getLogger(name) for name in ("root", "server", "engines")]
    levels = [logger.level for logger in loggers]
    yield
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


def _simulate(log: Path, *more: str) -> str:
    command = ["simulate", "wizards_duel", "--matches", "4", "--seed", "3", "--log", str(log), *more]
    result = CALL.invoke(app, command)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.ndjson"
    _simulate(path, "--variant", "colosseum", "--absent", "0.2")
    return path


@pytest.fixture
def wrong_log(log: Path) -> Path:
    """A log in which one move was changed."""
    log.write_text(log.read_text().replace('"spell":"6"', '"spell":"7"', 1))
    return log


def test_a_simulation_tells_how_fast_it_was_and_who_won(tmp_path: Path) -> None:
    said = _simulate(tmp_path / "log.ndjson")

    assert "4 matches of" in said
    assert "matches/s" in said
    assert "phases/s" in said
    assert "won by" in said


def test_the_same_seed_writes_the_same_log(tmp_path: Path) -> None:
    one, two, other = (tmp_path / name for name in ("one", "two", "other"))
    _simulate(one)
    _simulate(two)
    _simulate(other, "--seed", "4")

    assert one.read_bytes() == two.read_bytes()
    assert one.read_bytes() != other.read_bytes()


def test_a_simulated_log_holds_submissions_draws_and_facts(log: Path) -> None:
    types = {told["fact"]["type"] for line in log.read_text().splitlines() for told in json.loads(line)["facts"]}

    assert {"submitted", "drawn", "wizards_duel.round_played", "wizards_duel.round_explained"} <= types


def test_options_reach_the_game(tmp_path: Path) -> None:
    log = tmp_path / "log.ndjson"
    _simulate(log, "--options", '{"wins_needed": 1}')

    created = json.loads(log.read_text().splitlines()[0])["facts"][0]["fact"]
    assert created["options"]["wins_needed"] == 1


def test_a_simulated_log_verifies(log: Path) -> None:
    result = CALL.invoke(app, ["verify", str(log)])

    assert result.exit_code == 0, result.output
    assert result.output.count(": good,") == 4


@pytest.mark.parametrize("content", [b"", b"nonsense\n", b"{}\n", b"[]\n", b'"x"\n', b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_not_a_log_exits_with_2(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "junk"
    path.write_bytes(content)

    for command in ("verify", "replay"):
        result = CALL.invoke(app, [command, str(path)])
        assert (result.exit_code, isinstance(result.exception, SystemExit)) == (2, True), result.output


def test_a_replay_for_the_host_tells_submissions_and_draws(log: Path) -> None:
    said = CALL.invoke(app, ["replay", str(log)]).output

    assert "a submits" in said
    assert "b submits" in said
    assert "Drawn for" in said
    assert said.count("wins the match") == 4


def test_a_replay_for_a_seat_tells_only_what_the_seat_was_told(log: Path) -> None:
    seat = CALL.invoke(app, ["replay", str(log), "--seat", "b"]).output
    spectator = CALL.invoke(app, ["replay", str(log), "--spectator"]).output

    assert "b submits" in seat
    assert "a submits" not in seat
    assert "submits" not in spectator
    for said in (seat, spectator):
        assert "Drawn for" not in said
        assert "a spell in the fog" in said


def test_a_replay_of_one_match_tells_that_one(log: Path) -> None:
    match_id = json.loads(log.read_text().splitlines()[0])["match_id"]

    said = CALL.invoke(app, ["replay", str(log), "--match", match_id]).output

    assert said.count("wins the match") == 1
    assert match_id in said


@pytest.mark.sampled(least=6)
@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "chess"],
        ["simulate", "wizards_duel", "--variant", "chess"],
        ["simulate", "wizards_duel", "--options", "{"],
        ["simulate", "wizards_duel", "--options", "[]"],
        ["simulate", "wizards_duel", "--options", '{"spells": 1}'],
        ["simulate", "wizards_duel", "--options", "[" * 100_000],
        ["simulate", "wizards_duel", "--matches", "1", "--log", "no/such/folder/log"],
        ["openapi", "--output", "no/such/folder"],
        ["verify", "no-such-file"],
        ["replay", __file__, "--seat", "a", "--spectator"],
        ["migrate", "--database", "sqlite:///no/such/folder/moirai.db"],
        ["migrate", "--database", f"sqlite:///{__file__}"],
        ["serve", "--database", f"sqlite:///{__file__}"],
        ["serve", "--port", "99999"],
        ["migrate", "--database", "mysql://x"],
        ["migrate", "--database", "postgresql://nobody@127.0.0.1:1/none"],
        ["serve", "--database", "postgresql://nobody@127.0.0.1:1/none"],
        ["serve", "--database", "nonsense"],
    ],
)
def test_impossible_requests_exit_with_2_and_a_sentence(command: list[str]) -> None:
    result = CALL.invoke(app, command)

    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit), result.exception
    assert len(result.output) > 20


def test_a_setting_that_is_not_usable_is_named_without_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOIRAI_LIVE_MATCHES", "s3cret")

    result = CALL.invoke(app, ["serve"])

    assert result.exit_code == 2
    assert "MOIRAI_LIVE_MATCHES" in result.output
    assert "s3cret" not in result.output


@pytest.mark.parametrize("key", ["", "fifteen letters"])
def test_a_server_with_a_key_that_could_be_guessed_does_not_start(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("MOIRAI_ORGANISER_KEY", key)

    result = CALL.invoke(app, ["serve"])

    assert result.exit_code == 2
    assert "The setting MOIRAI_ORGANISER_KEY is not valid" in result.output
    assert "a key has at least 16 characters" in result.output
    assert key not in result.output or not key


SECRET = "k3pts3cret"
ADDRESS = f"postgresql://u:{SECRET}@127.0.0.1/moirai"


async def _call(*arguments: str) -> tuple[int | None, str]:
    """Run the command line as a process; return its exit code and output."""
    process = await Fork.start(arguments, os.environ)
    printed, _ = await process.communicate()
    return process.returncode, printed.decode()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["migrate", "--databse", ADDRESS], "Unknown option."),
        (["migrate", f"--databse={ADDRESS}"], "Unknown option."),
        (["migrate", f"-p{SECRET}"], "Unknown option."),
        (["migrate", ADDRESS], "There are too many arguments."),
        (["serve", "--port", ADDRESS], "The value of '--port' is not valid."),
        (["openapi", f"--check={ADDRESS}"], "The option --check has no value, or a value"),
        ([ADDRESS], "Use one of the commands serve, migrate"),
        (["verify", ADDRESS], "The file cannot be read: No such file or directory."),
        (["simulate", ADDRESS], "There is no such game."),
        (["backup", ADDRESS], "FILE must be a file"),
        (["openapi", "--output", ADDRESS], "The file cannot be written: No such file or directory."),
        (["openapi", "--check", "--output", ADDRESS], "The document differs from the code"),
        (["migrate", "--database", f"{SECRET}://127.0.0.1"], "The database must be SQLite or PostgreSQL"),
    ],
)
async def test_a_call_that_is_refused_does_not_repeat_what_was_given(command: list[str], said: str) -> None:
    """The address of a database contains a password, and a typing mistake can put it into any argument."""
    code, printed = await _call(*command)

    assert code == (1 if "--check" in command else 2)
    assert said in printed
    assert SECRET not in printed


async def test_the_command_line_exits_as_its_command_does(wrong_log: Path) -> None:
    calls = [("simulate", "wizards_duel", "--matches", "1"), ("verify", str(wrong_log)), ("--help",), ()]

    assert [(await _call(*call))[0] for call in calls] == [0, 1, 0, 2]


def test_a_wrong_command_prints_what_is_missing_and_the_usage() -> None:
    """In a separate interpreter, as users run it."""
    command = [sys.executable, "-m", "server.cli.cli", "simulate"]

    refused = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_SECONDS)

    assert refused.returncode == 2
    assert refused.stdout == ""
    assert "'game' is missing." in refused.stderr
    assert "Usage:" in refused.stderr
    assert "simulate --help`." in refused.stderr


def test_an_unknown_seat_is_named_in_the_refusal(log: Path) -> None:
    result = CALL.invoke(app, ["replay", str(log), "--seat", "c"])

    assert result.exit_code == 2
    assert "a, b" in result.output


def test_serve_names_unknown_variables() -> None:
    """With a misspelt name the default would silently stay in force; its value may be secret."""
    environment = {"MOIRAI_RATE_PER_TOKN": SECRET, "MOIRAI_WHATEVER": SECRET, "moirai_log_level": "error"}

    refused = CALL.invoke(app, ["serve", "--database", "mysql://127.0.0.1"], env=environment)

    said = refused.output.splitlines()
    assert "Unknown setting MOIRAI_RATE_PER_TOKN: it has no effect." in said
    assert "Unknown setting MOIRAI_WHATEVER: it has no effect." in said
    assert "log_level" not in refused.output.lower()
    assert SECRET not in refused.output


def test_serve_refuses_a_postgresql_that_is_not_migrated(postgres_server: PostgresServer) -> None:
    url = postgres_server.url(postgres_server.create_database())

    refused = CALL.invoke(app, ["serve", "--port", "0", "--database", url])
    migrated = CALL.invoke(app, ["migrate", "--database", url])

    assert refused.exit_code == 2
    assert "run `moirai migrate`" in refused.output
    assert migrated.exit_code == 0
