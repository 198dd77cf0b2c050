"""The output of `moirai verify`; tests/secrecy compares its findings with the second verifier."""

from __future__ import annotations

import pytest

from server.operations.logs.verdict import Verdict
from server.operations.logs.verify import verify
from tests.secrecy.verifiers.forgeries import CAREFUL, CARELESS
from tests.secrecy.verifiers.out_of_bounds import OUT_OF_BOUNDS
from tests.secrecy.verifiers.scribe import eventful
from tests.secrecy.verifiers.tampering import Log, changed, place_of, sealed_anew, with_entry


@pytest.fixture(scope="module")
def log() -> Log:
    return eventful(seed=2)


def _verify(entries: Log) -> Verdict:
    return verify(entries[0].log_id, entries)


BROKEN = {
    "a changed move": "was changed",
    "a changed seed": "does not match the commitment",
    "an entry dropped": "missing, moved or inserted",
    "two entries swapped": "missing, moved or inserted",
    "an entry twice": "missing, moved or inserted",
}


@pytest.mark.parametrize("what", BROKEN)
def test_the_report_says_how_a_chain_is_broken(log: Log, what: str) -> None:
    verdict = _verify(CARELESS[what](log).log)

    assert any(BROKEN[what] in fault for fault in verdict.faults), verdict.faults


IMPOSSIBLE = {
    "an illegal move": "is not possible: ",
    "a move of another phase": "is not possible: This phase is not open yet",
    "a phase closed for no reason": "closed early although it had to wait",
    "another legal cast": "the rules give something else: fact",
    "a phase closed early": "before its deadline",
    "a late cast": "after the deadline",
    "a withheld cast": "withheld, which is only allowed for messages",
    "a secret told to everyone": "has another audience",
    "a changed outcome": "is match_ended, with different content",
    "another variant": "options belong to another variant",
    "other seats": "seats are not those of the game",
    "a seat that is none, from the beginning": "a seat is taken or reserved that the match does not have",
    "a player with a name too long": "no request can cause this content of seat_taken",
    "a phase closed as if early": "although its deadline had passed",
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_the_report_says_why_a_step_is_impossible(log: Log, what: str) -> None:
    forged = (CAREFUL | OUT_OF_BOUNDS)[what](log).log

    verdict = _verify(sealed_anew(forged))

    assert IMPOSSIBLE[what] in verdict.faults[0]


def test_a_false_head_is_reported(log: Log) -> None:
    at = place_of(log, "phase_closed")
    forged = with_entry(log, at, changed(log[at], "phase_closed", head="0" * 64))

    verdict = _verify(sealed_anew(forged, mend_heads=False))

    assert verdict.faults[0] == f"entry {at + 1}: contains a head that is not the hash of the previous entry"


def test_the_report_on_a_log_without_its_seed_says_that_draws_were_not_checked(log: Log) -> None:
    verdict = _verify(log[:10])

    assert verdict.faults == []
    assert "seed is not in the log" in verdict.unchecked[0]


def test_another_version_of_the_rules_is_reported_not_guessed(log: Log) -> None:
    verdict = _verify(sealed_anew([changed(log[0], "match_created", rules_version=0), *log[1:]]))

    assert verdict.faults == []
    assert any("another version of the rules" in what for what in verdict.unchecked)
