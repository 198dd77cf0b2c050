"""
The facts of tournaments. The class of a fact declares its audience, as for matches (`server/matches/facts.py`).

Numbers in a log are whole: points are counted in halves (`server/organising/tournaments/rounds.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal, TypeAlias, get_args

from pydantic import Field, JsonValue, TypeAdapter

from engines.kit import SENT_WHOLE, Audience, FactVersions, ToEveryone, ToHost, only, seat_id
from server.access.fields import Absent
from server.access.player import Person
from server.logs.directing.encoding import FactEncoding
from server.logs.directing.facts import DirectorActed as DirectorActed
from server.logs.directing.facts import (
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
from server.matches.facts import AbsenceInPlay
from server.matches.rests import Rest
from server.organising.ordering.leave import LeaveTaken
from server.organising.tournaments.groups import Groups
from server.organising.tournaments.rounds import EntrantId, How, Result, System
from server.organising.tournaments.scores import Scores

Teams: TypeAlias = Literal["fixed", "in_turn"]
"""Whether the members of a team keep their roles, or change them after each table that they play."""

Starting: TypeAlias = Literal["by_word", "when_done"]
"""When a round without a time is paired and started: by a director, or as soon as the last one is done."""


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """What the matches of a tournament are: the same for all."""

    __pydantic_config__ = SENT_WHOLE

    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    options: dict[str, JsonValue]
    """All options, except those that only the host may know."""
    pace: Pace
    """When phases close."""
    visibility: Visibility
    """Who can see the matches."""
    show_submitted: bool
    """Whether everyone can see that a seat has submitted."""
    open_log: bool
    """Whether everyone can read the log when the match is over."""
    spectator_lag: int
    """The delay of spectators in rounds, until the match ends."""
    rest: Absent[Rest] = None
    """When no time of a phase passes, and none in which tables wait; absent if time always passes."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """When rounds are published and started."""

    __pydantic_config__ = SENT_WHOLE

    start: Starting
    """When a round without a time is paired and started."""
    review_seconds: int
    """How long directors can review a pairing before it is published; 0: it is published at once."""
    times: tuple[str, ...]
    """When rounds start, from the first one on; those with a time are paired when the last one is done."""


@dataclass(frozen=True, slots=True)
class Absence:
    """What happens to absent entrants."""

    __pydantic_config__ = SENT_WHOLE

    ready_seconds: int
    """How long tables wait for their entrants to say that they are ready; 0: they do not wait."""
    missed_rounds: int
    """After how many forfeits in a row because of absence entrants are withdrawn; 0: never."""
    in_play: Absent[AbsenceInPlay] = None
    """What happens in matches when a seat is silent; absent if the rules of the game alone decide."""


@dataclass(frozen=True, slots=True)
class Arena:
    """How long an arena pairs those who are free."""

    __pydantic_config__ = SENT_WHOLE

    minutes: int
    """How many minutes from its start."""


@dataclass(frozen=True, slots=True)
class TournamentCreated(ToEveryone):
    """A tournament was created, with its system, its matches and its settings."""

    tournament_id: str
    """The tournament."""
    label: str
    """What the tournament is called."""
    system: System
    """How rounds are paired."""
    rounds: int
    """How many rounds are planned; 0: as many as the system needs."""
    cycles: int
    """How often everyone meets everyone in a round robin, or in a group."""
    teams: Teams | None
    """Whether members of teams keep their roles; null if players enter alone."""
    table_size: int
    """How many entrants a table has at most."""
    max_entrants: int
    """How many entrants can have a place; later ones wait."""
    tie_breaks: tuple[str, ...]
    """The tie-breaks of the standings, the first one first."""
    late: Literal["zero_bye", "half_bye"]
    """What late entrants score for each round before they entered."""
    match: MatchTerms
    """The matches."""
    schedule: Schedule
    """When rounds are published and started."""
    absence: Absence
    """What happens to absent entrants."""
    visibility: Visibility
    """Who can see the tournament."""
    maker: Person
    """The player who created it, directs it, and hosts its matches."""
    directors: tuple[Person, ...]
    """Further players who may direct it."""
    seed_commitment: str
    """The SHA-256 of the secret seed of all lots, in hexadecimal."""
    log_version: EventLogVersion = 1
    """The version of the log format; absent in old logs, where it is 1."""
    rate_expelled: Absent[bool] = None
    """Whether tables of the disqualified count for ratings; absent in earlier tournaments, where all keep places."""
    description: Absent[str] = None
    """What people should know of it; absent if nothing is said."""
    corrections_seconds: Absent[int] = None
    """How long results can be corrected after the end; absent: not at all."""
    scores: Absent[Scores] = None
    """What results are worth; absent if 1 for a win or a bye, ½ for a draw and 0 for a loss."""
    clubs_apart: Absent[int] = None
    """In how many rounds, from the first one on, a Swiss keeps clubs apart if it can; absent if in none."""
    leave_days: Absent[int] = None
    """For how many days in all each entrant can be on leave; absent if for none."""
    accelerated: Absent[Literal[True]] = None
    """Present if a Swiss is accelerated, so that the first half of the field has virtual points at first."""
    groups: Absent[Groups] = None
    """The groups before the bracket; absent in other systems."""
    arena: Absent[Arena] = None
    """How long an arena lasts; absent in other systems."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["tournament_created"] = "tournament_created"


