"""The records in the truth, the views and the facts."""

from typing import Literal, TypeAlias

from engines.hero_of_the_arena.pack import DraftCard
from engines.kit import SeatId, record

DecidedBy: TypeAlias = Literal["score", "last_lead", "never_led"]


@record
class DraftDecision:
    """What a drafter decided in one phase; the order within `draft_third` is ban, then pick."""

    round: int
    seat: SeatId
    pick: str
    """The card picked."""
    ban: str | None
    """The card banned; null: none."""


@record
class HeroDraft:
    """
    The draft as both drafters know it.

    `cards` are those revealed so far, with their data, until the whole pack is public. `offer` is that of the round;
    `open` are the cards of it neither picked nor banned. `set_aside` holds a unit and an item of each finished round.
    """

    round: int
    cards: tuple[DraftCard, ...]
    """The cards revealed so far, until the whole pack is public."""
    offer: tuple[str, ...]
    """The cards of the draft round."""
    open: tuple[str, ...]
    """The cards of the offer that are neither picked nor banned."""
    decisions: tuple[DraftDecision, ...]
    """What the drafters decided, in order."""
    set_aside: tuple[tuple[str, str], ...]
    """The unit and the item that each finished draft round left open."""


@record
class ArenaUnit:
    """
    A hero of an arena.

    `attack` is what it strikes with now; `bonus` the lasting bonus in it, which may be below what shows.
    """

    card: str
    owner: SeatId
    """The fighter it fights for."""
    attack: int
    """What the unit strikes with."""
    bonus: int
    """The lasting bonus in the attack."""
    hp: int
    max_hp: int
    durability: int


@record
class HeldCard:
    """A card in a hand or deck."""

    card: str
    durability: int


@record
class CooledCard:
    """
    A card on cooldown for `left` more turns of its owner; `start` is the initial number of turns.

    `card` and `durability` are null for others while it lies face down.
    """

    card: str | None
    """The card's id; null to others while it lies face down."""
    left: int
    """Turns of its owner that the card still waits."""
    start: int
    """The number of turns when the cooldown began."""
    durability: int | None
    """As of other cards; null to others while it lies face down."""
    face_down: bool
    """Whether it lies face down."""


@record
class ArenaFighter:
    """What everyone knows of a fighter. `perks` in the order of purchase, `removed` cards are gone for good."""

    coins: int
    """Coins held."""
    mana: int
    """Mana left in the turn."""
    points: int
    """The fighter's points."""
    perks: tuple[str, ...]
    """The perks bought, in order."""
    removed: tuple[str, ...]
    """The cards that are gone for good."""
    hand_size: int
    """How many cards are in the hand."""
    deck_size: int
    """How many cards are in the deck."""
    pile: tuple[CooledCard, ...]
    """The cards on cooldown."""


@record
class DisplayedPerk:
    """A perk for sale; once bought it leaves at the end of the turn `leaves_after`."""

    perk: str
    """The perk."""
    bought_by: tuple[SeatId, ...]
    """The fighters who have bought it."""
    leaves_after: int | None
    """The turn at whose end it leaves, once it is bought; null before."""


@record
class ArenaShop:
    """
    The shop, which both fighters share.

    `refreshes` counts those of this turn, so the next one costs one more; `sold` are cards that never come back;
    `idle_rounds` are complete rounds in a row without a perk bought, `perk_bought` whether one was in this round.
    """

    row: tuple[str, ...]
    perks: tuple[DisplayedPerk, ...]
    """The perks on display."""
    sold: tuple[str, ...]
    """The cards sold, which never come back."""
    refreshes: int
    """How often the row was replaced in this turn."""
    idle_rounds: int
    """Complete rounds in a row without a perk bought."""
    perk_bought: bool
    """Whether a perk was bought in this round."""


@record
class ArenaBoard:
    """
    All of the fight that everyone knows. `arenas` are 1 to 5; null: nobody's.

    `lead` is the fighter who was ahead at the latest end of a turn that was not tied.
    """

    turn: int
    active: SeatId
    """The fighter who has the turn."""
    arenas: tuple[ArenaUnit | None, ...]
    """The heroes of arenas 1 to 5, in this order; null: nobody's."""
    fighters: dict[SeatId, ArenaFighter]
    """By fighter: what everyone knows."""
    shop: ArenaShop
    """The shop."""
    lead: SeatId | None


@record
class OwnCards:
    """A fighter's own cards: the hand in order, the deck as a set in pack order, the pile with nothing hidden."""

    hand: tuple[HeldCard, ...]
    """The cards in the hand, in order."""
    deck: tuple[HeldCard, ...]
    """The cards of the deck, in pack order and not in that of the deck."""
    pile: tuple[CooledCard, ...]
