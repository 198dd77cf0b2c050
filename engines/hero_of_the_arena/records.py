"""The records that the truth, the views and the facts are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engines.contract import SeatId
from engines.hero_of_the_arena.pack import DraftCard

DecidedBy: TypeAlias = Literal["score", "last_lead", "never_led"]


@dataclass(frozen=True, slots=True)
class DraftDecision:
    """What a drafter decided in one phase; the order within `draft_third` is ban, then pick."""

    round: int
    seat: SeatId
    pick: str
    ban: str | None


@dataclass(frozen=True, slots=True)
class HeroDraft:
    """
    The draft as both drafters know it.

    `cards` are those revealed so far, with their data, until the whole pack is public. `offer` is that of the round;
    `open` are the cards of it neither picked nor banned. `set_aside` holds a unit and an item of each finished round.
    """

    round: int
    cards: tuple[DraftCard, ...]
    offer: tuple[str, ...]
    open: tuple[str, ...]
    decisions: tuple[DraftDecision, ...]
    set_aside: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ArenaUnit:
    """
    A hero of an arena.

    `attack` is what it strikes with now; `bonus` the lasting bonus in it, which may be below what shows.
    """

    card: str
    owner: SeatId
    attack: int
    bonus: int
    hp: int
    max_hp: int
    durability: int


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in a hand or deck."""

    card: str
    durability: int


@dataclass(frozen=True, slots=True)
class CooledCard:
    """
    A card on cooldown for `left` more turns of its owner; `start` is what that was when it went there.

    `card` and `durability` are null to others while it lies face down.
    """

    card: str | None
    left: int
    start: int
    durability: int | None
    face_down: bool


@dataclass(frozen=True, slots=True)
class ArenaFighter:
    """What everyone knows of a fighter. `perks` in the order of purchase, `removed` cards are gone for good."""

    coins: int
    mana: int
    points: int
    perks: tuple[str, ...]
    removed: tuple[str, ...]
    hand_size: int
    deck_size: int
    pile: tuple[CooledCard, ...]


@dataclass(frozen=True, slots=True)
class DisplayedPerk:
    """A perk for sale; once bought it leaves at the end of the turn `leaves_after`."""

    perk: str
    bought_by: tuple[SeatId, ...]
    leaves_after: int | None


@dataclass(frozen=True, slots=True)
class ArenaShop:
    """
    The shop, which both fighters share.

    `refreshes` counts those of this turn, so the next one costs one more; `sold` are cards that never come back;
    `idle_rounds` are complete rounds in a row without a perk bought, `perk_bought` whether one was in this round.
    """

    row: tuple[str, ...]
    perks: tuple[DisplayedPerk, ...]
    sold: tuple[str, ...]
    refreshes: int
    idle_rounds: int
    perk_bought: bool


@dataclass(frozen=True, slots=True)
class ArenaBoard:
    """
    All of the fight that everyone knows. `arenas` are 1 to 5; null: nobody's.

    `lead` is the fighter who was ahead at the latest end of a turn that was not tied.
    """

    turn: int
    active: SeatId
    arenas: tuple[ArenaUnit | None, ...]
    fighters: dict[SeatId, ArenaFighter]
    shop: ArenaShop
    lead: SeatId | None


@dataclass(frozen=True, slots=True)
class OwnCards:
    """A fighter's own cards: the hand in order, the deck as a set in pack order, the pile with nothing hidden."""

    hand: tuple[HeldCard, ...]
    deck: tuple[HeldCard, ...]
    pile: tuple[CooledCard, ...]
