"""The codes in `refused` frames, with their statuses, meanings and remedies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import JsonValue

from server.access import codes
from server.access.codes import ServerCode
from server.api.routes.playing import SUBMISSION_CODES
from server.api.routes.responses import MOVE_CODES

_OF_MATCHES: Final = (codes.DATABASE_UNAVAILABLE, codes.MATCH_UNREADABLE, codes.OTHER_RULES)

_SUBSCRIPTIONS: Final = (
    codes.UNKNOWN_MATCH,
    codes.ALREADY_SUBSCRIBED,
    codes.CURSOR_AHEAD,
    codes.ANOTHER_EPOCH,
    *_OF_MATCHES,
)

_SUBMISSIONS: Final = (
    *SUBMISSION_CODES,
    codes.UNKNOWN_HEAD,
    codes.MISSING_TOKEN,
    codes.INSUFFICIENT_SCOPE,
    codes.TOO_MANY_REQUESTS,
    codes.INTERNAL_ERROR,
    *_OF_MATCHES,
)


def _shown(*shown: ServerCode) -> dict[str, JsonValue]:
    return {
        code.name: {"statuses": list(code.statuses), "meaning": code.meaning, "remedy": code.remedy} for code in shown
    }


CODES: Final[Mapping[str, dict[str, JsonValue]]] = {
    "subscribe": _shown(*_SUBSCRIPTIONS),
    "submit": _shown(*_SUBMISSIONS),
    **{f"submit: {title}": _shown(*of_moves) for title, of_moves in MOVE_CODES.items()},
}
"""The codes by refused frame; submissions can also get the codes of the match's game."""