@dataclass(frozen=True, slots=True)
class SecretMatchOptions(ToHost):
    """All options of the matches, including those that only the host may know."""

    options: dict[str, JsonValue] = field(repr=False)
    """All options, including the secret ones."""
    type: Literal["secret_match_options"] = "secret_match_options"


@dataclass(frozen=True, slots=True)
class SettingsChanged(ToEveryone):
    """A director changed these settings, which had not taken effect. Those that are absent stay as they are."""

    label: Absent[str] = None
    """What the tournament is called from now on."""
    description: Absent[str] = None
    """What people should know of it; empty if nothing is said any more."""
    rounds: Absent[int] = None
    """How many rounds are planned."""
    max_entrants: Absent[int] = None
    """How many entrants can have a place."""
    tie_breaks: Absent[tuple[str, ...]] = None
    """The tie-breaks of the standings, the first one first."""
    schedule: Absent[Schedule] = None
    """When rounds are published and started; the times of rounds that have started are as they were."""
    corrections_seconds: Absent[int] = None
    """How long results can be corrected after the end; 0: not at all."""
    scores: Absent[Scores] = None
    """What results are worth."""
    clubs_apart: Absent[int] = None
    """In how many rounds, from the first one on, a Swiss keeps clubs apart if it can; 0: in none."""
    accelerated: Absent[bool] = None
    """Whether a Swiss is accelerated."""
    rest: Absent[Rest] = None
    """When no time of a phase passes, in matches that begin from now on; if it names nothing, time always passes."""
    leave_days: Absent[int] = None
    """For how many days in all each entrant can be on leave; 0: for none."""
    arena: Absent[Arena] = None
    """How long an arena lasts; one that has begun ends so much later or earlier."""
    type: Literal["settings_changed"] = "settings_changed"


@dataclass(frozen=True, slots=True)
class Announced(ToEveryone):
    """A director announced something, in place of the last announcement."""

    text: str
    """What; empty if nothing is announced any more."""
    type: Literal["announced"] = "announced"


@dataclass(frozen=True, slots=True)
class EntriesOpened(ToEveryone):
    """Players can enter."""

    type: Literal["entries_opened"] = "entries_opened"


@dataclass(frozen=True, slots=True)
class CheckInOpened(ToEveryone):
    """Entrants must check in; those who have not when the first round is paired are withdrawn."""

    type: Literal["check_in_opened"] = "check_in_opened"


@dataclass(frozen=True, slots=True)
class PartnerNamed(ToEveryone):
    """A player wants to enter as a team with a partner. The team enters when the partner names the player."""

    player: Person
    """Who wants to enter."""
    partner: Person
    """Who is asked."""
    type: Literal["partner_named"] = "partner_named"


