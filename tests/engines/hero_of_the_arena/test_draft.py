"""Phases, the draft and the hand-over: sections 2 and 3 of the rulebook, R1 to R4, and the first draws of section 8."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from engines.hero_of_the_arena.drafting import kind_in, picks_of
from engines.hero_of_the_arena.pack import BUNDLED_PACK
from tests.engines.hero_of_the_arena.arena import FIRST, Arena, fight, seat

UNITS = ["street_urchin", "torch_bearer", "shield_maiden", "duelist"]
ITEMS = ["bandage", "adrenaline", "whetstone", "war_drum"]
FIGHTERS = ("hell-1", "hell-2")


@pytest.mark.parametrize(
    ("team", "moves", "starter"),
    [
        (2, {}, "heaven-2"),
        (1, {}, "heaven-1"),
        (2, {"heaven-2": "heaven-1"}, "heaven-1"),
        (2, {"hell-2": "heaven-1"}, "heaven-1"),
        (2, {"heaven-2": "heaven-2", "hell-2": "heaven-1"}, "heaven-2"),
        (1, {"hell-1": "heaven-2"}, "heaven-2"),
    ],
)
def test_the_drafter_names_the_starter_and_its_partner_if_it_is_silent(
    team: int, moves: dict[str, str], starter: str
) -> None:
    """R1; without either, the opponent team's drafter begins, and the other's partner moves first."""
    arena = Arena(opponent_team=team)
    assert (arena.phase.must, arena.phase.may) == ((f"heaven-{team}",), (f"hell-{team}",))

    arena.close({name: {"type": "choose_starter", "seat": choice} for name, choice in moves.items()})

    view = arena.views[seat("heaven-1")]
    assert (view.starter, view.moves_first) == (starter, "hell-1" if starter == "heaven-2" else "hell-2")


def test_phases_come_in_order_with_their_seats_and_deadlines() -> None:
    """The table of section 2; the starter is first drafter in odd rounds."""
    arena = Arena(decision_seconds=7, review_seconds=8, starter_seconds=9, preparation_seconds=10, turn_seconds=11)
    expected: list[tuple[str, int, tuple[str, ...], int]] = [("starter", 0, ("heaven-2",), 9)]
    for round_ in range(1, 6):
        first, second = ("heaven-2", "heaven-1") if round_ % 2 else ("heaven-1", "heaven-2")
        expected += [
            ("draft_review", round_, ("heaven-1", "heaven-2"), 8),
            ("draft_first", round_, (first,), 7),
            ("draft_second", round_, (second,), 14),
            ("draft_third", round_, (first,), 14),
            ("draft_fourth", round_, (second,), 7),
        ]
    expected += [("preparation", 0, ("hell-1", "hell-2"), 10)]
    expected += [("turn", round_, (mover,), 11) for round_ in (1, 2) for mover in ("hell-1", "hell-2")]

    seen = []
    for number in range(1, len(expected) + 1):
        phase = arena.phase
        assert phase.number == number
        assert phase.early_close
        assert not phase.keeps_deadline
        seen.append((phase.name, phase.round, phase.must, phase.seconds))
        arena.close({})

    assert seen == expected


def test_a_turn_goes_on_with_play_or_shop_phases() -> None:
    """R23: playing on adds no time, a refresh adds some."""
    arena = fight(refresh_seconds=17)
    arena.arrange(hands={FIRST: ["street_urchin", "torch_bearer"]}, means={FIRST: {"coins": 5}})
    arena.play(("street_urchin", 1), then="more")
    assert (arena.phase.name, arena.phase.round, arena.phase.must) == ("play", 1, (FIRST,))
    assert (arena.phase.keeps_deadline, arena.phase.seconds) == (True, 0)
    arena.play(("torch_bearer", 2), then="more")
    assert arena.phase.name == "play"
    arena.close({})
    assert arena.heroes() == {1: "street_urchin", 2: "torch_bearer"}
    assert (arena.phase.name, arena.phase.must) == ("turn", ("hell-2",))
    arena.buy(then="refresh")
    assert (arena.phase.name, arena.phase.keeps_deadline, arena.phase.seconds) == ("shop", True, 17)
    arena.close({})
    assert (arena.phase.name, arena.phase.round) == ("turn", 2)


def test_four_rounds_offer_new_cards_and_the_fifth_what_was_set_aside() -> None:
    """Section 3, and the draws of section 8 with their candidates in pack order."""
    arena = Arena()
    revealed: set[str] = set()
    for round_ in range(1, 5):
        if round_ > 1:
            arena.skip_to("draft_fourth", round_ - 1)
        arena.close({})
        units, items = arena.draws
        assert [units.label, items.label] == [f"draft.{round_}.units", f"draft.{round_}.items"]
        assert units.candidates == tuple(c.id for c in BUNDLED_PACK.draft_units if c.id not in revealed)
        assert items.candidates == tuple(c.id for c in BUNDLED_PACK.draft_items if c.id not in revealed)
        assert arena.truth.draft.offer == units.picks + items.picks
        assert len(units.picks) == len(items.picks) == 4
        revealed |= {*arena.truth.draft.offer}
    arena.skip_to("draft_fourth", 4)
    arena.close({})
    draft = arena.truth.draft
    assert not arena.draws
    assert len(revealed) == 32
    assert draft.offer == tuple(u for u, _ in draft.set_aside) + tuple(i for _, i in draft.set_aside)


def third(pick: str, ban: str) -> Arena:
    """A first round with this second decision, at `draft_third`."""
    arena = Arena()
    arena.close({})
    arena.offer(*UNITS, *ITEMS)
    arena.skip_to("draft_second")
    arena.act("draft", pick=pick, ban=ban)
    return arena


@pytest.mark.parametrize(
    ("pick", "ban", "bans", "picks", "last"),
    [
        ("torch_bearer", "shield_maiden", "bandage", "adrenaline", "whetstone"),
        ("torch_bearer", "bandage", "shield_maiden", "adrenaline", "whetstone"),
        ("bandage", "adrenaline", "torch_bearer", "whetstone", "shield_maiden"),
        ("bandage", "torch_bearer", "adrenaline", "whetstone", "shield_maiden"),
    ],
)
def test_silent_drafters_get_the_first_cards_that_will_do(
    pick: str, ban: str, bans: str, picks: str, last: str
) -> None:
    """Defaults of `draft_third` and `draft_fourth` after a ban of either type (R4)."""
    arena = third(pick, ban)

    arena.close({})
    arena.close({})

    first, second = picks_of(arena.truth.draft, seat("heaven-2")), picks_of(arena.truth.draft, seat("heaven-1"))
    assert arena.truth.draft.decisions[2].ban == bans
    assert (first, second) == (["street_urchin", picks], [pick, last])
    unit, item = arena.truth.draft.set_aside[0]
    assert unit in UNITS
    assert item in ITEMS


def test_kinds_are_read_from_the_cards_revealed() -> None:
    """From what the drafters were told, and nothing else."""
    arena = third("torch_bearer", "bandage")

    assert [kind_in(arena.truth.draft, card) for card in (UNITS[0], ITEMS[0])] == ["unit", "item"]


def test_the_fight_is_set_up_when_preparation_closes() -> None:
    """Decks shuffled in the order drafted, then the shop and the perks; then the first turn of the first fighter."""
    arena = Arena()
    arena.skip_to("preparation")
    drafted = {fighter: picks_of(arena.truth.draft, seat(fighter.replace("hell", "heaven"))) for fighter in FIGHTERS}

    ready: JsonValue = {"type": "ready"}
    arena.close({"hell-1": ready, "hell-2": ready})

    assert [draw.label for draw in arena.draws] == ["deck.hell-1", "deck.hell-2", "shop.deal", "perks.deal"]
    first, second, shop, perks = arena.draws
    assert [list(first.candidates), list(second.candidates)] == [drafted["hell-1"], drafted["hell-2"]]
    assert shop.candidates == tuple(card.id for card in BUNDLED_PACK.shop_cards)
    assert perks.candidates == tuple(perk.id for perk in BUNDLED_PACK.perks)
    assert arena.record.shop.row == shop.picks
    assert tuple(place.perk for place in arena.record.shop.perks) == perks.picks
    assert (len(shop.picks), len(perks.picks)) == (6, 3)
    # The turn has begun: a coin, mana, and five cards from the top.
    assert tuple(arena.hand("hell-1")) == first.picks[:5]
    assert arena.deck("hell-1") == list(first.picks[5:])
    assert arena.deck("hell-2") == list(second.picks)
    one, two = arena.fighter("hell-1"), arena.fighter("hell-2")
    assert (one.coins, one.mana, one.points, one.hand_size) == (1, 3, 0, 5)
    assert (two.coins, two.mana, two.points, two.hand_size) == (0, 0, 0, 0)
    assert arena.heroes() == {}
