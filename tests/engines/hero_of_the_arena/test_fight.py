"""Turns, combat, death, wear and cooldown: sections 5 and 6 of the rulebook, and their rulings."""

from __future__ import annotations

from pydantic import JsonValue

from engines.hero_of_the_arena.fight_facts import (
    CardWorn,
    Combatant,
    CombatFought,
    CombatWon,
    EffectHappened,
    HandDiscarded,
    TurnScored,
)
from tests.engines.hero_of_the_arena.arena import FIRST, SECOND, fight, pack_with
from tests.engines.table import one, told


def test_a_turn_starts_with_a_coin_mana_and_cards_up_to_the_hand_size() -> None:
    """Section 5, start; a hand that is large enough draws nothing (R17)."""
    arena = fight(hand_size=3, mana=2, max_coins=2)
    arena.arrange(
        hands={SECOND: ["lancer"], FIRST: ["duelist", "colossus", "bandage", "paladin"]},
        decks={SECOND: ["phoenix"], FIRST: ["assassin"]},
        means={SECOND: {"coins": 2}, FIRST: {"mana": 1}},
    )

    arena.close({})

    assert arena.hand(SECOND) == ["lancer", "phoenix"]
    assert (arena.fighter(SECOND).coins, arena.fighter(SECOND).mana) == (2, 2)
    assert arena.fighter(FIRST).mana == 0
    arena.close({})
    assert arena.deck(FIRST) == ["assassin"]
    assert len(arena.hand(FIRST)) == 4


def test_coin_then_cards_then_effects() -> None:
    """R8: effects at the start of a turn apply after the coin and the new hand."""
    tax: JsonValue = [
        {"on": "start_of_turn", "do": "gain_coins", "amount": 9},
        {"on": "start_of_turn", "do": "repair", "amount": 1, "target": "hand"},
    ]
    arena = fight(pack=pack_with(tax_collector={"effects": tax}))
    arena.arrange(heroes={1: (SECOND, "tax_collector")}, hands={SECOND: []}, decks={SECOND: ["lancer"]})

    facts = arena.close({})

    assert arena.durability(SECOND, "lancer") == 4
    assert told(facts, EffectHappened)[0].amount == 4
    assert arena.fighter(SECOND).coins == 5


def test_a_unit_gone_by_its_turn_is_skipped() -> None:
    """The list of heroes is fixed before the first effect."""
    bomb: JsonValue = [{"on": "end_of_turn", "do": "damage", "amount": 9, "target": "all_own"}]
    arena = fight(pack=pack_with(tax_collector={"effects": bomb}, lancer={"effects": bomb}))
    arena.arrange(heroes={2: (FIRST, "tax_collector"), 4: (FIRST, "lancer")})

    facts = arena.close({})

    assert [effect.source for effect in told(facts, EffectHappened)] == ["tax_collector"]
    assert one(facts, TurnScored).scored == 0


def test_end_of_turn_effects_come_before_scoring() -> None:
    """R8; one point for each arena held, the opponent's do not count in this turn."""
    arena = fight()
    arena.arrange(
        heroes={1: (FIRST, "lancer"), 3: (FIRST, "paladin"), 5: (SECOND, "duelist")},
        owned={FIRST: ["crowd_favour", "standing_ovation"]},
    )

    scored = one(arena.close({}), TurnScored)

    assert (scored.scored, scored.points, scored.lead) == (2, {FIRST: 2, SECOND: 0}, FIRST)


def test_a_unit_in_an_empty_arena_is_its_hero_at_once() -> None:
    """No combat, so no `on_win`."""
    arena = fight()
    arena.arrange(hands={FIRST: ["pit_brawler"]})

    facts = arena.play(("pit_brawler", 5))

    assert arena.heroes() == {5: "pit_brawler"}
    assert not told(facts, CombatWon)


