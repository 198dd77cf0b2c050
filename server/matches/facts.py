"""
The server's own facts: what happens to a match besides its game (docs/streams.md lists them for clients).

They are in the same log and streams as the facts of the games. The class of a fact determines its audience by its base
class, or by a method `audience` that receives the state before the fact.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, Protocol, TypeAlias, get_args

from pydantic import Field, JsonValue

from engines.kit import (
    EVERYONE,
    HOST_ONLY,
    SENT_WHOLE,
    Audience,
    FactVersions,
    GameTruth,
    Level,
    Outcome,
    Seat,
    SeatId,
    ToEveryone,
    ToHost,
    ToItsSeat,
    Viewer,
    only,
    record,
    seat_id,
)
from server.access.fields import Absent
from server.access.player import Person
from server.logs.directing.facts import (
    Drawn,
    EntriesLost,
    HostViewAsked,
    NeverBegun,
    Pace,
    RoleGiven,
    RoleTaken,
    Visibility,
)
from server.matches.rests import Leave, Rest
from server.runtime.times import parse_timestamp

ClosedBecause: TypeAlias = Literal["deadline", "all_submitted", "host"]

LogVersion: TypeAlias = Literal[1, 2]
"""The version of a match's log format. Version 1 has no facts that say which submission of a seat counted."""

LOG_VERSION: Final[LogVersion] = 2
"""The version for new matches."""

Sign: TypeAlias = Literal["applause", "laugh", "surprise", "thanks", "doubt", "good_luck"]
"""A reaction: what a message can say without a text (docs/protocol.md, "Reactions")."""

_HOST_LINE: Final = "host:"


DIRECTOR: Final = seat_id("director")
"""
The viewer of a tournament's match for those who direct the tournament. It receives what is addressed to everyone, and
who has submitted. Audiences name it like a seat.
"""

_DIRECTORS: Final = only(DIRECTOR)

OBSERVER: Final = seat_id("observer")
"""The viewer of a match for its observers, who receive what is addressed to everyone without a delay."""


def host_line(seat: SeatId) -> str:
    """Return the name of the channel between a seat and the host, which exists from the start to the end of a match."""
    return f"{_HOST_LINE}{seat}"


def is_host_line(channel: str) -> bool:
    """Whether a channel is between a seat and the host."""
    return channel.startswith(_HOST_LINE)


class MatchBefore(Protocol):
    """What an audience can depend on: the settings of a match and the truth of its game, right before the fact."""

    @property
    def created(self) -> MatchCreated: ...
    @property
    def truth(self) -> GameTruth: ...


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """A table of a tournament."""

    tournament_id: str
    """The id of the tournament."""
    round: int
    """The number of the round in the tournament, from 1."""
    table: int
    """The number of the table in its round, from 1."""


SeriesMatchName: TypeAlias = Literal["main", "death"]
"""Which match of an episode: its main match, or its death match."""


@dataclass(frozen=True, slots=True)
class SeriesPlace:
    """The place of a match in a series."""

    series_id: str
    """The id of the series."""
    episode: int
    """The number of the episode in the series, from 1."""
    match: SeriesMatchName
    """Which match of the episode."""


InPlay: TypeAlias = Literal["bot", "waiting", "forfeit"]
"""What happens to a silent seat: a bot takes it over, or a player who waits for a place; or its player forfeits."""


@dataclass(frozen=True, slots=True)
class AbsenceInPlay:
    """What happens in a match when a seat that should submit is silent at the deadline of a phase."""

    then: InPlay
    """What happens to the seat."""
    grace_seconds: int
    """How much longer the phase then lasts first, once."""
    excused_phases: int
    """How many phases each seat can miss before that; they close at their deadline."""


