"""The list of public matches, followed by server-sent events (docs/streams.md, "The list of public matches")."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Final

import httpx

from moirai_client.calls import Calls
from moirai_client.errors import RefusedError, UnreachableError
from moirai_client.patience import Patience
from moirai_client.schemas import LobbyFrame, MatchListing

_ENDED: Final = {"over", "void"}


async def follow_lobby(calls: Calls) -> AsyncIterator[list[MatchListing]]:
    """
    Yield the list whenever something in it has changed, for good.

    Raises:
        RefusedError: The server refuses it.
        UnreachableError: The server did not respond within the time limit of the client.
    """
    patience = Patience(calls.patience_seconds)
    while True:
        pause = 0.0
        rows: dict[str, tuple[str, MatchListing]] = {}
        try:
            async with calls.open("/v1/matches") as lines:
                async for frame in _frames(lines):
                    patience.restore()
                    calls.clock.notice(frame["server_now"])
                    _fold(rows, frame)
                    yield [match for _, match in sorted(rows.values(), key=lambda row: row[0], reverse=True)]
        except RefusedError as refusal:
            if refusal.status < 500 and refusal.status != 429:
                raise
            pause = refusal.retry_after_seconds
        except httpx.TransportError:
            pass
        if not await patience.wait(pause):
            raise UnreachableError("the list of public matches could not be followed again")


async def _frames(lines: AsyncIterator[str]) -> AsyncIterator[LobbyFrame]:
    """Yield the data of events, until the server says that it closes."""
    async for line in lines:
        if line == "event: closed":
            return
        if line.startswith("data: "):
            frame: LobbyFrame = json.loads(line.removeprefix("data: "))
            yield frame


def _fold(rows: dict[str, tuple[str, MatchListing]], frame: LobbyFrame) -> None:
    if frame["type"] == "list":
        rows.clear()
    for match, place in zip(frame["matches"], frame["places"], strict=True):
        if match["status"] in _ENDED:
            rows.pop(match["match_id"], None)
        else:
            rows[match["match_id"]] = (place, match)
