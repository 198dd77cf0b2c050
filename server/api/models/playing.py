"""A view, and a submission."""

from __future__ import annotations

from pydantic import Field, SerializeAsAny, SkipValidation

from engines.kit import Level, Outcome, Phase, SeatId, Viewer
from server.access.fields import REPLACED, REPLACES, Cursor, Epoch, JsonSchema, Reply, Request, Said
from server.access.player import Person
from server.api.models.unions import AnyMove, AnyView
from server.logs.directing.facts import RoleHolder
from server.matches.lists.summary import MatchStatus


class SubmissionRequest(Request):
    """A move for the open phase, which replaces an earlier one."""

    phase: int = Field(ge=0, le=2**31 - 1, description="The number of the phase that the move is for.")
    move: SkipValidation[AnyMove] = Field(
        repr=False, description="One of the moves of the game, as described by the prompt."
    )
    keep_thinking: bool = Field(
        default=False, description="The phase waits for this seat until its deadline, instead of closing early."
    )
    head: str | None = Field(
        default=None,
        pattern="^[0-9a-f]{64}$",
        description="The `head` that you received when the last phase closed, to confirm that all see the same match.",
    )
    replaces: str | None = Field(default=None, pattern=REPLACED, description=REPLACES)


class OwnSubmission(Reply):
    """The caller's current submission."""

    phase: int
    """The number of the phase."""
    move: AnyMove
    keep_thinking: bool


class CountedMove(Reply):
    """A move of the caller's seat that counted when its phase closed."""

    phase: int
    """The number of the phase."""
    # Moves of earlier versions of the rules are shown as they were submitted.
    move: SerializeAsAny[AnyMove]


class SeatOccupant(Reply):
    """A taken seat: its player, or a bot if `player` is null."""

    seat: SeatId
    player: Person | None
    """Who has the seat; null for a bot."""
    level: Level | None = Field(description="How well the bot plays; null for a player.")


class SeatReservation(Reply):
    """A seat that is reserved for a player until that player takes it or declines."""

    seat: SeatId
    player: Person
    """The player with the reservation."""


class ChannelReply(Reply):
    """A channel that the caller can read. Members can also write while it is open."""

    channel: str = Field(description="The name of the channel, for `listMessages` and `sendMessage`.")
    members: list[Viewer] = Field(description="Seats, and `host` in the channel between a seat and the host.")
    open: bool = Field(description="Whether its members can write now.")
    reactions: bool = Field(description="Whether its members can send reactions while it is open.")


class ViewReply(Reply):
    """Everything the caller knows, folded from its own stream up to `cursor` and from nothing else."""

    match_id: str
    game: str
    viewer: Viewer = Field(description="A seat, `spectator`, `observer` or `host`.")
    epoch: Epoch
    cursor: Cursor
    status: MatchStatus
    """The status of the match."""
    reason: str | None = Field(
        description="Why the host has paused or ended the match, if the host gave a reason; null otherwise."
    )
    occupants: list[SeatOccupant]
    """The taken seats and their players; free seats are omitted."""
    reserved: list[SeatReservation] = Field(description="Seats that are reserved for players until they take them.")
    roles: list[RoleHolder]
    """Who holds a role on the match, its owners with them."""
    phase: Phase | None
    """The open phase; null without an open phase."""
    closes_at: str | None
    submission: OwnSubmission | None
    """The caller's current submission; null without one."""
    moves: list[CountedMove] = Field(
        description="What the caller's seat did: its moves that counted in closed phases, in order."
    )
    submitted: list[SeatId] = Field(description="Seats that are known to have submitted, if the match shows it.")
    channels: list[ChannelReply] = Field(description="All channels that the caller can read, including closed ones.")
    muted: list[SeatId] = Field(description="Seats that can write only to the host.")
    mute_reasons: dict[SeatId, str] = Field(description="By muted seat, the reason that the host gave.")
    outcome: Outcome | None
    """How the match ended; null before, and if it was voided."""
    rematch_id: str | None = Field(
        description="The match in which the same people can play again; null if nobody has called for a rematch."
    )
    prompt: JsonSchema | None = Field(
        description="JSON Schema of the move that the caller has to make now, with titles for people."
    )
    view: AnyView = Field(description="The state of the game; it stays unchanged when a match is voided.")
    lines: Said = Field(
        default_factory=lambda: None,
        description="With `lines`: what happened since the last phase closed, in sentences for people; first its "
        "result. At most 32 events.",
    )
    server_now: str
    """The server's time when it sent this."""
