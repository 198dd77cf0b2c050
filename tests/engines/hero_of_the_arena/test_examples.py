"""The worked examples of section 13 of the rulebook, unchanged."""

from __future__ import annotations

from pydantic import JsonValue

from engines.hero_of_the_arena.drafting import picks_of
from engines.hero_of_the_arena.fight_facts import Combatant, CombatFought, CombatWon, TurnScored
from tests.engines.hero_of_the_arena.arena import FIRST, SECOND, Arena, fight, seat
from tests.engines.table import one, refused, told


def test_example_1_a_draft_in_which_nobody_acts() -> None:
    """The defaults of each phase, and who moves first."""
    arena = Arena(opponent_team=2)
    arena.close({})
    offer = ["street_urchin", "torch_bearer", "shield_maiden", "javelin_thrower"]
    offer += ["bandage", "blinding_sand", "lucky_purse", "adrenaline"]
    arena.offer(*offer)

    for phase in ("draft_review", "draft_first", "draft_second", "draft_third", "draft_fourth"):
        assert arena.phase.name == phase
        arena.close({})

    draft = arena.truth.draft
    assert arena.truth.starter == "heaven-2"
    assert picks_of(draft, seat("heaven-2"))[:2] == ["street_urchin", "blinding_sand"]
    assert picks_of(draft, seat("heaven-1"))[:2] == ["torch_bearer", "lucky_purse"]
    assert [decision.ban for decision in draft.decisions] == [None, "shield_maiden", "bandage", None]
    assert draft.set_aside == (("javelin_thrower", "adrenaline"),)
    arena.skip_to("turn")
    assert arena.phase.must == ("hell-1",)


def test_example_2_a_combat() -> None:
    """The maiden takes 1 off the brawler's attack, and survives."""
    arena = fight()
    arena.arrange(heroes={4: (SECOND, "shield_maiden")}, hands={FIRST: ["pit_brawler"]})

    facts = arena.play(("pit_brawler", 4))

    (combat,) = told(facts, CombatFought)
    assert combat == CombatFought(
        arena=4,
        first=Combatant("pit_brawler", attack=1, hp=3, hp_left=0),
        second=Combatant("shield_maiden", attack=1, hp=5, hp_left=2),
        strikes=6,
        fell=None,
    )
    assert arena.heroes() == {4: "shield_maiden"}
    assert arena.hero(4).hp == 2
    # The brawler's own turn has ended by now, so one of the four turns of cooldown is over.
    assert arena.pile(FIRST) == {"pit_brawler": (3, 4)}
    assert arena.durability(FIRST, "pit_brawler") == 3


def test_example_3_both_die() -> None:
    """The imp kills the duelist as it dies, and nobody wins."""
    arena = fight()
    arena.arrange(heroes={2: (SECOND, "ember_imp")}, hands={FIRST: ["duelist"]})

    facts = arena.play(("duelist", 2))

    assert not told(facts, CombatWon)
    assert arena.heroes() == {}
    assert arena.pile(SECOND) == {"ember_imp": (2, 2)}
    assert arena.pile(FIRST) == {"duelist": (1, 2)}


def test_example_4_mana_inside_a_list() -> None:
    """Each action is paid from what the previous ones have left."""
    arena = fight()
    arena.arrange(hands={FIRST: ["adrenaline", "colossus", "javelin_thrower"]}, means={FIRST: {"mana": 3}})
    adrenaline: JsonValue = {"card": "adrenaline"}
    colossus: JsonValue = {"card": "colossus", "arena": 1}
    thrower: JsonValue = {"card": "javelin_thrower", "arena": 2}

    late = refused(arena, arena.phase.must[0], {"type": "play", "actions": [colossus, thrower, adrenaline]})
    arena.act("play", actions=[adrenaline, colossus, thrower])

    assert late == ("not_enough_mana", "/actions/1/card")
    assert arena.heroes() == {1: "colossus", 2: "javelin_thrower"}


def test_example_5_cooldown() -> None:
    """The pile ticks at the end of its owner's turns, including the turn in which a card is added."""
    arena = fight()
    arena.arrange(
        heroes={1: (SECOND, "colossus")},
        hands={FIRST: ["scrying_bowl", "street_urchin"]},
        decks={FIRST: []},
    )

    arena.play(("scrying_bowl", None), ("street_urchin", 1))

    assert arena.deck(FIRST) == ["street_urchin"]
    assert arena.pile(FIRST) == {"scrying_bowl": (1, 2)}
    arena.close({})
    assert arena.hand(FIRST) == ["street_urchin"]
    arena.close({})
    assert arena.deck(FIRST) == ["scrying_bowl"]
    assert arena.pile(FIRST) == {}


def test_example_5_cards_due_together_go_by_their_start() -> None:
    """The whetstone started lower, so it goes in first."""
    arena = fight()
    arena.arrange(decks={FIRST: []}, piles={FIRST: [("pit_brawler", 1, 2), ("whetstone", 1, 1)]}, hands={FIRST: []})

    arena.close({})

    assert arena.deck(FIRST) == ["whetstone", "pit_brawler"]


def test_example_6_shop() -> None:
    """Refreshes cost 1, 2, 3 and so on within a turn."""
    arena = fight()
    row = ["mercenary", "underdog", "pickpocket", "assassin", "paladin", "phoenix"]
    arena.arrange(row=row, means={FIRST: {"coins": 5}})

    arena.buy("mercenary", then="refresh")
    assert arena.fighter(FIRST).coins == 2
    (draw,) = arena.draws
    assert draw.label == "shop.refresh.1.1"
    assert set(row[1:]) < set(draw.candidates)
    assert "mercenary" not in draw.candidates
    assert arena.record.shop.row == draw.picks
    assert len(draw.picks) == 6

    arena.buy(then="refresh")
    assert arena.fighter(FIRST).coins == 0
    assert refused(arena, seat(FIRST), {"type": "shop", "then": "refresh"}) == ("not_enough_coins", "/then")
    arena.buy()
    assert arena.phase.must == (SECOND,)


def test_example_7_perk() -> None:
    """It stays through the opponent's next turn and leaves at its end."""
    arena = fight()
    arena.skip_to("turn", 4)
    assert arena.record.turn == 7
    arena.arrange(perks=["volley", "tribute", "second_wind"], means={FIRST: {"coins": 5}, SECOND: {"coins": 5}})

    arena.buy("volley", then="refresh")
    again = refused(arena, seat(FIRST), {"type": "shop", "buy": ["volley"]})
    arena.buy()

    assert again == ("perk_already_bought", "/buy/0")
    assert [place.perk for place in arena.record.shop.perks] == ["volley", "tribute", "second_wind"]
    arena.buy("volley")
    assert [place.perk for place in arena.record.shop.perks][:2] == ["tribute", "second_wind"]
    (draw,) = [draw for draw in arena.draws if draw.label.startswith("perks")]
    assert (draw.label, len(draw.picks)) == ("perks.rotate.8", 1)
    assert not {"volley", "tribute", "second_wind"} & set(draw.candidates)
    assert arena.fighter(FIRST).perks == arena.fighter(SECOND).perks == ("volley",)


def test_example_8_colossus() -> None:
    """It dies before scoring, and its card ticks at once."""
    arena = fight()
    arena.arrange(heroes={3: (FIRST, "colossus", 1)}, decks={FIRST: []}, hands={FIRST: []})

    facts = arena.close({})

    assert one(facts, TurnScored).scored == 0
    assert arena.heroes() == {}
    assert arena.pile(FIRST) == {"colossus": (2, 3)}
