"""
Tools of a forger: change, add or drop an entry of a log, and rebuild the chain after it.

The functions at the end return tamperings of one kind: the change, and the entry where it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any

from engines.kit import EVERYONE, Audience, only, seat_id
from server.logs.store.entry import GENESIS, EncodedFact, Entry, Head, facts_text, hash_of, receipt_of
from server.runtime.times import parse_timestamp, timestamp
from tests.secrecy.verifiers.scribe import person

Json = Any
Log = list[Entry]


def sealed_anew(entries: Sequence[Entry], *, mend_heads: bool = True) -> Log:
    """Number and chain the entries again; with `mend_heads`, every hash inside facts is corrected as well."""
    head = Head(0, GENESIS)
    chained: Log = []
    hashes = TrueHashes()
    for entry in entries:
        facts = tuple(
            EncodedFact.of(
                told.audience, {**told.fact, **(hashes.in_place_of(told.fact, head.hash) if mend_heads else {})}
            )
            for told in entry.facts
        )
        unsealed = replace(entry, seq=head.seq + 1, previous=head.hash, facts=facts)
        chained.append(replace(unsealed, hash=hash_of(unsealed)))
        hashes.note((told.fact for told in facts), receipt_of(chained[-1]))
        head = chained[-1].head
    return chained


def of_other_rules(log: Log) -> Log:
    """Return the log as that of a match by rules that neither verifier has."""
    return sealed_anew([changed(log[0], "match_created", rules_version=0), *log[1:]])


def of_longer_leave(log: Log, days: int) -> Log:
    """Return the log of a match in which the first leave, and what is left of the phase, ends so many days later."""
    at = place_of(log, "leave_set")
    entry = log[at]
    for type_, field in (("leave_set", "until"), ("deadline_set", "closes_at")):
        told = next(told.fact for told in entry.facts if told.type == type_)
        entry = changed(entry, type_, **{field: timestamp(parse_timestamp(str(told[field])) + timedelta(days=days))})
    return sealed_anew([*log[:at], entry, *log[at + 1 :]])


def exported(log: Log) -> Log:
    """Return the log as others than its host get it: private messages are withheld."""
    private = [entry.kind == "message" and not entry.facts[0].audience.everyone for entry in log]
    return [entry.withhold() if hidden else entry for entry, hidden in zip(log, private, strict=True)]


class TrueHashes:
    """The correct values of hashes inside facts: heads, and the receipts of standing submissions."""

    def __init__(self) -> None:
        self._told: Json = None
        self._standing: dict[Json, str] = {}

    def in_place_of(self, fact: Json, head: str) -> dict[str, Json]:
        """Return the correct values of a fact's hash fields; `head` is the hash of the previous entry."""
        match fact.get("type"):
            case "phase_closed":
                return {"head": head}
            case "round_started" | "tournament_over" | "episode_begun" | "series_over" if "head" in fact:
                return {"head": head}
            case "submitted" if "head" in fact:
                return {"head": self._told}
            case "submission_counted":
                return {"receipt": self._standing.get(str(fact.get("seat")))}
        return {}

    def note(self, facts: Iterable[Json], receipt: str) -> None:
        """Continue after an entry with these facts and this receipt."""
        for fact in facts:
            match fact.get("type"):
                case "submitted":
                    self._standing[str(fact.get("seat"))] = receipt
                case "withdrawn":
                    self._standing.pop(str(fact.get("seat")), None)
                case "phase_closed":
                    self._told = fact.get("head")
                case "phase_opened":
                    self._standing = {}


def place_of(log: Sequence[Entry], fact_type: str, nth: int = 0, **fields: Json) -> int:
    """Return the index of the nth entry with a fact of this type and these fields."""
    found = [
        at
        for at, entry in enumerate(log)
        if any(told.type == fact_type and fields.items() <= told.fact.items() for told in entry.facts)
    ]
    return found[nth]


def with_entry(log: Sequence[Entry], at: int, *instead: Entry) -> Log:
    """Replace one entry by others, or by none."""
    return [*log[:at], *instead, *log[at + 1 :]]


def changed(entry: Entry, fact_type: str, **changes: Json) -> Entry:
    """Change values in the entry's first fact of this type."""
    return _with_fact(entry, fact_type, lambda told: EncodedFact.of(told.audience, {**told.fact, **changes}))


def told_to(entry: Entry, fact_type: str, audience: Audience) -> Entry:
    """Change the audience of the entry's first fact of this type."""
    return _with_fact(entry, fact_type, lambda told: EncodedFact.of(audience, told.fact))


def _with_fact(entry: Entry, fact_type: str, change: Callable[[EncodedFact], EncodedFact]) -> Entry:
    at = next(at for at, told in enumerate(entry.facts) if told.type == fact_type)
    facts = (*entry.facts[:at], change(entry.facts[at]), *entry.facts[at + 1 :])
    assert facts_text(facts) != entry.facts_text()
    return replace(entry, facts=facts)


@dataclass(frozen=True, slots=True)
class Tampering:
    """A tampered log, and the number of the entry at which it shows first."""

    log: Log
    shows_at: int


Forger = Callable[[Log], Tampering]


def with_fact(fact_type: str, nth: int = 0, /, **changes: Json) -> Forger:
    """Change a value in the nth entry with such a fact."""

    def tamper(log: Log) -> Tampering:
        at = place_of(log, fact_type, nth)
        return Tampering(with_entry(log, at, changed(log[at], fact_type, **changes)), at + 1)

    return tamper


def shown_to_everyone(fact_type: str) -> Forger:
    def tamper(log: Log) -> Tampering:
        at = place_of(log, fact_type)
        return Tampering(with_entry(log, at, told_to(log[at], fact_type, EVERYONE)), at + 1)

    return tamper


def kept_from_b(fact_type: str) -> Forger:
    def tamper(log: Log) -> Tampering:
        at = place_of(log, fact_type)
        return Tampering(with_entry(log, at, told_to(log[at], fact_type, only(seat_id("a")))), at + 1)

    return tamper


def repeated(fact_type: str) -> Forger:
    def tamper(log: Log) -> Tampering:
        at = place_of(log, fact_type)
        return Tampering(with_entry(log, at, log[at], log[at]), at + 2)

    return tamper


def added(kind: Json, told: EncodedFact, *further: EncodedFact, before: int | None = None) -> Forger:
    """Add one entry: before that index, or after the end."""

    def tamper(log: Log) -> Tampering:
        at = len(log) if before is None else before
        # Before a resolution it has the resolution's time: the deadline.
        forged = replace(log[min(at, len(log) - 1)], kind=kind, facts=(told, *further))
        return Tampering([*log[:at], forged, *log[at:]], at + 1)

    return tamper


def of_log(other: Callable[[], Log], tamper: Forger) -> Forger:
    """Apply a forger to another log than the common one."""
    return lambda log: tamper(other())


def to_everyone(fact_type: str, **fields: Json) -> EncodedFact:
    return EncodedFact.of(EVERYONE, {"type": fact_type, **fields})


def person_json(name: str) -> Json:
    return asdict(person(name))