@dataclass(frozen=True, slots=True)
class MatchCreated(ToEveryone):
    """
    A match was created, with its game, options and settings.

    `options` are complete, except for the host's secrets. `seed_commitment` is a SHA-256 hash of the seed
    (docs/verify.md). `show_submitted`: everyone can see that a seat has submitted. `open_log`: everyone can read the
    log when the match is over. `spectator_lag`: spectators receive everything this many rounds late, until the match
    ends. `log_version` is absent if it is 1. `label` is what the host calls the match; `tournament` the table of a
    tournament that is played in it, `series` its place in a series; `lesson` marks a match that teaches, and counts
    nowhere. At a table of the queue (`queue`), nobody has the rights of a host: `host` is who came first.
    """

    match_id: str
    """The match."""
    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    rules_version: int
    """Increased whenever the same submissions could lead to different facts."""
    options: dict[str, JsonValue]
    """All options, except those that only the host may know."""
    seats: tuple[Seat, ...]
    """The seats, in the order of the game."""
    pace: Pace
    """When phases close."""
    visibility: Visibility
    """Who can see the match."""
    autostart: bool
    """Whether the match starts by itself when every seat is taken."""
    show_submitted: bool
    """Whether everyone can see that a seat has submitted."""
    open_log: bool
    """Whether everyone can read the log when the match is over."""
    spectator_lag: int
    """The delay of spectators in rounds, until the match ends."""
    host: Person
    """The player who created the match and hosts it."""
    seed_commitment: str
    """The SHA-256 of the secret seed of all draws, in hexadecimal."""
    log_version: LogVersion = 1
    """The version of the log format; absent in old logs, where it is 1, which has no `submission_counted`."""
    label: Absent[str] = field(default=None, repr=False)
    """What the host calls the match; absent if the host gave it no label."""
    tournament: Absent[TournamentTable] = None
    """The table of a tournament that is played in this match; absent in other matches."""
    absence: Absent[AbsenceInPlay] = None
    """What happens when a seat is silent; absent if the rules of the game alone decide."""
    series: Absent[SeriesPlace] = None
    """The place in a series that this match has; absent in other matches."""
    lesson: Absent[Literal[True]] = None
    """A lesson: bots play what is written, and everybody may know the seed; absent in other matches."""
    queue: Absent[Literal[True]] = None
    """A table of the queue, at which the server seats who waits for others; absent in other matches."""
    rest: Absent[Rest] = None
    """When no time of a phase passes; absent if time always passes."""
    leave_days: Absent[int] = None
    """For how many days in all each player can be on leave; absent if for none."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["match_created"] = "match_created"

    @property
    def ordered_by(self) -> str | None:
        """The tournament or the series that ordered the match, and takes its outcome; None in other matches."""
        if self.tournament is not None:
            return self.tournament.tournament_id
        return None if self.series is None else self.series.series_id


@dataclass(frozen=True, slots=True)
class SecretOptions(ToHost):
    """All options, including those that only the host may know."""

    options: dict[str, JsonValue] = field(repr=False)
    """All options, including the secret ones."""
    type: Literal["secret_options"] = "secret_options"


@dataclass(frozen=True, slots=True)
class SeatTaken(ToEveryone):
    """
    A player took a seat, or a bot if `player` is null. During play, this replaces the previous player.

    `entropy` is what the player mixes into the seed, 32 bytes in hexadecimal, or null (docs/verify.md). `invitation` is
    the invitation that the player accepted, if any. `level` is how well a bot plays, if not at random.
    """

    __pydantic_config__ = SENT_WHOLE

    seat: SeatId
    """The seat."""
    player: Person | None
    """The player in the seat; null if it is free or has a bot."""
    entropy: str | None = None
    """The entropy that the player mixes into the seed, 32 bytes in hexadecimal; null without entropy."""
    # Absent without an invitation: old logs must be encoded as they were.
    invitation: Absent[str] = None
    """The id of the invitation that the player accepted; absent if there was none."""
    level: Absent[Level] = None
    """How well the bot plays; absent for players, and for bots that play at random."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True)
class SeatLeft(ToEveryone):
    """A seat is free again."""

    seat: SeatId
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["seat_left"] = "seat_left"


