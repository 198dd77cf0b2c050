"""Compare a log with what a player saved: which entries it belongs to, and whether the moves are the player's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, get_args

import orjson
from pydantic import JsonValue

from engines.kit import HOST, SPECTATOR
from server.cli.logs.seals import Kept, KeptStream
from server.logs.aggregates.kind import KindName
from server.logs.aggregates.projection import facts_addressed_to
from server.logs.directing.facts import WITHHELD
from server.logs.store.entry import EncodedFact, Entry, canonical_json, receipt_of
from server.logs.store.personal import as_far_as

# A tuple: a damaged log has anything as a kind, also what has no hash.
_CAUSED: Final = ("submitted", "withdrawn", "entrants_changed", "director_action", *WITHHELD, "decision_made")
"""Entries that somebody causes with a call, whose reply has their receipt."""

HEADS: Final = frozenset({"phase_closed", "round_started", "tournament_over", "episode_begun", "series_over"})
"""Facts that tell everyone the hash of the entry before."""

_CREATED: Final = tuple(f"{kind}_created" for kind in get_args(KindName))


@dataclass(frozen=True, slots=True)
class Finding:
    """The result for one saved item, and whether it is correct."""

    good: bool
    line: str


def look_for(kept: Kept, logs: Mapping[str, Sequence[Entry]]) -> list[Finding]:
    """
    Compare what was saved with the logs: commitments first, then receipts, heads and streams.

    A receipt in the log may belong to another move than the one sent, so the line names the move. If a submission
    replaced one whose receipt is given, its receipt must be given too.
    """
    found: dict[tuple[str, str], Finding] = {}
    for log in logs.values():
        for at, entry in enumerate(log):
            for what, hash_ in _hashes_in(entry):
                if (what, hash_) in found or hash_ not in _kept_of(kept, what):
                    continue
                place = f"{what} {hash_}: entry {entry.seq} of match {entry.log_id}"
                if what == "receipt":
                    found[what, hash_] = _follow(place, entry, islice(log, at + 1, None), kept.receipts)
                else:
                    found[what, hash_] = Finding(good=True, line=place)
    hashes = [
        found.get((what, hash_), Finding(good=False, line=f"{what} {hash_}: not in any entry"))
        for what in ("commitment", "receipt", "head")
        for hash_ in _kept_of(kept, what)
    ]
    return hashes + [_compare(stream, logs) for stream in kept.streams]


def _kept_of(kept: Kept, what: str) -> Sequence[str]:
    return {"commitment": kept.commitments, "receipt": kept.receipts, "head": kept.heads}[what]


def _hashes_in(entry: Entry) -> Iterator[tuple[str, str]]:
    """Yield the hashes that an entry told to a viewer or returned in a reply, each with its meaning."""
    if entry.kind in _CAUSED and entry.body is None:
        yield "receipt", receipt_of(entry)
    for told in entry.facts:
        if told.type in _CREATED and entry.seq == 1:
            yield "commitment", str(told.fact.get("seed_commitment"))
        if told.type in HEADS and "head" in told.fact:
            yield "head", str(told.fact["head"])


def _follow(place: str, own: Entry, later: Iterable[Entry], receipts: Sequence[str]) -> Finding:
    """Return what happened to a submission or withdrawal in later entries."""
    first = _first(own)
    place += f", {_short(first)}"
    if own.kind not in ("submitted", "withdrawn"):
        return _follow_in_event(place, own, later, receipts)
    seat, phase = first.get("seat"), first.get("phase")
    passed_on = ""
    for entry in later:
        fact = _first(entry)
        if fact.get("type") in ("submitted", "withdrawn") and (fact.get("seat"), fact.get("phase")) == (seat, phase):
            replaced = f"{place}; replaced by entry {entry.seq}, {_short(fact)}"
            if receipt_of(entry) in receipts:
                return Finding(good=True, line=f"{replaced}, whose receipt is also given")
            if passed_on:
                return Finding(good=True, line=replaced + passed_on)
            return Finding(good=False, line=f"{replaced}, WHOSE RECEIPT IS NOT GIVEN: check whether you sent it")
        if any(told.type == "seat_taken" and told.fact.get("seat") == seat for told in entry.facts):
            passed_on = f", after the seat changed hands in entry {entry.seq}"
        if fact.get("type") == "phase_closed" and fact.get("phase") == phase:
            return Finding(good=True, line=f"{place}; it stood when its phase closed, in entry {entry.seq}")
    return Finding(good=True, line=f"{place}; its phase was not closed")


def _follow_in_event(place: str, own: Entry, later: Iterable[Entry], receipts: Sequence[str]) -> Finding:
    """Return whether the next entry in the same name is one whose receipt was kept, too."""
    name = _acting(own)
    for entry in later:
        if name is None or _acting(entry) != name:
            continue
        if receipt_of(entry) in receipts:
            break
        said = f"{place}; entry {entry.seq} has the same name, {_short(_first(entry))}"
        return Finding(good=False, line=f"{said}, and ITS RECEIPT IS NOT GIVEN: check whether you caused it")
    return Finding(good=True, line=place)


def _acting(entry: Entry) -> tuple[str, str] | None:
    """Return in whose name an entry of an event is: a director, or an entrant who decides; None: it does not say."""
    kind = "director_action" if entry.kind in WITHHELD else entry.kind
    match kind, _first(entry):
        case "director_action", {"director": {"player_id": str() as player}}:
            return kind, player
        case "decision_made", {"entrant": str() as entrant}:
            return kind, entrant
        case _:
            return None


def _first(entry: Entry) -> Mapping[str, object]:
    return entry.facts[0].fact if entry.facts else {}


def _short(fact: Mapping[str, object]) -> str:
    return canonical_json(dict(fact))  # type: ignore[arg-type]  # It was read as JSON.


def _compare(stream: KeptStream, logs: Mapping[str, Sequence[Entry]]) -> Finding:
    """Check that each saved event is what the log tells its viewer at that cursor."""
    match_id = stream.match_id if stream.match_id is not None or len(logs) > 1 else next(iter(logs))
    place = f"stream of {stream.viewer}"
    if match_id is None:
        return Finding(good=False, line=f"{place}: the events do not name their match")
    place += f" in match {match_id}"
    if match_id not in logs:
        return Finding(good=False, line=f"{place}: the match is not in the file")
    # The possible cursors of the viewer; more than one only after withheld messages.
    cursors = {0}
    for entry in logs[match_id]:
        told = facts_addressed_to(stream.viewer, entry)
        if not (told or entry.withheld):
            continue
        reached = _after(stream, entry, told, cursors)
        if not reached:
            cursor = min(cursor + 1 for cursor in cursors)
            says = ", ".join(fact.type for fact in told) or "what is withheld"
            return Finding(
                good=False,
                line=f"{place}: EVENT {cursor} DIFFERS FROM THE SAVED ONE: entry {entry.seq} contains {says}",
            )
        cursors = reached
    last = max(stream.events, default=0)
    if last > max(cursors):
        return Finding(good=False, line=f"{place}: THE LOG ENDS BEFORE EVENT {last}, which was saved")
    return Finding(good=True, line=f"{place}: {len(stream.events)} events, all equal to the log")


def _after(stream: KeptStream, entry: Entry, told: Sequence[EncodedFact], cursors: set[int]) -> set[int]:
    """Return the possible cursors after an entry; none if all of them contradict what was saved."""
    kept = stream.events
    if entry.redacted:
        return {cursor + 1 for cursor in cursors if _is_redaction(kept.get(cursor + 1), entry, told)}
    if not entry.withheld:
        event = f'{{"at":{canonical_json(entry.at)},"facts":[{",".join(fact.text for fact in told)}]}}'
        return {cursor + 1 for cursor in cursors if kept.get(cursor + 1, event) == event}
    if stream.viewer == SPECTATOR or (entry.kind in WITHHELD and stream.viewer != HOST):
        return cursors
    # The log does not show the audience of a withheld message.
    heard = {cursor + 1 for cursor in cursors if _may_be_withheld(kept.get(cursor + 1), entry)}
    return heard if stream.viewer == HOST else cursors | heard


def _is_redaction(event: str | None, entry: Entry, told: Sequence[EncodedFact]) -> bool:
    """Whether a saved event differs from a redacted entry only in what is withheld."""
    if event is None:
        return True
    saved = orjson.loads(event)
    facts: JsonValue = [fact.fact for fact in told]
    return bool(saved["at"] == entry.at and canonical_json(as_far_as(saved["facts"], facts)) == canonical_json(facts))


def _may_be_withheld(event: str | None, entry: Entry) -> bool:
    """Whether a saved event, if there is one, can be that of a withheld entry."""
    types = ["director_acted", entry.kind] if entry.kind in WITHHELD else ["message_sent"]
    return event is None or [fact.get("type") for fact in orjson.loads(event)["facts"]] == types
