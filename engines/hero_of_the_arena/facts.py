"""
What can be told in Hero of the Arena, and to whom.

How the fight stands is told whole, by `ArenaBoardTold`, `OwnCardsTold` and `DecksStacked`; the other facts of a fight
are its story and change nothing.

`UnitStruck` and `ChallengerFell` stand only in logs of version 1 of the rules, which told every strike by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.contract import SENT_WHOLE, Audience, SeatId, ToEveryone, ToHost, ToItsSeat, only
from engines.hero_of_the_arena.data import DRAFTERS, Action
from engines.hero_of_the_arena.pack import DraftCard, HeroOfTheArenaPack
from engines.hero_of_the_arena.records import ArenaBoard, DecidedBy, DraftDecision, OwnCards

# The draft


class _ToDrafters:
    __slots__ = ()

    def audience(self, truth: object) -> Audience:
        return only(*DRAFTERS)


@dataclass(frozen=True, slots=True)
class DraftStarterTold(ToEveryone):
    """Who begins drafting, and so whose partner moves second in the fight."""

    starter: SeatId
    moves_first: SeatId
    type: Literal["hero_of_the_arena.draft_starter"] = "hero_of_the_arena.draft_starter"


@dataclass(frozen=True, slots=True)
class OfferRevealed(_ToDrafters):
    """The cards of a draft round: units, then items."""

    round: int
    cards: tuple[DraftCard, ...]
    type: Literal["hero_of_the_arena.offer_revealed"] = "hero_of_the_arena.offer_revealed"


@dataclass(frozen=True, slots=True)
class DraftDecided(_ToDrafters):
    """A drafter has picked, and perhaps banned."""

    decision: DraftDecision
    type: Literal["hero_of_the_arena.draft_decided"] = "hero_of_the_arena.draft_decided"


@dataclass(frozen=True, slots=True)
class CardsSetAside(_ToDrafters):
    """The two cards that a draft round left open."""

    round: int
    unit: str
    item: str
    type: Literal["hero_of_the_arena.cards_set_aside"] = "hero_of_the_arena.cards_set_aside"


@dataclass(frozen=True, slots=True)
class ArenaPackRevealed(ToEveryone):
    """All cards and perks that may appear; from now on facts name them by id."""

    pack: HeroOfTheArenaPack
    type: Literal["hero_of_the_arena.pack_revealed"] = "hero_of_the_arena.pack_revealed"


# How the fight stands


@dataclass(frozen=True, slots=True)
class ArenaBoardTold(ToEveryone):
    """All that everyone knows of the fight, as it stands now."""

    board: ArenaBoard
    type: Literal["hero_of_the_arena.board"] = "hero_of_the_arena.board"


@dataclass(frozen=True, slots=True)
class OwnCardsTold(ToItsSeat):
    """A fighter's own cards, as they are now."""

    seat: SeatId
    cards: OwnCards
    type: Literal["hero_of_the_arena.own_cards"] = "hero_of_the_arena.own_cards"


@dataclass(frozen=True, slots=True)
class DecksStacked(ToHost):
    """Both decks in order, top first."""

    decks: dict[SeatId, tuple[str, ...]]
    type: Literal["hero_of_the_arena.decks_stacked"] = "hero_of_the_arena.decks_stacked"


# The story of the fight


@dataclass(frozen=True, slots=True)
class TurnBegan(ToEveryone):
    """A fighter has the turn, a coin more and full mana."""

    turn: int
    seat: SeatId
    type: Literal["hero_of_the_arena.turn_began"] = "hero_of_the_arena.turn_began"


@dataclass(frozen=True, slots=True)
class HandFilled(ToEveryone):
    """A fighter drew this many cards at the start of its turn."""

    seat: SeatId
    drawn: int
    type: Literal["hero_of_the_arena.hand_filled"] = "hero_of_the_arena.hand_filled"


@dataclass(frozen=True, slots=True)
class FighterPassed(ToEveryone):
    """A fighter's move did nothing."""

    seat: SeatId
    move: Literal["play", "shop"]
    type: Literal["hero_of_the_arena.passed"] = "hero_of_the_arena.passed"


@dataclass(frozen=True, slots=True)
class ArenaCardPlayed(ToEveryone):
    """A fighter paid for a card and played it."""

    seat: SeatId
    card: str
    arena: int | None
    to: int | None
    type: Literal["hero_of_the_arena.card_played"] = "hero_of_the_arena.card_played"


