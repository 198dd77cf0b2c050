"""
The facts of series. The class of a fact declares its audience, as for matches (`server/matches/facts.py`).

An entrant has an id such as `e4`, which stays the same when another player gets the place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, TypeAlias, get_args

from pydantic import Field, JsonValue, TypeAdapter

from engines.kit import SENT_WHOLE, Audience, Consequence, FactVersions, SeatId, ToEveryone, ToHost, only, seat_id
from server.access.fields import Absent
from server.access.player import Person
from server.logs.directing.encoding import FactEncoding
from server.logs.directing.facts import (
    DirectorActed,
    Drawn,
    EntriesLost,
    EventLogVersion,
    HostViewAsked,
    NeverBegun,
    Pace,
    RoleGiven,
    RoleTaken,
    Visibility,
)
from server.matches.facts import AbsenceInPlay, SeriesMatchName
from server.matches.rests import Rest
from server.organising.ordering.leave import LeaveTaken
from server.organising.series.plan import DeathTerms, EpisodeTerms, PickTerms, Starting

EntrantId: TypeAlias = str
"""Identifies a place of a series, such as `e4`, and the player or bot that has it."""

About: TypeAlias = Literal["pick", "partner:candidate", "partner:opponent"]
"""What a decision is about: whom the candidate takes as opponent, or whom one of them takes as partner."""

How: TypeAlias = Literal["played", "adjudicated", "decided"]
"""
How a match ended: it was played, somebody who judges it ended it in its own log, or a director decided it in the log
of the series.
"""

ClosedBecause: TypeAlias = Literal["made", "silent", "only_choice", "bot"]
"""Why a decision closed: it was made, its time was over, there was one choice, or a bot has the place."""

HandedOverBecause: TypeAlias = Literal["own_wish", "director", "disqualified", "replaced"]

LeftBecause: TypeAlias = Literal["death_match", "no_finalist"]

StoppedBecause: TypeAlias = Literal["void", "does_not_fit"]
"""Why a series waits for a director: a match has no outcome, or one that does not fit the plan."""


@dataclass(frozen=True, slots=True)
class SeriesMatchSettings:
    """How the matches of a series are run."""

    __pydantic_config__ = SENT_WHOLE

    visibility: Visibility
    """Who can see the matches."""
    show_submitted: bool
    """Whether everyone can see that a seat has submitted."""
    spectator_lag: int
    """The delay of spectators in rounds, until a match ends."""
    in_play: Absent[AbsenceInPlay] = None
    """What happens when a seat is silent; absent if the rules of the game alone decide."""
    rest: Absent[Rest] = None
    """When no time of a phase or a decision passes; absent if time always passes."""


@dataclass(frozen=True, slots=True)
class SeriesCreated(ToEveryone):
    """A series was created, with its plan and its settings."""

    series_id: str
    """The series."""
    label: str
    """What the series is called."""
    mark_episodes: int
    """In how many following episodes a mark counts."""
    token_spares: Literal["pick"] | None
    """What a token spares its holder in the episode in which it was given; null: nothing."""
    pick: PickTerms
    """How candidates pick their opponents, and partners are chosen."""
    deaths: dict[str, DeathTerms]
    """The kinds of death matches, by name."""
    episodes: tuple[EpisodeTerms, ...]
    """The episodes, in order."""
    pace: Pace
    """When phases and decisions close: `eager` also as soon as everything is decided."""
    start: Starting
    """When an episode begins after the last is done: when a director starts it, or at once."""
    visibility: Visibility
    """Who can see the series."""
    matches: SeriesMatchSettings
    """How its matches are run."""
    maker: Person
    """The player who created it, directs it, and hosts its matches."""
    directors: tuple[Person, ...]
    """Further players who may direct it."""
    seed_commitment: str
    """The SHA-256 of the secret seed of all lots, in hexadecimal."""
    log_version: EventLogVersion = 1
    """The version of the log format; absent in old logs, where it is 1."""
    leave_days: Absent[int] = None
    """For how many days in all each entrant can be on leave; absent if for none."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["series_created"] = "series_created"


