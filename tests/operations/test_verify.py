"""`moirai verify` finds every kind of tampering, and nothing in an honest log."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engines.catalogue import GAMES
from engines.contract import EVERYONE, HOST_ONLY
from server.log.entry import GENESIS, Entry, ToldFact
from server.operations.simulate import Simulation, Tally, log_of, simulate
from server.operations.verdict import Verdict
from server.operations.verify import verify
from tests.operations.forgery import chained_anew

Json = Any

VARIANTS = [(game.name, variant) for game in GAMES.values() for variant in game.variants]


def _logs(game: str, variant: str, matches: int, absent: float = 0.1) -> list[list[Entry]]:
    simulation = Simulation(game, variant, GAMES[game].options(variant, {}), seed=7, absent=absent)
    return [log_of(simulation, simulated) for simulated in simulate(simulation, matches, Tally())]


@pytest.fixture(scope="module")
def log() -> list[Entry]:
    (log,) = _logs("wizards_duel", "colosseum", 1)
    return log


def _verify(entries: list[Entry]) -> Verdict:
    return verify(entries[0].match_id, entries)


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_honest_logs_are_good(game: str, variant: str) -> None:
    for entries in _logs(game, variant, matches=5):
        verdict = _verify(entries)

        assert (verdict.faults, verdict.unchecked) == ([], [])


def _at(entries: list[Entry], kind: str, nth: int = 0) -> int:
    return [at for at, entry in enumerate(entries) if entry.kind == kind][nth]


def _edit(entry: Entry, fact_type: str, **changes: Json) -> Entry:
    facts = tuple(
        ToldFact(told.audience, {**told.fact, **changes}) if told.type == fact_type else told for told in entry.facts
    )
    assert facts != entry.facts
    return replace(entry, facts=facts)


def _edited(kind: str, fact_type: str, **changes: Json) -> Callable[[list[Entry]], list[Entry]]:
    def tamper(entries: list[Entry]) -> list[Entry]:
        at = next(
            at
            for at, entry in enumerate(entries)
            if entry.kind == kind and fact_type in [told.type for told in entry.facts]
        )
        return [*entries[:at], _edit(entries[at], fact_type, **changes), *entries[at + 1 :]]

    return tamper


def _dropped(entries: list[Entry]) -> list[Entry]:
    at = _at(entries, "submitted", 2)
    return entries[:at] + entries[at + 1 :]


def _swapped(entries: list[Entry]) -> list[Entry]:
    at = _at(entries, "submitted", 2)
    return [*entries[:at], entries[at + 1], entries[at], *entries[at + 2 :]]


def _doubled(entries: list[Entry]) -> list[Entry]:
    at = _at(entries, "submitted", 2)
    return [*entries[: at + 1], *entries[at:]]


def _told_to_everyone(entries: list[Entry]) -> list[Entry]:
    at = _at(entries, "submitted")
    told = entries[at].facts[0]
    return [*entries[:at], replace(entries[at], facts=(ToldFact(EVERYONE, told.fact),)), *entries[at + 1 :]]


def _told_to_nobody(entries: list[Entry]) -> list[Entry]:
    at = _at(entries, "resolved")
    facts = tuple(
        ToldFact(HOST_ONLY, told.fact) if told.type == "wizards_duel.round_played" else told
        for told in entries[at].facts
    )
    return [*entries[:at], replace(entries[at], facts=facts), *entries[at + 1 :]]


def _hastened(entries: list[Entry]) -> list[Entry]:
    at = _at(entries, "resolved")
    return [*entries[:at], replace(entries[at], at=entries[at - 1].at), *entries[at + 1 :]]


def _late(entries: list[Entry]) -> list[Entry]:
    """Two submissions change places with the resolution they were made for."""
    at = _at(entries, "resolved")
    late = replace(entries[at - 1], at=entries[at].at)
    return [*entries[: at - 1], late, *entries[at:]]


def _withheld(entries: list[Entry]) -> list[Entry]:
    at = _at(entries, "submitted")
    return [*entries[:at], entries[at].withhold(), *entries[at + 1 :]]


CARELESS: dict[str, tuple[Callable[[list[Entry]], list[Entry]], str]] = {
    "a changed fact": (_edited("submitted", "submitted", move={"type": "cast", "spell": "x"}), "was changed"),
    "a changed seed": (_edited("resolved", "seed_revealed", seed="00" * 32), "not the one committed to"),
    "a dropped entry": (_dropped, "missing, moved or inserted"),
    "swapped entries": (_swapped, "missing, moved or inserted"),
    "an entry twice": (_doubled, "missing, moved or inserted"),
}

CAREFUL: dict[str, tuple[Callable[[list[Entry]], list[Entry]], str]] = {
    "a changed move": (
        _edited("submitted", "submitted", move={"type": "cast", "spell": "w"}),
        "could not have happened",
    ),
    "another legal move": (_edited("submitted", "submitted", move={"type": "cast", "spell": "8"}), "the rules give"),
    "a move of another phase": (_edited("submitted", "submitted", phase=9), "could not have happened"),
    "a changed winner": (_edited("resolved", "wizards_duel.round_played", winner="a", gain={"a": 2}), "the rules give"),
    "a changed outcome": (_edited("resolved", "match_ended", outcome={"rank": {"a": 1}, "consequences": {}}), ""),
    "a changed draw": (_edited("resolved", "drawn", picks=["3"]), "the rules give"),
    "a false head": (_edited("resolved", "phase_closed", head="0" * 64), "the rules give"),
    "another deadline": (_edited("started", "deadline_set", closes_at="2041-01-01T00:00:00.000000Z"), "the rules give"),
    "another seat": (_edited("created", "seat_taken", seat="z"), "seats are taken"),
    "another variant": (_edited("created", "match_created", variant="chess"), "no such variant"),
    "other seats": (_edited("created", "match_created", seats=[{"id": "a"}, {"id": "c"}]), "seats are not those"),
    "a dropped submission": (_dropped, "the rules give"),
    "a submission twice": (_doubled, "could not have happened"),
    "a secret told to everyone": (_told_to_everyone, "told to others"),
    "a result kept from everyone": (_told_to_nobody, "told to others"),
    "a phase closed before its time": (_hastened, "before its deadline"),
    "a submission after its deadline": (_late, "after the deadline"),
    "a withheld submission": (_withheld, "withheld, which only messages may be"),
}


@pytest.mark.parametrize("what", CARELESS)
def test_a_broken_chain_is_found(log: list[Entry], what: str) -> None:
    tamper, said = CARELESS[what]

    assert any(said in fault for fault in _verify(tamper(log)).faults)


@pytest.mark.parametrize("what", CAREFUL)
def test_a_forgery_with_a_whole_chain_is_found(log: list[Entry], what: str) -> None:
    tamper, said = CAREFUL[what]
    forged = chained_anew(tamper(log))

    verdict = _verify(forged)

    assert verdict.faults
    assert any(said in fault for fault in verdict.faults), verdict.faults


def test_a_log_without_its_seed_is_checked_as_far_as_possible(log: list[Entry]) -> None:
    running = log[:10]

    verdict = _verify(running)

    assert verdict.faults == []
    assert "seed is not in the log" in verdict.unchecked[0]


BOOKKEEPING: dict[str, tuple[Callable[[list[Entry]], list[Entry]], str]] = {
    "a move of another phase": (_edited("submitted", "submitted", phase=9), "could not have happened"),
    "a move of another's seat": (_edited("submitted", "submitted", seat="z"), "could not have happened"),
    "another phase closed": (_edited("resolved", "phase_closed", phase=9), "could not have happened"),
    "a false head": (_edited("resolved", "phase_closed", head="0" * 64), "tells a head"),
    "a phase closed before its time": (_hastened, "before its deadline"),
    "a submission after its deadline": (_late, "after the deadline"),
}


@pytest.mark.parametrize("what", BOOKKEEPING)
def test_a_log_without_its_seed_still_has_to_fit_together(log: list[Entry], what: str) -> None:
    tamper, said = BOOKKEEPING[what]

    verdict = _verify(chained_anew(tamper(log[:12])))

    assert any(said in fault for fault in verdict.faults), verdict.faults


def _of_another_version(log: list[Entry]) -> list[Entry]:
    return _edited("created", "match_created", rules_version=0)(log)


def test_another_version_of_the_rules_is_said_not_guessed(log: list[Entry]) -> None:
    forged = chained_anew(_of_another_version(log))
    heads_mended: list[Entry] = []
    for entry in forged:
        closing = any(told.type == "phase_closed" for told in entry.facts)
        previous = heads_mended[-1].hash if heads_mended else GENESIS
        mended = _edit(entry, "phase_closed", head=previous) if closing else entry
        heads_mended = chained_anew([*heads_mended, mended])

    verdict = _verify(heads_mended)

    assert verdict.faults == []
    assert any("another version of the rules" in what for what in verdict.unchecked)


@pytest.mark.parametrize("what", BOOKKEEPING)
def test_a_log_of_other_rules_still_has_to_fit_together(log: list[Entry], what: str) -> None:
    tamper, said = BOOKKEEPING[what]

    verdict = _verify(chained_anew(tamper(_of_another_version(log))))

    assert any(said in fault for fault in verdict.faults), verdict.faults


@pytest.mark.parametrize(
    "fact",
    [
        {"type": "submitted"},
        {"type": "submitted", "seat": "z", "phase": 1, "move": None, "keep_thinking": False, "by_bot": True},
        {"type": "wizards_duel.nothing"},
        {"type": "phase_closed", "phase": "x", "because": "x", "head": 1},
        {"type": "match_created", "game": "chess"},
        {"type": "seat_taken", "seat": "a", "player": {"name": []}},
    ],
)
def test_junk_is_found_wrong_and_breaks_nothing(log: list[Entry], fact: Json) -> None:
    at = _at(log, "submitted", 1)
    junk = replace(log[at], facts=(ToldFact(EVERYONE, json.loads(json.dumps(fact))),))

    assert _verify(chained_anew([*log[:at], junk, *log[at + 1 :]])).faults
    assert _verify(chained_anew([replace(junk, kind="created"), *log[1:]])).faults
