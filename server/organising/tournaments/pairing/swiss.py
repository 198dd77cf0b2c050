"""
The Swiss system (docs/tournaments.md): of all legal pairings of a round, the best by a list of criteria.

It follows the basic rules for Swiss systems (FIDE C.04.1, 1 February 2026). It is not the Dutch system: that one pairs
one score group after another, this one pairs all tables at once, as one matching.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, product
from typing import Any, Final, Literal, NamedTuple

from server.organising.tournaments.pairing.bounds import Bounds, Kind
from server.organising.tournaments.pairing.field import Float, PairingField, Player, players
from server.organising.tournaments.pairing.matching import Edge, heaviest_matching, max_bits
from server.organising.tournaments.pairing.paired import Paired, bye
from server.organising.tournaments.pairing.seats import Preference, SeatRule, Strength, preference, seat, unmet
from server.organising.tournaments.rounds import WIN, EntrantId, Table

MAX_ENTRANTS: Final = 2000
"""More entrants would need weights with more bits than the matching has."""

_FAR: Final = 31
"""The maximum counted distance of places from where they should be. It saves bits of the last criterion."""


_LIKELY: Final = (10, 30)
"""How far places are likely to be from where they should be, in the best pairing; only the time depends on it."""


class NoPairingError(Exception):
    """No legal pairing exists; the message says why, and what helps."""


class TooManyEntrantsError(Exception):
    """The field is greater than `MAX_ENTRANTS`, or its scores are too far apart for the weights."""


class Costs(NamedTuple):
    """
    The cost of a table by criterion; each comes before all later ones. The best pairing has the least sums.

    Scores are in half points. For a bye, `floats` and `places` are as for an opponent with a lower score.
    """

    repeats: int
    """1 if the two have met before."""
    same_club: int
    """1 if the two are of one club, in rounds that keep clubs apart."""
    bye_score: int
    """For a bye: the difference to the lowest score of the field."""
    bye_unplayed: int
    """For a bye: how many rounds the entrant has not played."""
    score_difference: int
    """Squared."""
    unmet_absolute: int
    """1 if an absolute preference for a seat is not met, which only the last round allows."""
    unmet_strong: int
    unmet_mild: int
    floats: int
    """How many of the two float as they did in one of the last two rounds."""
    halves: int
    """1 if both are in the same half of one score group."""
    places: int
    """
    How far the two are from where they should be, squared. In one score group that is half its size apart. Of two
    groups, the last of the upper and the first of the lower one should meet: here the squares of both are added.
    """


@dataclass(frozen=True, slots=True)
class SwissReason:
    """Why a table of a Swiss round is as it is."""

    scores: tuple[int, ...]
    """Before the round, in half points, with virtual points if it is accelerated, in the order of the seats."""
    costs: Mapping[str, int]
    """What the table costs, by criterion (`Costs`); `same_club` is absent in rounds that do not keep clubs apart."""
    seats: SeatRule | None
    """What decided the seats; absent for a bye."""
    type: Literal["swiss"] = "swiss"


def pair(of: PairingField) -> list[Paired[SwissReason]]:
    """
    Return the tables of the round, highest scores first, the bye last.

    This takes seconds of processor time for large fields.

    Raises:
        NoPairingError: There is no legal pairing.
        TooManyEntrantsError: The field is too large.
    """
    graph = Graph(of)
    return in_order(of, graph, best(graph))


def best(graph: Graph) -> set[tuple[int, int]]:
    """
    Return a legal matching of least cost.

    Raises:
        NoPairingError: There is no legal pairing.
    """
    known: int | None = None
    for distance in _LIKELY:
        likely = heaviest_matching(graph.vertices, graph.likely_edges(distance))
        if likely is None:
            continue
        known = graph.total(likely)
        if known == graph.bounds.total:
            return likely
        if graph.is_near_best(known):
            break
    matching = heaviest_matching(graph.vertices, graph.edges(known))
    if matching is None:
        raise NoPairingError(graph.obstacle())
    return matching


def in_order(of: PairingField, graph: Graph, matching: Iterable[tuple[int, int]]) -> list[Paired[SwissReason]]:
    """Return the tables with seats and reasons: by the highest score, then the lower one, then the number; bye last."""
    return [_table(of, graph, number, *pair) for number, pair in enumerate(sorted(matching, key=graph.order), 1)]


def _table(of: PairingField, graph: Graph, number: int, place: int, other: int) -> Paired[SwissReason]:
    higher = graph.players[place]
    costs = graph.costs_told(place, other)
    if graph.is_bye(other):
        return Paired(bye(number, higher.entrant, WIN), SwissReason((higher.score,), costs, None))
    lower = graph.players[other]
    sitters, rule = seat(higher, lower, of.lot)
    scores = (higher.score, lower.score) if sitters[0] == higher.entrant else (lower.score, higher.score)
    return Paired(Table(number, sitters), SwissReason(scores, costs, rule))


class Graph:
    """Legal tables as edges between the places of players in the order of scores, and of one more place for a bye."""

    def __init__(self, of: PairingField) -> None:
        self.players = players(of)
        self._places = {player.entrant: place for place, player in enumerate(self.players)}
        self.vertices = len(self.players) + len(self.players) % 2
        self._of = of
        self._preferences = [preference(player.seats) for player in self.players]
        self._unit = _units(of, self.players, self.vertices)
        self._unmet = {
            (one, other): self._cost_of_seats(one, other)
            for one in set(self._preferences)
            for other in set(self._preferences)
        }
        self._scores = scores = [player.score for player in self.players]
        self._groups = {score: (scores.index(score), scores.count(score)) for score in set(scores)}
        self._down = [self._cost_of_floating(place, "down") for place in range(len(self.players))]
        self._up = [self._cost_of_floating(place, "up") for place in range(len(self.players))]
        self._met = [
            {self._places[entrant] for entrant in player.met if entrant in self._places} for player in self.players
        ]
        self._apart = defaultdict[int, set[int]](set)
        for pair in of.forbidden:
            here = [self._places[entrant] for entrant in pair if entrant in self._places]
            for place in here:
                self._apart[place].update(here)
        self._clubs = [of.clubs.get(player.entrant) for player in self.players]
        self._byes = {
            place: self._cost_of_bye(place)
            for place, player in enumerate(self.players)
            if self.vertices > len(self.players) and player.may_have_bye
        }

    @cached_property
    def bounds(self) -> Bounds:
        """What every pairing costs at least."""
        return Bounds(self._kinds(), self._least_cost, self._byes, self._unit.unmet_mild, self._unit.unmet_strong)

    def is_bye(self, place: int) -> bool:
        return place == len(self.players)

    def is_near_best(self, cost: int) -> bool:
        """Return whether a pairing of this cost is so good that few tables could be in a better one."""
        return cost - self.bounds.total < self._unit.halves

    def edges(self, known: int | None = None) -> Iterator[Edge]:
        """Yield all legal tables with their cost that the best pairing can have, if one is `known` with this cost."""
        bounds = self.bounds
        most = bounds.greatest_excess(known) if known is not None else None
        pairs = (
            pair
            for one, other, excess in bounds.pairs
            if most is None or excess <= most
            for pair in self._tables(one, other, may_share_half=most is None or excess + self._unit.halves <= most)
        )
        byes = ((place, self.vertices - 1) for place in self._byes)
        for place, other in chain(pairs, byes):
            cost = self.cost(place, other)
            if cost is not None and (most is None or bounds.excess(place, other, cost) <= most):
                yield place, other, cost

    def _tables(self, one: Kind, other: Kind, *, may_share_half: bool) -> Iterator[tuple[int, int]]:
        """Yield the places of two kinds, the higher place first; of one score group also without those in one half."""
        if one.group != other.group:
            yield from product(one.places, other.places)
            return
        if may_share_half:
            pairs = combinations(one.places, 2) if one is other else product(one.places, other.places)
            yield from ((min(pair), max(pair)) for pair in pairs)
            return
        first, size = self._groups[self.players[one.places[0]].score]
        middle = 2 * first + size - 1
        for higher, lower in {(one, other), (other, one)}:
            uppers = [place for place in higher.places if 2 * place <= middle]
            yield from ((place, low) for place in uppers for low in lower.places if 2 * low >= middle and low > place)

    def likely_edges(self, distance: int) -> Iterator[Edge]:
        """Yield legal tables of places that are up to this far from where they should be, with their cost."""
        for place, player in enumerate(self.players):
            first, size = self._groups[player.score]
            below = first + size
            ideal = place + size // 2
            same_group = range(max(ideal - distance, place + 1), min(ideal + distance + 1, below))
            next_places = range(below, min(below + distance, self.vertices) if below - place <= distance else below)
            for other in chain(same_group, next_places):
                cost = self.cost(place, other)
                if cost is not None:
                    yield place, other, cost

    def cost(self, place: int, other: int) -> int | None:
        """Return the cost of the table of these two places, the first one the higher; None if it is not legal."""
        if self.is_bye(other):
            return self._byes.get(place)
        cost = self._unmet[self._preferences[place], self._preferences[other]]
        if cost is None or other in self._apart[place]:
            return None
        if self._clubs[place] is not None and self._clubs[place] == self._clubs[other]:
            cost += self._unit.same_club
        if other in self._met[place]:
            if not self._of.allows_repeats:
                return None
            cost += self._unit.repeats
        score = self._scores[place]
        difference = score - self._scores[other]
        if difference:
            return cost + difference**2 * self._unit.score_difference + self._down[place] + self._up[other]
        first, size = self._groups[score]
        if 2 * (other - first) < size - 1 or 2 * (place - first) > size - 1:
            cost += self._unit.halves
        return cost + min(abs(other - place - size // 2), _FAR) ** 2 * self._unit.places

    def costs(self, place: int, other: int) -> Costs:
        """Return the cost of a legal table by criterion."""
        rest = self.cost(place, other)
        if rest is None:
            raise ValueError("This table is not legal.")
        parts = []
        for unit in self._unit:
            part, rest = divmod(rest, unit)
            parts.append(part)
        return Costs(*parts)

    def costs_told(self, place: int, other: int) -> dict[str, int]:
        """Return the cost of a legal table by the criteria that count in this round."""
        costs = self.costs(place, other)._asdict()
        return {name: cost for name, cost in costs.items() if name != "same_club" or self._of.clubs}

    def obstacle(self) -> str:
        """Return why there is no legal matching, and what helps."""
        if self.vertices > len(self.players) and not any(player.may_have_bye for player in self.players):
            return (
                "The field is odd, and nobody can have another bye. Excuse somebody, enter a bot, send the pairing "
                "with `set_pairings`, or finish the tournament."
            )
        if self._could_pair(allows_repeats=True):
            return "Too many have met. Pair with `allow_repeats`, or finish the tournament."
        if self._of.forbidden and self._could_pair(forbidden=frozenset()):
            return "Too many must not meet. Allow a pair with `allow_pair`, or send the pairing with `set_pairings`."
        if self._of.forbidden and self._could_pair(forbidden=frozenset(), allows_repeats=True):
            return "Too many have met, or must not. Allow a pair with `allow_pair`, and pair with `allow_repeats`."
        return (
            "Byes and seats allow no pairing, even if entrants meet again. Send the pairing with `set_pairings`, or "
            "finish the tournament."
        )

    def _could_pair(self, **changes: Any) -> bool:  # noqa: ANN401  # fields of the pairing field
        """Return whether there were a legal matching in a field with these changes."""
        return heaviest_matching(self.vertices, Graph(replace(self._of, **changes)).edges()) is not None

    def total(self, matching: Iterable[tuple[int, int]]) -> int:
        """Return the cost of a legal matching."""
        return sum(self.cost(*pair) or 0 for pair in matching)

    def places(self, entrants: tuple[EntrantId, ...]) -> tuple[int, int]:
        """Return the places of a table, the higher first."""
        places = sorted(self._places[entrant] for entrant in entrants)
        return places[0], places[1] if len(places) > 1 else len(self.players)

    def order(self, pair: tuple[int, int]) -> tuple[int, ...]:
        """Sort the tables of a round."""
        place, other = pair
        if self.is_bye(other):
            return (1,)
        return 0, -self.players[place].score, -self.players[other].score, place

    def _cost_of_seats(self, one: Preference, other: Preference) -> int | None:
        match unmet(one, other):
            case Strength.NONE:
                return 0
            case Strength.MILD:
                return self._unit.unmet_mild
            case Strength.STRONG:
                return self._unit.unmet_strong
            case Strength.ABSOLUTE:
                return self._unit.unmet_absolute if self._of.is_last else None

    def _cost_of_floating(self, place: int, direction: Float) -> int:
        player = self.players[place]
        first, size = self._groups[player.score]
        distance = place - first if direction == "up" else first + size - 1 - place
        cost = min(distance, _FAR) ** 2 * self._unit.places
        return cost + self._unit.floats if direction in player.floats else cost

    def _kinds(self) -> list[Kind]:
        """Return the kinds of players, by score groups."""
        kinds = defaultdict[tuple[int, Preference], list[int]](list)
        for place, (score, wish) in enumerate(zip(self._scores, self._preferences, strict=True)):
            kinds[-score, wish].append(place)
        return [
            Kind(
                group,
                wish,
                tuple(places),
                min(self._down[place] for place in places),
                min(self._up[place] for place in places),
            )
            for (group, wish), places in sorted(kinds.items(), key=lambda each: each[0][0])
        ]

    def _least_cost(self, one: Kind, other: Kind) -> int | None:
        """Return what a table of two kinds, the higher one first, costs at least; None if it is not legal."""
        cost = self._unmet[one.wish, other.wish]
        if cost is None or one.group == other.group:
            return cost
        return cost + (one.group - other.group) ** 2 * self._unit.score_difference + one.least_down + other.least_up

    def _cost_of_bye(self, place: int) -> int:
        player = self.players[place]
        return (
            (player.score - self.players[-1].score) * self._unit.bye_score
            + (len(self._of.rounds) - len(player.seats)) * self._unit.bye_unplayed
            + self._down[place]
        )


def _units(of: PairingField, field: Sequence[Player], vertices: int) -> Costs:
    """
    Return the weight of one unit of each criterion: more than the sum of all later ones in one pairing.

    Raises:
        TooManyEntrantsError: The weights would have too many bits.
    """
    spread = field[0].score - field[-1].score if field else 0
    most = vertices // 2
    bounds = Costs(
        repeats=most if of.allows_repeats else 0,
        same_club=most if of.clubs else 0,
        bye_score=spread,
        bye_unplayed=len(of.rounds),
        score_difference=spread**2 * most,
        unmet_absolute=most if of.is_last else 0,
        unmet_strong=most,
        unmet_mild=most,
        floats=vertices,
        halves=most,
        places=2 * _FAR**2 * most,
    )
    bits = 0
    units = []
    for bound in reversed(bounds):
        units.append(1 << bits)
        bits += bound.bit_length()
    if len(field) > MAX_ENTRANTS or bits > max_bits(vertices):
        raise TooManyEntrantsError(f"A Swiss tournament can have up to {MAX_ENTRANTS} entrants, and about 20 rounds.")
    return Costs(*reversed(units))
