"""Tournaments: what a viewer knows of one, its rounds and its standings."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic import Field, JsonValue

from server.access import codes
from server.access.errors import RefusedError
from server.access.fields import Absent, Cursor, Epoch, Reply, Said, union_of
from server.access.player import Person
from server.api.models.events import event_models
from server.logs.directing.facts import RoleHolder
from server.organising.tournaments.additions import Addition
from server.organising.tournaments.course import Course
from server.organising.tournaments.entrant import LeftBecause
from server.organising.tournaments.facts import TOURNAMENT_FACT_TYPES, TournamentCreated
from server.organising.tournaments.round_course import RoundCourse, RoundStatus, TableCourse, TableStatus
from server.organising.tournaments.rounds import EntrantId, Result
from server.organising.tournaments.standings.documents import arithmetic
from server.organising.tournaments.standings.table import Standings
from server.organising.tournaments.standings.tie_breaks import TIE_BREAKS
from server.organising.tournaments.summary import TournamentStatus
from server.organising.tournaments.tournament import TournamentProjection
from server.runtime.times import timestamp


class PredecessorReply(Reply):
    """Who had the place of an entrant before."""

    player: Person | None
    """The player, or the first member of the team; null for a bot."""
    partner: Person | None
    """The second member of the team; null for a bot, and without teams."""
    rounds: int
    """How many rounds were published by then; `players` of a table says who played at it."""


class EntrantReply(Reply):
    """An entrant of a tournament."""

    entrant: EntrantId
    """The id of the entrant, which never changes."""
    number: int | None
    """The place in the initial ranking; null before the first pairing is published."""
    player: Person | None
    """The player, or the first member of a team; null for a bot."""
    partner: Person | None
    """The second member of a team; null for a bot, and without teams."""
    rating: int
    """The rating by which entrants are numbered; 0 without a rating."""
    waiting: bool
    """Whether the entrant waits for a place."""
    checked_in: bool
    """Whether the entrant has checked in."""
    withdrawn: bool
    """Whether the entrant is in no further pairing."""
    left_because: LeftBecause | None
    """Why the entrant is in no further pairing; null otherwise."""
    earlier: list[PredecessorReply]
    """Who had the place before, the first one first."""
    unclaimed: bool
    """Whether nobody has claimed the place yet, which was made for somebody without an account."""
    club: str
    """The club of the entrant; empty without one."""
    on_leave_until: str | None
    """When the last leave of the entrant ends, or ended; null without one."""
    leave_days_taken: int
    """How many days of leave the entrant has taken so far."""


class TableReply(Reply):
    """A table of a round."""

    table: int
    """The number of the table."""
    entrants: tuple[EntrantId, ...]
    """The entrants, in the order of the seats; one for a bye."""
    players: dict[EntrantId, list[Person | None]]
    """
    Who played for an entrant at this table, in order, if others than those who have the place now: the members of a
    team, or players who replaced each other. Bots are null.
    """
    status: TableStatus
    """How far it is."""
    ready: list[EntrantId]
    """Who is ready; only those at the table and directors see it."""
    match_id: str | None
    """Its match; null before the round starts, and without one."""
    result: Result | None
    """Its result; null before."""
    note: str
    """What directors have noted about it; empty without a note, and for everyone but those who direct or judge."""
    reason: dict[str, JsonValue] | None
    """Why the table was paired so; only directors who do not play see it."""
    ready_until: Absent[str] = None
    """In an arena, until when its entrants must say that they are ready; absent with a result, or without waiting."""


class RoundReply(Reply):
    """A round of a tournament."""

    round: int
    """The number of the round."""
    status: RoundStatus
    publish_at: str | None
    """When it is published automatically; only directors see it."""
    ready_until: str | None
    """Until when entrants must say that they are ready; null if tables do not wait."""
    tables: list[TableReply]
    """The tables, in order."""
    ends_at: Absent[str] = None
    """Until when tables are added to an arena; absent if its time does not run, and in other systems."""
    left_seconds: Absent[int] = None
    """How much time is left of an arena that is paused; absent otherwise."""


class AddedEntrants(Reply):
    """What becomes of people who are to be entered."""

    unknown_columns: list[str]
    """The headings of columns that have no meaning, and are left out."""
    lines: list[Addition]
    """The lines, in order, without empty ones."""


class TournamentView(Reply):
    """What the caller knows of a tournament."""

    viewer: str
    """The caller's viewer: `spectator`, an entrant, or `host` for a director who does not play."""
    epoch: Epoch
    cursor: Cursor
    """The last event that the view contains."""
    status: TournamentStatus
    paused_until: str | None
    """When a pause ends by itself; null without a pause, or if a director must end it."""
    provisional_until: str | None
    """Until when results can be corrected; null unless the tournament is `provisional`."""
    settings: TournamentCreated
    """What it was created as, with settings as they are now."""
    announcement: str
    """What directors have announced last; empty if there is nothing."""
    roles: list[RoleHolder]
    """Who holds a role on the tournament, its owners with them."""
    entrants: list[EntrantReply]
    """The entrants, in the order of their numbers, then of their entry."""
    forbidden: list[tuple[EntrantId, EntrantId]]
    """Pairs that must not meet; only directors who do not play see them."""
    rounds: list[RoundReply]
    """The rounds that the caller knows of."""
    places: list[tuple[int, EntrantId]]
    """The final places; empty before."""
    lines: Said = Field(
        default_factory=lambda: None,
        description="With `lines`: what happened lately, in sentences for people, of at most 32 events.",
    )
    server_now: str
    """The server's time when it sent this."""


