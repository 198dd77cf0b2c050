"""
Score cards: how each round went for each entrant, read once from the tables of the rounds.

Points are in halves, as the results are worth (`server/organising/tournaments/scores.py`). Entrants are indexes into
their list, which is in the order of their numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Final, Literal, NamedTuple, TypeAlias

from server.organising.tournaments.rounds import ALL_MEET, EntrantId, How, Round, System, Table
from server.organising.tournaments.scores import Scores

RoundKind: TypeAlias = How | Literal["missed", "pending", "void"]
"""
How a round went for an entrant: `missed` if at no table, `pending` while the table has no result, `void` against
somebody who left a round robin.
"""

_REQUESTED: Final[frozenset[RoundKind]] = frozenset({"half_bye", "zero_bye", "missed"})
_FORFEITS: Final[frozenset[RoundKind]] = frozenset({"forfeit", "double_forfeit"})


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entrant as standings need it; `lot` is the place in the drawing of lots, the lowest first."""

    id: EntrantId
    lot: int


class Turn(NamedTuple):
    """One round of one entrant."""

    round: int
    how: RoundKind
    points: int
    opponents: tuple[int, ...] = ()
    """Those at the same table; of a forfeit, who should have been the opponent."""
    against: tuple[int, ...] = ()
    """The points against each opponent; at a table of three or more a win, draw or loss by comparison."""
    won: bool = False
    """Whether the points are those of a win; at a table of three or more, whether nobody has as many."""
    met: bool = False
    """Whether the opponents count as opponents; forfeits do in a round robin only."""
    requested: bool = False
    """Whether the entrant asked for a bye, or was at no table."""
    by_choice: bool = False
    """Whether the entrant chose not to play (C.07, 16.1.2): requested, or a forfeit lost."""


Dummy: TypeAlias = Literal["own_score", "scheduled_opponent", "draws"]
"""The score used for an opponent: one's own, or a lower cap: the scheduled opponent's, or a draw each round."""


class Opposition(NamedTuple):
    """An opponent, or the dummy of a round unplayed; `score` is what it counts for sums over opponents."""

    turn: Turn
    opponent: int | None
    points: int
    score: int
    dummy: Dummy | None = None


@dataclass(slots=True)
class Card:
    """The rounds of an entrant. `possible` are the points that the entrant could make."""

    turns: list[Turn] = field(default_factory=list)
    score: int = 0
    for_opponents: int = 0
    """The score as it counts for opponents."""
    possible: int = 0
    opposition: list[Opposition] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ScoredField:
    """All entrants with their cards; `left` are those who played too little of a round robin to be ranked."""

    competitors: Sequence[Competitor]
    cards: Sequence[Card]
    rounds: int
    left: frozenset[int]
    scores: Scores


def read_field(
    competitors: Sequence[Competitor],
    rounds: Sequence[Round],
    system: System,
    withdrawn: Collection[EntrantId],
    cycles: int,
    scores: Scores,
    groups: Sequence[Collection[EntrantId]] | None = None,
) -> Generator[None, None, ScoredField]:
    """
    Return, in steps, the cards after these rounds.

    In a round robin, everyone meets everyone `cycles` times; or everyone of the same one of these `groups`.
    """
    index = {each.id: at for at, each in enumerate(competitors)}
    all_meet = system in ALL_MEET
    seated = {entrant for each in rounds for table in each.tables for entrant in table.entrants}
    left = (
        _with_too_few_games(index, rounds, withdrawn, cycles, groups or [seated or index]) if all_meet else frozenset()
    )
    cards = [Card() for _ in competitors]
    for number, each in enumerate(rounds, start=1):
        for table in each.tables:
            _enter(cards, number, table, [index[entrant] for entrant in table.entrants], all_meet, left, scores)
        # In groups, who is at no table does not miss a round: the group is done.
        for card in cards if groups is None else ():
            if len(card.turns) < number:
                card.turns.append(Turn(number, "missed", 0, requested=True, by_choice=True))
        yield
    for card in cards:
        card.score = sum(turn.points for turn in card.turns)
        if all_meet:
            card.for_opponents = card.score
            card.possible = scores.win * sum(turn.met or turn.points > 0 for turn in card.turns)
        else:
            card.for_opponents = card.score + sum(scores.draw - turn.points for turn in draws_for_opponents(card))
            card.possible = scores.win * len(rounds)
        yield
    for card in cards:
        card.opposition = list(_opposition(cards, card, None if all_meet else scores.draw * len(rounds)))
        yield
    return ScoredField(competitors, cards, len(rounds), left, scores)


