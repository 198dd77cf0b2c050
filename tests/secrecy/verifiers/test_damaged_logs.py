"""
However a log is damaged at random, both verifiers return the same verdict: good, wrong, or unreadable.

Changed bytes mostly break the chain. Changed values, facts and entries are chained again, so that only the steps can
show the damage. Both verifiers name the same entry first.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engines.catalogue import GAMES
from server.log.entry import GENESIS, canonical_json
from tests.information.tables import table_of
from tests.secrecy.verifiers.both_verifiers import File, agreed, file_of
from tests.secrecy.verifiers.scribe import ENDS, eventful, simulated
from tests.secrecy.verifiers.tampering import Log, TrueHashes, sealed_anew, with_entry
from tests.short import smallest_variant

Json = Any
FILES = 200 * int(os.environ.get("MOIRAI_SECRECY_TIMES", "1"))
"""How many logs are damaged in each way; `make secrecy` does twenty times as many."""

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


@pytest.fixture(scope="module")
def logs() -> list[Log]:
    played = [
        log
        for game, engine in GAMES.items()
        for log in simulated(game, smallest_variant(engine), 1, seed=3, **table_of(game).short)
    ]
    return [*(eventful(seed, end) for seed in range(2) for end in ENDS), *played]


def test_both_agree_on_logs_with_a_byte_changed(logs: list[Log]) -> None:
    random = Random(4)
    files = []
    for _ in range(FILES):
        damaged = bytearray(file_of(random.choice(logs)).bytes)
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
        files.append(File(bytes(damaged)))

    given = Counter(opinion.code for opinion in agreed(files))

    assert given[1] > FILES / 4
    assert given[2] > FILES / 8


def test_both_agree_on_logs_with_a_value_changed_and_chained_again(logs: list[Log]) -> None:
    random = Random(9)
    files, changed = [], []
    for _ in range(FILES):
        lines = _lines(random.choice(logs))
        entry = random.choice([*lines[:1] * 5, *lines])
        inside, key = random.choice(list(_places(entry)))
        changed.append(str(key))
        if random.random() < 0.2:
            del inside[key]
        else:
            inside[key] = random.choice([other for other in OTHER_VALUES if not _same(other, inside[key])])
        files.append(File(_sealed(lines)))

    opinions = agreed(files)

    given = Counter(opinion.code for opinion in opinions)
    assert {key for key, opinion in zip(changed, opinions, strict=True) if opinion.code == 0} <= OF_NO_RULE
    assert given[0] > 0
    assert given[1] > FILES / 2
    assert given[2] > 5


def test_both_agree_on_logs_with_a_time_changed_and_chained_again(logs: list[Log]) -> None:
    random = Random(7)
    files = []
    for _ in range(FILES // 2):
        lines = _lines(random.choice(logs))
        times = [place for place in _places(lines) if place[1] in ("at", "closes_at")]
        inside, key = random.choice([*times[:1] * 5, *times])
        inside[key] = random.choice(OTHER_TIMES)
        files.append(File(_sealed(lines)))

    opinions = agreed(files)

    given = Counter(opinion.code for opinion in opinions)
    assert given[0] > 5
    assert given[1] > FILES / 4


def test_both_find_that_a_fact_is_missing_though_the_chain_is_whole(logs: list[Log]) -> None:
    """
    No fact of an entry is optional.
    """
    random = Random(8)
    files = []
    for _ in range(FILES):
        log = random.choice(logs)
        at = random.randrange(len(log))
        facts = list(log[at].facts)
        del facts[random.randrange(len(facts))]
        files.append(file_of(sealed_anew(with_entry(log, at, replace(log[at], facts=tuple(facts))))))

    given = Counter(opinion.code for opinion in agreed(files))

    assert given == {1: FILES}


def test_both_agree_on_logs_with_entries_moved_and_chained_again(logs: list[Log]) -> None:
    random = Random(6)
    files = []
    for _ in range(FILES):
        lines = _lines(random.choice(logs))
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
        files.append(File(_sealed(lines)))

    given = Counter(opinion.code for opinion in agreed(files))

    assert given[0] > 5
    assert given[1] > FILES / 2


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
