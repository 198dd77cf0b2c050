"""Every trigger, condition, counter, target and action of section 7 of the rulebook, on cards made for the purpose."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import JsonValue

from engines.hero_of_the_arena.fight_facts import CombatFought, EffectHappened
from tests.engines.hero_of_the_arena.arena import FIRST, SECOND, Arena, Effects, fight, pack_with
from tests.engines.table import is_legal, told

UNIT, ITEM, AIMED, PERK, VICTIM = "mercenary", "war_drum", "portable_anvil", "volley", "alley_cat"


def table(**effects: Effects) -> Arena:
    """Return the first turn of a match whose cards have these effects; `VICTIM` has none unless given."""
    costs = {card: {"cost": 0} for card in effects if card != PERK}
    changes: dict[str, dict[str, Any]] = {
        card: {"effects": list(listed), **costs.get(card, {})} for card, listed in effects.items()
    }
    changes.setdefault(VICTIM, {"effects": []})
    changes.get(AIMED, {}).update(aim="any_hero")
    arena = fight(pack=pack_with(**changes))
    arena.arrange(
        hands={FIRST: [UNIT, ITEM, AIMED], SECOND: ["duelist", "colossus"]}, perks=[PERK, "tribute", "volley"]
    )
    return arena


def points(on: str = "on_play", amount: int = 1, when: str | None = None, per: str | None = None) -> dict[str, Any]:
    """Return an effect that is visible only as points."""
    return {"on": on, "do": "gain_points", "amount": amount, "if": when, "per": per}


def gained(arena: Arena, source: str) -> int:
    """Return the points that a source gave in the last resolution."""
    happened = told([addressed.fact for addressed in arena.facts], EffectHappened)
    return sum(effect.amount or 0 for effect in happened if effect.source == source and effect.do == "gain_points")


# Triggers


def test_on_play_of_units_and_items() -> None:
    """On each card separately."""
    arena = table(**{UNIT: [points()], ITEM: [points(amount=2)], AIMED: [points(amount=4)]})
    arena.arrange(heroes={2: (SECOND, "duelist")})

    arena.play((ITEM, None), (UNIT, 1), (AIMED, 2))

    assert [gained(arena, card) for card in (UNIT, ITEM, AIMED)] == [1, 2, 4]


def test_on_combat_start_of_the_challenger_then_of_the_hero() -> None:
    """Section 6, step 1."""
    arena = table(**{UNIT: [points("on_combat_start")], VICTIM: [points("on_combat_start")]})
    arena.arrange(heroes={1: (SECOND, VICTIM)})

    facts = arena.play((UNIT, 1))

    assert [effect.source for effect in told(facts, EffectHappened)] == [UNIT, VICTIM]


def test_on_win_and_on_death() -> None:
    """The winner's effect, and the dead card's for its own owner."""
    arena = table(**{UNIT: [points("on_win")], VICTIM: [points("on_death", 3)]})
    arena.arrange(heroes={1: (SECOND, VICTIM)})

    arena.play((UNIT, 1))

    assert (gained(arena, UNIT), gained(arena, VICTIM)) == (1, 3)
    assert arena.fighter(SECOND).points == 3


def test_start_and_end_of_turn_are_those_of_the_owner() -> None:
    """Heroes by arena, then perks in order of purchase, each copy separately."""
    effects = [points("start_of_turn"), points("end_of_turn")]
    arena = table(**{UNIT: effects, VICTIM: effects, PERK: effects})
    arena.arrange(heroes={3: (FIRST, UNIT), 5: (SECOND, VICTIM)}, owned={FIRST: [PERK, PERK]})

    facts = arena.close({})

    seen = [(effect.seat, effect.source) for effect in told(facts, EffectHappened)]
    assert seen == [(FIRST, UNIT), (FIRST, PERK), (FIRST, PERK), (SECOND, VICTIM)]


def test_on_buy_happens_once_and_at_once() -> None:
    """Before the next purchase; a perk bought in this turn acts at its end."""
    arena = table(**{PERK: [points("on_buy"), points("end_of_turn", 2)]})
    arena.arrange(means={FIRST: {"coins": 5}})

    arena.buy(PERK)

    assert gained(arena, PERK) == 3


# Conditions and counters


def test_the_condition_of_a_role_is_that_in_this_combat() -> None:
    """Even where the challenger has become the hero when it wins."""
    roles = [points("on_combat_start", 1, when="challenger"), points("on_combat_start", 2, when="hero")]
    wins = [points("on_win", 4, when="challenger"), points("on_win", 8, when="hero")]
    arena = table(**{UNIT: roles + wins, "ember_imp": [*roles, *wins], VICTIM: []})
    arena.arrange(heroes={1: (SECOND, VICTIM), 2: (SECOND, UNIT)}, hands={FIRST: ["ember_imp"]})
    arena.play(("ember_imp", 1))
    assert gained(arena, "ember_imp") == 5
    arena.arrange(heroes={2: (FIRST, UNIT)}, hands={SECOND: [VICTIM]})
    arena.play((VICTIM, 2))
    assert gained(arena, UNIT) == 10


@pytest.mark.parametrize(("own", "enemy", "holds"), [(0, 1, True), (1, 1, False), (2, 1, False)])
def test_behind_is_a_lower_score(own: int, enemy: int, holds: bool) -> None:
    """At the moment of the effect."""
    arena = table(**{ITEM: [points(when="behind")]})
    arena.arrange(means={FIRST: {"points": own}, SECOND: {"points": enemy}})

    arena.play((ITEM, None))

    assert gained(arena, ITEM) == holds


@pytest.mark.parametrize("held", [2, 3, 4])
def test_three_heroes_is_three_arenas_or_more(held: int) -> None:
    """Enemy heroes do not count."""
    arena = table(**{ITEM: [points(when="three_heroes")]})
    cards = ["duelist", "colossus", "paladin", "lancer"]
    own = {place: (FIRST, cards[place - 1]) for place in range(1, held + 1)}
    arena.arrange(heroes={**own, 5: (SECOND, VICTIM)})

    arena.play((ITEM, None))

    assert gained(arena, ITEM) == (held >= 3)


def test_counters_count_arenas_held_and_the_number_of_the_arena() -> None:
    """A challenger holds no arena; a unit played to an empty arena already holds it."""
    counters = ("own_heroes", "enemy_heroes", "arena")
    for counter, into_empty, challenging, aimed in zip(counters, (2, 1, 4), (1, 1, 3), (2, 1, 3), strict=True):
        for place, expected in ((4, into_empty), (3, challenging)):
            arena = table(**{UNIT: [points(per=counter)], AIMED: [points(per=counter)]})
            arena.arrange(heroes={1: (FIRST, "colossus"), 3: (SECOND, "iron_golem")})
            arena.play((UNIT, place))
            assert gained(arena, UNIT) == expected
        arena = table(**{AIMED: [points(per=counter)]})
        arena.arrange(heroes={1: (FIRST, "colossus"), 3: (SECOND, "iron_golem"), 4: (FIRST, UNIT)})
        arena.play((AIMED, 3))
        assert gained(arena, AIMED) == aimed


def test_a_product_of_zero_does_nothing_and_a_dead_unit_counts_its_last_arena() -> None:
    """Section 7, per."""
    arena = table(**{ITEM: [points(per="enemy_heroes")], VICTIM: [points("on_death", 2, per="arena")]})
    facts = arena.play((ITEM, None))
    assert not told(facts, EffectHappened)
    arena.arrange(heroes={5: (FIRST, "colossus")}, hands={SECOND: [VICTIM]})
    arena.play((VICTIM, 5))
    assert gained(arena, VICTIM) == 10


# Targets


def _hit(arena: Arena, source: str) -> list[str]:
    """Return the units that a source affected in the last resolution, in order."""
    happened = told([addressed.fact for addressed in arena.facts], EffectHappened)
    return [unit.card for effect in happened if effect.source == source for unit in effect.units]


def hurt(target: str, on: str = "on_play", amount: int = 1) -> dict[str, Any]:
    return {"on": on, "do": "damage", "amount": amount, "target": target}


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("self", [UNIT]),
        ("foe", ["iron_golem"]),
        ("adjacent_own", ["paladin", "colossus"]),
        ("adjacent_enemy", []),
        ("all_own", ["paladin", UNIT, "colossus"]),
        ("all_enemy", ["iron_golem", "war_elephant"]),
    ],
)
def test_targets_of_a_unit_that_challenges(target: str, expected: list[str]) -> None:
    """In arena order; all_own includes the source."""
    arena = table(**{UNIT: [hurt(target)]})
    arena.arrange(
        heroes={
            2: (FIRST, "paladin"),
            3: (SECOND, "iron_golem"),
            4: (FIRST, "colossus"),
            5: (SECOND, "war_elephant"),
        }
    )

    arena.play((UNIT, 3))

    assert _hit(arena, UNIT) == expected


def test_the_foe_of_a_hero_is_its_challenger_and_of_the_dead_who_is_where_it_died() -> None:
    """At that moment; no foe if it is alone."""
    arena = table(**{VICTIM: [hurt("foe", "on_combat_start"), hurt("foe", "on_death")], UNIT: [hurt("foe")]})
    arena.arrange(heroes={2: (SECOND, VICTIM, 1)}, hands={FIRST: ["colossus", UNIT]}, means={FIRST: {"mana": 9}})

    arena.play(("colossus", 2), (UNIT, 4))

    assert _hit(arena, VICTIM) == ["colossus", "colossus"]
    assert _hit(arena, UNIT) == []


def test_targets_of_an_aimed_item_lie_around_its_arena() -> None:
    """`chosen` is the unit aimed at; no unit if it has left play."""
    arena = table(**{AIMED: [hurt("chosen", amount=9), hurt("chosen"), hurt("adjacent_own"), hurt("adjacent_enemy")]})
    arena.arrange(heroes={1: (FIRST, "paladin"), 2: (SECOND, "duelist"), 3: (SECOND, "lancer"), 5: (SECOND, VICTIM)})

    arena.play((AIMED, 2))

    assert _hit(arena, AIMED) == ["duelist", "paladin", "lancer"]


def test_repair_reaches_hand_and_pile() -> None:
    """All your cards there, above the printed durability."""
    repairs: Effects = [{"on": "on_play", "do": "repair", "amount": 2, "target": where} for where in ("hand", "pile")]
    arena = table(**{ITEM: [*repairs, {"on": "on_play", "do": "repair", "amount": 1, "target": "all_own"}]})
    arena.arrange(hands={FIRST: [ITEM, "duelist"]}, piles={FIRST: [("lancer", 5, 5)]}, heroes={1: (FIRST, "paladin")})

    arena.play((ITEM, None))

    assert arena.durability(FIRST, "duelist") == arena.durability(FIRST, "lancer") == 3 + 2
    assert arena.hero(1).durability == 3 + 1
    # The item itself was in no place at that moment, and is worn.
    assert arena.durability(FIRST, ITEM) == 3 - 1


# Actions


def test_damage_heal_and_buff_hp() -> None:
    """Heal not above the maximum; buff_hp raises both."""
    effects: Effects = [
        hurt("chosen", amount=3),
        {"on": "on_play", "do": "heal", "amount": 9, "target": "chosen"},
        {"on": "on_play", "do": "buff_hp", "amount": 2, "target": "chosen"},
    ]
    arena = table(**{AIMED: effects})
    arena.arrange(heroes={1: (FIRST, "lancer")})

    facts = arena.play((AIMED, 1))

    assert [(e.units[0].hp, e.units[0].max_hp) for e in told(facts, EffectHappened)] == [(1, 4), (4, 4), (6, 6)]


def test_attack_is_never_below_zero_but_its_bonus_is_remembered() -> None:
    """Effective attack = max(0, printed + bonuses)."""
    effects: Effects = [{"on": "on_play", "do": "buff_attack", "amount": -9, "target": "chosen"}]
    arena = table(**{AIMED: effects})
    arena.arrange(heroes={1: (SECOND, "lancer")})

    arena.play((AIMED, 1))

    assert (arena.hero(1).attack, arena.hero(1).bonus) == (0, -9)


def test_a_bonus_for_the_combat_ends_with_it() -> None:
    """`until: combat`; without it the bonus lasts."""
    for until, attack_after in (("combat", 3), ("leave", 5)):
        buff: dict[str, Any] = {"on": "on_combat_start", "do": "buff_attack", "amount": 2, "target": "self"}
        arena = table(**{UNIT: [{**buff, "until": until}]})
        arena.arrange(heroes={1: (SECOND, VICTIM)})
        facts = arena.play((UNIT, 1))
        assert told(facts, CombatFought)[0].first.attack == 5
        assert arena.hero(1).attack == attack_after


def test_return_to_hand_costs_no_durability_and_heals_all() -> None:
    """To the end of its owner's hand (R10)."""
    arena = table(**{AIMED: [{"on": "on_play", "do": "return_to_hand", "target": "chosen"}, hurt("chosen")]})
    arena.arrange(heroes={1: (SECOND, "lancer", 1)}, decks={SECOND: []})

    arena.play((AIMED, 1))

    assert arena.hand(SECOND) == ["duelist", "colossus", "lancer"]
    assert arena.durability(SECOND, "lancer") == 3
    assert _hit(arena, AIMED) == ["lancer"]
    arena.play(("lancer", 4))
    assert arena.hero(4).hp == 4


