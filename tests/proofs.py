"""
`make proofs`: run every proof whole, print a table of them, and put it into docs/proofs.md.

A proof is a group of tests; the last ones run the sample with the oldest dependencies, and measure attacks.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import typer

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "docs" / "proofs.md"

PROOFS: Final[dict[str, tuple[str, ...]]] = {
    "rules of the games": ("tests.engines", "tests.sixth_game"),
    "golden matches": ("tests.golden",),
    "who may do what": ("tests.secrecy.rights",),
    "twins in process": ("tests.secrecy.twins",),
    "twins on the wire": ("tests.secrecy.wire",),
    "nothing secret is printed": ("tests.secrecy.outputs",),
    "both verifiers": ("tests.secrecy.verifiers",),
    "fuzz": ("tests.fuzz",),
    "attacks": ("tests.attacks",),
    "failovers of the database": ("tests.faults.test_failovers",),
    "kills and faults": ("tests.faults",),
    "behind proxies and poolers": ("tests.deploy",),
    "services, on both databases": ("tests.server",),
    "journeys in the browser": ("tests.web",),
    "clients of others": ("tests.clients", "tests.openid"),
    "commands, pages and the rest": ("tests",),
}
"""Each proof with the modules that belong to it; a module belongs to the first that fits."""

OLDEST: Final = "oldest dependencies, a sample"
SLOWED: Final = "others under attack"

_COLUMNS: Final = ("proof", "passed", "failed", "skipped", "minutes", "commit", "depth", "machine", "on")
_HEADING: Final = f"| {' | '.join(_COLUMNS)} |\n|{'---|' * len(_COLUMNS)}"
_ROW: Final = re.compile(r"^\| ([^|]+) \|.*\|$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a proof: counts of tests, the seconds that they took, and a finding that is no count."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0
    found: str = ""


def main(depth: float = 1, oldest: bool = True, attacks: bool = True) -> None:
    """Run all proofs; exits with 1 if one fails."""
    commit = _said("git", "rev-parse", "--short=12", "HEAD")
    if _said("git", "status", "--porcelain"):
        raise SystemExit("Commit first: a proof is of a commit.")
    before = PAGE.read_text(encoding="utf-8")
    results = _tests(depth)
    rows = {name: row_of(name, result, commit, depth) for name, result in results.items()}
    # Now, because the sample need not try whole what has just passed whole.
    PAGE.write_text(page_with(before, rows, None), encoding="utf-8")
    if oldest:
        results[OLDEST] = _oldest()
    if attacks:
        results[SLOWED] = _attacks()
    rows = {name: row_of(name, result, commit, depth) for name, result in results.items()}
    print("\n".join([_HEADING, *rows.values()]))
    whole = commit if depth >= 1 and oldest and not _failed(results) else None
    PAGE.write_text(page_with(before, rows, whole), encoding="utf-8")
    raise SystemExit(_failed(results))


def _failed(results: Mapping[str, Result]) -> bool:
    return any(result.failed for result in results.values())


def _tests(depth: float) -> dict[str, Result]:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", "3", "--depth", str(depth), f"--junitxml={report}"]
        ended = subprocess.run(command, cwd=ROOT, check=False)
        if not report.exists():
            raise SystemExit(ended.returncode)
        return results_of(ElementTree.parse(report).getroot().iter("testcase"))


def results_of(cases: Iterable[ElementTree.Element]) -> dict[str, Result]:
    """Count the test cases of a JUnit report by proof, with what a test has found (its property `found`)."""
    results = {name: Result() for name in PROOFS}
    for case in cases:
        name = proof_of(case.get("classname", ""))
        told = {child.tag for child in case}
        found = case.find("properties/property[@name='found']")
        of = results[name]
        results[name] = replace(
            of,
            passed=of.passed + (not told & {"failure", "error", "skipped"}),
            failed=of.failed + bool(told & {"failure", "error"}),
            skipped=of.skipped + ("skipped" in told),
            seconds=of.seconds + float(case.get("time", 0)),
            found=of.found if found is None else found.get("value", ""),
        )
    return results


def proof_of(module: str) -> str:
    """Return the proof to which a module of tests belongs."""
    return next(name for name, prefixes in PROOFS.items() if f"{module}.".startswith(tuple(f"{p}." for p in prefixes)))


def _oldest() -> Result:
    began = time.monotonic()
    ended = subprocess.run(["make", "oldest"], cwd=ROOT, check=False, capture_output=True, text=True)
    sys.stdout.write(ended.stdout)
    counts = {what: int(number) for number, what in re.findall(r"(\d+) (passed|failed|skipped)", ended.stdout)}
    failed = counts.get("failed", 0) or int(ended.returncode != 0)
    return Result(counts.get("passed", 0), failed, counts.get("skipped", 0), time.monotonic() - began)


def _attacks() -> Result:
    """Measure how much longer others wait while one attacks; this is told, and fails nothing."""
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, "-m", "benchmarks", "attack"], cwd=ROOT, check=False, capture_output=True, text=True
    )
    sys.stdout.write(ended.stdout)
    ratios = [float(ratio) for ratio in re.findall(r"│ +(\d+\.\d\d) +│", ended.stdout)]
    found = f"p99 {min(ratios):.1f} to {max(ratios):.1f} times quiet" if ratios else "not measured"
    return Result(len(ratios), 0, 0, time.monotonic() - began, found)


def row_of(name: str, result: Result, commit: str, depth: float) -> str:
    """Return a row of the page."""
    counts = result.found or f"{result.passed:,}"
    failed, skipped = result.failed or "", result.skipped or ""
    cells = (name, counts, failed, skipped, f"{result.seconds / 60:.1f}", f"`{commit}`", f"{depth:g}", *_where())
    return f"| {' | '.join(map(str, cells))} |"


def _where() -> Iterator[str]:
    """Return the machine and the day."""
    model = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    yield f"{os.cpu_count()} cores, {model[1] if model else platform.machine()}, Python {platform.python_version()}"
    yield datetime.now(UTC).date().isoformat()


def passed_whole(text: str) -> dict[str, str]:
    """Return the commit at which each proof has last passed whole, by its row, or by the last run of all of them."""
    last = re.search(r"^Last whole run: commit `([0-9a-f]+)`", text, re.MULTILINE)
    commits = dict.fromkeys(PROOFS, last[1]) if last else {}
    for row in _ROW.finditer(text.partition(_HEADING)[2]):
        name, _, failed, _, _, commit, depth, *_ = (cell.strip(" `") for cell in row[0].strip("| ").split("|"))
        if name in PROOFS and not failed and float(depth) >= 1:
            commits[name] = commit
    return commits


def page_with(text: str, rows: dict[str, str], whole: str | None) -> str:
    """Return the page with new rows in place of old ones; `whole` is the commit of which every proof has passed."""
    if whole:
        text = re.sub(r"^Last whole run: .*$", f"Last whole run: commit `{whole}`.", text, flags=re.MULTILINE)
    head, _, table = text.partition(_HEADING)
    kept = {found[1]: found[0] for found in _ROW.finditer(table)}
    return "\n".join([head + _HEADING, *(kept | rows).values()]) + "\n"


def _said(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    typer.run(main)
