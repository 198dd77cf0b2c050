"""Section 8 of the rulebook: the rankings and their consequences."""

from collections.abc import Callable, Iterable
from itertools import groupby

from engines.divine_intervention.data import PINK
from engines.divine_intervention.facts import DivineResult
from engines.divine_intervention.options import DivineInterventionOptions
from engines.divine_intervention.truth import Truth
from engines.kit import Bearing, Consequence, Draws, Outcome, SeatId, in_realms


def bears(options: DivineInterventionOptions) -> Bearing:
    """
    Return how many seats bear each consequence.

    Besides the first deity and the `ascenders`, either the second deity stays or a shaman is raised. The last deity
    never stays.
    """
    deities, ascenders = options.deities, options.ascenders
    stay = (0, int(deities > 2))
    raised = (1 - stay[1], 1)
    return {
        "winner": in_realms(heaven=1, hell=ascenders),
        "ascends": in_realms(heaven=(1, 1 + stay[1]), hell=(ascenders + raised[0], ascenders + 1), seats=ascenders + 2),
        "descends": in_realms(heaven=(deities - 1 - stay[1], deities - 1), hell=0),
        "mark_of_elimination": in_realms(heaven=1, hell=0),
        "elimination_candidate": in_realms(heaven=0, hell=1),
    }


def result_of(truth: Truth, chance: Draws) -> DivineResult:
    """Rank both realms after the last round. Draw lots between seats that are equal in all criteria."""
    heaven = _rank(truth.deities, lambda deity: _deity_key(truth, deity), "heaven_tie", chance)
    hell = _rank(truth.shamans, lambda shaman: _shaman_key(truth, shaman), "hell_tie", chance)
    second = heaven[1]
    is_last = second == heaven[-1]
    has_most_zeal = all(truth.zeal[second] > truth.zeal[other] for other in heaven if other != second)
    return DivineResult(
        heaven=heaven,
        hell=hell,
        second_stays=has_most_zeal and not is_last,
        piety=truth.piety,
        zeal=truth.zeal,
        rooms={shaman: len(rooms) for shaman, rooms in truth.completed.items()},
    )


def eligible(result: DivineResult, ascenders: int) -> tuple[SeatId, ...]:
    """Return the shamans who can be raised, by rank: all except those who ascend by rank and the candidate."""
    return result.hell[ascenders:-1]


def outcome_of(result: DivineResult, ascenders: int, raised: SeatId | None) -> Outcome:
    """Return the rank and the consequences of each seat. Nobody is raised if the second deity stays."""
    first, second, *others = result.heaven
    risen = result.hell[:ascenders]
    met: dict[Consequence, list[SeatId]] = {
        "winner": [first, *risen],
        "ascends": [first, *([second] if result.second_stays else []), *risen, *([raised] if raised else [])],
        "descends": [*([] if result.second_stays else [second]), *others],
        "mark_of_elimination": [result.heaven[-1]],
        "elimination_candidate": [result.hell[-1]],
    }
    ranked = {seat: place for ranking in (result.heaven, result.hell) for place, seat in enumerate(ranking, start=1)}
    seats = (*result.piety, *result.rooms)
    return Outcome(
        rank={seat: ranked[seat] for seat in seats},
        consequences={seat: [consequence for consequence, of in met.items() if seat in of] for seat in seats},
    )


def _deity_key(truth: Truth, deity: SeatId) -> tuple[int, ...]:
    """Return a sort key (lower is better): piety, zeal, and the first time with at least the final piety."""
    piety = truth.piety[deity]
    first = next(moment for moment, then in enumerate(truth.piety_history[deity]) if then >= piety)
    return -piety, -truth.zeal[deity], first


def _shaman_key(truth: Truth, shaman: SeatId) -> tuple[int, ...]:
    """Return a sort key (lower is better): rooms, pink rooms, and the rounds of completion, latest first."""
    completed = truth.completed[shaman]
    pink = sum(room in PINK for room in completed)
    return (-len(completed), -pink, *sorted(completed.values(), reverse=True))


def _rank(
    seats: Iterable[SeatId], key: Callable[[SeatId], tuple[int, ...]], label: str, chance: Draws
) -> tuple[SeatId, ...]:
    """Return the seats, best first. The draw for a tied group is labelled with the best rank at stake."""
    ranked: list[SeatId] = []
    for _, group in groupby(sorted(seats, key=key), key):
        tied = list(group)
        if len(tied) > 1:
            drawn = chance.pick(f"{label}:{len(ranked) + 1}", tied, len(tied))
            by_name = {str(seat): seat for seat in tied}
            tied = [by_name[name] for name in drawn]
        ranked += tied
    return tuple(ranked)
