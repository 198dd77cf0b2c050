"""
Both verifiers find every kind of tampering, and name the same entry first.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.log.entry import receipt_of
from tests.secrecy.both_verifiers import File, agreed, file_of
from tests.secrecy.forgeries import CAREFUL, CARELESS
from tests.secrecy.scribe import eventful
from tests.secrecy.tampering import Log, place_of, sealed_anew


@pytest.fixture(scope="module")
def log() -> Log:
    return eventful(seed=2)


def test_both_find_a_broken_chain(log: Log) -> None:
    tampered = [tamper(log) for tamper in CARELESS]
    files = [file_of(forged.log) for forged in tampered]

    found = [opinion.verdict for opinion in agreed(files)]

    assert found == [(1, forged.shows_at) for forged in tampered]


def test_both_find_what_could_not_have_happened_though_the_chain_is_whole(log: Log) -> None:
    tampered = {what: tamper(log) for what, tamper in CAREFUL.items()}
    files = [file_of(sealed_anew(forged.log)) for forged in tampered.values()]

    found = [opinion.verdict for opinion in agreed(files)]

    assert dict(zip(CAREFUL, found, strict=True)) == {what: (1, forged.shows_at) for what, forged in tampered.items()}


def test_both_find_that_what_someone_kept_is_missing(log: Log) -> None:
    """
    Of a log that was made up from its beginning, nothing else tells.
    """
    receipt = receipt_of(log[place_of(log, "submitted")])
    head = next(str(told.fact["head"]) for entry in log for told in entry.facts if told.type == "phase_closed")
    made_up = sealed_anew([replace(log[0], nonce="00" * 16), *log[1:]])
    files = [
        file_of(entries, told=told) for entries in (log, made_up) for told in ([receipt, head], [receipt], [head], [])
    ]

    found = agreed(files)

    assert [opinion.code for opinion in found] == [0, 0, 0, 0, 1, 1, 1, 0]


def test_neither_reads_a_line_that_holds_more_than_an_entry(log: Log) -> None:
    text = file_of(log).bytes.decode()
    written = {
        "a field more": ('"kind":"started"', '"kind":"started","l":1'),
        "a name twice": ('"kind":"started"', '"kind":"void","kind":"started"'),
        "a fact with a remark": ('"to":"everyone"', '"to":"everyone","why":1'),
        "other white space": ('"kind":"started"', '"kind": "started"'),
        "other escapes": ('"kind":"started"', '"kind":"start\\u0065d"'),
        "a number in other words": ('"attempt":1,', '"attempt":1.0,'),
        "a number that is large": ('"attempt":1,', f'"attempt":{2**53},'),
        "half a character": ('"text":"Good luck."', '"text":"\\ud800"'),
        "nobody to tell": ('"to":["a"]', '"to":[]'),
        "another line end": ("}\n{", "}\r{"),
        "a mark of byte order": ('{"at"', '\ufeff{"at"'),
        "nothing": (text, "\n \n"),
    }
    assert all(text.count(before) for before, _ in written.values())
    files = [File(text.replace(before, after, 1).encode()) for before, after in written.values()]
    files.append(File(text.encode("utf-16")))

    found = agreed(files)

    assert [opinion.code for opinion in found] == [2] * len(files)


def test_both_read_a_log_with_white_space_around_its_lines(log: Log) -> None:
    file = File(b"\n\n" + file_of(log).bytes.replace(b"\n", b"\r\n \t\r\n"))

    (opinion,) = agreed([file])

    assert opinion.code == 0
