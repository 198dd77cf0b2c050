"""
How a seat's twine and threads came about, where it can be sure, and why a pair won.

What neither its own weave nor growth explains was done by others or by snips, and is told as one number.
"""

from collections.abc import Iterator, Sequence

from engines.kit import Fact, MatchEnded, Named, Reason, because, not_null, player
from engines.threads_of_fate.data import LEVEL_DONATIONS, amount
from engines.threads_of_fate.facts import Visited
from engines.threads_of_fate.moves import WeaveMove
from engines.threads_of_fate.strands import ThreadId, ends_of
from engines.threads_of_fate.view import ThreadsOfFateView


def explain(before: ThreadsOfFateView, after: ThreadsOfFateView, told: Sequence[Fact]) -> list[Reason]:
    """Return why the winners won, then how the viewer's own twine and threads came about."""
    reasons = [_winners(fact) for fact in told if isinstance(fact, MatchEnded)]
    if after.reports and after.reports != before.reports:
        weave = after.reports[-1].submission
        reasons += _twine(before, after, told, weave)
        for id_ in dict.fromkeys((*not_null(before.threads), *not_null(after.threads))):
            reasons += _thread(before, after, weave, id_)
    return reasons


def _winners(ended: MatchEnded) -> Reason:
    winners = tuple(player(seat) for seat, met in ended.outcome.consequences.items() if "winner" in met)
    return because("why.won", seats=winners) if winners else because("why.no_winner")


def _twine(
    before: ThreadsOfFateView, after: ThreadsOfFateView, told: Sequence[Fact], weave: WeaveMove
) -> Iterator[Reason]:
    held, left = not_null(before.twine), not_null(after.twine)
    visit = next((fact for fact in told if isinstance(fact, Visited) and fact.seat == after.viewer), None)
    donated = 0 if visit is None else visit.donated
    paid = left - held + donated
    steps = []
    if visit is not None and donated:
        steps.append(because("why.donated", ability=Named("ability", visit.ability), twine=donated))
    if paid:
        steps.append(because("why.paid", twine=paid))
    if steps:
        yield because("why.twine", seat=player(after.viewer), before=held, after=left, steps=tuple(steps))
    if paid and not held:
        first, second, third = LEVEL_DONATIONS
        yield because("why.twine_for", first=first, second=second, third=third)
    if not paid and (weave.cut is not None or weave.snip is not None):
        yield because("why.unpaid")


def _thread(before: ThreadsOfFateView, after: ThreadsOfFateView, weave: WeaveMove, id_: ThreadId) -> Iterator[Reason]:
    """Give the change of an own thread; of those that have only grown by 1, the very first."""
    was, now = not_null(before.threads).get(id_), not_null(after.threads).get(id_)
    recipient = ends_of(id_)[1]
    if now is None:
        if weave.cut != recipient:
            yield because("why.gone", recipient=player(recipient))
        return
    abilities = not_null(after.abilities)
    start = _start(before, weave) if was is None else was.strength
    growth = 1 + (amount("gilding", abilities.get("gilding")) if now.golden else 0)
    boost = amount("boosting", abilities.get("boosting")) if weave.boost == id_ and was is not None else 0
    rest = now.strength - start - growth - boost
    if growth == 1 and not (start if was is None else 0) and not boost and not rest and before.threads:
        return
    steps = [because("why.grown", strength=growth)]
    if boost:
        steps.append(because("why.boosted", strength=boost))
    if rest:
        steps.append(because("why.rest", strength=f"{rest:+}".replace("-", "−")))
    key = "why.thread" if was is not None else "why.thread.new"
    yield because(key, recipient=player(recipient), before=start, after=now.strength, steps=tuple(steps))


def _start(before: ThreadsOfFateView, weave: WeaveMove) -> int:
    """Return the strength with which the thread of this weave began."""
    return before.head_start_x or 0 if weave.head_start else 0
