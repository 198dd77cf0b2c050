"""The shop: its display, purchases, refreshes, and the changes at the end of a turn."""

from engines.hero_of_the_arena.board import Board
from engines.hero_of_the_arena.data import FIGHTERS, PERKS_ON_DISPLAY
from engines.hero_of_the_arena.effects import Source
from engines.hero_of_the_arena.fight import fire
from engines.hero_of_the_arena.fight_facts import PerksRotated, ShopRefreshed, ShopRestocked, ShopSold
from engines.hero_of_the_arena.records import DisplayedPerk
from engines.kit import Draws, copy_with


def deal(board: Board, chance: Draws, size: int) -> None:
    """Fill the row and the perk display for the first time."""
    board.shop.row = list(chance.pick("shop.deal", _pool(board), size))
    perks = chance.pick("perks.deal", list(board.tables.perks), PERKS_ON_DISPLAY)
    board.shop.perks = [_fresh(perk) for perk in perks]


def find_perk(board: Board, perk: str) -> DisplayedPerk | None:
    """Return a perk on display; None if it is not on display."""
    return next((place for place in board.shop.perks if place.perk == perk), None)


def refresh_cost(board: Board) -> int:
    """Return the cost of the next refresh in this turn."""
    return board.shop.refreshes + 1


def buy(board: Board, id_: str) -> None:
    """Carry out a legal purchase of the active fighter."""
    side, shop = board.mover, board.shop
    price = board.tables.prices[id_]
    side.coins -= price
    board.address(ShopSold(side.seat, id_, price))
    if id_ in shop.row:
        shop.row.remove(id_)
        shop.sold.append(id_)
        board.durability[id_] = board.tables.cards[id_].durability
        (side.hand if board.bought_cards_to == "hand" else side.deck).append(id_)
    else:
        shop.perks = [
            copy_with(
                place,
                bought_by=(*place.bought_by, side.seat),
                # It stays for one turn after its first purchase; a second purchase does not prolong this (R19).
                leaves_after=board.turn + 1 if place.leaves_after is None else place.leaves_after,
            )
            if place.perk == id_
            else place
            for place in shop.perks
        ]
        shop.perk_bought = True
        side.perks.append(id_)
        fire(board, "on_buy", Source(id_, side))


def refresh(board: Board, chance: Draws, size: int) -> None:
    """Carry out a refresh: the active fighter pays for a new row. Cards of the old row can be drawn again (R21)."""
    side, shop = board.mover, board.shop
    cost = refresh_cost(board)
    side.coins -= cost
    shop.refreshes += 1
    shop.row = []
    shop.row = list(chance.pick(f"shop.refresh.{board.turn}.{shop.refreshes}", _pool(board), size))
    board.address(ShopRefreshed(side.seat, cost, tuple(shop.row)))


def restock(board: Board, chance: Draws, size: int) -> None:
    """Step 4 of the end of a turn: refill the row after a visit to the shop."""
    shop = board.shop
    fresh = chance.pick(f"shop.restock.{board.turn}", _pool(board), size - len(shop.row))
    if fresh:
        shop.row += fresh
        board.address(ShopRestocked(fresh))


def rotate(board: Board, chance: Draws) -> None:
    """Step 5: replace each perk that was first bought in the previous turn."""
    leaving = [place.perk for place in board.shop.perks if place.leaves_after == board.turn]
    _replace(board, chance, f"perks.rotate.{board.turn}", leaving, stale=False)


def go_stale(board: Board, chance: Draws, stale_rounds: int) -> None:
    """Step 6, after the second turn of a round: replace all perks if none was bought for some rounds."""
    shop = board.shop
    shop.idle_rounds = 0 if shop.perk_bought else shop.idle_rounds + 1
    shop.perk_bought = False
    if shop.idle_rounds == stale_rounds:
        shop.idle_rounds = 0
        round_ = board.turn // len(FIGHTERS)
        _replace(board, chance, f"perks.stale.{round_}", [place.perk for place in shop.perks], stale=True)


def _replace(board: Board, chance: Draws, label: str, leaving: list[str], *, stale: bool) -> None:
    """Replace perks on display. The leaving perks are not candidates."""
    shop = board.shop
    shown = {place.perk for place in shop.perks}
    entered = chance.pick(label, [perk for perk in board.tables.perks if perk not in shown], len(leaving))
    if leaving:
        stay = [place for place in shop.perks if place.perk not in leaving]
        shop.perks = [*stay, *map(_fresh, entered)]
        board.address(PerksRotated(tuple(leaving), entered, stale))


def _pool(board: Board) -> list[str]:
    """Return the shop cards that are neither in the row nor sold, in pack order."""
    gone = {*board.shop.row, *board.shop.sold}
    return [id_ for id_ in board.tables.shop_cards if id_ not in gone]


def _fresh(perk: str) -> DisplayedPerk:
    return DisplayedPerk(perk, bought_by=(), leaves_after=None)
