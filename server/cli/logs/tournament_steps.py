"""
Decide every step of a tournament's log again: each entry is checked against the state before it.

Pairings are computed again with the logged draws, and these with the revealed seed. Of several best Swiss pairings the
log may hold any: it must be legal, and none may be better. Results are compared with the matches whose logs are given.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta

from pydantic import TypeAdapter

from engines.catalogue import GAMES
from engines.kit import Chance, Fact
from server.access.player import Person
from server.cli.logs.event_steps import EventSteps, role_arguments
from server.cli.logs.logged_chance import LoggedChance
from server.cli.logs.request_bounds import ImpossibleError, require_id, require_rest
from server.cli.logs.verdict import Verdict
from server.logs.aggregates.acting import without_bridges
from server.logs.directing.facts import Drawn, RoleGiven, RoleTaken
from server.logs.store.entry import Decision, Entry
from server.matches.facts import AbsenceNoted, TournamentTable
from server.matches.match import Match
from server.matches.rests import ALWAYS, Rests
from server.organising.noting import Note
from server.organising.ordering.leave import LeaveTaken
from server.organising.tournaments import (
    arena,
    commands,
    decisions,
    editing,
    entering,
    leave,
    stepping_in,
    unclaimed,
    undoing,
)
from server.organising.tournaments import facts as tournament_facts
from server.organising.tournaments.actions import (
    Circumstances,
    DirectorAction,
    SetPairingsAction,
    entrant_in,
)
from server.organising.tournaments.creation import (
    require_accelerable,
    require_arena,
    require_groups,
    require_no_rest,
    require_scores,
)
from server.organising.tournaments.due import due_at
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.kind import TOURNAMENTS
from server.organising.tournaments.newcomers import seat_newcomers, waiting
from server.organising.tournaments.outcomes import TakenResult, entrants_by_seat, result_at, teams_of
from server.organising.tournaments.pairer import by_director, by_plan, swiss_field, to_store
from server.organising.tournaments.pairing.checks import WrongPairingError, check_pairing
from server.organising.tournaments.pairing.swiss import NoPairingError
from server.organising.tournaments.requests import MOST_ROUNDS, ArenaRequest, GroupsRequest, ScoresRequest
from server.organising.tournaments.round_course import TableCourse
from server.organising.tournaments.rounds import EntrantId, Result
from server.organising.tournaments.standings.tie_breaks import check as check_tie_breaks
from server.organising.tournaments.systems import final_places
from server.organising.tournaments.tournament import TournamentState
from server.runtime.times import parse_timestamp

_PREPARED_WITHIN = timedelta(minutes=10)
"""How long before its entry a pairing or a start can have been computed."""

_actions: TypeAdapter[DirectorAction] = TypeAdapter(DirectorAction)


class TournamentSteps(EventSteps[TournamentState]):
    """Decides the entries of a tournament again."""

    kind = TOURNAMENTS
    call = "actAsDirector"
    impossible = (*EventSteps.impossible, WrongPairingError, NoPairingError)
    withheld = "table_noted"

    def check_first(self, state: TournamentState, entry: Entry, verdict: Verdict) -> None:
        created, *rest = tournament_facts.FACTS.facts_of(entry)
        if (
            entry.kind != "created"
            or not isinstance(created, tournament_facts.TournamentCreated)
            or created.tournament_id != entry.log_id
        ):
            verdict.fault(entry.seq, "does not create this tournament")
            return
        secret = next((fact for fact in rest if isinstance(fact, tournament_facts.SecretMatchOptions)), None)
        if commands.create(replace(created, through=None), secret).facts != without_bridges(entry.facts):
            verdict.fault(entry.seq, "a tournament begins with something else")
        check_tie_breaks(created.tie_breaks, created.system)
        require_rest(created.match.rest)
        if created.scores is not None:
            require_scores(created.scores, created.system, created.table_size)
            ScoresRequest.model_validate(asdict(created.scores))
        require_arena(created.system, created.rounds, created.teams, lasts=created.arena is not None)
        if created.arena is not None:
            ArenaRequest.model_validate(asdict(created.arena))
            require_no_rest(rests=created.match.rest is not None, leaves=created.leave_days is not None, pointer="")
        require_groups(created.system, created.groups)
        if created.groups is not None:
            GroupsRequest.model_validate(asdict(created.groups))
        if created.accelerated is not None:
            require_accelerable(created.system, created.rounds, created.scores)
        if created.clubs_apart is not None and (
            created.system != "swiss" or not 0 < created.clubs_apart <= MOST_ROUNDS
        ):
            verdict.fault(entry.seq, "does not keep clubs apart as a tournament can")
        engine = GAMES[created.match.game]
        seats = engine.seats(engine.read_options(state.course.options or {}))
        if len(teams_of(seats) if created.teams else seats) != created.table_size:
            verdict.fault(entry.seq, "the size of tables is not that of the game")

    def note_sitters(self, state: TournamentState) -> None:
        """Note who has the place of which entrant; a bot plays for an entrant who has withdrawn."""
        for entrant in self.sitters.take_changes(state.course.entrants):
            members = state.course.members_of(entrant)
            self.sitters.note(entrant.id, [*members, None] if entrant.withdrawn else members)

    def decide(
        self, state: TournamentState, entry: Entry, facts: Sequence[tournament_facts.TournamentFact], at: datetime
    ) -> Decision | None:
        match entry.kind, facts[0]:
            case "entrants_changed", first:
                return decisions.entry("entrants_changed", *_entrants_changed(state, first, facts, at))
            case "round_changed", tournament_facts.TablesSet() as first:
                if first.orders > state.course.rounds[first.round - 1].orders:
                    raise ImpossibleError("Not so much has been ordered about the matches of this round.")
                return commands.note_carried_out(state, first.round, first.orders)
            case "round_changed", tournament_facts.NewcomerSeated():
                return decisions.entry("round_changed", *self._newcomers(state, facts))
            case "round_changed", _:
                due = due_at(state)
                if due is None or due > at:
                    raise ImpossibleError("The tournament does nothing by itself yet.")
                return decisions.entry("round_changed", *self._by_itself(state, facts, at))
            case "results_taken", _:
                return self._results_taken(state, facts)
            case _:
                return None

    def act(
        self, state: TournamentState, acted: tournament_facts.DirectorActed, facts: Sequence[Fact], at: datetime
    ) -> list[tournament_facts.TournamentFact]:
        if acted.action in ("pair", "set_pairings"):
            return self._paired(state, facts, at, acted)
        if acted.action == "edit":
            return _edited(state, acted, facts, at)
        if acted.action == "start_round":
            return _started(state, facts, at)
        if acted.action == "replay_table":
            return _replayed(state, facts)
        named = next(
            (_replacement(state, fact)[0] for fact in facts if isinstance(fact, tournament_facts.EntrantReplaced)), None
        )
        named = next((fact.player for fact in facts if isinstance(fact, RoleGiven)), named)
        action = _actions.validate_python(
            {"type": acted.action, "reason": acted.reason, **_arguments(state, acted.action, facts)}
        )
        if isinstance(action, Note):
            return action.decide_again(state)
        circumstances = Circumstances(
            at,
            acted.director,
            _plays(state, acted.director),
            _seed_told(facts),
            named,
            [],
            None,
            lambda state: final_places(state.course),
        )
        return action.decide(state, circumstances)

    def _by_itself(
        self, state: TournamentState, facts: Sequence[Fact], at: datetime
    ) -> list[tournament_facts.TournamentFact]:
        is_arena = state.course.terms.arena is not None
        match facts[0]:
            case tournament_facts.TournamentOver() if state.course.provisional_until is not None:
                return stepping_in.end(state, final_places(state.course), _seed_told(facts))
            case tournament_facts.TournamentOver() | tournament_facts.ResultsProvisional() if is_arena:
                return stepping_in.finish(state, final_places(state.course), _seed_told(facts), at, by_player=False)
            case tournament_facts.RoundPublished():
                return commands.publish(state)
            case tournament_facts.TablesAdded(matches=matches) if state.course.adds_tables:
                return arena.advance(state, _ids(matches), at)
            case tournament_facts.NotReady() | tournament_facts.NoRoundLeft() if state.course.adds_tables:
                return arena.advance(state, (), at)
            case tournament_facts.NotReady():
                return commands.end_waiting(state, at)
            case tournament_facts.TournamentResumed(ready_until=until):
                return stepping_in.resume(
                    state, _prepared(at, until, state.course.terms.absence.ready_seconds, state.course.rests)
                )
            case tournament_facts.RoundStarted():
                return _started(state, facts, at)
            case Drawn() | tournament_facts.RoundPaired() | tournament_facts.NoRoundLeft():
                return self._paired(state, facts, at, None)
            case other:
                raise ImpossibleError(f"A tournament does not do this by itself: {other.type}.")

    def _paired(
        self, state: TournamentState, facts: Sequence[Fact], at: datetime, acted: tournament_facts.DirectorActed | None
    ) -> list[tournament_facts.TournamentFact]:
        commands.require_pairable(state)
        course, number = state.course, commands.next_round(state.course)
        logged = next((fact for fact in facts if isinstance(fact, tournament_facts.RoundPaired)), None)
        # Draws of a round that is not played are not logged, and decide nothing.
        chance = Chance(self.seed or bytes(32), number)
        if logged is not None and self.seed is None:
            chance = LoggedChance(number, (fact for fact in facts if isinstance(fact, Drawn)))
        order = commands.draw_order(state, chance)
        entrants = commands.to_pair(course, order.numbered)
        if acted is not None and acted.action == "set_pairings":
            if logged is None:
                raise ImpossibleError("The action has no pairing.")
            found = by_director(course, entrants, _sent(logged, acted.reason))
        elif course.terms.system == "swiss":
            if logged is None:
                raise ImpossibleError("A Swiss always has a further round.")
            tables = [table.entrants for table in _own_tables(logged)]
            try:
                found = check_pairing(swiss_field(course, entrants, order, allow_repeats=False), tables)
            except (WrongPairingError, NoPairingError):
                if acted is None:
                    raise
                found = check_pairing(swiss_field(course, entrants, order, allow_repeats=True), tables)
        else:
            found = by_plan(course, entrants, order)
        if not found:
            return commands.note_no_round_left(state)
        review = course.terms.schedule.review_seconds
        now = at if logged is None else _prepared(at, logged.publish_at, review, ALWAYS)
        return commands.record_pairing(state, order, to_store(found), now)

    def _newcomers(self, state: TournamentState, facts: Sequence[Fact]) -> list[tournament_facts.TournamentFact]:
        """Seat the newcomers again; where the log of the match is known, only in seats that were silent."""
        course = state.course
        seated = [fact for fact in facts if isinstance(fact, tournament_facts.NewcomerSeated)]
        named = {fact.newcomer for fact in seated}
        # The log does not say who was an administrator, and so passed over.
        passed = {each.player.player_id for each in waiting(course) if each.player and each.id not in named}
        for fact in seated:
            round_ = course.open_round
            table = (
                None
                if round_ is None
                else next((each for each in round_.unfinished if each.paired.table == fact.table), None)
            )
            if table is None or fact.entrant not in table.paired.entrants or course.entrants[fact.entrant].withdrawn:
                raise ImpossibleError("A newcomer plays for an entrant at an open table.")
            self._check_silence(state, table, fact.entrant)
        return seat_newcomers(course, [(fact.table, fact.entrant) for fact in seated], passed)

    def _check_silence(self, state: TournamentState, table: TableCourse, entrant: EntrantId) -> None:
        log = self.logs.get(table.match_id or "")
        if log is None:
            return
        first = Match(log[:1], b"")
        noted = (
            first.decode(told)
            for entry in log
            for told in first.upcasting.bring_up(entry.facts)
            if told.type == "absence_noted"
        )
        left = {
            seat for fact in noted if isinstance(fact, AbsenceNoted) and fact.then == "waiting" for seat in fact.seats
        }
        if entrant not in {entrants_by_seat(table, first.state, state.course.terms.teams)[seat] for seat in left}:
            raise ImpossibleError(f"{entrant} was not silent in match {table.match_id}.")

    def _results_taken(self, state: TournamentState, facts: Sequence[Fact]) -> Decision | None:
        results: dict[int, TakenResult] = {}
        again: dict[int, str] = {}
        round_ = state.course.open_round
        for fact in facts:
            if (
                not isinstance(fact, tournament_facts.TableDone | tournament_facts.TableReplayed)
                or round_ is None
                or fact.table not in round_.tables
            ):
                continue
            taken = (
                TakenResult(Result(fact.how, fact.points), fact.by)
                if isinstance(fact, tournament_facts.TableDone)
                else None
            )
            self._check_outcome(state, round_.tables[fact.table], round_.number, taken)
            if taken is None:
                again[fact.table] = fact.match_id if isinstance(fact, tournament_facts.TableReplayed) else ""
            else:
                results[fact.table] = taken
        return commands.take_results(state, results, again)

    def _check_outcome(
        self, state: TournamentState, table: TableCourse, number: int, taken: TakenResult | None
    ) -> None:
        """Check that a match came to this; None if its table is played again."""
        if taken is not None and len(taken.result.points) != len(table.paired.entrants):
            raise ImpossibleError("A table has other entrants than points.")
        log = self.logs.get(table.match_id or "")
        if log is None:
            if taken is not None and taken.by is not None and taken.result.how != "adjudicated":
                raise ImpossibleError("Nobody decides a match that is not adjudicated.")
            self.unknown_outcomes += 1
            return
        match = Match(log, b"").state
        place = TournamentTable(state.tournament_id, number, table.paired.table)
        if match.created.tournament != place or not match.ended:
            raise ImpossibleError(f"Match {table.match_id} is not that of table {table.paired.table}, or not over.")
        seats = entrants_by_seat(table, match, state.course.terms.teams)
        self.sitters.require(log[0], seats)
        self.leaves.require(log, seats)
        if result_at(table, match, state.course) != taken:
            raise ImpossibleError(f"Match {table.match_id} came to something else.")


def _seed_told(facts: Sequence[Fact]) -> bytes:
    """Return the seed that is told; whether it is that of the commitment, is checked for itself."""
    over = (fact for fact in facts if isinstance(fact, tournament_facts.TournamentOver))
    return next((bytes.fromhex(fact.seed) for fact in over), b"")


def _replayed(state: TournamentState, facts: Sequence[Fact]) -> list[tournament_facts.TournamentFact]:
    replayed = next((fact for fact in facts if isinstance(fact, tournament_facts.TableReplayed)), None)
    if replayed is None:
        raise ImpossibleError("The action has no match.")
    require_id(replayed.match_id)
    return undoing.replay_table(state, replayed.round, replayed.table, replayed.match_id)


def _plays(state: TournamentState, director: Person) -> bool:
    return state.course.has_entered(director.player_id)


def _entrants_changed(
    state: TournamentState, fact: Fact, facts: Sequence[Fact], at: datetime
) -> list[tournament_facts.TournamentFact]:
    def entrant_of(entrant: EntrantId) -> Entrant:
        return entrant_in(state, entrant)

    match fact:
        case tournament_facts.PartnerNamed(player=player, partner=partner):
            return entering.enter(state, player, partner, 0, by_director=False)
        case tournament_facts.Entered(unclaimed=True):
            people = [
                unclaimed.Newcomer(each.player, each.rating, each.club or "")
                for each in facts
                if isinstance(each, tournament_facts.Entered) and each.player is not None
            ]
            return unclaimed.enter_unclaimed(state, people)[0]
        case tournament_facts.EntrantReplaced(entrant=entrant, player=Person() as player, invitation=str() as link):
            require_id(link)
            return unclaimed.claim(state, entrant, player, link)
        case tournament_facts.Entered(player=Person() as player, partner=partner, rating=rating, invitation=None):
            return entering.enter(state, player, partner, rating, by_director=True, club=fact.club)
        case tournament_facts.Entered(
            player=Person() as player, partner=partner, rating=rating, invitation=str() as invitation
        ):
            require_id(invitation)
            # The second member of a team has accepted it, and entered the team.
            who, other = (player, None) if partner is None else (partner, player)
            return entering.enter(state, who, other, rating, by_director=False, invitation=invitation)
        case tournament_facts.EntrantWithdrawn(entrant=entrant, because="own_wish" | "director" as because):
            return entering.withdraw(state, entrant_of(entrant), because)
        case tournament_facts.EntrantReturned(entrant=entrant):
            return entering.come_back(state, entrant_of(entrant))
        case tournament_facts.CheckedIn(entrant=entrant):
            return entering.check_in(state, entrant_of(entrant))
        case LeaveTaken(entrant=entrant):
            return [*leave.take_leave(state, entrant_of(entrant), fact.leave.days, at)]
        case tournament_facts.ReadySaid(entrant=entrant, table=table):
            return commands.say_ready(state, entrant_of(entrant), table, at)
        case _:
            raise ImpossibleError(f"Entrants do not cause this: {fact.type}.")


def _ids(matches: Mapping[int, str]) -> list[str]:
    """Return the ids of matches, in the order of their tables."""
    for match_id in matches.values():
        require_id(match_id)
    return [matches[table] for table in sorted(matches)]


def _started(state: TournamentState, facts: Sequence[Fact], at: datetime) -> list[tournament_facts.TournamentFact]:
    started = facts[0]
    if not isinstance(started, tournament_facts.RoundStarted):
        raise ImpossibleError("The round was not started.")
    now = _prepared(at, started.ready_until, state.course.terms.absence.ready_seconds, state.course.rests)
    return commands.start_round(state, (started.matches[table] for table in sorted(started.matches)), now)


def _prepared(at: datetime, until: str | None, seconds: int, rests: Rests) -> datetime:
    """Return when an entry was computed that lets something wait for so many seconds: not long before it was made."""
    if until is None or not seconds:
        return at
    now = rests.begin_of(parse_timestamp(until), timedelta(seconds=seconds))
    if now > at and not rests.time_between(at, now):
        return at  # It was made in a rest, after which the time begins.
    if not at - _PREPARED_WITHIN <= now <= at:
        raise ImpossibleError("Something waits for another time than it was made for.")
    return now


def _edited(
    state: TournamentState, acted: tournament_facts.DirectorActed, facts: Sequence[Fact], at: datetime
) -> list[tournament_facts.TournamentFact]:
    """Change settings again as the log says; it has the offsets of the time zone in which it rests."""
    changed = next((fact for fact in facts if isinstance(fact, tournament_facts.SettingsChanged)), None)
    if changed is None:
        raise ImpossibleError("This changes nothing.")
    told = json.loads(tournament_facts.FACTS.encode(changed).text)
    asked = {name: value for name, value in told.items() if name not in ("type", "rest")}
    _actions.validate_python({"type": "edit", "reason": acted.reason, **asked})
    require_rest(changed.rest, may_be_empty=True)
    return editing.edit(state, changed, at, by_player=_plays(state, acted.director))


def _arguments(state: TournamentState, action: str, facts: Sequence[Fact]) -> dict[str, object]:
    """Return what a director's action says besides its type, from what came of it."""
    match action, facts[0] if facts else None:
        case "add_bots", tournament_facts.Entered():
            return {"count": len(facts)}
        case "announce", tournament_facts.Announced(text=text):
            return {"text": text}
        case "excuse", tournament_facts.EntrantExcused(entrant=entrant, how=how):
            return {"entrant": entrant, "bye": how}
        case "replace_entrant", tournament_facts.EntrantReplaced(entrant=entrant) as fact:
            player, leaving = _replacement(state, fact)
            return {
                "entrant": entrant,
                "player_id": player.player_id if player else None,
                "leaving": leaving.player_id if leaving else None,
            }
        case "give_role" | "take_role", RoleGiven() | RoleTaken() as fact:
            return role_arguments(fact)
        case "set_club", tournament_facts.ClubSet(entrant=entrant, club=club):
            return {"entrant": entrant, "club": club}
        case "forbid_pair" | "allow_pair", tournament_facts.PairForbidden() | tournament_facts.PairAllowed() as fact:
            return {"entrants": list(fact.entrants)}
        case "disqualify", tournament_facts.EntrantWithdrawn(entrant=entrant):
            return {"entrant": entrant}
        case "bring_back", tournament_facts.EntrantReturned(entrant=entrant):
            return {"entrant": entrant}
        case "correct_result", tournament_facts.TableDone() | tournament_facts.ResultCorrected() as fact:
            return {"round": fact.round, "table": fact.table, "how": fact.how, "points": list(fact.points)}
        case "note_table", tournament_facts.TableNoted() as fact:
            return {"round": fact.round, "table": fact.table, "text": fact.text}
        case "forfeit", tournament_facts.TableDone() as fact:
            seated = state.course.rounds[fact.round - 1].tables[fact.table].paired.entrants
            losing = [entrant for entrant, points in zip(seated, fact.points, strict=True) if not points]
            return {"round": fact.round, "table": fact.table, "entrants": losing}
        case "void_table", tournament_facts.TableDone() as fact:
            return {"round": fact.round, "table": fact.table}
        case "extend", tournament_facts.ExtensionOrdered(round=number, tables=tables, seconds=seconds):
            # All open tables and the only open one are the same.
            return {"round": number, "table": tables[0] if len(tables) == 1 else None, "seconds": seconds}
        case "undo", tournament_facts.PublicationUndone():
            return {"action": "publish"}
        case "undo", tournament_facts.StartUndone():
            return {"action": "start_round"}
        case "close_phase", tournament_facts.CloseOrdered() as fact:
            return {"round": fact.round, "table": fact.table, "phase": fact.phase}
        case _:
            return {}


def _replacement(state: TournamentState, fact: tournament_facts.EntrantReplaced) -> tuple[Person | None, Person | None]:
    """Return the new player of an entrant and the one who leaves it; None are bots."""
    known = state.course.entrants[fact.entrant]
    changes = zip((known.player, known.partner), (fact.player, fact.partner), strict=True)
    return next(((new, old) for old, new in changes if old != new), (None, None))


def _own_tables(logged: tournament_facts.RoundPaired) -> list[tournament_facts.PairedTable]:
    """Return the tables of a round without the byes that were requested."""
    own = zip(logged.tables, logged.reasons, strict=True)
    return [table for table, reason in own if reason != {"type": "requested"}]


def _sent(logged: tournament_facts.RoundPaired, reason: str) -> SetPairingsAction:
    """Return the action by which a director sent a pairing."""
    tables = [
        {"entrants": list(table.entrants)}
        | ({"bye": table.result.how} if len(table.entrants) == 1 and table.result else {})
        for table in _own_tables(logged)
    ]
    forced = any(each.get("forced_because") is not None for each in logged.reasons)
    return SetPairingsAction.model_validate(
        {"type": "set_pairings", "tables": tables, "force": forced, "reason": reason}
    )
