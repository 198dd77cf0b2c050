"""Endpoints for clients. Replies and errors have the form of the RFCs, and must not be stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from server.access.costs import OAUTH_STEP
from server.api.calls.body import BODY
from server.api.calls.dependencies import caller_of, server_of
from server.people.identity.admission import network_of
from server.people.oauth.metadata import metadata
from server.people.oauth.protocol import OAuthReply, TooManyDevicesError
from server.people.oauth.service import Pairs

_FORM: Final = "application/x-www-form-urlencoded"
_MAX_PARAMETERS: Final = 40
_FULL_SECONDS: Final = 60

_NO_STORE: Final = {"Cache-Control": "no-store", "Pragma": "no-cache"}


async def show_metadata(request: Request) -> Response:
    origin = server_of(request.scope).accounts.origins.of(request)
    return JSONResponse(metadata(origin.address), headers={"Cache-Control": "public, max-age=3600"})


async def give_token(request: Request) -> Response:
    issuer, pairs = _issuer(request), _parameters(request)
    return _json(await server_of(request.scope).oauth.token(issuer, pairs)) if pairs else _no_form()


async def revoke(request: Request) -> Response:
    issuer, pairs = _issuer(request), _parameters(request)
    return _json(await server_of(request.scope).oauth.revoke(issuer, pairs)) if pairs else _no_form()


async def give_device_codes(request: Request) -> Response:
    issuer, pairs = _issuer(request), _parameters(request)
    if not pairs:
        return _no_form()
    network = network_of(caller_of(request.scope).address)
    try:
        return _json(await server_of(request.scope).oauth.device_codes(issuer, pairs, network))
    except TooManyDevicesError:
        full = OAuthReply(
            503, _error("temporarily_unavailable", "Too many devices wait for people. Try again later."), ""
        )
        response = _json(full)
        response.headers["Retry-After"] = str(_FULL_SECONDS)
        return response


def pairs_of(text: str) -> Pairs:
    """Return the parameters of a query or a form, in order; an empty list if there are too many."""
    try:
        return parse_qsl(text, keep_blank_values=True, max_num_fields=_MAX_PARAMETERS)
    except ValueError:
        return ()


def _issuer(request: Request) -> str:
    """Return the issuer, after charging for the step."""
    caller_of(request.scope).pay(OAUTH_STEP)
    return server_of(request.scope).accounts.origins.of(request).address


def _parameters(request: Request) -> Sequence[tuple[str, str]]:
    """Return the parameters in the body; empty if it is not a form, or repeats a parameter (RFC 6749, section 3.2)."""
    kind = request.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    pairs = pairs_of(request.scope[BODY].decode()) if kind == _FORM else ()
    return pairs if len({name for name, _ in pairs}) == len(pairs) else ()


def _no_form() -> Response:
    sentence = f"Send the parameters as {_FORM} in the body, each once."
    return _json(OAuthReply(400, _error("invalid_request", sentence), ""))


def _error(code: str, sentence: str) -> dict[str, str]:
    return {"error": code, "error_description": sentence}


def _json(reply: OAuthReply) -> Response:
    return JSONResponse(reply.body, reply.status, headers=_NO_STORE)
