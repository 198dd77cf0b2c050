"""The sentences for people."""

from __future__ import annotations

from random import Random

import pytest

from engines.hero_of_the_arena.data import Action
from engines.hero_of_the_arena.facts import OwnFact
from engines.hero_of_the_arena.fight_facts import (
    AffectedUnit,
    ArenaDecided,
    CardsReleased,
    CardWorn,
    ChallengerFell,
    Combatant,
    CombatFought,
    EffectHappened,
    HandDiscarded,
    OpenDiscard,
    StoryCut,
    UnitStruck,
)
from engines.kit import Fact
from tests.engines.hero_of_the_arena.arena import ENGINE, FIRST, SECOND, Arena, fight, seat

ADA, BO = seat(FIRST), seat(SECOND)
PLAYERS = {ADA: "Ada", BO: "Bo", seat("heaven-1"): "Cy", seat("heaven-2"): "Di"}


def lines(arena: Arena, language: str = "en") -> list[str]:
    speaker = ENGINE.speaker(language, players=PLAYERS)
    return [line for addressed in arena.facts if (line := ENGINE.narrate(addressed.fact, speaker))]


def test_a_fight_can_be_followed() -> None:
    """The sentences say who played what where, and tell of strikes, deaths and points."""
    arena = fight()
    arena.arrange(heroes={2: (SECOND, "ember_imp")}, hands={FIRST: ["duelist"]})

    arena.play(("duelist", 2))

    assert lines(arena)[:8] == [
        "Ada plays Duelist in Arena 2.",
        "Duelist of Ada strikes first.",
        "In Arena 2, Duelist (3/2) fights Ember Imp (2/1): after 1 strike they have 2 and 0 HP.",
        "Ember Imp of Bo dies in Arena 2 and goes on cooldown for 2 turns, with durability 3.",
        "Ember Imp of Bo deals 2 damage to Duelist in Arena 2 (3/0).",
        "Duelist of Ada dies in Arena 2 and goes on cooldown for 2 turns, with durability 2.",
        "Ada scores 0 points: Ada (0), Bo (0). It is a tie.",
        "Turn 2: Bo.",
    ]
    assert lines(arena, "de")[:8] == [
        "Ada spielt „Duellant“ in Arena 2 aus.",
        "„Duellant“ von Ada schlägt zuerst.",
        "In Arena 2 kämpft „Duellant“ (3/2) gegen „Glutkobold“ (2/1): Nach 1 Schlag haben sie 2 und 0 LP.",
        "„Glutkobold“ von Bo stirbt in Arena 2 und klingt 2 Züge lang ab, mit Haltbarkeit 3.",
        "„Glutkobold“ von Bo fügt „Duellant“ in Arena 2 (3/0) 2 Schaden zu.",
        "„Duellant“ von Ada stirbt in Arena 2 und klingt 2 Züge lang ab, mit Haltbarkeit 2.",
        "Ada holt 0 Punkte: Ada (0), Bo (0). Es steht unentschieden.",
        "Zug 2: Bo.",
    ]


def test_the_shop_can_be_followed() -> None:
    """Purchases, refreshes and new cards."""
    arena = fight()
    arena.arrange(row=["mercenary"], perks=["volley", "tribute", "second_wind"], means={FIRST: {"coins": 5}})

    arena.buy("mercenary", "second_wind", then="refresh")

    first, *others = (ENGINE.words.title("en", "card", card) for card in arena.record.shop.row)
    assert lines(arena)[:2] == ["Ada buys Mercenary for 2 coins.", "Ada buys Second Wind for 2 coins."]
    assert lines(arena)[2].startswith(f"Ada pays 1 coin for a new row: {first}, ")
    assert all(other in lines(arena)[2] for other in others)
    assert lines(arena, "de")[:2] == ["Ada kauft „Söldner“ für 2 Münzen.", "Ada kauft „Zweiter Atem“ für 2 Münzen."]


_UNIT = AffectedUnit("duelist", 2, 3, -1, 2, 3)


def _effect(do: Action, amount: int | None, *units: AffectedUnit, cards: tuple[str, ...] = ()) -> Fact:
    return EffectHappened(ADA, "whetstone", do, amount, units, cards)


