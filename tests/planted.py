"""
`python -m tests.planted`: plant one fault or leak after another, and report which runs of the tests find it.

A fault is a changed line of the code, in a copy of the repository; a leak is one that the secrecy tests know. Each is
tried with one seed after the other until it is found, then whole. Runs stop at the first failure, and begin with the
tests nearest to a fault. The first row has nothing planted, so that what fails anyway is not taken for a finding.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import typer

ROOT: Final = Path(__file__).parents[1]

LEAK: Final = "MOIRAI_PLANTED_LEAK"
"""Names the leak for `tests.secrecy.planted`, a plugin."""

NOTHING: Final = "nothing"
"""What is planted as the control, and never found."""

OF_LEAKS: Final = ("tests/secrecy/twins/test_noninterference.py", "tests/secrecy/twins/test_what_games_tell.py")
"""What has to find leaks: the tests about planted ones would find them in any case."""

PLANTING: Final = (
    "-p",
    "tests.secrecy.planted",
    "-W",
    "ignore:Module already imported:pytest.PytestAssertRewriteWarning",
)
"""A plugin is imported before pytest can rewrite the assertions of what it imports, which tells nothing about leaks."""

ON_THE_WIRE: Final = ("tests/secrecy/wire/test_wire.py", "-k", "cannot_tell")

NEAREST: Final = {
    "rules": ("tests/golden", "tests/engines"),
    "projection": ("tests/server/matches", "tests/server/api/streams", "tests/server/api", "tests/secrecy/twins"),
    "append": ("tests/server/logs/store", "tests/server/matches", "tests/server/api", "tests/faults"),
    "rights": ("tests/secrecy/rights", "tests/server/people/accounts", "tests/server/matches"),
}
"""Tests that are tried before all others, by the kind of the fault."""

OF_PLANTING: Final = "tests/test_sampling.py::test_every_fault_to_plant_has_its_place_in_the_code"
"""A test that fails wherever a fault is planted."""

BUILT: Final = (
    "tests/clients/node_modules",
    "tests/openid/node_modules",
    "clients/web/node_modules",
    "clients/web/dist",
    "clients/python/moirai_client/schemas.py",
)
"""What the copy shares with this repository, because git does not keep it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake as somebody might make it: in a file, `line` becomes `wrong`."""

    path: str
    line: str
    wrong: str


FAULTS: Final[dict[str, Fault]] = {
    "rules: a copied spell wins ties": Fault(
        "engines/wizards_duel/scoring.py",
        "    if strength_a == strength_b:\n",
        "    if strength_a is strength_b is None:\n",
    ),
    "rules: an absent player still beats outright": Fault(
        "engines/wizards_duel/scoring.py",
        " and seat not in penalised:\n            return Score",
        ":\n            return Score",
    ),
    "rules: a cancelled winner gets all points": Fault(
        "engines/wizards_duel/scoring.py",
        "winner in cancelled or (bool",
        "(bool",
    ),
    "rules: pestilence pays one of two": Fault(
        "engines/apocalypse/scoring.py",
        'truth.options.pestilence_bonus == "both"',
        'truth.options.pestilence_bonus != "both"',
    ),
    "rules: a war steals one less": Fault(
        "engines/apocalypse/scoring.py",
        'ledger.steal(seat_id(target), "war_communications", user, 3)',
        'ledger.steal(seat_id(target), "war_communications", user, 2)',
    ),
    "rules: a used head start is kept": Fault(
        "engines/threads_of_fate/weaving.py", "return 0 if weave.head_start else ", "return "
    ),
    "rules: golden threads can be cut": Fault(
        "engines/threads_of_fate/weaving.py", "if thread.golden or pair not in cutters:", "if pair not in cutters:"
    ),
    "rules: a winner of an auction wins again": Fault(
        "engines/divine_intervention/auction.py", "bid == amount and seat not in winners and", "bid == amount and"
    ),
    "rules: a card costs nothing": Fault("engines/hero_of_the_arena/fight.py", "    side.mana -= card.cost\n", ""),
    "rules: a unit out of play still acts": Fault(
        "engines/hero_of_the_arena/fight.py",
        'trigger != "on_death" and not board.is_in_play',
        'trigger == "on_play" and not board.is_in_play',
    ),
    "projection: a cursor counts entries": Fault(
        "server/logs/aggregates/onlooker.py", "        if not facts:\n            return\n        seq", "        seq"
    ),
    "projection: a seat is told what is for others": Fault(
        "engines/kit/contract.py", "viewer == HOST or viewer in self.seats", "viewer == HOST or bool(self.seats)"
    ),
    "projection: a listener is told twice": Fault(
        "server/logs/aggregates/onlooker.py",
        "                listener.deliver(event)\n",
        "                listener.deliver(event)\n                listener.deliver(event)\n",
    ),
    "append: a late move counts": Fault(
        "server/matches/play/deadlines.py",
        "max(read_at, now - JUDGED_WITHIN) >= state.closes_at",
        "now - JUDGED_WITHIN >= state.closes_at",
    ),
    "append: SQLite does not compare the head": Fault(
        "server/logs/store/sqlite.py",
        "    if _head(connection, append.entry.log_id) != Head(append.entry.seq - 1, append.entry.previous):\n",
        "    if False:\n",
    ),
    "append: a key is used for two requests": Fault(
        "server/logs/replies/idempotency.py", "if kept.request_hash != once.request_hash:", "if False:"
    ),
    "append: an idle log loses the last batch": Fault(
        "server/logs/store/writer.py",
        "            await asyncio.shield(self._committing)\n",
        "            self._committing.cancel()\n",
    ),
    "rights: spectators of a private match are let in": Fault(
        "server/matches/roles.py", 'state.created.visibility != "private" or', 'state.created.visibility != "listed" or'
    ),
    "rights: who has left directs on": Fault(
        "server/matches/roles.py", '    if hosts and played:\n        return "left_host"\n', ""
    ),
    "rights: a scope is not asked": Fault(
        "server/access/rights.py",
        "    if scope is not None and scope not in held:\n",
        "    if scope is None and scope not in held:\n",
    ),
}
"""Mistakes in rules, projection, append and rights."""


def main(seeds: int = 10, only: str = "") -> None:
    """Plant everything, or what has `only` in its name, and print a table."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # So that the copy and its tests end, too.
    print("| planted | seeds | found by |\n|---|---|---|", flush=True)
    with _copied() as copy:
        if not only:
            _report(copy, NOTHING, 1, [()])
        for name, fault in FAULTS.items():
            if only in name:
                with _planted(copy, fault):
                    _report(copy, name, seeds, [NEAREST[name.partition(":")[0]], ()])
        for name in _leaks(copy):
            if only in name:
                tests = ON_THE_WIRE if name.startswith("wire") else OF_LEAKS
                count = 1 if name.endswith(NOTHING) else seeds
                _report(copy, name, count, [(*PLANTING, *tests)], leak=name)


