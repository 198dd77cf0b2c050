"""
The story of a fight, which everyone is told: how it came to stand as it does.

`UnitStruck` and `ChallengerFell` stand only in logs of version 1 of the rules, which told every strike by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engines.contract import SENT_WHOLE, SeatId, ToEveryone
from engines.hero_of_the_arena.data import Action
from engines.hero_of_the_arena.records import DecidedBy


@dataclass(frozen=True, slots=True)
class TurnBegan(ToEveryone):
    """A fighter has the turn, a coin more and full mana."""

    turn: int
    """The turn's number, from 1."""
    seat: SeatId
    type: Literal["hero_of_the_arena.turn_began"] = "hero_of_the_arena.turn_began"


@dataclass(frozen=True, slots=True)
class HandFilled(ToEveryone):
    """A fighter drew this many cards at the start of its turn."""

    seat: SeatId
    drawn: int
    """How many cards were drawn."""
    type: Literal["hero_of_the_arena.hand_filled"] = "hero_of_the_arena.hand_filled"


@dataclass(frozen=True, slots=True)
class FighterPassed(ToEveryone):
    """A fighter's move did nothing."""

    seat: SeatId
    move: Literal["play", "shop"]
    """The move that did nothing."""
    type: Literal["hero_of_the_arena.passed"] = "hero_of_the_arena.passed"


@dataclass(frozen=True, slots=True)
class ArenaCardPlayed(ToEveryone):
    """A fighter paid for a card and played it."""

    seat: SeatId
    card: str
    """The card's id."""
    arena: int | None
    """The arena, 1 to 5; null where the card takes none."""
    to: int | None
    """The arena to which an item moves a hero; null: none."""
    type: Literal["hero_of_the_arena.card_played"] = "hero_of_the_arena.card_played"


@dataclass(frozen=True, slots=True)
class AffectedUnit:
    """A unit right after an effect, before the deaths it brings; one that returned to a hand as it left."""

    card: str
    arena: int
    """The arena, 1 to 5."""
    attack: int
    """What it strikes with."""
    hp: int
    """The unit's hit points."""
    max_hp: int
    """The most hit points it can have."""
    durability: int
    """How often the card can still be used up; at 0 it is gone for good."""


@dataclass(frozen=True, slots=True)
class EffectHappened(ToEveryone):
    """
    A card or perk of `seat` did something.

    `amount` is what came of it: coins gained or stolen, cards drawn; null where the action has none. `units` are those
    it touched; `cards` those that left a hand by it, which everyone sees.
    """

    __pydantic_config__ = SENT_WHOLE

    seat: SeatId
    source: str
    """The card or perk."""
    do: Action
    """What it does."""
    amount: int | None
    """What came of it: coins gained or stolen, cards drawn; null where the action has none."""
    units: tuple[AffectedUnit, ...] = ()
    """The units it touched."""
    cards: tuple[str, ...] = ()
    """The cards that left a hand by it, which everyone sees."""
    type: Literal["hero_of_the_arena.effect_happened"] = "hero_of_the_arena.effect_happened"


@dataclass(frozen=True, slots=True)
class Combatant:
    """A unit in a combat: what it strikes with, its HP before the first strike, and after the last."""

    card: str
    attack: int
    """What the unit strikes with."""
    hp: int
    """Its hit points before the first strike."""
    hp_left: int
    """Its hit points after the last strike, which may be below 0."""


@dataclass(frozen=True, slots=True)
class CombatFought(ToEveryone):
    """
    All strikes of a combat: `first` and `second` struck in turn, `strikes` times in all.

    `fell` is the challenger if both still stood after 100 strikes, so that it falls; otherwise null.
    """

    arena: int
    """The arena, 1 to 5."""
    first: Combatant
    """The unit that struck first."""
    second: Combatant
    """The unit that struck second."""
    strikes: int
    """How many strikes there were, by both in turn."""
    fell: str | None
    """The challenger, if it fell because both still stood after 100 strikes; null: neither fell so."""
    type: Literal["hero_of_the_arena.combat_fought"] = "hero_of_the_arena.combat_fought"


@dataclass(frozen=True, slots=True)
class UnitStruck(ToEveryone):
    """One strike of a combat, as version 1 of the rules told it; `hp` is what the struck unit has left."""

    arena: int
    """The arena, 1 to 5."""
    striker: str
    """The unit that strikes."""
    struck: str
    """The unit that is struck."""
    attack: int
    """What the unit strikes with."""
    hp: int
    """What the struck unit has left."""
    type: Literal["hero_of_the_arena.unit_struck"] = "hero_of_the_arena.unit_struck"


