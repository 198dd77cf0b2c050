"""The start and the end of a turn, step by step (section 5 of the rulebook)."""

from engines.hero_of_the_arena.board import Board, Cooling
from engines.hero_of_the_arena.data import FIGHTERS, RIVAL
from engines.hero_of_the_arena.fight import fire_all
from engines.hero_of_the_arena.fight_facts import HandDiscarded, HandFilled, OpenDiscard, TurnBegan, TurnScored
from engines.hero_of_the_arena.moves import ArenaDiscardMove
from engines.hero_of_the_arena.options import HeroOfTheArenaOptions
from engines.hero_of_the_arena.shop import go_stale, restock, rotate
from engines.kit import Draws, SeatId


def begin_turn(board: Board, options: HeroOfTheArenaOptions, turn: int, seat: SeatId) -> None:
    """Begin a fighter's turn: coins, mana, cards, then the effects at the start of a turn."""
    board.turn, board.active = turn, seat
    board.shop.refreshes = 0
    side = board.mover
    board.address(TurnBegan(turn, seat))
    side.coins = min(side.coins + 1, options.max_coins)
    side.mana = options.mana
    drawn = board.draw(side, options.hand_size - len(side.hand))
    if drawn:
        board.address(HandFilled(seat, drawn))
    fire_all(board, "start_of_turn")


def discard(board: Board, move: ArenaDiscardMove, *, face_down: bool) -> None:
    """Put cards of the active fighter on cooldown, whatever kind they are."""
    side = board.mover
    for entry in move.cards:
        side.hand.remove(entry.card)
        side.pile.append(Cooling(entry.card, entry.arena, entry.arena, face_down))
    shown = tuple(OpenDiscard(None if face_down else entry.card, entry.arena) for entry in move.cards)
    board.address(HandDiscarded(side.seat, shown))


def end_turn(board: Board, options: HeroOfTheArenaOptions, chance: Draws, *, shopped: bool) -> None:
    """Carry out steps 1 to 7 of the end of a turn."""
    side = board.mover
    fire_all(board, "end_of_turn")
    scored = len(board.heroes_of(side))
    side.points += scored
    for cooling in side.pile:
        cooling.left -= 1
    board.release(side)
    if shopped:
        restock(board, chance, options.shop_size)
    rotate(board, chance)
    if board.turn % len(FIGHTERS) == 0:
        go_stale(board, chance, options.perk_stale_rounds)
    side.mana = 0
    points = {seat: fighter.points for seat, fighter in board.sides.items()}
    ahead = next((seat for seat in FIGHTERS if points[seat] > points[RIVAL[seat]]), None)
    board.lead = ahead or board.lead
    board.address(TurnScored(board.turn, side.seat, scored, points, ahead))