def _report(copy: Path, name: str, seeds: int, stages: Sequence[Sequence[str]], leak: str = "") -> None:
    """Print with how many seeds it is found, or that only a whole run does."""
    for seed in range(seeds):
        if by := _finds(copy, stages, leak, "0.1", f"planted {seed}"):
            print(f"| {name} | {seed + 1} | {by} |", flush=True)
            return
    by = _finds(copy, stages, leak, "1", "planted")
    print(f"| {name} | {'only whole' if by else 'never'} | {by} |", flush=True)


def _finds(copy: Path, stages: Sequence[Sequence[str]], leak: str, depth: str, seed: str) -> str:
    """Return the first test that finds what is planted, or nothing; which cases are tried depends on no stage."""
    options = ("-q", "-x", "-n", "2", "--depth", depth, "--seed", seed, "--deselect", OF_PLANTING)
    # Programs that tests start would otherwise import what is installed, which is not the copy.
    environment = {**os.environ, LEAK: leak, "PYTHONPATH": str(copy)}
    for tests in stages:
        command = [sys.executable, "-m", "pytest", *options, *tests]
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
        if failed := re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE):
            return failed[1].rpartition("/")[2]
        if done.returncode != 0:
            raise RuntimeError(f"{command} could not be run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return ""


@contextmanager
def _copied() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="moirai-planted-") as folder:
        copy = Path(folder) / "moirai"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", str(copy)], cwd=ROOT, check=True)
        try:
            for path in BUILT:
                (copy / path).symlink_to(ROOT / path)
            yield copy
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(copy)], cwd=ROOT, check=True)


@contextmanager
def _planted(copy: Path, fault: Fault) -> Iterator[None]:
    file = copy / fault.path
    right = file.read_text(encoding="utf-8")
    file.write_text(planted_in(right, fault), encoding="utf-8")
    yield
    file.write_text(right, encoding="utf-8")


def planted_in(text: str, fault: Fault) -> str:
    """Return a file with the fault; raises ValueError unless its line is there once."""
    if text.count(fault.line) != 1:
        raise ValueError(f"{fault.path} has not once: {fault.line}")
    return text.replace(fault.line, fault.wrong)


def _leaks(copy: Path) -> list[str]:
    command = [sys.executable, "-c", "from tests.secrecy.planted import PLANTS; print(*PLANTS, sep='\\n')"]
    return subprocess.run(command, cwd=copy, capture_output=True, text=True, check=True).stdout.splitlines()


if __name__ == "__main__":
    typer.run(main)
