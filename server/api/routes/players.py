"""Players: who they are and how they prove it."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from server.api.calls.dependencies import PlayerCall, TheServer, admit_newcomer
from server.api.models.players import NewPlayerReply, PlayerReply, PlayerRequest, TicketReply
from server.api.routes.responses import errors
from server.costs import NEW_TICKET
from server.identity.players import TICKET_LIFETIME

router = APIRouter(prefix="/v1", tags=["players"])


@router.post(
    "/players",
    operation_id="createPlayer",
    status_code=201,
    responses=errors("wrong_organiser_key", "bad_name"),
    dependencies=[Depends(admit_newcomer)],
    summary="Become a player",
)
async def create_player(body: PlayerRequest, server: TheServer) -> NewPlayerReply:
    """
    Answers the player's bearer token, once. It is kept only as a hash, so a lost one cannot be found again; a repeat
    of this call makes another player.
    """
    player, token = await server.players.create(body.name, body.organiser_key)
    return NewPlayerReply(
        player_id=player.id, name=player.name, organiser=player.organiser, created_at=player.created_at, token=token
    )


@router.get("/me", operation_id="getMe", responses=errors(), summary="Whose token this is")
async def get_me(call: PlayerCall) -> PlayerReply:
    """Answers 401 if the token is nobody's."""
    player = call.player
    return PlayerReply(player_id=player.id, name=player.name, organiser=player.organiser, created_at=player.created_at)


@router.post(
    "/tickets",
    operation_id="createTicket",
    status_code=201,
    responses=errors(),
    summary="A ticket to open one WebSocket with",
)
async def create_ticket(
    call: PlayerCall,
) -> TicketReply:
    """For browsers, which cannot send headers with a WebSocket. It works once, for half a minute."""
    call.pay(NEW_TICKET)
    ticket = await call.server.players.issue_ticket(call.player)
    return TicketReply(ticket=ticket, expires_in_seconds=int(TICKET_LIFETIME.total_seconds()))
