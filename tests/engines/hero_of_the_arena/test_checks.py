"""Every code of section 4 of the rulebook with its pointer, and the order of the checks."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from engines.kit import HOST, SPECTATOR
from tests.engines.hero_of_the_arena.arena import ENGINE, FIRST, SECOND, Arena, fight, pack_with, seat
from tests.engines.table import refused

OFFER = ["street_urchin", "torch_bearer", "shield_maiden", "duelist", "bandage", "adrenaline", "whetstone", "war_drum"]
UNIT, ITEM, AIMED, MOVER = "mercenary", "war_drum", "whetstone", "swift_sandals"


def drafting(phase: str) -> Arena:
    """Return a match in a drafting phase of round 1; heaven-2 drafts first."""
    arena = Arena()
    arena.close({})
    arena.offer(*OFFER)
    arena.skip_to(phase)
    return arena


def armed(**overrides: JsonValue) -> Arena:
    """Return the first turn with one card of each sort in hand and heroes of both sides."""
    arena = fight(**overrides)
    arena.arrange(
        heroes={1: (FIRST, "paladin"), 2: (SECOND, "centurion"), 3: (SECOND, "lancer")},
        hands={FIRST: [UNIT, ITEM, AIMED, MOVER, "grappling_hook", "duelist"]},
        means={FIRST: {"mana": 3, "coins": 3}},
        row=["alley_cat", "war_elephant"],
        perks=["fresh_recruits", "mana_font", "underdogs_purse"],
    )
    return arena


def play(*actions: JsonValue, **more: JsonValue) -> JsonValue:
    return {"type": "play", "actions": list(actions), **more}


def test_checks_before_the_rules_of_a_type_come_in_order() -> None:
    """(1) to (6)."""
    arena = fight("skirmish", rounds=1)
    mover, other = seat(FIRST), seat(SECOND)
    junk: list[JsonValue] = [None, 1, [], "play", {}, {"type": 1}, {"type": None}]
    for viewer in (other, seat("heaven-1"), SPECTATOR, HOST):
        for move in junk:
            assert refused(arena, viewer, move) == ("not_your_phase", "")
    for move in junk:
        code, pointer = refused(arena, mover, move)
        assert (code, pointer) == ("bad_shape", "/type" if isinstance(move, dict) else "")
    assert refused(arena, mover, {"type": "sing", "cards": 5}) == ("unknown_type", "/type")
    assert refused(arena, mover, {"type": "draft", "pick": 5}) == ("wrong_phase", "/type")
    assert refused(arena, mover, {"type": "play", "song": 5}) == ("bad_shape", "/song")
    arena.finish()
    for viewer in (mover, other, SPECTATOR, HOST):
        assert refused(arena, viewer, None) == ("match_over", "")


@pytest.mark.parametrize(
    ("phase", "accepted"),
    [
        ("starter", {"choose_starter"}),
        ("draft_review", {"ready"}),
        ("draft_first", {"draft"}),
        ("draft_second", {"draft"}),
        ("draft_third", {"draft"}),
        ("draft_fourth", {"draft"}),
        ("preparation", {"ready"}),
        ("turn", {"play", "discard", "shop"}),
    ],
)
def test_each_phase_accepts_its_types(phase: str, accepted: set[str]) -> None:
    """Section 2, column accepts; for other types not even the shape is read."""
    arena = Arena()
    arena.skip_to(phase)
    mover = arena.phase.must[0]

    for type_ in ("choose_starter", "ready", "draft", "play", "discard", "shop"):
        code, _ = refused(arena, mover, {"type": type_, "junk": 1})
        assert code == ("bad_shape" if type_ in accepted else "wrong_phase")


def test_the_phases_play_and_shop_accept_their_own_type() -> None:
    """A turn continues as it began."""
    arena = armed()
    arena.play((UNIT, 4), then="more")
    assert refused(arena, seat(FIRST), {"type": "shop"})[0] == "wrong_phase"
    assert refused(arena, seat(FIRST), {"type": "discard"})[0] == "wrong_phase"
    arena = armed()
    arena.buy(then="refresh")
    assert refused(arena, seat(FIRST), {"type": "play"})[0] == "wrong_phase"


@pytest.mark.parametrize(
    ("move", "pointer"),
    [
        ({"type": "play", "actions": None}, "/actions"),
        ({"type": "play", "actions": {}}, "/actions"),
        ({"type": "play", "then": None}, "/then"),
        ({"type": "play", "then": "refresh"}, "/then"),
        ({"type": "play", "actions": [None]}, "/actions/0"),
        ({"type": "play", "actions": [{}]}, "/actions/0/card"),
        ({"type": "play", "actions": [{"card": None}]}, "/actions/0/card"),
        ({"type": "play", "actions": [{"card": 1}]}, "/actions/0/card"),
        ({"type": "play", "actions": [{"card": UNIT, "arena": True}]}, "/actions/0/arena"),
        ({"type": "play", "actions": [{"card": UNIT, "arena": 1.0}]}, "/actions/0/arena"),
        ({"type": "play", "actions": [{"card": UNIT, "arena": "1"}]}, "/actions/0/arena"),
        ({"type": "play", "actions": [{"card": UNIT, "at": 1}]}, "/actions/0/at"),
        ({"type": "discard", "cards": None}, "/cards"),
        ({"type": "discard", "cards": [{"card": UNIT}]}, "/cards/0/arena"),
        ({"type": "discard", "cards": [{"card": UNIT, "arena": None}]}, "/cards/0/arena"),
        ({"type": "discard", "cards": [{"arena": 1}]}, "/cards/0/card"),
        ({"type": "shop", "buy": [1]}, "/buy/0"),
        ({"type": "shop", "buy": "volley"}, "/buy"),
        ({"type": "shop", "then": "end"}, "/then"),
        ({"type": "shop", "price": 0}, "/price"),
    ],
)
def test_bad_shapes(move: JsonValue, pointer: str) -> None:
    """(6): unlisted or missing fields, wrong types and words; null only where it is listed."""
    assert refused(armed(), seat(FIRST), move) == ("bad_shape", pointer)


def test_left_out_fields_have_defaults_and_null_is_one_where_it_is_listed() -> None:
    """The canonical form has every field."""
    arena = armed()
    view = arena.views[seat(FIRST)]

    sent: list[JsonValue] = [
        {"type": "play"},
        {"type": "discard"},
        {"type": "shop"},
        {"type": "play", "actions": [{"card": ITEM, "arena": None, "to": None}]},
    ]

    checked = [ENGINE.check(view, move).model_dump(mode="json") for move in sent]

    assert checked == [
        {"type": "play", "actions": [], "then": "end"},
        {"type": "discard", "cards": []},
        {"type": "shop", "buy": [], "then": "leave"},
        {"type": "play", "actions": [{"card": ITEM, "arena": None, "to": None}], "then": "end"},
    ]


def test_the_starter_is_a_heaven_seat() -> None:
    """bad_starter."""
    arena = Arena()
    for viewer in (seat("heaven-2"), seat("hell-2")):
        for name in ("hell-1", "heaven-3", "", "x" * 500):
            assert refused(arena, viewer, {"type": "choose_starter", "seat": name}) == ("bad_starter", "/seat")
    assert refused(arena, seat("heaven-1"), {"type": "choose_starter", "seat": "heaven-1"})[0] == "not_your_phase"


@pytest.mark.parametrize("phase", ["draft_first", "draft_fourth"])
def test_where_only_a_pick_is_due_a_ban_is_not_allowed(phase: str) -> None:
    """ban_not_allowed comes before anything about the cards."""
    arena = drafting(phase)

    assert refused(arena, arena.phase.must[0], {"type": "draft", "pick": "x", "ban": "x"}) == (
        "ban_not_allowed",
        "/ban",
    )


@pytest.mark.parametrize("phase", ["draft_second", "draft_third"])
def test_where_two_decisions_are_due_a_ban_is_required(phase: str) -> None:
    """ban_required; null means none."""
    arena = drafting(phase)
    moves: list[JsonValue] = [{"type": "draft", "pick": "x"}, {"type": "draft", "pick": "x", "ban": None}]
    for move in moves:
        assert refused(arena, arena.phase.must[0], move) == ("ban_required", "/ban")


def test_draft_second_checks_the_pick_then_the_ban() -> None:
    """Offered, open, and the second card differs from the first."""
    arena = drafting("draft_second")
    mover = arena.phase.must[0]
    taken, free, other = OFFER[:3]

    def check(pick: str, ban: str) -> tuple[str, str]:
        return refused(arena, mover, {"type": "draft", "pick": pick, "ban": ban})

    assert check("volley", "volley") == ("card_not_offered", "/pick")
    assert check(taken, "volley") == ("card_taken", "/pick")
    assert check(free, "volley") == ("card_not_offered", "/ban")
    assert check(free, taken) == ("card_taken", "/ban")
    assert check(free, free) == ("same_card", "/ban")
    arena.act("draft", pick=free, ban=other)


def test_draft_third_checks_the_ban_then_the_pick() -> None:
    """Each is offered, open and of its type; that pick and ban differ is checked before the type of the pick."""
    arena = drafting("draft_second")
    arena.act("draft", pick="torch_bearer", ban="bandage")
    mover = arena.phase.must[0]

    def check(ban: str, pick: str) -> tuple[str, str]:
        return refused(arena, mover, {"type": "draft", "pick": pick, "ban": ban})

    # A unit was picked first here, an item banned: now a unit must be banned and an item picked.
    assert check("volley", "volley") == ("card_not_offered", "/ban")
    assert check("bandage", "volley") == ("card_taken", "/ban")
    assert check("adrenaline", "volley") == ("wrong_ban_type", "/ban")
    assert check("shield_maiden", "volley") == ("card_not_offered", "/pick")
    assert check("shield_maiden", "torch_bearer") == ("card_taken", "/pick")
    assert check("shield_maiden", "shield_maiden") == ("same_card", "/pick")
    assert check("shield_maiden", "duelist") == ("wrong_pick_type", "/pick")
    arena.act("draft", pick="adrenaline", ban="shield_maiden")


def test_draft_fourth_picks_the_other_type() -> None:
    """wrong_pick_type."""
    arena = drafting("draft_second")
    arena.act("draft", pick="torch_bearer", ban="bandage")
    arena.act("draft", pick="adrenaline", ban="shield_maiden")
    mover = arena.phase.must[0]

    assert refused(arena, mover, {"type": "draft", "pick": "duelist"}) == ("wrong_pick_type", "/pick")
    assert refused(arena, mover, {"type": "draft", "pick": "adrenaline"}) == ("card_taken", "/pick")
    arena.act("draft", pick="whetstone")


@pytest.mark.parametrize(
    ("action", "code", "field"),
    [
        ({"card": "volley"}, "card_not_in_hand", "card"),
        ({"card": "colossus"}, "card_not_in_hand", "card"),
        ({"card": ""}, "card_not_in_hand", "card"),
        ({"card": UNIT, "to": 9}, "arena_required", "arena"),
        ({"card": UNIT, "arena": 6, "to": 9}, "no_such_arena", "arena"),
        ({"card": UNIT, "arena": 0}, "no_such_arena", "arena"),
        ({"card": UNIT, "arena": -(10**30)}, "no_such_arena", "arena"),
        ({"card": UNIT, "arena": 1, "to": 2}, "to_not_allowed", "to"),
        ({"card": UNIT, "arena": 1}, "own_hero_there", "arena"),
        ({"card": ITEM, "arena": 9, "to": 9}, "arena_not_allowed", "arena"),
        ({"card": ITEM, "to": 9}, "to_not_allowed", "to"),
        ({"card": AIMED, "to": 9}, "arena_required", "arena"),
        ({"card": AIMED, "arena": 6, "to": 9}, "no_such_arena", "arena"),
        ({"card": AIMED, "arena": 2, "to": 9}, "no_valid_target", "arena"),
        ({"card": AIMED, "arena": 4}, "no_valid_target", "arena"),
        ({"card": AIMED, "arena": 1, "to": 2}, "to_not_allowed", "to"),
        ({"card": MOVER, "arena": 2}, "no_valid_target", "arena"),
        ({"card": MOVER, "arena": 1}, "to_required", "to"),
        ({"card": MOVER, "arena": 1, "to": 6}, "no_such_arena", "to"),
        ({"card": MOVER, "arena": 1, "to": 1}, "bad_destination", "to"),
        ({"card": "grappling_hook", "arena": 1, "to": 2}, "no_valid_target", "arena"),
        ({"card": "grappling_hook", "arena": 3, "to": 5}, "bad_destination", "to"),
        ({"card": "grappling_hook", "arena": 3, "to": 2}, "bad_destination", "to"),
    ],
)
def test_actions_of_play_in_the_order_of_their_checks(action: JsonValue, code: str, field: str) -> None:
    """By kind of card; the first that fails gives the code."""
    arena = armed()

    assert refused(arena, seat(FIRST), play(action)) == (code, f"/actions/0/{field}")
    # One illegal action refuses the whole move.
    assert refused(arena, seat(FIRST), play({"card": "duelist", "arena": 5}, action)) == (code, f"/actions/1/{field}")


def test_nothing_played_comes_before_the_actions() -> None:
    """`more` needs an action."""
    assert refused(armed(), seat(FIRST), {"type": "play", "then": "more"}) == ("nothing_played", "/then")


def test_a_card_is_named_once_in_a_list() -> None:
    """duplicate_card comes first, wherever the card has moved."""
    arena = armed()
    unit: JsonValue = {"card": UNIT, "arena": 4}

    assert refused(arena, seat(FIRST), play(unit, unit)) == ("duplicate_card", "/actions/1/card")
    assert refused(arena, seat(FIRST), play(unit, {"card": UNIT})) == ("duplicate_card", "/actions/1/card")


def test_mana_is_checked_last() -> None:
    """After the places."""
    arena = armed()
    arena.arrange(means={FIRST: {"mana": 0}})

    assert refused(arena, seat(FIRST), play({"card": UNIT, "arena": 1})) == ("own_hero_there", "/actions/0/arena")
    assert refused(arena, seat(FIRST), play({"card": UNIT, "arena": 4})) == ("not_enough_mana", "/actions/0/card")


def test_actions_are_judged_on_the_board_that_those_before_have_made() -> None:
    """A hero that moved away leaves space; a dead one is no target any more."""
    arena = armed()
    arena.arrange(hands={FIRST: [UNIT, MOVER, "throwing_knife", "blinding_sand"]}, means={FIRST: {"mana": 6}})
    view = arena.views[seat(FIRST)]
    away: JsonValue = {"card": MOVER, "arena": 1, "to": 5}

    assert refused(arena, seat(FIRST), play({"card": UNIT, "arena": 1}, away))[0] == "own_hero_there"
    assert ENGINE.check(view, play(away, {"card": UNIT, "arena": 1}))
    assert refused(arena, seat(FIRST), play(away, {"card": UNIT, "arena": 5})) == (
        "own_hero_there",
        "/actions/1/arena",
    )
    arena.arrange(heroes={2: (SECOND, "centurion", 2)})
    knife: JsonValue = {"card": "throwing_knife", "arena": 2}
    sand: JsonValue = {"card": "blinding_sand", "arena": 2}
    assert ENGINE.check(arena.views[seat(FIRST)], play(sand, knife))
    assert refused(arena, seat(FIRST), play(knife, sand)) == ("no_valid_target", "/actions/1/arena")


def test_a_card_drawn_within_a_list_cannot_be_named_in_it() -> None:
    """R7, even where the whole deck is drawn."""
    arena = armed()
    arena.arrange(hands={FIRST: ["scrying_bowl"]}, decks={FIRST: [UNIT]})

    drawn = play({"card": "scrying_bowl"}, {"card": UNIT, "arena": 4})
    assert refused(arena, seat(FIRST), drawn) == ("card_not_in_hand", "/actions/1/card")
    arena.play(("scrying_bowl", None), then="more")
    arena.play((UNIT, 4))
    assert arena.heroes()[4] == UNIT


def test_a_card_that_the_list_has_cost_the_mover_is_no_longer_in_hand() -> None:
    """The enemy's dying unit discards the front of the hand, and a card drawn again counts as drawn."""
    robber: JsonValue = [{"on": "on_death", "do": "discard_oldest", "amount": 1, "cooldown": 1}]
    clock: JsonValue = [{"on": "on_play", "do": "cooldown", "amount": -1, "whose": "own"}]
    again: JsonValue = [*clock, {"on": "on_play", "do": "draw", "amount": 9}]  # type: ignore[misc]
    arena = armed(pack=pack_with(alley_cat={"effects": robber}, war_horn={"effects": again, "cost": 0}))
    arena.arrange(
        heroes={2: (SECOND, "alley_cat")},
        hands={FIRST: [UNIT, "throwing_knife", "war_horn"]},
        decks={FIRST: []},
        means={FIRST: {"mana": 3}},
    )
    knife: JsonValue = {"card": "throwing_knife", "arena": 2}
    unit: JsonValue = {"card": UNIT, "arena": 4}

    assert ENGINE.check(arena.views[seat(FIRST)], play(unit, knife))
    assert refused(arena, seat(FIRST), play(knife, unit)) == ("card_not_in_hand", "/actions/1/card")
    back = play(knife, {"card": "war_horn"}, unit)
    assert refused(arena, seat(FIRST), back) == ("card_not_in_hand", "/actions/2/card")
    arena.play(("throwing_knife", 2), ("war_horn", None), then="more")
    assert arena.hand(FIRST) == [UNIT]


