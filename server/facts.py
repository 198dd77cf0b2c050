"""
The server's own facts: what happens to a match besides its game (docs/streams.md lists them for clients).

They stand in the same log and streams as the facts of the games. Whom each is told, its class says by its base, or by
a method `audience` that is given the match as it was right before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, Protocol, TypeAlias, cast, get_args, get_type_hints

from pydantic import Field, JsonValue, TypeAdapter
from pydantic.json_schema import SkipJsonSchema

from engines.catalogue import GAMES
from engines.contract import (
    EVERYONE,
    HOST_ONLY,
    SENT_WHOLE,
    AddressedFact,
    Audience,
    Fact,
    Outcome,
    Seat,
    SeatId,
    ToEveryone,
    ToHost,
    ToItsSeat,
    Truth,
    Viewer,
    only,
    seat_id,
)
from engines.engine import AnyEngine
from server.log.contract import Visibility
from server.log.entry import EncodedFact, Entry, canonical_json

Pace: TypeAlias = Literal["deadline", "eager"]
"""`deadline`: phases close when their time is up; `eager`: also once every awaited seat has submitted."""

ClosedBecause: TypeAlias = Literal["deadline", "all_submitted", "host"]

LogVersion: TypeAlias = Literal[1, 2]
"""How a match writes its log. In version 1 no seat was told which of its submissions counted."""

LOG_VERSION: Final[LogVersion] = 2
"""That of matches created from now on."""

_HOST_LINE: Final = "host:"


def host_line(seat: SeatId) -> str:
    """The name of the channel between a seat and the host, which every match has from its start to its end."""
    return f"{_HOST_LINE}{seat}"


class MatchBefore(Protocol):
    """A match right before a fact, as far as an audience may depend on it: its terms, and its game's truth."""

    @property
    def created(self) -> MatchCreated: ...
    @property
    def truth(self) -> Truth: ...


@dataclass(frozen=True, slots=True)
class Person:
    """A player as others may know them."""

    player_id: str
    """The player's id."""
    name: str
    """The name, for people."""


@dataclass(frozen=True, slots=True)
class MatchCreated(ToEveryone):
    """
    A match exists, with its game, options and manner of play.

    `options` are complete but for the host's secrets. `seed_commitment` is SHA-256 over the seed (docs/chance.md).
    `show_submitted`: everyone is told that a seat has submitted. `open_log`: everyone may read the log once it is over.
    `spectator_lag`: spectators are told everything this many rounds late, until the match ends. `log_version` is
    absent where it is 1.
    """

    match_id: str
    """The match."""
    game: str
    """The game's id."""
    variant: str
    """The variant's name."""
    rules_version: int
    """Raised whenever the same submissions could give other facts."""
    options: dict[str, JsonValue]
    """Complete, but for what only the host may know."""
    seats: tuple[Seat, ...]
    """In the game's order."""
    pace: Pace
    """When phases close."""
    visibility: Visibility
    """Who may know of the match."""
    autostart: bool
    """Whether the match starts by itself once every seat is taken."""
    show_submitted: bool
    """Whether everyone is told that a seat has submitted."""
    open_log: bool
    """Whether everyone may read the log once the match is over."""
    spectator_lag: int
    """How many rounds later spectators are told everything, until the match ends."""
    host: Person
    """Who made the match and hosts it."""
    seed_commitment: str
    """SHA-256 over the secret seed of all draws, in hexadecimal."""
    # Old logs do not have it: they must be encoded as they were.
    log_version: Annotated[LogVersion, Field(exclude_if=lambda version: version == 1)] = 1
    """How the match writes its log; absent where it is 1: no `submission_counted` is told there."""
    type: Literal["match_created"] = "match_created"


@dataclass(frozen=True, slots=True)
class SecretOptions(ToHost):
    """The options that only the host may know, complete."""

    options: dict[str, JsonValue] = field(repr=False)
    """All options, the secret ones too."""
    type: Literal["secret_options"] = "secret_options"


