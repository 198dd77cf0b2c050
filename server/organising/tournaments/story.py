"""What happened in a tournament, in sentences: from the facts addressed to a viewer, and the viewer's course."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Final

from engines.catalogue import GAMES
from engines.kit import SHARED_SENTENCES, Fact, Language, Speaker, Viewer
from server.access.player import Person
from server.logs.directing.facts import Drawn, EntriesLost, HostViewAsked, RoleGiven, RoleTaken
from server.matches.story import player_name
from server.organising.ordering.leave import LeaveTaken
from server.organising.tournaments import facts
from server.organising.tournaments.course import Course
from server.organising.tournaments.facts import PairedTable
from server.organising.tournaments.round_course import TableCourse
from server.organising.tournaments.rounds import EntrantId, How
from server.runtime.sentences import sentences_of
from server.runtime.words import words_of

SENTENCES: Final = sentences_of("tournament", SHARED_SENTENCES)

MOST: Final = 20
"""Maximum number of sentences about one event, without the one that says how many more there are."""


@dataclass(frozen=True, slots=True)
class Narrator:
    """
    Narrates one event of a tournament.

    Attributes:
        viewer: Whose event it is.
        course: What the viewer knows of the tournament.
        speaker: Speaks the language, in the words of the tournament's game.
        players_at: Returns the players of an entrant at an event; empty for a bot.
        cursor: The event.
    """

    viewer: Viewer
    course: Course
    speaker: Speaker
    players_at: Callable[[EntrantId, int], Sequence[Person]]
    cursor: int

    def name(self, entrant: EntrantId, cursor: int | None = None) -> str:
        """Return what an entrant is called at an event, by default this one: a bot by the number of its entry."""
        players = self.players_at(entrant, self.cursor if cursor is None else cursor)
        return name_of(entrant, players, self.speaker)

    def name_at(self, number: int, table: int, entrant: EntrantId) -> str:
        """Return the name of an entrant at a table of a started round, by its players then."""
        return name_at(self.course, number, self.course.rounds[number - 1].tables[table], entrant, self.speaker)

    def names(self, entrants: Iterable[EntrantId]) -> str:
        return self.speaker.join(map(self.name, entrants))

    @property
    def is_arena(self) -> bool:
        return self.course.terms.arena is not None

    def title(self, how: How) -> str:
        return self.speaker.title("how", how)

    def result(self, number: int, table: int, points: Sequence[int]) -> str:
        """Return the points of each entrant of a table."""
        entrants = self.course.rounds[number - 1].tables[table].paired.entrants
        scores = zip(entrants, points, strict=True)
        named = ((self.name_at(number, table, each), halves(has)) for each, has in scores)
        return ", ".join(self.speaker.say("score", entrant=name, points=has) for name, has in named)


def speaker_of(course: Course, language: Language) -> Speaker:
    """Return the speaker of this language in the words of the tournament's game."""
    return Speaker(language, words_of(GAMES[course.terms.match.game]), SENTENCES[language])


def name_of(entrant: EntrantId, players: Iterable[Person], speaker: Speaker) -> str:
    """Return the name of an entrant with these players; a bot, without any, has the number of its entry."""
    return " & ".join(player_name(player, speaker) for player in players) or speaker.say("bot", number=entrant[1:])


def name_at(course: Course, number: int, table: TableCourse, entrant: EntrantId, speaker: Speaker) -> str:
    """Return the name of an entrant at a table of a round: the members of a team, or players who took over in turn."""
    between = " & " if course.terms.teams else " / "
    seated = course.players_at(number, table, entrant)
    return between.join(dict.fromkeys(name_of(entrant, [each] if each else [], speaker) for each in seated))


def lines_of(event: Sequence[Fact], by: Narrator) -> list[str]:
    """Return the sentences about an event; of many, the first `MOST` and how many more there are."""
    parts = list(_parts(event, by.viewer))
    more = len(parts) - MOST
    lines = [_table(part, by) if isinstance(part, PairedTable) else narrate(part, by) for part in parts[:MOST]]
    return lines if more <= 0 else [*lines, by.speaker.count("more", more)]


