"""The frames of the WebSockets, both ways (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from engines.contract import Viewer


class ClientFrameBase(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SubscribeFrame(ClientFrameBase):
    """Follow a match from behind cursor `after`; only on the socket for many matches."""

    type: Literal["subscribe"]
    match_id: str = Field(max_length=64)
    after: int = Field(default=0, ge=0, le=2**53)


class UnsubscribeFrame(ClientFrameBase):
    """Follow a match no longer; only on the socket for many matches."""

    type: Literal["unsubscribe"]
    match_id: str = Field(max_length=64)


class PingFrame(ClientFrameBase):
    """Ask whether the server is there."""

    type: Literal["ping"]


ClientFrame: TypeAlias = Annotated[SubscribeFrame | UnsubscribeFrame | PingFrame, Field(discriminator="type")]

client_frames: TypeAdapter[SubscribeFrame | UnsubscribeFrame | PingFrame] = TypeAdapter(ClientFrame)


class HelloFrame(BaseModel):
    """The first frame: the socket is authenticated. A `heartbeat` comes every so many seconds."""

    type: Literal["hello"] = "hello"
    player_id: str
    heartbeat_seconds: float
    server_now: str


class SubscribedFrame(BaseModel):
    """
    The match is followed as this viewer; what was missed comes next, up to `cursor`, then what happens.
    """

    type: Literal["subscribed"] = "subscribed"
    match_id: str
    viewer: Viewer
    cursor: int


class UnsubscribedFrame(BaseModel):
    """The match is followed no longer."""

    type: Literal["unsubscribed"] = "unsubscribed"
    match_id: str


class RefusedFrame(BaseModel):
    """A `subscribe` was refused; the socket stays open. `code` and `detail` are those of an HTTP problem."""

    type: Literal["refused"] = "refused"
    match_id: str
    code: str
    detail: str


class HeartbeatFrame(BaseModel):
    """The server is there; comes every `heartbeat_seconds`."""

    type: Literal["heartbeat"] = "heartbeat"
    server_now: str


class PongFrame(BaseModel):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    server_now: str


ServerFrame: TypeAlias = HelloFrame | SubscribedFrame | UnsubscribedFrame | RefusedFrame | HeartbeatFrame | PongFrame