@dataclass(frozen=True, slots=True)
class SeatTaken(ToEveryone):
    """
    A player sits in a seat, or a bot where `player` is null. During play: the seat changes hands.

    `entropy` is what the player mixes into the seed, 32 bytes in hexadecimal, or null (docs/chance.md).
    """

    __pydantic_config__ = SENT_WHOLE

    seat: SeatId
    """The seat."""
    player: Person | None
    """The player in the seat; null: none, or a bot."""
    entropy: str | None = None
    """What the player mixes into the seed, 32 bytes in hexadecimal; null: nothing."""
    type: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True)
class SeatLeft(ToEveryone):
    """A seat is free again."""

    seat: SeatId
    type: Literal["seat_left"] = "seat_left"


@dataclass(frozen=True, slots=True)
class SeatReserved(ToEveryone):
    """
    The host keeps a seat for this player, who has it only after sitting down (`takeSeat`), and may decline.

    During play: whoever sits there goes on until then.
    """

    seat: SeatId
    player: Person
    """For whom the seat is kept."""
    type: Literal["seat_reserved"] = "seat_reserved"


@dataclass(frozen=True, slots=True)
class SeatReleased(ToEveryone):
    """A seat is reserved for nobody any more."""

    seat: SeatId
    type: Literal["seat_released"] = "seat_released"


@dataclass(frozen=True, slots=True)
class DoorClosed(ToEveryone):
    """Until the door is open again, only the host and players for whom a seat is reserved can sit down."""

    type: Literal["door_closed"] = "door_closed"


@dataclass(frozen=True, slots=True)
class DoorOpened(ToEveryone):
    """Everyone who may know of the match can take a free seat again."""

    type: Literal["door_opened"] = "door_opened"


@dataclass(frozen=True, slots=True)
class MatchStarted(ToEveryone):
    """Play begins; no seat changes any more but by the host."""

    type: Literal["match_started"] = "match_started"


@dataclass(frozen=True, slots=True)
class Drawn(ToHost):
    """A draw of chance: its label, the candidates in order, the picks in order. For the host."""

    label: str
    """What was drawn for."""
    candidates: tuple[str, ...]
    """What could be drawn, in order."""
    picks: tuple[str, ...] = field(repr=False)
    """What was drawn, in order."""
    type: Literal["drawn"] = "drawn"


@dataclass(frozen=True, slots=True)
class DeadlineSet(ToEveryone):
    """The open phase closes at this time (RFC 3339, UTC); null while the match is paused or suspended."""

    phase: int
    """The phase's number."""
    closes_at: str | None
    """When the open phase closes; null while nothing runs."""
    type: Literal["deadline_set"] = "deadline_set"


@dataclass(frozen=True, slots=True)
class Submitted(ToItsSeat):
    """
    A seat has submitted this move for this phase, instead of any it sent before. Told to that seat.

    `keep_thinking`: the seat asks that the phase not be closed early on its account. `head`, if the sender gave it, is
    the last `head` that it was told: that of the phase before.
    """

    seat: SeatId
    phase: int
    """The phase's number."""
    move: JsonValue = field(repr=False)
    """The move, in canonical form."""
    keep_thinking: bool
    """Whether the phase is not to close early on the seat's account."""
    by_bot: bool
    """Whether a bot submitted it."""
    head: Annotated[str | SkipJsonSchema[None], Field(exclude_if=lambda head: head is None)] = None
    """The hash of the log's entry before this one: keep it to check the log against once it is open."""
    type: Literal["submitted"] = "submitted"


@dataclass(frozen=True, slots=True)
class Withdrawn(ToItsSeat):
    """A seat has taken its submission back. Told to that seat."""

    seat: SeatId
    phase: int
    """The phase's number."""
    type: Literal["withdrawn"] = "withdrawn"


@dataclass(frozen=True, slots=True)
class SeatSubmitted:
    """Whether a seat has a submission in this phase; told to everyone where the match says so."""

    seat: SeatId
    phase: int
    """The phase's number."""
    has_submission: bool
    """Whether a submission of the seat stands."""
    type: Literal["seat_submitted"] = "seat_submitted"

    def audience(self, match: MatchBefore) -> Audience:
        return EVERYONE if match.created.show_submitted else HOST_ONLY


