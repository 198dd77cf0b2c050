"""
The story of a fight, which everyone is told: how it came to stand as it does.

`UnitStruck` and `ChallengerFell` stand only in logs of version 1 of the rules, which told every strike by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engines.hero_of_the_arena.data import Action
from engines.hero_of_the_arena.records import DecidedBy
from engines.kit import SENT_WHOLE, SeatId, ToEveryone


@dataclass(frozen=True, slots=True)
class TurnBegan(ToEveryone):
    """The turn of a fighter began, with one more coin and full mana."""

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
    """The arena, 1 to 5; null if the card has none."""
    to: int | None
    """The arena to which an item moves a hero; null: none."""
    type: Literal["hero_of_the_arena.card_played"] = "hero_of_the_arena.card_played"


@dataclass(frozen=True, slots=True)
class AffectedUnit:
    """A unit right after an effect, before deaths; a unit that returned to a hand, as it left."""

    card: str
    arena: int
    """The arena, 1 to 5."""
    attack: int
    """The attack of the unit."""
    hp: int
    """The unit's hit points."""
    max_hp: int
    """The most hit points it can have."""
    durability: int
    """How often the card can still be used; at 0 it is removed from the match."""


@dataclass(frozen=True, slots=True)
class EffectHappened(ToEveryone):
    """
    A card or perk of `seat` had an effect.

    `amount` is the result: coins gained or stolen, cards drawn; null if the action has no amount. `units` are the
    affected units; `cards` are the cards that left a hand, which everyone sees.
    """

    __pydantic_config__ = SENT_WHOLE

    seat: SeatId
    source: str
    """The card or perk."""
    do: Action
    """What it does."""
    amount: int | None
    """The result: coins gained or stolen, cards drawn; null if the action has no amount."""
    units: tuple[AffectedUnit, ...] = ()
    """The affected units."""
    cards: tuple[str, ...] = ()
    """The cards that left a hand, which everyone sees."""
    type: Literal["hero_of_the_arena.effect_happened"] = "hero_of_the_arena.effect_happened"


@dataclass(frozen=True, slots=True)
class Combatant:
    """A unit in a combat: its attack, its HP before the first strike, and after the last."""

    card: str
    attack: int
    """The attack of the unit."""
    hp: int
    """Its hit points before the first strike."""
    hp_left: int
    """Its hit points after the last strike, which may be below 0."""


@dataclass(frozen=True, slots=True)
class CombatFought(ToEveryone):
    """
    All strikes of a combat: `first` and `second` strike in turn, `strikes` times in total.

    `fell` is the challenger if both units survived 100 strikes, so that it falls; otherwise null.
    """

    arena: int
    """The arena, 1 to 5."""
    first: Combatant
    """The unit that struck first."""
    second: Combatant
    """The unit that struck second."""
    strikes: int
    """The number of strikes of both units."""
    fell: str | None
    """The challenger, if it fell because both units survived 100 strikes; otherwise null."""
    type: Literal["hero_of_the_arena.combat_fought"] = "hero_of_the_arena.combat_fought"


@dataclass(frozen=True, slots=True)
class UnitStruck(ToEveryone):
    """One strike of a combat; `hp` is the remaining HP of the struck unit. Only in version 1 of the rules."""

    arena: int
    """The arena, 1 to 5."""
    striker: str
    """The unit that strikes."""
    struck: str
    """The unit that is struck."""
    attack: int
    """The attack of the unit."""
    hp: int
    """The remaining HP of the struck unit."""
    type: Literal["hero_of_the_arena.unit_struck"] = "hero_of_the_arena.unit_struck"


@dataclass(frozen=True, slots=True)
class ChallengerFell(ToEveryone):
    """Both units survived 100 strikes, so the challenger falls. Only in version 1 of the rules."""

    arena: int
    """The arena, 1 to 5."""
    card: str
    type: Literal["hero_of_the_arena.challenger_fell"] = "hero_of_the_arena.challenger_fell"


@dataclass(frozen=True, slots=True)
class CombatWon(ToEveryone):
    """One unit survived."""

    arena: int
    """The arena, 1 to 5."""
    seat: SeatId
    card: str
    type: Literal["hero_of_the_arena.combat_won"] = "hero_of_the_arena.combat_won"


@dataclass(frozen=True, slots=True)
class CardWorn(ToEveryone):
    """
    A card lost one durability: a unit that died in the arena `died_in`, or an item.

    It goes on cooldown; with a `durability` of 0 it is removed from the match, and `cooldown` is null.
    """

    seat: SeatId
    card: str
    died_in: int | None
    """The arena in which the unit died; null for an item."""
    durability: int
    cooldown: int | None
    """Turns on cooldown; null if the card was removed from the match."""
    type: Literal["hero_of_the_arena.card_worn"] = "hero_of_the_arena.card_worn"


@dataclass(frozen=True, slots=True)
class CardsReleased(ToEveryone):
    """Cards went from the pile to the bottom of the deck: the open ones in order, and the number of face-down ones."""

    seat: SeatId
    cards: tuple[str, ...]
    face_down: int
    """How many cards lay face down."""
    type: Literal["hero_of_the_arena.cards_released"] = "hero_of_the_arena.cards_released"


@dataclass(frozen=True, slots=True)
class StoryCut(ToEveryone):
    """
    There were too many steps: further effects, combats, used and returned cards are omitted.

    They still happened; the following board shows their result.
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
    """Cards were added at the end of the row."""

    cards: tuple[str, ...]
    type: Literal["hero_of_the_arena.shop_restocked"] = "hero_of_the_arena.shop_restocked"


@dataclass(frozen=True, slots=True)
class PerksRotated(ToEveryone):
    """Perks on display were replaced, after a purchase or because nobody bought any."""

    left: tuple[str, ...]
    """The perks that were removed from the display."""
    entered: tuple[str, ...]
    """The new perks on display."""
    stale: bool
    """Whether they were replaced because nobody bought any."""
    type: Literal["hero_of_the_arena.perks_rotated"] = "hero_of_the_arena.perks_rotated"


@dataclass(frozen=True, slots=True)
class TurnScored(ToEveryone):
    """The end of a turn: the points for held arenas, all points, and who is ahead (null: nobody)."""

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
    """The winning team, and the reason."""

    winners: tuple[SeatId, ...]
    """The seats of the team that won."""
    decided_by: DecidedBy
    """What decided the fight."""
    points: dict[SeatId, int]
    type: Literal["hero_of_the_arena.decided"] = "hero_of_the_arena.decided"
