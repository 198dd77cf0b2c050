"""The caller's tokens: which programs can act for the player, and how long."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Response

from server.access import codes
from server.access.costs import NEW_TOKEN
from server.access.errors import RefusedError
from server.access.rights import require_scopes
from server.access.texts import BAD_NAME, is_readable
from server.api.calls.dependencies import PlayerCall
from server.api.calls.late_routes import LateRoute
from server.api.models.tokens import NewTokenReply, NewTokenRequest, TokenList, TokenReply, render_token
from server.api.routes.responses import errors
from server.people.identity.tokens import Token
from server.runtime.ids import ID_PATTERN

router = APIRouter(prefix="/v1/me/tokens", tags=["tokens"], route_class=LateRoute)

TokenId = Annotated[str, Path(pattern=ID_PATTERN, description="The id of a token that `listTokens` returns.")]


@router.post(
    "",
    operation_id="createToken",
    status_code=201,
    responses=errors(codes.BAD_NAME, codes.TOO_MANY_TOKENS),
    summary="Create a token",
)
async def create_token(body: NewTokenRequest, call: PlayerCall) -> NewTokenReply:
    """
    For another program, or another device. Returns the text of the token, only this once. A token cannot allow more
    than the one that creates it.
    """
    if not is_readable(body.name):
        raise RefusedError(codes.BAD_NAME, BAD_NAME, pointer="/name")
    require_scopes(body.scopes, call.access.scopes)
    call.pay(NEW_TOKEN)
    expires_at = None
    if body.expires_in_seconds is not None:
        expires_at = call.server.streams.clock.now() + timedelta(seconds=body.expires_in_seconds)
    token, text = await call.server.tokens.issue(
        call.player.id, body.name, body.scopes, expires_at, by=call.access.actor
    )
    return _with_text(token, text, call.access.token.token_id)


@router.get("", operation_id="listTokens", responses=errors(), summary="The player's tokens")
async def list_tokens(call: PlayerCall) -> TokenList:
    """Those that have not expired, the newest first, without their secrets."""
    current = call.access.token.token_id
    return TokenList(tokens=[render_token(token, current) for token in await call.server.tokens.of(call.player.id)])


@router.post(
    "/{token_id}/renewal",
    operation_id="renewToken",
    responses=errors(codes.UNKNOWN_TOKEN_ID),
    summary="Renew a token",
)
async def renew_token(token_id: TokenId, call: PlayerCall) -> NewTokenReply:
    """
    Returns another text for the token; the old one stops working within a second, and its streams are closed. A token
    that expires gets the same time again.
    """
    token = await call.server.tokens.one_of(call.player.id, token_id)
    require_scopes(token.scopes, call.access.scopes)
    call.pay(NEW_TOKEN)
    renewed, text = await call.server.tokens.renew(token, by=call.access.actor)
    return _with_text(renewed, text, call.access.token.token_id)


@router.delete(
    "/{token_id}",
    operation_id="withdrawToken",
    status_code=204,
    responses=errors(codes.UNKNOWN_TOKEN_ID),
    summary="Withdraw a token",
)
async def withdraw_token(token_id: TokenId, call: PlayerCall) -> Response:
    """It stops working within a second, and its streams are closed. It may be the token of this call."""
    await call.server.tokens.withdraw(call.player.id, token_id)
    return Response(status_code=204)


@router.delete(
    "",
    operation_id="withdrawTokens",
    status_code=204,
    responses=errors(),
    summary="Withdraw all other tokens",
)
async def withdraw_tokens(call: PlayerCall) -> Response:
    """All tokens of the player stop working within a second, except the one of this call."""
    await call.server.tokens.withdraw_all(call.player.id, keep=call.access.token.token_id)
    return Response(status_code=204)


def _with_text(token: Token, text: str, current: str) -> NewTokenReply:
    reply: TokenReply = render_token(token, current)
    return NewTokenReply(**reply.model_dump(), token=text)
