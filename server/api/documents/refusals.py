"""The codes in `refused` frames, with their statuses, meanings and remedies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pydantic import JsonValue

from server.api.routes.playing import SUBMISSION_CODES
from server.codes import CATALOGUE, MOVE_CODES, ServerCode

_OF_MATCHES: Final = ("database_unavailable", "match_unreadable")

_SUBSCRIPTIONS: Final = ("unknown_match", "already_subscribed", "cursor_ahead", *_OF_MATCHES)

_SUBMISSIONS: Final = (*SUBMISSION_CODES, "unknown_head", "too_many_requests", "internal_error", *_OF_MATCHES)


def _shown(codes: tuple[ServerCode, ...]) -> dict[str, JsonValue]:
    return {
        code.name: {"statuses": list(code.statuses), "meaning": code.meaning, "remedy": code.remedy} for code in codes
    }


CODES: Final[Mapping[str, dict[str, JsonValue]]] = {
    "subscribe": _shown(tuple(CATALOGUE[name] for name in _SUBSCRIPTIONS)),
    "submit": _shown(tuple(CATALOGUE[name] for name in _SUBMISSIONS)),
    **{f"submit: {title}": _shown(codes) for title, codes in MOVE_CODES.items()},
}
"""The codes by refused frame; submissions can also get the codes of the match's game."""
