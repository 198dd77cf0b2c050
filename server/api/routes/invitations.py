"""Invitations: links with which players can take a seat."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Request

from server import codes
from server.api.calls.dependencies import PlayerCall, TheServer, caller_of
from server.api.models.invitations import AcceptRequest, InvitationList, InvitationRequest, OpenedInvitationReply
from server.api.routes.matches import MatchId, render_details
from server.api.routes.responses import errors
from server.costs import NEW_INVITATION, UNKNOWN_INVITATION, charged_to
from server.errors import RefusedError
from server.matches.invitations import NewInvitationReply
from server.matches.listings import MatchReply

router = APIRouter(prefix="/v1", tags=["invitations"])

Token = Annotated[str, Path(max_length=100, description="The token of the invitation.")]

_INVALID = (
    codes.UNKNOWN_INVITATION,
    codes.INVITATION_WITHDRAWN,
    codes.INVITATION_EXPIRED,
    codes.INVITATION_USED_UP,
    codes.ALREADY_STARTED,
    codes.MATCH_SUSPENDED,
)


@router.post(
    "/matches/{match_id}/invitations",
    operation_id="createInvitation",
    status_code=201,
    responses=errors(
        codes.HOST_ONLY,
        codes.UNKNOWN_MATCH,
        (codes.UNKNOWN_SEAT, 404),
        codes.ALREADY_STARTED,
        codes.MATCH_SUSPENDED,
        codes.TOO_MANY_INVITATIONS,
    ),
    summary="Create an invitation to a match, as its host",
)
async def create_invitation(
    match_id: MatchId, call: PlayerCall, body: InvitationRequest | None = None
) -> NewInvitationReply:
    """
    Returns the token of the invitation, only this once: put it into a link. Whoever has it can see what it is for
    without an account (`getInvitation`), and take a seat (`acceptInvitation`), also in a private match and while the
    door is closed. It does not reserve a seat.
    """
    wanted = body or InvitationRequest()
    call.pay(NEW_INVITATION)
    lifetime = timedelta(seconds=wanted.expires_in_seconds)
    return await call.server.invitations.make(call.player, match_id, wanted.seat, wanted.uses, lifetime)


@router.get(
    "/matches/{match_id}/invitations",
    operation_id="listInvitations",
    responses=errors(codes.HOST_ONLY, codes.UNKNOWN_MATCH),
    summary="The invitations to a match, for its host",
)
async def list_invitations(match_id: MatchId, call: PlayerCall) -> InvitationList:
    """All of them, without their tokens, newest first."""
    return InvitationList(invitations=await call.server.invitations.of_match(call.player, match_id))


@router.delete(
    "/matches/{match_id}/invitations/{invitation_id}",
    operation_id="withdrawInvitation",
    status_code=204,
    responses=errors(codes.HOST_ONLY, codes.UNKNOWN_MATCH, codes.UNKNOWN_INVITATION),
    summary="Withdraw an invitation, as the host",
)
async def withdraw_invitation(
    match_id: MatchId,
    invitation_id: Annotated[str, Path(max_length=64, description="The id of the invitation, not its token.")],
    call: PlayerCall,
) -> None:
    """Nobody can accept it any more. Players who have accepted it keep their seats."""
    await call.server.invitations.withdraw(call.player, match_id, invitation_id)


@router.get(
    "/invitations/{token}",
    operation_id="getInvitation",
    responses=errors(*_INVALID, codes.MATCH_UNREADABLE),
    summary="What an invitation is for",
)
async def get_invitation(request: Request, token: Token, server: TheServer) -> OpenedInvitationReply:
    """Works without an account, until the match starts. Save the `seed_commitment` before you send entropy."""
    caller = caller_of(request.scope)
    charged_to.set(caller.pay)
    try:
        opened = await server.invitations.open(token)
    except RefusedError as error:
        if error.code == codes.UNKNOWN_INVITATION:
            caller.pay(UNKNOWN_INVITATION)
        raise
    return OpenedInvitationReply(
        invitation_id=opened.row.invitation_id,
        seat=opened.row.seat,
        uses_left=opened.uses_left,
        expires_at=opened.row.expires_at,
        match=render_details(opened.listing, opened.known, server.now()),
    )


@router.post(
    "/invitations/{token}/accept",
    operation_id="acceptInvitation",
    responses=errors(
        *_INVALID,
        codes.MATCH_UNREADABLE,
        (codes.UNKNOWN_SEAT, 404),
        codes.SEAT_TAKEN,
        codes.SEAT_RESERVED,
        (codes.ALREADY_SEATED, 409),
        (codes.NAME_TOO_SIMILAR, 409),
        codes.TOO_MANY_SEATINGS,
        codes.WRONG_SEAT,
        codes.TOO_BUSY,
    ),
    summary="Accept an invitation: take a seat",
)
async def accept_invitation(token: Token, call: PlayerCall, body: AcceptRequest | None = None) -> MatchReply:
    """
    Each seat that is taken counts as a use. This call is safe to repeat: a player who already has the seat keeps it,
    and no use is counted.
    """
    wanted = body or AcceptRequest()
    try:
        return await call.server.invitations.accept(call.player, token, wanted.seat, wanted.entropy)
    except RefusedError as error:
        if error.code == codes.UNKNOWN_INVITATION:
            call.pay(UNKNOWN_INVITATION)
        raise
