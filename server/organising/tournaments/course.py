"""
The course of a tournament: what a viewer knows of it, folded from the facts addressed to the viewer.

The truth is the same fold over all facts. So there is one fold, and a viewer's course lacks only what the viewer may
not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from typing import Literal

from pydantic import JsonValue

from engines.kit import Fact
from server.access.player import Person
from server.logs.aggregates.held_roles import first_holders, host_viewers, leading
from server.logs.directing.facts import Drawn, EntriesLost, HostViewAsked, RoleGiven, RoleTaken
from server.logs.directing.state import EventCourse
from server.matches.rests import Rests
from server.organising.ordering.leave import LeaveTaken
from server.organising.tournaments import facts
from server.organising.tournaments.entrant import Entrant, Predecessor
from server.organising.tournaments.round_course import RoundCourse, TableCourse, tables_by_number
from server.organising.tournaments.rounds import BRACKETS, EntrantId, Result
from server.organising.tournaments.scores import ARENA, STANDARD, Scores
from server.organising.tournaments.summary import TournamentStatus
from server.runtime.times import parse_timestamp, timestamp


@dataclass(frozen=True)
class Course(EventCourse[facts.TournamentCreated]):
    """
    What is known of a tournament.

    `entrants` are in the order of their entry, `numbered` in the order of their numbers, if they have one. `left` are
    the ids of players who were replaced. `named` maps players to those whom they named as partners, the last one last,
    `excused` a round to the byes in it, `drawn` the label of a draw to its picks. `resumed` is the order about the last
    round that resumed the tournament. `paused_until` is when a pause by a director who plays ends, and
    `player_paused_in` how many rounds were published at the last such pause. `acting` is the director of the last
    action. `replaced` are those who replaced pairings of a round before it was published, by round, once for each
    pairing. `options` are the options of the matches, complete for viewers who may know them.
    `announcement` is the last one, or empty. `forbidden` are the pairs that must not meet, known to directors only.
    `provisional_until` is when results stand.
    """

    status: TournamentStatus = "draft"
    before_pause: TournamentStatus = "running"
    entrants: Mapping[EntrantId, Entrant] = field(default_factory=dict)
    left: frozenset[str] = frozenset()
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    numbered: tuple[EntrantId, ...] = ()
    rounds: tuple[RoundCourse, ...] = ()
    excused: Mapping[int, Mapping[EntrantId, Literal["half_bye", "zero_bye"]]] = field(default_factory=dict)
    lots: tuple[EntrantId, ...] = ()
    drawn: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    options: dict[str, JsonValue] | None = None
    provisional_until: str | None = None
    places: tuple[tuple[int, EntrantId], ...] = ()
    no_round_left: bool = False
    resumed: int = 0
    paused_until: str | None = None
    player_paused_in: int | None = None
    acting: Person | None = None
    replaced: Mapping[int, tuple[Person, ...]] = field(default_factory=dict)
    announcement: str = ""
    forbidden: frozenset[frozenset[EntrantId]] = frozenset()

    @property
    def has_begun(self) -> bool:
        return bool(self.rounds)

    @property
    def last(self) -> RoundCourse | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def open_round(self) -> RoundCourse | None:
        """The round that is not done, if there is one."""
        return self.last if self.last is not None and self.last.status != "done" else None

    @property
    def outstanding(self) -> RoundCourse | None:
        """The first round with an order about its matches that is not carried out."""
        return next((each for each in self.rounds if each.carried_out < each.orders), None)

    @property
    def published(self) -> int:
        """The number of rounds that everyone knows of."""
        return sum(each.status != "paired" for each in self.rounds)

    @property
    def all_rounds_done(self) -> bool:
        """Whether no further round is to be paired."""
        planned = 0 < self.terms.rounds <= len(self.rounds)
        return self.open_round is None and (planned or self.no_round_left)

    @property
    def adds_tables(self) -> bool:
        """Whether this is an arena whose time is not over: further tables can be added to its round."""
        return self.terms.arena is not None and not self.no_round_left

    @property
    def rests(self) -> Rests:
        """When no time of phases passes, and none in which tables wait."""
        return Rests(self.terms.match.rest)

    @property
    def scores(self) -> Scores:
        """What the results of tables of two are worth; in an arena, but for rows of wins."""
        return self.terms.scores or (STANDARD if self.terms.arena is None else ARENA)

    @property
    def rounds_in_groups(self) -> int:
        """How many rounds groups play before the bracket; 0 without groups, and before the first round is paired."""
        if self.terms.groups is None or not self.rounds:
            return 0
        entrants = sum(len(table.paired.entrants) for table in self.rounds[0].tables.values())
        return self.terms.groups.rounds(entrants, self.terms.cycles)

    def in_bracket(self, number: int) -> bool:
        """Whether a round is of a bracket, where each table has a winner, and the next round depends on it."""
        has_groups = self.terms.groups is not None
        return self.terms.system in BRACKETS or (has_groups and number > self.rounds_in_groups)

    @property
    def host(self) -> Person:
        """The director who hosts the matches: the first who has not entered, because hosts see secrets and decide."""
        return next(person for known, person in leading(self.holders).items() if not self.has_entered(known))

    @property
    def too_close(self) -> frozenset[str]:
        """The ids of players who may have seen what directors see of matches, now or since round 1."""
        return self.insiders | self.lookers | host_viewers(self.holders)

    def missing_at(self, table: TableCourse) -> list[EntrantId]:
        """Return the entrants who have not said that they are ready; bots always are, and who is on leave then."""
        return [
            entrant
            for entrant in table.paired.entrants
            if entrant not in table.ready
            and self.entrants[entrant].players
            and not self._is_on_leave_then(self.entrants[entrant])
        ]

    def _is_on_leave_then(self, entrant: Entrant) -> bool:
        """Whether an entrant is on leave when tables of the last round have waited long enough."""
        if entrant.away.leave is None or self.last is None or self.last.ready_until is None:
            return False
        return entrant.away.holds_at(parse_timestamp(self.last.ready_until))

    def order_of_leave(self, entrant: EntrantId) -> int | None:
        """Return the order with which a leave reaches the match of an entrant; None if none is open."""
        round_ = self.open_round
        if round_ is None or round_.status != "started":
            return None
        plays = any(entrant in table.paired.entrants and table.match_id for table in round_.unfinished)
        return round_.orders + 1 if plays else None

    def has_entered(self, player_id: str) -> bool:
        return player_id in self.left or self.entrant_of(player_id) is not None

    def entrant_of(self, player_id: str) -> Entrant | None:
        """
        Return the entrant that the player is, or whose team the player is in.

        Withdrawn players are still entrants. One who has a place comes first, then who waits, then who has withdrawn.
        """
        # Asked for every caller, of up to thousands: nothing is built for each.
        found = (
            each
            for each in self.entrants.values()
            if (each.player is not None and each.player.player_id == player_id)
            or (each.partner is not None and each.partner.player_id == player_id)
        )
        return min(found, key=lambda each: (each.withdrawn, each.waiting), default=None)

    def members_of(self, entrant: Entrant) -> list[Person | None]:
        """Return those who have the seats of an entrant: one, or two of a team; bots are None."""
        return [entrant.player, entrant.partner] if self.terms.teams else [entrant.player]

    def players_at(self, number: int, table: TableCourse, entrant: EntrantId) -> list[Person | None]:
        """
        Return who played for an entrant at a table: the members of a team, or players one after another.

        Until the round starts, these are the players who have the place now. Bots are None.
        """
        known = self.rounds[number - 1].sitters_at(table).get(entrant, self.entrants[entrant])
        return [*self.members_of(known), *table.newcomers.get(entrant, ())]

    def fold(self, fact: Fact) -> Course:
        match fact:
            case facts.TournamentCreated():
                holders = first_holders(fact.maker, fact.directors)
                return replace(self, created=fact, holders=holders, options=fact.match.options)
            case RoleGiven() | RoleTaken() | HostViewAsked() | EntriesLost():
                return self.fold_shared(fact)
            case facts.DirectorActed(director=director):
                return replace(self, acting=director)
            case facts.SettingsChanged():
                known = self if fact.arena is None else self._with_time(fact.arena)
                return replace(known, created=with_settings(self.terms, fact))
            case facts.Announced(text=text):
                return replace(self, announcement=text)
            case facts.SecretMatchOptions(options=options):
                return replace(self, options=options)
            case facts.EntriesOpened():
                return replace(self, status="open")
            case facts.CheckInOpened():
                return replace(self, status="check_in")
            case Drawn(label=label, picks=picks):
                return replace(self, drawn={**self.drawn, label: picks})
            case facts.TournamentPaused(until=until):
                paused_in = self.player_paused_in if until is None else self.published
                paused = replace(self._with_order(), status="paused", before_pause=self.status)
                if paused.last is not None and fact.left_seconds is not None:
                    paused = paused._with_round(replace(paused.last, ends_at=None, left_seconds=fact.left_seconds))
                return replace(paused, paused_until=until, player_paused_in=paused_in)
            case facts.TournamentResumed(ready_until=ready_until, ends_at=ends_at):
                resumed = replace(self._with_order(), status=self.before_pause, paused_until=None)
                if (last := resumed.last) is None:
                    return resumed
                resumed = replace(resumed, resumed=last.orders)
                if ends_at is not None:
                    last = replace(last, ends_at=ends_at, left_seconds=None)
                if ready_until is not None:
                    last = last.waiting_until(ready_until)
                return resumed._with_round(last)
            case facts.ResultsProvisional(until=until):
                return replace(self, status="provisional", paused_until=None, provisional_until=until)
            case facts.TournamentReopened():
                return replace(self, status="running", provisional_until=None)
            case facts.TournamentOver(places=places):
                return replace(self, status="over", provisional_until=None, places=places)
            case facts.TournamentCancelled():
                return replace(self._with_order(), status="cancelled", provisional_until=None)
            case facts.NoRoundLeft():
                return replace(self, no_round_left=True)
            case _:
                return self._fold_entrants(fact)

    def _fold_entrants(self, fact: Fact) -> Course:
        match fact:
            case facts.PartnerNamed(player=player, partner=partner):
                names = (*self.named.get(player.player_id, ()), partner.player_id)
                return replace(self, named={**self.named, player.player_id: names})
            case facts.Entered(entrant=entrant, player=player, partner=partner):
                first, is_bot = self.published + 1, player is None
                known = Entrant(entrant, player, fact.rating, first, waiting=fact.waiting, checked_in=is_bot)
                known = replace(known, partner=partner, unclaimed=fact.unclaimed is not None, club=fact.club or "")
                return self._with(known)
            case facts.PlaceGiven(entrant=entrant):
                return self._with(replace(self.entrants[entrant], waiting=False, entered_in=self.published + 1))
            case facts.CheckedIn(entrant=entrant):
                return self._with(replace(self.entrants[entrant], checked_in=True))
            case facts.EntrantWithdrawn(entrant=entrant, because=because):
                known = self.entrants[entrant]
                return self._with(replace(known, left_because=because, away=known.away.ended))
            case facts.EntrantReturned(entrant=entrant, waiting=waiting):
                return self._returning(self.entrants[entrant], waiting=waiting)
            case facts.EntrantReplaced(entrant=entrant, player=player, partner=partner):
                return self._replacing(replace(self.entrants[entrant], player=player, partner=partner))
            case facts.EntrantExcused(entrant=entrant, round=number, how=how):
                byes = {**self.excused.get(number, {}), entrant: how}
                return replace(self, excused={**self.excused, number: byes})
            case LeaveTaken(entrant=entrant, order=order):
                known = self.entrants[entrant]
                taken = self._with(replace(known, away=known.away.after(fact.leave)))
                return taken if order is None else taken._with_order()
            case facts.ClubSet(entrant=entrant, club=club):
                return self._with(replace(self.entrants[entrant], club=club))
            case facts.PairForbidden(entrants=entrants):
                return replace(self, forbidden=self.forbidden | {frozenset(entrants)})
            case facts.PairAllowed(entrants=entrants):
                return replace(self, forbidden=self.forbidden - {frozenset(entrants)})
            case _:
                return self._fold_rounds(fact)

    def _fold_rounds(self, fact: Fact) -> Course:
        match fact:
            case facts.RoundPaired(round=number):
                paired = self._paired(number, fact.tables, fact.reasons)
                changed = self._replacing_pairings(from_round=number)._with_round(
                    replace(paired, publish_at=fact.publish_at, numbered=fact.numbered, notes={})
                )
                return replace(changed, numbered=fact.numbered, lots=fact.lots)
            case facts.RoundPublished(round=number):
                reasons = self.rounds[number - 1].reasons if len(self.rounds) >= number else ()
                paired = self._paired(number, fact.tables, reasons)
                paired = replace(paired, status="published", numbered=fact.numbered)
                told = {each: people for each, people in self.replaced.items() if each != number}
                published = replace(self._with_round(paired), status="running")
                return replace(published, numbered=fact.numbered, lots=fact.lots, replaced=told)
            case facts.PublicationUndone(round=number):
                paired = replace(self.rounds[number - 1], status="paired", publish_at=None)
                return replace(self._with_round(paired), status="open" if number == 1 else "running")
            case facts.RoundStarted(round=number, matches=matches):
                started = self.rounds[number - 1]
                order = started.orders + 1
                until = fact.ready_until
                tables_now = {
                    table: replace(each, matches=((order, matches[table]),), ready_until=until)
                    if table in matches
                    else each
                    for table, each in started.tables.items()
                }
                started = replace(started, status="started", tables=tables_now, orders=order, named=order)
                started = replace(started, ready_until=until, waits_for_word=False, entrants=self.entrants)
                started = replace(started, ends_at=fact.ends_at)
                return replace(self._with_round(started), resumed=0)
            case facts.TablesAdded():
                return self._with_added(fact)
            case facts.StartUndone(round=number, order=order):
                started = self.rounds[number - 1]
                gone = tuple((order, each.match_id) for each in started.tables.values() if each.match_id is not None)
                again = replace(started, orders=order, called_off=(*started.called_off, *gone))
                again = self._with_round(again)._paired(
                    number, [each.paired for each in started.tables.values()], started.reasons
                )
                return self._with_round(
                    replace(again, status="published", waits_for_word=True, numbered=started.numbered)
                )
            case facts.ReadySaid(round=number, table=table, entrant=entrant):
                return self._with_ready(number, table, {entrant})
            case facts.NotReady(round=number, table=table, entrants=entrants):
                return self._with_ready(number, table, entrants)
            case facts.TablesSet(round=number, orders=orders):
                known = self.rounds[number - 1]
                # Not every order is addressed to every viewer, so this is also how they learn how many there were.
                left = tuple(each for each in known.stepping_in if each.order > orders)
                to_end = tuple(each for each in known.called_off if each[0] > orders)
                known = replace(known, orders=max(known.orders, orders), carried_out=orders)
                return self._with_round(replace(known, stepping_in=left, called_off=to_end))
            case facts.ExtensionOrdered(round=number) | facts.CloseOrdered(round=number):
                known = self.rounds[number - 1]
                ordered = (*known.stepping_in, fact)
                return self._with_round(replace(known, orders=known.orders + 1, stepping_in=ordered))
            case facts.TableReplayed():
                return self._with_replay(fact)
            case facts.TableDone(round=number, table=table):
                known = self.rounds[number - 1]
                done = replace(known.tables[table], result=Result(fact.how, fact.points))
                is_order = not fact.of_match and done.match_id is not None
                return self._with_table(
                    number, replace(done, decided=known.orders + 1 if is_order else 0), is_order=is_order
                )
            case facts.ResultCorrected(round=number, table=table):
                corrected = replace(self.rounds[number - 1].tables[table], result=Result(fact.how, fact.points))
                return self._with_table(number, corrected, is_order=False)._without_dependents(number)
            case facts.NewcomerSeated(round=number, table=table, entrant=entrant, newcomer=newcomer):
                return self._with_newcomer(number, table, entrant, self.entrants[newcomer])
            case facts.TableNoted(round=number, table=table, text=text):
                known = self.rounds[number - 1]
                return self._with_round(replace(known, notes={**known.notes, table: text}))
            case facts.RoundDone(round=number):
                return self._with_round(replace(self.rounds[number - 1], status="done"))
            case _:
                return self

    def _paired(
        self, number: int, tables: Iterable[facts.PairedTable], reasons: tuple[dict[str, JsonValue], ...]
    ) -> RoundCourse:
        """Return a round with this pairing; notes stay, and what was ordered about an earlier start is carried out."""
        paired = RoundCourse(number, "paired", tables_by_number(tables), reasons)
        if len(self.rounds) < number:
            return paired
        known = self.rounds[number - 1]
        return replace(
            paired,
            orders=known.orders,
            carried_out=known.carried_out,
            called_off=known.called_off,
            notes=known.notes,
        )

    def _with(self, entrant: Entrant) -> Course:
        return replace(self, entrants={**self.entrants, entrant.id: entrant})

    def _replacing(self, entrant: Entrant) -> Course:
        """Return the course after an entrant got other players."""
        before = self.entrants[entrant.id]
        gone = {was.player_id for was in before.players if was not in entrant.players}
        was = Predecessor(before.player, before.partner, self.published)
        after = replace(entrant, earlier=(*before.earlier, was), unclaimed=False, away=before.away.ended)
        return replace(self._with(after), left=self.left | gone)

    def _returning(self, entrant: Entrant, *, waiting: bool) -> Course:
        """Return the course after an entrant came back: as a late one, if never at a published table."""
        published = (each for each in self.rounds if each.status != "paired")
        was_there = any(entrant.id in table.paired.entrants for each in published for table in each.tables.values())
        entered_in = entrant.entered_in if was_there else self.published + 1
        here = replace(entrant, waiting=waiting, entered_in=entered_in, left_because=None, returns=entrant.returns + 1)
        # With one more entrant, a bracket that was decided may have another round.
        return replace(self._with(here), no_round_left=self.no_round_left and self.terms.arena is not None)

    def _with_round(self, changed: RoundCourse) -> Course:
        at = changed.number - 1
        return replace(self, rounds=(*self.rounds[:at], changed, *self.rounds[at + 1 :]))

    def _without_dependents(self, number: int) -> Course:
        """
        Return the course after a correction in this round: a bracket loses the next one, unless it has started.

        The results of groups say who is in the first round of the bracket.
        """
        last = number if self.in_bracket(number) else self.rounds_in_groups
        return self._without_later(last) if last else self

    def _without_later(self, number: int) -> Course:
        """Return the course without the rounds after this one that have not started: they are paired again."""
        rounds = tuple(each for each in self.rounds if each.number <= number or each.status in ("started", "done"))
        none_left = self.no_round_left and self.terms.arena is not None
        return replace(self._replacing_pairings(from_round=number + 1), rounds=rounds, no_round_left=none_left)

    def _replacing_pairings(self, from_round: int) -> Course:
        """Return the course without the unpublished pairings from this round on."""
        gone = [each.number for each in self.rounds[from_round - 1 :] if each.status == "paired"]
        if self.acting is None or not gone:
            return self
        return replace(self, replaced={**self.replaced, **{n: (*self.replaced.get(n, ()), self.acting) for n in gone}})

    def _with_ready(self, number: int, table: int, entrants: Iterable[EntrantId]) -> Course:
        known = self.rounds[number - 1].tables[table]
        known = replace(known, ready=known.ready.union(entrants))
        return self._with_table(number, known, is_order=not self.missing_at(known))

    def _with_newcomer(self, number: int, table: int, entrant: EntrantId, newcomer: Entrant) -> Course:
        """Return the course after the player of `newcomer`, who waited, took over from the player of an entrant."""
        changed = self._replacing(replace(self.entrants[entrant], player=newcomer.player))
        changed = changed._with(replace(newcomer, left_because="took_over"))
        known = self.rounds[number - 1].tables[table]
        if newcomer.player is not None:
            seated = (*known.newcomers.get(entrant, ()), newcomer.player)
            known = replace(known, newcomers={**known.newcomers, entrant: seated})
        return changed._with_table(number, known, is_order=True)

    def _with_table(self, number: int, table: TableCourse, *, is_order: bool) -> Course:
        """Return the course with this table; `is_order`: whether something must be done about its match."""
        known = self.rounds[number - 1]
        tables = {**known.tables, table.paired.table: table}
        return self._with_round(replace(known, tables=tables, orders=known.orders + is_order))

    def _with_replay(self, fact: facts.TableReplayed) -> Course:
        """Return the course in which a table is played again, in the players of now."""
        known = self.rounds[fact.round - 1]
        table = known.tables[fact.table]
        gone = () if table.match_id is None else ((fact.order, table.match_id),)
        table = replace(table, matches=(*table.matches, (fact.order, fact.match_id)), result=None, newcomers={})
        seated = {each: self.entrants[each] for each in table.paired.entrants}
        if table.seated:
            table, seated = replace(table, seated=seated), {}
        known = replace(known, status="started", named=fact.order, called_off=(*known.called_off, *gone))
        named = self._without_later(fact.round)._with_round(replace(known, entrants={**known.entrants, **seated}))
        return named._with_table(fact.round, table, is_order=True)

    def _with_added(self, added: facts.TablesAdded) -> Course:
        """Return the course with further tables of an arena, whose matches are named."""
        known = self.rounds[added.round - 1]
        tables = {
            each.table: TableCourse(
                each,
                matches=((added.order, added.matches[each.table]),),
                ready_until=added.ready_until,
                seated={entrant: self.entrants[entrant] for entrant in each.entrants},
            )
            for each in added.tables
        }
        known = replace(known, tables={**known.tables, **tables}, orders=known.orders + 1, named=added.order)
        return self._with_round(replace(known, ready_until=added.ready_until))

    def _with_time(self, arena: facts.Arena) -> Course:
        """Return the course in which an arena ends as much later as it lasts longer."""
        if self.terms.arena is None or self.last is None:
            return self
        longer = timedelta(minutes=arena.minutes - self.terms.arena.minutes)
        ends_at, left = self.last.ends_at, self.last.left_seconds
        ends_at = None if ends_at is None else timestamp(parse_timestamp(ends_at) + longer)
        left = None if left is None else left + int(longer.total_seconds())
        return self._with_round(replace(self.last, ends_at=ends_at, left_seconds=left))

    def _with_order(self) -> Course:
        """Return the course with an order about all matches of the open round, if it has matches."""
        if self.last is None or self.last.status != "started":
            return self
        return self._with_round(replace(self.last, orders=self.last.orders + 1))


def with_settings(terms: facts.TournamentCreated, changed: facts.SettingsChanged) -> facts.TournamentCreated:
    """Return the terms with settings that were changed."""
    told = {each.name: getattr(changed, each.name) for each in fields(changed) if each.name != "type"}
    settings = {name: value for name, value in told.items() if value is not None}
    # Absent rather than empty.
    for name in ("description", "corrections_seconds", "clubs_apart", "accelerated", "leave_days"):
        if name in settings:
            settings[name] = settings[name] or None
    if changed.scores == STANDARD:
        settings["scores"] = None
    if changed.rest is not None:
        del settings["rest"]
        settings["match"] = replace(terms.match, rest=None if changed.rest.is_empty else changed.rest)
    return replace(terms, **settings)
