"""
What the API takes and gives, as OpenAPI shows it. The games' own facts, views and moves come from their engines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, SkipValidation
from typing_extensions import TypeAliasType

from engines.catalogue import GAMES
from engines.contract import (
    AnyEngine,
    ChannelClosed,
    ChannelOpened,
    MatchEnded,
    Outcome,
    Phase,
    PhaseOpened,
    Seat,
    SeatId,
    Variant,
    Viewer,
)
from server.facts import SERVER_FACT_TYPES, Pace, Person
from server.log.contract import MatchStatus, Visibility
from server.matches.directory import SeatListing
from server.texts import MESSAGE_CHARACTERS, NAME, VISIBLE_LINE

_SHARED = (PhaseOpened, MatchEnded, ChannelOpened, ChannelClosed)


def _tagged(kinds: Sequence[type], tag: str, description: str) -> Any:  # noqa: ANN401  # a union made at run time
    """One of these types, told apart by a field."""
    return Annotated[reduce(or_, kinds), Field(discriminator=tag, description=description)]


def _moves_of(game: AnyEngine) -> Any:  # noqa: ANN401  # as above
    """The game's moves, as a union with a name if there are several kinds."""
    if len(game.move_types) == 1:
        return game.move_types[0]
    name = game.name.title().replace("_", "") + "Move"
    return TypeAliasType(name, _tagged(game.move_types, "type", f"A move of {game.title}, told by `type`."))


if TYPE_CHECKING:
    AnyFact: TypeAlias = Any
    AnyView: TypeAlias = Any
    AnyMove: TypeAlias = Any
else:
    # Named types, so that each is one schema of the document instead of a copy at every use.
    _games = list(GAMES.values())
    _facts = [*SERVER_FACT_TYPES, *_SHARED, *(kind for game in _games for kind in game.fact_types)]
    _views = [game.view_type for game in _games]
    AnyFact = TypeAliasType("Fact", _tagged(_facts, "type", "Something that became true in a match, told by `type`."))
    AnyView = TypeAliasType("View", _tagged(_views, "game", "What the caller knows of the game, told by `game`."))
    # Moves of two games may have the same `type`: each game has a union with tags, and these have one without.
    _moves = Annotated[reduce(or_, map(_moves_of, _games)), Field(description="A move; the match says of which game.")]
    AnyMove = TypeAliasType("Move", _moves)

JsonSchema = TypeAliasType("JsonSchema", Annotated[dict[str, JsonValue], Field(description="A JSON Schema (2020-12).")])
Options = TypeAliasType(
    "Options", Annotated[dict[str, JsonValue], Field(description="Options by name, after the game's `options_schema`.")]
)
PackContent = TypeAliasType(
    "PackContent", Annotated[dict[str, JsonValue], Field(description="A pack, after the game's `pack_schema`.")]
)
Cursor = Annotated[int, Field(ge=0, le=2**53, description="Number of an event in the caller's own stream.")]
Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        pattern=NAME,
        description="How others see the player: something to see, and nothing invisible, unassigned or private "
        "(RFC 8266).",
        examples=["Clotho"],
    ),
]


class Request(BaseModel):
    """Base of what clients send: fields that are not listed are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ApiReply(BaseModel):
    """The API of this server."""

    api: Literal["v1"]
    feature_level: int = Field(description="What it can do: each addition to the API raises it by one.")
    version: str = Field(description="Of the server; for people.")
    server_now: str


class PlayerRequest(Request):
    """A new player."""

    name: Name
    organiser_key: str | None = Field(
        default=None,
        max_length=200,
        repr=False,
        description="The server's organiser key; makes the player an organiser.",
    )


class PlayerReply(BaseModel):
    """A player."""

    player_id: str
    name: str
    organiser: bool = Field(description="May do in every match what its host may.")
    created_at: str


class NewPlayerReply(PlayerReply):
    """A new player with its token, which is shown this once and kept only as a hash."""

    token: str = Field(
        repr=False,
        description="Opaque; letters, digits, `.`, `-` and `_`. Send it as `Authorization: Bearer TOKEN` with every "
        "other call.",
    )


class TicketReply(BaseModel):
    """A ticket to open one WebSocket with, for browsers: they cannot send headers."""

    ticket: str = Field(repr=False, description="Opaque, as tokens are. Give it as `?ticket=` when opening the socket.")
    expires_in_seconds: int


class GameSummary(BaseModel):
    """A game of the catalogue."""

    game: str
    title: str
    summary: str
    variants: list[str] = Field(description="The first is the default.")


class GameList(BaseModel):
    """The catalogue."""

    games: list[GameSummary]


class VariantReply(BaseModel):
    """A named set of option values."""

    variant: str
    title: str
    summary: str
    options: Options = Field(description="Complete options of a match created with no others.")
    seats: list[Seat]

    @classmethod
    def of(cls, variant: Variant, options: Options, seats: tuple[Seat, ...]) -> VariantReply:
        return cls(
            variant=variant.name,
            title=variant.title,
            summary=variant.summary,
            options=options,
            seats=list(seats),
        )


class GameReply(BaseModel):
    """A game with everything needed to play it."""

    game: str
    title: str
    summary: str
    rules_version: int
    variants: list[VariantReply]
    options_schema: JsonSchema = Field(description="JSON Schema of a match's options.")
    move_schema: JsonSchema = Field(description="JSON Schema of all moves; a prompt narrows it down.")
    view_schema: JsonSchema = Field(description="JSON Schema of the game's view.")
    pack_schema: JsonSchema | None = Field(
        description="JSON Schema of packs, for `registerPack`; null if the game takes none."
    )
    rules: str = Field(description="The rules for players, in Markdown.")


class PackRequest(Request):
    """Content of one's own for a game that takes packs."""

    game: str = Field(max_length=64)
    content: PackContent = Field(repr=False, description="The pack, after the game's `pack_schema`.")


