"""
What can be told in Hero of the Arena, and to whom.

How the fight stands is told whole, by `ArenaBoardTold`, `OwnCardsTold` and `DecksStacked`; the other facts of a fight
are its story, in `fight_facts.py`, and change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.hero_of_the_arena.data import DRAFTERS
from engines.hero_of_the_arena.fight_facts import (
    ArenaCardPlayed,
    ArenaDecided,
    CardsReleased,
    CardWorn,
    ChallengerFell,
    CombatFought,
    CombatWon,
    EffectHappened,
    FighterPassed,
    HandDiscarded,
    HandFilled,
    PerksRotated,
    ShopRefreshed,
    ShopRestocked,
    ShopSold,
    StoryCut,
    TurnBegan,
    TurnScored,
    UnitStruck,
)
from engines.hero_of_the_arena.pack import DraftCard, HeroOfTheArenaPack
from engines.hero_of_the_arena.records import ArenaBoard, DraftDecision, OwnCards
from engines.kit import Audience, SeatId, ToEveryone, ToHost, ToItsSeat, only

# The draft


class _ToDrafters:
    __slots__ = ()

    def audience(self, truth: object) -> Audience:
        return only(*DRAFTERS)


@dataclass(frozen=True, slots=True)
class DraftStarterTold(ToEveryone):
    """The drafter who begins; that drafter's partner moves second in the fight."""

    starter: SeatId
    """The drafter who begins."""
    moves_first: SeatId
    """The fighter who has the first turn."""
    type: Literal["hero_of_the_arena.draft_starter"] = "hero_of_the_arena.draft_starter"


@dataclass(frozen=True, slots=True)
class OfferRevealed(_ToDrafters):
    """The cards of a draft round: units, then items."""

    round: int
    """The draft round, from 1."""
    cards: tuple[DraftCard, ...]
    """The cards."""
    type: Literal["hero_of_the_arena.offer_revealed"] = "hero_of_the_arena.offer_revealed"


@dataclass(frozen=True, slots=True)
class DraftDecided(_ToDrafters):
    """A drafter picked a card, and may also have banned one."""

    decision: DraftDecision
    """The decision."""
    type: Literal["hero_of_the_arena.draft_decided"] = "hero_of_the_arena.draft_decided"


@dataclass(frozen=True, slots=True)
class CardsSetAside(_ToDrafters):
    """The two remaining cards of a draft round."""

    round: int
    unit: str
    """The unit."""
    item: str
    """The item."""
    type: Literal["hero_of_the_arena.cards_set_aside"] = "hero_of_the_arena.cards_set_aside"


@dataclass(frozen=True, slots=True)
class ArenaPackRevealed(ToEveryone):
    """All cards and perks of the match; later facts refer to them by id."""

    pack: HeroOfTheArenaPack
    """All cards and perks of the match."""
    type: Literal["hero_of_the_arena.pack_revealed"] = "hero_of_the_arena.pack_revealed"


# How the fight stands


@dataclass(frozen=True, slots=True)
class ArenaBoardTold(ToEveryone):
    """The public state of the fight."""

    board: ArenaBoard
    """The fight."""
    type: Literal["hero_of_the_arena.board"] = "hero_of_the_arena.board"


@dataclass(frozen=True, slots=True)
class OwnCardsTold(ToItsSeat):
    """A fighter's own cards, as they are now."""

    seat: SeatId
    cards: OwnCards
    """The cards, as they are now."""
    type: Literal["hero_of_the_arena.own_cards"] = "hero_of_the_arena.own_cards"


@dataclass(frozen=True, slots=True)
class DecksStacked(ToHost):
    """Both decks in order, top first."""

    decks: dict[SeatId, tuple[str, ...]]
    """By fighter: the deck, top first."""
    type: Literal["hero_of_the_arena.decks_stacked"] = "hero_of_the_arena.decks_stacked"


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
