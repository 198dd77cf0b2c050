"""
However a log is damaged at random, both verifiers return the same verdict: good, wrong, or unreadable.

Changed bytes mostly break the chain. Changed values, facts and entries are chained again, so that only the steps can
show the damage. Both verifiers name the same entry first.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest

from engines.catalogue import GAMES
from server.logs.store.entry import GENESIS, canonical_json
from tests.information.tables import table_of
from tests.sampling import Sample
from tests.secrecy.verifiers.both_verifiers import File, agreed, file_of
from tests.secrecy.verifiers.scribe import ENDS, eventful, simulated
from tests.secrecy.verifiers.tampering import Log, TrueHashes, sealed_anew, with_entry
from tests.short import smallest_variant

Json = Any
FILES = 1000
"""How many logs are damaged, in one of the ways each."""

OTHER_VALUES: list[Json] = [
    *(None, True, False, 0, 1, 2, -1, "", "a", "b", "x", "1", "hell-1", "heaven-2", "host", "everyone", [], {}),
    *("2030-01-01T00:00:00", "2030-01-01T00:00:00.000000Z", "0" * 64),
]

OTHER_TIMES: list[Json] = [
    f"{day}T23:59:59.999999Z"
    for day in ("0000-02-29", "0001-01-01", "1969-12-31", "1970-01-01", "2035-02-29", "2036-02-29", "9999-12-31")
]

OF_NO_RULE = {
    *("name", "player_id", "autostart", "visibility", "pace", "spectator_lag", "keep_thinking", "text", "reason", "at")
}
"""Who someone is, their settings, what they said and when: only those concerned could deny it."""


class Damaged(NamedTuple):
    """A file, and the field that was changed, if it was one."""

    file: bytes
    field: str | None = None


Way: TypeAlias = Callable[[Log, Random], Damaged]


@pytest.fixture(scope="module")
def logs() -> list[Log]:
    played = [
        log
        for game, engine in GAMES.items()
        for log in simulated(game, smallest_variant(engine), 1, seed=3, **table_of(game).short)
    ]
    return [*(eventful(seed, end) for seed in range(2) for end in ENDS), *played]


def _damaged(way: Way, logs: list[Log], seed: int) -> Damaged:
    random = Random(f"{way.__name__} {seed}")
    return way(random.choice(logs), random)


def _with_a_byte_changed(log: Log, random: Random) -> Damaged:
    damaged = bytearray(file_of(log).bytes)
    at = random.randrange(len(damaged))
    how = random.choice(["flip", "other", "drop", "insert"])
    if how == "flip":
        damaged[at] ^= 1 << random.randrange(8)
    elif how == "other":
        damaged[at] = random.choice(b'0123456789abcdef"{}[],:. \n\r')
    elif how == "drop":
        del damaged[at]
    else:
        damaged.insert(at, random.choice(b'019af" \n'))
    return Damaged(bytes(damaged))


def _with_a_value_changed(log: Log, random: Random) -> Damaged:
    lines = _lines(log)
    entry = random.choice([*lines[:1] * 5, *lines])
    inside, key = random.choice(list(_places(entry)))
    if random.random() < 0.2:
        del inside[key]
    else:
        inside[key] = random.choice([other for other in OTHER_VALUES if not _same(other, inside[key])])
    return Damaged(_sealed(lines), str(key))


def _with_a_time_changed(log: Log, random: Random) -> Damaged:
    lines = _lines(log)
    times = [place for place in _places(lines) if place[1] in ("at", "closes_at")]
    inside, key = random.choice([*times[:1] * 5, *times])
    inside[key] = random.choice(OTHER_TIMES)
    return Damaged(_sealed(lines))


def _without_a_fact(log: Log, random: Random) -> Damaged:
    at = random.randrange(len(log))
    facts = list(log[at].facts)
    del facts[random.randrange(len(facts))]
    return Damaged(file_of(sealed_anew(with_entry(log, at, replace(log[at], facts=tuple(facts))))).bytes)


def _with_entries_moved(log: Log, random: Random) -> Damaged:
    lines = _lines(log)
    at = random.randrange(len(lines))
    how = random.choice(["drop", "swap", "repeat", "copy"])
    if how == "drop":
        del lines[at]
    elif how == "swap":
        lines[at - 1], lines[at] = lines[at], lines[at - 1]
    else:
        there = at if how == "repeat" else random.randrange(len(lines))
        lines.insert(there, json.loads(json.dumps(lines[at])))
    for seq, line in enumerate(lines, start=1):
        line["seq"] = seq
    return Damaged(_sealed(lines))


WAYS: dict[Way, dict[int, int]] = {
    _with_a_byte_changed: {1: FILES // 20, 2: FILES // 40},
    _with_a_value_changed: {0: 1, 1: FILES // 10, 2: 5},
    _with_a_time_changed: {0: 5, 1: FILES // 20},
    _without_a_fact: {1: FILES // 5},
    _with_entries_moved: {0: 5, 1: FILES // 10},
}
"""How logs are damaged, and how many at least are good (0), wrong (1) and unreadable (2) if the run is whole."""


def test_both_agree_on_damaged_logs(logs: list[Log], sample: Sample) -> None:
    """A change that neither finds is of something that no rule is about; no fact of an entry is optional."""
    damaged = [(way, _damaged(way, logs, seed)) for way in WAYS for seed in sample.seeds(FILES // len(WAYS), share=0.2)]

    opinions = agreed([File(file) for _, (file, _) in damaged])

    given = Counter((way, opinion.code) for (way, _), opinion in zip(damaged, opinions, strict=True))
    good = {key for (_, (_, key)), opinion in zip(damaged, opinions, strict=True) if key and opinion.code == 0}
    assert good <= OF_NO_RULE
    assert given[_without_a_fact, 0] == 0
    if sample.is_whole:
        rare = {
            (way, code): given[way, code] for way in WAYS for code in WAYS[way] if given[way, code] < WAYS[way][code]
        }
        assert rare == {}


def _lines(log: Log) -> list[Json]:
    return [json.loads(entry.as_line()) for entry in log]


def _same(one: Json, two: Json) -> bool:
    return canonical_json(one) == canonical_json(two)


def _places(value: Json, depth: int = 0) -> Iterator[tuple[Json, Json]]:
    """Return every value inside an entry that sealing does not recompute."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    for key in keys:
        # For a game that it does not know, the second verifier reports only that.
        if key not in ("game", "head", "receipt") and (
            depth > 0 or key not in ("hash", "previous", "nonce", "facts", "seq")
        ):
            yield value, key
        yield from _places(value[key], depth + 1)


def _sealed(lines: list[Json]) -> bytes:
    """Chain the entries again as far as they are still entries, with correct hashes in their facts."""
    previous = GENESIS
    hashes = TrueHashes()
    for line in lines:
        told = [told.get("fact") for told in line["facts"] if isinstance(told, dict)]
        facts = [fact for fact in told if isinstance(fact, dict)]
        for fact in facts:
            fact.update(hashes.in_place_of(fact, previous))
        body = _hash({name: line.get(name) for name in ("at", "facts", "nonce")})
        line["previous"] = previous
        place = {name: line.get(name) for name in ("kind", "match_id", "previous", "seq")}
        line["hash"] = previous = _hash({"body": body, **place})
        hashes.note(facts, _hash({"hash": previous, "nonce": line.get("nonce")}))
    return "".join(canonical_json(line) + "\n" for line in lines).encode()


def _hash(value: Json) -> str:
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()