def _parts(event: Sequence[Fact], viewer: Viewer) -> Iterator[Fact | PairedTable]:
    """Yield what has a sentence: the facts, and the tables of a pairing, that of the viewer first."""
    is_public = any(isinstance(fact, facts.RoundPublished) for fact in event)
    for fact in event:
        yield fact
        if isinstance(fact, facts.RoundPublished | facts.TablesAdded) or (
            isinstance(fact, facts.RoundPaired) and not is_public
        ):
            yield from sorted(fact.tables, key=lambda table: viewer not in table.entrants)


def narrate(fact: Fact, by: Narrator) -> str:
    """Return the sentence for a fact; that of a pairing does not name the tables."""
    say = by.speaker.say
    match fact:
        case facts.TournamentCreated(maker=maker, label=label, match=terms):
            titles = {
                "game": by.speaker.title("game", terms.game),
                "variant": by.speaker.title("variant", terms.variant),
            }
            return say(fact.type, player=player_name(maker, by.speaker), label=label, **titles)
        case facts.DirectorActed(director=director, action=action, reason=reason):
            key = "director_acted.reason" if reason else "director_acted"
            return say(
                key,
                director=player_name(director, by.speaker),
                action=by.speaker.title("tournament_type", action),
                reason=reason,
            )
        case RoleGiven(player=player, role=role) | RoleTaken(player=player, role=role):
            return say(fact.type, player=player_name(player, by.speaker), role=by.speaker.title("held_role", role))
        case HostViewAsked(player=player):
            return say(fact.type, player=player_name(player, by.speaker))
        case facts.Announced(text=text):
            return say(f"{fact.type}.text", text=text) if text else say(fact.type)
        case facts.SettingsChanged():
            return say(fact.type, settings=by.speaker.join(_settings(fact, by.speaker)))
        case facts.PartnerNamed(player=player, partner=partner):
            return say(fact.type, player=player_name(player, by.speaker), partner=player_name(partner, by.speaker))
        case facts.Entered(entrant=entrant, waiting=waiting):
            return say("entered.waiting" if waiting else "entered", entrant=by.name(entrant))
        case facts.EntrantReturned(entrant=entrant, waiting=waiting):
            return say("entrant_returned.waiting" if waiting else "entrant_returned", entrant=by.name(entrant))
        case facts.PlaceGiven(entrant=entrant) | facts.CheckedIn(entrant=entrant):
            return say(fact.type, entrant=by.name(entrant))
        case LeaveTaken(entrant=entrant):
            return by.speaker.count(fact.type, fact.leave.days, entrant=by.name(entrant))
        case facts.EntrantWithdrawn(entrant=entrant, because=because):
            key = f"entrant_withdrawn.{because}"
            sits_out = by.is_arena and because in ("own_wish", "missed_rounds")
            return say(f"{key}.arena" if sits_out else key, entrant=by.name(entrant))
        case facts.EntrantReplaced(entrant=entrant, invitation=str()):
            key = "entrant_replaced.claimed"
            return say(key, entrant=by.name(entrant, by.cursor - 1), player=by.name(entrant))
        case facts.EntrantReplaced(entrant=entrant) | facts.NewcomerSeated(entrant=entrant):
            return say(fact.type, entrant=by.name(entrant, by.cursor - 1), player=by.name(entrant))
        case facts.ClubSet(entrant=entrant, club=club):
            return say(fact.type if club else "club_set.none", entrant=by.name(entrant), club=club)
        case facts.PairForbidden(entrants=entrants) | facts.PairAllowed(entrants=entrants):
            return say(fact.type, entrants=by.names(entrants))
        case facts.TableNoted(round=number, table=table, text=text):
            return say(fact.type if text else "table_noted.none", round=number, table=table, text=text)
        case facts.EntrantExcused(entrant=entrant, round=number, how=how):
            return say(fact.type, entrant=by.name(entrant), round=number, how=by.title(how))
        case facts.TournamentOver(places=places):
            first = [entrant for place, entrant in places if place == 1]
            if not first:
                return say(fact.type)
            return by.speaker.count("tournament_over.first", len(first), entrants=by.names(first))
        case facts.TournamentCancelled(because=str() as because):
            return say(f"{fact.type}.{because}")
        case (
            Drawn()
            | EntriesLost()
            | facts.SecretMatchOptions()
            | facts.EntriesOpened()
            | facts.CheckInOpened()
            | facts.TablesAdded()
            | facts.TournamentResumed()
            | facts.ResultsProvisional()
            | facts.TournamentReopened()
            | facts.TournamentCancelled()
        ):
            return say(fact.type)
        case _:
            return _narrate_round(fact, by)


