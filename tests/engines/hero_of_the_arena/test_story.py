"""The text lines for a reader at the terminal."""

from __future__ import annotations

from random import Random

from engines.hero_of_the_arena.facts import OwnFact
from tests.engines.hero_of_the_arena.arena import ENGINE, FIRST, SECOND, Arena, fight


def lines(arena: Arena) -> list[str]:
    return [line for addressed in arena.facts if (line := ENGINE.narrate(addressed.fact))]


def test_a_fight_can_be_followed() -> None:
    """The lines say who played what where, and list strikes, deaths and points."""
    arena = fight()
    arena.arrange(heroes={2: (SECOND, "ember_imp")}, hands={FIRST: ["duelist"]})

    arena.play(("duelist", 2))

    assert lines(arena)[:8] == [
        "hell-1 plays duelist in arena 2.",
        "duelist of hell-1 strikes first: duelist in 2 (3/2).",
        "Arena 2: 1 strike, duelist (3) 2 to 2 HP, ember_imp (2) 1 to -2 HP.",
        "ember_imp dies in arena 2, is on cooldown 2, durability 3.",
        "ember_imp of hell-2 deals 2 damage: duelist in 2 (3/0).",
        "duelist dies in arena 2, is on cooldown 2, durability 2.",
        "hell-1 scores 0: hell-1 0, hell-2 0, tied.",
        "Turn 2: hell-2.",
    ]


def test_the_shop_can_be_followed() -> None:
    """Purchases, refreshes and new cards."""
    arena = fight()
    arena.arrange(row=["mercenary"], perks=["volley", "tribute", "second_wind"], means={FIRST: {"coins": 5}})

    arena.buy("mercenary", "second_wind", then="refresh")

    row = ", ".join(arena.record.shop.row)
    assert lines(arena)[:3] == [
        "hell-1 buys mercenary for 2.",
        "hell-1 buys second_wind for 2.",
        f"hell-1 pays 1 for a new row: {row}.",
    ]


def test_every_kind_of_fact_has_a_line_but_the_order_of_decks() -> None:
    """Over some random matches."""
    told: dict[str, bool] = {}
    for seed in range(30):
        random = Random(seed)
        arena = Arena("shadow", perk_stale_rounds=1)
        while not arena.over:
            for addressed in arena.facts:
                told[type(addressed.fact).__name__] = bool(ENGINE.narrate(addressed.fact))
            arena.close(arena.sampled(random, absent=0.1))
        for addressed in arena.facts:
            told[type(addressed.fact).__name__] = bool(ENGINE.narrate(addressed.fact))

    silent = {name for name, line in told.items() if not line}
    assert silent == {"DecksStacked", "ChannelOpened", "MatchEnded"}
    of_old = {"UnitStruck", "ChallengerFell"}
    assert told.keys() == {"ChannelOpened", "PhaseOpened", "MatchEnded"} | {
        kind.__name__ for kind in OwnFact.__args__ if kind.__name__ not in {*of_old, "StoryCut"}
    }
