"""
Pairing the next round of a tournament: the input of its system, and how the result is recorded.

A Swiss pairing takes seconds of processor time for large fields, so it is made in a process of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any, Literal, cast

from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.kit import Chance
from server.access import codes
from server.access.costs import charge, of_pairing
from server.access.errors import RefusedError, UnavailableError
from server.organising.tournaments import commands
from server.organising.tournaments.actions import PairAction, SetPairingsAction
from server.organising.tournaments.arena import can_meet, sitters_of
from server.organising.tournaments.course import Course
from server.organising.tournaments.decisions import OPEN_FIELD, plays
from server.organising.tournaments.facts import PairedTable, TournamentFact
from server.organising.tournaments.groups import Groups, name_of_group, stages_of
from server.organising.tournaments.outcomes import seats_of_table
from server.organising.tournaments.pairing import arena as arena_pairing
from server.organising.tournaments.pairing import groups as groups_pairing
from server.organising.tournaments.pairing import heats, own, round_robin
from server.organising.tournaments.pairing.acceleration import first_group, virtual_points
from server.organising.tournaments.pairing.double_elimination import DOUBLE_ELIMINATION
from server.organising.tournaments.pairing.field import PairingField
from server.organising.tournaments.pairing.group_seeding import seed
from server.organising.tournaments.pairing.paired import BYE_POINTS, Paired
from server.organising.tournaments.pairing.process import PairingProcess
from server.organising.tournaments.pairing.single_elimination import SINGLE_ELIMINATION
from server.organising.tournaments.pairing.swiss import NoPairingError, TooManyEntrantsError
from server.organising.tournaments.rounds import EntrantId, Round
from server.organising.tournaments.standings.table import Row
from server.organising.tournaments.systems import FIRST_SEAT, Pairing, first_group_of, records, standings_of
from server.organising.tournaments.tournament import TournamentState
from server.runtime.helper_process import HelperFailedError


class Pairer:
    """Pairs rounds; `process` is the process for pairings that take long."""

    def __init__(self, process: PairingProcess) -> None:
        self._process = process

    async def close(self) -> None:
        """End the process."""
        await self._process.close()

    async def pair(
        self, state: TournamentState, seed: bytes, now: datetime, by: PairAction | SetPairingsAction | None = None
    ) -> list[TournamentFact]:
        """
        Return the facts of the next round's pairing, by the system or as a director sent it.

        Raises:
            RefusedError: The round cannot be paired now, or there is no legal pairing.
        """
        commands.require_pairable(state)
        order = commands.draw_order(state, Chance(seed, commands.next_round(state.course)))
        entrants = commands.to_pair(state.course, order.numbered)
        if len(entrants) < 2 and (state.course.terms.system in OPEN_FIELD or not state.course.rounds):
            raise RefusedError(codes.NO_PAIRING, "Fewer than two entrants can be paired.")
        charge(of_pairing(len(entrants)))
        if isinstance(by, SetPairingsAction):
            found: Sequence[Paired[Any]] = by_director(state.course, entrants, by)
        else:
            found = await self._by_system(
                state.course, entrants, order, allow_repeats=by is not None and by.allow_repeats
            )
        if not found:
            return commands.note_no_round_left(state)
        return commands.record_pairing(state, order, to_store(found), now)

    async def _by_system(
        self, course: Course, entrants: Sequence[EntrantId], order: commands.Order, *, allow_repeats: bool
    ) -> Sequence[Paired[Any]]:
        if course.terms.system != "swiss":
            return await asyncio.to_thread(by_plan, course, entrants, order)
        try:
            return await self._process.pair(swiss_field(course, entrants, order, allow_repeats=allow_repeats))
        except (NoPairingError, TooManyEntrantsError) as error:
            raise RefusedError(codes.NO_PAIRING, str(error)) from error
        except HelperFailedError as error:
            raise UnavailableError(codes.TOO_BUSY, "The round could not be paired now. Try again.") from error


def swiss_field(
    course: Course, entrants: Sequence[EntrantId], order: commands.Order, *, allow_repeats: bool
) -> PairingField:
    """Return the field of the next round of a Swiss."""
    number, terms = commands.next_round(course), course.terms
    is_last = terms.rounds == number
    virtual: tuple[int, ...] = ()
    group = frozenset[EntrantId]()
    if terms.accelerated:
        virtual = tuple(virtual_points(each, terms.rounds) for each in range(1, number + 1))
        here = [entrant for entrant in order.numbered if plays(course, entrant)]
        group = first_group(order.numbered, here) if number == 1 else first_group_of(course)
    return PairingField(
        entrants=tuple(entrants),
        rounds=tuple(_past(course)),
        lot=_first_seat(course, order),
        is_last=is_last,
        allows_repeats=allow_repeats,
        scores=course.scores,
        forbidden=course.forbidden,
        clubs=_clubs(course, entrants) if number <= (terms.clubs_apart or 0) else {},
        virtual=virtual,
        first_group=group,
    )


def _clubs(course: Course, entrants: Sequence[EntrantId]) -> dict[EntrantId, str]:
    """Return the clubs of those who have one."""
    return {entrant: club for entrant in entrants if (club := course.entrants[entrant].club)}


def by_plan(course: Course, entrants: Sequence[EntrantId], order: commands.Order) -> Sequence[Paired[Any]]:
    """
    Return the next round by a system other than Swiss. Heats take up to a second of processor time.

    Raises:
        RefusedError: The system does not pair rounds, or too few entrants are left.
    """
    past, terms = _past(course), course.terms
    gone = {each for each in course.entrants if not plays(course, each)}
    match terms.system:
        case "round_robin":
            return round_robin.pair(order.numbered, past, gone, cycles=cast("Literal[1, 2]", terms.cycles))
        case "single_elimination":
            return SINGLE_ELIMINATION.pair(order.numbered, past, gone, lot=_first_seat(course, order))
        case "double_elimination":
            return DOUBLE_ELIMINATION.pair(order.numbered, past, gone, lot=_first_seat(course, order))
        case "groups":
            return _by_groups(course, order, past, gone)
        case "heats":
            by_lot = [entrant for entrant in order.lots if entrant in entrants]
            realms = seat_realms(course)
            try:
                return heats.pair(by_lot, past, gone, size=terms.table_size, seat_realms=realms, bye_points=0)
            except heats.TooFewEntrantsError as error:
                raise RefusedError(codes.NO_PAIRING, str(error)) from error
        case "arena":
            may_meet = arena_pairing.meeting_rule({}, course.forbidden, again=False)
            sitters = sitters_of([entrant for entrant in entrants if can_meet(course, entrant)], ())
            tables = arena_pairing.pair(sitters, may_meet, _first_seat(course, order))
            if not tables:
                raise RefusedError(codes.NO_PAIRING, "No two entrants can meet now.")
            return tables
        case _:
            raise RefusedError(codes.NO_PAIRING, "Directors send the pairings of this tournament: `set_pairings`.")


def _by_groups(
    course: Course, order: commands.Order, past: Sequence[Round], gone: Collection[EntrantId]
) -> Sequence[Paired[Any]]:
    """
    Return the next round of the groups, or of the bracket after them.

    Who has withdrawn when the bracket is paired does not advance: the next of the group does.

    Raises:
        RefusedError: There are too few entrants for the groups.
    """
    terms, cycles = cast("Groups", course.terms.groups), cast("Literal[1, 2]", course.terms.cycles)
    stages = stages_of(terms, order.numbered, past, cycles)
    groups = stages.groups
    if not past:
        field = [entrant for entrant in order.numbered if entrant not in gone]
        if len(field) < terms.fewest:
            message = f"{terms.count} groups of which {terms.advance} advance need {terms.fewest} entrants."
            raise RefusedError(codes.NO_PAIRING, message)
        groups = terms.deal(field)
    named = {name_of_group(at): members for at, members in enumerate(groups)}
    tables = groups_pairing.pair_groups(named, len(past) + 1, gone, cycles)
    if tables:
        return tables
    lot = _first_seat(course, order)
    if stages.in_bracket:
        return SINGLE_ELIMINATION.pair(order.numbered, stages.in_bracket, gone, lot=lot, earlier=stages.in_groups)
    rows = standings_of(course, len(past)).rows
    seeds = _seed_advancing(rows, gone, terms.advance)
    first = SINGLE_ELIMINATION.pair(order.numbered, [], gone, lot=lot, seeds=seeds, earlier=past)
    return groups_pairing.with_seeds(first, seeds, {row.entrant: f"{row.group}{row.place_in_group}" for row in rows})


def _seed_advancing(rows: Iterable[Row], gone: Collection[EntrantId], advance: int) -> list[EntrantId]:
    """Return the first ones of each group, in these standings of the groups, in the order of their seeds."""
    places: list[list[EntrantId]] = [[] for _ in range(advance)]
    group_of: dict[EntrantId, str] = {}
    for row in rows:
        ahead = sum(group == row.group for group in group_of.values())
        if row.group is not None and row.rank is not None and row.entrant not in gone and ahead < advance:
            places[ahead].append(row.entrant)
            group_of[row.entrant] = row.group
    return seed(places, group_of)


def _past(course: Course) -> list[Round]:
    """Return the rounds before the one to be paired."""
    return [each for each in records(course) if each.number < commands.next_round(course)]


def by_director(course: Course, entrants: Sequence[EntrantId], by: SetPairingsAction) -> Sequence[Paired[Any]]:
    """
    Return the pairing that a director sends.

    Raises:
        RefusedError: It cannot be played, or groups say who meets.
    """
    if course.terms.arena is not None:
        raise RefusedError(codes.BAD_PAIRING, "The server pairs an arena.", pointer="/tables")
    if course.terms.groups is not None:
        raise RefusedError(codes.BAD_PAIRING, "Groups, and the places in them, say who meets: nobody sends pairings.")
    if by.force and not by.reason:
        raise RefusedError(
            codes.BAD_PAIRING, "To pair entrants who have met, or must not meet, give a reason.", pointer="/reason"
        )
    try:
        return own.pair(
            entrants,
            _past(course),
            {each.id for each in course.entrants.values() if each.withdrawn},
            [own.SentTable(tuple(table.entrants), table.bye) for table in by.tables],
            sizes=[course.terms.table_size] if course.terms.table_size == 2 else range(2, course.terms.table_size + 1),
            bye_points=BYE_POINTS,
            force=by.reason if by.force else None,
            forbidden=course.forbidden,
        )
    except own.BadPairingError as error:
        place = "/tables" if error.table is None else f"/tables/{error.table}"
        raise RefusedError(codes.BAD_PAIRING, str(error), pointer=place) from error


def seat_realms(course: Course) -> heats.SeatRealms:
    """Return the realms of the seats by size of a table; bots have the seats that no entrant has."""
    match = course.terms.match
    engine = GAMES[match.game]
    seats = engine.seats(engine.read_options(course.options or {}))
    sizes = range(2, course.terms.table_size + 1)
    return {
        size: [first.realm or "" for first, *_ in seats_of_table(seats, size, course.terms.teams)] for size in sizes
    }


def _first_seat(course: Course, order: commands.Order) -> Literal[0, 1]:
    """Return the lot that decides the first seats, drawn with the first round."""
    drawn = course.drawn.get(FIRST_SEAT) if course.rounds else None
    seat = drawn[0] if drawn else order.chance.one(FIRST_SEAT, ("a", "b"))
    return 0 if seat == "a" else 1


def to_store(found: Sequence[Paired[Any]]) -> Pairing:
    """Return a pairing as it is stored."""
    tables = tuple(PairedTable(each.table.number, each.table.entrants, each.table.result) for each in found)
    return Pairing(tables, tuple(cast("dict[str, JsonValue]", _plain(each.reason)) for each in found))


def _plain(value: object) -> JsonValue:
    """Return a record as JSON, with the names of its fields."""
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(each) for name, each in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return cast("JsonValue", value)
