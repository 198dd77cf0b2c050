"""Options, variants and seats: section 1 of the rulebook."""

from __future__ import annotations

import json

import pytest
from pydantic import JsonValue

from engines.hero_of_the_arena.options import HeroOfTheArenaOptions
from engines.hero_of_the_arena.pack import BUNDLED_PACK
from engines.kit import HOST, SPECTATOR, BadOptionsError, pack_id
from tests.engines.hero_of_the_arena.arena import ENGINE, Arena, raw_pack

BOUNDS = {
    "opponent_team": (2, 1, 2),
    "rounds": (25, 1, 50),
    "mana": (3, 1, 6),
    "hand_size": (5, 1, 10),
    "max_coins": (5, 1, 20),
    "shop_size": (6, 1, 10),
    "perk_stale_rounds": (5, 1, 25),
    "starter_seconds": (120, 5, 86_400),
    "review_seconds": (180, 5, 86_400),
    "decision_seconds": (60, 5, 86_400),
    "preparation_seconds": (86_400, 0, 604_800),
    "turn_seconds": (90, 5, 86_400),
    "refresh_seconds": (30, 0, 86_400),
}
CHOICES = {
    "bought_cards_to": ["hand", "deck_bottom"],
    "hidden_discards": [False, True],
    "partner_channel": ["closed", "after_draft", "always"],
}


def bad(variant: str = "standard", /, **overrides: JsonValue) -> tuple[str, str]:
    with pytest.raises(BadOptionsError) as caught:
        ENGINE.options(variant, overrides)
    return caught.value.code.name, caught.value.pointer


@pytest.mark.parametrize(("name", "bounds"), BOUNDS.items(), ids=BOUNDS)
def test_numbers_have_a_default_and_bounds(name: str, bounds: tuple[int, int, int]) -> None:
    """The table of options: integers; booleans do not count as integers."""
    default, least, most = bounds
    assert ENGINE.options("standard", {}).model_dump()[name] == default
    for bound in (least, most):
        assert ENGINE.options("standard", {name: bound}).model_dump()[name] == bound
    wrong: list[JsonValue] = [least - 1, most + 1, str(default), True, None, 1.5]
    for value in wrong:
        assert bad(**{name: value}) == ("bad_options", f"/{name}")


@pytest.mark.parametrize(("name", "choices"), CHOICES.items(), ids=CHOICES)
def test_words_have_a_default_and_a_closed_list(name: str, choices: list[JsonValue]) -> None:
    """The table of options: the first is the default."""
    assert ENGINE.options("standard", {}).model_dump()[name] == choices[0]
    for value in choices:
        assert ENGINE.options("standard", {name: value}).model_dump()[name] == value
    for value in ("other", 1, None):
        assert bad(**{name: value}) == ("bad_options", f"/{name}")


def test_the_table_has_every_option() -> None:
    """Except the variant, and the pack, which has tests of its own."""
    assert set(HeroOfTheArenaOptions.model_fields) == {*BOUNDS, *CHOICES, "variant", "pack"}


@pytest.mark.parametrize(
    ("variant", "overrides"),
    [
        ("standard", {}),
        ("skirmish", {"rounds": 10, "perk_stale_rounds": 3}),
        ("shadow", {"hidden_discards": True, "bought_cards_to": "deck_bottom"}),
        ("high_rollers", {"max_coins": 10, "mana": 4, "partner_channel": "after_draft"}),
    ],
)
def test_variants_are_the_standard_with_overrides(variant: str, overrides: dict[str, JsonValue]) -> None:
    """Section 1."""
    assert ENGINE.options(variant, {}) == ENGINE.options("standard", overrides).model_copy(update={"variant": variant})


def test_unknown_options_and_variants_are_refused() -> None:
    """Section 1: both refuse to create the match."""
    assert bad(colour="red") == ("bad_options", "/colour")
    assert bad("grand") == ("bad_options", "/variant")
    assert bad(variant="shadow") == ("bad_options", "/variant")


def test_the_seats_have_a_realm_a_team_and_a_role() -> None:
    """Section 1: teams reach across the realms."""
    described = [(seat.id, seat.realm, seat.team, seat.role) for seat in ENGINE.seats(ENGINE.options("standard", {}))]

    assert described == [
        ("heaven-1", "heaven", "1", "drafter"),
        ("heaven-2", "heaven", "2", "drafter"),
        ("hell-1", "hell", "1", "fighter"),
        ("hell-2", "hell", "2", "fighter"),
    ]


def test_a_pack_is_secret_but_for_its_id() -> None:
    """R6: the cards become public after the draft; the id only says which pack it is."""
    options = ENGINE.options("standard", {"pack": raw_pack()})

    public = ENGINE.public_options(options)

    assert options.pack == BUNDLED_PACK
    assert public.pack == pack_id(BUNDLED_PACK)
    assert ENGINE.public_options(public) == public
    assert ENGINE.public_options(ENGINE.options("standard", {})).pack is None
    for either in (options, public):
        assert ENGINE.start(either).phase is None
        for viewer in (SPECTATOR, HOST):
            assert ENGINE.look(viewer, either).pack is None


def test_options_with_a_pack_survive_the_log() -> None:
    """In the form of section 7, nothing added."""
    options = ENGINE.options("standard", {"pack": raw_pack()})

    stored = json.loads(json.dumps(options.model_dump(mode="json")))

    assert stored["pack"] == raw_pack()
    assert ENGINE.read_options(stored) == options
    public = ENGINE.public_options(options)
    assert ENGINE.read_options(public.model_dump(mode="json")) == public


def test_the_id_of_a_pack_is_not_a_pack() -> None:
    """A match is created with the pack itself; the server replaces an id by the pack before."""
    assert bad(pack=pack_id(BUNDLED_PACK)) == ("bad_pack", "/pack")
    assert bad(pack="standard") == ("bad_pack", "/pack")


def test_times_change_nothing_but_deadlines() -> None:
    """Section 1: the sequence of phases stays the same."""
    quick = {name: least for name, (_, least, _) in BOUNDS.items() if name.endswith("_seconds")}
    phases = []
    for overrides in ({}, quick):
        arena = Arena("skirmish", **overrides)
        seen = []
        while not arena.over:
            seen.append((arena.phase.name, arena.phase.round, arena.phase.must, arena.phase.may))
            arena.close({})
        phases.append(seen)

    assert phases[0] == phases[1]