@dataclass(frozen=True, slots=True)
class PhaseClosed(ToEveryone):
    """
    A phase is closed; what follows in the same event is its result.

    `head` is the hash of the log's entry before this one: keep it to check the log against once it is open.
    `head_seen_by` are the seats whose submission for this phase carried the `head` of the phase before; absent where
    there are none, or the match does not show who has submitted.
    """

    phase: int
    """The phase's number."""
    because: ClosedBecause
    """Why it closed: its time was up, all awaited seats had submitted, or the host closed it."""
    head: str
    head_seen_by: Annotated[tuple[SeatId, ...], Field(exclude_if=lambda seats: not seats)] = ()
    """Seats whose submission carried the `head` of the phase before; absent where that is not told."""
    type: Literal["phase_closed"] = "phase_closed"


@dataclass(frozen=True, slots=True)
class SubmissionCounted(ToItsSeat):
    """
    Which submission of a seat counted in the phase that is closed, by its `receipt`; null if none did.

    Told to that seat alone, and to every seat that had a part in the phase.
    """

    seat: SeatId
    phase: int
    """The phase's number."""
    receipt: str | None
    """The receipt of the submission that counted; null if the seat had none."""
    type: Literal["submission_counted"] = "submission_counted"


@dataclass(frozen=True, slots=True)
class MatchPaused(ToEveryone):
    """The host has stopped the clock; nothing can be submitted until it runs again."""

    reason: str
    """What the host says of it, to everyone."""
    type: Literal["match_paused"] = "match_paused"


SuspendedBecause: TypeAlias = Literal["rules_failed", "other_rules"]
"""`rules_failed`: the rules could not be carried out; `other_rules`: this server has another version of them."""


@dataclass(frozen=True, slots=True)
class MatchSuspended(ToEveryone):
    """
    The server cannot go on with the match, and has stopped the clock. An organiser resumes it once the server is fixed,
    or the host voids or adjudicates it.
    """

    because: SuspendedBecause
    type: Literal["match_suspended"] = "match_suspended"


@dataclass(frozen=True, slots=True)
class FailureNoted(ToHost):
    """Where the server failed when it suspended the match: the type of the failure and its place in the code."""

    where: str
    """The type of the failure, and its place in the code or the versions of the rules."""
    type: Literal["failure_noted"] = "failure_noted"


@dataclass(frozen=True, slots=True)
class MatchResumed(ToEveryone):
    """The clock runs again, with the time that was left."""

    type: Literal["match_resumed"] = "match_resumed"


@dataclass(frozen=True, slots=True)
class MessageSent:
    """`sender`, a seat or `host`, says this in a channel. Told to its members, and to everyone where all may read."""

    channel: str
    sender: Viewer
    """A seat, or `host`."""
    text: str = field(repr=False)
    """What was said."""
    type: Literal["message_sent"] = "message_sent"

    def audience(self, match: MatchBefore) -> Audience:
        if self.channel.startswith(_HOST_LINE):
            return only(seat_id(self.channel.removeprefix(_HOST_LINE)))
        return match.truth.channels[self.channel].audience(match.truth)


@dataclass(frozen=True, slots=True)
class SeatMuted(ToEveryone):
    """The host lets a seat write nowhere but in its line to the host, until the seat is unmuted or changes hands."""

    seat: SeatId
    reason: str
    type: Literal["seat_muted"] = "seat_muted"


@dataclass(frozen=True, slots=True)
class SeatUnmuted(ToEveryone):
    """The seat may write again where the game lets it."""

    seat: SeatId
    type: Literal["seat_unmuted"] = "seat_unmuted"


@dataclass(frozen=True, slots=True)
class MatchAdjudicated(ToEveryone):
    """The host has ended the match with this outcome."""

    outcome: Outcome
    """How the host ended it."""
    reason: str
    type: Literal["match_adjudicated"] = "match_adjudicated"