def _enter(
    cards: list[Card],
    number: int,
    table: Table,
    seated: list[int],
    all_meet: bool,
    left: frozenset[int],
    scores: Scores,
) -> None:
    """Enter a table on the cards of those who sat there."""
    result = table.result
    how: RoundKind = "pending" if result is None else result.how
    made = (0,) * len(seated) if result is None else scores.of(result)
    met = len(seated) > 1 and (table.was_played or (all_meet and result is not None))
    requested, forfeited = how in _REQUESTED, how in _FORFEITS
    for seat, (entrant, points) in enumerate(zip(seated, made, strict=True)):
        others = (*seated[:seat], *seated[seat + 1 :])
        if left and entrant not in left and not left.isdisjoint(others):
            cards[entrant].turns.append(Turn(number, "void", 0))
            continue
        if len(seated) > 2:
            theirs = (*made[:seat], *made[seat + 1 :])
            against = tuple(scores.win if points > each else scores.draw if points == each else 0 for each in theirs)
            won = points > max(theirs)
        else:
            against = (points,) * len(others)
            won = points == scores.win
        by_choice = requested or (forfeited and points == 0)
        cards[entrant].turns.append(Turn(number, how, points, others, against, won, met, requested, by_choice))


def draws_for_opponents(card: Card) -> list[Turn]:
    """
    Return the rounds that count for opponents as draws (C.07, 16.3).

    These are requested byes after which the entrant missed all further rounds by choice.
    """
    return [turn for turn in takewhile(lambda turn: turn.by_choice, reversed(card.turns)) if turn.requested]


def _opposition(cards: Sequence[Card], card: Card, draws: int | None) -> Iterator[Opposition]:
    """
    Yield the opponents of an entrant; for each round unplayed a dummy with one's own score (C.07, 16.4).

    It has at most the scheduled opponent's score after a forfeit, else `draws`; without `draws` there are no dummies.
    """
    for turn in card.turns:
        if turn.met:
            for opponent, points in zip(turn.opponents, turn.against, strict=True):
                yield Opposition(turn, opponent, points, cards[opponent].for_opponents)
        elif draws is not None and turn.how != "pending":
            scheduled = max(turn.opponents, key=lambda each: cards[each].for_opponents, default=None)
            cap = draws if scheduled is None else cards[scheduled].for_opponents
            capped_by: Dummy = "draws" if scheduled is None else "scheduled_opponent"
            stand_in = "own_score" if card.score <= cap else capped_by
            yield Opposition(turn, scheduled, turn.points, min(card.score, cap), stand_in)


def _with_too_few_games(
    index: dict[EntrantId, int],
    rounds: Sequence[Round],
    withdrawn: Collection[EntrantId],
    cycles: int,
    groups: Sequence[Collection[EntrantId]],
) -> frozenset[int]:
    """
    Return those who played, and can still play, less than half of their games.

    Tables that the opponent forfeited count as played: nobody leaves because others do. Entrants who came too late for
    the first round have no tables.
    """
    most = [cycles * max(0, max(map(len, groups)) - 1)] * len(index)
    for group in groups:
        for entrant in group:
            most[index[entrant]] = cycles * (len(group) - 1)
    played = [0] * len(index)
    to_come = list(most)
    for each in rounds:
        for table in each.tables:
            if table.result is not None and not table.is_bye:
                for entrant, points in zip(table.entrants, table.result.points, strict=True):
                    played[index[entrant]] += table.was_played or points > 0
                    to_come[index[entrant]] -= 1
    for entrant in withdrawn:
        to_come[index[entrant]] = 0
    return frozenset(at for at in index.values() if 2 * (played[at] + to_come[at]) < most[at])
