"""One example of each frame, from one match of Wizard's Duel. A test sends the clients' frames to a server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel, JsonValue

from engines.kit import Viewer, seat_id
from server.api.models.events import EventFrame
from server.api.models.news import OwnEventFrame
from server.api.models.tournaments import TournamentEventFrame
from server.api.streams.frames import (
    HeartbeatFrame,
    HelloFrame,
    OwnSubscribedFrame,
    PingFrame,
    PongFrame,
    RefusedFrame,
    SubmitFrame,
    SubmittedFrame,
    SubscribedFrame,
    SubscribeFrame,
    TournamentSubscribedFrame,
    UnsubscribedFrame,
    UnsubscribeFrame,
)
from server.matches.facts import Submitted
from server.notifications.news.facts import Awaited
from server.organising.tournaments.facts import RoundStarted

_MATCH: Final = "01jczx6n5t0v9e8r7q6p5m4k3h"
_TOURNAMENT: Final = "01jczx5p9q8r7s6t5v4w3x2y1z"
_EPOCH: Final = "01jczx1b2c3d4e5f6g7h8j9k0m"
_PLAYER: Final = "01jczx3a4b5c6d7e8f9g0h1j2k"
_NOW: Final = "2030-01-01T12:00:05.250000Z"
_CAST: Final[JsonValue] = {"type": "cast", "spell": "4"}

_SENT: Final[tuple[BaseModel, ...]] = (
    PingFrame(type="ping"),
    SubscribeFrame(type="subscribe", match_id=_MATCH, after=0),
    SubmitFrame(type="submit", ref="round 1", match_id=_MATCH, phase=1, move=_CAST, keep_thinking=False),
    UnsubscribeFrame(type="unsubscribe", match_id=_MATCH),
)

_TOLD: Final[tuple[BaseModel, ...]] = (
    HelloFrame(player_id=_PLAYER, heartbeat_seconds=25, server_now=_NOW),
    SubscribedFrame(match_id=_MATCH, viewer=Viewer("a"), epoch=_EPOCH, cursor=2, server_now=_NOW),
    EventFrame(
        match_id=_MATCH,
        cursor=3,
        at="2030-01-01T12:00:05.248000Z",
        facts=[Submitted(seat_id("a"), 1, _CAST, keep_thinking=False, by_bot=False)],
        server_now=_NOW,
    ),
    OwnSubscribedFrame(player_id=_PLAYER, epoch=_EPOCH, cursor=11, server_now=_NOW),
    OwnEventFrame(
        player_id=_PLAYER,
        cursor=12,
        at="2030-01-01T12:00:05.248000Z",
        facts=[Awaited(_MATCH, "wizards_duel", seat_id("a"), 2, "2030-01-01T12:00:35.248000Z")],
        server_now=_NOW,
    ),
    TournamentSubscribedFrame(
        tournament_id=_TOURNAMENT, viewer=Viewer("e12"), epoch=_EPOCH, cursor=40, server_now=_NOW
    ),
    TournamentEventFrame(
        tournament_id=_TOURNAMENT,
        cursor=41,
        at="2030-01-01T12:00:05.248000Z",
        facts=[RoundStarted(2, {1: _MATCH}, None)],
        server_now=_NOW,
    ),
    HeartbeatFrame(server_now=_NOW),
    PongFrame(server_now=_NOW),
    SubmittedFrame(
        ref="round 1",
        match_id=_MATCH,
        seat=seat_id("a"),
        phase=1,
        accepted_at="2030-01-01T12:00:05.248000Z",
        receipt="4d7f1c0b9a8e6d5c4b3a29180716f5e4d3c2b1a0998877665544332211ffeedd",
        epoch=_EPOCH,
        cursor=3,
        repeated=False,
        server_now=_NOW,
    ),
    RefusedFrame(
        ref="round 1",
        match_id=_MATCH,
        status=409,
        code="phase_closed",
        detail="This phase is closed. The open phase is 2.",
        server_now=_NOW,
    ),
    UnsubscribedFrame(match_id=_MATCH, server_now=_NOW),
)


def _by_type(frames: tuple[BaseModel, ...]) -> Mapping[str, dict[str, Any]]:
    shown = (frame.model_dump(mode="json") for frame in frames)
    return {frame["type"]: frame for frame in shown}


EXAMPLES: Final = {**_by_type(_SENT), **_by_type(_TOLD)}
"""The examples by type of frame."""