def _settings(changed: facts.SettingsChanged, speaker: Speaker) -> Iterator[str]:
    """Yield what was changed."""
    for name in (each.name for each in fields(changed)):
        value = getattr(changed, name)
        if name != "type" and value is not None:
            yield speaker.say(f"setting.{name}", label=value, number=value)


def _narrate_round(fact: Fact, by: Narrator) -> str:
    say = by.speaker.say
    match fact:
        case facts.TournamentPaused(until=until):
            return say("tournament_paused.until" if until else "tournament_paused")
        case facts.NoRoundLeft():
            return say("no_round_left.arena" if by.is_arena else fact.type)
        case facts.RoundStarted() if by.is_arena:
            return say("round_started.arena")
        case facts.RoundStarted(round=number, ready_until=ready_until):
            return say("round_started.ready" if ready_until else "round_started", round=number)
        case facts.RoundPaired(round=number) | facts.RoundPublished(round=number):
            return say(fact.type, round=number)
        case (
            facts.PublicationUndone(round=number)
            | facts.StartUndone(round=number)
            | facts.TablesSet(round=number)
            | facts.RoundDone(round=number)
        ):
            return say(fact.type, round=number)
        case facts.PairingsReplaced(round=number, count=count, by=people):
            names = by.speaker.join([player_name(each, by.speaker) for each in people])
            return by.speaker.count(fact.type, count, round=number, players=names)
        case facts.ReadySaid(table=table, entrant=entrant):
            return say(fact.type, table=table, entrant=by.name(entrant))
        case facts.NotReady(round=number, table=table, entrants=entrants):
            named = by.speaker.join(by.name_at(number, table, each) for each in entrants)
            return say(fact.type, round=number, table=table, entrants=named)
        case facts.ExtensionOrdered(round=number, tables=tables, seconds=seconds):
            return by.speaker.count(fact.type, len(tables), round=number, table=tables[0], seconds=seconds)
        case facts.TableReplayed(round=number, table=table) | facts.CloseOrdered(round=number, table=table):
            return say(fact.type, round=number, table=table)
        case facts.TableDone(round=number, table=table, points=points, by=Person() as judge):
            result = by.result(number, table, points)
            return say(
                "table_done.adjudicated",
                round=number,
                table=table,
                result=result,
                player=player_name(judge, by.speaker),
            )
        case facts.TableDone(round=number, table=table, how=how, points=points):
            key = "table_done" if how == "played" else "table_done.unplayed"
            return say(key, round=number, table=table, result=by.result(number, table, points), how=by.title(how))
        case facts.ResultCorrected(round=number, table=table, how=how, points=points):
            return say(fact.type, round=number, table=table, result=by.result(number, table, points), how=by.title(how))
        case _:
            raise AssertionError(f"there is no sentence for {fact.type}")


def _table(paired: PairedTable, by: Narrator) -> str:
    entrants = by.names(paired.entrants)
    if paired.result is None:
        return by.speaker.say("table", table=paired.table, entrants=entrants)
    return by.speaker.say("table.bye", table=paired.table, entrants=entrants, how=by.title(paired.result.how))


def halves(points: int) -> str:
    """Return half points as people write them: `1½`."""
    whole = str(points // 2) if points > 1 or points == 0 else ""
    return whole + ("½" if points % 2 else "")
