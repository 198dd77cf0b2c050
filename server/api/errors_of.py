"""How OpenAPI shows the refusals of a call."""

from __future__ import annotations

from typing import Any

from server.api.problems import PROBLEM_JSON, Problem

_MEANINGS = {
    400: "The body is no JSON, nests too deep, or holds characters that are none.",
    401: "No token, or one that is nobody's.",
    403: "Known to exist, but not for this caller.",
    404: "Does not exist, or the caller may not know that it does.",
    409: "Was allowed, but the match has moved on.",
    413: "The body is too large.",
    422: "A field is unknown, missing or out of bounds; or the rules of the game forbid it.",
    429: "Too much at once; try again after `Retry-After` seconds.",
    503: "The database does not answer; try again after `Retry-After` seconds.",
}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a call, for its `responses`; any may also meet 422, 429 and 503, and with a body 400 and 413."""
    return {
        status: {
            "description": _MEANINGS[status],
            "content": {PROBLEM_JSON: {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}},
        }
        for status in sorted({400, 413, 422, 429, 503, *statuses})
    }