@dataclass(frozen=True, slots=True)
class Entered(ToEveryone):
    """A player, a team or a bot entered, or waits for a place."""

    __pydantic_config__ = SENT_WHOLE

    entrant: EntrantId
    """The id of the entrant, which never changes."""
    player: Person | None
    """The player; null for a bot."""
    waiting: bool
    """Whether all places were taken: the entrant waits for one."""
    rating: int
    """The rating by which entrants are numbered; 0 without one."""
    partner: Person | None = None
    """The second member of a team; null for a bot, and without teams."""
    invitation: Absent[str] = None
    """The id of the invitation that was accepted; absent without one."""
    unclaimed: Absent[Literal[True]] = None
    """
    Present if a director made the place for somebody without an account, who can claim it by a link. The player is then
    nobody's account, and has only the name.
    """
    club: Absent[str] = None
    """The club of the entrant; absent without one."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["entered"] = "entered"


@dataclass(frozen=True, slots=True)
class PlaceGiven(ToEveryone):
    """An entrant who waited has a place."""

    entrant: EntrantId
    type: Literal["place_given"] = "place_given"


@dataclass(frozen=True, slots=True)
class CheckedIn(ToEveryone):
    """An entrant checked in."""

    entrant: EntrantId
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["checked_in"] = "checked_in"


WithdrawnBecause: TypeAlias = Literal["own_wish", "director", "no_check_in", "missed_rounds", "disqualified"]


@dataclass(frozen=True, slots=True)
class EntrantWithdrawn(ToEveryone):
    """An entrant is not paired any more."""

    entrant: EntrantId
    because: WithdrawnBecause
    """Why."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["entrant_withdrawn"] = "entrant_withdrawn"


@dataclass(frozen=True, slots=True)
class EntrantReturned(ToEveryone):
    """An entrant who had withdrawn is in again, with the results so far, from the next pairing on."""

    entrant: EntrantId
    waiting: bool
    """Whether all places are taken: the entrant waits for one."""
    type: Literal["entrant_returned"] = "entrant_returned"


@dataclass(frozen=True, slots=True)
class EntrantReplaced(ToEveryone):
    """The place of an entrant was given to another player, with the entrant's results."""

    __pydantic_config__ = SENT_WHOLE

    entrant: EntrantId
    player: Person | None
    """The player, or the first member of the team, from now on; null for a bot."""
    partner: Person | None = None
    """The second member of the team from now on; null for a bot, and without teams."""
    invitation: Absent[str] = None
    """The id of the link by which the player claimed the place; absent if a director gave it."""
    type: Literal["entrant_replaced"] = "entrant_replaced"


@dataclass(frozen=True, slots=True)
class EntrantExcused(ToEveryone):
    """An entrant is not paired in a round, and gets this bye."""

    entrant: EntrantId
    round: int
    """The number of the round."""
    how: Literal["half_bye", "zero_bye"]
    """The kind of the bye."""
    type: Literal["entrant_excused"] = "entrant_excused"


@dataclass(frozen=True, slots=True)
class ClubSet(ToEveryone):
    """A director gave an entrant a club, or none."""

    entrant: EntrantId
    club: str
    """The club; empty for none."""
    type: Literal["club_set"] = "club_set"


@dataclass(frozen=True, slots=True)
class PairForbidden(ToHost):
    """Two entrants must not meet, from the next pairing on. For directors only."""

    entrants: tuple[EntrantId, EntrantId]
    """The two, in the order of their entry."""
    type: Literal["pair_forbidden"] = "pair_forbidden"


@dataclass(frozen=True, slots=True)
class PairAllowed(ToHost):
    """Two entrants who must not meet may meet from the next pairing on. For directors only."""

    entrants: tuple[EntrantId, EntrantId]
    """The two, in the order of their entry."""
    type: Literal["pair_allowed"] = "pair_allowed"


@dataclass(frozen=True, slots=True)
class TableNoted(ToHost):
    """
    A director or an arbiter noted something about a table, in place of the last note. Only for those who do not play.

    Its entry stays withheld in a log that is open to everyone.
    """

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    text: str = field(repr=False)
    """What; empty if there is no note any more."""
    type: Literal["table_noted"] = "table_noted"


