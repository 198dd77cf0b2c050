"""The requests for creating tournaments and for entering them."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from server.access.fields import Moment, Options, Request
from server.access.texts import LINE, VISIBLE_LINE
from server.logs.directing.facts import Pace, Visibility
from server.matches.calendars import RestRequest
from server.matches.rests import MOST_LEAVE_DAYS
from server.organising.ordering.absence import InPlayRequest
from server.organising.tournaments.facts import Schedule, Starting, Teams
from server.organising.tournaments.groups import Groups
from server.organising.tournaments.rounds import System
from server.organising.tournaments.scores import Scores
from server.runtime.times import timestamp

MAX_ENTRANTS: Final = 1_000
"""How many can enter a tournament."""


MAX_LABEL: Final = 80

MAX_DESCRIPTION: Final = 1_000

MAX_ANNOUNCEMENT: Final = 500

MAX_CORRECTIONS_SECONDS: Final = 2_592_000

MAX_CLUB: Final = 64

MOST_ROUNDS: Final = 100

MOST_FOR_A_WIN: Final = 20
"""In half points: more would need too many bits in the pairing of large fields."""

MAX_LINES: Final = 1_000
"""How many people can be entered in one call."""

MAX_FILE: Final = 200_000
"""How many characters a sheet or report of people can have."""

MAX_EMAIL: Final = 254

Club: TypeAlias = Annotated[str, Field(max_length=MAX_CLUB, pattern=LINE)]
"""The name of a club; empty without one."""


class MatchTermsRequest(Request):
    """What the matches of the tournament are: the same for all."""

    game: str = Field(max_length=64)
    variant: str | None = Field(default=None, max_length=64, description="By default the first variant of the game.")
    options: Options = Field(default={}, repr=False, description="Options that differ from those of the variant.")
    pace: Pace = Field(default="eager", description="`eager` closes a phase when every awaited seat has submitted.")
    visibility: Visibility = Field(default="unlisted", description="Who can see the matches.")
    show_submitted: bool = Field(default=False, description="Show everyone that a seat has submitted.")
    open_log: bool | None = Field(
        default=None,
        description="Whether everyone can read the log when the match is over. By default the game decides.",
    )
    spectator_lag: int = Field(
        default=0, ge=0, le=100, description="The delay of spectators in rounds, until the match ends."
    )
    rest: RestRequest | None = Field(
        default=None, description="When no time of a phase passes; null: time always passes."
    )


class ScheduleRequest(Request):
    """When rounds are published and started."""

    start: Starting = Field(
        default="by_word",
        description="`by_word`: directors pair and start each round; `when_done`: directors start the first one, and "
        "each other follows when the one before is done.",
    )
    review_seconds: int = Field(
        default=0,
        ge=0,
        le=604_800,
        description="How long directors can review a pairing before it is published; 0: it is published at once.",
    )
    times: list[Annotated[Moment, Field(strict=False)]] = Field(
        default=[],
        max_length=100,
        description="When rounds start, from the first one on: later than now. A round with a time is paired when the "
        "last one is done (the first one by a director), and starts at its time, or when it is published if that is "
        "later; a director can start it earlier. For rounds beyond the list, `start` decides.",
    )

    @property
    def terms(self) -> Schedule:
        """The schedule as it is logged."""
        return Schedule(self.start, self.review_seconds, tuple(map(timestamp, self.times)))


class AbsenceRequest(Request):
    """What happens to absent entrants."""

    ready_seconds: int = Field(
        default=0,
        ge=0,
        le=86_400,
        description="How long tables wait for their entrants to say that they are ready (`sayReady`). Those who are "
        "not ready forfeit a table of two. 0: tables do not wait.",
    )
    missed_rounds: int = Field(
        default=0,
        ge=0,
        le=100,
        description="After how many forfeits in a row because of absence an entrant is withdrawn; 0: never.",
    )
    in_play: InPlayRequest = InPlayRequest()
    """What happens in matches when a seat that should submit is silent at a deadline."""


class ScoresRequest(Request):
    """What the results of tables of two are worth, in half points. A win is worth more than a draw."""

    win: int = Field(ge=1, le=MOST_FOR_A_WIN)
    """A win, also by forfeit."""
    draw: int = Field(ge=0, le=MOST_FOR_A_WIN)
    """A draw, or a half-point bye."""
    loss: int = Field(default=0, ge=0, le=MOST_FOR_A_WIN)
    """A loss at a table that was played, at most as much as a draw; who forfeits, or misses a round, gets nothing."""
    bye: int = Field(ge=0, le=MOST_FOR_A_WIN)
    """The bye that the pairing gives, at most as much as a win."""

    @property
    def terms(self) -> Scores:
        """The scores as they are logged."""
        return Scores(self.win, self.draw, self.loss, self.bye)


class ArenaRequest(Request):
    """How long an arena pairs those who are free."""

    minutes: int = Field(ge=10, le=720)
    """How many minutes from its start; matches that run then are played to their end, and count."""


class GroupsRequest(Request):
    """Groups in which everyone meets everyone, before a bracket of the first ones of each."""

    count: int = Field(ge=2, le=26)
    """How many groups there are. Each has two entrants at least, and as many as advance."""
    advance: int = Field(ge=1, le=8)
    """How many of each group play in the bracket."""

    @property
    def terms(self) -> Groups:
        """The groups as they are logged."""
        return Groups(self.count, self.advance)


class TournamentRequest(Request):
    """A new tournament; the caller directs it and hosts its matches."""

    label: str = Field(min_length=1, max_length=MAX_LABEL, pattern=VISIBLE_LINE, repr=False, examples=["Friday duels"])
    description: str = Field(
        default="", max_length=MAX_DESCRIPTION, pattern=LINE, repr=False, description="What people should know of it."
    )
    system: System
    match: MatchTermsRequest
    """What its matches are."""
    rounds: int = Field(
        default=0,
        ge=0,
        le=MOST_ROUNDS,
        description="How many rounds are planned; 0: as many as the system needs, which a Swiss does not know.",
    )
    cycles: Literal[1, 2] = Field(
        default=1, description="How often everyone meets everyone in a round robin, or in a group."
    )
    groups: GroupsRequest | None = Field(
        default=None, description="The groups of the system `groups`, which needs them; null in other systems."
    )
    teams: Teams | None = Field(
        default=None,
        description="Teams of two enter, in a game with teams, and keep their roles or change them after each table "
        "that they play; null: players enter alone.",
    )
    max_entrants: int = Field(
        default=256, ge=2, le=MAX_ENTRANTS, description="How many entrants can have a place; later ones wait."
    )
    tie_breaks: list[str] | None = Field(
        default=None, max_length=16, description="The tie-breaks of the standings; by default those of the system."
    )
    scores: ScoresRequest | None = Field(
        default=None,
        description="What results are worth: in a Swiss, a round robin, groups, or own rounds, at tables of two. By "
        "default 1 for a win or a bye, ½ for a draw and 0 for a loss.",
    )
    clubs_apart: int = Field(
        default=0,
        ge=0,
        le=MOST_ROUNDS,
        description="In how many rounds, from the first one on, a Swiss lets entrants of one club meet only if there "
        "is no other pairing.",
    )
    accelerated: bool = Field(
        default=False,
        description="Whether the first rounds of a Swiss with planned `rounds` are accelerated by the Baku system "
        "(FIDE C.04.5): in pairings, the first half of the field has up to one virtual point more.",
    )
    arena: ArenaRequest | None = Field(
        default=None,
        description="How long an arena lasts, which has one round, without teams: needed by it, and only by it.",
    )
    late: Literal["zero_bye", "half_bye"] = Field(
        default="zero_bye", description="What late entrants score for each round before they entered."
    )
    schedule: ScheduleRequest = ScheduleRequest()
    absence: AbsenceRequest = AbsenceRequest()
    leave_days: int = Field(
        default=0,
        ge=0,
        le=MOST_LEAVE_DAYS,
        description="For how many days in all each entrant can be on leave (`takeTournamentLeave`), while the clocks "
        "of its tables stand.",
    )
    corrections_seconds: int = Field(
        default=0,
        ge=0,
        le=MAX_CORRECTIONS_SECONDS,
        description="How long results can be corrected, and the tournament reopened, after `finish`; ratings follow "
        "then. 0: not at all.",
    )
    visibility: Visibility = Field(default="public", description="Who can see the tournament.")
    rate_expelled: bool = Field(
        default=False,
        description="Whether the played tables of disqualified entrants count for ratings.",
    )
    directors: list[str] = Field(
        default=[], max_length=20, description="Players who may direct it as well, by their ids."
    )


class PersonRequest(Request):
    """Somebody without an account."""

    name: str = Field(max_length=200, repr=False, description="The name, by the rules for names of players.")
    rating: int = Field(default=0, ge=0, le=10_000, description="The rating by which entrants are numbered.")
    club: Club = Field(default="", repr=False)
    email: str = Field(
        default="", max_length=MAX_EMAIL, repr=False, description="It is in the reply, and nowhere else: not stored."
    )


class EntrantsRequest(Request):
    """People to enter who have no account: a list, a sheet or a report."""

    people: list[PersonRequest] | None = Field(default=None, min_length=1, max_length=MAX_LINES)
    """The people."""
    csv: str | None = Field(default=None, max_length=MAX_FILE, repr=False)
    """
    The text of a sheet. Its first line has headings, in any order, in English or German: `name`, or `first name` and
    `last name`, and perhaps `rating`, `club` and `email`. It is separated by commas, semicolons or tabs.
    """
    trf: str | None = Field(default=None, max_length=MAX_FILE, repr=False)
    """A report in FIDE's format TRF16, for a tournament without rounds. Names and ratings are taken, no results."""
    preview: bool = False
    """Whether to say only what would become of each, and to enter nobody."""
    renew_links: bool = False
    """Whether places that have been entered before, and that nobody has claimed, get new links; the old ones end."""
    expires_in_seconds: int = Field(
        default=2_592_000, ge=60, le=7_776_000, description="How long the links can be accepted; by default 30 days."
    )


class EntrantRequest(Request):
    """An entry; only directors can give a rating or a club, or enter others."""

    rating: int | None = Field(default=None, ge=0, le=10_000)
    """
    The rating by which entrants are numbered. By default it is the player's rating in the game, 0 without one, and
    the mean for a team.
    """
    partner: str | None = Field(default=None, max_length=64)
    """The other member of a team, who enters it by naming the caller; directors enter both at once."""
    club: str | None = Field(default=None, min_length=1, max_length=MAX_CLUB, pattern=VISIBLE_LINE, repr=False)
    """The club of the entrant, which everyone can see."""
