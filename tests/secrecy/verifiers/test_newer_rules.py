"""Both verifiers judge how a match moves to newer rules: who proposes it, who agrees, and what holds from when on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from server.matches import commands
from server.matches.hosting import appointing, newer_rules
from tests.secrecy.verifiers.both_verifiers import both, file_of
from tests.secrecy.verifiers.moves import OPTIONS, moved
from tests.secrecy.verifiers.scribe import Scribe, person
from tests.secrecy.verifiers.tampering import Log, changed, place_of, sealed_anew, with_entry

Json = Any


def _without(fact_type: str, nth: int = 0) -> Callable[[Log], Log]:
    def tamper(log: Log) -> Log:
        return with_entry(log, place_of(log, fact_type, nth))

    return tamper


def _with(fact_type: str, nth: int = 0, /, **changes: Json) -> Callable[[Log], Log]:
    def tamper(log: Log) -> Log:
        at = place_of(log, fact_type, nth)
        return with_entry(log, at, changed(log[at], fact_type, **changes))

    return tamper


def _without_the_change(log: Log) -> Log:
    at = place_of(log, "rules_changed")
    return with_entry(log, at, replace(log[at], facts=log[at].facts[:1]))


def test_both_call_a_match_that_moved_good() -> None:
    ((first, second),) = both([file_of(moved())])

    assert (first.code, second.code) == (0, 0), (first.lines, second.lines)


@pytest.mark.parametrize(
    "tamper",
    [
        _without("rules_proposed", 2),
        _without("rules_agreed"),
        _without_the_change,
        _with("rules_proposed", 2, rules_version=3),
        _with("rules_proposed", 1, rules_version=2),
        _with("rules_agreed", seat="b"),
        _with("rules_agreed", rules_version=1),
        _with("rules_changed", from_phase=1),
        _with("rules_changed", rules_version=1),
    ],
)
def test_both_refuse_a_match_that_moved_otherwise_than_all_agreed(tamper: Callable[[Log], Log]) -> None:
    ((first, second),) = both([file_of(sealed_anew(tamper(moved())))])

    assert (first.code, second.code) == (1, 1), (first.lines, second.lines)


def test_both_refuse_a_proposal_by_an_arbiter() -> None:
    given = Scribe("wizards_duel", "gods_collide", OPTIONS, {"rules_version": 1})
    given.start()
    given.act(appointing.give_role, person("Judge"), "arbiter", person("Host"))
    given.act(newer_rules.propose, 2, person("Judge"))

    ((first, second),) = both([file_of(given.log)])

    assert (first.code, second.code) == (1, 1), (first.lines, second.lines)


def test_both_refuse_a_match_that_moved_and_was_played_by_the_old_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 2 pays one point for a silent seat, version 1 two."""
    with monkeypatch.context() as patched:
        duel = Scribe("wizards_duel", "genius_3_3", {}, {"rules_version": 1})
        older = duel.state.engine
        patched.setitem(vars(older), "carries_over", {2: lambda truth: truth})
        duel.start()
        duel.act(newer_rules.propose, 2, person("Host"))
        for seat in duel.seats:
            duel.act(newer_rules.agree, seat, 2)
        duel.submit("a", {"type": "cast", "spell": "5"})
        duel.submit("b", {"type": "cast", "spell": "4"})
        duel.close()
        duel.submit("b", {"type": "cast", "spell": "6"})
        duel.close()
        duel.act(commands.void, "Enough.", duel.seed)

    ((first, second),) = both([file_of(duel.log)])

    assert (first.code, second.code) == (1, 1), (first.lines, second.lines)
