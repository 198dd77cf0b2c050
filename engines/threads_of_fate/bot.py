"""
How a bot plays Threads of Fate: it gilds one thread as early as it can, boosts it in every round, and disturbs others.

Nobody learns anything about the threads of others, so there is nothing to search: a golden thread grows with every
round that it is older and boosted, and the strongest one wins.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engines.kit import SeatId, not_null
from engines.threads_of_fate.data import Ability
from engines.threads_of_fate.moves import WeaveMove
from engines.threads_of_fate.strands import ThreadId, ends_of, thread_id
from engines.threads_of_fate.view import ThreadsOfFateView

_VISITS: Final[tuple[Ability, ...]] = (
    "gilding",
    "boosting",
    "protection",
    "stronger_cutters",
    "recycling",
    "head_start",
)
"""In this order, one in each round: the first two are worth more the earlier they come, however low their level."""


def choose(view: ThreadsOfFateView, random: Random) -> WeaveMove:
    """Return the weave of the viewer, a seat of the open phase."""
    seat, threads = SeatId(view.viewer), not_null(view.threads)
    opponents = view.options.realms.opponents[seat]
    visit = next((ability for ability in _VISITS if ability in not_null(view.visits_left)), None)
    held = {*not_null(view.abilities), visit}
    gilded = next((thread for thread, spun in threads.items() if spun.golden), None)
    partner = None if gilded is None else _recipient(gilded)
    gilds = "gilding" in held and not view.gilding_used
    creatable = not_null(view.creatable)
    free = [other for other in creatable if other not in view.marked] or list(creatable)
    create = random.choice(free) if free else None
    return WeaveMove(
        type="weave",
        visit=visit,
        donate=not_null(view.twine) if visit is not None else 0,
        boost=gilded if "boosting" in held else None,
        cut=_cut(view, [other for other in opponents if other != partner], random),
        snip=_snip(view, opponents, partner, random),
        create=create,
        golden=gilds and create is not None,
        head_start=False,
    )


def _cut(view: ThreadsOfFateView, others: list[SeatId], random: Random) -> SeatId | None:
    """Return with whom to cut all plain threads, for the twine: where the viewer's is strongest."""
    strength = dict.fromkeys(others, 0)
    for thread, spun in not_null(view.threads).items():
        if not spun.golden and _recipient(thread) in strength:
            strength[_recipient(thread)] = spun.strength
    return max(others, key=lambda other: (strength[other], random.random()), default=None)


def _snip(
    view: ThreadsOfFateView, opponents: tuple[SeatId, ...], partner: SeatId | None, random: Random
) -> ThreadId | None:
    """Return a thread of a rival in the viewer's realm to guess at: not one of the viewer's partner."""
    rivals = view.options.realms.mates[SeatId(view.viewer)]
    ends = [other for other in opponents if other != partner]
    if not rivals or not ends:
        return None
    rival, end = random.choice(rivals), random.choice(ends)
    return thread_id(rival, end) if random.random() < 0.5 else thread_id(end, rival)


def _recipient(thread: ThreadId) -> SeatId:
    return ends_of(thread)[1]
