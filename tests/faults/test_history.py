"""The check of histories finds each kind of fault that is put into a true history."""

from __future__ import annotations

import shutil
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio

from server.cli.logs.logfile import read_logs
from server.logs.store.entry import seal
from server.runtime.times import parse_timestamp
from tests.faults.history import Acknowledgement, Evidence, Sent, check
from tests.faults.load import Load
from tests.faults.players import Addresses
from tests.server.world import running_world

Json = Any


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def played(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """A duel that was played without any fault."""
    file = shutil.copyfile(sqlite_template, tmp_path_factory.mktemp("history") / "moirai.db")
    async with running_world(f"sqlite:///{file}") as world:
        load = Load(Addresses(world.url), 20, Random(1))
        load.ending.set()
        await load.eager_duels()
        for caller in load.callers:
            assert not caller.complaints
            await caller.close()
    (evidence,) = load.evidence
    assert check(evidence) == []
    return evidence


@pytest.fixture
def true_evidence(played: Evidence) -> Evidence:
    """What one test may put faults into."""
    return deepcopy(played)


def test_an_acknowledged_submission_that_is_not_in_the_log_is_found(true_evidence: Evidence) -> None:
    said = _acknowledgement(true_evidence)
    true_evidence.histories[0].sent[0].acknowledged = replace(said, receipt="0" * 64)

    assert _finds(true_evidence, "0 times in the log")


@pytest.mark.parametrize("wrong", [{"phase": 2}, {"accepted_at": "2040-01-01T00:00:00.000001Z"}, {"seat": "b"}])
def test_an_acknowledgement_that_differs_from_the_log_is_found(true_evidence: Evidence, wrong: dict[str, Json]) -> None:
    said = _acknowledgement(true_evidence)
    true_evidence.histories[0].sent[0].acknowledged = replace(said, **wrong)

    assert _finds(true_evidence, "and in the log is")


def test_a_move_that_differs_from_the_sent_one_is_found(true_evidence: Evidence) -> None:
    sent = true_evidence.histories[0].sent[0]
    sent.move = {"type": "cast", "spell": "x" if sent.move["spell"] != "x" else "1"}

    assert _finds(true_evidence, "and in the log is")
    assert _finds(true_evidence, "was closed with")


def test_a_submission_written_twice_is_found(true_evidence: Evidence) -> None:
    """Acknowledged twice as new, or in the log without having been sent a second time."""
    history = true_evidence.histories[0]
    twice, unsent = deepcopy(true_evidence), deepcopy(true_evidence)
    twice.histories[0].sent.append(deepcopy(history.sent[0]))
    unsent.histories[0].sent.pop(0)

    assert _finds(twice, "was given 2 times as new")
    assert _finds(unsent, "1 times in the log and 0 times sent")


def test_a_submission_that_an_earlier_one_overtook_is_found(true_evidence: Evidence) -> None:
    history = true_evidence.histories[0]
    last = history.sent[0]
    other = {"type": "cast", "spell": "2" if last.move["spell"] != "2" else "3"}
    history.sent.insert(1, Sent(last.phase, other, tries=1, acknowledged=_acknowledgement(true_evidence)))

    assert _finds(true_evidence, "was closed with")


def test_a_gap_and_a_repeat_in_a_stream_are_found(true_evidence: Evidence) -> None:
    gap, repeat = deepcopy(true_evidence), deepcopy(true_evidence)
    del gap.histories[0].told[3]
    repeat.histories[0].told.insert(3, repeat.histories[0].told[3])

    assert _finds(gap, "a gap or a repeat")
    assert _finds(repeat, "a gap or a repeat")


def test_an_event_that_differs_from_a_fresh_read_is_found(true_evidence: Evidence) -> None:
    streamed, read = deepcopy(true_evidence), deepcopy(true_evidence)
    streamed.histories[0].told[3]["facts"].pop()
    for told in (read.histories[0].told, read.fresh["a"]):
        told[3] = {**told[3], "facts": []}

    assert _finds(streamed, "is not what is read anew")
    assert _finds(read, "not those of the log")


def test_a_phase_resolved_twice_is_found(true_evidence: Evidence) -> None:
    """With a valid chain, so that the hashes show nothing."""
    entries = read_logs(true_evidence.log.splitlines())[true_evidence.match_id]
    closing = next(entry for entry in entries if entry.kind == "resolved")
    forged = [*entries[: closing.seq]]
    for entry in [closing, *entries[closing.seq :]]:
        at = forged[-1].head
        nonce = bytes.fromhex(entry.nonce)
        forged.append(seal(entry.log_id, at, entry.kind, parse_timestamp(entry.at), entry.facts, nonce))
    true_evidence.log = "".join(entry.as_line() for entry in forged)

    assert _finds(true_evidence, "phase 1 was resolved 2 times")


def test_a_match_that_does_not_end_is_found(true_evidence: Evidence) -> None:
    true_evidence.log = "\n".join(true_evidence.log.splitlines()[:-1])

    assert _finds(true_evidence, "has not ended")


def test_a_log_that_does_not_verify_is_found(true_evidence: Evidence) -> None:
    lines = true_evidence.log.splitlines()
    true_evidence.log = "\n".join([lines[0], *lines[2:]])

    assert _finds(true_evidence, "`verify` finds fault")


def test_news_that_the_log_does_not_cause_are_found(true_evidence: Evidence) -> None:
    missing, repeated = deepcopy(true_evidence), deepcopy(true_evidence)
    player = next(player for player, news in missing.news.items() if any(fact["type"] == "awaited" for fact in news))
    del missing.news[player][-1]
    repeated.news[player].append(repeated.news[player][-1])

    assert _finds(missing, "and should have been told")
    assert _finds(repeated, "and should have been told")


def test_a_reminder_is_good_once_and_after_its_player_was_awaited(true_evidence: Evidence) -> None:
    once, twice, early = deepcopy(true_evidence), deepcopy(true_evidence), deepcopy(true_evidence)
    player, at, fact = next(
        (player, at, fact)
        for player, news in once.news.items()
        for at, fact in enumerate(news)
        if fact["type"] == "awaited"
    )
    reminder = {**fact, "type": "deadline_near"}
    once.news[player].insert(at + 1, reminder)
    twice.news[player][at + 1 : at + 1] = [reminder, reminder]
    early.news[player].insert(at, reminder)

    assert check(once) == []
    assert _finds(twice, "twice")
    assert _finds(early, "before phase")


def _acknowledgement(evidence: Evidence) -> Acknowledgement:
    said = evidence.histories[0].sent[0].acknowledged
    assert said is not None
    return said


def _finds(evidence: Evidence, fault: str) -> bool:
    return any(fault in found for found in check(evidence))
