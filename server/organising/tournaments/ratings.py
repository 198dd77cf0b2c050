"""
Ratings of a game: a fold of its results by OpenSkill's Bradley-Terry model with full pairing.

Ratings are whole after each table, in thousandths of OpenSkill's points: rounding hides how machines differ in the last
bits of floating-point numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from engines.catalogue import GAMES
from engines.kit import RankScope, Seat, SeatId
from server.organising.tournaments.course import Course
from server.organising.tournaments.outcomes import seats_of_table
from server.organising.tournaments.rounds import UNPLAYED

PlayerId: TypeAlias = str

SCALE: Final = 1000
"""A mean or a deviation divided by this is in OpenSkill's points."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The estimate of a player's strength: a mean and its deviation, in thousandths of a point."""

    mean: int = 25_000
    deviation: int = 8_333
    tables: int = 0
    """How many tables it comes from."""

    @property
    def value(self) -> int:
        """
        The number by which people are ordered, in hundredths of a point: the strength is almost certainly not lower.

        It is at least 0, which is also the value of a newcomer.
        """
        return max(0, self.mean - 3 * self.deviation) * 100 // SCALE


class Side(NamedTuple):
    """A player, or the players of a team, with the rank at a table: 1 is best, equal ranks are draws."""

    players: tuple[PlayerId, ...]
    rank: int


Ranking: TypeAlias = Sequence[Side]
"""The sides of a table whose ranks are compared."""


def rate(ratings: Mapping[PlayerId, Rating], rankings: Iterable[Ranking]) -> dict[PlayerId, Rating]:
    """Return the ratings after these tables of one game, in the order of play; newcomers get a rating."""
    from openskill.models import BradleyTerryFull

    model, rated = BradleyTerryFull(), dict(ratings)
    for ranking in rankings:
        before = [[rated.get(player, Rating()) for player in side.players] for side in ranking]
        sides = [[model.rating(each.mean / SCALE, each.deviation / SCALE) for each in side] for side in before]
        after = model.rate(sides, ranks=[side.rank for side in ranking])
        for side, known, found in zip(ranking, before, after, strict=True):
            for player, old, new in zip(side.players, known, found, strict=True):
                rated[player] = Rating(round(new.mu * SCALE), round(new.sigma * SCALE), old.tables + 1)
    return rated


def rankings_of(course: Course) -> list[Ranking]:
    """
    Return the rankings of a tournament's tables, in the order of rounds and tables.

    Tables that were not played are omitted. So are bots, teams with a bot, unclaimed places, places that changed hands
    during a match, and the disqualified, unless the tournament rates them.
    """
    expelled: set[PlayerId] = set()
    if course.terms.rate_expelled is False:
        gone = (each for each in course.entrants.values() if each.expelled)
        expelled = {player.player_id for each in gone for player in each.players}
    engine = GAMES[course.terms.match.game]
    seats = engine.seats(engine.read_options(course.options or {}))
    found: list[Ranking] = []
    for round_ in course.rounds:
        for table in round_.tables.values():
            if table.result is None or table.result.how in UNPLAYED:
                continue
            points: dict[SeatId, int] = {}
            players: dict[SeatId, PlayerId] = {}
            entrants = table.paired.entrants
            sitting = seats_of_table(seats, len(entrants), course.terms.teams)
            for own, entrant, scored in zip(sitting, entrants, table.result.points, strict=True):
                known = round_.sitters_at(table)[entrant]
                for seat, member in zip(own, course.members_of(known), strict=True):
                    points[seat.id] = scored
                    counts = not known.withdrawn and not known.unclaimed and entrant not in table.newcomers
                    if member is not None and counts and member.player_id not in expelled:
                        players[seat.id] = member.player_id
            found += _rankings(seats, engine.ranks_over, points, players)
    return found


def _rankings(
    seats: Sequence[Seat], ranks_over: RankScope, points: Mapping[SeatId, int], players: Mapping[SeatId, PlayerId]
) -> Iterator[Ranking]:
    for realm in dict.fromkeys(seat.realm if ranks_over == "realm" else None for seat in seats):
        compared = [seat for seat in seats if realm is None or seat.realm == realm]
        teams: dict[str, list[SeatId]] = {}
        for seat in compared:
            teams.setdefault((ranks_over == "team" and seat.team) or seat.id, []).append(seat.id)
        full = [team for team in teams.values() if players.keys() >= set(team)]
        if len(full) > 1:
            yield _ranking(full, points, players)


def _ranking(
    teams: Collection[Sequence[SeatId]], points: Mapping[SeatId, int], players: Mapping[SeatId, PlayerId]
) -> Ranking:
    scores = [points[team[0]] for team in teams]
    return [
        Side(tuple(players[seat] for seat in team), 1 + sum(other > own for other in scores))
        for team, own in zip(teams, scores, strict=True)
    ]
