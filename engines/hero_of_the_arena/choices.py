"""A fighter's legal actions and purchases on a board."""

from collections.abc import Iterator
from typing import Final

from engines.hero_of_the_arena.board import Board, board_from
from engines.hero_of_the_arena.data import ARENAS, MOST_PLAYS, Aim
from engines.hero_of_the_arena.moves import ArenaAction
from engines.hero_of_the_arena.pack import ArenaCard, HeroItemCard, HeroUnitCard
from engines.hero_of_the_arena.shop import find_perk
from engines.hero_of_the_arena.view import HeroOfTheArenaView
from engines.kit import SeatId, not_null

_AIMED_AT_OWN: Final[dict[Aim, tuple[bool, ...]]] = {
    "none": (),
    "own_hero": (True,),
    "enemy_hero": (False,),
    "any_hero": (True, False),
}
"""The heroes that an item can target: own (True) and enemy (False)."""


def board_of(view: HeroOfTheArenaView) -> Board:
    """Return the board as the viewer, a fighter, knows it. Moves can be tried on it."""
    return board_from(
        not_null(view.board),
        {SeatId(view.viewer): not_null(view.own)},
        {},
        not_null(view.pack).tables,
        view.max_coins,
        view.bought_cards_to,
        address=None,
    )


def arenas_for(board: Board, card: ArenaCard) -> list[int]:
    """Return the arenas where the active fighter can play a card; none for an item without aim."""
    seat, heroes = board.active, board.heroes
    if isinstance(card, HeroUnitCard):
        return [arena for arena in ARENAS if arena not in heroes or heroes[arena].owner != seat]
    sides = _AIMED_AT_OWN[card.aim]
    return [arena for arena in ARENAS if arena in heroes and (heroes[arena].owner == seat) in sides]


def moves_hero(card: ArenaCard) -> bool:
    """Return whether a card needs a destination."""
    return isinstance(card, HeroItemCard) and card.move_effect is not None


def destinations(board: Board, card: ArenaCard, arena: int) -> list[int]:
    """Return the arenas to which an item can move the hero of this arena; none for an item that moves no hero."""
    move = card.move_effect if isinstance(card, HeroItemCard) else None
    if move is None:
        return []
    own = board.heroes[arena].owner == board.active
    return [
        to
        for to in ARENAS
        if to != arena
        and (not move.adjacent or abs(to - arena) == 1)
        and (to not in board.heroes or (own and board.heroes[to].owner != board.active))
    ]


def actions_with(board: Board, id_: str) -> Iterator[ArenaAction]:
    """Return all legal actions with a card of the hand on this board."""
    card = board.tables.cards[id_]
    if card.cost > board.mover.mana:
        return
    if isinstance(card, HeroItemCard) and card.aim == "none":
        yield ArenaAction.model_construct(card=id_, arena=None, to=None)
    for arena in arenas_for(board, card):
        if moves_hero(card):
            for to in destinations(board, card, arena):
                yield ArenaAction.model_construct(card=id_, arena=arena, to=to)
        else:
            yield ArenaAction.model_construct(card=id_, arena=arena, to=None)


def is_last_play(view: HeroOfTheArenaView) -> bool:
    """Return whether the open phase is the last one in this turn in which cards can be played (R25)."""
    return view.plays == MOST_PLAYS - 1


def for_sale(board: Board) -> list[str]:
    """Return the cards in the row, and the perks on display that the active fighter has not bought yet."""
    perks = [place.perk for place in board.shop.perks if board.active not in place.bought_by]
    return [*board.shop.row, *perks]


def is_bought(board: Board, perk: str) -> bool:
    """Return whether the active fighter has bought this perk since it was put on display."""
    place = find_perk(board, perk)
    return place is not None and board.active in place.bought_by
