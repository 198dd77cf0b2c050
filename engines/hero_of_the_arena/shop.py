"""The shop: what is for sale, purchases, refreshes, and what leaves and comes at the end of a turn."""

from dataclasses import replace

from engines.hero_of_the_arena.board import Board
from engines.hero_of_the_arena.data import FIGHTERS, PERKS_ON_DISPLAY
from engines.hero_of_the_arena.effects import Source
from engines.hero_of_the_arena.fight import fire
from engines.hero_of_the_arena.fight_facts import PerksRotated, ShopRefreshed, ShopRestocked, ShopSold
from engines.hero_of_the_arena.records import DisplayedPerk
from engines.kit import Draws


def deal(board: Board, chance: Draws, size: int) -> None:
    """Fill the row and the perk display for the first time."""
    board.shop.row = list(chance.pick("shop.deal", _pool(board), size))
    perks = chance.pick("perks.deal", list(board.tables.perks), PERKS_ON_DISPLAY)
    board.shop.perks = [_fresh(perk) for perk in perks]


def displayed(board: Board, perk: str) -> DisplayedPerk | None:
    """The place of a perk on display."""
    return next((place for place in board.shop.perks if place.perk == perk), None)


def refresh_cost(board: Board) -> int:
    """What the next refresh of this turn costs."""
    return board.shop.refreshes + 1


def buy(board: Board, id_: str) -> None:
    """Let the fighter in turn buy a card or perk; it is legal."""
    side, shop = board.mover, board.shop
    price = board.tables.prices[id_]
    side.coins -= price
    board.tell(ShopSold(side.seat, id_, price))
    if id_ in shop.row:
        shop.row.remove(id_)
        shop.sold.append(id_)
        board.durability[id_] = board.tables.cards[id_].durability
        (side.hand if board.bought_cards_to == "hand" else side.deck).append(id_)
    else:
        shop.perks = [
            replace(
                place,
                bought_by=(*place.bought_by, side.seat),
                # It stays for the turn after its first purchase, and no longer for a second one (R19).
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
    """Let the fighter in turn pay for a new row; the cards left may come up again (R21)."""
    side, shop = board.mover, board.shop
    cost = refresh_cost(board)
    side.coins -= cost
    shop.refreshes += 1
    shop.row = []
    shop.row = list(chance.pick(f"shop.refresh.{board.turn}.{shop.refreshes}", _pool(board), size))
    board.tell(ShopRefreshed(side.seat, cost, tuple(shop.row)))


def restock(board: Board, chance: Draws, size: int) -> None:
    """Step 4 of the end of a turn: fill the row up after a visit."""
    shop = board.shop
    fresh = chance.pick(f"shop.restock.{board.turn}", _pool(board), size - len(shop.row))
    if fresh:
        shop.row += fresh
        board.tell(ShopRestocked(fresh))


def rotate(board: Board, chance: Draws) -> None:
    """Step 5: a perk that was bought first in the turn before leaves."""
    leaving = [place.perk for place in board.shop.perks if place.leaves_after == board.turn]
    _replace(board, chance, f"perks.rotate.{board.turn}", leaving, stale=False)


def go_stale(board: Board, chance: Draws, stale_rounds: int) -> None:
    """Step 6, after a round's second turn: perks that nobody wants leave."""
    shop = board.shop
    shop.idle_rounds = 0 if shop.perk_bought else shop.idle_rounds + 1
    shop.perk_bought = False
    if shop.idle_rounds == stale_rounds:
        shop.idle_rounds = 0
        round_ = board.turn // len(FIGHTERS)
        _replace(board, chance, f"perks.stale.{round_}", [place.perk for place in shop.perks], stale=True)


def _replace(board: Board, chance: Draws, label: str, leaving: list[str], *, stale: bool) -> None:
    """Replace perks on display; those that leave are not among the candidates."""
    shop = board.shop
    shown = {place.perk for place in shop.perks}
    entered = chance.pick(label, [perk for perk in board.tables.perks if perk not in shown], len(leaving))
    if leaving:
        stay = [place for place in shop.perks if place.perk not in leaving]
        shop.perks = [*stay, *map(_fresh, entered)]
        board.tell(PerksRotated(tuple(leaving), entered, stale))


def _pool(board: Board) -> list[str]:
    """Shop cards neither in the row nor sold, in pack order."""
    gone = {*board.shop.row, *board.shop.sold}
    return [id_ for id_ in board.tables.shop_cards if id_ not in gone]


def _fresh(perk: str) -> DisplayedPerk:
    return DisplayedPerk(perk, bought_by=(), leaves_after=None)