@dataclass(frozen=True, slots=True)
class SeatReserved(ToEveryone):
    """
    The host reserved a seat for this player, who can take it (`takeSeat`) or decline it.

    During play, the current player of the seat continues until then.
    """

    seat: SeatId
    player: Person
    """The player with the reservation."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["seat_reserved"] = "seat_reserved"


@dataclass(frozen=True, slots=True)
class SeatReleased(ToEveryone):
    """The reservation of a seat ended."""

    seat: SeatId
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["seat_released"] = "seat_released"


@dataclass(frozen=True, slots=True)
class DoorClosed(ToEveryone):
    """Until the door is open again, only the host and players with a reservation can take a seat."""

    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["door_closed"] = "door_closed"


@dataclass(frozen=True, slots=True)
class DoorOpened(ToEveryone):
    """Everyone who can see the match can take a free seat again."""

    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["door_opened"] = "door_opened"


@dataclass(frozen=True, slots=True)
class MatchStarted(ToEveryone):
    """The match started. From now on, only the host can change seats."""

    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["match_started"] = "match_started"


@dataclass(frozen=True, slots=True)
class DeadlineSet(ToEveryone):
    """The open phase closes at this time (RFC 3339, UTC); null while the match is paused or suspended."""

    phase: int
    """The number of the phase."""
    closes_at: str | None
    """When the open phase closes; null while the match is not running."""
    order: Absent[int] = None
    """The order of the tournament (`extension_ordered`) that this carries out; absent otherwise."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["deadline_set"] = "deadline_set"


@dataclass(frozen=True, slots=True)
class LeaveSet(ToEveryone):
    """
    The player of a seat is on leave. Meanwhile the clock stands, also if the seat need not submit. Everybody still can.

    In the same event, `deadline_set` moves the deadline of an open phase. A leave that began at the same time is
    replaced: it lasts longer, or ends earlier. It also ends, for coming deadlines, when the seat gets another player.
    """

    seat: SeatId
    """The seat."""
    since: str
    """When the leave began."""
    until: str
    """When it ends, whole days later."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["leave_set"] = "leave_set"

    @property
    def leave(self) -> Leave:
        """The leave, to compute with."""
        return Leave(parse_timestamp(self.since), parse_timestamp(self.until))


@record
class Submitted(ToItsSeat):
    """
    A seat submitted this move for this phase, which replaces an earlier one. Only for this seat.

    `keep_thinking`: the seat does not want the phase to close early. `head`, if the sender gave it, is the last `head`
    that it received: that of the previous phase.
    """

    seat: SeatId
    phase: int
    """The number of the phase."""
    move: JsonValue = field(repr=False)
    """The move, in canonical form."""
    keep_thinking: bool
    """Whether the phase waits for this seat until its deadline, instead of closing early."""
    by_bot: bool
    """Whether a bot submitted it."""
    head: Absent[str] = None
    """The `head` that the sender knew: that of the previous phase."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["submitted"] = "submitted"


@dataclass(frozen=True, slots=True)
class Withdrawn(ToItsSeat):
    """A seat withdrew its submission. Only for this seat."""

    seat: SeatId
    phase: int
    """The number of the phase."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["withdrawn"] = "withdrawn"


@record
class SeatSubmitted:
    """
    Whether a seat has a submission in this phase; for everyone if the match shows it.

    Otherwise only matches of tournaments have such facts, for those who direct the tournament.
    """

    seat: SeatId
    phase: int
    """The number of the phase."""
    has_submission: bool
    """Whether the seat has a submission."""
    type: Literal["seat_submitted"] = "seat_submitted"

    def audience(self, match: MatchBefore) -> Audience:
        return EVERYONE if match.created.show_submitted else _DIRECTORS


@dataclass(frozen=True, slots=True)
class PhaseClosed(ToEveryone):
    """
    A phase closed. The following facts of the same event are its result.

    `head` is the hash of the previous log entry: save it to verify the log when it is open. `head_seen_by` are the
    seats whose submission for this phase contained the `head` of the previous phase; absent if no seat sent it, or the
    match does not show who has submitted.
    """

    phase: int
    """The number of the phase."""
    because: ClosedBecause
    """Why it closed: at its deadline, because all awaited seats had submitted, or by the host."""
    head: str
    head_seen_by: Annotated[tuple[SeatId, ...], Field(exclude_if=lambda seats: not seats)] = ()
    """Seats that sent the `head` of the previous phase; absent if the match does not show it."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["phase_closed"] = "phase_closed"