def test_a_unit_that_returns_to_its_hand_loses_its_other_effects() -> None:
    """Remaining effects of this trigger are lost."""
    arena = table(**{UNIT: [{"on": "on_win", "do": "return_to_hand", "target": "self"}, points("on_win")]})
    arena.arrange(heroes={1: (SECOND, VICTIM)}, hands={FIRST: [UNIT]}, decks={FIRST: []})

    arena.play((UNIT, 1))

    assert gained(arena, UNIT) == 0
    assert arena.hand(FIRST) == [UNIT]
    assert arena.heroes() == {}


def test_move_brings_on_a_combat_before_the_next_effect() -> None:
    """With wounds and bonuses, without `on_play`; the cooldown is the number of the chosen arena (R14)."""
    effects: Effects = [{"on": "on_play", "do": "move"}, points(when="three_heroes"), hurt("chosen")]
    arena = table(**{AIMED: effects, UNIT: [points()]})
    heroes = {1: (FIRST, UNIT), 2: (SECOND, VICTIM), 4: (FIRST, "paladin"), 5: (FIRST, "lancer")}
    arena.arrange(heroes={place: (owner, card) for place, (owner, card) in heroes.items()})

    facts = arena.play((AIMED, 1, 2))

    order = [(type(addressed).__name__, getattr(addressed, "do", "")) for addressed in facts]
    assert order.index(("EffectHappened", "move")) < order.index(("CombatFought", ""))
    assert order.index(("CombatWon", "")) < order.index(("EffectHappened", "gain_points"))
    assert arena.heroes() == {2: UNIT, 4: "paladin", 5: "lancer"}
    # 3 HP less the victim's one strike, at 1 attack, less 1 from the item: the chosen card is found at its new place.
    assert arena.hero(2).hp == 2
    assert gained(arena, UNIT) == 0
    assert arena.durability(FIRST, AIMED) == 2
    assert AIMED in arena.deck(FIRST)


