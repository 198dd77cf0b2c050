"""
The outbox: messages to webhooks, until they are delivered or given up.

A delivery is `waiting` while it is to be tried at `due_at`, then `delivered` or `failed`. Deliveries of a webhook are
numbered 1, 2, 3 … in the transaction that moves its cursor, so each event is put down exactly once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal, TypeAlias, cast

from sqlalchemy import ColumnElement, Text, bindparam, case, delete, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.notifications.webhooks.messages import body_of
from server.runtime.clock.clock import Clock
from server.runtime.database.queries import begin, fetch
from server.runtime.database.tables import WebhookDeliveryRow, WebhookReminderRow, WebhookRow
from server.runtime.retention import OldRows
from server.runtime.times import timestamp

MOST_KEPT: Final = 1_000
"""How many of the last deliveries of a webhook are kept."""

MOST_WAITING: Final = 1_000
"""How many deliveries of a webhook can wait; what comes after stays in the player's stream."""

TRIES_AT_ONCE: Final = 4
"""How many tries are under way to one webhook at most."""

_REMINDERS_AT_ONCE: Final = 200

DeliveryState: TypeAlias = Literal["waiting", "delivered", "failed"]

_webhooks = WebhookRow.__table__
_deliveries = WebhookDeliveryRow.__table__
_reminders = WebhookReminderRow.__table__

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DeliveryReply:
    """A message to a webhook, and what has become of it."""

    n: int
    """Its number among the messages to this webhook."""
    message_id: str
    """Its `webhook-id`, the same for every try."""
    type: str
    """The type of the message."""
    created_at: str
    """When the message was made."""
    state: DeliveryState
    """`waiting` for its next try, `delivered`, or `failed` for good."""
    tries: int
    """How often it was tried."""
    tried_at: str | None
    """When the last try began; null if it was not tried."""
    status: int | None
    """The HTTP status of the last try; null if it was not answered. Nothing else of an answer is kept."""
    next_try_at: str | None
    """When it is tried next; null if never."""


def message_id(row: Mapping[Any, Any]) -> str:
    """Return the `webhook-id` of a delivery; earlier servers made it of numbers alone."""
    return str(row["message_id"] or f"msg_{row['webhook_id']}_{row['n']}")


def message(webhook_id: str, n: int, type_: str, at: str, data: Mapping[str, Any], now: datetime) -> Row:
    """Return the row of a new delivery, to be tried at once."""
    row = {"webhook_id": webhook_id, "n": n, "type": type_, "body": body_of(type_, at, data)}
    # A restored backup sets back the number, not the time; a target drops a second message with the id of another one.
    unique = f"msg_{webhook_id}_{int(now.timestamp() * 1_000_000)}_{n}"
    return {**row, "message_id": unique, "created_at": timestamp(now), **initial_columns(now)}


def initial_columns(now: datetime) -> Row:
    """Return the columns of a delivery that was not tried yet, or is to be sent again."""
    return {"state": "waiting", "tries": 0, "tried_at": None, "status": None, "due_at": timestamp(now)}


def delivery_reply(row: Mapping[Any, Any]) -> DeliveryReply:
    return DeliveryReply(
        row["n"],
        message_id(row),
        row["type"],
        row["created_at"],
        cast("DeliveryState", row["state"]),
        row["tries"],
        row["tried_at"],
        row["status"],
        row["due_at"],
    )


@dataclass(slots=True)
class Filling:
    """
    What is put down for a held webhook.

    `cursor` is up to where its player's stream was read, `messages` are types, times and data. `matches` are those in
    which a deadline was set or ended, with the rows that say when to look; `looked` are rows that were due. `more`:
    there is more to put down at once.
    """

    hook: WebhookRow
    cursor: int
    messages: list[tuple[str, str, Mapping[str, Any]]]
    matches: dict[str, list[Row]]
    looked: list[WebhookReminderRow]
    more: bool


@dataclass(frozen=True, slots=True)
class Tried:
    """What a try has led to: the state of the delivery, the status of the answer, and when it is tried next."""

    delivery: WebhookDeliveryRow
    state: DeliveryState
    at: str
    status: int | None
    due_at: str | None


@dataclass(frozen=True, slots=True)
class Served:
    """What the tries for a held webhook have led to; `now` is when the last one ended."""

    hook: WebhookRow
    tries: Sequence[Tried]
    failing_since: str | None
    slow: bool
    disabled_because: str | None
    now: str


