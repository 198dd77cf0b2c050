"""Invitations: links with which players can take a seat in a match, or enter an event."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Request

from server.access import codes
from server.access.costs import NEW_INVITATION, UNKNOWN_INVITATION, charged_to
from server.access.errors import RefusedError
from server.api.calls.dependencies import PlayerCall, TheServer, caller_of
from server.api.calls.late_routes import LateRoute
from server.api.models.invitations import (
    AcceptRequest,
    InvitationList,
    InvitationRequest,
    JoinedReply,
    OpenedInvitationReply,
    OpenedMatchInvitation,
    OpenedPlace,
    OpenedSeriesInvitation,
    OpenedTournamentInvitation,
    TournamentInvitationRequest,
    render_joined,
)
from server.api.routes.alike import InvitationId
from server.api.routes.matches import MatchId, render_details
from server.api.routes.responses import errors
from server.api.routes.series import SERIES_ALIKE
from server.api.routes.tournaments import TOURNAMENTS_ALIKE
from server.api.server import Server
from server.matches.seats.invitations import NewInvitationReply
from server.organising.series.listings import list_series
from server.organising.tournaments.listings import list_tournament
from server.organising.tournaments.tournament import TournamentState
from server.runtime.database.tables import InvitationRow

router = APIRouter(prefix="/v1", tags=["invitations"], route_class=LateRoute)

Token = Annotated[str, Path(max_length=100, description="The token of the invitation.")]

_INVALID = (
    codes.UNKNOWN_INVITATION,
    codes.INVITATION_WITHDRAWN,
    codes.INVITATION_EXPIRED,
    codes.INVITATION_USED_UP,
    codes.ALREADY_STARTED,
    codes.MATCH_SUSPENDED,
    codes.NOT_OPEN,
    codes.SERIES_OVER,
    codes.SERIES_PAUSED,
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
    Returns the token of the invitation, only this once: put it into a link. Anyone who has it can see what it is for
    without an account (`getInvitation`), and take a seat (`acceptInvitation`), also in a private match and while the
    door is closed. It does not reserve a seat.
    """
    wanted = body or InvitationRequest()
    call.pay(NEW_INVITATION)
    lifetime = timedelta(seconds=wanted.expires_in_seconds)
    return await call.server.invitations.make(
        call.player, call.access.made_with, match_id, wanted.uses, lifetime, wanted.seat
    )


@router.get(
    "/matches/{match_id}/invitations",
    operation_id="listInvitations",
    responses=errors(codes.HOST_ONLY, codes.UNKNOWN_MATCH),
    summary="The invitations to a match, for its host",
)
async def list_invitations(match_id: MatchId, call: PlayerCall) -> InvitationList:
    """All of them, without their tokens, newest first."""
    return InvitationList(invitations=await call.server.invitations.to(call.player, match_id))


@router.delete(
    "/matches/{match_id}/invitations/{invitation_id}",
    operation_id="withdrawInvitation",
    status_code=204,
    responses=errors(codes.HOST_ONLY, codes.UNKNOWN_MATCH, codes.UNKNOWN_INVITATION),
    summary="Withdraw an invitation, as the host",
)
async def withdraw_invitation(
    match_id: MatchId,
    invitation_id: InvitationId,
    call: PlayerCall,
) -> None:
    """Nobody can accept it any more. Players who have accepted it keep their seats."""
    await call.server.invitations.withdraw(call.player, match_id, invitation_id)


TOURNAMENTS_ALIKE.add_invitations(
    router,
    codes.NOT_OPEN,
    (codes.UNKNOWN_ENTRANT, 422),
    codes.INVITATION_USED_UP,
    request=TournamentInvitationRequest,
    create="""
    Returns the token of the invitation, only this once: put it into a link. Anyone who has it can see what it is for
    without an account (`getInvitation`), and enter (`acceptInvitation`), also if the tournament is private. With
    `entrant`, it is the link of a place that `addEntrants` has made.
    """,
)
SERIES_ALIKE.add_invitations(
    router,
    codes.NOT_OPEN,
    codes.SERIES_OVER,
    codes.SERIES_PAUSED,
    create="""
    Returns the token of the invitation, only this once: put it into a link. Anyone who has it can see what it is for
    without an account (`getInvitation`), and take a free place (`acceptInvitation`), also if the series is private.
    """,
)


@router.get(
    "/invitations/{token}",
    operation_id="getInvitation",
    responses=errors(*_INVALID, codes.MATCH_UNREADABLE),
    summary="What an invitation is for",
)
async def get_invitation(request: Request, token: Token, server: TheServer) -> OpenedInvitationReply:
    """
    Works without an account, until the match starts, or nobody can enter the event any more: what spectators see of it.
    Save the `seed_commitment` of a match before you send entropy.
    """
    caller = caller_of(request.scope)
    charged_to.set(caller.pay)
    row = await _find(server, token, caller.pay)
    terms = {"invitation_id": row.invitation_id, "expires_at": row.expires_at}
    if row.kind == "tournament":
        tournament = await server.tournaments.invitations.open(row)
        state = tournament.live.state
        return OpenedTournamentInvitation(
            **terms,
            uses_left=tournament.uses_left,
            tournament=list_tournament(state),
            settings=state.course.terms,
            place=_place(state, row.seat),
        )
    if row.kind == "series":
        series = await server.series.invitations.open(row)
        known = series.live.state
        return OpenedSeriesInvitation(
            **terms, uses_left=series.uses_left, series=list_series(known), settings=known.course.terms
        )
    opened = await server.invitations.open(row)
    match = render_details(opened.listing, opened.known, server.now())
    return OpenedMatchInvitation(**terms, uses_left=opened.uses_left, seat=row.seat, match=match)


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
        codes.UNKNOWN_PLAYER,
        codes.ALREADY_ENTERED,
        codes.BAD_PARTNER,
        codes.SERIES_FULL,
        (codes.DIRECTOR_PLAYS, 403),
        (codes.DIRECTOR_PLAYS, 409),
    ),
    summary="Accept an invitation: take a seat in the match, or enter the event",
)
async def accept_invitation(token: Token, call: PlayerCall, body: AcceptRequest | None = None) -> JoinedReply:
    """
    Each seat that is taken, each entrant and each place counts as a use. This call is safe to repeat: a player who
    already has the seat, or has entered, keeps it, and no use is counted. A team enters a tournament when each of its
    members has accepted and named the other one as `partner`; that is one use.
    """
    wanted = body or AcceptRequest()
    server = call.server
    row = await _find(server, token, call.pay)
    if row.kind == "tournament":
        return render_joined(await server.tournaments.accept(call.player, row, wanted.partner))
    if row.kind == "series":
        return render_joined(await server.series.accept(call.player, row))
    return render_joined(await server.invitations.sit(call.player, row, wanted.seat, wanted.entropy))


def _place(state: TournamentState, entrant: str | None) -> OpenedPlace | None:
    """Return the place that an invitation is for; None if it is for none."""
    player = None if entrant is None else state.course.entrants[entrant].player
    return None if entrant is None or player is None else OpenedPlace(entrant=entrant, name=player.name)


async def _find(server: Server, token: str, pay: Callable[[float], None]) -> InvitationRow:
    """Return the valid invitation with this token; an unknown token costs more."""
    try:
        return await server.links.find(token)
    except RefusedError as error:
        if error.code == codes.UNKNOWN_INVITATION:
            pay(UNKNOWN_INVITATION)
        raise