@dataclass(frozen=True, slots=True)
class SeriesChanged(ToEveryone):
    """A director changed these settings. Those that are absent stay as they are."""

    label: Absent[str] = None
    """What the series is called from now on."""
    start: Absent[Starting] = None
    """When later episodes begin."""
    rest: Absent[Rest] = None
    """When no time passes, in matches and decisions that begin from now on; if it names nothing, time always passes."""
    leave_days: Absent[int] = None
    """For how many days in all each entrant can be on leave; 0: for none."""
    type: Literal["series_changed"] = "series_changed"


@dataclass(frozen=True, slots=True)
class SecretSeriesOptions(ToHost):
    """The options of matches with secret options, which only directors may know."""

    episodes: dict[int, dict[str, JsonValue]] = field(repr=False)
    """All options of main matches, by the number of the episode."""
    deaths: dict[str, dict[str, JsonValue]] = field(repr=False)
    """All options of death matches, by the name of the kind."""
    type: Literal["secret_series_options"] = "secret_series_options"


# Places


@dataclass(frozen=True, slots=True)
class PlaceTaken(ToEveryone):
    """A player or a bot has a place in the series."""

    __pydantic_config__ = SENT_WHOLE

    entrant: EntrantId
    """The id of the place."""
    player: Person | None
    """The player; null for a bot."""
    invitation: Absent[str] = None
    """The id of the invitation that the player accepted; absent if there was none."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["place_taken"] = "place_taken"


@dataclass(frozen=True, slots=True)
class PlaceLeft(ToEveryone):
    """A place is free again, before the start."""

    entrant: EntrantId
    because: Literal["own_wish", "director"]
    """Why."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["place_left"] = "place_left"


@dataclass(frozen=True, slots=True)
class PlaceHandedOver(ToEveryone):
    """
    A place was given to another player, or to a bot, which then plays and decides.

    In an open match a bot has the seat at once; for another player it is reserved.
    """

    __pydantic_config__ = SENT_WHOLE

    entrant: EntrantId
    player: Person | None
    """Who has the place now; null for a bot."""
    because: HandedOverBecause
    type: Literal["place_handed_over"] = "place_handed_over"


@dataclass(frozen=True, slots=True)
class PlacesSet(ToEveryone):
    """A director has set who is in heaven and who is in hell in the next episode."""

    heaven: tuple[EntrantId, ...]
    """Who is in heaven."""
    hell: tuple[EntrantId, ...]
    """Who is in hell."""
    type: Literal["places_set"] = "places_set"


# Episodes


@dataclass(frozen=True, slots=True)
class EpisodeBegun(ToEveryone):
    """
    An episode began. Its main match has this id, and exists a moment later (`matches_set`).

    This entry is the intent: any process that finds it creates the match if it does not exist yet.
    """

    episode: int
    """The number of the episode, from 1."""
    heaven: tuple[EntrantId, ...]
    hell: tuple[EntrantId, ...]
    match_id: str
    """The main match."""
    seats: dict[SeatId, EntrantId]
    """Who has which seat in it."""
    marked: tuple[EntrantId, ...]
    """Who has a mark that counts in it."""
    head: Absent[str] = None
    """The hash of the entry before, which covers all before it; absent in old logs."""
    type: Literal["episode_begun"] = "episode_begun"


@dataclass(frozen=True, slots=True)
class MainMatchDone(ToEveryone):
    """The main match of an episode is over."""

    episode: int
    how: How
    """How it ended."""
    rank: dict[EntrantId, int]
    """The ranks, as the match counts them; 1 is best."""
    consequences: dict[EntrantId, list[Consequence]]
    """What it means for each entrant."""
    by: Absent[Person] = None
    """Who adjudicated it; absent if nobody did."""
    type: Literal["main_match_done"] = "main_match_done"


