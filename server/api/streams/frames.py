"""The frames of the WebSockets in both directions (docs/streams.md; openapi/asyncapi.yaml shows their schemas)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, JsonValue, TypeAdapter

from engines.kit import SeatId, Viewer
from server.access.fields import REPLACED, REPLACES, Absent, Epoch, Reply, Request

MAX_FRAME_BYTES: Final = 65536
"""The maximum size of a message from a client, in one or more frames."""

MAX_FRAGMENTS: Final = 64
"""The maximum number of WebSocket frames of a message from a client."""

MAX_CONTROL_FRAMES: Final = 64
"""The maximum number of pings and pongs of the WebSocket protocol per second from a client."""

_Ref = Annotated[
    str | None, Field(max_length=64, description="A text of the client's choice, which the answer repeats.")
]
_MatchId = Annotated[str, Field(max_length=64, description="The id of the match.")]
_TheMatch = Annotated[str, Field(description="The id of the match.")]
_Now = Annotated[str, Field(description="When the server sent this: RFC 3339 in UTC, with microseconds.")]


class SubscribeFrame(Request):
    """Follow a match, starting after the cursor `after`; not on the socket of one match."""

    type: Literal["subscribe"]
    match_id: _MatchId
    after: int = Field(
        default=0, ge=0, le=2**53, description="The cursor of the last event that the client has received."
    )
    epoch: str | None = Field(
        default=None, max_length=64, description="The `epoch` in which the client has received that event."
    )


class UnsubscribeFrame(Request):
    """Stop following a match; not on the socket of one match."""

    type: Literal["unsubscribe"]
    match_id: _MatchId


class SubmitFrame(Request):
    """
    Submit a move, like `PUT …/submission`. The answer is `submitted` or `refused` with the same `ref`.

    `match_id` can be omitted on the socket of one match.
    """

    type: Literal["submit"]
    ref: _Ref = None
    match_id: str | None = Field(
        default=None, max_length=64, description="The id of the match; required except on the socket of one match."
    )
    phase: int = Field(ge=0, le=2**31 - 1, description="The number of the phase that the move is for.")
    move: JsonValue = Field(description="One of the moves of the game, as described by the prompt of the view.")
    keep_thinking: bool = Field(
        default=False, description="The phase waits for this seat until its deadline, instead of closing early."
    )
    head: str | None = Field(
        default=None,
        pattern="^[0-9a-f]{64}$",
        description="The `head` that you received when the last phase closed, to confirm that all see the same match.",
    )
    replaces: str | None = Field(default=None, pattern=REPLACED, description=REPLACES)


class PingFrame(Request):
    """Check that the connection is alive."""

    type: Literal["ping"]


ClientFrame: TypeAlias = SubscribeFrame | UnsubscribeFrame | SubmitFrame | PingFrame

client_frames: TypeAdapter[ClientFrame] = TypeAdapter(Annotated[ClientFrame, Field(discriminator="type")])


class HelloFrame(Reply):
    """The first frame: the socket is authenticated, or the match can be watched without a token."""

    type: Literal["hello"] = "hello"
    player_id: Absent[str] = Field(
        # A factory, because the schema of frames has no default.
        default_factory=lambda: None,
        description="The id of the authenticated player; absent without a token.",
    )
    heartbeat_seconds: float = Field(
        description="The interval of `heartbeat`; reconnect if nothing arrives for two intervals."
    )
    server_now: _Now


class SubscribedFrame(Reply):
    """The socket follows the match as this viewer: missed events up to `cursor`, then new events."""

    type: Literal["subscribed"] = "subscribed"
    match_id: _TheMatch
    viewer: Viewer = Field(
        description="The viewer of the player: a seat, `spectator`, `observer`, `host`, or `director` on the socket of "
        "a tournament. If it has changed, start from 0."
    )
    epoch: Epoch
    cursor: int = Field(description="The last event of the player's stream so far.")
    server_now: _Now


class OwnSubscribedFrame(Reply):
    """The socket follows the player's own stream: missed events up to `cursor`, then new events."""

    type: Literal["own_subscribed"] = "own_subscribed"
    player_id: str = Field(description="The id of the authenticated player.")
    epoch: Epoch
    cursor: int = Field(description="The last event of the stream so far.")
    server_now: _Now


class TournamentSubscribedFrame(Reply):
    """The socket follows the tournament as this viewer: missed events up to `cursor`, then new events."""

    type: Literal["tournament_subscribed"] = "tournament_subscribed"
    tournament_id: str = Field(description="The id of the tournament.")
    viewer: Viewer = Field(
        description="The viewer of the player: an entrant, `spectator`, or `host` for a director who does not play. "
        "If it has changed, start from 0."
    )
    epoch: Epoch
    cursor: int = Field(description="The last event of the player's stream so far.")
    server_now: _Now


class UnsubscribedFrame(Reply):
    """The socket no longer follows the match."""

    type: Literal["unsubscribed"] = "unsubscribed"
    match_id: _TheMatch
    server_now: _Now


class SubmittedFrame(Reply):
    """A move was accepted and stored. The fields are those of the reply to `PUT …/submission`."""

    type: Literal["submitted"] = "submitted"
    ref: _Ref
    match_id: _TheMatch
    seat: SeatId = Field(description="The player's seat.")
    phase: int = Field(description="The number of the phase.")
    accepted_at: str = Field(description="When the server accepted the move.")
    receipt: str = Field(description="Commits to the log entry: save it with the move, to verify the log.")
    epoch: Epoch
    cursor: int = Field(description="The event of the submission in the player's stream.")
    repeated: bool = Field(description="Whether exactly this submission was already accepted.")
    server_now: _Now


class RefusedFrame(Reply):
    """
    A `subscribe` or a `submit` was refused; the socket stays open.

    `status`, `code`, `detail` and `pointer` (into the frame) are those of an HTTP problem.
    """

    type: Literal["refused"] = "refused"
    ref: _Ref = None
    match_id: _TheMatch
    status: int = Field(description="The HTTP status that the call would have had.")
    code: str = Field(description="What went wrong, for programs; stable.")
    detail: str = Field(description="What was expected and what to do, for people.")
    pointer: str | None = Field(default=None, description="JSON Pointer into the frame, if one place is wrong.")
    server_now: _Now


class HeartbeatFrame(Reply):
    """The connection is alive; sent every `heartbeat_seconds`."""

    type: Literal["heartbeat"] = "heartbeat"
    server_now: _Now


class PongFrame(Reply):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    server_now: _Now


ServerFrame: TypeAlias = (
    HelloFrame
    | SubscribedFrame
    | OwnSubscribedFrame
    | TournamentSubscribedFrame
    | UnsubscribedFrame
    | SubmittedFrame
    | RefusedFrame
    | HeartbeatFrame
    | PongFrame
)
