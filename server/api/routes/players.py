"""Players and their tokens."""

from __future__ import annotations

from fastapi import APIRouter, Depends

from server import codes
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
    responses=errors(codes.WRONG_ORGANISER_KEY, codes.BAD_NAME),
    dependencies=[Depends(admit_newcomer)],
    summary="Create a player",
)
async def create_player(body: PlayerRequest, server: TheServer) -> NewPlayerReply:
    """
    Returns the bearer token of the player, only this once. The server stores only its hash, so a lost token cannot be
    recovered. Repeating this call creates another player.
    """
    player, token = await server.players.create(body.name, body.organiser_key)
    return NewPlayerReply(
        player_id=player.id, name=player.name, organiser=player.organiser, created_at=player.created_at, token=token
    )


@router.get("/me", operation_id="getMe", responses=errors(), summary="The player of this token")
async def get_me(call: PlayerCall) -> PlayerReply:
    """Returns 401 if the token is unknown."""
    player = call.player
    return PlayerReply(player_id=player.id, name=player.name, organiser=player.organiser, created_at=player.created_at)


@router.post(
    "/tickets",
    operation_id="createTicket",
    status_code=201,
    responses=errors(),
    summary="Create a ticket for one WebSocket",
)
async def create_ticket(
    call: PlayerCall,
) -> TicketReply:
    """
    For clients that can send neither headers nor subprotocols with a WebSocket; browsers can send subprotocols. A
    ticket is valid once, for half a minute.
    """
    call.pay(NEW_TICKET)
    ticket = await call.server.players.issue_ticket(call.player)
    return TicketReply(ticket=ticket, expires_in_seconds=int(TICKET_LIFETIME.total_seconds()))
