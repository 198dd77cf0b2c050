"""The actions of the vocabulary (section 7), except `move`, which is in `fight.py` because it can cause a combat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal, TypeAlias

from engines.hero_of_the_arena.board import Board, Cooling, Side, Unit
from engines.hero_of_the_arena.data import MANY_HEROES, RIVAL, Action, Condition, Counter, Target
from engines.hero_of_the_arena.fight_facts import AffectedUnit, EffectHappened
from engines.hero_of_the_arena.pack import HeroEffect
from engines.kit import SeatId, record

Role: TypeAlias = Literal["challenger", "hero"]


@record
class Source:
    """
    The card or perk whose effects are applied, and its owner.

    `unit` is set for units, with a `role` in a combat. `aimed_at`, `chosen` and `to` are set for items with an aim.
    """

    id: str
    side: Side
    unit: Unit | None = None
    role: Role | None = None
    aimed_at: int | None = None
    chosen: Unit | None = None
    to: int | None = None

    @property
    def arena(self) -> int:
        """The arena of the effect: the unit's (last) arena, or the arena at which the item is aimed."""
        arena = self.aimed_at if self.unit is None else self.unit.arena
        if arena is None:
            raise AssertionError("a pack asks for an arena only where there is one")
        return arena


def holds(board: Board, source: Source, condition: Condition | None) -> bool:
    """Return whether an effect's condition is met now."""
    match condition:
        case None:
            return True
        case "behind":
            return source.side.points < board.rival(source.side).points
        case "three_heroes":
            return len(board.heroes_of(source.side)) >= MANY_HEROES
        case role:
            return source.role == role


def act(board: Board, source: Source, effect: HeroEffect) -> None:
    """Apply an effect whose condition is met. The amount and the targets are determined now."""
    amount = (effect.amount or 0) * _count(board, source, effect.per)
    if amount == 0 and effect.amount is not None:
        return
    _DO[effect.do](board, source, effect, amount)


def tell_effect(
    board: Board,
    source: Source,
    do: Action,
    amount: int | None,
    units: Iterable[Unit] = (),
    cards: tuple[str, ...] = (),
) -> None:
    """Tell everyone the result of an effect."""
    if board.story_left is None:
        return
    touched = tuple(
        AffectedUnit(unit.card.id, unit.arena, unit.attack, unit.hp, unit.max_hp, board.durability[unit.card.id])
        for unit in units
    )
    happened = EffectHappened(source.side.seat, source.id, do, amount, touched, cards)
    board.address_step(happened, len(touched) + len(cards))


def _count(board: Board, source: Source, counter: Counter | None) -> int:
    match counter:
        case None:
            return 1
        case "arena":
            return source.arena
        case "own_heroes":
            return len(board.heroes_of(source.side))
        case "enemy_heroes":
            return len(board.heroes_of(board.rival(source.side)))


def _targets(board: Board, source: Source, target: Target | None) -> list[Unit]:
    """Return the targeted units in play, in arena order."""
    own = source.side.seat
    match target:
        case "self":
            return [] if source.unit is None else [source.unit]
        case "chosen":
            return [source.chosen] if source.chosen is not None and board.is_in_play(source.chosen) else []
        case "foe":
            return [unit for unit in _units_of(board, RIVAL[own]) if unit.arena == source.arena]
        case "all_own":
            return _units_of(board, own)
        case "all_enemy":
            return _units_of(board, RIVAL[own])
        case "adjacent_own":
            return [unit for unit in _units_of(board, own) if abs(unit.arena - source.arena) == 1]
        case "adjacent_enemy":
            return [unit for unit in _units_of(board, RIVAL[own]) if abs(unit.arena - source.arena) == 1]
        case _:
            raise AssertionError(f"no units are called {target}")


def _units_of(board: Board, seat: SeatId) -> list[Unit]:
    return [unit for unit in board.units() if unit.owner == seat]


# Actions on units


