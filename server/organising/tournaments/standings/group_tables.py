"""Standings of groups and of the bracket after them: the places in each group, and those of all."""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping, Sequence
from fractions import Fraction

from server.organising.tournaments.groups import name_of_group
from server.organising.tournaments.rounds import EntrantId, Round
from server.organising.tournaments.scores import Scores
from server.organising.tournaments.standings import cards
from server.organising.tournaments.standings.cards import Card, Competitor
from server.organising.tournaments.standings.table import Row, Standings, order_by, split
from server.organising.tournaments.standings.tie_breaks import check


def compute_in_groups(
    competitors: Sequence[Competitor],
    rounds: Sequence[Round],
    groups: Sequence[Sequence[EntrantId]],
    *,
    after: int,
    codes: Sequence[str],
    withdrawn: Collection[EntrantId],
    unplaced: Collection[EntrantId],
    cycles: int,
    places: Mapping[EntrantId, int],
    scores: Scores,
) -> Generator[None, None, Standings]:
    """
    Rank, in steps, the entrants of a tournament of groups.

    Those in the bracket are ranked by their places there, before all others. These are ranked by their places in their
    groups, then by their share of the points that they could make. Who is equal shares a rank, but never a place in a
    group: the lot decides. Points and values of tie-breaks are those of the group.

    Args:
        competitors: In the order of their numbers.
        rounds: Those of the groups.
        groups: The members of each; who is in none has no place.
        after: The number of rounds after which the standings are, with those of the bracket.
        codes: The tie-breaks.
        withdrawn: Who has withdrawn by then.
        unplaced: Who gets no place, in the group either; their tables still count for the others.
        cycles: How often everyone meets everyone in a group.
        places: The places in the bracket of those who are in it.
        scores: What the results of tables are worth.
    """
    check(codes, "groups")
    read = yield from cards.read_field(competitors, rounds, "groups", withdrawn, cycles, scores, groups)
    index = {each.id: at for at, each in enumerate(competitors)}
    no_place = read.left.union(at for at, each in enumerate(competitors) if each.id in unplaced)
    placed = [[at for each in group if (at := index[each]) not in no_place] for group in groups]
    order = yield from order_by(read, codes, split(placed, [-card.score for card in read.cards]))
    name_of = {index[each]: name_of_group(at) for at, group in enumerate(groups) for each in group}
    counted = dict.fromkeys(name_of.values(), 0)
    place_of: dict[int, int] = {}
    for at in (at for level in order.equals for at in level):
        counted[name_of[at]] += 1
        place_of[at] = counted[name_of[at]]

    def key(at: int) -> tuple[int, int, Fraction]:
        in_bracket = places.get(competitors[at].id)
        return (1, place_of[at], -_share(read.cards[at])) if in_bracket is None else (0, in_bracket, Fraction(0))

    gone = set(withdrawn)

    def row(at: int, rank: int | None) -> Row:
        each = competitors[at]
        points, values = read.cards[at].score, order.values_of(at)
        return Row(rank, at + 1, each.id, points, values, each.id in gone, name_of.get(at), place_of.get(at))

    rows: list[Row] = []
    rank, before = 0, None
    for at in sorted(place_of, key=lambda at: (key(at), competitors[at].lot)):
        if key(at) != before:
            rank, before = len(rows) + 1, key(at)
        rows.append(row(at, rank))
        yield
    rows += [row(at, None) for at in range(len(competitors)) if at not in place_of]
    return Standings(tuple(codes), after, tuple(rows), read, order.level)


def _share(card: Card) -> Fraction:
    """Return which part of the possible points an entrant has made: groups can have different sizes."""
    return Fraction(card.score, card.possible) if card.possible else Fraction(0)
