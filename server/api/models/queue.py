"""The queues by game and pace."""

from __future__ import annotations

from server.access.fields import Reply
from server.logs.directing.facts import Pace


class QueueReply(Reply):
    """The queue for a game at a pace."""

    game: str
    """The game."""
    pace: Pace
    """When phases close."""
    somebody_waits: bool
    """Whether somebody waits there now."""
    usual_wait_seconds: int | None
    """How long people lately waited for each other, in the middle of 21 matches; null before the first."""


class QueueList(Reply):
    """All queues."""

    queues: list[QueueReply]
    """By game and pace."""