@dataclass(frozen=True, slots=True)
class RealmsSettled(ToEveryone):
    """After a main match: who is in heaven and in hell next. The loser of a death match still leaves."""

    __pydantic_config__ = SENT_WHOLE

    episode: int
    heaven: tuple[EntrantId, ...]
    """Who is in heaven next."""
    hell: tuple[EntrantId, ...]
    """Who is in hell next."""
    candidate: EntrantId | None
    """Who must play the death match; null without a death match."""
    spared: tuple[EntrantId, ...]
    """Who cannot be picked as opponent, because of a token."""
    type: Literal["realms_settled"] = "realms_settled"


@dataclass(frozen=True, slots=True)
class DecisionAsked(ToEveryone):
    """An entrant is asked to decide."""

    __pydantic_config__ = SENT_WHOLE

    decision: int
    """The number of the decision in the series, from 1."""
    episode: int
    about: About
    """What it is about."""
    entrant: EntrantId
    """Who is asked."""
    choices: tuple[EntrantId, ...]
    """Who can be chosen."""
    until: str | None
    """Until when; null if it closes at once."""
    type: Literal["decision_asked"] = "decision_asked"


@dataclass(frozen=True, slots=True)
class DecisionMade:
    """A decision, which can be changed until it closes. For its maker only."""

    decision: int
    entrant: EntrantId
    """Who decides."""
    choice: EntrantId
    """Who is chosen."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["decision_made"] = "decision_made"

    def audience(self, state: object) -> Audience:
        return only(seat_id(self.entrant))


@dataclass(frozen=True, slots=True)
class DecisionExtended(ToEveryone):
    """An open decision has another deadline."""

    decision: int
    until: str
    """The new deadline."""
    type: Literal["decision_extended"] = "decision_extended"


@dataclass(frozen=True, slots=True)
class DecisionClosed(ToEveryone):
    """A decision is closed, with this choice."""

    decision: int
    choice: EntrantId
    because: ClosedBecause
    """Why it closed."""
    type: Literal["decision_closed"] = "decision_closed"


@dataclass(frozen=True, slots=True)
class DeathMatchBegun(ToEveryone):
    """The death match of an episode began. It has this id, and exists a moment later (`matches_set`)."""

    episode: int
    match_id: str
    """The death match."""
    seats: dict[SeatId, EntrantId]
    type: Literal["death_match_begun"] = "death_match_begun"


@dataclass(frozen=True, slots=True)
class DeathMatchDone(ToEveryone):
    """The death match of an episode is over."""

    episode: int
    how: How
    loser: EntrantId
    """Who has lost: the candidate or the opponent."""
    by: Absent[Person] = None
    type: Literal["death_match_done"] = "death_match_done"


@dataclass(frozen=True, slots=True)
class EntrantLeft(ToEveryone):
    """An entrant is out of the series."""

    entrant: EntrantId
    episode: int
    because: LeftBecause
    """Why: the entrant lost the death match, or is not a finalist."""
    type: Literal["entrant_left"] = "entrant_left"


@dataclass(frozen=True, slots=True)
class EpisodeDone(ToEveryone):
    """An episode is done."""

    episode: int
    type: Literal["episode_done"] = "episode_done"


# What directors do, and what follows from it


@dataclass(frozen=True, slots=True)
class SeriesStopped(ToEveryone):
    """The series waits for a director, who can replay the match or decide it."""

    episode: int
    match: SeriesMatchName
    """The match without an outcome that fits the plan."""
    because: StoppedBecause
    type: Literal["series_stopped"] = "series_stopped"


@dataclass(frozen=True, slots=True)
class MatchReplayed(ToEveryone):
    """The last match is played again, with the same seats, under this id; it exists a moment later (`matches_set`)."""

    episode: int
    match: SeriesMatchName
    """Which match of it."""
    match_id: str
    """The new match."""
    type: Literal["match_replayed"] = "match_replayed"


@dataclass(frozen=True, slots=True)
class MatchNoted(ToHost):
    """
    A director or an arbiter noted something about a match of an episode, in place of the last note. Only for them.

    Its entry stays withheld in a log that is open to everyone.
    """

    episode: int
    match: SeriesMatchName
    """Which match of it."""
    text: str = field(repr=False)
    """What; empty if there is no note any more."""
    type: Literal["match_noted"] = "match_noted"


@dataclass(frozen=True, slots=True)
class MatchExtended(ToEveryone):
    """
    The open phase of the open match gets more time, a moment later (`matches_set`).

    A match that does not run then stays as it is. In its stream, `deadline_set` names the `order`.
    """

    seconds: int
    """The number of additional seconds."""
    order: int
    """How many entries have ordered something about matches of the series by now."""
    type: Literal["match_extended"] = "match_extended"


@dataclass(frozen=True, slots=True)
class MatchesSet(ToEveryone):
    """All orders about matches are carried out: matches that begin exist, others are ended."""

    orders: int
    """How many entries ordered something about them so far."""
    type: Literal["matches_set"] = "matches_set"


@dataclass(frozen=True, slots=True)
class SeriesPaused(ToEveryone):
    """The series and its running match are paused; an open decision waits."""

    left_seconds: Absent[int] = None
    """How much time the open decision has left; absent without an open decision."""
    type: Literal["series_paused"] = "series_paused"


@dataclass(frozen=True, slots=True)
class SeriesResumed(ToEveryone):
    """The series and its match continue."""

    until: Absent[str] = None
    """The deadline of the open decision from now on; absent without an open decision."""
    type: Literal["series_resumed"] = "series_resumed"


@dataclass(frozen=True, slots=True)
class SeriesOver(ToEveryone):
    """The series is over."""

    winner: EntrantId
    """Who has won the season."""
    places: tuple[tuple[int, EntrantId], ...]
    """Place and entrant, in order: those who stayed longer are ahead, and those who left together share a place."""
    seed: str = field(repr=False)
    """The seed of all lots, 32 bytes in hexadecimal."""
    head: Absent[str] = None
    type: Literal["series_over"] = "series_over"


@dataclass(frozen=True, slots=True)
class SeriesCancelled(ToEveryone):
    """The series ended without a winner; its match is called off."""

    because: Absent[NeverBegun] = None
    """Present if the server has cancelled it."""
    type: Literal["series_cancelled"] = "series_cancelled"


SeriesFact: TypeAlias = (
    SeriesCreated
    | SeriesChanged
    | SecretSeriesOptions
    | DirectorActed
    | RoleGiven
    | RoleTaken
    | HostViewAsked
    | EntriesLost
    | PlaceTaken
    | PlaceLeft
    | PlaceHandedOver
    | PlacesSet
    | LeaveTaken
    | Drawn
    | EpisodeBegun
    | MainMatchDone
    | RealmsSettled
    | DecisionAsked
    | DecisionMade
    | DecisionExtended
    | DecisionClosed
    | DeathMatchBegun
    | DeathMatchDone
    | EntrantLeft
    | EpisodeDone
    | SeriesStopped
    | MatchReplayed
    | MatchNoted
    | MatchExtended
    | MatchesSet
    | SeriesPaused
    | SeriesResumed
    | SeriesOver
    | SeriesCancelled
)

SERIES_FACT_TYPES: Final[tuple[type[SeriesFact], ...]] = get_args(SeriesFact)

FACT_VERSIONS: Final = FactVersions(gained={"series_created": {"log_version": 1}})
"""How earlier facts are read (docs/log.md, "Facts that change"); also in `clients/verifier/log/upcasting.mjs`."""

FACTS: Final = FactEncoding[SeriesFact](
    TypeAdapter(Annotated[SeriesFact, Field(discriminator="type")]), SERIES_FACT_TYPES, FACT_VERSIONS
)

decode = FACTS.decode