@pytest.mark.parametrize(
    ("card", "arena_number", "legal"),
    [("winged_boots", 1, {2, 4, 5}), ("grappling_hook", 4, {5}), ("grappling_hook", 2, set())],
)
def test_destinations_of_a_move(card: str, arena_number: int, legal: set[int]) -> None:
    """Own heroes move to an arena that their owner does not hold, enemies to an empty one (some only if adjacent)."""
    heroes = {1: (FIRST, "paladin"), 2: (SECOND, "iron_golem"), 3: (FIRST, "lancer"), 4: (SECOND, "phoenix")}
    for to in range(1, 6):
        arena = fight()
        arena.arrange(heroes={place: (owner, unit) for place, (owner, unit) in heroes.items()}, hands={FIRST: [card]})
        move: JsonValue = {"type": "play", "actions": [{"card": card, "arena": arena_number, "to": to}]}
        assert is_legal(arena.engine, arena.views[arena.phase.must[0]], move) == (to in legal)


def test_nothing_moves_if_the_chosen_has_left_play() -> None:
    """It died of the item's first effect."""
    arena = fight()
    arena.arrange(heroes={3: (SECOND, "lancer", 1)}, hands={FIRST: ["grappling_hook"]})

    arena.play(("grappling_hook", 3, 2))

    assert arena.heroes() == {}