@dataclass(frozen=True, slots=True)
class MatchVoided(ToEveryone):
    """The host has ended the match without an outcome."""

    reason: str
    type: Literal["match_voided"] = "match_voided"


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The seed of all draws, in hexadecimal, once the match is over. Told to everyone where the log opens."""

    seed: str = field(repr=False)
    """32 bytes in hexadecimal; what everyone knew from the beginning is its hash."""
    type: Literal["seed_revealed"] = "seed_revealed"

    def audience(self, match: MatchBefore) -> Audience:
        return EVERYONE if match.created.open_log else HOST_ONLY


@dataclass(frozen=True, slots=True)
class EntriesLost(ToHost):
    """
    The log was longer: its entry number `last` had the hash `head`, and it and others before it are gone. Told to the
    host: what was acknowledged in them did not happen.
    """

    last: int
    """The number of the entry that was the last."""
    head: str
    """Its hash."""
    type: Literal["entries_lost"] = "entries_lost"


ServerFact: TypeAlias = (
    MatchCreated
    | SecretOptions
    | SeatTaken
    | SeatLeft
    | SeatReserved
    | SeatReleased
    | DoorClosed
    | DoorOpened
    | MatchStarted
    | Drawn
    | DeadlineSet
    | Submitted
    | Withdrawn
    | SeatSubmitted
    | PhaseClosed
    | SubmissionCounted
    | MatchPaused
    | MatchSuspended
    | FailureNoted
    | MatchResumed
    | MessageSent
    | SeatMuted
    | SeatUnmuted
    | MatchAdjudicated
    | MatchVoided
    | SeedRevealed
    | EntriesLost
)

SERVER_FACT_TYPES: tuple[type[ServerFact], ...] = get_args(ServerFact)

_SERVER_FACTS: TypeAdapter[ServerFact] = TypeAdapter(Annotated[ServerFact, Field(discriminator="type")])

_SERVER_TYPES = frozenset(get_args(get_type_hints(fact)["type"])[0] for fact in SERVER_FACT_TYPES)


def is_server_fact(fact_type: str) -> bool:
    return fact_type in _SERVER_TYPES


def encode(engine: AnyEngine, addressed: AddressedFact) -> EncodedFact:
    """The fact as it is logged and sent."""
    fact = addressed.fact
    json = _adapter(engine, fact.type).dump_python(fact, mode="json")
    return EncodedFact(addressed.audience, fact.type, canonical_json(json))


def decode(engine: AnyEngine, told: EncodedFact) -> Fact:
    """A logged fact, decoded; raises pydantic's ValidationError where it is none."""
    # A log holds JSON: models that are strict with strangers must take lists for tuples here.
    return cast("Fact", _adapter(engine, told.type).validate_json(told.text, strict=False))


def facts_of(engine: AnyEngine, entry: Entry) -> tuple[Fact, ...]:
    """An entry's facts, decoded, in their order; raises as `decode` does."""
    return tuple(decode(engine, told) for told in entry.facts)


class UnknownGameError(KeyError):
    """A match of a game that is not in the catalogue; the argument is its name."""


def read_first(entry: Entry) -> tuple[AnyEngine, tuple[Fact, ...]]:
    """
    The game of a match and the facts of its first entry.

    Raises:
        UnknownGameError: The game is not in the catalogue.
        ValueError, ValidationError: It does not begin a match.
    """
    created = _SERVER_FACTS.validate_python(entry.facts[0].fact, strict=False)
    if not isinstance(created, MatchCreated):
        raise ValueError("a log begins with match_created")
    if created.game not in GAMES:
        raise UnknownGameError(created.game)
    engine = GAMES[created.game]
    return engine, facts_of(engine, entry)


def _adapter(engine: AnyEngine, fact_type: str) -> TypeAdapter[Any]:
    return _SERVER_FACTS if fact_type in _SERVER_TYPES else engine.facts
