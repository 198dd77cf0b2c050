"""Players and their tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from server.access import codes
from server.access.costs import ACCOUNT_STEP, FORGET, NEW_PLAYER, NEW_TICKET, of_list
from server.access.errors import RefusedError
from server.access.player import Player
from server.access.scopes import EVERY_SCOPE
from server.access.texts import NAME
from server.api.calls.dependencies import PlayerCall, TheServer, WatcherCall, admit_newcomer, caller_of
from server.api.calls.late_routes import LateRoute
from server.api.models.friends import OtherPlayerReply, PlayerList, show_to_others
from server.api.models.players import (
    ChangePlayerRequest,
    ForgetRequest,
    ForgettingReply,
    GuestRequest,
    MeReply,
    NewPlayerReply,
    PlayerReply,
    PlayerRequest,
    SignInLinkReply,
    TicketReply,
)
from server.api.models.tokens import render_token
from server.api.routes.responses import errors
from server.people.accounts.links import LINK_LIFETIME
from server.people.identity.admission import network_of
from server.people.identity.tickets import TICKET_LIFETIME
from server.people.identity.tokens import Token
from server.runtime.ids import ID_PATTERN

router = APIRouter(prefix="/v1", tags=["players"], route_class=LateRoute)


def reply_of(player: Player) -> PlayerReply:
    """Return the player, for the player."""
    return PlayerReply(
        player_id=player.id,
        name=player.name,
        administrator=player.administrator,
        organiser=player.administrator,
        created_at=player.created_at,
    )


@router.post(
    "/players",
    operation_id="createPlayer",
    status_code=201,
    responses=errors(codes.WRONG_ORGANISER_KEY, codes.BAD_NAME),
    dependencies=[Depends(admit_newcomer)],
    summary="Create a player",
)
async def create_player(body: PlayerRequest, request: Request, server: TheServer) -> NewPlayerReply:
    """
    Returns the bearer token of the player, only this once. The server stores only its hash, so a lost token cannot be
    recovered. Repeating this call creates another player.
    """
    network = network_of(caller_of(request.scope).address)
    player, token = await server.players.create(body.name, body.key, network)
    return NewPlayerReply(**reply_of(player).model_dump(), token=token)


@router.get("/players", operation_id="listPlayers", responses=errors(), summary="The players of a name")
async def list_players(
    call: WatcherCall,
    name: Annotated[
        str,
        Query(min_length=1, max_length=40, pattern=NAME, description="The exact name: capitals and accents count."),
    ],
    after: Annotated[str, Query(pattern=f"^$|{ID_PATTERN}", description="The `next` of the page before.")] = "",
    limit: Annotated[int, Query(ge=1, le=100, description="The maximum number of players.")] = 20,
) -> PlayerList:
    """
    Players with exactly this name, because a name can be that of several. Works without an account.

    Players who have left or are suspended are not among them.
    """
    found = await call.server.players.find_named(name, after, limit + 1)
    call.pay(of_list(len(found)))
    shown = [show_to_others(each) for each in found[:limit]]
    return PlayerList(players=shown, next=shown[-1].player_id if len(found) > limit else None)


@router.get("/me", operation_id="getMe", responses=errors(), summary="The player of this token")
async def get_me(call: PlayerCall) -> MeReply:
    """Also what the token allows. Returns 401 if the token does not work."""
    return _me(call.player, call.access.token)


@router.patch("/me", operation_id="updateMe", responses=errors(codes.BAD_NAME), summary="Change the name of the player")
async def update_me(body: ChangePlayerRequest, call: PlayerCall) -> MeReply:
    """
    Matches and events in which the player has a place keep the name under which it was taken; what begins later, and
    the list of ratings, have the new one.
    """
    call.pay(ACCOUNT_STEP)
    await call.server.accounts.names.change(call.player.id, body.name)
    return _me(replace(call.player, name=body.name), call.access.token)


@router.post(
    "/me/end-access",
    operation_id="endAccess",
    status_code=204,
    responses=errors(codes.NOT_A_WAY_IN),
    summary="Sign out everywhere, and remove newer ways in",
)
async def end_access(call: PlayerCall) -> Response:
    """
    For an account that was taken over: withdraws all other tokens and all programs, ends all sessions, and removes the
    passkeys, providers and recovery codes that were added after the token of this call was created or renewed. The
    token must have every scope: only such a one is a way in itself.
    """
    token = call.access.token
    if token.scopes != EVERY_SCOPE:
        raise RefusedError(codes.NOT_A_WAY_IN, "This token does not have every scope. Use one that has.")
    call.pay(ACCOUNT_STEP)
    await call.server.accounts.end_access(call.access.actor, token.created_at, keep_token=token.token_id)
    return Response(status_code=204)


@router.delete(
    "/me",
    operation_id="forgetMe",
    status_code=202,
    responses=errors(codes.NOT_CONFIRMED),
    summary="Be forgotten",
)
async def forget_me(body: ForgetRequest, call: PlayerCall) -> ForgettingReply:
    """
    Deletes the player. The token stops working, and the name and the messages of the player leave the server: replies,
    events and logs call the player by an empty `name` from now on, which stands for a player who left. Moves stay, and
    the logs of matches can still be verified. Seats in running matches go to bots. This cannot be undone.
    """
    if body.name != call.player.name:
        raise RefusedError(codes.NOT_CONFIRMED, "Send your name as it is, to confirm that you want to be forgotten.")
    call.pay(FORGET)
    asked_at = await call.server.forgetting.forget(call.player.id)
    return ForgettingReply(player_id=call.player.id, asked_at=asked_at)


@router.post(
    "/tickets",
    operation_id="createTicket",
    status_code=201,
    responses=errors(codes.NOT_ON_BEHALF),
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
    ticket = await call.server.tickets.issue(call.access)
    return TicketReply(ticket=ticket, expires_in_seconds=int(TICKET_LIFETIME.total_seconds()))


@router.post(
    "/guests",
    operation_id="createGuest",
    status_code=201,
    responses=errors(codes.BAD_NAME),
    summary="Create a player for whom the caller acts",
)
async def create_guest(body: GuestRequest, call: PlayerCall) -> OtherPlayerReply:
    """
    For bridges: nobody gets a token of this player. The caller acts for it, with the header `On-Behalf-Of` and its own
    token, until the person agrees to something else. `createSignInLink` lets the person come to the server.
    """
    call.pay(NEW_PLAYER)
    call.server.admission.stranger(call.address, NEW_PLAYER)
    return show_to_others(await call.server.players.create_guest(body.name, call.access))


@router.post(
    "/guests/{player_id}/sign-in-link",
    operation_id="createSignInLink",
    status_code=201,
    responses=errors(codes.SIGNS_IN_ALREADY),
    summary="Create a link that signs a guest in once",
)
async def create_sign_in_link(
    player_id: Annotated[str, Path(max_length=64, description="A guest that the caller has created.")], call: PlayerCall
) -> SignInLinkReply:
    """
    For the person whom the caller has created a guest for: who opens the path within ten minutes and confirms is signed
    in, once, and can add a passkey. From then on there are no more links, and a day later the account is that
    person's for good. Until then, all that came of the link ends if the token of this call is withdrawn or renewed. The
    token needs every scope with which the caller acts for the guest.
    """
    call.pay(NEW_TICKET)
    path = await call.server.accounts.links.make(call.access, player_id)
    return SignInLinkReply(path=path, expires_in_seconds=int(LINK_LIFETIME.total_seconds()))


def _me(player: Player, token: Token) -> MeReply:
    return MeReply(**reply_of(player).model_dump(), token=render_token(token, token.token_id))