def test_the_challenger_strikes_first_and_the_winner_keeps_its_wounds() -> None:
    """Section 6; R10."""
    arena = fight()
    arena.arrange(heroes={2: (SECOND, "lancer")}, hands={FIRST: ["paladin"]}, durability={"lancer": 1})

    facts = arena.play(("paladin", 2), then="more")

    combat = one(facts, CombatFought)
    assert (combat.first, combat.second) == (Combatant("paladin", 3, 5, 2), Combatant("lancer", 3, 4, -2))
    assert (combat.strikes, combat.fell) == (3, None)
    assert (arena.hero(2).hp, arena.hero(2).max_hp) == (2, 5)
    worn = one(facts, CardWorn)
    assert (worn.card, worn.died_in, worn.durability, worn.cooldown) == ("lancer", 2, 0, None)
    assert arena.fighter(SECOND).removed == ("lancer",)
    assert arena.pile(SECOND) == {}


def test_after_a_hundred_strikes_the_challenger_falls() -> None:
    """R9; strikes of 0 count."""
    arena = fight(pack=pack_with(lancer={"attack": 0, "effects": []}, paladin={"attack": 0, "effects": []}))
    arena.arrange(heroes={2: (SECOND, "lancer")}, hands={FIRST: ["paladin"]})

    facts = arena.play(("paladin", 2))

    combat = one(facts, CombatFought)
    assert (combat.strikes, combat.fell) == (100, "paladin")
    assert arena.heroes() == {2: "lancer"}
    assert one(facts, CombatWon).card == "lancer"


def test_a_hero_killed_by_on_play_is_not_won_against_but_one_killed_at_the_start_of_combat_is() -> None:
    """R11."""
    for trigger, won in (("on_play", False), ("on_combat_start", True)):
        effects: JsonValue = [
            {"on": trigger, "do": "damage", "amount": 9, "target": "foe"},
            {"on": "on_win", "do": "gain_points", "amount": 5},
        ]
        arena = fight(pack=pack_with(mercenary={"effects": effects}))
        arena.arrange(heroes={2: (SECOND, "lancer")}, hands={FIRST: ["mercenary"]})
        facts = arena.play(("mercenary", 2), then="more")
        assert arena.heroes() == {2: "mercenary"}
        assert bool(told(facts, CombatWon)) == won
        assert arena.fighter(FIRST).points == (5 if won else 0)
        assert not told(facts, CombatFought)


def test_a_challenger_that_dies_of_its_own_effect_does_not_fight() -> None:
    """Only if both units are still there."""
    suicide: JsonValue = [{"on": "on_play", "do": "damage", "amount": 9, "target": "self"}]
    arena = fight(pack=pack_with(mercenary={"effects": suicide}))
    arena.arrange(heroes={2: (SECOND, "lancer")}, hands={FIRST: ["mercenary"]})

    facts = arena.play(("mercenary", 2))

    assert arena.heroes() == {2: "lancer"}
    assert not told(facts, CombatFought)


def test_units_without_hp_die_together_and_their_deaths_happen_depth_first() -> None:
    """All leave first, by arena; then each one's effects with the deaths they bring."""

    def on_death(amount: int, target: str) -> JsonValue:
        return [{"on": "on_death", "do": "damage", "amount": amount, "target": target}]

    pack = pack_with(
        torch_bearer={"effects": on_death(9, "adjacent_own")},
        street_urchin={"effects": on_death(1, "all_own")},
        lancer={"effects": on_death(1, "all_enemy")},
        rain_of_arrows={"cost": 0},
    )
    arena = fight(pack=pack)
    arena.arrange(
        heroes={1: (SECOND, "street_urchin"), 3: (SECOND, "torch_bearer"), 4: (SECOND, "lancer", 4)},
        hands={FIRST: ["rain_of_arrows"]},
    )

    facts = arena.play(("rain_of_arrows", None), then="more")

    story = [
        fact.card if isinstance(fact, CardWorn) else f"{fact.source}!"
        for fact in facts
        if isinstance(fact, CardWorn | EffectHappened)
    ]
    assert story == [
        "rain_of_arrows!",
        "street_urchin",
        "torch_bearer",
        "street_urchin!",
        "torch_bearer!",
        "lancer",
        "rain_of_arrows",
    ]
    assert arena.pile(SECOND) == {"street_urchin": (1, 1), "torch_bearer": (3, 3), "lancer": (4, 4)}


