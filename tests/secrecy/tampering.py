"""What a forger does to a log: one entry changed, and everything behind it chained anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from engines.contract import Audience
from server.log.entry import GENESIS, Entry, Head, ToldFact, canonical_json, facts_json, hash_of

Json = Any
Log = list[Entry]


def sealed_anew(entries: Sequence[Entry]) -> Log:
    """The entries numbered and chained again, so that every head that is told is true."""
    head = Head(0, GENESIS)
    chained: Log = []
    for entry in entries:
        facts = tuple(_with_head(told, head.hash) for told in entry.facts)
        unsealed = replace(entry, seq=head.seq + 1, previous=head.hash, facts=facts)
        chained.append(replace(unsealed, hash=hash_of(unsealed)))
        head = chained[-1].head
    return chained


def _with_head(told: ToldFact, head: str) -> ToldFact:
    return ToldFact(told.audience, {**told.fact, "head": head}) if told.type == "phase_closed" else told


def place_of(log: Sequence[Entry], fact_type: str, nth: int = 0, **fields: Json) -> int:
    """The index of the nth entry with a fact of this type and these fields."""
    found = [
        at
        for at, entry in enumerate(log)
        if any(told.type == fact_type and fields.items() <= told.fact.items() for told in entry.facts)
    ]
    return found[nth]


def with_entry(log: Sequence[Entry], at: int, *instead: Entry) -> Log:
    """The log with other entries, or none, in place of one."""
    return [*log[:at], *instead, *log[at + 1 :]]


def changed(entry: Entry, fact_type: str, **changes: Json) -> Entry:
    """The entry with other values in its first fact of this type."""
    return _with_fact(entry, fact_type, lambda told: ToldFact(told.audience, {**told.fact, **changes}))


def told_to(entry: Entry, fact_type: str, audience: Audience) -> Entry:
    """The entry with its first fact of this type told to others."""
    return _with_fact(entry, fact_type, lambda told: ToldFact(audience, told.fact))


def _with_fact(entry: Entry, fact_type: str, change: Callable[[ToldFact], ToldFact]) -> Entry:
    at = next(at for at, told in enumerate(entry.facts) if told.type == fact_type)
    facts = (*entry.facts[:at], change(entry.facts[at]), *entry.facts[at + 1 :])
    assert canonical_json(facts_json(facts)) != entry.facts_text()
    return replace(entry, facts=facts)