@dataclass(frozen=True, slots=True)
class PairedTable:
    """A table of a round: entrants in the order of the seats, or one with a bye."""

    __pydantic_config__ = SENT_WHOLE

    table: int
    """The number of the table."""
    entrants: tuple[EntrantId, ...]
    """In the order of the seats."""
    result: Result | None = None
    """The result of a bye, or of a table with an entrant who has withdrawn; null for a table with a match."""


@dataclass(frozen=True, slots=True)
class RoundPaired(ToHost):
    """A round was paired. For directors only, until it is published."""

    round: int
    numbered: tuple[EntrantId, ...]
    """The initial ranking, by rating, then by lot: an entrant's place in it, from 1, is the entrant's number."""
    lots: tuple[EntrantId, ...]
    """The entrants in the order of their lots, which decide where nothing else does."""
    tables: tuple[PairedTable, ...]
    """The tables, in order."""
    reasons: tuple[dict[str, JsonValue], ...]
    """Why each table is as it is, in the order of the tables; empty if a director sent the pairing."""
    publish_at: str | None
    """When it is published without a director; null: when a director publishes it."""
    type: Literal["round_paired"] = "round_paired"


@dataclass(frozen=True, slots=True)
class RoundPublished(ToEveryone):
    """The pairing of a round is public."""

    round: int
    numbered: tuple[EntrantId, ...]
    lots: tuple[EntrantId, ...]
    tables: tuple[PairedTable, ...]
    type: Literal["round_published"] = "round_published"


@dataclass(frozen=True, slots=True)
class PairingsReplaced(ToEveryone):
    """Earlier pairings of a round were discarded before it was published. Follows the publication."""

    round: int
    count: int
    """How many pairings."""
    by: tuple[Person, ...]
    """The directors who replaced them, in the order of the first time."""
    type: Literal["pairings_replaced"] = "pairings_replaced"


@dataclass(frozen=True, slots=True)
class RoundStarted(ToEveryone):
    """
    A round started. The matches have these ids, and exist a moment later (`tables_set`).

    This entry is the intent: any process that finds it creates the matches that do not exist yet.
    """

    round: int
    matches: dict[int, str]
    """The match of each table, by the number of the table."""
    ready_until: str | None
    """Until when entrants must say that they are ready; null if tables do not wait."""
    head: Absent[str] = None
    """The hash of the entry before, which covers all before it; absent in old logs."""
    ends_at: Absent[str] = None
    """Until when tables are added to an arena; absent in other systems."""
    type: Literal["round_started"] = "round_started"


@dataclass(frozen=True, slots=True)
class TablesAdded(ToEveryone):
    """
    An arena paired entrants who were free. The matches have these ids, and exist a moment later (`tables_set`).

    As with `round_started`, this entry is the intent.
    """

    round: int
    tables: tuple[PairedTable, ...]
    """The tables, numbered after those of before."""
    matches: dict[int, str]
    """The match of each table, by the number of the table."""
    ready_until: str | None
    """Until when their entrants must say that they are ready; null if tables do not wait."""
    order: int
    """How many entries have ordered something about the matches of the round by now."""
    type: Literal["tables_added"] = "tables_added"


@dataclass(frozen=True, slots=True)
class ReadySaid:
    """An entrant is ready at the table, which starts when all are. For the entrants of the table."""

    round: int
    table: int
    entrant: EntrantId
    entrants: tuple[EntrantId, ...]
    """The entrants of the table."""
    through: Absent[str] = None
    """The id of the player, a bridge, through which it was done; absent if through none."""
    type: Literal["ready_said"] = "ready_said"

    def audience(self, tournament: object) -> Audience:
        return only(*(seat_id(entrant) for entrant in self.entrants))


@dataclass(frozen=True, slots=True)
class NotReady(ToEveryone):
    """Entrants were not ready in time. At a table of two they forfeit; a larger one starts, and waits in each phase."""

    round: int
    table: int
    entrants: tuple[EntrantId, ...]
    """Who was not ready."""
    type: Literal["not_ready"] = "not_ready"