def render_tournament(
    known: TournamentProjection, epoch: str, server_now: str, lines: list[str] | None = None
) -> Generator[None, None, str]:
    """Make the view of a projection as JSON, in steps: that of a thousand entrants has a megabyte."""
    course = known.course
    numbers = {entrant: number for number, entrant in enumerate(course.numbered, 1)}
    ordered = sorted(course.entrants.values(), key=lambda each: numbers.get(each.id, len(numbers) + 1))
    view = TournamentView(
        viewer=known.viewer,
        epoch=epoch,
        cursor=known.cursor,
        status=course.status,
        paused_until=course.paused_until,
        provisional_until=course.provisional_until,
        settings=course.terms,
        announcement=course.announcement,
        roles=list(course.holders.values()),
        entrants=[
            EntrantReply(
                entrant=each.id,
                number=numbers.get(each.id),
                player=each.player,
                partner=each.partner,
                rating=each.rating,
                waiting=each.waiting,
                checked_in=each.checked_in,
                withdrawn=each.withdrawn,
                left_because=each.left_because,
                earlier=[
                    PredecessorReply(player=was.player, partner=was.partner, rounds=was.rounds) for was in each.earlier
                ],
                unclaimed=each.unclaimed,
                club=each.club,
                on_leave_until=None if each.away.leave is None else timestamp(each.away.leave.until),
                leave_days_taken=each.away.days,
            )
            for each in ordered
        ],
        forbidden=sorted((one, other) for one, other in map(sorted, course.forbidden)),
        rounds=[],
        places=list(course.places),
        lines=lines,
        server_now=server_now,
    )
    after = {"places", "lines", "server_now"}
    head = view.model_dump_json(exclude={"rounds", *after})
    rounds: list[str] = []
    for each in course.rounds:
        yield
        rounds.append(show_round(course, each).model_dump_json())
    return f'{head[:-1]},"rounds":[{",".join(rounds)}],{view.model_dump_json(include=after)[1:]}'


