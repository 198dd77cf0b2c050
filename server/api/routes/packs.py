"""Packs: content of their own that organisers bring to a game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from server.api.calls.dependencies import PlayerCall
from server.api.models.packs import PackDetails, PackList, PackReply, PackRequest
from server.api.routes.responses import errors
from server.costs import of_pack
from server.matches.packs import Pack

router = APIRouter(prefix="/v1/packs", tags=["packs"])

PackName = Annotated[str, Path(max_length=100, description="A pack's id, `sha256:…`.")]


@router.post(
    "",
    operation_id="registerPack",
    status_code=201,
    responses=errors("no_packs", "bad_pack", "bad_name", "too_many_packs"),
    summary="Register a pack for matches of one's own",
)
async def register_pack(body: PackRequest, call: PlayerCall) -> PackReply:
    """
    The pack is checked against its game's schema. Name its id as the option `pack` when creating a match. The same
    content again is the same pack.
    """
    call.pay(of_pack(call.body_bytes))
    return _reply(await call.server.packs.register(call.player, body.game, body.content))


@router.get("", operation_id="listPacks", responses=errors(), summary="One's own packs, newest first")
async def list_packs(call: PlayerCall) -> PackList:
    """Without their content: `getPack` gives it."""
    return PackList(packs=[_reply(pack) for pack in await call.server.packs.list_packs(call.player)])


@router.get("/{pack}", operation_id="getPack", responses=errors(("unknown_pack", 404)), summary="A pack of one's own")
async def get_pack(pack: PackName, call: PlayerCall) -> PackDetails:
    """Only for whoever registered it: what is in it may be a secret of its matches."""
    found, content = await call.server.packs.get(call.player, pack)
    return PackDetails(**dict(_reply(found)), content=content)


@router.delete(
    "/{pack}",
    operation_id="deletePack",
    status_code=204,
    responses=errors(("unknown_pack", 404)),
    summary="Keep a pack no longer",
)
async def delete_pack(pack: PackName, call: PlayerCall) -> None:
    """Matches that began with it go on with it."""
    await call.server.packs.forget(call.player, pack)


def _reply(pack: Pack) -> PackReply:
    return PackReply.model_validate(pack, from_attributes=True)
