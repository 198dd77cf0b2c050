"""
The news that an entry of a series causes in players' own streams (docs/notifications.md shows the table).

All news follows from facts addressed to everyone who can see the series. So a player's own stream never says more than
the player's view of the series.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.kit import Fact
from server.access.player import Person
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.held_roles import SIGHTED
from server.logs.directing.facts import RoleGiven, RoleTaken
from server.notifications.news import facts as news_facts
from server.organising.series import facts
from server.organising.series.course import Course
from server.organising.series.series import SeriesState


def news_of(before: SeriesState | None, step: Step[SeriesState]) -> dict[str, list[news_facts.News]]:
    """Return the news by player, in the order of the facts; `before` is None for the first entry."""
    news: dict[str, list[news_facts.News]] = {}
    known = Course() if before is None else before.course
    for fact in step.facts:
        after = known.fold(fact)
        for player, news_item in _news_from(known, fact, after):
            if player is not None:
                news.setdefault(player.player_id, []).append(news_item)
        known = after
    return news


def _news_from(before: Course, fact: Fact, after: Course) -> Iterator[tuple[Person | None, news_facts.News]]:
    """Yield the players whom a fact concerns, with their news; None is a bot."""
    match fact:
        case facts.PlaceTaken(entrant=entrant, player=player):
            yield player, news_facts.SeriesEntered(*_name(after), entrant)
        case facts.PlaceLeft(entrant=entrant, because=because):
            yield before.entrants[entrant].player, news_facts.SeriesLeft(*_name(after), entrant, because)
        case facts.PlaceHandedOver(entrant=entrant, player=player, because=why):
            yield before.entrants[entrant].player, news_facts.SeriesLeft(*_name(after), entrant, why)
            yield player, news_facts.SeriesEntered(*_name(after), entrant)
            decision = after.open_decision
            if decision is not None and decision.entrant == entrant and decision.until is not None:
                yield player, _question(after, decision.number, decision.until)
        case facts.EntrantLeft(entrant=entrant, because=left):
            yield after.entrants[entrant].player, news_facts.SeriesLeft(*_name(after), entrant, left)
        case facts.EpisodeBegun(episode=number, heaven=heaven, hell=hell):
            for entrant in heaven:
                yield after.entrants[entrant].player, news_facts.EpisodeStarted(*_name(after), number, "heaven")
            for entrant in hell:
                yield after.entrants[entrant].player, news_facts.EpisodeStarted(*_name(after), number, "hell")
        case facts.SeriesStopped(episode=number):
            for holder in after.holders.values():
                if holder.role in SIGHTED:
                    yield holder.player, news_facts.SeriesWaits(*_name(after), number)
        case RoleGiven(player=player, role=role):
            yield player, news_facts.SeriesRoleSet(*_name(after), role)
        case RoleTaken(player=player):
            yield player, news_facts.SeriesRoleSet(*_name(after), None)
        case facts.SeriesOver(places=places):
            for place, entrant in places:
                yield (
                    after.entrants[entrant].player,
                    news_facts.SeriesEnded(*_name(after), cancelled=False, place=place),
                )
        case facts.SeriesCancelled():
            for each in after.staying:
                yield each.player, news_facts.SeriesEnded(*_name(after), cancelled=True, place=None)
        case _:
            yield from _news_of_decisions(before, fact, after)


def _news_of_decisions(before: Course, fact: Fact, after: Course) -> Iterator[tuple[Person | None, news_facts.News]]:
    match fact:
        case facts.DecisionAsked(decision=number, entrant=entrant, until=str() as until):
            yield after.entrants[entrant].player, _question(after, number, until)
        case facts.DecisionClosed(decision=number):
            decision = before.decisions[number - 1]
            if decision.until is not None:
                yield after.entrants[decision.entrant].player, news_facts.YourDecisionClosed(*_name(after), number)
        case facts.DecisionExtended() | facts.SeriesPaused() | facts.SeriesResumed():
            open_now = after.open_decision
            if open_now is not None:
                moved = news_facts.DecisionMoved(*_name(after), open_now.number, open_now.until)
                yield after.entrants[open_now.entrant].player, moved
        case _:
            return


def _question(course: Course, number: int, until: str) -> news_facts.DecisionAskedOfYou:
    asked = course.decisions[number - 1]
    return news_facts.DecisionAskedOfYou(*_name(course), number, asked.episode, asked.about, until)


def _name(course: Course) -> tuple[str, str]:
    return course.terms.series_id, course.terms.label
