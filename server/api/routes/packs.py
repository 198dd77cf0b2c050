"""Packs: content that players register for a game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from server.access import codes
from server.access.costs import of_pack
from server.api.calls.dependencies import PlayerCall
from server.api.calls.late_routes import LateRoute
from server.api.models.packs import PackList, PackRequest
from server.api.routes.responses import errors
from server.matches.hosting.packs import PackDetails, PackReply

router = APIRouter(prefix="/v1/packs", tags=["packs"], route_class=LateRoute)

PackName = Annotated[str, Path(max_length=100, description="The id of the pack, `sha256:…`.")]


@router.post(
    "",
    operation_id="registerPack",
    status_code=201,
    responses=errors(codes.NO_PACKS, codes.BAD_PACK, codes.BAD_NAME, codes.TOO_MANY_PACKS),
    summary="Register a pack for your matches",
)
async def register_pack(body: PackRequest, call: PlayerCall) -> PackReply:
    """
    The server checks the pack against the schema of its game. Use its id as the option `pack` when you create a match.
    Registering the same content again gives the same pack.
    """
    call.pay(of_pack(call.body_bytes))
    return await call.server.packs.register(call.player, body.game, body.content)


@router.get("", operation_id="listPacks", responses=errors(), summary="The caller's packs, newest first")
async def list_packs(call: PlayerCall) -> PackList:
    """Without their content; `getPack` returns it."""
    return PackList(packs=await call.server.packs.list_packs(call.player))


@router.get(
    "/{pack}", operation_id="getPack", responses=errors((codes.UNKNOWN_PACK, 404)), summary="A pack of the caller"
)
async def get_pack(pack: PackName, call: PlayerCall) -> PackDetails:
    """Only the player who registered the pack can read it, because its content may be a secret of a match."""
    return await call.server.packs.get(call.player, pack)


@router.delete(
    "/{pack}",
    operation_id="deletePack",
    status_code=204,
    responses=errors((codes.UNKNOWN_PACK, 404)),
    summary="Delete a pack",
)
async def delete_pack(pack: PackName, call: PlayerCall) -> None:
    """Matches that were created with the pack continue to use it."""
    await call.server.packs.forget(call.player, pack)
