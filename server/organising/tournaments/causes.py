"""
The news that an entry of a tournament causes in players' own streams (docs/notifications.md shows the table).

News for an entrant follows only from facts addressed to this entrant, and directors are told what everyone is. So a
player's own stream never says more than the player's view of the tournament.
"""

from __future__ import annotations

from collections.abc import Iterator

from engines.kit import Fact, seat_id
from server.access.player import Person
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.held_roles import leading
from server.logs.directing.facts import RoleGiven, RoleTaken
from server.notifications.news import facts as news_facts
from server.organising.tournaments import facts
from server.organising.tournaments.course import Course
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.rounds import EntrantId
from server.organising.tournaments.tournament import TournamentState


def news_of(before: TournamentState | None, step: Step[TournamentState]) -> dict[str, list[news_facts.News]]:
    """Return the news by player, in the order of the facts; `before` is None for the first entry."""
    news: dict[str, list[news_facts.News]] = {}
    if before is None:
        return news
    for player_id, told in _news_of_directors(step):
        news.setdefault(player_id, []).append(told)
    for encoded, fact in zip(step.entry.facts, step.facts, strict=True):
        if isinstance(fact, facts.PartnerNamed) and step.state.course.terms.visibility != "private":
            # The player who is asked has not entered, so sees what spectators see.
            asked = news_facts.PartnerAsked(*_name(step.state.course), fact.player)
            news.setdefault(fact.partner.player_id, []).append(asked)
        if isinstance(fact, RoleGiven | RoleTaken):
            role = fact.role if isinstance(fact, RoleGiven) else None
            news.setdefault(fact.player.player_id, []).append(
                news_facts.TournamentRoleSet(*_name(step.state.course), role)
            )
        for entrant, player, news_item in _news_by_entrant(before.course, fact, step.state.course):
            if encoded.audience.includes(seat_id(entrant)):
                news.setdefault(player.player_id, []).append(news_item)
    return news


def _news_of_directors(step: Step[TournamentState]) -> Iterator[tuple[str, news_facts.News]]:
    """Yield what those who direct and do not play are told: what others have done, or has come about by itself."""
    course = step.state.course
    acting = {fact.director.player_id for fact in step.facts if isinstance(fact, facts.DirectorActed)}
    told: list[news_facts.News] = []
    for fact in step.facts:
        if isinstance(fact, facts.RoundDone):
            told.append(news_facts.RoundFinished(*_name(course), fact.round))
        elif isinstance(fact, facts.EntrantWithdrawn) and course.terms.arena is None:  # There, entrants sit out.
            told.append(news_facts.EntrantGone(*_name(course), fact.entrant, fact.because))
    for player_id in leading(course.holders):
        if player_id not in acting and not course.has_entered(player_id):
            yield from ((player_id, each) for each in told)


def _news_by_entrant(before: Course, fact: Fact, after: Course) -> Iterator[tuple[EntrantId, Person, news_facts.News]]:
    """Yield the entrants whom a fact concerns, their players, and the news for these."""
    if isinstance(fact, facts.EntrantReplaced | facts.NewcomerSeated):
        old, new = before.entrants[fact.entrant].players, after.entrants[fact.entrant].players
        for player in old:
            if player not in new:
                yield fact.entrant, player, news_facts.TournamentLeft(*_name(after), fact.entrant, "replaced")
        for player in new:
            if player not in old:
                yield fact.entrant, player, _entry_news(after, fact.entrant, waiting=False)
        return
    if isinstance(fact, facts.SettingsChanged) and before.terms.schedule.times != after.terms.schedule.times:
        moved = news_facts.RoundsMoved(*_name(after), after.terms.schedule.times)
        for each in _there(before):
            for player in [] if each.waiting else each.players:
                yield each.id, player, moved
    for entrant, news_item in _news_from(fact, after):
        for player in after.entrants[entrant].players:
            yield entrant, player, news_item


