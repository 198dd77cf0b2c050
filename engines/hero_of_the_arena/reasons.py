"""Why units fell, why a turn scored and why a team won: the story of a fight is public, so everyone knows it."""

from collections.abc import Iterator, Sequence

from engines.hero_of_the_arena.fight_facts import ArenaDecided, CardWorn, CombatFought, EffectHappened, TurnScored
from engines.hero_of_the_arena.view import HeroOfTheArenaView
from engines.kit import Fact, Named, Part, Reason, SeatId, because, player


def explain(before: HeroOfTheArenaView, after: HeroOfTheArenaView, told: Sequence[Fact]) -> list[Reason]:
    """Return why the team won, then why the turn scored what it did, then why each unit fell."""
    decided = [_decision(fact) for fact in told if isinstance(fact, ArenaDecided)]
    scored = [_score(fact) for fact in told if isinstance(fact, TurnScored)]
    return [*decided, *scored, *_falls(told)]


def _decision(decided: ArenaDecided) -> Reason:
    points = tuple(because("points", number=number, seat=player(seat)) for seat, number in decided.points.items())
    return because(f"why.decided.{decided.decided_by}", seats=_all(decided.winners), points=points)


def _score(scored: TurnScored) -> Reason:
    seat = player(scored.seat)
    return (
        because("why.scored", scored.scored, seat=seat) if scored.scored else because("why.scored_nothing", seat=seat)
    )


def _falls(told: Sequence[Fact]) -> Iterator[Reason]:
    combat: CombatFought | None = None
    effect: EffectHappened | None = None
    for fact in told:
        match fact:
            case CombatFought():
                combat, effect = fact, None
            case EffectHappened(do="damage"):
                combat, effect = None, fact
            case CardWorn(card=card, died_in=int() as arena):
                named: dict[str, Part] = {"card": _card(card), "arena": Named("arena", str(arena))}
                if combat is not None and card in (combat.first.card, combat.second.card):
                    yield _beaten(combat, card, named)
                elif effect is not None and any(unit.card == card for unit in effect.units):
                    yield because("why.damaged", **named, source=_card(effect.source), amount=effect.amount or 0)
            case _:
                pass


def _beaten(combat: CombatFought, card: str, named: dict[str, Part]) -> Reason:
    fallen, other = combat.first, combat.second
    if fallen.card != card:
        fallen, other = other, fallen
    if combat.fell == card:
        return because("why.unbeaten", **named, other=_card(other.card))
    blows = (combat.strikes + (other is combat.first)) // 2
    return because("why.beaten", blows, **named, other=_card(other.card), attack=other.attack, hp=fallen.hp)


def _card(card: str) -> Part:
    return (because("card", card=Named("card", card)),)


def _all(seats: Sequence[SeatId]) -> tuple[Named, ...]:
    return tuple(player(seat) for seat in seats)