@dataclass(frozen=True, slots=True)
class ChallengerFell(ToEveryone):
    """After 100 strikes both still stood, so the challenger falls, as version 1 of the rules told it."""

    arena: int
    """The arena, 1 to 5."""
    card: str
    type: Literal["hero_of_the_arena.challenger_fell"] = "hero_of_the_arena.challenger_fell"


@dataclass(frozen=True, slots=True)
class CombatWon(ToEveryone):
    """One unit lived."""

    arena: int
    """The arena, 1 to 5."""
    seat: SeatId
    card: str
    type: Literal["hero_of_the_arena.combat_won"] = "hero_of_the_arena.combat_won"


@dataclass(frozen=True, slots=True)
class CardWorn(ToEveryone):
    """
    A card was used up by one: a unit that died in the arena `died_in`, or an item.

    It is on cooldown, or with a `durability` of 0 gone for good, and `cooldown` null.
    """

    seat: SeatId
    card: str
    died_in: int | None
    """The arena in which the unit died; null for an item."""
    durability: int
    cooldown: int | None
    """Turns on cooldown; null if the card is gone for good."""
    type: Literal["hero_of_the_arena.card_worn"] = "hero_of_the_arena.card_worn"


@dataclass(frozen=True, slots=True)
class CardsReleased(ToEveryone):
    """Cards went from the pile under the deck: those that lay open, first in first, and how many lay face down."""

    seat: SeatId
    cards: tuple[str, ...]
    face_down: int
    """How many cards lay face down."""
    type: Literal["hero_of_the_arena.cards_released"] = "hero_of_the_arena.cards_released"


@dataclass(frozen=True, slots=True)
class StoryCut(ToEveryone):
    """
    The story is too long: effects, combats, worn and released cards behind this are not told one by one.

    They happened all the same; the board that follows shows what came of them.
    """

    type: Literal["hero_of_the_arena.story_cut"] = "hero_of_the_arena.story_cut"


@dataclass(frozen=True, slots=True)
class OpenDiscard:
    """A card that was discarded; null if face down."""

    card: str | None
    """The card's id; null if it lies face down."""
    arena: int
    """The arena, 1 to 5."""


@dataclass(frozen=True, slots=True)
class HandDiscarded(ToEveryone):
    """A fighter put cards on cooldown."""

    seat: SeatId
    cards: tuple[OpenDiscard, ...]
    type: Literal["hero_of_the_arena.hand_discarded"] = "hero_of_the_arena.hand_discarded"


@dataclass(frozen=True, slots=True)
class ShopSold(ToEveryone):
    """A fighter bought a card or perk."""

    seat: SeatId
    bought: str
    """The card or perk bought."""
    price: int
    """The price in coins."""
    type: Literal["hero_of_the_arena.shop_sold"] = "hero_of_the_arena.shop_sold"


@dataclass(frozen=True, slots=True)
class ShopRefreshed(ToEveryone):
    """A fighter paid for a new row."""

    seat: SeatId
    cost: int
    """The price: mana for playing a card, coins for a new row of the shop."""
    row: tuple[str, ...]
    """The cards for sale."""
    type: Literal["hero_of_the_arena.shop_refreshed"] = "hero_of_the_arena.shop_refreshed"


@dataclass(frozen=True, slots=True)
class ShopRestocked(ToEveryone):
    """Cards came to the end of the row."""

    cards: tuple[str, ...]
    type: Literal["hero_of_the_arena.shop_restocked"] = "hero_of_the_arena.shop_restocked"


@dataclass(frozen=True, slots=True)
class PerksRotated(ToEveryone):
    """Perks on display were replaced, after a purchase or because nobody wanted any."""

    left: tuple[str, ...]
    """The perks that are gone from the display."""
    entered: tuple[str, ...]
    """The perks that came on display."""
    stale: bool
    """Whether it happened because nobody wanted any."""
    type: Literal["hero_of_the_arena.perks_rotated"] = "hero_of_the_arena.perks_rotated"


@dataclass(frozen=True, slots=True)
class TurnScored(ToEveryone):
    """The end of a turn: what the arenas held were worth, all points, and who is ahead (null: nobody)."""

    turn: int
    seat: SeatId
    scored: int
    """Points for the arenas held at the end of the turn."""
    points: dict[SeatId, int]
    """By fighter: points."""
    lead: SeatId | None
    """The fighter who is ahead; null: nobody."""
    type: Literal["hero_of_the_arena.turn_scored"] = "hero_of_the_arena.turn_scored"


@dataclass(frozen=True, slots=True)
class ArenaDecided(ToEveryone):
    """Which team won, and by what."""

    winners: tuple[SeatId, ...]
    """The seats of the team that won."""
    decided_by: DecidedBy
    """By what the fight was decided."""
    points: dict[SeatId, int]
    type: Literal["hero_of_the_arena.decided"] = "hero_of_the_arena.decided"