def old_deliveries(database: AsyncEngine, keep: timedelta) -> OldRows:
    """Return the rule for deliveries that are delivered or failed; of each webhook, the last `MOST_KEPT` are kept."""
    last = select(_webhooks.c.numbered).where(_webhooks.c.webhook_id == _deliveries.c.webhook_id).scalar_subquery()

    def is_old(before: str) -> ColumnElement[bool]:
        return _deliveries.c.due_at.is_(None) & (
            (_deliveries.c.created_at < before) | (_deliveries.c.n <= last - MOST_KEPT)
        )

    return OldRows(keep, database, _deliveries, is_old, shown=_deliveries.c.webhook_id)


class Outbox:
    """The deliveries to all webhooks; all statements are for many webhooks at once."""

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def waiting(self, hooks: Sequence[WebhookRow]) -> dict[str, int]:
        """Return how many deliveries wait, by webhook; only of those where some do."""
        ids = [hook.webhook_id for hook in hooks]
        counted = select(_deliveries.c.webhook_id, func.count()).where(
            _deliveries.c.webhook_id.in_(ids), _deliveries.c.due_at.is_not(None)
        )
        return dict(map(tuple, await fetch(self._database, counted.group_by(_deliveries.c.webhook_id))))

    async def to_look(self, hooks: Sequence[WebhookRow], now: str) -> list[WebhookReminderRow]:
        """Return the times that have come to see whether a submission is missing."""
        ids = [hook.webhook_id for hook in hooks]
        due = select(_reminders).where(_reminders.c.webhook_id.in_(ids), _reminders.c.due_at <= now)
        rows = await fetch(self._database, due.order_by(_reminders.c.due_at).limit(_REMINDERS_AT_ONCE))
        return [WebhookReminderRow(**row._mapping) for row in rows]

    async def put_down(self, fillings: Sequence[Filling], now: datetime) -> None:
        """Put down what there is for webhooks that are still held, and whose cursors are where they were."""
        if not fillings:
            return
        async with begin(self._database) as connection:
            current = await _lock(connection, [filling.hook for filling in fillings])
            valid = [
                (filling, current[filling.hook.webhook_id])
                for filling in fillings
                if filling.hook.webhook_id in current and current[filling.hook.webhook_id].cursor == filling.hook.cursor
            ]
            await _put_down(connection, valid, now)

    async def due(self, hooks: Sequence[WebhookRow], now: str) -> dict[str, list[WebhookDeliveryRow]]:
        """Return the next deliveries to try, by webhook, at most `TRIES_AT_ONCE` of each."""
        ids = [hook.webhook_id for hook in hooks]
        place = func.row_number().over(partition_by=_deliveries.c.webhook_id, order_by=_deliveries.c.due_at)
        ranked = (
            select(_deliveries.c.webhook_id, _deliveries.c.n, place.label("place"))
            .where(_deliveries.c.webhook_id.in_(ids), _deliveries.c.due_at <= now)
            .subquery()
        )
        first = select(ranked.c.webhook_id, ranked.c.n).where(ranked.c.place <= TRIES_AT_ONCE)
        wanted = select(_deliveries).where(tuple_(_deliveries.c.webhook_id, _deliveries.c.n).in_(first))
        found: dict[str, list[WebhookDeliveryRow]] = {}
        for row in await fetch(self._database, wanted.order_by(_deliveries.c.due_at)):
            found.setdefault(row.webhook_id, []).append(WebhookDeliveryRow(**row._mapping))
        return found

    async def note_results(self, all_served: Sequence[Served]) -> None:
        """Note what tries have led to, and let the webhooks go until something is due for them."""
        if not all_served:
            return
        async with begin(self._database) as connection:
            current = await _lock(connection, [served.hook for served in all_served])
            await _note_tries(connection, all_served)
            still = [served for served in all_served if served.hook.webhook_id in current]
            await _let_go(connection, still)


async def _lock(connection: AsyncConnection, hooks: Sequence[WebhookRow]) -> dict[str, WebhookRow]:
    """Return the rows of webhooks that are still held by this process, locked until the end of the transaction."""
    keys = [(hook.webhook_id, hook.held_until) for hook in hooks]
    held = update(_webhooks).where(tuple_(_webhooks.c.webhook_id, _webhooks.c.held_until).in_(keys))
    rows = await connection.execute(held.values(held_until=_webhooks.c.held_until).returning(_webhooks))
    return {row.webhook_id: WebhookRow(**row._mapping) for row in rows}


