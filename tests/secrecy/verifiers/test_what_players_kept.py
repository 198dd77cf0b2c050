"""
What players kept exposes a server that replaces a player's move, or that shows two players different matches.

The logs below come from a cheating server: their chains are valid, and every step in them is possible.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.kit import seat_id
from server.access import codes
from server.access.errors import RefusedError
from server.cli.logs.seals import Kept
from server.logs.store.entry import Entry, receipt_of
from server.matches import commands
from server.matches.seats import seating
from tests.secrecy.verifiers.both_verifiers import (
    COMMANDS,
    Opinion,
    Verify,
    agreed,
    by_both_commands,
    events_of,
    file_of,
    stream_of,
)
from tests.secrecy.verifiers.scribe import Scribe, eventful, person
from tests.secrecy.verifiers.tampering import Log, changed, exported, of_other_rules, place_of, sealed_anew, with_entry

Json = Any

OLD_LOG = Path(__file__).parent / "logs" / "version_1.ndjson"


def _cast(spell: str) -> Json:
    return {"type": "cast", "spell": spell}


def _duel(seed: int = 1, **terms: Json) -> Scribe:
    duel = Scribe("wizards_duel", "archwizard", terms=terms, random=Random(seed))
    duel.start()
    return duel


def _receipts(log: Iterable[Entry], seat: str) -> list[str]:
    """Return the receipts of all submissions and withdrawals of a seat."""
    own = (entry for entry in log if entry.kind in ("submitted", "withdrawn"))
    return [receipt_of(entry) for entry in own if entry.facts[0].fact["seat"] == seat]


def _opinions(log: Log, *kept: Kept) -> list[Opinion]:
    return agreed([file_of(log, kept=one) for one in kept])


def _codes(log: Log, *kept: Kept) -> list[int]:
    return [opinion.code for opinion in _opinions(log, *kept)]


def _replaced(*, show_submitted: bool = False) -> tuple[Log, Kept]:
    """Return a match in which the server replaced a's first move, and what a kept of it: receipts and its stream."""
    honest, forged = (_duel(show_submitted=show_submitted) for _ in range(2))
    for duel in (honest, forged):
        duel.submit("a", _cast("3"))
    forged.submit("a", _cast("8"))
    for duel in (honest, forged):
        duel.submit("b", _cast("5"))
        duel.close()
    forged.play_out()
    return forged.log, Kept(receipts=_receipts(honest.log, "a")) + stream_of(honest.log, "a")


@pytest.mark.parametrize("show_submitted", [False, True])
def test_a_move_that_the_server_replaced_is_found_by_its_receipt_and_by_the_stream(*, show_submitted: bool) -> None:
    log, kept = _replaced(show_submitted=show_submitted)
    first = _receipts(log, "a")[:1]

    nothing, by_receipt, by_stream = _opinions(log, Kept(), Kept(receipts=first), Kept(streams=kept.streams))

    assert nothing.code == 0
    assert by_receipt.code == 1
    assert '"spell":"8"' in by_receipt.lines[-1]
    assert "WHOSE RECEIPT IS NOT GIVEN" in by_receipt.lines[-1]
    assert by_stream.code == 1
    at = place_of(log, "submitted", 1) + 1
    assert by_stream.lines[-1].endswith(f"EVENT 6 DIFFERS FROM THE SAVED ONE: entry {at} contains submitted"), (
        by_stream.lines[-1]
    )


def test_moves_that_a_player_replaced_itself_are_good_with_all_their_receipts() -> None:
    duel = _duel()
    for spell in "356":
        duel.submit("a", _cast(spell))
    duel.play_out()
    own = _receipts(duel.log, "a")

    assert _codes(duel.log, *(Kept(receipts=given) for given in (own, own[1:], own[:2], [own[0], *own[2:]]))) == [
        0,
        0,
        1,
        1,
    ]


def _threads_match() -> Scribe:
    match = Scribe("threads_of_fate", "quick", random=Random(3))
    match.start()
    match.submit("heaven-1")
    return match


def test_a_withdrawal_that_the_player_did_not_make_is_found_by_the_receipt() -> None:
    match = _threads_match()
    match.withdraw("heaven-1")
    match.play_out(absent=1)
    own = _receipts(match.log, "heaven-1")

    assert _codes(match.log, Kept(receipts=own), Kept(receipts=own[:1])) == [0, 1]


def test_a_move_made_for_a_player_who_withdrew_its_own_is_found_by_the_receipt_of_the_withdrawal() -> None:
    match = _threads_match()
    match.withdraw("heaven-1")
    own = _receipts(match.log, "heaven-1")
    match.submit("heaven-1")
    match.close()

    assert _codes(match.log, Kept(receipts=own)) == [1]


