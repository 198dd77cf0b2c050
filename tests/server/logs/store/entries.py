"""Entries for tests of the log, with meaningless content."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import UTC, datetime

from engines.kit import EVERYONE, only, seat_id
from server.logs.store.contract import Append, KeptReply
from server.logs.store.entry import EncodedFact, Entry, Head, seal
from server.matches.lists.summary import MatchSummary

AT = datetime(2040, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
SEAT_A = seat_id("a")


def told(text: str = "something") -> tuple[EncodedFact, ...]:
    """Return two facts, one to everyone and one to a seat."""
    return (
        EncodedFact.of(EVERYONE, {"type": "said", "text": text}),
        EncodedFact.of(only(SEAT_A), {"type": "whispered", "text": 'ψ → 🜂 \u2028 "quoted" \\ back'}),
    )


def entry(match_id: str, head: Head, text: str = "something") -> Entry:
    kind = "created" if head.seq == 0 else "submitted"
    return seal(match_id, head, kind, AT, told(text), secrets.token_bytes(16))  # type: ignore[arg-type]


def chain(match_id: str, length: int) -> Iterator[Entry]:
    """Return the first entries of a match."""
    head = Head()
    for number in range(length):
        made = entry(match_id, head, f"step {number}")
        yield made
        head = made.head


def summary(match_id: str, status: str = "open", **players: str) -> MatchSummary:
    return MatchSummary(
        log_id=match_id,
        game="wizards_duel",
        variant="colosseum",
        status=status,
        visibility="public",
        host_id="host",
        created_at="2040-01-01T00:00:00.000000Z",
        due_at=None,
        players=players,
        awaited=frozenset(),
        free_seats=0,
        search="",
        open_phase=None,
        listing="{}",
        tournament_id=None,
        round=None,
        series_id=None,
        place=match_id,
        rules_version=1,
        queue=None,
        waited_seconds=None,
    )


def reply(key: str, body: str = "{}") -> KeptReply:
    return KeptReply("player", key, "hash", 201, body, "2040-01-01T00:00:00.000000Z")


def append(made: Entry) -> Append:
    return Append(made)
