"""What a webhook of a player must have received, whatever failed: all news, and each message once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from tests.server.notifications.webhooks.target import Target
from tests.waiting import until

Json = Any


async def check_hook(target: Target, player_id: str, events: Sequence[Json]) -> None:
    """
    Wait until a target that drops repeated ids has all of these events of the player's own stream.

    No id is that of two messages. What they say in words, the stream does not.
    """
    news = [
        {"player_id": player_id, "cursor": event["cursor"]} | _without_type(fact)
        for event in events
        for fact in event["facts"]
    ]
    assert news
    # A message that failed twice is tried again after five minutes.
    await until(partial(_has_all, target, news), times=2)
    messages = {(each.headers["webhook-id"], each.body) for each in target.received}
    assert len(messages) == len({webhook_id for webhook_id, _ in messages})


def _without_type(fact: Json) -> Json:
    return {name: value for name, value in fact.items() if name != "type"}


def _has_all(target: Target, news: Sequence[Json]) -> bool:
    first = {each.headers["webhook-id"]: each.said["data"] for each in reversed(target.received)}
    said = [{name: value for name, value in data.items() if name != "text"} for data in first.values()]
    return all(each in said for each in news)
