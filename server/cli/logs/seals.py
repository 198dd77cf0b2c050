"""What a player saved during a match: hashes, and events as received (docs/verify.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from pydantic import JsonValue

from engines.kit import Viewer
from server.cli.logs.logfile import UnreadableLogError, parse_plain
from server.logs.aggregates.kind import LOG_IDS
from server.logs.store.entry import canonical_json


@dataclass(frozen=True, slots=True)
class KeptStream:
    """
    Events of one match or event as received by one viewer, by cursor, each as the canonical JSON of `{"at", "facts"}`.

    `match_id` is None if neither the events nor the file contain it.
    """

    match_id: str | None
    viewer: Viewer
    events: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Kept:
    """
    What a player saved, with hashes in lower-case hexadecimal.

    `commitments` are values of `seed_commitment`, `receipts` come from replies to submissions and withdrawals, and to
    what people do in events, `heads` from the facts that tell one (`HEADS` in `seal_checks.py`).
    """

    commitments: Sequence[str] = ()
    receipts: Sequence[str] = ()
    heads: Sequence[str] = ()
    streams: Sequence[KeptStream] = ()

    def __add__(self, other: Kept) -> Kept:
        return Kept(
            [*self.commitments, *other.commitments],
            [*self.receipts, *other.receipts],
            [*self.heads, *other.heads],
            [*self.streams, *other.streams],
        )


def read_kept(text: str) -> Kept:
    """
    Read the file that clients write: `{"match_id", "commitments", "receipts", "heads", "streams": {viewer: [event]}}`.

    All fields are optional.

    Raises:
        UnreadableLogError: It is not such a file.
    """
    try:
        file = parse_plain(text)
        if not isinstance(file, dict) or not file.keys() <= _FIELDS:
            raise TypeError("not the object that clients write")
        match_id = file.get("match_id")
        streams = file.get("streams", {})
        if not isinstance(streams, dict) or not (match_id is None or isinstance(match_id, str)):
            raise TypeError("streams by viewer, of a match")
        return Kept(
            _hashes(file, "commitments"),
            _hashes(file, "receipts"),
            _hashes(file, "heads"),
            [stream for viewer, events in streams.items() for stream in _streams(Viewer(viewer), events, match_id)],
        )
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise UnreadableLogError("The file in --kept was not written by a client.") from error


def read_events(viewer: str, text: str) -> Kept:
    """
    Read events as received: one per line (NDJSON), a list of them, or a page of `listEvents`.

    Raises:
        UnreadableLogError: They are not events.
    """
    try:
        try:
            read = parse_plain(text)
        except ValueError:
            read = [parse_plain(line) for line in text.split("\n") if line.strip()]
        if isinstance(read, dict):
            read = read.get("events", [read])
        return Kept(streams=_streams(Viewer(viewer), read, None))
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise UnreadableLogError("The file in --events contains no events.") from error


_EVENTS = {"event", "tournament_event", "series_event"}
_FIELDS = {"match_id", "commitments", "receipts", "heads", "streams"}


def _hashes(file: Mapping[str, JsonValue], name: str) -> list[str]:
    hashes = file.get(name, [])
    if not isinstance(hashes, list) or not all(isinstance(hash_, str) for hash_ in hashes):
        raise TypeError("hashes are texts")
    return cast("list[str]", hashes)


def _streams(viewer: Viewer, events: JsonValue, match_id: str | None) -> list[KeptStream]:
    """Return the streams by match; raises ValueError or TypeError if events are invalid or contradict each other."""
    if not isinstance(events, list):
        raise TypeError("events stand in a list")
    matches: dict[str | None, dict[int, str]] = {}
    for event in events:
        if not isinstance(event, dict) or event.get("type", "event") not in _EVENTS:
            continue  # another frame, in a recording of a whole socket
        of_match = next((event[name] for name in LOG_IDS if name in event), match_id)
        cursor, at, facts = event["cursor"], event["at"], event["facts"]
        if (
            not isinstance(of_match, str | None)
            or type(cursor) is not int
            or not isinstance(at, str)
            or not isinstance(facts, list)
        ):
            raise TypeError("an event has a cursor, a time and facts")
        told = canonical_json({"at": at, "facts": facts})
        if matches.setdefault(of_match, {}).setdefault(cursor, told) != told:
            raise ValueError("two events under one cursor")
    return [KeptStream(of_match, viewer, events) for of_match, events in matches.items()]
