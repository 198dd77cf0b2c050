"""Entries as verifiers read them: with facts as they are written today, and the hashes of what was written."""

from __future__ import annotations

from dataclasses import replace

from server.logs.store.entry import Entry
from server.logs.store.upcasting import UnknownFactError, Upcasting


def as_of_today(entry: Entry, upcasting: Upcasting) -> Entry:
    """Return an entry whose facts are brought up to date; raises as `Upcasting.bring_up` does."""
    facts = upcasting.bring_up(entry.facts)
    return entry if facts is entry.facts else replace(entry, facts=tuple(facts))


def reason_of(error: Exception) -> str:
    """Return why an entry cannot be read."""
    if isinstance(error, UnknownFactError):
        return f"{error} is not known to this verifier; a newer one may know it"
    return type(error).__name__
