"""Series: what a viewer knows of one, and its events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from pydantic import Field

from engines.kit import Consequence, SeatId
from server.access.fields import Cursor, Epoch, Reply, Request, Said, union_of
from server.access.player import Person
from server.api.models.events import event_models
from server.logs.directing.facts import RoleHolder
from server.organising.series import facts
from server.organising.series.course import Course, DecisionCourse, EpisodeCourse, MatchCourse
from server.organising.series.series import SeriesProjection
from server.organising.series.summary import SeriesStatus
from server.runtime.times import timestamp


class DecisionRequest(Request):
    """A decision; it can be changed until it closes."""

    choice: facts.EntrantId = Field(max_length=16)
    """Who is chosen: one of the `choices` of the decision."""


class SeriesPredecessorReply(Reply):
    """Who had a place before."""

    player: Person | None
    """The player; null for a bot."""
    because: facts.HandedOverBecause
    """Why the place was given to somebody else."""
    episodes: int
    """How many episodes had begun by then; who played which match, `players` of the match says."""


class SeriesEntrantReply(Reply):
    """An entrant of a series."""

    entrant: facts.EntrantId
    """The id of the place."""
    player: Person | None
    marked_until: int | None
    """The last episode in which a mark of the entrant counts; null without one."""
    left_in: int | None
    """The episode in which the entrant left; null if the entrant is in the series."""
    left_because: facts.LeftBecause | None
    """Why the entrant left; null if the entrant is in the series."""
    earlier: list[SeriesPredecessorReply]
    """Who had the place before, the first one first."""
    on_leave_until: str | None
    """When the last leave of the entrant ends, or ended; null without one."""
    leave_days_taken: int
    """How many days of leave the entrant has taken so far."""


class SeriesMatchReply(Reply):
    """A match of an episode."""

    match_id: str
    """The match."""
    seats: dict[SeatId, facts.EntrantId]
    """Who has which seat in it."""
    players: dict[facts.EntrantId, list[Person | None]]
    """Who played for each entrant, one after another; bots are null."""
    how: facts.How | None
    """How it ended; null before."""
    rank: dict[facts.EntrantId, int]
    """The ranks of a main match; empty before its end, and for a death match."""
    consequences: dict[facts.EntrantId, list[Consequence]]
    """The consequences of a main match for each entrant; empty before its end, and for a death match."""
    loser: facts.EntrantId | None
    """Who has lost a death match; null before its end, and for a main match."""
    note: str
    """What directors have noted about it; empty without a note, and for everyone but those who direct or judge."""


class DecisionReply(Reply):
    """A decision that an entrant must make, or has made."""

    decision: int
    """The number of the decision in the series, from 1."""
    episode: int
    """The number of the episode."""
    about: facts.About
    """The subject of the decision."""
    entrant: facts.EntrantId
    """Who is asked."""
    players: list[Person | None]
    """Who had the place of the entrant while the decision was open, one after another; bots are null."""
    choices: list[facts.EntrantId]
    """Who can be chosen."""
    until: str | None
    """The deadline; null while the decision has no running deadline."""
    choice: facts.EntrantId | None
    """Who is chosen; null if nobody is, or if the caller may know it only when the decision closes."""
    because: facts.ClosedBecause | None
    """Why it closed; null while it is open."""


class EpisodeReply(Reply):
    """An episode that has begun."""

    episode: int
    """The number of the episode, from 1."""
    done: bool
    """Whether it is done."""
    heaven: list[facts.EntrantId]
    """Who was in heaven before it."""
    hell: list[facts.EntrantId]
    """Who was in hell before it."""
    marked: list[facts.EntrantId]
    """Whose marks count in it."""
    main: SeriesMatchReply
    """The main match."""
    heaven_next: list[facts.EntrantId] | None
    """Who is in heaven after the main match; null before its end."""
    hell_next: list[facts.EntrantId] | None
    """Who is in hell after the main match, before anybody leaves; null before its end."""
    candidate: facts.EntrantId | None
    """Who must play the death match; null if not yet known, or without a death match."""
    spared: list[facts.EntrantId]
    """Who could not be picked as opponent, because of a token."""
    decisions: list[DecisionReply]
    """The decisions of the episode."""
    death: SeriesMatchReply | None
    """The death match; null before."""
    left: list[facts.EntrantId]
    """Who left the series in this episode."""


class SeriesView(Reply):
    """What a viewer knows of a series."""

    viewer: str
    """An entrant, `spectator`, or `host` for a director."""
    epoch: Epoch
    cursor: Cursor
    """The last event that the view contains."""
    status: SeriesStatus
    """The status of the series."""
    stopped: facts.SeriesStopped | None
    """Why it waits for a director; null if it does not."""
    settings: facts.SeriesCreated
    """What it was created as, with settings as they are now."""
    roles: list[RoleHolder]
    """Who holds a role on the series, its owners with them."""
    entrants: list[SeriesEntrantReply]
    """The entrants, in the order of their ids."""
    heaven: list[facts.EntrantId]
    """Who is in heaven in the next episode; empty until that is settled."""
    hell: list[facts.EntrantId]
    """Who is in hell in the next episode; empty until that is settled."""
    episodes: list[EpisodeReply]
    """The episodes that have begun."""
    winner: facts.EntrantId | None
    """Who has won the season; null before."""
    places: list[tuple[int, facts.EntrantId]]
    """The final places; empty before."""
    lines: Said = Field(
        default_factory=lambda: None,
        description="With `lines`: what happened lately, in sentences for people, of at most 32 events.",
    )
    server_now: str
    """The server's time when it sent this."""


