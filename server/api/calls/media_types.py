"""Which of its forms a reply has: JSON, or what a call can give besides."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

_JSON: Final = "application/json"


def prefers(request: Request, media_type: str) -> bool:
    """Whether `Accept` names this form, and not JSON before it: generated clients name all that a call can give."""
    before, _, _ = request.headers.get("accept", "").partition(_JSON)
    return media_type in before
