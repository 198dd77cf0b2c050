"""Administration: what administrators can see and change of players."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fastapi import APIRouter, Body, Path, Query

from server.access import codes
from server.access.costs import ADMINISTRATION, FORGET, of_list
from server.access.rights import require
from server.api.calls.dependencies import Call, PlayerCall
from server.api.calls.late_routes import LateRoute
from server.api.models.administration import (
    AccountReply,
    AdministratorAction,
    AuditPage,
    EndAccessAction,
    ForgetPlayerRequest,
    ReinstateAction,
    RemoveAdministratorAction,
    ReportPage,
    SuspendAction,
    WithdrawNameAction,
    WithdrawTokenAction,
)
from server.api.models.players import ForgettingReply
from server.api.models.tokens import render_token
from server.api.routes.responses import errors
from server.people.administration.administration import Account
from server.people.administration.audit import insert_step
from server.runtime.ids import ID_PATTERN
from server.runtime.times import timestamp

router = APIRouter(prefix="/v1/administration", tags=["administration"], route_class=LateRoute)

_About: TypeAlias = Annotated[str | None, Query(pattern=ID_PATTERN, description="Only about this player.")]
_Before: TypeAlias = Annotated[str | None, Query(pattern=ID_PATTERN, description="The `next` of the previous page.")]
_Limit: TypeAlias = Annotated[int, Query(ge=1, le=100, description="How many there are on a page, at most.")]

PlayerId = Annotated[str, Path(max_length=64, description="The id of a player.")]


@router.get(
    "/players/{player_id}",
    operation_id="getAccount",
    responses=errors(codes.ADMINISTRATORS_ONLY, codes.UNKNOWN_PLAYER),
    summary="A player with its tokens",
)
async def get_account(player_id: PlayerId, call: PlayerCall) -> AccountReply:
    """For administrators. Without the secrets of tokens, of which the server stores only hashes."""
    require("getAccount", call.player.role)
    return _render(await call.server.administration.account(player_id))


@router.post(
    "/players/{player_id}/actions",
    operation_id="actOnPlayer",
    responses=errors(
        codes.ADMINISTRATORS_ONLY,
        codes.UNKNOWN_PLAYER,
        codes.UNKNOWN_TOKEN_ID,
        codes.ALREADY_SUSPENDED,
        codes.NOT_SUSPENDED,
        codes.NOT_ADMINISTRATOR,
        codes.OWN_ACCOUNT,
    ),
    summary="Suspend a player, withdraw a name or tokens, end access",
)
async def act_on_player(
    player_id: PlayerId, action: Annotated[AdministratorAction, Body()], call: PlayerCall
) -> AccountReply:
    """For administrators. Each action is written down in the audit, with who did it. Returns the player after it."""
    require("actOnPlayer", call.player.role)
    call.pay(ADMINISTRATION)
    await _act(call, player_id, action)
    return _render(await call.server.administration.account(player_id))


@router.delete(
    "/players/{player_id}",
    operation_id="forgetPlayer",
    status_code=202,
    responses=errors(codes.ADMINISTRATORS_ONLY, codes.UNKNOWN_PLAYER, codes.IS_ADMINISTRATOR),
    summary="Forget a player",
)
async def forget_player(player_id: PlayerId, body: ForgetPlayerRequest, call: PlayerCall) -> ForgettingReply:
    """
    For administrators: as if the player had asked for it (`forgetMe`). This cannot be undone. First take the role
    of an administrator away.
    """
    require("forgetPlayer", call.player.role)
    call.pay(FORGET)
    await call.server.administration.require_forgettable(player_id)
    step = insert_step(call.server.streams.clock.now(), call.player.id, "forgotten", player_id, body.reason)
    asked_at = await call.server.forgetting.forget(player_id, step, by=call.access.actor)
    return ForgettingReply(player_id=player_id, asked_at=asked_at)


@router.get(
    "/audit",
    operation_id="listAudit",
    responses=errors(codes.ADMINISTRATORS_ONLY),
    summary="What administrators have done",
)
async def list_audit(call: PlayerCall, player: _About = None, before: _Before = None, limit: _Limit = 50) -> AuditPage:
    """For administrators: every action about a player, also those at the command line of the server; newest first."""
    require("listAudit", call.player.role)
    steps, following = await call.server.administration.audit(player, before, limit)
    call.pay(of_list(len(steps)))
    return AuditPage(steps=steps, next=following)


@router.get(
    "/reports",
    operation_id="listReports",
    responses=errors(codes.ADMINISTRATORS_ONLY),
    summary="What players have reported",
)
async def list_reports(
    call: PlayerCall, player: _About = None, before: _Before = None, limit: _Limit = 50
) -> ReportPage:
    """For administrators: reports of players (`reportPlayer`), each with its place in a match's log; newest first."""
    require("listReports", call.player.role)
    reports, following = await call.server.administration.reports(player, before, limit)
    call.pay(of_list(len(reports)))
    return ReportPage(reports=reports, next=following)


async def _act(call: Call, player_id: str, action: AdministratorAction) -> None:
    administration, by, reason = call.server.administration, call.access.actor, action.reason
    match action:
        case SuspendAction():
            await administration.suspend(by, player_id, reason)
        case ReinstateAction():
            await administration.reinstate(by, player_id, reason)
        case WithdrawNameAction():
            await administration.withdraw_name(by, player_id, reason)
        case WithdrawTokenAction():
            await administration.withdraw_token(by, player_id, action.token_id, reason)
        case EndAccessAction():
            after = None if action.added_after is None else timestamp(action.added_after)
            await administration.end_access(by, player_id, after, reason)
        case RemoveAdministratorAction():
            await administration.remove_administrator(by, player_id, reason)
        case _:
            await administration.withdraw_tokens(by, player_id, reason)


def _render(account: Account) -> AccountReply:
    return AccountReply(
        player_id=account.player_id,
        name=account.name,
        administrator=account.administrator,
        created_at=account.created_at,
        suspended_at=account.suspended_at,
        tokens=[render_token(token, "") for token in account.tokens],
        ways_in=account.ways_in,
    )
