"""A view, and a submission."""

from __future__ import annotations

from pydantic import BaseModel, Field, SkipValidation

from engines.contract import Outcome, Phase, SeatId, Viewer
from server.api.models.basics import Cursor, JsonSchema, Request
from server.api.models.unions import AnyMove, AnyView
from server.facts import Person
from server.log.contract import MatchStatus


class SubmissionRequest(Request):
    """A move for the open phase, in place of an earlier one."""

    phase: int = Field(ge=0, le=2**31, description="The number of the phase the move is made for.")
    move: SkipValidation[AnyMove] = Field(repr=False, description="One of the game's moves; the prompt says which.")
    keep_thinking: bool = Field(default=False, description="Do not close the phase early on my account.")
    head: str | None = Field(
        default=None,
        pattern="^[0-9a-f]{64}$",
        description="The `head` that you were told when the last phase closed, to show that you all play one match.",
    )


class ReceiptReply(BaseModel):
    """A submission, or its withdrawal, is in the log for good, and counts until the next of the same seat and phase."""

    match_id: str
    seat: SeatId
    phase: int
    """The phase's number."""
    accepted_at: str
    """When it was taken: before the phase's deadline."""
    receipt: str = Field(
        description="Binds the log's entry: keep it with the move, to check the log against once it is open. When the "
        "phase closes, `submission_counted` names the receipt of the submission that counted."
    )
    cursor: int = Field(description="The event that it made in the caller's stream.")
    repeated: bool = Field(description="Exactly this submission stood already.")


class OwnSubmission(BaseModel):
    """The caller's standing submission."""

    phase: int
    """The phase's number."""
    move: AnyMove
    keep_thinking: bool


class SeatOccupant(BaseModel):
    """Who sits in a seat: a player, or a bot where `player` is null."""

    seat: SeatId
    player: Person | None


class SeatReservation(BaseModel):
    """A seat that is kept for a player until they take it or decline."""

    seat: SeatId
    player: Person
    """For whom the seat is kept."""


class ChannelReply(BaseModel):
    """A channel the caller may read; it may write there while it is open, if it is among the members."""

    channel: str = Field(description="Its name, for `listMessages` and `sendMessage`.")
    members: list[Viewer] = Field(description="Seats; and `host` in the line between a seat and the host.")
    open: bool = Field(description="Whether its members may write now.")


class ViewReply(BaseModel):
    """Everything the caller knows, folded from its own stream up to `cursor` and from nothing else."""

    match_id: str
    game: str
    viewer: Viewer = Field(description="A seat, `spectator` or `host`.")
    cursor: Cursor
    status: MatchStatus
    """Where the match stands."""
    occupants: list[SeatOccupant]
    """Who sits where; free seats are left out."""
    reserved: list[SeatReservation] = Field(description="Seats kept for players until they take them.")
    phase: Phase | None
    """The open phase; null where none is."""
    closes_at: str | None
    submission: OwnSubmission | None
    """The caller's standing submission; null: none."""
    submitted: list[SeatId] = Field(description="Seats known to have submitted, where the match tells.")
    channels: list[ChannelReply] = Field(description="All that the caller was ever told of, closed ones included.")
    muted: list[SeatId] = Field(description="Seats that may write to nobody but the host.")
    outcome: Outcome | None
    """How the match ended; null until then, and where it was voided."""
    prompt: JsonSchema | None = Field(description="JSON Schema of the move now asked of the caller.")
    view: AnyView = Field(description="The game's own view; it stays as it was when a match is voided.")
    server_now: str