RARE: list[tuple[Fact, str]] = [
    (_effect("buff_attack", -2, _UNIT), "Whetstone of Ada changes the attack of Duelist in Arena 2 (3/0) by −2."),
    (
        _effect("repair", 1, _UNIT, _UNIT),
        "Whetstone of Ada repairs Duelist in Arena 2 (3/0) and Duelist in Arena 2 (3/0) by 1.",
    ),
    (_effect("repair", 1), "Whetstone of Ada repairs cards that are not in play by 1."),
    (_effect("cooldown", -1), "Whetstone of Ada changes cooldowns by −1."),
    (_effect("steal_coins", 2), "Ada steals 2 coins with Whetstone."),
    (_effect("gain_points", 1), "Ada gains 1 point with Whetstone."),
    (_effect("gain_mana", 2), "Ada gains 2 mana with Whetstone."),
    (_effect("discard_oldest", 1, cards=("lancer",)), "Whetstone of Ada makes the opponent discard Lancer."),
    (_effect("discard_oldest", 0), "Whetstone of Ada makes the opponent discard nothing."),
    (CardWorn(ADA, "lancer", 2, 0, None), "Lancer of Ada dies in Arena 2, for good."),
    (CardWorn(ADA, "war_drum", None, 0, None), "War Drum of Ada is used up."),
    (CardWorn(ADA, "war_drum", None, 1, 1), "War Drum of Ada goes on cooldown for 1 turn, with durability 1."),
    (CardsReleased(ADA, ("lancer",), 2), "Back under the deck of Ada: Lancer and 2 cards face down."),
    (
        HandDiscarded(ADA, (OpenDiscard("lancer", 1), OpenDiscard(None, 4))),
        "Ada discards Lancer (cooldown 1) and a card face down (cooldown 4).",
    ),
    (HandDiscarded(ADA, ()), "Ada discards nothing."),
    (
        CombatFought(1, Combatant("lancer", 0, 3, 3), Combatant("colossus", 0, 9, 9), 100, "lancer"),
        "In Arena 1, Lancer (0/3) fights Colossus (0/9): after 100 strikes they have 3 and 9 HP. "
        "Neither can win, and Lancer falls.",
    ),
    (UnitStruck(1, "lancer", "colossus", 2, 7), "In Arena 1, Lancer strikes Colossus for 2: 7 HP are left."),
    (ChallengerFell(1, "lancer"), "In Arena 1, neither can win, and the challenger Lancer falls."),
    (StoryCut(), "More happens than is told here."),
    (
        ArenaDecided((ADA, seat("heaven-1")), "last_lead", {ADA: 3, BO: 3}),
        "Ada and Cy win, because they led last: Ada (3), Bo (3).",
    ),
    (
        ArenaDecided((BO, seat("heaven-2")), "never_led", {ADA: 0, BO: 0}),
        "Bo and Di win, because nobody ever led and they moved second: Ada (0), Bo (0).",
    ),
]
"""What random matches seldom show, or only old logs do."""


@pytest.mark.parametrize(("fact", "line"), RARE, ids=[f"{n}-{row[0].type}" for n, row in enumerate(RARE)])
def test_what_is_rare_is_told_too(fact: Fact, line: str) -> None:
    """In German as well; that its templates have the same parts is tested for all games."""
    assert ENGINE.narrate(fact, ENGINE.speaker("en", players=PLAYERS)) == line
    assert ENGINE.narrate(fact, ENGINE.speaker("de", players=PLAYERS)) not in ("", line)


def test_a_turn_opens_with_its_own_fact_and_every_other_kind_of_fact_has_a_line_but_the_order_of_decks() -> None:
    """Over some random matches."""
    speaker = ENGINE.speaker("en")
    told: dict[str, set[bool]] = {}
    for seed in range(30):
        arena = Arena("shadow", perk_stale_rounds=1)
        for _ in arena.moments(Random(seed), absent=0.1):
            for addressed in arena.facts:
                line = ENGINE.narrate(addressed.fact, speaker)
                told.setdefault(type(addressed.fact).__name__, set()).add(bool(line))

    assert {name for name, lines in told.items() if lines == {False}} == {"DecksStacked", "ChannelOpened"}
    assert {name for name, lines in told.items() if len(lines) == 2} == {"PhaseOpened"}
    of_old = {"UnitStruck", "ChallengerFell"}
    assert told.keys() == {"ChannelOpened", "PhaseOpened", "MatchEnded"} | {
        kind.__name__ for kind in OwnFact.__args__ if kind.__name__ not in {*of_old, "StoryCut"}
    }