@dataclass(frozen=True, slots=True)
class SubmissionCounted(ToItsSeat):
    """
    The `receipt` of the submission of a seat that counted in the closed phase; null if no submission counted.

    Every seat of the phase receives its own.
    """

    seat: SeatId
    phase: int
    """The number of the phase."""
    receipt: str | None
    """The receipt of the submission that counted; null if the seat had none."""
    type: Literal["submission_counted"] = "submission_counted"


@dataclass(frozen=True, slots=True)
class AbsenceNoted(ToEveryone):
    """
    A deadline has passed, but seats that should have submitted have not, and have missed too many phases before.

    First the phase lasts a little longer (`grace`). If seats are still silent then, bots take them over (`bot`), or
    players who wait for a place in the tournament (`waiting`); or they forfeit, and the match ends (`forfeit`). The new
    occupant of a seat gets the whole phase.
    """

    phase: int
    """The number of the phase."""
    seats: tuple[SeatId, ...]
    """The silent seats."""
    then: Literal["grace", "bot", "waiting", "forfeit"]
    type: Literal["absence_noted"] = "absence_noted"


@dataclass(frozen=True, slots=True)
class MatchPaused(ToEveryone):
    """The host paused the match. Nothing can be submitted until it is resumed."""

    reason: str
    """The reason that the host gives, visible to everyone."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["match_paused"] = "match_paused"


SuspendedBecause: TypeAlias = Literal["rules_failed", "other_rules"]
"""`rules_failed`: the rules could not be carried out; `other_rules`, by earlier servers: they had another version."""


@dataclass(frozen=True, slots=True)
class MatchSuspended(ToEveryone):
    """
    The server cannot continue the match, and suspended it. An administrator can resume it when the server is fixed, or
    the host can void or adjudicate it.
    """

    because: SuspendedBecause
    """Whether the rules failed, or the server has another version of them."""
    type: Literal["match_suspended"] = "match_suspended"


@dataclass(frozen=True, slots=True)
class FailureNoted(ToHost):
    """The reason why the server suspended the match: the type of the failure and its place in the code."""

    where: str
    """The type of the failure, and its place in the code or the versions of the rules."""
    type: Literal["failure_noted"] = "failure_noted"


@dataclass(frozen=True, slots=True)
class MatchResumed(ToEveryone):
    """The match continues, with the remaining time."""

    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["match_resumed"] = "match_resumed"


@dataclass(frozen=True, slots=True)
class RulesProposed(ToEveryone):
    """
    A host proposes that the match continues by a newer version of its rules, if the player of every seat agrees.

    The proposal ends when the next phase opens, when a seat gets another player, or with the match.
    """

    __pydantic_config__ = SENT_WHOLE

    rules_version: int | None
    """The newer version; null if the proposal is withdrawn."""
    by: Person
    """Who proposes it."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["rules_proposed"] = "rules_proposed"


@dataclass(frozen=True, slots=True)
class RulesAgreed(ToEveryone):
    """The player of a seat agrees that the match continues by the version of the rules that is proposed."""

    seat: SeatId
    rules_version: int
    """The version that is proposed."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["rules_agreed"] = "rules_agreed"


@dataclass(frozen=True, slots=True)
class RulesChanged(ToEveryone):
    """All have agreed: as soon as the next phase opens, the match is played by this version of the rules."""

    rules_version: int
    """The version by which the match continues."""
    from_phase: int
    """The number of the first phase by these rules."""
    type: Literal["rules_changed"] = "rules_changed"


@dataclass(frozen=True, slots=True)
class About:
    """Whom a message to the host reports, and what happened then."""

    seat: SeatId
    """The seat that is reported."""
    at: Absent[str] = None
    """The time of the event that is reported; absent if the report names no event."""


@dataclass(frozen=True, slots=True)
class MessageSent:
    """A message from `sender`, a seat or `host`, in a channel. For its members, and for everyone if all can read it."""

    channel: str
    sender: Viewer
    """A seat, or `host`."""
    text: str = field(repr=False)
    """The text of the message; empty if it is a reaction, or if its sender has left the server."""
    sign: Absent[Sign] = None
    """What a reaction says; absent in other messages."""
    about: Absent[About] = None
    """What is reported to the host; absent in other messages."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["message_sent"] = "message_sent"

    def audience(self, match: MatchBefore) -> Audience:
        if self.channel.startswith(_HOST_LINE):
            return only(seat_id(self.channel.removeprefix(_HOST_LINE)))
        return match.truth.channels[self.channel].audience(match.truth)


