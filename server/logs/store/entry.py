"""
One entry of a log, and the hash that chains it to the previous entry (docs/log.md).

An entry consists only of facts with audiences: a submission is a fact addressed to its seat, a draw is addressed to the
host. So one filter finds what a viewer may know of any entry.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from datetime import datetime
from functools import lru_cache
from typing import Literal, TypeAlias, cast

import orjson
from pydantic import JsonValue

from engines.kit import EVERYONE, HOST_ONLY, Audience, Fact, only, record, seat_id
from server.runtime.times import timestamp

EntryKind: TypeAlias = Literal[
    "created",
    "seat_taken",
    "seat_left",
    "seat_reserved",
    "seat_released",
    "started",
    "submitted",
    "withdrawn",
    "resolved",
    "absence_noted",
    "message",
    "host_action",
    "loss_noted",
    "rematch_called",
    "host_view_asked",
    "rules_agreed",
    "leave_set",
    "suspended",
    "opened",
    "told",
    "entrants_changed",
    "round_changed",
    "results_taken",
    "director_action",
    "series_changed",
    "decision_made",
    "called_off",
    "table_noted",
    "match_noted",
]
"""
What kind of step an entry is.

`opened` and `told` are steps of players' own logs (server/notifications/news), the six after them of tournaments and of
series (server/organising/tournaments, server/organising/series). `called_off` and `loss_noted` are steps of any log
that people enter. `table_noted` and `match_noted` are actions of directors, of kinds of their own because they are
withheld from a log that is opened.
"""

GENESIS = "0" * 64
"""The previous hash of the first entry."""


@record
class EncodedFact:
    """
    A fact in its written form, with its audience.

    `text` is canonical JSON (RFC 8785), encoded once: it is hashed, stored and sent unchanged. `decoded` is the fact
    itself if it is known already: exactly what decoding `text` gives, down to the order of keys.
    """

    audience: Audience
    type: str
    text: str = field(repr=False)
    # Not taken over by `replace`, because it belongs to this text.
    decoded: Fact | None = field(default=None, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, audience: Audience, fact: Mapping[str, JsonValue]) -> EncodedFact:
        """
        Encode a fact given as JSON.

        Raises:
            TypeError, ValueError: It has no type, or contains what JSON cannot represent.
        """
        if not isinstance(fact.get("type"), str):
            raise TypeError("a fact must be an object with a type")
        return cls(audience, cast("str", fact["type"]), canonical_json(dict(fact)))

    def knowing(self, fact: Fact) -> EncodedFact:
        """Take note of the fact, just after it was encoded."""
        object.__setattr__(self, "decoded", fact)
        return self

    @property
    def fact(self) -> dict[str, JsonValue]:
        """The fact as JSON, parsed with each call."""
        return cast("dict[str, JsonValue]", orjson.loads(self.text))


@record
class Head:
    """The last entry of a log: its number (0 for an empty log) and its hash."""

    seq: int = 0
    hash: str = GENESIS


@record
class Entry:
    """
    One entry of a log; immutable.

    `log_id` names the log; for a match it is the `match_id`, which is exported and hashed. `seq` counts from 1 without
    gaps. `at` is RFC 3339 in UTC with microseconds. `nonce` (16 random bytes), `previous` and `hash` (SHA-256) are in
    lower-case hexadecimal; the nonce prevents finding a secret by hashing guesses. `body` is set if the content cannot
    be hashed: it is the hash of the time, facts and nonce as they were. Either all of it is withheld in an exported
    log, and these are empty; or the entry is redacted for ever, and only the nonce is gone (docs/people.md).
    """

    log_id: str
    seq: int
    kind: EntryKind
    at: str
    facts: tuple[EncodedFact, ...]
    nonce: str = field(repr=False)
    previous: str
    hash: str = field(default="")
    body: str | None = None
    # The facts as canonical JSON, once it is known; not taken over by `replace`.
    _text: str | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def head(self) -> Head:
        return Head(self.seq, self.hash)

    def facts_text(self) -> str:
        """Return the facts as canonical JSON, as they are stored."""
        text = self._text
        if text is None:
            text = facts_text(self.facts)
            self.knowing(text)
        return text

    def knowing(self, text: str) -> Entry:
        """Take note of the facts as canonical JSON."""
        object.__setattr__(self, "_text", text)
        return self

    def as_line(self) -> str:
        """Return the entry as a line of an exported log (NDJSON)."""
        place = {"match_id": self.log_id, "seq": self.seq, "kind": self.kind}
        chain = {"previous": self.previous, "hash": self.hash}
        if self.withheld:
            return _canonical({**place, "body": self.body, **chain}).decode() + "\n"
        if self.redacted:
            what = {"at": self.at, "facts": orjson.Fragment(self.facts_text()), "body": self.body}
            return _canonical({**place, **what, **chain}).decode() + "\n"
        what = {"at": self.at, "facts": orjson.Fragment(self.facts_text()), "nonce": self.nonce}
        return _canonical({**place, **what, **chain}).decode() + "\n"

    @property
    def archived(self) -> bool:
        """Whether the log up to this entry is in the archive, and this is only its place in the chain."""
        return not self.facts and self.body is None

    @property
    def withheld(self) -> bool:
        """Whether the whole content is missing."""
        return self.body is not None and not self.facts

    @property
    def redacted(self) -> bool:
        """Whether personal fields of the facts are missing, for ever."""
        return self.body is not None and bool(self.facts)

    def withhold(self) -> Entry:
        """Return the entry without its content, but with what its hash covers."""
        return replace(self, at="", facts=(), nonce="", body=body_of(self))

    def redact(self, facts: tuple[EncodedFact, ...]) -> Entry:
        """
        Return the entry with these facts in the place of its own, and with what its hash covers.

        The nonce is dropped: with it, what is missing could be found by hashing guesses.
        """
        return replace(self, facts=facts, nonce="", body=body_of(self))


@record
class Decision:
    """The entry that results from a command, not sealed yet; `then` are those that follow it in the same commit."""

    kind: EntryKind
    facts: tuple[EncodedFact, ...]
    then: tuple[Decision, ...] = ()


def seal(log_id: str, head: Head, kind: EntryKind, at: datetime, facts: Iterable[EncodedFact], nonce: bytes) -> Entry:
    """Build the entry that follows `head`, with its hash."""
    seq, time, sealed, hex_nonce = head.seq + 1, timestamp(at), tuple(facts), nonce.hex()
    text = facts_text(sealed)
    hash_ = _chain_hash(log_id, seq, kind, _body(time, text, hex_nonce), head.hash)
    return Entry(log_id, seq, kind, time, sealed, hex_nonce, head.hash, hash_).knowing(text)


def hash_of(entry: Entry) -> str:
    """Return the SHA-256 of the canonical JSON (RFC 8785) of the entry's place in the chain, kind and body hash."""
    return _chain_hash(entry.log_id, entry.seq, entry.kind, body_of(entry), entry.previous)


