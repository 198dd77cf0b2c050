"""Old matches stay unchanged: the same bytes, views and hashes, and both verifiers accept them."""

from __future__ import annotations

import json
from typing import Any, Final

import orjson
import pytest

from server.cli.logs.logfile import read_logs
from tests.golden.files import ALL, Golden, read
from tests.golden.witness import told_and_seen
from tests.sampling import Sample
from tests.secrecy.verifiers.both_verifiers import File, both

Json = Any

GAINED: Final = frozenset(
    {"options", "over", "round", "reason", "reactions", "roles", "mute_reasons", "rematch_id", "moves", "level"}
)
"""Fields that were added to views, and to their game's part, since the matches were recorded."""

every_match = pytest.mark.parametrize("golden", ALL, ids=str)


@pytest.mark.sampled(
    each=lambda params: (params["golden"].game, params["golden"].variant, params["golden"].rules_version)
)
@every_match
def test_every_viewer_is_told_and_sees_what_it_once_did(golden: Golden) -> None:
    recorded = read(golden)
    (log,) = read_logs(recorded.log).values()

    now = told_and_seen(log)

    assert log[0].facts[0].fact["rules_version"] == golden.rules_version
    assert [entry.as_line() for entry in log] == recorded.log
    assert now.keys() == recorded.viewers.keys()
    for viewer, then in recorded.viewers.items():
        assert now[viewer].told == then.told
        assert now[viewer].saw.keys() == then.saw.keys()
        for cursor, saw in then.saw.items():
            assert _without_gains(now[viewer].saw[cursor], saw) == saw


def _without_gains(now: str, then: str) -> str:
    """Return the view without the fields that were added to it, to its rows and to its game's part."""
    view, recorded = orjson.loads(now), orjson.loads(then)
    view["view"] = _those_of(view["view"], recorded["view"])
    for rows in ("occupants", "channels"):
        view[rows] = list(map(_those_of, view[rows], recorded[rows]))
    return orjson.dumps(_those_of(view, recorded)).decode()


def _those_of(now: Json, then: Json) -> Json:
    return {name: value for name, value in now.items() if name in then or name not in GAINED}


def test_both_verifiers_find_every_match_good(sample: Sample) -> None:
    """And report the hash in which it ends, which binds every byte."""
    tried = sample.of(ALL)
    logs = [read(golden).log for golden in tried]

    opinions = both([File("".join(log).encode()) for log in logs])

    for golden, log, told in zip(tried, logs, opinions, strict=True):
        last = json.loads(log[-1])["hash"]
        for opinion in told:
            assert opinion.code == 0, f"{golden}: {opinion.lines}"
            assert any(last in line for line in opinion.lines)
