"""Other players: who they are, friends by link, and blocks."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, TypeVar

from fastapi import APIRouter, Path

from server.access import codes
from server.access.costs import FRIENDS_STEP, UNKNOWN_FRIEND_LINK, of_list
from server.access.errors import RefusedError
from server.api.calls.dependencies import Call, PlayerCall, WatcherCall
from server.api.calls.late_routes import LateRoute
from server.api.models.friends import (
    BlockList,
    FriendLinkReply,
    FriendList,
    OpenedFriendLinkReply,
    OtherPlayerReply,
    show_to_others,
)
from server.api.routes.responses import errors
from server.people.friends.known import KnownPlayer

T = TypeVar("T")

router = APIRouter(prefix="/v1", tags=["friends"], route_class=LateRoute)

PlayerId = Annotated[str, Path(max_length=64, description="The id of the player.")]
Token = Annotated[str, Path(max_length=100, description="The token of the link.")]

_NO_LINK = (codes.NOT_ON_BEHALF, codes.UNKNOWN_FRIEND_LINK, codes.OWN_FRIEND_LINK, codes.PLAYER_BLOCKED)


@router.get(
    "/players/{player_id}", operation_id="getPlayer", responses=errors(codes.UNKNOWN_PLAYER), summary="A player"
)
async def get_player(player_id: PlayerId, call: WatcherCall) -> OtherPlayerReply:
    """Works without an account. A player who has left or is suspended is unknown, like one who never existed."""
    return show_to_others(await call.server.players.find(player_id))


@router.get("/me/friends", operation_id="listFriends", responses=errors(), summary="The friends of the caller")
async def list_friends(call: PlayerCall) -> FriendList:
    """The newest first. Their tables are those of `listMatches` with `friends` that the caller can see."""
    friends = await call.server.friends.of(call.player.id)
    call.pay(of_list(len(friends)))
    return FriendList(friends=friends)


@router.delete(
    "/me/friends/{player_id}",
    operation_id="endFriendship",
    status_code=204,
    responses=errors(),
    summary="End a friendship",
)
async def end_friendship(player_id: PlayerId, call: PlayerCall) -> None:
    """It ends for both, and the other player is not notified. It also succeeds without one."""
    call.pay(FRIENDS_STEP)
    await call.server.friends.end(call.player.id, player_id)


@router.get(
    "/me/friend-link",
    operation_id="getFriendLink",
    responses=errors(codes.NOT_ON_BEHALF),
    summary="The link by which others become friends of the caller",
)
async def get_friend_link(call: PlayerCall) -> FriendLinkReply:
    link = await call.server.friends.link_of(call.player.id)
    return FriendLinkReply(token=link and link.token, created_at=link and link.created_at)


@router.post(
    "/me/friend-link",
    operation_id="createFriendLink",
    status_code=201,
    responses=errors(codes.NOT_ON_BEHALF),
    summary="Make a new link by which others become friends of the caller",
)
async def create_friend_link(call: PlayerCall) -> FriendLinkReply:
    """A player has one link: the earlier one ends. Friends stay friends."""
    call.pay(FRIENDS_STEP)
    link = await call.server.friends.renew_link(call.player.id)
    return FriendLinkReply(token=link.token, created_at=link.created_at)


@router.get(
    "/friend-links/{token}",
    operation_id="openFriendLink",
    responses=errors(*_NO_LINK),
    summary="Whose link it is",
)
async def open_friend_link(token: Token, call: PlayerCall) -> OpenedFriendLinkReply:
    """A link that was replaced is unknown, and so is one that does not work for the caller."""
    link = await _opened(call, call.server.friends.look(call.player.id, token))
    return OpenedFriendLinkReply(player_id=link.player_id, name=link.name, since=link.since)


@router.post(
    "/friend-links/{token}/accept",
    operation_id="acceptFriendLink",
    responses=errors(*_NO_LINK, codes.TOO_MANY_FRIENDS),
    summary="Become a friend of the player whose link it is",
)
async def accept_friend_link(token: Token, call: PlayerCall) -> KnownPlayer:
    """Both are then friends of each other. This call is safe to repeat."""
    call.pay(FRIENDS_STEP)
    return await _opened(call, call.server.friends.accept(call.player.id, token))


@router.get("/me/blocks", operation_id="listBlocks", responses=errors(), summary="Whom the caller has blocked")
async def list_blocks(call: PlayerCall) -> BlockList:
    """The newest first. Clients hide the messages of these players."""
    blocks = await call.server.blocks.of(call.player.id)
    call.pay(of_list(len(blocks)))
    return BlockList(blocks=blocks)


@router.put(
    "/me/blocks/{player_id}",
    operation_id="putBlock",
    responses=errors(codes.UNKNOWN_PLAYER, codes.OWN_BLOCK, codes.TOO_MANY_BLOCKS),
    summary="Block a player",
)
async def put_block(player_id: PlayerId, call: PlayerCall) -> KnownPlayer:
    """
    Ends a friendship with the player, and no link makes another one, in either direction. The player is not notified,
    and cannot find out. This call is safe to repeat.
    """
    call.pay(FRIENDS_STEP)
    return await call.server.blocks.put(call.player.id, player_id)


@router.delete(
    "/me/blocks/{player_id}",
    operation_id="deleteBlock",
    status_code=204,
    responses=errors(codes.NOT_ON_BEHALF),
    summary="Unblock a player",
)
async def delete_block(player_id: PlayerId, call: PlayerCall) -> None:
    """It also succeeds if the player is not blocked. A friendship that has ended does not come back."""
    call.pay(FRIENDS_STEP)
    await call.server.blocks.delete(call.player.id, player_id)


async def _opened(call: Call, result: Awaitable[T]) -> T:
    """Return what is done with a link; one that does not work costs more."""
    try:
        return await result
    except RefusedError as error:
        if error.code == codes.UNKNOWN_FRIEND_LINK:
            call.pay(UNKNOWN_FRIEND_LINK)
        raise