def _on_units(change: Callable[[Unit, int], None]) -> _Do:
    def do(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
        units = _targets(board, source, effect.target)
        for unit in units:
            change(unit, amount)
        if units:
            tell_effect(board, source, effect.do, amount, units)

    return do


def _damage(unit: Unit, amount: int) -> None:
    unit.hp -= amount


def _heal(unit: Unit, amount: int) -> None:
    unit.hp = min(unit.max_hp, unit.hp + amount)


def _buff_hp(unit: Unit, amount: int) -> None:
    unit.hp += amount
    unit.max_hp += amount


def _buff_attack(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
    units = _targets(board, source, effect.target)
    for unit in units:
        if effect.until == "combat":
            unit.combat_bonus += amount
        else:
            unit.bonus += amount
    if units:
        tell_effect(board, source, effect.do, amount, units)


def _repair(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
    units: list[Unit] = []
    match effect.target:
        case "hand":
            cards = source.side.hand
        case "pile":
            cards = [cooling.card for cooling in source.side.pile]
        case target:
            units = _targets(board, source, target)
            cards = [unit.card.id for unit in units]
    for card in cards:
        board.durability[card] += amount
    if cards:
        # The fact is public, so it does not name cards that are repaired in a hand or face down.
        tell_effect(board, source, effect.do, amount, units)


def _return_to_hand(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
    for unit in _targets(board, source, effect.target):
        tell_effect(board, source, effect.do, None, [unit])
        board.remove(unit)
        board.sides[unit.owner].hand.append(unit.card.id)


def _strike_first(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
    if source.unit is None:
        raise AssertionError("only units strike")
    source.unit.strikes_first = True
    tell_effect(board, source, effect.do, None, [source.unit])


# Actions on fighters


def _draw(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
    tell_effect(board, source, effect.do, board.draw(source.side, amount))


def _gain_mana(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
    if source.side.seat == board.active:
        source.side.mana += amount
        tell_effect(board, source, effect.do, amount)


def _gain_coins(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
    tell_effect(board, source, effect.do, _pay(board, source.side, amount))


def _steal_coins(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
    victim = board.rival(source.side)
    stolen = min(amount, victim.coins)
    victim.coins -= stolen
    _pay(board, source.side, stolen)
    tell_effect(board, source, effect.do, stolen)


def _pay(board: Board, side: Side, amount: int) -> int:
    """Give a fighter coins up to the maximum. Return the number of coins given."""
    taken = min(amount, board.max_coins - side.coins)
    side.coins += taken
    return taken


def _gain_points(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
    source.side.points += amount
    tell_effect(board, source, effect.do, amount)


def _cooldown(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
    side = board.rival(source.side) if effect.whose == "enemy" else source.side
    cooling = [card for card in side.pile if effect.whose != "self" or card.card == source.id]
    for card in cooling:
        card.left += amount
    if cooling:
        tell_effect(board, source, effect.do, amount)
        board.release(side)


def _discard_oldest(board: Board, source: Source, effect: HeroEffect, amount: int) -> None:
    if effect.cooldown is None:
        raise AssertionError("a pack gives this action a cooldown")
    rival = board.rival(source.side)
    oldest = tuple(rival.hand[:amount])
    del rival.hand[:amount]
    rival.pile += [Cooling(card, effect.cooldown, effect.cooldown) for card in oldest]
    tell_effect(board, source, effect.do, len(oldest), cards=oldest)


_Do: TypeAlias = Callable[[Board, Source, HeroEffect, int], None]

_DO: Final[dict[Action, _Do]] = {
    "damage": _on_units(_damage),
    "heal": _on_units(_heal),
    "buff_attack": _buff_attack,
    "buff_hp": _on_units(_buff_hp),
    "repair": _repair,
    "return_to_hand": _return_to_hand,
    "strike_first": _strike_first,
    "draw": _draw,
    "gain_mana": _gain_mana,
    "gain_coins": _gain_coins,
    "steal_coins": _steal_coins,
    "gain_points": _gain_points,
    "cooldown": _cooldown,
    "discard_oldest": _discard_oldest,
}
