"""Which unused matches stay in memory."""

from __future__ import annotations

from engines.kit import SPECTATOR
from server.logs.aggregates.memory import Recent
from server.matches.match import Match
from tests.secrecy.verifiers.scribe import eventful

ENTRIES = eventful()


def _match() -> Match:
    return Match(ENTRIES, bytes(32))


def test_least_recently_used_matches_are_evicted_when_there_are_too_many() -> None:
    recent = Recent(2, 10**9)
    for name in "abac":
        recent.touch(name, _match())

    assert list(recent._used) == ["a", "c"]


def test_least_recently_used_matches_are_evicted_when_they_take_too_much() -> None:
    size = _match().bytes
    recent = Recent(100, 3 * size)
    for name in "abcde":
        recent.touch(name, _match())

    assert list(recent._used) == ["c", "d", "e"]
    assert recent.bytes == 3 * size


def test_the_match_used_last_stays_however_large_it_is() -> None:
    recent = Recent(100, 1)
    for name in "ab":
        recent.touch(name, _match())

    assert list(recent._used) == ["b"]


def test_a_match_counts_with_its_present_size() -> None:
    recent, live = Recent(100, 10**9), _match()
    recent.touch("a", live)
    before = recent.bytes
    live.projection(SPECTATOR)
    recent.touch("a", live)

    assert recent.bytes == live.bytes > before
    recent.forget("a")
    assert (recent.bytes, len(recent)) == (0, 0)


async def test_an_evicted_match_in_use_frees_its_past() -> None:
    recent, live = Recent(1, 10**9), _match()
    recent.touch("a", live)
    cursor = live.projection(SPECTATOR).cursor
    before = live.bytes
    await live.projection_at(SPECTATOR, cursor - 1)
    assert live.bytes > before

    recent.touch("b", _match())

    assert live.bytes == before
    assert (await live.projection_at(SPECTATOR, cursor - 1)).cursor == cursor - 1
