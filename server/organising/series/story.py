"""What happened in a series, in sentences: from the facts addressed to a viewer, and the viewer's course."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engines.catalogue import GAMES
from engines.kit import SHARED_SENTENCES, Fact, Language, Speaker
from server.access.player import Person
from server.logs.directing.facts import DirectorActed, Drawn, EntriesLost, HostViewAsked, RoleGiven, RoleTaken
from server.matches.story import player_name
from server.organising.ordering.leave import LeaveTaken
from server.organising.series import facts
from server.organising.series.course import Course
from server.organising.series.facts import EntrantId
from server.organising.series.plan import SeriesMatchTerms
from server.runtime.sentences import sentences_of
from server.runtime.words import words_of

SENTENCES: Final = sentences_of("series", SHARED_SENTENCES)


@dataclass(frozen=True, slots=True)
class Narrator:
    """
    Narrates one event of a series.

    Attributes:
        course: What the viewer knows of the series.
        language: The language, which the series has.
        player_at: Returns who had a place at an event; None is a bot.
        cursor: The event.
    """

    course: Course
    language: Language
    player_at: Callable[[EntrantId, int], Person | None]
    cursor: int

    def speaker(self, game: str) -> Speaker:
        """Return who speaks in the words of a game."""
        return Speaker(self.language, words_of(GAMES[game]), SENTENCES[self.language])

    @property
    def any(self) -> Speaker:
        """Who speaks where no words of a game are needed."""
        return self.speaker(self.course.terms.episodes[0].match.game)

    def say(self, key: str, **parts: object) -> str:
        return self.any.say(key, **parts)

    def name(self, entrant: EntrantId, cursor: int | None = None) -> str:
        """Return what an entrant is called at an event, by default this one: a bot by its number."""
        player = self.player_at(entrant, self.cursor if cursor is None else cursor)
        return self.say("bot", number=entrant[1:]) if player is None else player_name(player, self.any)

    def names(self, entrants: Iterable[EntrantId]) -> str:
        return self.any.join(map(self.name, entrants))

    def titles(self, match: SeriesMatchTerms) -> dict[str, str]:
        speaker = self.speaker(match.game)
        return {"game": speaker.title("game", match.game), "variant": speaker.title("variant", match.variant)}


def lines_of(event: Sequence[Fact], by: Narrator) -> list[str]:
    """Return the sentences about an event; each only once."""
    return list(dict.fromkeys(narrate(fact, by) for fact in event))


def narrate(fact: Fact, by: Narrator) -> str:
    """Return the sentence for a fact."""
    say, course = by.say, by.course
    match fact:
        case facts.SeriesCreated(maker=maker, label=label, episodes=episodes):
            return say(fact.type, player=player_name(maker, by.any), label=label, number=len(episodes))
        case facts.SeriesChanged(label=label, leave_days=days):
            named = (
                say(f"setting.{name}", label=label or "", number=days)
                for name in ("label", "start", "rest", "leave_days")
                if getattr(fact, name) is not None
            )
            return say(fact.type, settings=by.any.join(named))
        case DirectorActed(director=director, action=action, reason=reason):
            key = "director_acted.reason" if reason else "director_acted"
            return say(
                key, director=player_name(director, by.any), action=by.any.title("series_type", action), reason=reason
            )
        case RoleGiven(player=player, role=role) | RoleTaken(player=player, role=role):
            return say(fact.type, player=player_name(player, by.any), role=by.any.title("held_role", role))
        case HostViewAsked(player=player):
            return say(fact.type, player=player_name(player, by.any))
        case facts.PlaceTaken(entrant=entrant):
            return say(fact.type, entrant=by.name(entrant))
        case facts.PlaceLeft(entrant=entrant, because=because):
            return say(f"place_left.{because}", entrant=by.name(entrant, by.cursor - 1))
        case facts.PlaceHandedOver(entrant=entrant, because=because):
            was = by.name(entrant, by.cursor - 1)
            return say(f"place_handed_over.{because}", entrant=was, player=by.name(entrant))
        case facts.PlacesSet(heaven=heaven):
            return say(fact.type, heaven=by.names(heaven))
        case LeaveTaken(entrant=entrant):
            return by.any.count(fact.type, fact.leave.days, entrant=by.name(entrant))
        case facts.EpisodeBegun(episode=number, heaven=heaven):
            titles = by.titles(course.terms.episodes[number - 1].match)
            return say(fact.type, episode=number, heaven=by.names(heaven), **titles)
        case facts.DeathMatchBegun(episode=number):
            episode, kind = course.episodes[number - 1], course.terms.episodes[number - 1].death or ""
            pair = by.names(each for each in (episode.candidate, episode.opponent) if each is not None)
            return say(fact.type, episode=number, entrants=pair, **by.titles(course.terms.deaths[kind].match))
        case facts.RealmsSettled(episode=number, heaven=heaven, candidate=candidate):
            if candidate is None:
                return say("realms_settled", episode=number, heaven=by.names(heaven))
            return say(
                "realms_settled.candidate", episode=number, heaven=by.names(heaven), candidate=by.name(candidate)
            )
        case facts.DeathMatchDone(episode=number, loser=loser):
            return say(fact.type, episode=number, entrant=by.name(loser))
        case facts.EntrantLeft(entrant=entrant, because=because):
            return say(f"entrant_left.{because}", entrant=by.name(entrant))
        case facts.SeriesOver(winner=winner):
            return say(fact.type, entrant=by.name(winner))
        case facts.MainMatchDone() | facts.EpisodeDone() | facts.MatchReplayed():
            return say(fact.type, episode=fact.episode)
        case facts.SeriesStopped(episode=number, because=because):
            return say(f"series_stopped.{because}", episode=number)
        case facts.MatchNoted(episode=number, match=name, text=text):
            return say(f"match_noted.{name}" if text else f"match_noted.{name}.none", episode=number, text=text)
        case facts.MatchExtended(seconds=seconds):
            return say(fact.type, seconds=seconds)
        case facts.SeriesCancelled(because=str() as because):
            return say(f"{fact.type}.{because}")
        case (
            facts.SecretSeriesOptions()
            | Drawn()
            | EntriesLost()
            | facts.MatchesSet()
            | facts.SeriesPaused()
            | facts.SeriesResumed()
            | facts.SeriesCancelled()
        ):
            return say(fact.type)
        case _:
            return _narrate_decision(fact, by)


def _narrate_decision(fact: Fact, by: Narrator) -> str:
    match fact:
        case facts.DecisionAsked(about=about, entrant=entrant):
            return by.say(f"decision_asked.{_key(about)}", entrant=by.name(entrant))
        case facts.DecisionMade(entrant=entrant, choice=choice):
            return by.say(fact.type, entrant=by.name(entrant), choice=by.name(choice))
        case facts.DecisionClosed(decision=number, choice=choice, because=because):
            decision = by.course.decisions[number - 1]
            parts = {"entrant": by.name(decision.entrant), "choice": by.name(choice)}
            how = "made" if because in ("made", "only_choice", "bot") else "silent"
            return by.say(f"decision_closed.{_key(decision.about)}.{how}", **parts)
        case facts.DecisionExtended():
            return by.say(fact.type)
        case _:
            raise AssertionError(f"there is no sentence for {fact.type}")


def _key(about: facts.About) -> str:
    return "pick" if about == "pick" else "partner"