@dataclass(frozen=True, slots=True)
class TablesSet(ToEveryone):
    """All orders about the matches of a round are carried out: matches that start exist, others are ended."""

    round: int
    orders: int
    """How many entries ordered something about them so far."""
    type: Literal["tables_set"] = "tables_set"


@dataclass(frozen=True, slots=True)
class PublicationUndone(ToEveryone):
    """A director took back the publication of a round before its start; it is paired anew, or published again."""

    round: int
    type: Literal["publication_undone"] = "publication_undone"


@dataclass(frozen=True, slots=True)
class StartUndone(ToEveryone):
    """
    A director took back the start of a round before anybody had acted in its matches, and starts it again later.

    The matches are called off a moment later (`tables_set`).
    """

    round: int
    order: int
    """How many entries have ordered something about the matches of the round by now."""
    type: Literal["start_undone"] = "start_undone"


@dataclass(frozen=True, slots=True)
class TableReplayed(ToEveryone):
    """
    A table is played again: it must have a winner and ended level, its match was called off, or a director wants it.

    It has no result then, and its round is open again if it was done; a next one that is not published is discarded.
    """

    round: int
    table: int
    match_id: str
    """The new match, which exists a moment later (`tables_set`)."""
    order: int
    """How many entries have ordered something about the matches of the round by now."""
    type: Literal["table_replayed"] = "table_replayed"


@dataclass(frozen=True, slots=True)
class ExtensionOrdered(ToEveryone):
    """
    The open phases of these tables get more time, a moment later (`tables_set`).

    A match that does not run then stays as it is. In its stream, `deadline_set` names the `order`.
    """

    round: int
    tables: tuple[int, ...]
    """The numbers of the tables."""
    seconds: int
    """The number of additional seconds."""
    order: int
    type: Literal["extension_ordered"] = "extension_ordered"


@dataclass(frozen=True, slots=True)
class CloseOrdered:
    """A phase of a table's match closes a moment later (`tables_set`), if it is still open. For its entrants."""

    round: int
    table: int
    phase: int
    """The number of the phase."""
    entrants: tuple[EntrantId, ...]
    """The entrants of the table."""
    order: int
    type: Literal["close_ordered"] = "close_ordered"

    def audience(self, tournament: object) -> Audience:
        return only(*(seat_id(entrant) for entrant in self.entrants))


@dataclass(frozen=True, slots=True)
class TableDone(ToEveryone):
    """A table has a result."""

    round: int
    table: int
    how: How
    """How the result came about."""
    points: tuple[int, ...]
    """Half points, in the order of the table's entrants."""
    by: Absent[Person] = None
    """Who adjudicated its match; absent if nobody did."""
    type: Literal["table_done"] = "table_done"

    @property
    def of_match(self) -> bool:
        """Whether this is how the match at the table ended, so that nothing is left to be done about it."""
        return self.how == "played" or self.by is not None


@dataclass(frozen=True, slots=True)
class ResultCorrected(ToEveryone):
    """
    A director corrected the result of a table. The log of its match stays as it is.

    In a bracket, the next round is paired again if it has not started.
    """

    round: int
    table: int
    how: How
    """How the result came about."""
    points: tuple[int, ...]
    type: Literal["result_corrected"] = "result_corrected"


@dataclass(frozen=True, slots=True)
class NewcomerSeated(ToEveryone):
    """
    An entrant was silent in a match for too long, and the player of an entrant who waited for a place took over.

    The player has the results of the silent entrant, and the seat a moment later (`tables_set`). The entrant who waited
    is withdrawn.
    """

    round: int
    table: int
    entrant: EntrantId
    """The entrant who was silent; another player has the place from now on."""
    newcomer: EntrantId
    """The entrant who waited for a place."""
    type: Literal["newcomer_seated"] = "newcomer_seated"


@dataclass(frozen=True, slots=True)
class RoundDone(ToEveryone):
    """All tables of a round have results."""

    round: int
    type: Literal["round_done"] = "round_done"


