"""Facts of earlier servers are read as those of today, and stay stored, exported and sent as they were written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.kit import EVERYONE, HOST, SPECTATOR, FactJson, FactVersions, Viewer, seat_id
from server.logs.store.entry import EncodedFact, Entry
from server.logs.store.upcasting import UnknownFactError, Upcasting
from server.matches import commands, fact_encoding
from server.matches import facts as match_facts
from server.matches.match import Match
from server.matches.talk import channels
from server.organising.series import facts as series_facts
from server.organising.tournaments import facts as tournament_facts
from tests.clients.node import run_node
from tests.golden.witness import told_and_seen
from tests.secrecy.verifiers.both_verifiers import File, first, second
from tests.secrecy.verifiers.scribe import Scribe
from tests.secrecy.verifiers.tampering import sealed_anew

Json = Any

VERIFIER: Final = Path("clients/verifier").resolve()

OLD: Final = FactVersions(
    gained={"seat_muted": {"reason": ""}},
    steps={
        ("seat_freed", 1): lambda freed: [{**freed, "seat": freed["place"], SCHEMA: 2}],
        ("seat_freed", 2): lambda freed: [{"type": "seat_unmuted", "seat": freed["seat"]}],
        ("match_halted", 1): lambda halted: [
            {"type": "match_paused", "reason": halted["reason"]},
            {"type": "deadline_set", "phase": halted["phase"], "closes_at": None},
        ],
    },
)
"""As if muting had gained a reason, unmuting had been renamed twice, and a pause had been split from its deadline."""

SCHEMA: Final = "schema"

IN_JAVASCRIPT: Final = """
import { GAINED, STEPS } from "VERIFIER/log/upcasting.mjs";
Object.assign(GAINED, { seat_muted: { reason: "" } });
Object.assign(STEPS, {
  "seat_freed 1": (freed) => [{ ...freed, seat: freed.place }],
  "seat_freed 2": ({ seat }) => [{ type: "seat_unmuted", seat }],
  "match_halted 1": ({ reason, phase }) => [
    { type: "match_paused", reason },
    { type: "deadline_set", phase, closes_at: null },
  ],
});
const { judge } = await import("VERIFIER/verify.mjs");
const { stdin } = process;
const log = JSON.parse((await stdin.toArray()).join(""));
console.log(JSON.stringify(judge(Buffer.from(log), { commitment: [], receipt: [], head: [], streams: [] })));
"""


@pytest.fixture
def earlier_facts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let matches have had facts that are written otherwise today."""
    known = match_facts.FACT_VERSIONS
    table = FactVersions({**known.gained, **OLD.gained}, {**known.steps, **OLD.steps})
    monkeypatch.setattr(fact_encoding, "FACT_VERSIONS", table)
    fact_encoding.upcasting_of.cache_clear()
    yield
    fact_encoding.upcasting_of.cache_clear()


def _played() -> list[Entry]:
    """Return the log of a match with a mute, its end, and a pause."""
    match = Scribe("wizards_duel", "genius_3_3")
    match.start()
    match.act(channels.mute, seat_id("a"), "")
    match.act(commands.pause, "Tea.")
    match.wait(minutes=5)
    match.act(commands.resume, match.now)
    match.act(channels.unmute, seat_id("a"))
    match.play(3)
    match.act(commands.void, "Enough.", match.seed)
    return match.log


def _as_written_earlier(log: list[Entry]) -> list[Entry]:
    """Return the log as if an earlier server had written it."""

    def earlier(entry: Entry) -> Entry:
        kinds = [told.type for told in entry.facts]
        if kinds == ["seat_muted"]:
            return replace(entry, facts=(_fact(type="seat_muted", seat="a"),))
        if kinds == ["seat_unmuted"]:
            return replace(entry, facts=(_fact(type="seat_freed", place="a"),))
        if kinds == ["match_paused", "deadline_set"]:
            return replace(entry, facts=(_fact(type="match_halted", reason="Tea.", phase=1),))
        return entry

    return sealed_anew([earlier(entry) for entry in log])


