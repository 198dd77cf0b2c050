"""Messages in the channels that the game opens, and in the channels to the host; reports of players."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from server.access import codes
from server.access.costs import REPORT
from server.access.errors import RefusedError
from server.api.calls.dependencies import IdempotencyKey, PlayerCall, reply_of
from server.api.calls.late_routes import LateRoute
from server.api.models.channels import MessageRequest, ReportRequest
from server.api.routes.matches import MatchId
from server.api.routes.responses import errors
from server.matches.talk.reports import ReportReply
from server.matches.talk.talk import MessagePage, MessageReply

router = APIRouter(prefix="/v1/matches/{match_id}", tags=["channels"], route_class=LateRoute)

ChannelName = Annotated[str, Path(max_length=200, description="A channel of the view.", examples=["heaven"])]
MessageCursor = Annotated[int | None, Query(ge=0, le=2**53)]


@router.get(
    "/channels/{channel}/messages",
    operation_id="listMessages",
    responses=errors(codes.UNKNOWN_MATCH, codes.UNKNOWN_CHANNEL, codes.AFTER_OR_BEFORE),
    summary="The messages of a channel",
)
async def list_messages(
    match_id: MatchId,
    channel: ChannelName,
    call: PlayerCall,
    after: Annotated[
        MessageCursor, Query(description="Only messages after this cursor, starting with the oldest.")
    ] = None,
    before: Annotated[MessageCursor, Query(description="Only messages before this cursor: the latest of them.")] = None,
    limit: Annotated[
        int, Query(ge=1, le=200, description="The maximum number of messages; a page also has at most 256 KiB of text.")
    ] = 50,
) -> MessagePage:
    """
    The messages that the caller received, even if the channel is closed: the latest ones, or those before or after a
    cursor. A player who joins a channel later does not get earlier messages; a player who takes over a seat gets all
    messages that the seat received.
    """
    if after is not None and before is not None:
        raise RefusedError(codes.AFTER_OR_BEFORE, "Send `after` or `before`, not both.")
    return await call.server.talk.read(call.player, match_id, channel, after=after, before=before, limit=limit)


@router.post(
    "/channels/{channel}/messages",
    operation_id="sendMessage",
    status_code=201,
    responses=errors(
        codes.UNKNOWN_MATCH,
        codes.UNKNOWN_CHANNEL,
        codes.NOT_A_MEMBER,
        codes.MUTED,
        codes.CHANNEL_CLOSED,
        codes.NO_REACTIONS,
        codes.MATCH_PAUSED,
        codes.MATCH_SUSPENDED,
        codes.PHASE_CLOSED,
        codes.TALKED_OUT,
        codes.IDEMPOTENCY_KEY_REUSED,
        codes.TOO_MANY_MESSAGES,
        codes.TOO_BUSY,
    ),
    summary="Send a message in a channel",
)
async def send_message(
    match_id: MatchId,
    channel: ChannelName,
    body: MessageRequest,
    call: PlayerCall,
    once: IdempotencyKey,
    response: Response,
) -> MessageReply:
    """
    A text, or a reaction: send `text` or `sign`. The members receive it in their streams (`message_sent`). The reply is
    sent after the message is stored.
    """
    return reply_of(await call.server.talk.say(call.player, match_id, channel, body.said, once), response)


@router.post(
    "/reports",
    operation_id="reportPlayer",
    responses=errors(
        codes.UNKNOWN_MATCH,
        codes.NOT_SEATED,
        (codes.UNKNOWN_SEAT, 404),
        codes.NOBODY_TO_REPORT,
        codes.CURSOR_AHEAD,
        codes.TOO_MANY_REPORTS,
        codes.TOO_BUSY,
    ),
    summary="Report a player",
)
async def report_player(match_id: MatchId, body: ReportRequest, call: PlayerCall) -> ReportReply:
    """
    Report a player of the match to its host and to the administrators of the server. The host reads it in the caller's
    channel to the host; the player who is reported, and all others, learn nothing of it. Repeating a report of the same
    seat and event changes nothing.
    """
    call.pay(REPORT)
    return await call.server.reports.report(call.player, match_id, body.seat, body.cursor, body.reason)
