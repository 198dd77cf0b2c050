"""A log may come from anyone: whatever is in it, reading it neither breaks nor fools whoever reads it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from engines.catalogue import GAMES
from engines.contract import EVERYONE
from server.log.entry import GENESIS, Entry, Head, ToldFact, canonical_json, parse_timestamp, seal
from server.operations.cli import app
from server.operations.logfile import UnreadableLogError, read_logs
from server.operations.simulate import Simulation, Tally, log_of, simulate
from server.operations.verify import verify

Json = Any

CALL = CliRunner()


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    simulation = Simulation("wizards_duel", "genius_3_3", GAMES["wizards_duel"].options("genius_3_3", {}), seed=3)
    return log_of(simulation, next(simulate(simulation, 1, Tally())))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seq", float("inf")),
        ("seq", float("nan")),
        ("seq", "1"),
        ("seq", True),
        ("seq", 1.0),
        ("match_id", 1),
        ("match_id", "\ud800"),
        ("unsealed", "remark"),
        ("body", "0" * 64),
        ("body", None),
    ],
)
def test_a_line_whose_content_its_hash_does_not_cover_exactly_is_refused(
    entries: list[Entry], name: str, value: Json
) -> None:
    as_json = entries[0].as_json()
    assert read_logs([_line(as_json)])

    line = _line({**as_json, name: value})

    with pytest.raises(UnreadableLogError, match="Line 1"):
        read_logs([line])


def _line(value: Json) -> str:
    """Canonical JSON, but for what has none."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ('"kind":"created"', '"kind":"void","kind":"created"'),
        ('"wins_needed":2', '"wins_needed":7,"wins_needed":2'),
        ('"seq":1', '"seq":1.0'),
        ('"wins_needed":2', '"wins_needed":2.0'),
        ('"wins_needed":2', '"wins_needed":9007199254740993'),
        ('"kind":"created"', '"kind": "created"'),
        ('"kind":"created"', '"kind":"cre\\u0061ted"'),
    ],
)
def test_a_line_that_is_not_its_entry_to_the_byte_is_refused(entries: list[Entry], written: str, instead: str) -> None:
    """
    Whoever reads a name that stands twice may take the first or the last of its values.
    """
    line = entries[0].as_line()
    assert read_logs([line])

    with pytest.raises(UnreadableLogError, match="Line 1"):
        read_logs([line.replace(written, instead, 1)])


@pytest.mark.parametrize("depth", [100, 900, 950, 975, 990, 100_000])
def test_deep_nesting_is_found_wrong_or_unreadable(entries: list[Entry], depth: int, tmp_path: Path) -> None:
    log = tmp_path / "log"
    deep = '"fact":{"deep":' + "[" * depth + "]" * depth + ","
    log.write_text(entries[0].as_line() + entries[1].as_line().replace('"fact":{', deep, 1))

    result = CALL.invoke(app, ["verify", str(log)])

    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (1, 2)


@pytest.mark.parametrize("match_id", ["[/x]", ":smile:", "\x1b[2J", "\u202ereversed", "a\nb"])
def test_nothing_in_a_log_steers_the_terminal(entries: list[Entry], match_id: str, tmp_path: Path) -> None:
    sits = ToldFact(EVERYONE, {"type": "seat_taken", "seat": "a", "player": {"player_id": "p", "name": match_id}})
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


@pytest.mark.parametrize("seed", range(4))
def test_a_value_changed_anywhere_is_found_though_the_chain_is_whole(entries: list[Entry], seed: int) -> None:
    """
    Every fact follows from what came before it. What does not, only those concerned could deny: see `OF_NO_RULE`.
    """
    random = Random(seed)
    for _ in range(60):
        lines: list[Json] = [entry.as_json() for entry in entries]
        line = random.choice(lines)
        name, value = _change_one(line["facts"], random)
        if name not in OF_NO_RULE:
            assert _complaints(_chained(lines)), (seed, line["seq"], name, value)


OF_NO_RULE = {"name", "player_id", "autostart", "keep_thinking", "by_bot"}
"""Who someone is, and how they wished to play."""


def _change_one(value: Json, random: Random) -> tuple[str, Json]:
    """Give one value somewhere inside another value; returns its name, or place, and the new value."""
    inside, key = random.choice([place for place in _places(value) if not isinstance(place[0][place[1]], dict | list)])
    others: list[Json] = [None, True, 10**30, "", "a", "b", "x", "[/x]", "2030-01-01T00:00:00", []]
    inside[key] = random.choice([other for other in others if other != inside[key]])
    return str(key), inside[key]


def _places(value: Json) -> list[tuple[Json, Json]]:
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    return [(value, key) for key in keys] + [place for key in keys for place in _places(value[key])]


def _chained(lines: list[Json]) -> list[str]:
    previous = GENESIS
    for line in lines:
        content = {name: value for name, value in line.items() if name != "hash"} | {"previous": previous}
        previous = hashlib.sha256(canonical_json(content).encode()).hexdigest()
        line |= {**content, "hash": previous}
    return [canonical_json(line) for line in lines]


def _complaints(lines: list[str]) -> list[str]:
    try:
        verdicts = [verify(match_id, log) for match_id, log in read_logs(lines).items()]
    except UnreadableLogError as error:
        return [str(error)]
    return [said for verdict in verdicts for said in (*verdict.faults, *verdict.unchecked)]
