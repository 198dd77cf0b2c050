"""Properties of every reply, for any request."""

from __future__ import annotations

from typing import Any, Final

import schemathesis
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.fuzz.requests import Request, operation_id
from tests.published import published_codes

CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]

ITEM_BY_ITEM: Final = {"createMatches"}
"""Operations that answer 200 with a refusal in the place of each item that violates the document."""

OPEN: Final = {
    "createPlayer",
    "getInvitation",
    "getCalendar",
    "listGames",
    "getGame",
    "getGameTexts",
    "getApi",
    "getHealth",
    "getReadiness",
}
"""Operations that need no token."""

WATCHED: Final = {
    *("getPlayer", "listPlayers", "listQueues", "listMatches", "getMatch", "getView", "listEvents"),
    *(
        "getTournament",
        "getTournamentView",
        "getRound",
        "getStandings",
        "getTournamentCalendar",
        "listTournamentEvents",
    ),
    *("getTournamentCalendar", "getSeries", "getSeriesView", "listSeriesEvents"),
}
"""Operations that need no token for players, queues, and for public matches, tournaments and series."""


def checks_of(operation: str) -> list[Any]:
    """Return the checks of replies to this operation."""
    return [check for check in CHECKS if check is not negative_data_rejection or operation not in ITEM_BY_ITEM]


def check_token(request: Request, reply: schemathesis.Response) -> None:
    """Check that nothing works without a valid token."""
    watches = request.operation in WATCHED and not request.headers
    if request.operation not in OPEN and not request.known and not watches:
        assert reply.status_code in (400, 401, 404, 413), f"{request.operation} without a token: {reply.status_code}"


def check_sense(case: Case[Any], reply: schemathesis.Response) -> None:
    """Check that what the document allows is readable: it may be refused, but not as malformed."""
    if case.meta is not None and case.meta.generation.mode.is_positive and reply.status_code >= 400:
        problem = reply.json()
        assert problem["code"] not in ("malformed_request", "malformed_json"), (
            f"{operation_id(case.operation)}: {case.as_curl_command()}: {problem}"
        )


def check_code(case: Case[Any], reply: schemathesis.Response) -> None:
    """Check that a refusal's code is published for its call and status."""
    if reply.status_code >= 400:
        operation, code = operation_id(case.operation), reply.json()["code"]
        assert (code, reply.status_code) in published_codes()[operation], (
            f"{operation} does not publish {reply.status_code} {code}: {case.as_curl_command()}"
        )