@pytest.mark.parametrize(
    ("cards", "code", "pointer"),
    [
        ([(UNIT, 1), (UNIT, 9)], "duplicate_card", "/cards/1/card"),
        ([("volley", 9)], "card_not_in_hand", "/cards/0/card"),
        ([(UNIT, 6)], "no_such_arena", "/cards/0/arena"),
        ([(UNIT, 1), (ITEM, 1)], "duplicate_arena", "/cards/1/arena"),
    ],
)
def test_discards(cards: list[tuple[str, int]], code: str, pointer: str) -> None:
    """Per entry in this order."""
    entries: list[JsonValue] = [{"card": card, "arena": arena} for card, arena in cards]

    assert refused(armed(), seat(FIRST), {"type": "discard", "cards": entries}) == (code, pointer)


@pytest.mark.parametrize(
    ("buy", "then", "code", "pointer"),
    [
        (["phoenix"], "leave", "not_in_shop", "/buy/0"),
        (["volley"], "leave", "not_in_shop", "/buy/0"),
        (["nonsense"], "leave", "not_in_shop", "/buy/0"),
        (["alley_cat", "alley_cat"], "leave", "not_in_shop", "/buy/1"),
        (["fresh_recruits", "fresh_recruits"], "leave", "perk_already_bought", "/buy/1"),
        (["mana_font"], "leave", "not_enough_coins", "/buy/0"),
        (["alley_cat", "fresh_recruits", "war_elephant"], "leave", "not_enough_coins", "/buy/2"),
        (["alley_cat", "fresh_recruits", "underdogs_purse"], "refresh", "not_enough_coins", "/then"),
    ],
)
def test_purchases(buy: list[JsonValue], then: str, code: str, pointer: str) -> None:
    """Each checked after the ones before it, the refresh last."""
    move: JsonValue = {"type": "shop", "buy": buy, "then": then}

    assert refused(armed(), seat(FIRST), move) == (code, pointer)


def test_a_perk_may_pay_for_what_comes_after_it() -> None:
    """The purse gives 3 coins to the player who is behind."""
    arena = armed()
    arena.arrange(means={SECOND: {"points": 1}})

    arena.buy("underdogs_purse", "war_elephant", then="refresh")

    assert arena.fighter(FIRST).coins == 0
