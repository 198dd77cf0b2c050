"""
How the points of a round came about, where a seat can be sure of it, and why the match was won.

Sure is what the rules and the public counts of cards make certain of the seat's own cards. The rest of the change is
one number, which is never split: it would be a guess.
"""

from collections.abc import Iterator, Mapping, Sequence

from engines.apocalypse.data import CARDS, PAIRS, Ability, Card
from engines.apocalypse.facts import CardsPlayed, FinalTotals
from engines.apocalypse.view import ApocalypseView
from engines.kit import Fact, MatchEnded, Named, Part, Reason, SeatId, because, player, record


@record
class _Step:
    """A certain gain or loss, as a part of a sentence: `amount` as the card says, as many `times`."""

    key: str
    parts: Mapping[str, Part]
    amount: int
    times: int = 1


def explain(before: ApocalypseView, after: ApocalypseView, told: Sequence[Fact]) -> list[Reason]:
    """Return how the viewer's own total came about, and at the end why the winners won."""
    reasons = []
    if after.totals and before.totals is not None and len(after.totals) > len(before.totals):
        reasons += _own_points(before, after)
    outcome = next((fact.outcome for fact in told if isinstance(fact, MatchEnded)), None)
    totals = next((fact.totals for fact in told if isinstance(fact, FinalTotals)), None)
    if outcome is not None and totals is not None:
        reasons = [*_winners(after, totals, outcome.rank), *reasons]
    return reasons


def _own_points(before: ApocalypseView, after: ApocalypseView) -> list[Reason]:
    plays, totals = after.plays or {}, after.totals or {}
    round_ = max(totals)
    total, previous = totals[round_], totals.get(round_ - 1, 0)
    change = total - previous
    sum_ = because("why.points", seat=player(after.viewer), before=previous, after=total, change=_signed(change))
    # War's Passive makes each single gain or loss larger by 1.
    own = plays[round_]
    extra = int("war" in own.cards and own.cards["war"].ability == "passive")
    sure, steps = 0, []
    for step in _steps(after, own, plays.get(round_ - 1)):
        size = step.times * (abs(step.amount) + extra)
        amount = size if step.amount > 0 else -size
        sure += amount
        steps.append(because(step.key, **step.parts, amount=_signed(amount)))
    if not steps:
        return [sum_, *([because("why.unsure", change=_signed(change))] if change else [])]
    if sure == change:
        return [sum_, because("why.counted", steps=tuple(steps))]
    return [sum_, because("why.counted.rest", steps=tuple(steps), rest=_signed(change - sure))]


def _steps(view: ApocalypseView, own: CardsPlayed, last: CardsPlayed | None) -> Iterator[_Step]:
    """Give each gain and loss that is certain, the delayed ones of the round before first."""
    if last is not None and "famine" in last.cards and last.cards["famine"].ability == "communications":
        for target in last.cards["famine"].targets:
            yield _Step("why.later", {**_titles("famine", "communications"), "seat": player(target)}, 3)
    for card, use in own.cards.items():
        aimed = {**_titles(card, use.ability), "aimed": tuple(_target(target) for target in use.targets)}
        match card, use.ability:
            case "war", "communications":
                yield _Step("why.card.aimed", aimed, 3, len(use.targets))
            case "famine", "communications":
                yield _Step("why.card.aimed", aimed, -2, len(use.targets))
            case "war", "active":
                for target in use.targets:
                    others = _others_with(view, own, target)
                    if others:
                        counted = because("why.counted_targets", card=Named("card", target), counted=others)
                        yield _Step("why.card.aimed", {**aimed, "aimed": (counted,)}, 1, others)
            case "famine", "active":
                yield _Step("why.card.aimed", aimed, 3, len(use.targets))
                own_realm = view.options.realms.realm[own.seat]
                if own_realm in use.targets:
                    yield _Step("why.own_realm", {"realm": Named("realm", own_realm)}, -1)
            case _:
                pass


def _others_with(view: ApocalypseView, own: CardsPlayed, target: str) -> int:
    counts = view.card_counts[own.round]
    return next((counts[card] - (card in own.cards) for card in CARDS if card == target), 0)


def _target(target: str) -> Named:
    kind = "pair" if target in PAIRS else "card" if target in CARDS else "seat" if "-" in target else "realm"
    return Named(kind, target)


def _titles(card: Card, ability: Ability) -> dict[str, Part]:
    return {"card": Named("card", card), "ability": Named("ability", ability)}


def _winners(view: ApocalypseView, totals: Mapping[SeatId, int], rank: Mapping[SeatId, int]) -> list[Reason]:
    realms, reasons, first = view.options.realms, list[Reason](), []
    for realm, seats in realms.by_realm.items():
        best = min(seats, key=rank.__getitem__)
        first.append(best)
        tied = sum(totals[seat] == totals[best] for seat in seats) > 1
        named = {"seat": player(best), "realm": Named("realm", realm)}
        reasons.append(because("why.won.tied" if tied else "why.won", **named, points=totals[best]))
    third = min((seat for seat in realms.seats if seat not in first), key=rank.__getitem__)
    return [*reasons, because("why.third", seat=player(third), points=totals[third])]


def _signed(amount: int) -> str:
    return f"{amount:+}".replace("-", "−")
