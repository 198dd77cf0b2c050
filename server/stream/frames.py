"""The frames of the WebSockets, both ways (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from engines.contract import SeatId, Viewer


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


class SubmitFrame(ClientFrameBase):
    """
    Submit a move, as `PUT …/submission` does; answered by `submitted` or `refused` with the same `ref`.

    `match_id` may be left out on the socket of one match.
    """

    type: Literal["submit"]
    ref: str | None = Field(default=None, max_length=64)
    match_id: str | None = Field(default=None, max_length=64)
    phase: int = Field(ge=0, le=2**31)
    move: JsonValue
    keep_thinking: bool = False


class PingFrame(ClientFrameBase):
    """Ask whether the server is there."""

    type: Literal["ping"]


ClientFrame: TypeAlias = SubscribeFrame | UnsubscribeFrame | SubmitFrame | PingFrame

client_frames: TypeAdapter[ClientFrame] = TypeAdapter(Annotated[ClientFrame, Field(discriminator="type")])


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
    server_now: str


class UnsubscribedFrame(BaseModel):
    """The match is followed no longer."""

    type: Literal["unsubscribed"] = "unsubscribed"
    match_id: str
    server_now: str


class SubmittedFrame(BaseModel):
    """A move is in, durably; the fields are those of the reply to `PUT …/submission`."""

    type: Literal["submitted"] = "submitted"
    ref: str | None
    match_id: str
    seat: SeatId
    phase: int
    accepted_at: str
    receipt: str
    cursor: int
    repeated: bool
    server_now: str


class RefusedFrame(BaseModel):
    """
    A `subscribe` or a `submit` was refused; the socket stays open.

    `status`, `code`, `detail` and `pointer` (into the frame) are those of an HTTP problem.
    """

    type: Literal["refused"] = "refused"
    ref: str | None = None
    match_id: str
    status: int
    code: str
    detail: str
    pointer: str | None = None
    server_now: str


class HeartbeatFrame(BaseModel):
    """The server is there; comes every `heartbeat_seconds`."""

    type: Literal["heartbeat"] = "heartbeat"
    server_now: str


class PongFrame(BaseModel):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    server_now: str


ServerFrame: TypeAlias = (
    HelloFrame | SubscribedFrame | UnsubscribedFrame | SubmittedFrame | RefusedFrame | HeartbeatFrame | PongFrame
)
