"""
The types of messages to webhooks, and which news of players' own streams they tell: the one place that says so.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

PING: Final = "ping"
SUBMISSION_MISSING: Final = "submission.missing"

TYPE_OF: Final[Mapping[str, str]] = {
    "invited": "match.invited",
    "seated": "match.seated",
    "unseated": "match.unseated",
    "replaced": "match.replaced",
    "match_begun": "match.begun",
    "awaited": "match.awaited",
    "deadline_near": "match.deadline_near",
    "deadline_moved": "match.deadline_moved",
    "awaited_no_more": "match.awaited_no_more",
    "match_over": "match.over",
    "host_line_message": "match.host_line_message",
    "match_role_set": "match.role_set",
    "partner_asked": "tournament.partner_asked",
    "tournament_entered": "tournament.entered",
    "tournament_left": "tournament.left",
    "check_in_asked": "tournament.check_in_asked",
    "tournament_ended": "tournament.ended",
    "tournament_role_set": "tournament.role_set",
    "table_published": "round.published",
    "ready_asked": "table.ready_asked",
    "table_decided": "table.decided",
    "series_entered": "series.entered",
    "series_left": "series.left",
    "series_waits": "series.waits",
    "series_ended": "series.ended",
    "series_role_set": "series.role_set",
    "episode_started": "episode.started",
    "decision_asked": "decision.asked",
    "decision_moved": "decision.moved",
    "decision_closed": "decision.closed",
}
"""The type of the message that tells a fact of the player's own stream."""

TYPES: Final = (*TYPE_OF.values(), SUBMISSION_MISSING)
"""All types that an owner can choose; a ping is always sent."""

ALL: Final = "*"

CHOICES: Final = (ALL, *sorted({f"{name.partition('.')[0]}.*" for name in TYPES}), *sorted(TYPES))
"""What an owner can choose: everything, a group, a type."""


def wants(chosen: Collection[str], name: str) -> bool:
    """Whether an owner who has chosen these wants messages of this type."""
    return name == PING or not {ALL, f"{name.partition('.')[0]}.*", name}.isdisjoint(chosen)