def _fact(**fields: JsonValue) -> EncodedFact:
    return EncodedFact.of(EVERYONE, fields)


@pytest.mark.usefixtures("earlier_facts")
def test_facts_that_gained_were_renamed_or_split_are_folded_as_those_of_today() -> None:
    now = _played()
    before = _as_written_earlier(now)
    live, today = Match(before, bytes(32)), Match(now, bytes(32))

    assert replace(live.state, head=today.head, published_head=None, closed=None) == replace(
        today.state, published_head=None, closed=None
    )
    for viewer in (*map(Viewer, live.state.seat_ids), SPECTATOR, HOST):
        assert live.projection(viewer).muted == today.projection(viewer).muted
        assert live.projection(viewer).cursor == today.projection(viewer).cursor
    seen, expected = told_and_seen(before), told_and_seen(now)
    assert {viewer: each.saw for viewer, each in seen.items()} == {
        viewer: each.saw for viewer, each in expected.items()
    }
    assert any("match_halted" in event for event in seen["a"].told)


@pytest.mark.usefixtures("earlier_facts")
def test_an_earlier_log_is_exported_as_it_was_written_and_good_to_both_verifiers() -> None:
    before = _as_written_earlier(_played())
    lines = [entry.as_line() for entry in before]
    file = File("".join(lines).encode())
    live = Match(before, bytes(32))
    ours, theirs = first(file), run_node(IN_JAVASCRIPT.replace("VERIFIER", VERIFIER.as_uri()), "".join(lines))

    assert [live.entries.line(at, withhold=False).decode() for at in range(len(before))] == lines
    assert (ours.code, theirs["code"]) == (0, 0), (ours.lines, theirs["lines"])


def test_both_verifiers_refuse_facts_that_nobody_ever_wrote() -> None:
    file = File("".join(entry.as_line() for entry in _as_written_earlier(_played())).encode())

    ours, (theirs,) = first(file), second([file])

    assert (ours.code, theirs.code) == (1, 1), (ours.lines, theirs.lines)


def test_both_verifiers_have_the_same_table() -> None:
    """The second has it for the facts that are exported: those of matches, of games and of events."""
    script = f"""
        import {{ GAINED, STEPS }} from "{(VERIFIER / "log" / "upcasting.mjs").as_uri()}";
        console.log(JSON.stringify({{ gained: GAINED, steps: Object.keys(STEPS) }}));
    """
    theirs = run_node(script)

    tables = [match_facts.FACT_VERSIONS, tournament_facts.FACT_VERSIONS, series_facts.FACT_VERSIONS]
    tables += [engine.fact_versions for engine in GAMES.values()]
    assert theirs["gained"] == {name: fields for table in tables for name, fields in table.gained.items()}
    assert set(theirs["steps"]) == {f"{name} {version}" for table in tables for name, version in table.steps}


@pytest.mark.parametrize("fact", [{"type": "omen"}, {"type": "match_paused", "reason": "", SCHEMA: 2}])
def test_a_fact_of_a_type_or_version_that_nobody_knows_is_named(fact: FactJson) -> None:
    upcasting = Upcasting(match_facts.SERVER_FACT_TYPES, match_facts.FACT_VERSIONS)

    with pytest.raises(UnknownFactError, match=str(fact["type"])):
        upcasting.bring_up([EncodedFact.of(EVERYONE, fact)])


def test_facts_that_need_nothing_are_returned_as_they_are() -> None:
    """Reading a log is not slower for what did not change."""
    upcasting = Upcasting(match_facts.SERVER_FACT_TYPES, match_facts.FACT_VERSIONS)
    facts = (_fact(type="match_paused", reason='not a "schema": 3'), _fact(type="match_resumed"))

    assert upcasting.bring_up(facts) is facts
