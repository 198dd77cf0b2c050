"""What happened lately in a match, in sentences."""

from __future__ import annotations

from typing import Final

from server.logs.aggregates.lines import RECENT, lines_for
from server.matches.match import Match
from server.matches.projection import MatchProjection

_LOOKED_THROUGH: Final = 1_000
"""Maximum number of events among which the latest are searched; there can be many messages between them."""


async def recent_lines(live: Match, known: MatchProjection, asked: str | None) -> list[str] | None:
    """
    Return what happened since the last phase closed, in sentences, beginning with its result; None if not asked for.

    Messages have no sentences and do not count; only the latest other events do. The caller is charged.
    """
    lines = lines_for(live, known.viewer, asked)
    if lines is None:
        return None
    newest: list[int] = []
    result = max(known.result, 1)
    for cursor in range(known.cursor, max(result, known.cursor - _LOOKED_THROUGH), -1):
        if live.entry_kind(known.viewer, cursor) != "message":
            newest.append(cursor)
        if len(newest) == RECENT - 1:
            break
    return await lines.of_all((result, *reversed(newest)), known)
