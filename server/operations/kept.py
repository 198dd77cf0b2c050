"""What someone was told while a match ran, and kept, looked for in its log (docs/verify.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from server.log.entry import Entry, canonical_json, receipt_of


@dataclass(frozen=True, slots=True)
class Kept:
    """
    Hashes that someone kept, each in lower-case hexadecimal.

    `commitments` are the `seed_commitment` that matches were created with, `receipts` came with the replies to
    submissions, `heads` with the facts `phase_closed`.
    """

    commitments: Sequence[str] = ()
    receipts: Sequence[str] = ()
    heads: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What the log says of one hash that was kept."""

    found: bool
    line: str


def look_for(kept: Kept, logs: Iterable[Sequence[Entry]]) -> list[Finding]:
    """
    Find where each hash that was kept stands, commitments first.

    That a receipt is in the log does not make it one of the move that was sent: the line says of which it is.
    """
    entries = [entry for log in logs for entry in log]
    return [
        _find(what, hash_, entries, where)
        for what, hashes, where in (
            ("commitment", kept.commitments, _where_committed),
            ("receipt", kept.receipts, _where_received),
            ("head", kept.heads, _where_told),
        )
        for hash_ in hashes
    ]


def _find(what: str, hash_: str, entries: Sequence[Entry], where: Callable[[Entry, str], str | None]) -> Finding:
    for entry in entries:
        place = where(entry, hash_)
        if place is not None:
            return Finding(found=True, line=f"{what} {hash_}: entry {entry.seq} of match {entry.match_id}{place}")
    return Finding(found=False, line=f"{what} {hash_}: no entry has it")


def _where_committed(entry: Entry, commitment: str) -> str | None:
    created = entry.seq == 1 and any(
        told.type == "match_created" and told.fact.get("seed_commitment") == commitment for told in entry.facts
    )
    return "" if created else None


def _where_received(entry: Entry, receipt: str) -> str | None:
    if entry.kind != "submitted" or entry.withheld or receipt_of(entry) != receipt:
        return None
    return "".join(f", {canonical_json(dict(told.fact))}" for told in entry.facts[:1])


def _where_told(entry: Entry, head: str) -> str | None:
    told = any(told.type == "phase_closed" and told.fact.get("head") == head for told in entry.facts)
    return "" if told else None
