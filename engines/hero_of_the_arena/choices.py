"""What a fighter can do with a card, and what is for sale to it, as a board stands."""

from collections.abc import Iterator
from typing import Final

from engines.hero_of_the_arena.board import Board, board_from
from engines.hero_of_the_arena.data import ARENAS, MOST_PLAYS, Aim
from engines.hero_of_the_arena.moves import ArenaAction
from engines.hero_of_the_arena.pack import ArenaCard, HeroItemCard, HeroUnitCard
from engines.hero_of_the_arena.shop import displayed
from engines.hero_of_the_arena.view import HeroOfTheArenaView
from engines.kit import SeatId, known

_AIMED_AT_OWN: Final[dict[Aim, tuple[bool, ...]]] = {
    "none": (),
    "own_hero": (True,),
    "enemy_hero": (False,),
    "any_hero": (True, False),
}
"""Whether an item may be aimed at one's own hero, at an enemy's, or at both."""


def board_of(view: HeroOfTheArenaView) -> Board:
    """The fight as the viewer, a fighter, knows it, to try moves on."""
    return board_from(
        known(view.board),
        {SeatId(view.viewer): known(view.own)},
        {},
        known(view.pack).tables,
        view.max_coins,
        view.bought_cards_to,
        tell=None,
    )


def arenas_for(board: Board, card: ArenaCard) -> list[int]:
    """Where the fighter in turn may play a card; nowhere if it is an item without aim."""
    seat, heroes = board.active, board.heroes
    if isinstance(card, HeroUnitCard):
        return [arena for arena in ARENAS if arena not in heroes or heroes[arena].owner != seat]
    sides = _AIMED_AT_OWN[card.aim]
    return [arena for arena in ARENAS if arena in heroes and (heroes[arena].owner == seat) in sides]


def moves_hero(card: ArenaCard) -> bool:
    """Whether a card needs a destination."""
    return isinstance(card, HeroItemCard) and card.move_effect is not None


def destinations(board: Board, card: ArenaCard, arena: int) -> list[int]:
    """Where an item that moves the hero of this arena may move it; none of one that does not move."""
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
    """Every legal action with a card of the hand, as the board stands."""
    card = board.tables.cards[id_]
    if card.cost > board.mover.mana:
        return
    if isinstance(card, HeroItemCard) and card.aim == "none":
        yield ArenaAction(card=id_, arena=None, to=None)
    for arena in arenas_for(board, card):
        if moves_hero(card):
            for to in destinations(board, card, arena):
                yield ArenaAction(card=id_, arena=arena, to=to)
        else:
            yield ArenaAction(card=id_, arena=arena, to=None)


def is_last_play(view: HeroOfTheArenaView) -> bool:
    """Whether no further phase of play may follow the open one in this turn (R25)."""
    return view.plays == MOST_PLAYS - 1


def for_sale(board: Board) -> list[str]:
    """Cards in the row, and perks on display that the fighter in turn has not bought there."""
    perks = [place.perk for place in board.shop.perks if board.active not in place.bought_by]
    return [*board.shop.row, *perks]


def is_bought(board: Board, perk: str) -> bool:
    """Whether the fighter in turn bought this perk during this display."""
    place = displayed(board, perk)
    return place is not None and board.active in place.bought_by