def test_strike_first_of_the_hero_counts_unless_the_challenger_has_it_too() -> None:
    """Section 6, step 2."""
    first: Effects = [{"on": "on_combat_start", "do": "strike_first"}]
    for challenger, striker in (([], VICTIM), (first, UNIT)):
        arena = table(**{VICTIM: first, UNIT: challenger})
        arena.arrange(heroes={1: (SECOND, VICTIM)})
        facts = arena.play((UNIT, 1))
        assert told(facts, CombatFought)[0].first.card == striker


def test_striking_first_is_for_one_combat() -> None:
    """
    A hero that struck first against one challenger, while it was behind, does not against the next in the same list.
    """
    first = {"on": "on_combat_start", "do": "strike_first", "if": "behind"}
    crown: Effects = [{"on": "on_win", "do": "gain_points", "amount": 9}]
    arena = table(**{VICTIM: [first, *crown], "street_urchin": [], "torch_bearer": []})
    hands = {FIRST: ["street_urchin", "torch_bearer"]}
    arena.arrange(heroes={1: (SECOND, VICTIM)}, hands=hands, means={FIRST: {"points": 1}})

    facts = arena.play(("street_urchin", 1), ("torch_bearer", 1), then="more")

    assert [combat.first.card for combat in told(facts, CombatFought)] == [VICTIM, "torch_bearer"]