def show_series(known: SeriesProjection, epoch: str, server_now: str, lines: list[str] | None = None) -> SeriesView:
    """Return the view of a projection."""
    course = known.course
    open_ = course.open_episode is not None
    return SeriesView(
        viewer=known.viewer,
        epoch=epoch,
        cursor=known.cursor,
        status=course.status,
        stopped=course.stopped,
        settings=course.terms,
        roles=list(course.holders.values()),
        entrants=[
            SeriesEntrantReply(
                entrant=each.id,
                player=each.player,
                marked_until=course.marks.get(each.id),
                left_in=each.left_in,
                left_because=each.left_because,
                earlier=[
                    SeriesPredecessorReply(player=was.player, because=was.because, episodes=was.episodes)
                    for was in each.earlier
                ],
                on_leave_until=None if each.away.leave is None else timestamp(each.away.leave.until),
                leave_days_taken=each.away.days,
            )
            for each in course.entrants.values()
        ],
        heaven=[] if open_ else list(course.heaven),
        hell=[] if open_ else list(course.hell),
        episodes=[_show_episode(course, each) for each in course.episodes],
        winner=course.winner,
        places=list(course.final_places),
        lines=lines,
        server_now=server_now,
    )


def _show_episode(course: Course, episode: EpisodeCourse) -> EpisodeReply:
    return EpisodeReply(
        episode=episode.number,
        done=episode.done,
        heaven=list(episode.heaven),
        hell=list(episode.hell),
        marked=list(episode.marked),
        main=_show_match(episode.main),
        heaven_next=None if episode.heaven_next is None else list(episode.heaven_next),
        hell_next=None if episode.hell_next is None else list(episode.hell_next),
        candidate=episode.candidate,
        spared=list(episode.spared),
        decisions=[_show_decision(each) for each in course.decisions if each.episode == episode.number],
        death=None if episode.death is None else _show_match(episode.death),
        left=list(episode.left),
    )


def _show_match(match: MatchCourse) -> SeriesMatchReply:
    return SeriesMatchReply(
        match_id=match.match_id,
        seats=dict(match.seats),
        players={entrant: list(held) for entrant, held in match.players.items()},
        how=match.how,
        rank=dict(match.rank),
        consequences=dict(match.consequences),
        loser=match.loser,
        note=match.note,
    )


def _show_decision(decision: DecisionCourse) -> DecisionReply:
    return DecisionReply(
        decision=decision.number,
        episode=decision.episode,
        about=decision.about,
        entrant=decision.entrant,
        players=list(decision.players),
        choices=list(decision.choices),
        until=decision.until if decision.is_open else None,
        choice=decision.choice,
        because=decision.because,
    )


if TYPE_CHECKING:
    SeriesFact: TypeAlias = Any
else:
    SeriesFact = union_of(
        "SeriesFact", facts.SERIES_FACT_TYPES, "Something that happened in a series, identified by `type`."
    )

SeriesEventFrame, SeriesEventPage = event_models("series", SeriesFact)
