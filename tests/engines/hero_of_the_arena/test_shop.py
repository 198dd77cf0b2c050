"""The shop and the perks: section 5 of the rulebook, R16 to R21, and their draws in section 8."""

from __future__ import annotations

import pytest

from engines.hero_of_the_arena.fight_facts import FighterPassed, PerksRotated, ShopRestocked
from engines.hero_of_the_arena.pack import BUNDLED_PACK
from engines.kit import Draw
from tests.engines.hero_of_the_arena.arena import FIRST, SECOND, Arena, fight, raw_pack
from tests.engines.table import one, told

ROW = ["mercenary", "underdog", "pickpocket", "assassin", "paladin", "phoenix"]
PERKS = ["volley", "tribute", "second_wind"]


def shopping(**overrides: int) -> Arena:
    """Return the first turn with a known shop and coins for both."""
    arena = fight(**overrides)
    arena.arrange(row=ROW, perks=PERKS, means={FIRST: {"coins": 5}, SECOND: {"coins": 4}})
    return arena


def shown(arena: Arena) -> list[str]:
    return [place.perk for place in arena.record.shop.perks]


def drawn(arena: Arena, prefix: str) -> list[Draw]:
    return [draw for draw in arena.draws if draw.label.startswith(prefix)]


@pytest.mark.parametrize("where", ["hand", "deck_bottom"])
def test_a_bought_card_goes_to_the_end_of_the_hand_or_under_the_deck(where: str) -> None:
    """With its printed durability."""
    arena = fight(bought_cards_to=where)
    arena.arrange(row=ROW, means={FIRST: {"coins": 5}}, hands={FIRST: ["lancer"]}, decks={FIRST: ["bandage"]})

    arena.buy("mercenary")

    hand, deck = arena.hand(FIRST), arena.deck(FIRST)
    assert (hand, deck) == (
        (["lancer", "mercenary"], ["bandage"]) if where == "hand" else (["lancer"], ["bandage", "mercenary"])
    )
    assert arena.durability(FIRST, "mercenary") == 3
    assert arena.fighter(FIRST).coins == 3


def test_the_row_is_filled_up_at_the_end_of_a_visit() -> None:
    """New cards at the end, from the pool; sold ones never return (R21)."""
    arena = shopping()

    facts = arena.buy("underdog", "pickpocket")

    (draw,) = drawn(arena, "shop.")
    assert draw.label == "shop.restock.1"
    assert draw.candidates == tuple(card.id for card in BUNDLED_PACK.shop_cards if card.id not in ROW)
    kept = ("mercenary", "assassin", "paladin", "phoenix")
    assert arena.record.shop.row == kept + draw.picks
    assert one(facts, ShopRestocked).cards == draw.picks
    assert set(arena.record.shop.sold) >= {"underdog", "pickpocket"}


def test_a_row_is_not_filled_up_without_a_visit() -> None:
    """Step 4 applies only to a fighter who visited the shop."""
    arena = shopping()
    arena.arrange(row=ROW[:2])
    arena.close({})
    assert arena.record.shop.row == tuple(ROW[:2])
    facts = arena.buy()
    assert one(facts, FighterPassed).move == "shop"
    assert len(arena.record.shop.row) == 6


def test_a_full_row_draws_nothing() -> None:
    """k = 0."""
    arena = shopping()
    arena.buy()
    assert not drawn(arena, "shop.")


def test_refreshes_return_the_row_to_the_pool_and_cost_more_each_time() -> None:
    """Perks are not affected; the count starts again in the next turn."""
    arena = shopping()
    arena.buy("pickpocket", then="refresh")
    (draw,) = drawn(arena, "shop.")
    assert draw.label == "shop.refresh.1.1"
    assert draw.candidates == tuple(card.id for card in BUNDLED_PACK.shop_cards if card.id != "pickpocket")
    assert shown(arena) == PERKS
    assert (arena.record.shop.refreshes, arena.fighter(FIRST).coins) == (1, 3)
    arena.buy(then="refresh")
    assert (drawn(arena, "shop.")[0].label, arena.fighter(FIRST).coins) == ("shop.refresh.1.2", 1)
    arena.close({})
    arena.buy(then="refresh")
    assert (drawn(arena, "shop.")[0].label, arena.fighter(SECOND).coins) == ("shop.refresh.2.1", 4)