class PackReply(BaseModel):
    """A registered pack."""

    pack: str = Field(description="Its id, a hash of its content: name it as the option `pack` of a match.")
    game: str
    name: str
    created_at: str


class PackDetails(PackReply):
    """A registered pack with what is in it, in canonical form."""

    content: PackContent


class PackList(BaseModel):
    """One's own packs, newest first."""

    packs: list[PackReply]


class MatchReply(BaseModel):
    """A match as lists show it."""

    match_id: str
    game: str
    variant: str
    status: MatchStatus
    visibility: Visibility
    pace: Pace
    autostart: bool
    created_at: str
    host: Person
    seats: list[SeatListing]
    door_open: bool = Field(
        description="Whether everyone who may know of the match can take free seats before the start; else only the "
        "host and players for whom a seat is reserved."
    )


class MatchDetails(MatchReply):
    """A match with its options and terms."""

    options: Options
    rules_version: int
    show_submitted: bool
    open_log: bool
    spectator_lag: int
    seed_commitment: str = Field(
        description="Binds the secret seed of all draws: read and keep it before you send entropy."
    )
    phase: Phase | None = Field(description="The open phase.")
    closes_at: str | None = Field(description="When it closes; null while nothing runs.")
    outcome: Outcome | None
    server_now: str


class MatchList(BaseModel):
    """Matches, newest first."""

    matches: list[MatchReply]
    next: str | None = Field(description="Give it as `before` for the next page; null on the last.")


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
    accepted_at: str
    receipt: str = Field(
        description="Binds the log's entry: keep it with the move, to check the log against once it is open. When the "
        "phase closes, `submission_counted` names the receipt of the submission that counted."
    )
    cursor: int = Field(description="The event that it made in the caller's stream.")
    repeated: bool = Field(description="Exactly this submission stood already.")


class OwnSubmission(BaseModel):
    """The caller's standing submission."""

    phase: int
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
    occupants: list[SeatOccupant]
    reserved: list[SeatReservation] = Field(description="Seats kept for players until they take them.")
    phase: Phase | None
    closes_at: str | None
    submission: OwnSubmission | None
    submitted: list[SeatId] = Field(description="Seats known to have submitted, where the match tells.")
    channels: list[ChannelReply] = Field(description="All that the caller was ever told of, closed ones included.")
    muted: list[SeatId] = Field(description="Seats that may write to nobody but the host.")
    outcome: Outcome | None
    prompt: JsonSchema | None = Field(description="JSON Schema of the move now asked of the caller.")
    view: AnyView = Field(description="The game's own view; it stays as it was when a match is voided.")
    server_now: str


class EventReply(BaseModel):
    """What one step of the match tells the caller."""

    type: Literal["event"] = "event"
    match_id: str
    cursor: Cursor
    at: str
    facts: list[AnyFact] = Field(min_length=1)


class EventFrame(EventReply):
    """An event as it is pushed, by WebSocket or as a server-sent event: with the time at which it was sent."""

    server_now: str


class EventPage(BaseModel):
    """A part of the caller's stream, in order."""

    viewer: Viewer = Field(description="As whom the caller looks; begin from cursor 0 where that has changed.")
    events: list[EventReply]
    cursor: Cursor = Field(description="Give it as `after` to go on.")
    more: bool = Field(description="Whether more is there already.")
    server_now: str


class MessageRequest(Request):
    """Something to say."""

    text: str = Field(
        repr=False,
        min_length=1,
        max_length=MESSAGE_CHARACTERS,
        pattern=VISIBLE_LINE,
        description="One line: not blank, no control characters, and none that change the direction of writing.",
        examples=["Shall we ally?"],
    )


class MessageReply(BaseModel):
    """A message in a channel."""

    cursor: Cursor = Field(description="The event in the caller's stream that told it.")
    at: str
    channel: str
    sender: Viewer = Field(description="A seat, or `host`.")
    text: str


class MessagePage(BaseModel):
    """Messages of a channel that the caller was told, oldest first."""

    messages: list[MessageReply]
    more: bool = Field(description="Whether there are others: older ones, or with `after` newer ones.")


class Health(BaseModel):
    """The process is up, or can serve."""

    status: Literal["ok"]