def body_of(entry: Entry) -> str:
    """Return the SHA-256 of the canonical JSON of time, facts and nonce, which not every entry still contains."""
    if entry.body is not None:
        return entry.body
    return _body(entry.at, entry.facts_text(), entry.nonce)


def receipt_of(entry: Entry) -> str:
    """
    Return the receipt, which proves to its owner that the entry is in the log: SHA-256 of its hash and nonce.

    The hash alone would not do: everyone gets the hash of the last entry of a phase, so the last player to submit
    would learn that nothing came after.
    """
    return _sha256({"hash": entry.hash, "nonce": entry.nonce})


def parse_entry(line: Mapping[str, JsonValue]) -> Entry:
    """
    Read an entry from a line of an exported log.

    Raises:
        KeyError, TypeError, ValueError: The line is not an entry.
    """
    body = str(line["body"]) if "body" in line else None
    withheld = body is not None and "facts" not in line
    return Entry(
        log_id=str(line["match_id"]),
        seq=int(cast("int", line["seq"])),
        kind=cast("EntryKind", line["kind"]),
        at="" if withheld else str(line["at"]),
        facts=() if withheld else parse_facts(line["facts"]),
        nonce="" if body is not None else str(line["nonce"]),
        previous=str(line["previous"]),
        hash=str(line["hash"]),
        body=body,
    )


