"""
Decide every step of a series' log again: each entry is checked against the state before it.

What follows from an outcome, a decision or a director is computed again, with the revealed seed. Outcomes are compared
with the matches whose logs are given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from pydantic import TypeAdapter

from engines.kit import Chance, Fact
from server.access.player import Person
from server.cli.logs.event_steps import EventSteps, role_arguments
from server.cli.logs.logged_chance import LoggedChance
from server.cli.logs.request_bounds import ImpossibleError, require_id, require_rest
from server.cli.logs.verdict import Verdict
from server.logs.aggregates.acting import without_bridges
from server.logs.directing.facts import DirectorActed, Drawn, RoleGiven, RoleTaken
from server.logs.store.entry import Decision, Entry
from server.matches.facts import SeriesPlace
from server.matches.match import Match
from server.organising.noting import Note
from server.organising.ordering.leave import LeaveTaken
from server.organising.series import commands, leave, play
from server.organising.series import facts as series_facts
from server.organising.series.actions import Circumstances, SeriesAction
from server.organising.series.course import Course, MatchCourse, SeriesEntrant
from server.organising.series.kind import SERIES
from server.organising.series.play import Inputs
from server.organising.series.series import SeriesState, due_at
from server.runtime.times import parse_timestamp

_actions: TypeAdapter[SeriesAction] = TypeAdapter(SeriesAction)


class SeriesSteps(EventSteps[SeriesState]):
    """Decides the entries of a series again."""

    kind = SERIES
    call = "actOnSeries"
    withheld = "match_noted"

    def check_first(self, state: SeriesState, entry: Entry, verdict: Verdict) -> None:
        created, *rest = series_facts.FACTS.facts_of(entry)
        if (
            entry.kind != "created"
            or not isinstance(created, series_facts.SeriesCreated)
            or created.series_id != entry.log_id
        ):
            verdict.fault(entry.seq, "does not create this series")
            return
        require_rest(created.matches.rest)
        secret = next((fact for fact in rest if isinstance(fact, series_facts.SecretSeriesOptions)), None)
        players = [fact.player for fact in rest if isinstance(fact, series_facts.PlaceTaken)]
        commands.require_players(created, players)
        if commands.create(replace(created, through=None), secret, players).facts != without_bridges(entry.facts):
            verdict.fault(entry.seq, "a series begins with something else")

    def note_sitters(self, state: SeriesState) -> None:
        for each in self.sitters.take_changes(state.course.entrants):
            self.sitters.note(each.id, [each.player])

    def decide(
        self, state: SeriesState, entry: Entry, facts: Sequence[series_facts.SeriesFact], at: datetime
    ) -> Decision | None:
        inputs = self._inputs(state, facts, at)
        match entry.kind, facts[0]:
            case "entrants_changed", series_facts.PlaceTaken(player=player, invitation=invitation) if (
                player is not None
            ):
                if invitation is not None:
                    require_id(invitation)
                return commands.entry("entrants_changed", *commands.enter(state, player, invitation))
            case "entrants_changed", series_facts.PlaceLeft(entrant=entrant, because=because):
                return commands.entry(
                    "entrants_changed", *commands.leave(state, _known(state, entrant), because, inputs)
                )
            case "entrants_changed", series_facts.PlaceHandedOver(
                entrant=entrant, because="own_wish" | "director" as why
            ):
                return commands.entry("entrants_changed", *commands.leave(state, _known(state, entrant), why, inputs))
            case "entrants_changed", LeaveTaken(entrant=entrant):
                taken = leave.take_leave(state, _known(state, entrant), facts[0].leave.days, at)
                return commands.entry("entrants_changed", *taken)
            case "decision_made", series_facts.DecisionMade(decision=number, entrant=entrant, choice=choice):
                made = commands.decide(state, _known(state, entrant), number, choice, inputs)
                return commands.entry("decision_made", *made)
            case "series_changed", series_facts.MatchesSet(orders=orders):
                if orders > state.course.orders:
                    raise ImpossibleError("Not so much has been ordered about matches.")
                return commands.note_carried_out(state, orders)
            case "series_changed", _:
                due = due_at(state)
                if due is None or due > at:
                    raise ImpossibleError("The series does nothing by itself yet.")
                return commands.entry("series_changed", *commands.go_on(state, inputs))
            case "results_taken", _:
                return commands.entry("results_taken", *self._results_taken(state, facts, inputs))
            case _:
                return None

    def _inputs(self, state: SeriesState, facts: Sequence[series_facts.SeriesFact], at: datetime) -> Inputs:
        """Return what the season had to go on: the ids of its entry, and the seed or the logged draws."""
        named = (
            fact.match_id
            for fact in facts
            if isinstance(fact, series_facts.EpisodeBegun | series_facts.DeathMatchBegun | series_facts.MatchReplayed)
        )
        logged = (fact for fact in facts if isinstance(fact, Drawn))
        # Whether the seed is that of the commitment, is checked for itself.
        told = next((bytes.fromhex(fact.seed) for fact in facts if isinstance(fact, series_facts.SeriesOver)), b"")
        return Inputs(at, _ids(named), self._chance(logged), told, state.published_head)

    def _chance(self, logged: Iterator[Drawn]) -> Callable[[int], Chance]:
        seed = self.seed
        if seed is None:
            return lambda episode: LoggedChance(episode, logged)
        return lambda episode: Chance(seed, episode)

    def act(
        self, state: SeriesState, acted: DirectorActed, facts: Sequence[series_facts.SeriesFact], at: datetime
    ) -> list[series_facts.SeriesFact]:
        if acted.action == "edit":
            return _edited(state, acted, facts)
        inputs = self._inputs(state, facts, at)
        named = next(
            (fact.player for fact in facts if isinstance(fact, series_facts.PlaceHandedOver | RoleGiven)), None
        )
        action = _actions.validate_python(
            {"type": acted.action, "reason": acted.reason, **_arguments(state, acted.action, facts)}
        )
        if isinstance(action, Note):
            return action.decide_again(state)
        return action.decide(state, Circumstances(inputs, acted.director, named))

    def _results_taken(
        self, state: SeriesState, facts: Sequence[series_facts.SeriesFact], inputs: Inputs
    ) -> Sequence[series_facts.SeriesFact]:
        """Take the outcome of the open match again, from its log if that is known, else as it was taken."""
        course, match, episode = state.course, state.course.open_match, state.course.open_episode
        if match is None or episode is None or course.stopped is not None:
            raise ImpossibleError("No match is open.")
        log = self.logs.get(match.match_id)
        if log is not None:
            known = Match(log, b"").state
            place = SeriesPlace(state.series_id, episode.number, match.name)
            if known.created.series != place or not known.ended:
                raise ImpossibleError(f"Match {match.match_id} is not that of the episode, or not over.")
            self.sitters.require(log[0], match.seats)
            self.leaves.require(log, match.seats)
            return commands.take_outcome(state, known, inputs)
        self.unknown_outcomes += 1
        return commands.proceed_after(course, _as_taken(course, match, facts), inputs)


def _as_taken(
    course: Course, match: MatchCourse, facts: Sequence[series_facts.SeriesFact]
) -> list[series_facts.SeriesFact]:
    """Return what the outcome of the open match leads to, if it was as the log says."""
    done: list[series_facts.SeriesFact] | None = None
    match facts[0]:
        case series_facts.SeriesStopped(because=because):
            done = play.stop(course, because)
        case series_facts.DeathMatchDone(loser=loser, by=by) if match.name == "death":
            done = play.end_death_match(course, _how(by), loser, by)
        case series_facts.MainMatchDone(rank=rank, consequences=consequences, by=by) if match.name == "main":
            done = play.end_main_match(course, _how(by), rank, consequences, by)
        case _:
            pass
    if done is None:
        raise ImpossibleError("The open match cannot end so.")
    return done


def _how(by: Person | None) -> series_facts.How:
    return "played" if by is None else "adjudicated"


def _ids(named: Iterable[str]) -> Iterator[str]:
    yield from named
    raise ImpossibleError("A match begins here, but not in the log.")


def _known(state: SeriesState, entrant: series_facts.EntrantId) -> SeriesEntrant:
    found = state.course.entrants.get(entrant)
    if found is None:
        raise ImpossibleError("The series has no such entrant.")
    return found


def _edited(
    state: SeriesState, acted: DirectorActed, facts: Sequence[series_facts.SeriesFact]
) -> list[series_facts.SeriesFact]:
    """Change settings again as the log says; it has the offsets of the time zone in which it rests."""
    changed = next((fact for fact in facts if isinstance(fact, series_facts.SeriesChanged)), None)
    if changed is None:
        raise ImpossibleError("This changes nothing.")
    asked = {name: getattr(changed, name) for name in ("label", "start", "leave_days")}
    _actions.validate_python({"type": "edit", "reason": acted.reason, **asked})
    require_rest(changed.rest, may_be_empty=True)
    return commands.edit(state, changed)


def _arguments(state: SeriesState, action: str, facts: Sequence[Fact]) -> dict[str, object]:
    """Return what a director's action says besides its type, from what came of it."""
    match action, facts[0] if facts else None:
        case "give_role" | "take_role", RoleGiven() | RoleTaken() as fact:
            return role_arguments(fact)
        case "set_places", series_facts.PlacesSet(heaven=heaven, hell=hell):
            return {"heaven": list(heaven), "hell": list(hell)}
        case "note_match", series_facts.MatchNoted() as fact:
            return {"episode": fact.episode, "match": fact.match, "text": fact.text}
        case "extend", series_facts.MatchExtended(seconds=seconds):
            return {"seconds": seconds}
        case "extend", series_facts.DecisionExtended(decision=number, until=until):
            asked = state.course.decisions[number - 1]
            if asked.until is None:
                raise ImpossibleError("The time of this decision does not run.")
            longer = state.course.rests_of(asked.entrant).time_between(
                parse_timestamp(asked.until), parse_timestamp(until)
            )
            return {"seconds": round(longer.total_seconds())}
        case "replace" | "disqualify", series_facts.PlaceHandedOver(entrant=entrant, player=player):
            given = {"player_id": player.player_id} if player else {}
            return {"entrant": entrant, **given}
        case "disqualify", series_facts.PlaceLeft(entrant=entrant):
            return {"entrant": entrant}
        case "decide", series_facts.DeathMatchDone(loser=loser):
            return {"loser": loser}
        case "decide", series_facts.MainMatchDone(rank=rank, consequences=consequences):
            return {"rank": dict(rank), "consequences": dict(consequences)}
        case _:
            return {}
