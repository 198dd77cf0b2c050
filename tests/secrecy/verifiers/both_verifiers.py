"""Run both log verifiers, `moirai verify` and clients/verifier, on the same files."""

from __future__ import annotations

import base64
import io
import re
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest
from typer.testing import CliRunner

from engines.kit import Viewer
from server.cli.cli import app
from server.cli.logs.logfile import UnreadableLogError, read_log_file
from server.cli.logs.seals import Kept, KeptStream
from server.cli.logs.verify import judge
from server.logs.store.entry import Entry, canonical_json
from tests.clients.node import Answering, node

Json = Any

VERIFIER = Path(__file__).parents[3] / "clients" / "verifier" / "verify.mjs"

NOTHING = Kept()

_JUDGE = """
import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { verifier, files } = JSON.parse(line);
  const { judge } = await import(verifier);
  console.log(JSON.stringify(files.map(({ bytes, kept }) => judge(Buffer.from(bytes, "base64"), kept))));
}
"""


@dataclass(frozen=True, slots=True)
class File:
    """A file of logs, with the receipts and streams that someone kept of the matches."""

    bytes: bytes
    kept: Kept = NOTHING


@dataclass(frozen=True, slots=True)
class Opinion:
    """The result of a verifier for a file: its exit code and its output lines."""

    code: int
    lines: tuple[str, ...]

    @property
    def verdict(self) -> tuple[int, int | None]:
        """The exit code and the first fault."""
        return self.code, self.first_fault

    @property
    def first_fault(self) -> int | None:
        """The number of the first entry that is reported as wrong."""
        found = (re.match(r"  entry (-?\d+): ", line) for line in self.lines)
        return next((int(match[1]) for match in found if match), None)

    @property
    def unchecked(self) -> list[str]:
        return [line for line in self.lines if line.startswith("  not checked: ")]

    @property
    def rules(self) -> list[str]:
        """The rules by which the steps were checked."""
        return [line for line in self.lines if line.startswith("  checked with the rules of ")]

    @property
    def findings(self) -> list[str]:
        """The findings on kept receipts and streams, on the entropy of the match, and on its last hash."""
        said = r"  seat |  no player |  last hash |commitment |receipt |head |stream "
        return [line for line in self.lines if re.match(said, line)]


def file_of(*logs: Iterable[Entry], kept: Kept = NOTHING) -> File:
    """Write the exported logs of matches to one file."""
    return File("".join(entry.as_line() for log in logs for entry in log).encode(), kept)


def events_of(log: Iterable[Entry], viewer: str) -> list[Json]:
    """Return a viewer's events as clients receive them."""
    told = ((entry, [fact.fact for fact in entry.facts if fact.audience.includes(Viewer(viewer))]) for entry in log)
    return [
        {"type": "event", "match_id": entry.log_id, "cursor": cursor, "at": entry.at, "facts": facts}
        for cursor, (entry, facts) in enumerate(((entry, facts) for entry, facts in told if facts), start=1)
    ]


def stream_of(log: Sequence[Entry], viewer: str, *, but: Iterable[int] = ()) -> Kept:
    """Return what a viewer saved of a match: the stream without the events of these cursors."""
    saved = [event for event in events_of(log, viewer) if event["cursor"] not in but]
    events = {event["cursor"]: canonical_json({"at": event["at"], "facts": event["facts"]}) for event in saved}
    return Kept(streams=[KeptStream(log[0].log_id, Viewer(viewer), events)])


def second(files: Sequence[File], verifier: Path = VERIFIER) -> list[Opinion]:
    """Return the results of clients/verifier, or of another file built from it, for each file."""
    given = [{"bytes": base64.b64encode(file.bytes).decode(), "kept": _listed(file.kept)} for file in files]
    said = _judge().ask({"verifier": verifier.as_uri(), "files": given})
    return [Opinion(opinion["code"], tuple(opinion["lines"])) for opinion in said]


@cache
def _judge() -> Answering:
    """One process for all tests of this one: starting it takes longer than most files."""
    return Answering(_JUDGE)


def _listed(kept: Kept) -> dict[str, Json]:
    """Return the arguments in the form that clients/verifier takes."""
    streams = [
        {"match": stream.match_id, "viewer": stream.viewer, "events": sorted(stream.events.items())}
        for stream in kept.streams
    ]
    named = {"commitment": kept.commitments, "receipt": kept.receipts, "head": kept.heads}
    return {**{what: list(hashes) for what, hashes in named.items()}, "streams": streams}


def first(file: File) -> Opinion:
    """Return the result of `moirai verify` for a file."""
    try:
        logs = read_log_file(io.BytesIO(file.bytes))
    except UnreadableLogError as error:
        return Opinion(2, (str(error),))
    judgement = judge(logs, file.kept)
    return Opinion(0 if judgement.good else 1, tuple(judgement.lines))


def both(files: Sequence[File]) -> list[tuple[Opinion, Opinion]]:
    """Return both results for each file, after asserting that the verdicts are equal."""
    opinions = [(first(file), said) for file, said in zip(files, second(files), strict=True)]
    for ours, theirs in opinions:
        assert ours.verdict == theirs.verdict, (ours.lines[:2], theirs.lines[:2])
        assert ours.findings == theirs.findings
        assert ours.code != 0 or ours.rules == theirs.rules
    return opinions


def agreed(files: Sequence[File]) -> list[Opinion]:
    """Return the results of the second verifier, after asserting that the first has the same verdicts."""
    return [theirs for _, theirs in both(files)]


Verify: TypeAlias = Callable[..., tuple[int, str]]
"""Run a verifier as a command: return the exit code and the output for its arguments."""


def _moirai(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["verify", *arguments])
    return done.exit_code, done.output


def _node(*arguments: str) -> tuple[int, str]:
    done = subprocess.run([node(), str(VERIFIER), *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


COMMANDS: Final[tuple[Verify, Verify]] = (_moirai, _node)

by_both_commands = pytest.mark.parametrize("verify", COMMANDS, ids=["first", "second"])
