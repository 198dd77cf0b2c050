"""Reading logs of any kind: the events that a viewer gets, and the entries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from fastapi import Request, Response
from fastapi.responses import StreamingResponse

from engines.kit import Viewer
from server.access.costs import of_bytes, of_entries, of_lines
from server.api.calls.attachments import attachment
from server.api.calls.dependencies import Call, WatchCall
from server.api.routes.following import asks_for_stream, nothing, own, page, sse_response, wait_for_event
from server.api.streams.feed import follow
from server.api.streams.payer import Payer
from server.api.streams.sse import event_stream, parse_id
from server.logs.aggregates.events import Event, join_events
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.lines import Lines, Retelling, lines_for
from server.logs.aggregates.repository import Repository
from server.logs.aggregates.resuming import Position, require_reached
from server.runtime.time_slices import Pace

NDJSON: Final = "application/x-ndjson"

_PORTION_BYTES: Final = 32_768
"""How much of a log is sent at once."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parameters of a call that reads a stream."""

    position: Position
    limit: int
    wait: float
    lines: str | None
    last_event_id: str | None


async def read_events(
    request: Request,
    call: WatchCall,
    repository: Repository[AggregateT],
    watch: Callable[[int], Awaitable[tuple[AggregateT, Viewer]]],
    looks: Callable[[Any], Viewer],
    wanted: Wanted,
) -> Response:
    """
    Reply with a page, if wanted after a long poll; or with server-sent events if the caller accepts them.

    Args:
        watch: Returns the log, up to this event at least, and the caller's viewer; or refuses.
        looks: Returns which viewer the caller is in a state of the log.
    """
    streams, as_stream, position = call.server.streams, asks_for_stream(request), wanted.position
    seen_before = None
    if as_stream and wanted.last_event_id is not None:
        seen_before, position = parse_id(wanted.last_event_id)
    after = position.after
    live, viewer = await watch(after)
    mailbox = streams.mailbox()
    if as_stream:
        # With an id of another viewer, or of another epoch, the reply says so, and clients forget the id.
        if seen_before is None or (seen_before == viewer and position.epoch in (None, repository.epoch)):
            require_reached(position, live.projection(viewer).cursor, repository.epoch)
        payer, seen = own(call, mailbox), seen_before or viewer
        begin = partial(follow, repository, live, looks, position, mailbox, asked=wanted.lines)
        return sse_response(
            event_stream(streams, mailbox, payer, seen, lambda: looks(live.state), repository.epoch, begin)
        )
    feed = follow(repository, live, looks, position, mailbox, nothing)
    await wait_for_event(call, feed, after, mailbox, wanted.wait)
    # Read as the viewer of the request: a caller who has lost the seat in the meantime gets nothing more of it.
    last = feed.cursor if mailbox.closed else live.projection(viewer).cursor
    events = live.events(viewer, after, min(wanted.limit, last - after))
    cursor = events[-1].cursor if events else after
    texts = await _with_lines(lines_for(live, viewer, wanted.lines), events)
    call.pay(of_entries(len(events)) + of_bytes(len(texts)) + of_lines(0 if wanted.lines is None else len(events)))
    return page(call, f'"viewer":"{viewer}"', texts, feed, cursor, more=cursor < last)


def send_log(call: Call, log_id: str, lines: Iterator[bytes]) -> Response:
    """Reply with the entries of a log as a file, slowed down to what the caller can pay for."""
    payer = Payer(call.server.streams.admission, call.access, call.address, asyncio.sleep)
    headers = {"Cache-Control": "no-store", **attachment(f"{log_id}.ndjson")}
    return StreamingResponse(_portions(lines, payer), media_type=NDJSON, headers=headers)


async def _with_lines(lines: Lines | None, events: Sequence[Event]) -> str:
    """Join events as the elements of a JSON array, with sentences if they are asked for."""
    if lines is None:
        return join_events(events)
    retelling, pace, texts = Retelling(lines), Pace(), list[str]()
    for event in events:
        texts.append(event.text(lines=await retelling.lines_of(event.cursor)))
        await pace.rest()
    return ",".join(texts)


async def _portions(lines: Iterator[bytes], payer: Payer) -> AsyncIterator[bytes]:
    """Yield the lines in portions; each is made and paid for when the client has taken the one before."""
    pace, portion, size = Pace(), list[bytes](), 0
    for line in lines:
        portion.append(line)
        size += len(line)
        if size >= _PORTION_BYTES:
            yield b"".join(portion)
            payer.charge(of_entries(len(portion)) + of_bytes(size))
            await payer.slow_down()
            portion, size = [], 0
        await pace.rest()
    yield b"".join(portion)
    payer.charge(of_entries(len(portion)) + of_bytes(size))
