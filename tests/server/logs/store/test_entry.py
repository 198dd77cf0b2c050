"""Entries: their canonical form, their chain, and the vector that docs/log.md prints."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import JsonValue

from engines.kit import EVERYONE, HOST_ONLY, only, seat_id
from server.logs.store.entry import (
    EncodedFact,
    Entry,
    Head,
    body_of,
    facts_text,
    hash_of,
    parse_entry,
    parse_stored_facts,
    receipt_of,
    seal,
)
from tests.server.logs.store.entries import AT, chain, told

DOCS = Path(__file__).parents[4] / "docs" / "log.md"


def test_an_exported_line_is_read_as_the_entry_it_was() -> None:
    for made in chain("match", 3):
        assert parse_entry(json.loads(made.as_line())) == made


@pytest.mark.parametrize(
    "fact",
    [
        {"type": "said", "text": ',"to":"host"},{"fact":{'},
        {"type": "said", "parts": [{"a": 1, "to": "host"}, {"fact": {"type": "said"}}]},
        {"type": "said", "parts": [{"a": {}, "to": ["a", "b"]}, {"fact": 1}, {"to": "host"}]},
        {"to": "host", "type": "said"},
    ],
)
def test_stored_facts_are_read_as_they_were_written(fact: dict[str, JsonValue]) -> None:
    """Also those that contain what looks like the end of a fact."""
    facts = (*told(), EncodedFact.of(HOST_ONLY, fact), *told("again"), EncodedFact.of(EVERYONE, fact))

    for count in range(len(facts) + 1):
        stored = facts_text(facts[:count])
        assert parse_stored_facts(stored) == (facts[:count], stored)


def test_facts_that_another_program_has_stored_are_read_and_made_canonical() -> None:
    spaced = '[{"fact":{"type":"said"},"to":["a", "b"]},{"fact":{"type":"said"},"to":"everyone"}]'
    facts, text = parse_stored_facts(spaced)

    assert [fact.audience for fact in facts] == [only(seat_id("a"), seat_id("b")), EVERYONE]
    assert text == spaced.replace(", ", ",") == facts_text(facts)


def test_each_entry_is_chained_to_the_one_before() -> None:
    first, second, third = chain("match", 3)

    assert (first.previous, second.previous, third.previous) == ("0" * 64, first.hash, second.hash)


def test_any_change_of_an_entry_changes_its_hash() -> None:
    made = next(chain("match", 1))
    changed = [
        replace(made, log_id="other"),
        replace(made, seq=2),
        replace(made, kind="resolved"),
        replace(made, at="2040-01-02T03:04:05.678902Z"),
        replace(made, facts=told("something else")),
        replace(made, facts=made.facts[:1]),
        replace(made, facts=made.facts[::-1]),
        replace(made, facts=(EncodedFact.of(HOST_ONLY, made.facts[0].fact), made.facts[1])),
        replace(made, nonce="00" * 16),
        replace(made, previous="f" * 64),
    ]

    assert len({hash_of(other) for other in [made, *changed]}) == len(changed) + 1


def test_the_same_facts_never_have_the_same_hash_twice() -> None:
    """
    Otherwise a submission could be found from its receipt by hashing all legal moves.
    """
    assert next(chain("match", 1)).hash != next(chain("match", 1)).hash


def test_the_documented_vector_holds() -> None:
    facts = [EncodedFact.of(EVERYONE, {"type": "said", "text": "né"})]
    made = seal("m", Head(), "created", AT, facts, bytes(range(16)))

    text = DOCS.read_text(encoding="utf-8")
    assert body_of(made) in text
    assert made.hash in text
    assert receipt_of(made) in text
    assert made.as_line().strip() in text


def test_a_withheld_entry_keeps_its_hash_and_is_bound_to_its_place() -> None:
    made = next(chain("match", 1))

    withheld = made.withhold()

    assert hash_of(withheld) == made.hash
    assert parse_entry(json.loads(withheld.as_line())) == withheld
    changed = [replace(withheld, kind="resolved"), replace(withheld, previous="f" * 64), replace(withheld, seq=9)]
    assert made.hash not in [hash_of(other) for other in changed]


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"match_id": "m"},
        {**json.loads(next(chain("m", 1)).as_line()), "facts": {}},
        {**json.loads(next(chain("m", 1)).as_line()), "facts": [{"to": "everyone", "fact": 1}]},
        {**json.loads(next(chain("m", 1)).as_line()), "facts": [{"to": [], "fact": {"type": "x"}}]},
        {**json.loads(next(chain("m", 1)).as_line()), "seq": "x"},
    ],
)
def test_anything_but_an_entry_is_refused(line: dict[str, object]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        parse_entry(line)  # type: ignore[arg-type]


def test_a_head_is_that_of_the_entry() -> None:
    made: Entry = next(chain("match", 1))

    assert made.head == Head(1, made.hash)
