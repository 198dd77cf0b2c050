"""Playing cards: triggers, combat and death (sections 5 and 6 of the rulebook)."""

from engines.hero_of_the_arena.board import Board, Unit
from engines.hero_of_the_arena.data import MOST_STRIKES, Trigger
from engines.hero_of_the_arena.effects import Role, Source, act, holds, tell_effect
from engines.hero_of_the_arena.fight_facts import ArenaCardPlayed, Combatant, CombatFought, CombatWon
from engines.hero_of_the_arena.moves import ArenaAction
from engines.hero_of_the_arena.pack import HeroItemCard, HeroUnitCard


def play_card(board: Board, action: ArenaAction) -> None:
    """Carry out a legal action of the active fighter."""
    side, card = board.mover, board.tables.cards[action.card]
    side.mana -= card.cost
    side.hand.remove(card.id)
    board.address(ArenaCardPlayed(side.seat, card.id, action.arena, action.to))
    if isinstance(card, HeroUnitCard):
        if action.arena is None:
            raise AssertionError("a unit is played to an arena")
        unit = Unit(card, side.seat, action.arena, card.hp, card.hp)
        board.place(unit, action.arena)
        fire(board, "on_play", _of_unit(board, unit))
        _resolve_arrival(board, unit)
    else:
        _play_item(board, card, action)


def fire(board: Board, trigger: Trigger, source: Source) -> None:
    """Apply a source's effects for a trigger. If its unit leaves play, other effects than `on_death` stop."""
    for effect in board.tables.effects[source.id].get(trigger, ()):
        if source.unit is not None and trigger != "on_death" and not board.is_in_play(source.unit):
            return
        if not holds(board, source, effect.condition):
            continue
        if effect.do == "move":
            _move(board, source)
        else:
            act(board, source, effect)
        _check_deaths(board)


def fire_all(board: Board, trigger: Trigger) -> None:
    """Apply the effects of the active fighter's heroes, then of its perks, at the start or end of its turn."""
    side = board.mover
    heroes, perks = board.heroes_of(side), list(side.perks)
    for hero in heroes:
        # `fire` skips heroes that an earlier effect removed from play.
        fire(board, trigger, _of_unit(board, hero))
    for perk in perks:
        fire(board, trigger, Source(perk, side))


def _play_item(board: Board, card: HeroItemCard, action: ArenaAction) -> None:
    side = board.mover
    chosen = None if action.arena is None else board.heroes[action.arena]
    fire(board, "on_play", Source(card.id, side, aimed_at=action.arena, chosen=chosen, to=action.to))
    cooldown = card.cooldown if action.arena is None else action.arena
    if cooldown is None:
        raise AssertionError("an item without aim has a cooldown")
    board.wear(side, card.id, cooldown)


def _of_unit(board: Board, unit: Unit, role: Role | None = None) -> Source:
    return Source(unit.card.id, board.sides[unit.owner], unit, role)


def _move(board: Board, source: Source) -> None:
    """Apply the action `move`. If the destination has a hero, the unit becomes its challenger."""
    unit, to = source.chosen, source.to
    if unit is None or to is None:
        raise AssertionError("only an aimed item with a destination moves a hero")
    if board.is_in_play(unit):
        board.remove(unit)
        board.place(unit, to)
        tell_effect(board, source, "move", None, [unit])
        _resolve_arrival(board, unit)


def _resolve_arrival(board: Board, unit: Unit) -> None:
    """Resolve the arrival of a unit: a challenger fights the hero, or replaces it if it has left play."""
    if board.challenger is unit:
        hero = board.heroes.get(unit.arena)
        if hero is None:
            board.crown(unit)
        else:
            _combat(board, unit, hero)


def _combat(board: Board, challenger: Unit, hero: Unit) -> None:
    """Carry out steps 1 to 4 of a combat."""
    fire(board, "on_combat_start", _of_unit(board, challenger, "challenger"))
    if board.is_in_play(challenger) and board.is_in_play(hero):
        fire(board, "on_combat_start", _of_unit(board, hero, "hero"))
    _exchange_strikes(board, challenger, hero)
    for unit in board.units():
        unit.combat_bonus = 0
        unit.strikes_first = False
    if board.is_in_play(challenger):
        board.crown(challenger)
        _win(board, challenger, "challenger")
    elif board.is_in_play(hero):
        _win(board, hero, "hero")


def _exchange_strikes(board: Board, challenger: Unit, hero: Unit) -> None:
    """Exchange strikes until a unit dies. No effects happen in between, so one fact and one death check are enough."""
    if not (board.is_in_play(challenger) and board.is_in_play(hero)):
        return
    first, second = challenger, hero
    if hero.strikes_first and not challenger.strikes_first:
        first, second = hero, challenger
    attacks, before = (first.attack, second.attack), (first.hp, second.hp)
    strikes = 0
    while strikes < MOST_STRIKES and first.hp > 0 and second.hp > 0:
        struck = first if strikes % 2 else second
        struck.hp -= attacks[strikes % 2]
        strikes += 1
    one, other = (
        Combatant(unit.card.id, attack, hp, unit.hp)
        for unit, attack, hp in zip((first, second), attacks, before, strict=True)
    )
    fell = first.hp > 0 and second.hp > 0
    if fell:
        challenger.hp = 0
    board.address_step(CombatFought(challenger.arena, one, other, strikes, challenger.card.id if fell else None), 2)
    _check_deaths(board)


def _win(board: Board, unit: Unit, role: Role) -> None:
    board.address_step(CombatWon(unit.arena, unit.owner, unit.card.id))
    fire(board, "on_win", _of_unit(board, unit, role))


def _check_deaths(board: Board) -> None:
    """Check for deaths: remove all units without HP together, then apply their `on_death` effects, depth first."""
    dead = [unit for unit in board.units() if unit.hp <= 0]
    for unit in dead:
        board.remove(unit)
        board.wear(board.sides[unit.owner], unit.card.id, unit.arena, died_in=unit.arena)
    for unit in dead:
        fire(board, "on_death", _of_unit(board, unit))
