"""
The course of a series: what a viewer knows of it, folded from the facts addressed to the viewer.

The truth is the same fold over all facts. So there is one fold, and a viewer's course lacks only what the viewer may
not know.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from pydantic import JsonValue

from engines.kit import Consequence, Fact, SeatId
from server.access.player import Person
from server.logs.aggregates.held_roles import first_holders, host_viewers, leading
from server.logs.directing.facts import EntriesLost, HostViewAsked, RoleGiven, RoleTaken
from server.logs.directing.state import EventCourse
from server.matches.facts import SeriesMatchName
from server.matches.rests import NEVER_AWAY, Away, Rests
from server.organising.ordering.leave import LeaveTaken
from server.organising.series import facts
from server.organising.series.plan import EpisodeTerms
from server.organising.series.summary import SeriesStatus

MatchStatus: TypeAlias = Literal["playing", "stopped", "done"]


@dataclass(frozen=True, slots=True)
class Predecessor:
    """Who had a place before, why they lost it, and how many episodes had begun by then. A bot is None."""

    player: Person | None
    because: facts.HandedOverBecause
    episodes: int


@dataclass(frozen=True, slots=True)
class SeriesEntrant:
    """
    A place of the series and who plays in it; None is a bot.

    `left_in` is the episode in which the entrant left. `earlier` are those who had the place before, the first one
    first.
    """

    id: facts.EntrantId
    player: Person | None
    left_in: int | None = None
    left_because: facts.LeftBecause | None = None
    earlier: tuple[Predecessor, ...] = ()
    away: Away = NEVER_AWAY

    @property
    def players(self) -> list[Person]:
        """Who has the place; empty for a bot."""
        return [] if self.player is None else [self.player]


Held: TypeAlias = tuple[Person | None, ...]
"""Who had a place while a match or a decision was open, one after another; bots are None."""


@dataclass(frozen=True, slots=True)
class MatchCourse:
    """
    The main match or the death match of an episode.

    `order` is the order about the series' matches that names it. `how` is None until its outcome is taken. The
    consequences of a death match are its loser alone. `players` are who had the places in it. `note` is that of
    directors.
    """

    name: SeriesMatchName
    match_id: str
    seats: Mapping[SeatId, facts.EntrantId]
    order: int
    players: Mapping[facts.EntrantId, Held]
    how: facts.How | None = None
    rank: Mapping[facts.EntrantId, int] = field(default_factory=dict)
    consequences: Mapping[facts.EntrantId, list[Consequence]] = field(default_factory=dict)
    loser: facts.EntrantId | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class DecisionCourse:
    """
    What an entrant is or was asked.

    `choice` is what was decided, if the viewer knows it, and `because` is None while the decision is open. `until` is
    None while no time runs; `left_seconds` is the time left while the series is paused. `changes` counts how often the
    decision was made. `players` had the entrant's place while it was open.
    """

    number: int
    episode: int
    about: facts.About
    entrant: facts.EntrantId
    choices: tuple[facts.EntrantId, ...]
    players: Held
    until: str | None
    left_seconds: int | None = None
    choice: facts.EntrantId | None = None
    because: facts.ClosedBecause | None = None
    changes: int = 0

    @property
    def is_open(self) -> bool:
        return self.because is None


@dataclass(frozen=True, slots=True)
class EpisodeCourse:
    """
    An episode: heaven and hell before it, its main match, and what followed.

    `heaven_next` and `hell_next` are known after the main match, and `marked` are those whose marks count in it.
    """

    number: int
    heaven: tuple[facts.EntrantId, ...]
    hell: tuple[facts.EntrantId, ...]
    marked: tuple[facts.EntrantId, ...]
    main: MatchCourse
    heaven_next: tuple[facts.EntrantId, ...] | None = None
    hell_next: tuple[facts.EntrantId, ...] | None = None
    candidate: facts.EntrantId | None = None
    spared: tuple[facts.EntrantId, ...] = ()
    decided: Mapping[facts.About, facts.EntrantId] = field(default_factory=dict)
    death: MatchCourse | None = None
    left: tuple[facts.EntrantId, ...] = ()
    done: bool = False

    @property
    def match(self) -> MatchCourse:
        """The last match of the episode."""
        return self.death or self.main

    def match_named(self, name: SeriesMatchName) -> MatchCourse | None:
        """Return a match of the episode; None if it has not begun."""
        return self.main if name == "main" else self.death

    @property
    def opponent(self) -> facts.EntrantId | None:
        """Who plays the death match against the candidate, once that is decided."""
        return self.decided.get("pick")


@dataclass(frozen=True)
class Course(EventCourse[facts.SeriesCreated]):
    """
    What is known of a series.

    `entrants` are in the order of their ids. `heaven` and `hell` are those of the next episode, if they are known.
    `marks` says up to which episode a mark counts. `was` are the ids of players who have left a place, and `takes`
    counts how often a player took one. `orders` counts the known entries that order something about matches,
    `carried_out` how many of them are done. `resumed` is the order that resumed the series after a pause, and
    `extensions` are still to be carried out. `episode_options` and `death_options` are complete for viewers who may
    know them.
    """

    status: SeriesStatus = "open"
    before_pause: SeriesStatus = "running"
    entrants: Mapping[facts.EntrantId, SeriesEntrant] = field(default_factory=dict)
    places: int = 0
    was: frozenset[str] = frozenset()
    takes: Mapping[str, int] = field(default_factory=dict)
    heaven: tuple[facts.EntrantId, ...] = ()
    hell: tuple[facts.EntrantId, ...] = ()
    marks: Mapping[facts.EntrantId, int] = field(default_factory=dict)
    episodes: tuple[EpisodeCourse, ...] = ()
    decisions: tuple[DecisionCourse, ...] = ()
    stopped: facts.SeriesStopped | None = None
    orders: int = 0
    carried_out: int = 0
    resumed: int = 0
    extensions: tuple[facts.MatchExtended, ...] = ()
    episode_options: Mapping[int, Mapping[str, JsonValue]] = field(default_factory=dict)
    death_options: Mapping[str, Mapping[str, JsonValue]] = field(default_factory=dict)
    final_places: tuple[tuple[int, facts.EntrantId], ...] = ()
    winner: facts.EntrantId | None = None

    @property
    def has_begun(self) -> bool:
        return bool(self.episodes)

    @property
    def host(self) -> Person:
        """Who hosts the matches: the first owner or director."""
        return next(iter(leading(self.holders).values()))

    @property
    def too_close(self) -> frozenset[str]:
        """The ids of players who may have seen what directors see, now or since the first episode began."""
        looked = self.lookers if self.episodes else frozenset[str]()
        return self.insiders | looked | host_viewers(self.holders)

    @property
    def last(self) -> EpisodeCourse | None:
        return self.episodes[-1] if self.episodes else None

    @property
    def open_episode(self) -> EpisodeCourse | None:
        """The episode that is not done, if there is one."""
        return self.last if self.last is not None and not self.last.done else None

    def rests_of(self, entrant: facts.EntrantId) -> Rests:
        """Return when no time of an entrant's decisions passes: by the calendar, and while the entrant is on leave."""
        leave = self.entrants[entrant].away.leave
        return Rests(self.terms.matches.rest, () if leave is None else (leave,))

    def order_of_leave(self, entrant: facts.EntrantId) -> int | None:
        """Return the order with which a leave reaches the open match of an entrant; None without one."""
        match = self.open_match
        return None if match is None or entrant not in match.players else self.orders + 1

    @property
    def next_terms(self) -> EpisodeTerms | None:
        """The terms of the episode that has not begun; None if all have."""
        return self.terms.episodes[len(self.episodes)] if len(self.episodes) < len(self.terms.episodes) else None

    @property
    def open_decision(self) -> DecisionCourse | None:
        return self.decisions[-1] if self.decisions and self.decisions[-1].is_open else None

    @property
    def open_match(self) -> MatchCourse | None:
        """The match whose outcome is awaited."""
        episode = self.open_episode
        return episode.match if episode is not None and episode.match.how is None and not self.ended else None

    @property
    def staying(self) -> list[SeriesEntrant]:
        """Those who have not left, in the order of their ids."""
        return [each for each in self.entrants.values() if each.left_in is None]

    def has_entered(self, player_id: str) -> bool:
        return player_id in self.was or self.entrant_of(player_id) is not None

    def entrant_of(self, player_id: str) -> SeriesEntrant | None:
        """Return the entrant that the player is, also after leaving the season."""
        return next(
            (each for each in self.entrants.values() if each.player and each.player.player_id == player_id), None
        )

    def in_order(self, entrants: Collection[facts.EntrantId]) -> tuple[facts.EntrantId, ...]:
        """Return these entrants in the order of their ids."""
        return tuple(entrant for entrant in self.entrants if entrant in entrants)

    def fold(self, fact: Fact) -> Course:
        match fact:
            case facts.SeriesCreated():
                return replace(
                    self,
                    created=fact,
                    holders=first_holders(fact.maker, fact.directors),
                    episode_options={n: each.match.options for n, each in enumerate(fact.episodes, 1)},
                    death_options={name: each.match.options for name, each in fact.deaths.items()},
                )
            case facts.SeriesChanged():
                return replace(self, created=_with_settings(self.terms, fact))
            case RoleGiven() | RoleTaken() | HostViewAsked() | EntriesLost():
                return self.fold_shared(fact)
            case facts.SecretSeriesOptions(episodes=episodes, deaths=deaths):
                return replace(
                    self,
                    episode_options={**self.episode_options, **episodes},
                    death_options={**self.death_options, **deaths},
                )
            case facts.SeriesPaused(left_seconds=left):
                paused = replace(self._with_order(), status="paused", before_pause=self.status)
                decision = self.open_decision
                return paused._with_decision(replace(decision, until=None, left_seconds=left)) if decision else paused
            case facts.SeriesResumed(until=until):
                resumed = self._with_order()
                resumed = replace(resumed, status=self.before_pause, resumed=resumed.orders)
                decision = self.open_decision
                return (
                    resumed._with_decision(replace(decision, until=until, left_seconds=None)) if decision else resumed
                )
            case facts.SeriesOver(winner=winner, places=places):
                return replace(self, status="over", winner=winner, final_places=places)
            case facts.SeriesCancelled():
                return replace(self._with_order(), status="cancelled", stopped=None)
            case facts.MatchesSet(orders=orders):
                later = tuple(each for each in self.extensions if each.order > orders)
                return replace(self, orders=max(self.orders, orders), carried_out=orders, extensions=later)
            case _:
                return self._fold_places(fact)

    def _fold_places(self, fact: Fact) -> Course:
        match fact:
            case facts.PlaceTaken(entrant=entrant, player=player):
                entrants, takes = {**self.entrants, entrant: SeriesEntrant(entrant, player)}, self.takes
                if player is not None:
                    takes = {**takes, player.player_id: takes.get(player.player_id, 0) + 1}
                return replace(self, entrants=entrants, places=self.places + 1, takes=takes)
            case facts.PlaceLeft(entrant=entrant):
                entrants = {each: known for each, known in self.entrants.items() if each != entrant}
                unset = entrant in (*self.heaven, *self.hell)
                known = replace(self, heaven=(), hell=()) if unset else self
                return replace(known, entrants=entrants, was=self.was | self._players(entrant))
            case facts.PlaceHandedOver(entrant=entrant, player=player, because=because):
                return self._with_successor(entrant, player, because)
            case facts.PlacesSet(heaven=heaven, hell=hell):
                return replace(self, heaven=heaven, hell=hell)
            case LeaveTaken(entrant=entrant, order=order):
                one = self.entrants[entrant]
                one = replace(one, away=one.away.after(fact.leave))
                taken = replace(self, entrants={**self.entrants, entrant: one})
                return taken if order is None else taken._with_order()
            case facts.EntrantLeft(entrant=entrant, episode=number, because=because):
                gone = replace(self.entrants[entrant], left_in=number, left_because=because)
                changed = replace(self, entrants={**self.entrants, entrant: gone})
                episode = self.episodes[number - 1]
                return changed._with_episode(replace(episode, left=(*episode.left, entrant)))
            case _:
                return self._fold_episodes(fact)

    def _fold_episodes(self, fact: Fact) -> Course:
        match fact:
            case facts.EpisodeBegun(episode=number, match_id=match_id, seats=seats):
                main = MatchCourse("main", match_id, seats, self.orders + 1, self._playing(seats))
                begun = EpisodeCourse(number, fact.heaven, fact.hell, fact.marked, main)
                episodes = (*self.episodes, begun)
                return replace(self, status="running", episodes=episodes, orders=self.orders + 1)
            case facts.MainMatchDone(episode=number, how=how, rank=rank, consequences=consequences):
                episode = self.episodes[number - 1]
                main = replace(episode.main, how=how, rank=rank, consequences=consequences)
                counts = number + self.terms.mark_episodes
                marked = [each for each, met in consequences.items() if "mark_of_elimination" in met]
                changed = replace(self, marks={**self.marks, **dict.fromkeys(marked, counts)})
                return changed._after_stop()._with_episode(replace(episode, main=main))
            case facts.RealmsSettled(episode=number, heaven=heaven, hell=hell, candidate=candidate, spared=spared):
                episode = replace(self.episodes[number - 1], heaven_next=heaven, hell_next=hell)
                return self._with_episode(replace(episode, candidate=candidate, spared=spared))
            case facts.DeathMatchBegun(episode=number, match_id=match_id, seats=seats):
                death = MatchCourse("death", match_id, seats, self.orders + 1, self._playing(seats))
                ordered = replace(self, orders=self.orders + 1)
                return ordered._with_episode(replace(self.episodes[number - 1], death=death))
            case facts.DeathMatchDone(episode=number, how=how, loser=loser):
                episode = self.episodes[number - 1]
                if episode.death is None:
                    raise ValueError("a death match ends after it has begun")
                return self._after_stop()._with_episode(
                    replace(episode, death=replace(episode.death, how=how, loser=loser))
                )
            case facts.EpisodeDone(episode=number):
                episode = self.episodes[number - 1]
                heaven, hell = (
                    tuple(each for each in realm or () if each not in episode.left)
                    for realm in (episode.heaven_next, episode.hell_next)
                )
                return replace(self, heaven=heaven, hell=hell)._with_episode(replace(episode, done=True))
            case facts.SeriesStopped():
                if self.status == "paused":
                    return replace(self, before_pause="stopped", stopped=fact)
                return replace(self, status="stopped", stopped=fact)
            case facts.MatchReplayed(match_id=match_id):
                return self._with_replay(match_id)
            case facts.MatchNoted(episode=number, match=name, text=text):
                episode = self.episodes[number - 1]
                if (noted := episode.match_named(name)) is None:
                    raise ValueError("a note is on a match that has begun")
                return self._with_episode(_with_match(episode, replace(noted, note=text)))
            case facts.MatchExtended():
                return replace(self, orders=self.orders + 1, extensions=(*self.extensions, fact))
            case _:
                return self._fold_decisions(fact)

    def _fold_decisions(self, fact: Fact) -> Course:
        match fact:
            case facts.DecisionAsked(decision=number, entrant=entrant, choices=choices, until=until):
                held = (self.entrants[entrant].player,)
                asked = DecisionCourse(number, fact.episode, fact.about, entrant, choices, held, until)
                return replace(self, decisions=(*self.decisions, asked))
            case facts.DecisionMade(decision=number, choice=choice):
                known = self.decisions[number - 1]
                return self._with_decision(replace(known, choice=choice, changes=known.changes + 1))
            case facts.DecisionExtended(decision=number, until=until):
                return self._with_decision(replace(self.decisions[number - 1], until=until))
            case facts.DecisionClosed(decision=number, choice=choice, because=because):
                known = replace(self.decisions[number - 1], choice=choice, because=because, left_seconds=None)
                episode = self.episodes[known.episode - 1]
                decided = replace(episode, decided={**episode.decided, known.about: choice})
                return self._with_decision(known)._with_episode(decided)
            case _:
                return self

    def _playing(self, seats: Mapping[SeatId, facts.EntrantId]) -> dict[facts.EntrantId, Held]:
        """Return who has the place of each entrant with one of these seats."""
        return {entrant: (self.entrants[entrant].player,) for entrant in seats.values()}

    def _with_successor(
        self, entrant: facts.EntrantId, player: Person | None, because: facts.HandedOverBecause
    ) -> Course:
        """Return the course after somebody else got a place, also in its open match and decision."""
        known = self.entrants[entrant]
        was = Predecessor(known.player, because, len(self.episodes))
        known = replace(known, player=player, earlier=(*known.earlier, was), away=known.away.ended)
        changed = replace(self, entrants={**self.entrants, entrant: known}, was=self.was | self._players(entrant))
        if (asked := self.open_decision) is not None and asked.entrant == entrant:
            changed = changed._with_decision(replace(asked, players=(*asked.players, player)))
        episode, match_ = self.open_episode, self.open_match
        if episode is None or match_ is None or entrant not in match_.players:
            return changed
        match_ = replace(match_, players={**match_.players, entrant: (*match_.players[entrant], player)})
        return changed._with_episode(_with_match(episode, match_))._with_order()

    def _players(self, entrant: facts.EntrantId) -> frozenset[str]:
        """Return the id of the player in a place; empty for a bot."""
        player = self.entrants[entrant].player
        return frozenset() if player is None else frozenset({player.player_id})

    def _with_episode(self, changed: EpisodeCourse) -> Course:
        at = changed.number - 1
        return replace(self, episodes=(*self.episodes[:at], changed, *self.episodes[at + 1 :]))

    def _with_decision(self, changed: DecisionCourse) -> Course:
        at = changed.number - 1
        return replace(self, decisions=(*self.decisions[:at], changed, *self.decisions[at + 1 :]))

    def _after_stop(self) -> Course:
        """Return the course after a director decided, if the series was stopped."""
        if self.stopped is None:
            return self
        status: SeriesStatus = "running" if self.status == "stopped" else self.status
        return replace(self, status=status, before_pause="running", stopped=None)

    def _with_replay(self, match_id: str) -> Course:
        episode = self.open_episode
        if episode is None:
            raise ValueError("only a match of an open episode is played again")
        playing = self._playing(episode.match.seats)
        again = replace(episode.match, match_id=match_id, order=self.orders + 1, players=playing)
        return replace(self._after_stop(), orders=self.orders + 1)._with_episode(_with_match(episode, again))

    def _with_order(self) -> Course:
        """Return the course with an order about the open match, if there is one."""
        return self if self.open_match is None else replace(self, orders=self.orders + 1)


def _with_settings(terms: facts.SeriesCreated, changed: facts.SeriesChanged) -> facts.SeriesCreated:
    """Return the terms with settings that were changed."""
    matches, leave_days = terms.matches, terms.leave_days
    if changed.rest is not None:
        matches = replace(matches, rest=None if changed.rest.is_empty else changed.rest)
    if changed.leave_days is not None:
        leave_days = changed.leave_days or None  # Absent rather than 0.
    label, start = changed.label or terms.label, changed.start or terms.start
    return replace(terms, label=label, start=start, matches=matches, leave_days=leave_days)


def _with_match(episode: EpisodeCourse, match: MatchCourse) -> EpisodeCourse:
    """Return an episode with this as its last match."""
    return replace(episode, main=match) if match.name == "main" else replace(episode, death=match)