def show_round(course: Course, round_: RoundCourse) -> RoundReply:
    reasons = dict(zip(round_.tables, round_.reasons, strict=False))
    return RoundReply(
        round=round_.number,
        status=round_.status,
        publish_at=round_.publish_at,
        ready_until=round_.ready_until,
        tables=[
            TableReply(
                table=number,
                entrants=table.paired.entrants,
                players=_others_seated(course, round_, table),
                status=table.status,
                ready=sorted(table.ready),
                match_id=table.match_id,
                result=table.result,
                note=round_.notes.get(number, ""),
                reason=reasons.get(number),
                ready_until=table.ready_until if course.terms.arena is not None and table.result is None else None,
            )
            for number, table in round_.tables.items()
        ],
        ends_at=round_.ends_at,
        left_seconds=round_.left_seconds,
    )


def _others_seated(course: Course, round_: RoundCourse, table: TableCourse) -> dict[EntrantId, list[Person | None]]:
    """Return who played at a table for entrants whose place somebody else has now, or who went on for each other."""
    found = {entrant: course.players_at(round_.number, table, entrant) for entrant in table.paired.entrants}
    return {entrant: then for entrant, then in found.items() if then != course.members_of(course.entrants[entrant])}


if TYPE_CHECKING:
    TournamentFact: TypeAlias = Any
else:
    TournamentFact = union_of(
        "TournamentFact", TOURNAMENT_FACT_TYPES, "Something that happened in a tournament, identified by `type`."
    )

TournamentEventFrame, TournamentEventPage = event_models("tournament", TournamentFact)


class StandingReply(Reply):
    """An entrant in the standings."""

    rank: int | None
    """
    The place; entrants with equal values share one. Null for an entrant who was disqualified, has withdrawn without
    playing a table, or has played less than half of a round robin.
    """
    number: int
    """The entrant's number."""
    entrant: EntrantId
    """The entrant."""
    points: int
    """Points, in halves."""
    tie_breaks: dict[str, int]
    """The values of the tie-breaks, by their codes; `per_point` says in which units."""
    withdrawn: bool
    """Whether the entrant has withdrawn."""
    worth: Absent[list[int]] = None
    """In an arena, what each of the entrant's tables was worth, in half points and order; absent in other systems."""
    wins_in_a_row: Absent[int] = None
    """In an arena, how many tables the entrant has won since the last that was not; from 2 on the next is doubled."""
    group: Absent[str] = None
    """The name of the group, such as `A`; absent without one."""
    place_in_group: Absent[int] = None
    """The place in the group, which nobody shares; absent without one."""


class StandingsReply(Reply):
    """The standings of a tournament."""

    round: int
    """The round after which they stand; 0 before the first one is done."""
    tie_breaks: list[str]
    """The tie-breaks in the order in which they count."""
    per_point: dict[str, int]
    """How many units of a tie-break are one point."""
    rows: list[StandingReply]
    """The best first."""
    explained: list[dict[str, JsonValue]] | None
    """The values of the entrant that `explain` names, with what they are made of; null without it."""


def show_standings(table: Standings, explain: EntrantId | None) -> StandingsReply:
    """
    Return the standings as sent.

    Raises:
        RefusedError: There is no entrant `explain`.
    """
    return StandingsReply(
        round=table.rounds,
        tie_breaks=list(table.codes),
        per_point={code: TIE_BREAKS[code].per_point for code in table.codes},
        rows=[
            StandingReply(
                rank=row.rank,
                number=row.number,
                entrant=row.entrant,
                points=row.points,
                tie_breaks=dict(zip(table.codes, row.values, strict=True)),
                withdrawn=row.withdrawn,
                worth=None if row.series is None else row.series.worth,
                wins_in_a_row=None if row.series is None else row.series.row,
                group=row.group,
                place_in_group=row.place_in_group,
            )
            for row in table.rows
        ],
        explained=None if explain is None else _explain(table, explain),
    )


def _explain(table: Standings, entrant: EntrantId) -> list[dict[str, JsonValue]]:
    found = next((row for row in table.rows if row.entrant == entrant), None)
    if found is None:
        raise RefusedError(codes.UNKNOWN_ENTRANT, "The standings have no such entrant.", status=404)
    return [arithmetic(table, found, code) for code in table.codes]
