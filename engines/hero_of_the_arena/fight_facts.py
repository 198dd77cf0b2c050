"""
The story of a fight, which is public: the steps that led to its state.

`UnitStruck` and `ChallengerFell` occur only in logs of version 1 of the rules, which recorded each strike separately.
"""

from typing import Literal

from engines.hero_of_the_arena.data import Action
from engines.hero_of_the_arena.records import DecidedBy
from engines.kit import SENT_WHOLE, SeatId, ToEveryone, fact, record


class Story(ToEveryone):
    """Base of the facts that change neither the truth nor a view."""

    __slots__ = ()


@fact("hero_of_the_arena.turn_began")
class TurnBegan(Story):
    """The turn of a fighter began, with one more coin and full mana."""

    turn: int
    """The turn's number, from 1."""
    seat: SeatId


@fact("hero_of_the_arena.hand_filled")
class HandFilled(Story):
    """A fighter drew this many cards at the start of its turn."""

    seat: SeatId
    drawn: int
    """How many cards were drawn."""


@fact("hero_of_the_arena.passed")
class FighterPassed(Story):
    """A fighter's move did nothing."""

    seat: SeatId
    move: Literal["play", "shop"]
    """The move that did nothing."""


@fact("hero_of_the_arena.card_played")
class ArenaCardPlayed(Story):
    """A fighter paid for a card and played it."""

    seat: SeatId
    card: str
    """The card's id."""
    arena: int | None
    """The arena, 1 to 5; null if the card has none."""
    to: int | None
    """The arena to which an item moves a hero; null: none."""


@record
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


@fact("hero_of_the_arena.effect_happened")
class EffectHappened(Story):
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


@record
class Combatant:
    """A unit in a combat: its attack, its HP before the first strike, and after the last."""

    card: str
    attack: int
    """The attack of the unit."""
    hp: int
    """Its hit points before the first strike."""
    hp_left: int
    """Its hit points after the last strike, which may be below 0."""


@fact("hero_of_the_arena.combat_fought")
class CombatFought(Story):
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


@fact("hero_of_the_arena.unit_struck")
class UnitStruck(Story):
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


@fact("hero_of_the_arena.challenger_fell")
class ChallengerFell(Story):
    """Both units survived 100 strikes, so the challenger falls. Only in version 1 of the rules."""

    arena: int
    """The arena, 1 to 5."""
    card: str


@fact("hero_of_the_arena.combat_won")
class CombatWon(Story):
    """One unit survived."""

    arena: int
    """The arena, 1 to 5."""
    seat: SeatId
    card: str


@fact("hero_of_the_arena.card_worn")
class CardWorn(Story):
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


@fact("hero_of_the_arena.cards_released")
class CardsReleased(Story):
    """Cards went from the pile to the bottom of the deck: the open ones in order, and the number of face-down ones."""

    seat: SeatId
    cards: tuple[str, ...]
    face_down: int
    """How many cards lay face down."""


@fact("hero_of_the_arena.story_cut")
class StoryCut(Story):
    """
    There were too many steps: further effects, combats, used and returned cards are omitted.

    They still happened; the following board shows their result.
    """


@record
class OpenDiscard:
    """A card that was discarded; null if face down."""

    card: str | None
    """The card's id; null if it lies face down."""
    arena: int
    """The arena, 1 to 5."""


@fact("hero_of_the_arena.hand_discarded")
class HandDiscarded(Story):
    """A fighter put cards on cooldown."""

    seat: SeatId
    cards: tuple[OpenDiscard, ...]


@fact("hero_of_the_arena.shop_sold")
class ShopSold(Story):
    """A fighter bought a card or perk."""

    seat: SeatId
    bought: str
    """The card or perk bought."""
    price: int
    """The price in coins."""


@fact("hero_of_the_arena.shop_refreshed")
class ShopRefreshed(Story):
    """A fighter paid for a new row."""

    seat: SeatId
    cost: int
    """The price: mana for playing a card, coins for a new row of the shop."""
    row: tuple[str, ...]
    """The cards for sale."""


@fact("hero_of_the_arena.shop_restocked")
class ShopRestocked(Story):
    """Cards were added at the end of the row."""

    cards: tuple[str, ...]


@fact("hero_of_the_arena.perks_rotated")
class PerksRotated(Story):
    """Perks on display were replaced, after a purchase or because nobody bought any."""

    left: tuple[str, ...]
    """The perks that were removed from the display."""
    entered: tuple[str, ...]
    """The new perks on display."""
    stale: bool
    """Whether they were replaced because nobody bought any."""


@fact("hero_of_the_arena.turn_scored")
class TurnScored(Story):
    """The end of a turn: the points for held arenas, all points, and who is ahead (null: nobody)."""

    turn: int
    seat: SeatId
    scored: int
    """Points for the arenas held at the end of the turn."""
    points: dict[SeatId, int]
    """By fighter: points."""
    lead: SeatId | None
    """The fighter who is ahead; null: nobody."""


@fact("hero_of_the_arena.decided")
class ArenaDecided(ToEveryone):
    """The winning team, and the reason."""

    winners: tuple[SeatId, ...]
    """The seats of the team that won."""
    decided_by: DecidedBy
    """What decided the fight."""
    points: dict[SeatId, int]
