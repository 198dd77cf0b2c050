"""How much a move, a turn and a pack may hold (rulebook, R25 and section 7)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator
from pydantic import JsonValue

from engines.hero_of_the_arena.pack import MAX_BYTES, HeroOfTheArenaPack
from engines.kit import BadOptionsError, canonical_pack, read_pack
from tests.engines.hero_of_the_arena.arena import ENGINE, FIRST, Arena, fight, raw_pack, seat
from tests.engines.hero_of_the_arena.test_prompt import Judge
from tests.engines.table import refused

CLOUD = "cloud_of_items"


def of_many(cards: int, perks: int = 18) -> dict[str, Any]:
    """
    Return the bundled pack with more cards for sale (free items without effects) and more perks, up to these numbers.
    """
    pack = raw_pack()
    item = {"kind": "item", "cost": 0, "durability": 9, "aim": "none", "cooldown": 9, "price": 0, "effects": []}
    pack["shop_cards"] = [{**item, "id": f"{CLOUD}_{n}", "name": f"Item {n}", "text": ""} for n in range(cards - 32)]
    more = perks - len(pack["perks"])
    pack["perks"] += [{**pack["perks"][0], "id": f"perk_{n}", "name": f"Perk {n}"} for n in range(more)]
    return pack


def full_hand() -> Arena:
    arena = fight(pack=of_many(100))
    arena.arrange(hands={FIRST: [f"{CLOUD}_{n}" for n in range(60)]})
    return arena


def playing(count: int, then: str = "end", start: int = 0) -> dict[str, JsonValue]:
    """Return a move that plays `count` free items, in canonical form."""
    actions: list[JsonValue] = [
        {"card": f"{CLOUD}_{n}", "arena": None, "to": None} for n in range(start, start + count)
    ]
    return {"type": "play", "actions": actions, "then": then}


@pytest.mark.parametrize("then", ["end", "more"])
def test_a_move_has_at_most_forty_actions(then: str) -> None:
    """R25; checked before the actions themselves."""
    arena = full_hand()
    judge = Judge(arena)

    assert judge.agree(playing(40, then))
    assert not judge.agree(playing(41, then))
    assert refused(arena, seat(FIRST), playing(41, then)) == ("too_many_actions", "/actions")
    nonsense: JsonValue = {"type": "play", "actions": [{"card": "x"}] * 41}
    assert refused(arena, seat(FIRST), nonsense) == ("too_many_actions", "/actions")


def test_the_published_schema_of_moves_has_the_bound() -> None:
    schema = Draft202012Validator(ENGINE.moves.json_schema())

    assert schema.is_valid(playing(40))
    assert not schema.is_valid(playing(41))


def test_cards_are_played_in_at_most_twenty_phases_of_a_turn() -> None:
    """R25: the turn itself, and the 19 phases of play after it; the next turn starts a new count."""
    arena = full_hand()
    for phase in range(19):
        assert Judge(arena).agree(playing(1, "more", start=phase))
        arena.close({FIRST: playing(1, "more", start=phase)})
    assert (arena.phase.name, arena.views[seat(FIRST)].plays) == ("play", 19)
    judge = Judge(arena)

    assert not judge.agree(playing(1, "more", start=19))
    assert refused(arena, seat(FIRST), playing(1, "more", start=19)) == ("too_many_plays", "/then")
    assert refused(arena, seat(FIRST), playing(0, "more"))[0] == "nothing_played"
    assert refused(arena, seat(FIRST), playing(41, "more"))[0] == "too_many_actions"
    assert (
        refused(arena, seat(FIRST), {"type": "play", "actions": [{"card": "x"}], "then": "more"})[0] == "too_many_plays"
    )
    for _ in range(20):
        assert ENGINE.sample(arena.views[seat(FIRST)], Random(0)).model_dump()["then"] == "end"
    assert judge.agree(playing(1, start=19))
    arena.close({FIRST: playing(1, start=19)})
    arena.close({})
    assert (arena.phase.must, arena.views[seat(FIRST)].plays) == ((FIRST,), 0)
    assert Judge(arena).agree(playing(1, "more", start=20))


def test_refreshes_of_the_shop_do_not_count_as_phases_of_play() -> None:
    arena = fight()
    arena.arrange(means={FIRST: {"coins": 5}})

    arena.buy(then="refresh")

    assert (arena.phase.name, arena.views[seat(FIRST)].plays) == ("shop", 0)


def test_a_random_move_keeps_to_the_bounds() -> None:
    arena = full_hand()
    for tries in range(10):
        move = ENGINE.sample(arena.views[seat(FIRST)], Random(tries)).model_dump(mode="json")
        assert len(move.get("actions", [])) <= 40


@pytest.mark.parametrize(
    ("largest", "too_large", "pointer"),
    [
        (of_many(200), of_many(201), "/shop_cards"),
        (of_many(60, perks=60), of_many(60, perks=61), "/perks"),
    ],
)
def test_a_pack_has_at_most_200_cards_and_60_perks(
    largest: dict[str, Any], too_large: dict[str, Any], pointer: str
) -> None:
    assert ENGINE.options("standard", {"pack": largest})
    with pytest.raises(BadOptionsError) as caught:
        ENGINE.options("standard", {"pack": too_large})
    assert (caught.value.code.name, caught.value.pointer) == ("bad_pack", f"/pack{pointer}")


def test_a_pack_is_at_most_64_KiB_of_canonical_JSON() -> None:  # noqa: N802 - units
    """A bound of the server: the pack is told as one fact."""
    pack = of_many(200)
    left = MAX_BYTES - len(canonical_pack(read_pack(HeroOfTheArenaPack, pack)))
    for card in pack["shop_cards"]:
        # Four bytes per character.
        card["text"] = "\N{MAGE}" * min(1_000, left // 4)
        left -= len(card["text"].encode())
    pack["perks"][0]["text"] += "x" * left
    assert len(canonical_pack(read_pack(HeroOfTheArenaPack, pack))) == MAX_BYTES

    pack["perks"][1]["text"] += "x"

    with pytest.raises(BadOptionsError) as caught:
        read_pack(HeroOfTheArenaPack, pack, "/content")
    assert (caught.value.code.name, caught.value.pointer) == ("bad_pack", "/content")


def test_a_larger_pack_in_a_log_is_still_read() -> None:
    """Version 1 of the rules took up to 300 cards for sale, and 100 perks."""
    stored = ENGINE.options("standard", {}).model_dump(mode="json")

    options = ENGINE.read_options({**stored, "pack": of_many(332, perks=100)})

    assert len(options.cards.shop_cards) == 300