def test_a_move_replaced_by_the_next_player_of_the_seat_is_good() -> None:
    duel = _duel()
    duel.submit("a", _cast("3"))
    own = _receipts(duel.log, "a")
    duel.act(seating.hand_over, seat_id("a"), person("Di"))
    duel.submit("a", _cast("8"))
    duel.close()

    (opinion,) = _opinions(duel.log, Kept(receipts=own))

    assert opinion.code == 0
    assert "after the seat changed hands" in opinion.lines[-1]


def test_a_phase_that_never_closed_is_reported() -> None:
    duel = _duel()
    duel.submit("a", _cast("3"))
    duel.act(commands.void, "late", duel.seed)

    (opinion,) = _opinions(duel.log, Kept(receipts=_receipts(duel.log, "a")))

    assert opinion.code == 0
    assert opinion.lines[-1].endswith("its phase was not closed")


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("viewer", ["a", "b", "spectator", "host"])
def test_a_true_stream_is_good_whole_or_in_part(viewer: str) -> None:
    """
    Even if private messages are withheld: the log then does not name their recipients.
    """
    log = eventful(seed=2)
    count = len(events_of(log, viewer))
    parts = [range(0), range(1, 12), range(5, 20), range(2, count, 2), range(1, count)]

    for one in (log, exported(log)):
        assert _codes(one, *(stream_of(log, viewer, but=part) for part in parts)) == [0] * len(parts)


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("viewer", ["a", "b", "spectator", "host"])
def test_any_change_to_a_stream_is_found(viewer: str) -> None:
    log = eventful(seed=2)
    (true,) = stream_of(log, viewer).streams
    count = len(true.events)
    told_late = {cursor + 1: event for cursor, event in true.events.items()}
    told_early = {cursor - 1: event for cursor, event in true.events.items() if cursor > 8}
    other_time = {**true.events, 7: true.events[7].replace('"at":"2035', '"at":"2036')}
    longer = {**true.events, count + 1: true.events[count]}
    changed_streams = [told_late, told_early, other_time, longer]

    kept = [Kept(streams=[replace(true, events=events)]) for events in changed_streams]

    assert _codes(log, *kept) == [1] * len(kept)
    assert _codes(exported(log), *kept) == [1] * len(kept)


def test_a_stream_of_another_match_or_of_none_is_reported() -> None:
    one, other = eventful(seed=2), eventful(seed=4)
    (stream,) = stream_of(one, "a").streams
    given = [replace(stream, match_id=match_id) for match_id in (None, other[0].log_id, one[0].log_id)]

    alone, beside = [
        [opinion.code for opinion in agreed([file_of(*logs, kept=Kept(streams=[kept])) for kept in given])]
        for logs in ([one], [one, other])
    ]

    assert alone == [0, 1, 0]
    assert beside == [1, 1, 0]


def _fork() -> tuple[Scribe, Scribe]:
    """Return the match shown to a and the one shown to b: in each, the other's moves are invented."""
    for_a, for_b = _duel(), _duel()
    for_a.submit("a", _cast("3"))
    for_a.submit("b", _cast("1"))
    for_b.submit("a", _cast("1"))
    for_b.submit("b", _cast("5"))
    for duel in (for_a, for_b):
        duel.close()
    return for_a, for_b


def _head(log: Iterable[Entry]) -> str:
    """Return the last head that was told."""
    return [str(told.fact["head"]) for entry in log for told in entry.facts if told.type == "phase_closed"][-1]


def test_a_split_view_is_found_by_comparing_the_last_hashes_or_heads() -> None:
    forks = _fork()
    for duel in forks:
        duel.play_out()

    one, other = agreed([file_of(duel.log) for duel in forks])

    hashes = [line for opinion in (one, other) for line in opinion.lines if line.startswith("  last hash ")]
    assert (one.code, other.code) == (0, 0)
    assert [duel.log[-1].hash in line for duel, line in zip(forks, hashes, strict=True)] == [True, True]
    assert hashes[0] != hashes[1]
    assert _codes(forks[0].log, Kept(heads=[_head(forks[1].log)])) == [1]


def test_a_submission_with_a_head_that_was_not_told_is_refused() -> None:
    """That of another match, or any before the first was told."""
    for_a, for_b = _fork()
    for duel, head in ((for_b, _head(for_a.log)), (_duel(), "0" * 64)):
        with pytest.raises(RefusedError) as refused:
            duel.submit("a", _cast("3"), head=head)

        assert refused.value.code == codes.UNKNOWN_HEAD


