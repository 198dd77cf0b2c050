"""
Logs may come from anyone: no content makes the commands that read them crash, or reaches the terminal as a control
sequence.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from engines.kit import EVERYONE
from server.cli.cli import app
from server.logs.store.entry import EncodedFact, Entry, Head, seal
from server.runtime.times import parse_timestamp
from tests.secrecy.verifiers.both_verifiers import File, second
from tests.secrecy.verifiers.scribe import simulated

CALL = CliRunner()


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    (log,) = simulated("wizards_duel", "genius_3_3", matches=1)
    return log


@pytest.mark.parametrize("depth", [100, 900, 950, 975, 990, 100_000])
def test_deep_nesting_is_reported_as_wrong_or_unreadable(entries: list[Entry], depth: int, tmp_path: Path) -> None:
    log = tmp_path / "log"
    deep = '"fact":{"deep":' + "[" * depth + "]" * depth + ","
    log.write_text(entries[0].as_line() + entries[1].as_line().replace('"fact":{', deep, 1))

    result = CALL.invoke(app, ["verify", str(log)])

    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (1, 2)


@pytest.mark.parametrize("match_id", ["[/x]", ":smile:", "\x1b[2J", "\u202ereversed\u0085", "a\nb"])
def test_nothing_in_a_log_steers_the_terminal(entries: list[Entry], match_id: str, tmp_path: Path) -> None:
    sits = EncodedFact.of(EVERYONE, {"type": "seat_taken", "seat": "a", "player": {"player_id": "p", "name": match_id}})
    facts = (entries[0].facts[0], sits)
    forged = seal(match_id, Head(), "created", parse_timestamp(entries[0].at), facts, bytes(16))
    log = tmp_path / "log"
    log.write_text(forged.as_line(), encoding="utf-8")

    for command in ("verify", "replay"):
        result = CALL.invoke(app, [command, str(log)])

        assert result.exit_code in (0, 1)
        assert all(sign.isprintable() or sign == "\n" for sign in result.output)
        shown = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in match_id)
        assert shown in result.output
    (opinion,) = second([File(log.read_bytes())])
    assert all(sign.isprintable() for line in opinion.lines for sign in line)
    assert shown in opinion.lines[0]