def test_a_small_pool_leaves_a_shorter_row() -> None:
    """Possibly an empty one."""
    pack = raw_pack()
    pack["shop_cards"] = pack["shop_cards"][:2]
    arena = fight(pack=pack)
    arena.arrange(means={FIRST: {"coins": 5}})
    assert len(arena.record.shop.row) == 2

    arena.buy(*arena.record.shop.row)

    assert not arena.record.shop.row
    assert not drawn(arena, "shop.")


def test_a_perk_stays_through_the_turn_after_its_first_purchase() -> None:
    """R19: a second purchase does not prolong it; the others keep their order, the new one follows."""
    arena = shopping()
    arena.buy("tribute")
    assert shown(arena) == PERKS
    facts = arena.buy("tribute")
    (draw,) = drawn(arena, "perks.")
    assert draw.label == "perks.rotate.2"
    assert draw.candidates == tuple(perk.id for perk in BUNDLED_PACK.perks if perk.id not in PERKS)
    assert shown(arena) == ["volley", "second_wind", *draw.picks]
    assert one(facts, PerksRotated).left == ("tribute",)
    arena.skip_to("turn", 3)
    assert shown(arena) == ["volley", "second_wind", *draw.picks]


def test_perks_bought_in_one_turn_leave_together() -> None:
    """k = number leaving."""
    arena = shopping()
    arena.arrange(perks=["open_gates", "second_wind", "fresh_recruits"])
    arena.buy("open_gates", "fresh_recruits")
    arena.close({})
    (draw,) = drawn(arena, "perks.")
    assert len(draw.picks) == 2
    assert shown(arena) == ["second_wind", *draw.picks]


def test_a_perk_on_display_again_can_be_bought_again_and_adds_up() -> None:
    """Once per display."""
    arena = shopping()
    arena.arrange(owned={FIRST: ["deep_pockets"]}, perks=["deep_pockets", *PERKS[1:]])

    arena.buy("deep_pockets")

    assert arena.fighter(FIRST).perks == ("deep_pockets", "deep_pockets")
    arena.close({})
    assert arena.fighter(FIRST).coins == 5 - 4 + 3


def test_perks_that_nobody_bought_are_replaced_after_some_idle_rounds() -> None:
    """R20: complete rounds; the count starts again after it."""
    arena = fight(perk_stale_rounds=2)
    arena.arrange(perks=PERKS)
    arena.skip_to("turn", 2)
    assert arena.record.shop.idle_rounds == 1
    arena.close({})
    assert shown(arena) == PERKS

    facts = arena.close({})

    (draw,) = drawn(arena, "perks.")
    assert (draw.label, len(draw.picks)) == ("perks.stale.2", 3)
    assert not set(PERKS) & set(draw.candidates)
    assert shown(arena) == list(draw.picks)
    assert one(facts, PerksRotated).stale
    assert arena.record.shop.idle_rounds == 0


def test_a_purchase_by_either_makes_a_round_not_idle() -> None:
    """The count becomes 0; cards do not count."""
    for mover in (0, 1):
        arena = shopping(perk_stale_rounds=9)
        arena.skip_to("turn", 3)
        assert arena.record.shop.idle_rounds == 2
        arena.arrange(perks=["second_wind", "volley", "tribute"], row=ROW)
        for turn in (0, 1):
            arena.buy("second_wind" if turn == mover else "pickpocket")
        assert arena.record.shop.idle_rounds == 0
        arena.skip_to("turn", 5)
        assert arena.record.shop.idle_rounds == 1


def test_no_perk_rotates_without_a_purchase() -> None:
    """Nothing is drawn."""
    arena = shopping()
    facts = arena.buy("mercenary")
    assert not told(facts, PerksRotated)
    assert not drawn(arena, "perks.")