@pytest.mark.parametrize("show_submitted", [False, True])
def test_heads_in_submissions_are_good_and_published_where_submitting_is(*, show_submitted: bool) -> None:
    duel = _duel(show_submitted=show_submitted)
    duel.play(1)
    duel.submit("a", head=_head(duel.log))
    duel.submit("b")
    duel.close()
    seen_by = [
        told.fact.get("head_seen_by") for entry in duel.log for told in entry.facts if told.type == "phase_closed"
    ]
    duel.play_out()

    assert _codes(duel.log, Kept()) == [0]
    assert seen_by == [None, ["a"] if show_submitted else None]


def test_a_carried_head_that_is_not_the_true_one_is_found_whatever_is_known() -> None:
    duel = _duel(show_submitted=True)
    duel.play(1)
    duel.submit("a", head=_head(duel.log))
    duel.play_out()
    log = duel.log
    at = next(at for at, entry in enumerate(log) if entry.kind == "submitted" and "head" in entry.facts[0].fact)
    forged = with_entry(log, at, changed(log[at], "submitted", head="0" * 64))
    mended = of_other_rules(log)
    logs = [forged, with_entry(mended, at, changed(mended[at], "submitted", head="0" * 64))]

    opinions = agreed([file_of(sealed_anew(entries, mend_heads=False)[: at + 1]) for entries in logs])

    assert [opinion.verdict for opinion in opinions] == [(1, at + 1)] * len(logs)


FORGED_CLOSES: dict[str, Json] = {
    "another receipt": {"receipt": "0" * 64},
    "no receipt": {"receipt": None},
    "of another seat": {"seat": "b"},
    "of another phase": {"phase": 9},
}


@pytest.mark.parametrize("what", FORGED_CLOSES)
def test_both_find_that_a_seat_was_told_that_something_else_counted(what: str) -> None:
    duel = _duel()
    duel.submit("a")
    duel.play_out()
    log = duel.log
    at = place_of(log, "submission_counted")
    logs = [
        with_entry(one, at, changed(one[at], "submission_counted", **FORGED_CLOSES[what]))
        for one in (log, of_other_rules(log))
    ]

    opinions = agreed(
        [file_of(sealed_anew(entries, mend_heads=False)[: at + 1]) for entries in (*logs, logs[0][: at + 1])]
    )

    assert [opinion.verdict for opinion in opinions] == [(1, at + 1)] * 3


def test_a_log_of_an_earlier_server_is_good_and_reported_as_such() -> None:
    """
    It was written before seats were told which submission counted, and is read and encoded unchanged.
    """
    lines = OLD_LOG.read_bytes()
    entries = [json.loads(line) for line in lines.splitlines()]
    assert not any(told["fact"]["type"] == "submission_counted" for entry in entries for told in entry["facts"])

    for verify in COMMANDS:
        code, said = verify(str(OLD_LOG))
        assert code == 0, said
        assert "The log is from an earlier server" in said


def test_a_log_with_an_unknown_version_is_wrong() -> None:
    log = eventful(seed=2)
    forged = [[changed(log[0], "match_created", log_version=version), *log[1:]] for version in (0, 3, "2", None)]

    opinions = agreed([file_of(sealed_anew(entries)) for entries in forged])

    assert [opinion.verdict for opinion in opinions] == [(1, 1)] * len(forged)


@pytest.mark.sampled
@by_both_commands
def test_the_commands_read_what_clients_kept(verify: Verify, tmp_path: Path) -> None:
    log, _ = _replaced()
    events, own = events_of(log, "a"), _receipts(log, "a")

    def given(name: str, text: str) -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return str(tmp_path / name)

    file = given("log", file_of(log).bytes.decode())
    kept = {"match_id": log[0].log_id, "receipts": own, "heads": [_head(log)], "streams": {"a": events}}
    false = {**kept, "receipts": own[:1]}
    as_lines = "".join(json.dumps(event) + "\n" for event in [{"type": "heartbeat"}, *events])
    page = json.dumps({"viewer": "a", "events": events, "cursor": 9, "more": False})
    later = json.dumps([{**event, "cursor": event["cursor"] + 1} for event in events])

    assert verify(file, "--kept", given("kept", json.dumps(kept)))[0] == 0
    assert verify(file, "--kept", given("false", json.dumps(false)))[0] == 1
    assert [verify(file, "--seat", "a", "--events", given("e", text))[0] for text in (as_lines, page, later)] == [
        0,
        0,
        1,
    ]
    assert verify(file, "--seat", "a")[0] == 2
    assert verify(file, "--events", file)[0] == 2
    for junk in (
        "",
        "[",
        '{"events":1}',
        '[{"cursor":1}]',
        '{"streams":{"a":[{"cursor":true,"at":"","facts":[]}]}}',
        "\xff",
    ):
        assert verify(file, "--kept", given("junk", junk))[0] == 2, junk
        if junk:
            assert verify(file, "--seat", "a", "--events", given("junk", junk))[0] == 2, junk
