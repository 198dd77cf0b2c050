"""Neither verifier reads files that no server or client wrote, or that are too large."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.kit import EVERYONE
from server.cli.logs.logfile import MAX_FILE_BYTES, MAX_LINE_BYTES, UnreadableLogError
from server.cli.logs.seals import read_events, read_kept
from server.logs.store.entry import EncodedFact
from tests.secrecy.verifiers.both_verifiers import Verify, by_both_commands
from tests.secrecy.verifiers.scribe import eventful

Json = Any


@pytest.mark.parametrize(
    "text",
    [
        '{"receipts":[1]}',
        '{"receipt":[]}',
        '{"match_id":1}',
        '{"streams":[]}',
        "[]",
        '{"streams":{"a":{}}}',
        "{" * 9999,
    ],
)
def test_a_file_that_no_client_wrote_is_not_read(text: str) -> None:
    with pytest.raises(UnreadableLogError):
        read_kept(text)


def test_two_events_under_one_cursor_are_not_read() -> None:
    events = [{"cursor": 1, "at": at, "facts": []} for at in "xy"]

    with pytest.raises(UnreadableLogError):
        read_events("a", json.dumps(events))


@pytest.mark.sampled
@by_both_commands
def test_a_line_or_a_file_that_is_too_large_is_not_read(verify: Verify, tmp_path: Path) -> None:
    """
    Lines were once read without a limit: one of 100 MB took 3.8 GB of memory.
    """
    log = eventful(seed=2)
    first = log[0].as_line()
    fitting = first[:-1] + " " * (MAX_LINE_BYTES - len(first) + 1) + "\n"
    long, large, fits, dense = [tmp_path / name for name in ("long", "large", "fits", "dense")]
    long.write_text(first + '{"at":[' + "0," * (MAX_LINE_BYTES // 2) + "0]}\n")
    fits.write_text(fitting)
    with large.open("wb") as sparse:
        sparse.write(b"\n".join([b" " * 2**20] * 257))
        sparse.truncate(MAX_FILE_BYTES + 2**20)

    assert verify(str(long)) == (
        2,
        f"{long}: Line 2 is longer than {MAX_LINE_BYTES} bytes, so it is not an entry of a log.\n",
    )
    assert verify(str(large)) == (2, f"{large}: The file is larger than {MAX_FILE_BYTES} bytes. Split it by match.\n")
    assert verify(str(fits))[0] == 0
    lists: Json = [[]] * 1_400_000
    dense.write_text(replace(log[0], facts=(EncodedFact.of(EVERYONE, {"type": "x", "v": lists}),)).as_line() * 3)
    assert verify(str(dense)) == (2, f"{dense}: The file has more than 8000000 values. Split it by match.\n")


@by_both_commands
@pytest.mark.parametrize("option", [[], ["--kept"], ["--seat", "a", "--events"]], ids=["log", "kept", "events"])
@pytest.mark.parametrize("content", [None, "no log\n"], ids=["missing", "something else"])
def test_the_file_that_cannot_be_read_is_named(
    verify: Verify, tmp_path: Path, content: str | None, option: list[str]
) -> None:
    log, wrong = tmp_path / "match.ndjson", tmp_path / "wrong.json"
    log.write_text(eventful(seed=2)[0].as_line())
    if content is not None:
        wrong.write_text(content)

    code, said = verify(*([str(log), *option, str(wrong)] if option else [str(wrong)]))

    assert code == 2
    assert said.startswith(str(wrong))
    assert said.count("\n") == 1