async def _put_down(connection: AsyncConnection, fillings: Sequence[tuple[Filling, WebhookRow]], now: datetime) -> None:
    rows, moved, looked, changed, planned = [], [], [], [], []
    for filling, hook in fillings:
        for type_, at, data in filling.messages:
            hook.numbered += 1
            rows.append(message(hook.webhook_id, hook.numbered, type_, at, data, now))
        again = timestamp(now) if filling.more else None
        moved.append({"the_id": hook.webhook_id, "to": filling.cursor, "last": hook.numbered, "again": again})
        looked += [(row.webhook_id, row.match_id, row.seconds) for row in filling.looked]
        changed += [(hook.webhook_id, match_id) for match_id in filling.matches]
        planned += [row for of_match in filling.matches.values() for row in of_match]
    key = (_reminders.c.webhook_id, _reminders.c.match_id)
    if looked:
        await connection.execute(delete(WebhookReminderRow).where(tuple_(*key, _reminders.c.seconds).in_(looked)))
    if changed:
        await connection.execute(delete(WebhookReminderRow).where(tuple_(*key).in_(changed)))
    if planned:
        await connection.execute(insert(_reminders), planned)
    if rows:
        await connection.execute(insert(_deliveries), rows)
    if moved:
        await connection.execute(
            update(_webhooks)
            .where(_webhooks.c.webhook_id == bindparam("the_id"))
            .values(
                cursor=bindparam("to"),
                numbered=bindparam("last"),
                news_at=func.coalesce(bindparam("again", type_=Text()), _webhooks.c.news_at),
            ),
            moved,
        )


async def _note_tries(connection: AsyncConnection, all_served: Sequence[Served]) -> None:
    tried = [
        {
            "the_id": tried.delivery.webhook_id,
            "the_n": tried.delivery.n,
            "made": tried.delivery.created_at,
            "before": tried.delivery.tries,
            "new_state": tried.state,
            "now_tries": tried.delivery.tries + 1,
            "at": tried.at,
            "answer": tried.status,
            "next": tried.due_at,
        }
        for served in all_served
        for tried in served.tries
    ]
    if tried:
        await connection.execute(
            update(_deliveries)
            .where(
                _deliveries.c.webhook_id == bindparam("the_id"),
                _deliveries.c.n == bindparam("the_n"),
                # Not if the database has lost it, and the number is that of another message.
                _deliveries.c.created_at == bindparam("made"),
                # Not if it was sent by another process in the meantime, or is to be sent again.
                _deliveries.c.tries == bindparam("before"),
                _deliveries.c.due_at.is_not(None),
            )
            .values(
                state=bindparam("new_state"),
                tries=bindparam("now_tries"),
                tried_at=bindparam("at"),
                status=bindparam("answer"),
                due_at=bindparam("next"),
            ),
            tried,
        )


async def _let_go(connection: AsyncConnection, all_served: Sequence[Served]) -> None:
    ids = [served.hook.webhook_id for served in all_served]
    disabled = [served.hook.webhook_id for served in all_served if served.disabled_because is not None]
    if not ids:
        return
    if disabled:
        given_up = _deliveries.c.webhook_id.in_(disabled), _deliveries.c.due_at.is_not(None)
        await connection.execute(update(_deliveries).where(*given_up).values(state="failed", due_at=None))
        await connection.execute(delete(WebhookReminderRow).where(_reminders.c.webhook_id.in_(disabled)))
    next_at: dict[str, str] = {}
    for table in (_deliveries, _reminders):
        first = select(table.c.webhook_id, func.min(table.c.due_at)).where(
            table.c.webhook_id.in_(ids), table.c.due_at.is_not(None)
        )
        for webhook_id, due_at in await connection.execute(first.group_by(table.c.webhook_id)):
            next_at[webhook_id] = min(due_at, next_at.get(webhook_id, due_at))
    at = bindparam("next", type_=Text())
    sooner = case((_webhooks.c.news_at.is_(None), at), (_webhooks.c.news_at > at, at), else_=_webhooks.c.news_at)
    await connection.execute(
        update(_webhooks)
        .where(_webhooks.c.webhook_id == bindparam("the_id"))
        .values(
            held_until=None,
            news_at=sooner,
            failing_since=bindparam("since"),
            slow=bindparam("was_slow"),
            disabled_at=bindparam("disabled"),
            disabled_because=bindparam("because"),
        ),
        [
            {
                "the_id": served.hook.webhook_id,
                "next": next_at.get(served.hook.webhook_id),
                "since": served.failing_since,
                "was_slow": served.slow,
                "disabled": served.now if served.disabled_because else None,
                "because": served.disabled_because,
            }
            for served in all_served
        ],
    )
