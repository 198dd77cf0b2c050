"""The queue: playing now with people who want the same."""

from __future__ import annotations

from fastapi import APIRouter

from server.access import codes
from server.access.costs import NEW_MATCH, QUEUE_STEP, of_list
from server.api.calls.dependencies import PlayerCall, WatcherCall
from server.api.calls.late_routes import LateRoute
from server.api.models.queue import QueueList, QueueReply
from server.api.routes.responses import errors
from server.matches.lists.listings import MatchReply
from server.matches.seats.queue import QueueRequest

router = APIRouter(prefix="/v1/queue", tags=["matches"], route_class=LateRoute)


@router.get(
    "",
    operation_id="listQueues",
    responses=errors(),
    summary="Whether somebody waits for a game, and how long it usually takes",
)
async def list_queues(call: WatcherCall) -> QueueList:
    """All games and paces, as they were a few seconds ago. Nobody learns who waits, or how many do."""
    queues = [QueueReply(**queue._asdict()) for queue in await call.server.queue.all()]
    call.pay(of_list(len(queues)))
    return QueueList(queues=queues)


@router.post(
    "",
    operation_id="joinQueue",
    responses=errors(
        (codes.UNKNOWN_GAME, 422),
        codes.TOO_MANY_MATCHES,
        codes.TOO_MANY_SEATINGS,
        codes.TOO_BUSY,
    ),
    summary="Play now with people who want the same",
)
async def join_queue(body: QueueRequest, call: PlayerCall) -> MatchReply:
    """
    Seats the caller at the table that has waited longest, or at a new one, and returns it. The match begins by itself
    when every seat is taken. It has the smallest variant of the game, and nobody has the rights of a host.

    A wait counts for a minute: call again every 20 to 30 seconds, with new `entropy`. The reply can then be another
    match, at whose table the caller sits now. To stop waiting, use `leaveSeat`. After 30 seconds, who waits can give
    the free seats to bots (`takeSeat`).
    """
    call.pay(QUEUE_STEP)
    reply, created = await call.server.queue.join(call.player, body)
    if created:
        call.pay(NEW_MATCH)
    return reply
