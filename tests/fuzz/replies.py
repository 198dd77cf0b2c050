"""What is true of every reply, whatever was asked."""

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

OPEN: Final = {"createPlayer", "listGames", "getGame", "getApi", "getHealth", "getReadiness"}
"""Who calls these needs no token."""


def check_token(request: Request, reply: schemathesis.Response) -> None:
    """Without somebody's token nothing is done and nothing shown; what cannot be read at all is refused before."""
    if request.operation not in OPEN and not request.known:
        assert reply.status_code in (400, 401, 404, 413), f"{request.operation} without a token: {reply.status_code}"


def check_sense(case: Case[Any], reply: schemathesis.Response) -> None:
    """What the document allows can be read: it may be refused, but not as malformed."""
    if case.meta is not None and case.meta.generation.mode.is_positive and reply.status_code >= 400:
        problem = reply.json()
        assert problem["code"] not in ("malformed_request", "malformed_json"), (
            f"{operation_id(case.operation)}: {case.as_curl_command()}: {problem}"
        )


def check_code(case: Case[Any], reply: schemathesis.Response) -> None:
    """A refusal's code is one that is published for its call and status."""
    if reply.status_code >= 400:
        operation, code = operation_id(case.operation), reply.json()["code"]
        assert (code, reply.status_code) in published_codes()[operation], (
            f"{operation} does not publish {reply.status_code} {code}: {case.as_curl_command()}"
        )
