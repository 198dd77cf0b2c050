"""Whether a series still asks of a player what the player's own stream has told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from server.organising.series.repository import SeriesRepository


async def asks(series: SeriesRepository, player_id: str, fact: Mapping[str, Any]) -> bool:
    """
    Return whether it does; true of news that asks nothing.

    Raises:
        RefusedError: The series cannot be read now.
    """
    if fact["type"] not in ("decision_asked", "series_waits"):
        return True
    course = (await series.get(fact["series_id"])).state.course
    if fact["type"] == "series_waits":
        return course.stopped is not None
    decision = course.open_decision
    return decision is not None and decision.number == fact["decision"] and decision.choice is None
