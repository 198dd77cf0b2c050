"""Push subscriptions: the caller's browsers that get messages while no page is open."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from server.access import codes
from server.access.costs import NEW_PUSH_SUBSCRIPTION
from server.api.calls.dependencies import PlayerCall
from server.api.calls.late_routes import LateRoute
from server.api.models.push import PushSubscriptionList, PushSubscriptionRequest
from server.api.routes.responses import errors
from server.notifications.delivery.messages import BODIES
from server.notifications.push.subscriptions import PushSubscriptionReply
from server.runtime.words import language_of

router = APIRouter(prefix="/v1/me/push-subscriptions", tags=["players"], route_class=LateRoute)


@router.get(
    "",
    operation_id="listPushSubscriptions",
    responses=errors(codes.NOT_ON_BEHALF),
    summary="The caller's push subscriptions",
)
async def list_push_subscriptions(call: PlayerCall) -> PushSubscriptionList:
    """With the key that a browser needs for a new one."""
    push = call.server.push
    return PushSubscriptionList(
        application_server_key=await push.public_key(), subscriptions=await push.subscriptions.of(call.player)
    )


@router.put(
    "",
    operation_id="putPushSubscription",
    responses=errors(codes.BAD_PUSH_ENDPOINT, codes.NOT_ON_BEHALF, codes.PUSH_OFF, codes.TOO_MANY_PUSH_SUBSCRIPTIONS),
    summary="Subscribe a browser to Web Push",
)
async def put_push_subscription(body: PushSubscriptionRequest, call: PlayerCall) -> PushSubscriptionReply:
    """
    From now on, the browser gets messages about the caller's own stream: that a phase waits, that a deadline is near,
    that a seat is reserved, that a match is over, and messages to the host. Safe to repeat: do so whenever your page
    opens, because subscriptions end with the token of this call, or when a push service no longer knows them. A
    browser gets messages of one player only: the last one who subscribed it.
    """
    call.pay(NEW_PUSH_SUBSCRIPTION)
    call.server.push.require_contact()
    after = await call.server.push.last_cursor(call.player)
    language = language_of(body.language, BODIES)
    return await call.server.push.subscriptions.subscribe(
        call.player, call.access.token.origin, body.endpoint, body.keys.p256dh, body.keys.auth, language, after
    )


@router.delete(
    "/{subscription_id}",
    operation_id="deletePushSubscription",
    status_code=204,
    responses=errors(codes.NOT_ON_BEHALF),
    summary="Delete a push subscription",
)
async def delete_push_subscription(
    subscription_id: Annotated[str, Path(max_length=64, description="The id of the subscription.")], call: PlayerCall
) -> None:
    """It also succeeds if the caller has no such subscription."""
    await call.server.push.subscriptions.unsubscribe(call.player, subscription_id)