@dataclass(frozen=True, slots=True)
class NoRoundLeft(ToEveryone):
    """The system has no further round: a director can finish the tournament. In an arena, its time is over."""

    type: Literal["no_round_left"] = "no_round_left"


@dataclass(frozen=True, slots=True)
class TournamentPaused(ToEveryone):
    """The tournament and its running matches are paused."""

    until: str | None
    """When it resumes without a director, because a director who plays paused it; null: when a director resumes it."""
    left_seconds: Absent[int] = None
    """How much of an arena's time is left; absent if its time does not run."""
    type: Literal["tournament_paused"] = "tournament_paused"


@dataclass(frozen=True, slots=True)
class TournamentResumed(ToEveryone):
    """The tournament and its matches continue."""

    ready_until: Absent[str] = None
    """Until when entrants of the open round must say that they are ready; absent if its tables do not wait."""
    ends_at: Absent[str] = None
    """Until when tables are added to an arena, whose time continues; absent if it does not."""
    type: Literal["tournament_resumed"] = "tournament_resumed"


@dataclass(frozen=True, slots=True)
class ResultsProvisional(ToEveryone):
    """Everything is played. Until this time results can be corrected, then the tournament is over."""

    until: str
    type: Literal["results_provisional"] = "results_provisional"


@dataclass(frozen=True, slots=True)
class TournamentReopened(ToEveryone):
    """A director reopened the tournament while its results were provisional: tables and rounds can be played again."""

    type: Literal["tournament_reopened"] = "tournament_reopened"


@dataclass(frozen=True, slots=True)
class TournamentOver(ToEveryone):
    """The tournament is over, with these final places."""

    places: tuple[tuple[int, EntrantId], ...]
    """Place and entrant, in order; those who are equal by all tie-breaks share a place."""
    seed: str = field(repr=False)
    """The seed of all lots, 32 bytes in hexadecimal."""
    head: Absent[str] = None
    type: Literal["tournament_over"] = "tournament_over"


@dataclass(frozen=True, slots=True)
class TournamentCancelled(ToEveryone):
    """The tournament ended without final places; its matches are called off."""

    because: Absent[NeverBegun] = None
    """Present if the server has cancelled it."""
    type: Literal["tournament_cancelled"] = "tournament_cancelled"


TournamentFact: TypeAlias = (
    TournamentCreated
    | SettingsChanged
    | Announced
    | SecretMatchOptions
    | DirectorActed
    | EntriesOpened
    | CheckInOpened
    | PartnerNamed
    | RoleGiven
    | RoleTaken
    | HostViewAsked
    | EntriesLost
    | Entered
    | PlaceGiven
    | CheckedIn
    | EntrantWithdrawn
    | EntrantReturned
    | EntrantReplaced
    | EntrantExcused
    | ClubSet
    | PairForbidden
    | PairAllowed
    | TableNoted
    | Drawn
    | RoundPaired
    | RoundPublished
    | PairingsReplaced
    | PublicationUndone
    | RoundStarted
    | StartUndone
    | TablesAdded
    | ReadySaid
    | LeaveTaken
    | NotReady
    | TablesSet
    | TableReplayed
    | ExtensionOrdered
    | CloseOrdered
    | TableDone
    | ResultCorrected
    | NewcomerSeated
    | RoundDone
    | NoRoundLeft
    | TournamentPaused
    | TournamentResumed
    | ResultsProvisional
    | TournamentReopened
    | TournamentOver
    | TournamentCancelled
)

TOURNAMENT_FACT_TYPES: Final[tuple[type[TournamentFact], ...]] = get_args(TournamentFact)

FACT_VERSIONS: Final = FactVersions(gained={"tournament_created": {"log_version": 1}})
"""How earlier facts are read (docs/log.md, "Facts that change"); also in `clients/verifier/log/upcasting.mjs`."""

FACTS: Final = FactEncoding[TournamentFact](
    TypeAdapter(Annotated[TournamentFact, Field(discriminator="type")]), TOURNAMENT_FACT_TYPES, FACT_VERSIONS
)

decode = FACTS.decode