@dataclass(frozen=True, slots=True)
class SeatMuted(ToEveryone):
    """The host muted a seat: it can write only to the host, until it is unmuted or gets another player."""

    seat: SeatId
    reason: str
    """Why, in the words of the host; can be empty."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["seat_muted"] = "seat_muted"


@dataclass(frozen=True, slots=True)
class SeatUnmuted(ToEveryone):
    """The seat can write again where the game allows it."""

    seat: SeatId
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["seat_unmuted"] = "seat_unmuted"


@dataclass(frozen=True, slots=True)
class MatchAdjudicated(ToEveryone):
    """The host ended the match with this outcome."""

    outcome: Outcome
    """How the host ended it."""
    reason: str
    """Why, in the words of the host; can be empty."""
    by: Absent[Person] = None
    """Who decided it; absent in old logs."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["match_adjudicated"] = "match_adjudicated"


@dataclass(frozen=True, slots=True)
class MatchVoided(ToEveryone):
    """The match ended without an outcome: by its host, or by the server."""

    reason: str
    """Why, in the words of the host; can be empty."""
    because: Absent[NeverBegun] = None
    """Present if the server has called it off, without a `reason`."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["match_voided"] = "match_voided"


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """The seed of all draws, in hexadecimal, when the match is over. For everyone if the log opens."""

    seed: str = field(repr=False)
    """The seed, 32 bytes in hexadecimal; its hash was published when the match was created."""
    type: Literal["seed_revealed"] = "seed_revealed"

    def audience(self, match: MatchBefore) -> Audience:
        return EVERYONE if match.created.open_log else HOST_ONLY


@dataclass(frozen=True, slots=True)
class RematchCalled(ToEveryone):
    """
    The same people can play again, in the match `rematch_id`; the first and only event after the end of a match.

    `player` called for it and hosts it. The seats of the other players are reserved for them there. The match may exist
    only a moment later: `rematch` returns it.
    """

    rematch_id: str
    """The id of the new match."""
    player: Person
    """The player who called for the rematch, and hosts it."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["rematch_called"] = "rematch_called"


@dataclass(frozen=True, slots=True)
class HostLook:
    """Who has looked at a match as its host."""

    __pydantic_config__ = SENT_WHOLE

    player: Person
    """The administrator."""
    at: str
    """When, the first time."""


@dataclass(frozen=True, slots=True)
class HostViewsTold:
    """
    Which administrators have looked at the match as its host: until its end, or in a match that is over, later.

    For its seats.
    """

    looks: tuple[HostLook, ...]
    """Who and when, in order."""
    type: Literal["host_views_told"] = "host_views_told"

    def audience(self, match: MatchBefore) -> Audience:
        return only(*(seat.id for seat in match.created.seats))


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
    | LeaveSet
    | Submitted
    | Withdrawn
    | SeatSubmitted
    | PhaseClosed
    | SubmissionCounted
    | AbsenceNoted
    | MatchPaused
    | MatchSuspended
    | FailureNoted
    | MatchResumed
    | RulesProposed
    | RulesAgreed
    | RulesChanged
    | MessageSent
    | SeatMuted
    | SeatUnmuted
    | MatchAdjudicated
    | MatchVoided
    | SeedRevealed
    | EntriesLost
    | RematchCalled
    | RoleGiven
    | RoleTaken
    | HostViewAsked
    | HostViewsTold
)

SERVER_FACT_TYPES: tuple[type[ServerFact], ...] = get_args(ServerFact)

FACT_VERSIONS: Final = FactVersions(gained={"match_created": {"log_version": 1}})
"""How earlier facts are read (docs/log.md, "Facts that change"); also in `clients/verifier/log/upcasting.mjs`."""