def test_on_death_happens_even_to_a_card_that_is_removed() -> None:
    """Section 6."""
    arena = fight()
    arena.arrange(heroes={1: (SECOND, "street_urchin")}, hands={FIRST: ["duelist"]}, durability={"street_urchin": 1})

    arena.play(("duelist", 1), then="more")

    assert arena.fighter(SECOND).removed == ("street_urchin",)
    assert arena.fighter(SECOND).coins == 1


def test_an_item_goes_on_its_own_cooldown_or_on_that_of_its_arena() -> None:
    """Section 5; of two arenas `arena` counts (R14)."""
    arena = fight()
    arena.arrange(
        heroes={4: (FIRST, "lancer")}, hands={FIRST: ["war_drum", "bandage", "winged_boots"]}, decks={FIRST: []}
    )

    arena.play(("war_drum", None), ("bandage", 4), ("winged_boots", 4, 2), then="more")

    assert arena.pile(FIRST) == {"war_drum": (3, 3), "bandage": (4, 4), "winged_boots": (4, 4)}
    assert arena.durability(FIRST, "bandage") == 3


def test_an_item_at_its_last_durability_is_removed() -> None:
    """It is removed permanently and publicly."""
    arena = fight()
    arena.arrange(hands={FIRST: ["war_drum"]}, durability={"war_drum": 1})

    arena.play(("war_drum", None))

    assert arena.fighter(FIRST).removed == ("war_drum",)


def test_discards_take_the_number_of_their_arena_and_no_durability() -> None:
    """R14, R15: items too, whatever their own cooldown; cooldown 1 is back at once (R12)."""
    arena = fight()
    arena.arrange(hands={FIRST: ["war_drum", "lancer", "bandage"]}, decks={FIRST: []})
    cards: JsonValue = [{"card": "lancer", "arena": 1}, {"card": "war_drum", "arena": 5}]

    facts = arena.act("discard", cards=cards)

    assert arena.pile(FIRST) == {"war_drum": (4, 5)}
    assert arena.deck(FIRST) == ["lancer"]
    assert arena.durability(FIRST, "lancer") == arena.durability(FIRST, "war_drum") == 3
    assert [entry.card for entry in one(facts, HandDiscarded).cards] == ["lancer", "war_drum"]


def test_piles_tick_in_their_owners_turns_only() -> None:
    """Every card on its pile: left - 1."""
    arena = fight()
    arena.arrange(piles={FIRST: [("lancer", 4, 4)], SECOND: [("phoenix", 4, 4)]})
    arena.close({})
    assert (arena.pile(FIRST)["lancer"], arena.pile(SECOND)["phoenix"]) == ((3, 4), (4, 4))
    arena.close({})
    assert (arena.pile(FIRST)["lancer"], arena.pile(SECOND)["phoenix"]) == ((3, 4), (3, 4))


def test_cards_due_together_go_by_start_then_by_name() -> None:
    """R13: the value on entering; equal ones by card name, lower-cased."""
    arena = fight(pack=pack_with(whetstone={"name": "aa Whetstone"}, lancer={"name": "Zz Lancer"}))
    pile = [("lancer", 1, 2), ("colossus", 1, 3), ("whetstone", 1, 2), ("bandage", 1, 2)]
    arena.arrange(piles={FIRST: pile}, decks={FIRST: ["duelist"]}, hands={FIRST: []})

    arena.close({})

    assert arena.deck(FIRST) == ["duelist", "whetstone", "bandage", "lancer", "colossus"]


def test_a_missed_continuation_ends_the_turn_and_leaves_what_was_done() -> None:
    """R15."""
    arena = fight()
    arena.arrange(hands={FIRST: ["duelist"]})
    arena.play(("duelist", 1), then="more")

    facts = arena.close({})

    assert one(facts, TurnScored).scored == 1
    assert arena.phase.must == (SECOND,)


def test_a_card_drawn_in_a_turn_can_be_played_in_its_next_phase() -> None:
    """R7, with the remaining mana."""
    arena = fight()
    arena.arrange(hands={FIRST: ["ash_seer"]}, decks={FIRST: ["duelist"]}, means={FIRST: {"mana": 3}})

    arena.play(("ash_seer", 1), then="more")

    assert arena.fighter(FIRST).mana == 1
    arena.play(("duelist", 2))
    assert arena.heroes() == {1: "ash_seer", 2: "duelist"}