def test_draw_has_no_hand_limit_and_stops_at_an_empty_deck() -> None:
    """Fewer if the deck runs out."""
    arena = table(**{ITEM: [{"on": "on_play", "do": "draw", "amount": 9}]})
    arena.arrange(hands={FIRST: [ITEM, "duelist"]}, decks={FIRST: ["lancer", "paladin"]})

    facts = arena.play((ITEM, None))

    assert arena.hand(FIRST) == ["duelist", "lancer", "paladin"]
    assert told(facts, EffectHappened)[0].amount == 2


def test_mana_is_gained_only_in_ones_own_turn() -> None:
    """A unit that dies in the opponent's turn gives none."""
    mana: dict[str, Any] = {"do": "gain_mana", "amount": 2}
    arena = table(**{ITEM: [{"on": "on_play", **mana}], VICTIM: [{"on": "on_death", **mana}], UNIT: []})
    arena.arrange(heroes={1: (SECOND, VICTIM)}, means={FIRST: {"mana": 1}})

    facts = arena.play((ITEM, None), (UNIT, 1), then="more")

    assert arena.fighter(FIRST).mana == 3
    assert arena.fighter(SECOND).mana == 0
    assert [effect.source for effect in told(facts, EffectHappened)] == [ITEM]


def test_coins_are_gained_up_to_the_most_and_stolen_from_what_there_is() -> None:
    """The opponent loses what was stolen even where the thief cannot take it all."""
    arena = table(**{ITEM: [{"on": "on_play", "do": "steal_coins", "amount": 3}]})
    arena.arrange(means={FIRST: {"coins": 4}, SECOND: {"coins": 2}})
    arena.play((ITEM, None), then="more")
    assert [arena.fighter(seat).coins for seat in (FIRST, SECOND)] == [5, 0]

    arena = table(**{ITEM: [{"on": "on_play", "do": "gain_coins", "amount": 3}]})
    arena.arrange(means={FIRST: {"coins": 4}})
    arena.play((ITEM, None), then="more")
    assert arena.fighter(FIRST).coins == 5


@pytest.mark.parametrize(("whose", "expected"), [("own", (5, 4)), ("enemy", (4, 5))])
def test_cooldown_changes_left_and_leaves_start(whose: str, expected: tuple[int, int]) -> None:
    """Of one pile or the other."""
    arena = table(**{ITEM: [{"on": "on_play", "do": "cooldown", "amount": 1, "whose": whose}]})
    arena.arrange(piles={FIRST: [("lancer", 4, 6)], SECOND: [("phoenix", 4, 6)]})

    arena.play((ITEM, None), then="more")

    assert (arena.pile(FIRST)["lancer"], arena.pile(SECOND)["phoenix"]) == ((expected[0], 6), (expected[1], 6))


def test_what_an_effect_makes_due_is_released_at_once() -> None:
    """Lower start first, then by name, under the deck."""
    arena = table(**{ITEM: [{"on": "on_play", "do": "cooldown", "amount": -9, "whose": "own"}]})
    pile = [("whetstone", 2, 4), ("paladin", 3, 4), ("lancer", 1, 3), ("bandage", 9, 9)]
    arena.arrange(piles={FIRST: pile}, decks={FIRST: ["duelist"]})

    arena.play((ITEM, None), then="more")

    assert arena.deck(FIRST) == ["duelist", "lancer", "paladin", "whetstone", "bandage"]


def test_a_dying_card_may_shorten_its_own_cooldown() -> None:
    """Only if it is on the pile: not if it is removed."""
    own: Effects = [{"on": "on_death", "do": "cooldown", "amount": -5, "whose": "self"}]
    for durability, deck, removed in ((2, [VICTIM], ()), (1, [], (VICTIM,))):
        arena = table(**{VICTIM: own, UNIT: []})
        arena.arrange(heroes={5: (SECOND, VICTIM)}, decks={SECOND: []}, durability={VICTIM: durability})
        arena.play((UNIT, 5), then="more")
        assert arena.deck(SECOND) == deck
        assert arena.fighter(SECOND).removed == removed


def test_discard_oldest_takes_the_front_of_the_hand_without_wear() -> None:
    """Face up, with the cooldown of the effect."""
    effects: Effects = [{"on": "on_play", "do": "discard_oldest", "amount": 1, "cooldown": 3}]
    arena = table(**{ITEM: effects})

    facts = arena.play((ITEM, None), then="more")

    assert told(facts, EffectHappened)[0].cards == ("duelist",)
    assert arena.hand(SECOND) == ["colossus"]
    assert arena.pile(SECOND) == {"duelist": (3, 3)}
    assert arena.durability(SECOND, "duelist") == 3