def facts_text(facts: Iterable[EncodedFact]) -> str:
    """Return facts with their audiences as canonical JSON."""
    pairs = (f'{{"fact":{fact.text},"to":{audience_text(fact.audience)}}}' for fact in facts)
    return f"[{','.join(pairs)}]"


def parse_facts(facts: JsonValue) -> tuple[EncodedFact, ...]:
    """Read facts from JSON; raises KeyError, TypeError or ValueError if they are invalid."""
    if not isinstance(facts, list):
        raise TypeError("facts must be a list")
    return tuple(_parse_fact(cast("dict[str, JsonValue]", fact)) for fact in facts)


def parse_stored_facts(text: str) -> tuple[tuple[EncodedFact, ...], str]:
    """Read facts from JSON as it is stored; return them and their canonical JSON. Raises as `parse_facts` does."""
    facts = orjson.loads(text)
    parts = _BETWEEN_FACTS.split(text[len(_BEFORE_FACTS) : -1] + _BEFORE_FACT)
    whole = text.startswith(_BEFORE_FACTS) and len(parts) == 2 * len(facts) + 1 and not parts[-1]
    if not (whole and all(map(_is_canonical, parts[1::2]))):
        # Not as our servers write it; or a fact contains what looks like the end of one.
        parsed = parse_facts(facts)
        return parsed, facts_text(parsed)
    types = [fact["fact"]["type"] for fact in facts]
    return tuple(map(EncodedFact, map(_parse_stored_audience, parts[1::2]), types, parts[:-1:2])), text


@lru_cache(4096)
def _is_canonical(audience: str) -> bool:
    return audience_text(_parse_stored_audience(audience)) == audience


@lru_cache(4096)
def _parse_stored_audience(text: str) -> Audience:
    return parse_audience(orjson.loads(text))


_BEFORE_FACTS, _BEFORE_FACT = '[{"fact":', ',{"fact":'
_BETWEEN_FACTS = re.compile(r',"to":("everyone"|"host"|\[[^\]]*\])\},\{"fact":')


def parse_audience(to: JsonValue) -> Audience:
    """Read an audience from JSON; raises TypeError if it is invalid."""
    if to == "everyone":
        return EVERYONE
    if to == "host":
        return HOST_ONLY
    if not isinstance(to, list) or not to:
        raise TypeError("an audience is everyone, host or a list of seats")
    return only(*(seat_id(str(seat)) for seat in to))


def canonical_json(value: JsonValue) -> str:
    """
    Return canonical JSON (RFC 8785), for values with ASCII keys and without floating-point numbers.

    Raises:
        ValueError: The value cannot be represented in JSON, or nests too deep.
    """
    return _canonical(value).decode()


def _canonical(value: object) -> bytes:
    try:
        return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    except TypeError as error:
        raise ValueError("no canonical JSON") from error


def _chain_hash(log_id: str, seq: int, kind: EntryKind, body: str, previous: str) -> str:
    return _sha256({"match_id": log_id, "seq": seq, "kind": kind, "body": body, "previous": previous})


def _body(at: str, facts: str, nonce: str) -> str:
    return _sha256({"at": at, "facts": orjson.Fragment(facts), "nonce": nonce})


def _sha256(value: object) -> str:
    return hashlib.sha256(_canonical(value)).hexdigest()


@lru_cache(4096)
def audience_text(audience: Audience) -> str:
    """Return an audience in canonical JSON: `everyone`, `host`, or a list of seats."""
    if audience.everyone:
        return '"everyone"'
    return canonical_json(list(audience.seats) if audience.seats else "host")


def _parse_fact(fact: dict[str, JsonValue]) -> EncodedFact:
    said = fact["fact"]
    if not isinstance(said, dict):
        raise TypeError("a fact must be an object with a type")
    return EncodedFact.of(parse_audience(fact["to"]), said)
