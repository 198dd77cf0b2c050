"""The frames of the WebSockets, both ways (docs/streams.md; openapi/asyncapi.yaml shows their schemas)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter

from engines.contract import SeatId, Viewer

MAX_FRAME_BYTES: Final = 65536
"""Maximum size of a message from a client, over all its fragments."""

MAX_FRAGMENTS: Final = 64
"""Maximum number of fragments (frames of the WebSocket protocol) in a message from a client."""

MAX_CONTROL_FRAMES: Final = 64
"""Maximum number of pings and pongs of the WebSocket protocol from a client per second."""

_Ref = Annotated[str | None, Field(max_length=64, description="A text of the client's, which comes back as it is.")]
_MatchId = Annotated[str, Field(max_length=64, description="The id of the match.")]
_Told = Annotated[str, Field(description="The id of the match.")]
_Now = Annotated[str, Field(description="When the server sent this: RFC 3339 in UTC, with microseconds.")]


class ClientFrameBase(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SubscribeFrame(ClientFrameBase):
    """Follow a match from behind cursor `after`; only on the socket for many matches."""

    type: Literal["subscribe"]
    match_id: _MatchId
    after: int = Field(default=0, ge=0, le=2**53, description="The cursor of the last event already seen.")


class UnsubscribeFrame(ClientFrameBase):
    """Follow a match no longer; only on the socket for many matches."""

    type: Literal["unsubscribe"]
    match_id: _MatchId


class SubmitFrame(ClientFrameBase):
    """
    Submit a move, as `PUT …/submission` does; answered by `submitted` or `refused` with the same `ref`.

    `match_id` may be left out on the socket of one match.
    """

    type: Literal["submit"]
    ref: _Ref = None
    match_id: str | None = Field(
        default=None, max_length=64, description="The id of the match; needed on the socket for many."
    )
    phase: int = Field(ge=0, le=2**31, description="The number of the phase that the move is made for.")
    move: JsonValue = Field(description="One of the game's moves: the prompt of the view is its JSON Schema.")
    keep_thinking: bool = Field(default=False, description="Do not close the phase early on my account.")
    head: str | None = Field(
        default=None,
        pattern="^[0-9a-f]{64}$",
        description="The `head` that you were told when the last phase closed, to show that you all play one match.",
    )


class PingFrame(ClientFrameBase):
    """Ask whether the server is there."""

    type: Literal["ping"]


ClientFrame: TypeAlias = SubscribeFrame | UnsubscribeFrame | SubmitFrame | PingFrame

client_frames: TypeAdapter[ClientFrame] = TypeAdapter(Annotated[ClientFrame, Field(discriminator="type")])


class HelloFrame(BaseModel):
    """The first frame: the socket is authenticated. A `heartbeat` comes every so many seconds."""

    type: Literal["hello"] = "hello"
    player_id: str = Field(description="Who the server takes the client for.")
    heartbeat_seconds: float = Field(description="How often a `heartbeat` comes; after two without any, connect anew.")
    server_now: _Now


class SubscribedFrame(BaseModel):
    """
    The match is followed as this viewer; what was missed comes next, up to `cursor`, then what happens.
    """

    type: Literal["subscribed"] = "subscribed"
    match_id: _Told
    viewer: Viewer = Field(
        description="As whom the player looks: a seat, `spectator` or `host`. Where it is another than before, begin "
        "from cursor 0."
    )
    cursor: int = Field(description="The last event of the player's stream by now.")
    server_now: _Now


class UnsubscribedFrame(BaseModel):
    """The match is followed no longer."""

    type: Literal["unsubscribed"] = "unsubscribed"
    match_id: _Told
    server_now: _Now


class SubmittedFrame(BaseModel):
    """A move is in, durably; the fields are those of the reply to `PUT …/submission`."""

    type: Literal["submitted"] = "submitted"
    ref: _Ref
    match_id: _Told
    seat: SeatId = Field(description="The player's seat.")
    phase: int = Field(description="The number of the phase.")
    accepted_at: str = Field(description="Since when the move stands.")
    receipt: str = Field(description="Binds the log's entry: keep it with the move, to check the log against.")
    cursor: int = Field(description="The event that the submission made in the player's stream.")
    repeated: bool = Field(description="Exactly this submission stood already.")
    server_now: _Now


class RefusedFrame(BaseModel):
    """
    A `subscribe` or a `submit` was refused; the socket stays open.

    `status`, `code`, `detail` and `pointer` (into the frame) are those of an HTTP problem.
    """

    type: Literal["refused"] = "refused"
    ref: _Ref = None
    match_id: _Told
    status: int = Field(description="The HTTP status that the call would have had.")
    code: str = Field(description="What happened, for programs; stable.")
    detail: str = Field(description="What was expected and what to do, for people.")
    pointer: str | None = Field(default=None, description="JSON Pointer into the frame, where one place is at fault.")
    server_now: _Now


class HeartbeatFrame(BaseModel):
    """The server is there; comes every `heartbeat_seconds`."""

    type: Literal["heartbeat"] = "heartbeat"
    server_now: _Now


class PongFrame(BaseModel):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    server_now: _Now


ServerFrame: TypeAlias = (
    HelloFrame | SubscribedFrame | UnsubscribedFrame | SubmittedFrame | RefusedFrame | HeartbeatFrame | PongFrame
)
