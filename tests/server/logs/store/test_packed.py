"""A packed log in memory returns exactly the bytes that were put in, whatever they were."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.kit import HOST, SPECTATOR
from server.logs.aggregates.projection import facts_addressed_to
from server.logs.store.entry import Entry, canonical_json
from server.logs.store.packed import PackedLog
from tests.secrecy.verifiers.scribe import eventful, simulated


def _packed(entries: list[Entry]) -> PackedLog:
    log = PackedLog()
    for entry in entries:
        log.append(entry)
        log.pack()
    return log


def _objects(log: PackedLog) -> int:
    """Return how many entries are stored unpacked."""
    return sum(log[at] is log[at] for at in range(len(log)))


@pytest.mark.parametrize(
    ("game", "variant"), [("wizards_duel", "gods_collide"), ("apocalypse", "classic"), ("threads_of_fate", "quick")]
)
def test_every_entry_of_a_played_match_is_packed_and_returned(game: str, variant: str) -> None:
    (entries,) = simulated(game, variant, 1)

    log = _packed(entries)

    assert list(log) == entries
    assert [entry.as_line() for entry in log] == [entry.as_line() for entry in entries]
    assert _objects(log) == 0
    _require_same_without_parsing(log, entries)


def test_large_entries_take_a_fraction_of_their_size() -> None:
    """Those that close a phase of a large game are most of its log."""
    (entries,) = simulated("apocalypse", "classic", 1)

    log = _packed(entries)

    assert log.bytes < sum(len(told.text) for entry in entries for told in entry.facts) / 2


def _require_same_without_parsing(log: PackedLog, entries: list[Entry]) -> None:
    """What can be read from packed entries without parsing equals what parsing gives."""
    seats = {seat for entry in entries for told in entry.facts for seat in told.audience.seats}
    for at, entry in enumerate(entries):
        assert log.line(at, withhold=False).decode() == entry.as_line()
        assert (log.kind(at), log.time(at)) == (entry.kind, entry.at)
        assert log.audiences(at) == [told.audience for told in entry.facts]
        if not entry.withheld:
            assert log.line(at, withhold=True).decode() == entry.withhold().as_line()
        for viewer in (HOST, SPECTATOR, *seats):
            told = facts_addressed_to(viewer, entry)
            assert [entry.facts[place] for place in log.places(at, viewer)] == list(told)
            assert log.facts_text(at, viewer) == canonical_json([one.fact for one in told])
            assert log.facts_for(at, viewer) == list(told)
            assert log.bytes_for(at, viewer) == sum(len(one.text.encode()) + 1 for one in told)


def test_messages_and_host_actions_are_packed_and_returned() -> None:
    entries = eventful()

    log = _packed(entries)

    assert log[:] == entries
    assert (log[-1], log[3:7], log[0]) == (entries[-1], entries[3:7], entries[0])
    assert _objects(log) == 0
    _require_same_without_parsing(log, entries)


def _forged(entries: list[Entry]) -> dict[str, Entry]:
    third = entries[2]
    return {
        "another place": replace(third, seq=7),
        "another match": replace(third, log_id="another"),
        "a broken chain": replace(third, previous="f" * 64),
        "a hash in capitals": replace(third, hash=third.hash.upper()),
        "a hash that is none": replace(third, hash="?"),
        "a longer hash": replace(third, hash=third.hash + "00"),
        "a nonce with spaces": replace(third, nonce=third.nonce[:2] + " " + third.nonce[2:]),
        "no time": replace(third, at=""),
        "a time in other letters": replace(third, at="né" + third.at[2:]),
        "an unknown kind": replace(third, kind="nothing"),  # type: ignore[arg-type]
        "nothing but a hash": third.withhold(),
    }


@pytest.mark.parametrize("name", list(_forged(eventful())))
def test_entries_that_no_server_would_have_written_are_returned_unchanged(name: str) -> None:
    """The verifiers read forged logs; packing must not correct anything in them."""
    entries = eventful()
    forged = [*entries[:2], _forged(entries)[name], *entries[3:]]

    log = _packed(forged)

    assert list(log) == forged
    assert log[2] is forged[2]
    _require_same_without_parsing(log, forged)