@dataclass(frozen=True, slots=True)
class AffectedUnit:
    """A unit right after an effect, before the deaths it brings; one that returned to a hand as it left."""

    card: str
    arena: int
    attack: int
    hp: int
    max_hp: int
    durability: int


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
    do: Action
    amount: int | None
    units: tuple[AffectedUnit, ...] = ()
    cards: tuple[str, ...] = ()
    type: Literal["hero_of_the_arena.effect_happened"] = "hero_of_the_arena.effect_happened"


@dataclass(frozen=True, slots=True)
class Combatant:
    """A unit in a combat: what it strikes with, its HP before the first strike, and after the last."""

    card: str
    attack: int
    hp: int
    hp_left: int


@dataclass(frozen=True, slots=True)
class CombatFought(ToEveryone):
    """
    All strikes of a combat: `first` and `second` struck in turn, `strikes` times in all.

    `fell` is the challenger if both still stood after 100 strikes, so that it falls; otherwise null.
    """

    arena: int
    first: Combatant
    second: Combatant
    strikes: int
    fell: str | None
    type: Literal["hero_of_the_arena.combat_fought"] = "hero_of_the_arena.combat_fought"


@dataclass(frozen=True, slots=True)
class UnitStruck(ToEveryone):
    """One strike of a combat, as version 1 of the rules told it; `hp` is what the struck unit has left."""

    arena: int
    striker: str
    struck: str
    attack: int
    hp: int
    type: Literal["hero_of_the_arena.unit_struck"] = "hero_of_the_arena.unit_struck"


@dataclass(frozen=True, slots=True)
class ChallengerFell(ToEveryone):
    """After 100 strikes both still stood, so the challenger falls, as version 1 of the rules told it."""

    arena: int
    card: str
    type: Literal["hero_of_the_arena.challenger_fell"] = "hero_of_the_arena.challenger_fell"


@dataclass(frozen=True, slots=True)
class CombatWon(ToEveryone):
    """One unit lived."""

    arena: int
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
    durability: int
    cooldown: int | None
    type: Literal["hero_of_the_arena.card_worn"] = "hero_of_the_arena.card_worn"


@dataclass(frozen=True, slots=True)
class CardsReleased(ToEveryone):
    """Cards went from the pile under the deck: those that lay open, first in first, and how many lay face down."""

    seat: SeatId
    cards: tuple[str, ...]
    face_down: int
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
    arena: int


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
    price: int
    type: Literal["hero_of_the_arena.shop_sold"] = "hero_of_the_arena.shop_sold"


@dataclass(frozen=True, slots=True)
class ShopRefreshed(ToEveryone):
    """A fighter paid for a new row."""

    seat: SeatId
    cost: int
    row: tuple[str, ...]
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
    entered: tuple[str, ...]
    stale: bool
    type: Literal["hero_of_the_arena.perks_rotated"] = "hero_of_the_arena.perks_rotated"


@dataclass(frozen=True, slots=True)
class TurnScored(ToEveryone):
    """The end of a turn: what the arenas held were worth, all points, and who is ahead (null: nobody)."""

    turn: int
    seat: SeatId
    scored: int
    points: dict[SeatId, int]
    lead: SeatId | None
    type: Literal["hero_of_the_arena.turn_scored"] = "hero_of_the_arena.turn_scored"


@dataclass(frozen=True, slots=True)
class ArenaDecided(ToEveryone):
    """Which team won, and by what."""

    winners: tuple[SeatId, ...]
    decided_by: DecidedBy
    points: dict[SeatId, int]
    type: Literal["hero_of_the_arena.decided"] = "hero_of_the_arena.decided"


OwnFact: TypeAlias = (
    DraftStarterTold
    | OfferRevealed
    | DraftDecided
    | CardsSetAside
    | ArenaPackRevealed
    | ArenaBoardTold
    | OwnCardsTold
    | DecksStacked
    | TurnBegan
    | HandFilled
    | FighterPassed
    | ArenaCardPlayed
    | EffectHappened
    | CombatFought
    | UnitStruck
    | ChallengerFell
    | CombatWon
    | CardWorn
    | CardsReleased
    | StoryCut
    | HandDiscarded
    | ShopSold
    | ShopRefreshed
    | ShopRestocked
    | PerksRotated
    | TurnScored
    | ArenaDecided
)