def _news_from(fact: Fact, after: Course) -> Iterator[tuple[EntrantId, news_facts.News]]:
    match fact:
        case facts.Entered(entrant=entrant, waiting=waiting) | facts.EntrantReturned(entrant=entrant, waiting=waiting):
            yield entrant, _entry_news(after, entrant, waiting=waiting)
        case facts.PlaceGiven(entrant=entrant):
            yield entrant, _entry_news(after, entrant, waiting=False)
        case facts.EntrantWithdrawn(entrant=entrant, because=because):
            yield entrant, news_facts.TournamentLeft(*_name(after), entrant, because)
        case facts.Announced(text=text) if text:
            for each in _there(after):
                yield each.id, news_facts.AnnouncementMade(*_name(after))
        case facts.CheckInOpened():
            for each in _there(after):
                yield each.id, news_facts.CheckInAsked(*_name(after), _starts_at(after, 1))
        case facts.RoundPublished(round=number, tables=tables):
            for paired in tables:
                for entrant in paired.entrants:
                    bye = len(paired.entrants) == 1
                    yield (
                        entrant,
                        news_facts.TablePublished(*_name(after), number, paired.table, bye, _starts_at(after, number)),
                    )
        case facts.TablesAdded(round=number, tables=tables, ready_until=until):
            for paired in tables:
                for entrant in paired.entrants:
                    yield entrant, news_facts.TablePublished(*_name(after), number, paired.table, False, None)
                    if until is not None:
                        yield entrant, news_facts.ReadyAsked(*_name(after), number, paired.table, until)
        case facts.RoundStarted(round=number, matches=matches, ready_until=str(until)):
            for table in matches:
                for entrant in _at(after, number, table):
                    yield entrant, news_facts.ReadyAsked(*_name(after), number, table, until)
        case facts.TournamentResumed(ready_until=str(until)) if after.open_round is not None:
            for late in filter(after.missing_at, after.open_round.unfinished):
                for entrant in late.paired.entrants:
                    yield (
                        entrant,
                        news_facts.ReadyAsked(*_name(after), after.open_round.number, late.paired.table, until),
                    )
        case facts.TableDone() if fact.of_match:
            return  # as the end of the match has told
        case facts.TableDone() | facts.ResultCorrected():
            corrected = isinstance(fact, facts.ResultCorrected)
            for entrant in _at(after, fact.round, fact.table):
                yield entrant, news_facts.TableDecided(*_name(after), fact.round, fact.table, corrected)
        case facts.TournamentOver(places=places):
            of_entrant = {entrant: place for place, entrant in places}
            there = {each.id for each in _there(after)}
            for entrant in (each for each in after.entrants if each in there or each in of_entrant):
                yield entrant, news_facts.TournamentEnded(*_name(after), cancelled=False, place=of_entrant.get(entrant))
        case facts.TournamentCancelled():
            for each in _there(after):
                yield each.id, news_facts.TournamentEnded(*_name(after), cancelled=True, place=None)
        case _:
            return


def _name(course: Course) -> tuple[str, str]:
    return course.terms.tournament_id, course.terms.label


def _entry_news(course: Course, entrant: EntrantId, *, waiting: bool) -> news_facts.TournamentEntered:
    return news_facts.TournamentEntered(*_name(course), entrant, waiting, course.terms.schedule.times)


def _starts_at(course: Course, number: int) -> str | None:
    """Return when a round starts, if it has a time."""
    times = course.terms.schedule.times
    return times[number - 1] if number <= len(times) else None


def _there(course: Course) -> Iterator[Entrant]:
    """Yield the entrants who have not withdrawn, also those who wait for a place."""
    return (each for each in course.entrants.values() if not each.withdrawn)


def _at(course: Course, number: int, table: int) -> tuple[EntrantId, ...]:
    return course.rounds[number - 1].tables[table].paired.entrants
