"""Webhooks: addresses of programs of the caller, to which the server posts what happens."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, FastAPI, Path, Query

from server.access import codes
from server.access.costs import NEW_WEBHOOK, WEBHOOK_CALL, WEBHOOK_SECRET, of_list
from server.api.calls.dependencies import PlayerCall
from server.api.calls.late_routes import LateRoute
from server.api.models.webhooks import DeliveryList, WebhookList, WebhookMessage, WebhookRequest
from server.api.routes.responses import errors
from server.notifications.webhooks.hooks import NewWebhookReply, RotatedReply
from server.notifications.webhooks.outbox import DeliveryReply

router = APIRouter(prefix="/v1/webhooks", tags=["webhooks"], route_class=LateRoute)

WebhookId = Annotated[str, Path(max_length=64, description="The id of the webhook.")]
Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="The number of the message.")]


@router.post(
    "",
    operation_id="createWebhook",
    status_code=201,
    responses=errors(
        codes.TARGET_REFUSED,
        codes.TOO_MANY_WEBHOOKS,
        codes.WRONG_WEBHOOK_TYPES,
        codes.UNKNOWN_TOURNAMENT,
        codes.UNKNOWN_SERIES,
    ),
    summary="Create a webhook",
)
async def create_webhook(body: WebhookRequest, call: PlayerCall) -> NewWebhookReply:
    """
    From now on, the server posts the events of your own stream to this address, and signs them with the secret that
    this reply shows, once. Each message is sent at least once, in no order; answer with 2xx within 15 seconds. The
    webhook ends with the token of this call.

    With an `event` that you may know of, it posts what everyone is told there instead: results, rounds, whatever the
    events of the tournament or the series say to a spectator.
    """
    call.pay(NEW_WEBHOOK)
    return await call.server.webhooks.create(
        call.player,
        call.access.made_with,
        body.url,
        body.types,
        body.missing_seconds,
        None if body.event is None else body.event.named,
        body.language,
    )


@router.get("", operation_id="listWebhooks", responses=errors(), summary="The caller's webhooks, newest first")
async def list_webhooks(call: PlayerCall) -> WebhookList:
    """Without their secrets."""
    return WebhookList(webhooks=await call.server.webhooks.of(call.player))


@router.delete(
    "/{webhook_id}",
    operation_id="deleteWebhook",
    status_code=204,
    responses=errors(codes.UNKNOWN_WEBHOOK),
    summary="Delete a webhook",
)
async def delete_webhook(webhook_id: WebhookId, call: PlayerCall) -> None:
    """Messages that wait to be sent are dropped."""
    await call.server.webhooks.delete(call.player, webhook_id)


@router.post(
    "/{webhook_id}/rotate",
    operation_id="rotateWebhookSecret",
    responses=errors(codes.UNKNOWN_WEBHOOK),
    summary="Give a webhook a new secret",
)
async def rotate_webhook_secret(webhook_id: WebhookId, call: PlayerCall) -> RotatedReply:
    """For 24 hours, the previous secret still signs too: each message has two signatures."""
    call.pay(WEBHOOK_SECRET)
    return await call.server.webhooks.rotate(call.player, webhook_id)


@router.post(
    "/{webhook_id}/ping",
    operation_id="pingWebhook",
    status_code=202,
    responses=errors(codes.UNKNOWN_WEBHOOK, codes.UNKNOWN_TOURNAMENT, codes.UNKNOWN_SERIES),
    summary="Send a test message to a webhook",
)
async def ping_webhook(webhook_id: WebhookId, call: PlayerCall) -> DeliveryReply:
    """
    To try the target: `listWebhookDeliveries` shows the status of its answer. A disabled webhook is enabled, and
    gets what happens from now on.
    """
    call.pay(WEBHOOK_CALL)
    return await call.server.webhooks.ping(call.player, webhook_id)


@router.get(
    "/{webhook_id}/deliveries",
    operation_id="listWebhookDeliveries",
    responses=errors(codes.UNKNOWN_WEBHOOK),
    summary="The messages to a webhook, the last one first",
)
async def list_webhook_deliveries(
    webhook_id: WebhookId,
    call: PlayerCall,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1, description="Only messages with smaller numbers.")] = None,
    limit: Annotated[int, Query(ge=1, le=100, description="How many messages at most.")] = 50,
) -> DeliveryList:
    """Of the last seven days, and at most the last 1,000. Of answers only the status is known."""
    page = await call.server.webhooks.deliveries(call.player, webhook_id, before, limit)
    call.pay(of_list(len(page)))
    return DeliveryList(deliveries=page)


@router.post(
    "/{webhook_id}/deliveries/{n}/replay",
    operation_id="replayWebhookDelivery",
    status_code=202,
    responses=errors(codes.UNKNOWN_WEBHOOK, codes.UNKNOWN_DELIVERY, codes.WEBHOOK_DISABLED),
    summary="Send a message to a webhook again",
)
async def replay_webhook_delivery(webhook_id: WebhookId, n: Number, call: PlayerCall) -> DeliveryReply:
    """At once, with the same body and the same `webhook-id`, so that a target can recognise it as a repeat."""
    call.pay(WEBHOOK_CALL)
    return await call.server.webhooks.replay(call.player, webhook_id, n)


def describe_messages(app: FastAPI) -> None:
    """Add what the server itself calls to the OpenAPI document, in its section `webhooks`."""

    @app.webhooks.post(
        "message",
        operation_id="receiveWebhookMessage",
        tags=["webhooks"],
        status_code=204,
        response_description="Received.",
        summary="A message to a webhook",
    )
    def receive_webhook_message(body: WebhookMessage) -> None:
        """
        Sent to the `url` of a webhook, with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of
        Standard Webhooks 1.0.0. Any 2xx is a success.
        """
