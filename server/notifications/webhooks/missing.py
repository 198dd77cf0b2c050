"""
When a player's submission may be missing: at the times before a deadline that the owner of a webhook has chosen.

The deadlines are those in the player's own stream. When the time has come, the submission counts as missing if the row
of the match still awaits it, in the same phase and with the same deadline.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from server.notifications.webhooks.messages import Fact
from server.runtime.database.tables import WebhookReminderRow
from server.runtime.times import parse_timestamp, timestamp

Awaiting: TypeAlias = Callable[[str, str, str], Awaitable[tuple[int, str] | None]]
"""Which phase awaits a submission now, with its deadline: by player, match and seat."""

_SETS: Final = frozenset({"awaited", "deadline_moved"})
_ENDS: Final = frozenset({"unseated", "replaced", "awaited_no_more", "match_over"})

Row: TypeAlias = dict[str, Any]


def plan_reminders(
    webhook_id: str, seconds_before: Sequence[int], fact: Fact, cursor: int, event_at: str
) -> tuple[str, list[Row]] | None:
    """Return the match whose reminders a fact changes, and the rows that replace them; None if it changes none."""
    if fact["type"] not in _SETS | _ENDS:
        return None
    closes_at = fact.get("closes_at") if fact["type"] in _SETS else None
    if closes_at is None:
        return fact["match_id"], []
    deadline = parse_timestamp(closes_at)
    times = {seconds: deadline - timedelta(seconds=seconds) for seconds in seconds_before}
    since = parse_timestamp(event_at)
    rows = [
        {
            "webhook_id": webhook_id,
            "match_id": fact["match_id"],
            "seconds": seconds,
            "game": fact["game"],
            "seat": fact["seat"],
            "phase": fact["phase"],
            "closes_at": closes_at,
            "cursor": cursor,
            "due_at": timestamp(at),
        }
        for seconds, at in times.items()
        if at > since  # A phase may be shorter.
    ]
    return fact["match_id"], rows


async def is_missing(row: WebhookReminderRow, player_id: str, awaiting: Awaiting, now: datetime) -> bool:
    """Whether the submission is still missing, and can still be sent."""
    if parse_timestamp(row.closes_at) <= now:
        return False
    return await awaiting(player_id, row.match_id, row.seat) == (row.phase, row.closes_at)


def data_of(row: WebhookReminderRow, player_id: str) -> dict[str, Any]:
    """Return the data of the message; `cursor` is that of the event with the deadline."""
    return {
        "player_id": player_id,
        "cursor": row.cursor,
        "match_id": row.match_id,
        "game": row.game,
        "seat": row.seat,
        "phase": row.phase,
        "closes_at": row.closes_at,
        "seconds": row.seconds,
    }
