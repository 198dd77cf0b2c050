"""Old matches stay what they were: the same bytes, views and hashes, and both verifiers find them good."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from server.operations.logfile import read_logs
from tests.golden.files import ALL, Golden, read
from tests.golden.witness import told_and_seen
from tests.secrecy.both_verifiers import File, both

Json = Any

GAINED: Final = frozenset({"options", "over", "round"})
"""Fields that views and facts have gained since the matches were recorded."""

every_match = pytest.mark.parametrize("golden", ALL, ids=str)


@every_match
def test_every_viewer_is_told_and_sees_what_it_once_did(golden: Golden) -> None:
    recorded = read(golden)
    (log,) = read_logs(recorded.log).values()

    now = told_and_seen(log)

    assert [entry.as_line() for entry in log] == recorded.log
    assert now.keys() == recorded.viewers.keys()
    for viewer, then in recorded.viewers.items():
        assert len(now[viewer].told) == len(then.told)
        for event, told in zip(now[viewer].told, then.told, strict=True):
            _assert_same(event, told)
        assert now[viewer].saw.keys() == then.saw.keys()
        for cursor, saw in then.saw.items():
            _assert_same(now[viewer].saw[cursor], saw)


def _assert_same(now: str, then: str) -> None:
    if now != then:
        recorded = json.loads(then)
        assert json.dumps(_without_gains(json.loads(now), recorded)) == json.dumps(recorded)


def _without_gains(now: Json, then: Json) -> Json:
    """What was recorded before there were the fields that were gained."""
    if isinstance(now, dict) and isinstance(then, dict):
        kept = {name: value for name, value in now.items() if name in then or name not in GAINED}
        return {name: _without_gains(value, then.get(name)) for name, value in kept.items()}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [_without_gains(one, other) for one, other in zip(now, then, strict=True)]
    return now


def test_both_verifiers_find_every_match_good() -> None:
    """And say in which hash it ends, which binds every byte."""
    logs = [read(golden).log for golden in ALL]

    opinions = both([File("".join(log).encode()) for log in logs])

    for golden, log, told in zip(ALL, logs, opinions, strict=True):
        last = json.loads(log[-1])["hash"]
        for opinion in told:
            assert opinion.code == 0, f"{golden}: {opinion.lines}"
            assert any(last in line for line in opinion.lines)
