"""
How a bot plays Hero of the Arena: a drafter picks by the worth of cards, a fighter searches its turn on its own board.

A fighter tries cards one after the other on the board as it knows it, keeps the one after which it stands best, and
continues until none helps. If none does, it shops, or puts cards that it cannot use on a short cooldown.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Final

from engines.hero_of_the_arena.board import Board, Unit
from engines.hero_of_the_arena.choices import actions_with, board_of, for_sale, is_last_play
from engines.hero_of_the_arena.data import ARENAS, DRAFTERS, PARTNER, RIVAL
from engines.hero_of_the_arena.drafting import choices, due_ban, due_pick
from engines.hero_of_the_arena.fight import play_card
from engines.hero_of_the_arena.moves import (
    END_OF_PLAY,
    LEAVE,
    READY,
    ArenaAction,
    ArenaDiscardMove,
    ArenaMove,
    ArenaPlayMove,
    ArenaShopMove,
    ChooseStarterMove,
    DiscardedCard,
    HeroDraftMove,
)
from engines.hero_of_the_arena.pack import HeroItemCard, HeroUnitCard
from engines.hero_of_the_arena.view import HeroOfTheArenaView
from engines.kit import SeatId, not_null

_OWN_ARENA: Final = 3.0
_RIVALS_ARENA: Final = 2.5
"""What an arena is worth: a point at the end of this turn, or of the rival's, and what it costs to turn it."""
_ATTACK: Final = 0.12
_HP: Final = 0.1
_CARD: Final = 0.05
_COIN: Final = 0.1
_HELPS: Final = 0.05
"""A card that makes less of a difference is kept."""


def choose(view: HeroOfTheArenaView, random: Random) -> ArenaMove:
    """Return the move of the viewer, a seat of the open phase."""
    phase = not_null(view.phase).name
    match phase:
        case "starter":
            # The fighter whose partner does not begin the draft moves first.
            own = SeatId(view.viewer)
            drafter = own if own in DRAFTERS else PARTNER[own]
            return ChooseStarterMove.model_validate({"type": "choose_starter", "seat": RIVAL[drafter]})
        case "draft_review" | "preparation":
            return READY
        case "turn" | "play":
            return _turn(view, random)
        case "shop":
            return _shop(board_of(view)) or LEAVE
        case _:
            return _draft(view, phase, random)


# The draft


def _draft(view: HeroOfTheArenaView, phase: str, random: Random) -> HeroDraftMove:
    draft, seat = not_null(view.draft), SeatId(view.viewer)
    worth = {card.id: _worth(card) + random.random() * 0.2 for card in draft.cards}

    def best(cards: Iterable[str]) -> str:
        return max(cards, key=worth.__getitem__)

    pick_kind = due_pick(draft, phase, seat)
    if phase == "draft_second":
        pick = best(draft.open)
        return HeroDraftMove(type="draft", pick=pick, ban=best(choices(draft, None, besides=pick)))
    if phase == "draft_third":
        ban = best(choices(draft, due_ban(draft, phase)))
        return HeroDraftMove(type="draft", pick=best(choices(draft, pick_kind, besides=ban)), ban=ban)
    return HeroDraftMove(type="draft", pick=best(choices(draft, pick_kind)), ban=None)


def _worth(card: HeroUnitCard | HeroItemCard) -> float:
    """Return how good a card is, in about the value of a point of attack."""
    effects = 0.8 * sum(effect.amount or 1 for effect in card.effects)
    if isinstance(card, HeroItemCard):
        return 1 + effects + 0.2 * card.durability - 1.5 * card.cost
    return card.attack + 0.8 * card.hp + effects + 0.3 * card.durability - 1.8 * card.cost


# The fight


def _turn(view: HeroOfTheArenaView, random: Random) -> ArenaMove:
    board = board_of(view)
    hand = list(board.mover.hand)
    actions = _actions(view, random)
    if actions:
        after = _played(view, actions)
        goes_on = bool(after.mover.drawn) and after.mover.mana > 0 and not is_last_play(view)
        return ArenaPlayMove(type="play", actions=tuple(actions), then="more" if goes_on else "end")
    if not_null(view.phase).name == "play":
        return END_OF_PLAY
    return _shop(board) or _discard(hand)


def _actions(view: HeroOfTheArenaView, random: Random) -> list[ArenaAction]:
    """Return cards to play in order: each time the one after which the fighter stands best, as long as one helps."""
    actions: list[ArenaAction] = []
    board = board_of(view)
    stands = _stands(board)
    while True:
        hand = [card for card in board.mover.hand if card not in board.mover.drawn]
        tried = [action for card in dict.fromkeys(hand) for action in actions_with(board, card)]
        random.shuffle(tried)
        named = {action.card for action in actions}
        results = [
            (_stands(_played(view, [*actions, action])), number)
            for number, action in enumerate(tried)
            if action.card not in named
        ]
        best, number = max(results, default=(stands, 0))
        if best <= stands + _HELPS:
            return actions
        actions.append(tried[number])
        board, stands = _played(view, actions), best


def _played(view: HeroOfTheArenaView, actions: list[ArenaAction]) -> Board:
    board = board_of(view)
    for action in actions:
        play_card(board, action)
    return board


def _stands(board: Board) -> float:
    """Return how well the active fighter stands: arenas held, the strength of heroes, points and cards."""
    own, rival = board.mover, board.rival(board.mover)
    return (
        sum(_OWN_ARENA + _strength(hero) for hero in board.heroes_of(own))
        - sum(_RIVALS_ARENA + _strength(hero) for hero in board.heroes_of(rival))
        + own.points
        - rival.points
        + _COIN * (own.coins - rival.coins)
        + _CARD * len(own.hand)
    )


def _strength(hero: Unit) -> float:
    return _ATTACK * hero.attack + _HP * hero.hp


def _shop(board: Board) -> ArenaShopMove | None:
    """Return what to buy: what costs most, perks first, as long as there are coins; None if nothing can be bought."""
    bought: list[str] = []
    coins = board.mover.coins
    prices = board.tables.prices
    for id_ in sorted(for_sale(board), key=lambda id_: (id_ not in board.tables.perks, -prices[id_])):
        if prices[id_] <= coins:
            bought.append(id_)
            coins -= prices[id_]
    return ArenaShopMove(type="shop", buy=tuple(bought), then="leave") if bought else None


def _discard(hand: list[str]) -> ArenaDiscardMove:
    """Put what cannot be used on cooldown, to draw other cards."""
    cards = tuple(DiscardedCard(card=card, arena=arena) for card, arena in zip(hand, ARENAS, strict=False))
    return ArenaDiscardMove(type="discard", cards=cards[:3])
