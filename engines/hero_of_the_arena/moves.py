"""The moves of the game."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from engines.hero_of_the_arena.data import MOST_ACTIONS
from engines.kit import GameMove

DrafterName: TypeAlias = Literal["heaven-1", "heaven-2"]
ArenaNumber: TypeAlias = Annotated[int, Field(ge=1, le=5)]


class ChooseStarterMove(GameMove):
    """Choose the drafter who begins. Used in phase `starter`."""

    type: Literal["choose_starter"]
    seat: DrafterName = Field(description="One of the two heaven seats.")


class HeroReadyMove(GameMove):
    """Confirm that the seat is ready. Used in phases `draft_review` and `preparation`."""

    type: Literal["ready"]


class HeroDraftMove(GameMove):
    """Pick a card for the partner's deck; in `draft_second` and `draft_third` also ban one."""

    type: Literal["draft"]
    pick: str = Field(description="An open card of the offer.", examples=["pit_brawler"])
    ban: str | None = Field(
        None, description="Another open card; picked first in `draft_second`, banned first in `draft_third`."
    )


class ArenaAction(GameMove):
    """One card played from the hand."""

    card: str = Field(examples=["pit_brawler"])
    arena: ArenaNumber | None = Field(
        None, description="The arena of a unit, or of the target of an item; null for an item without a target."
    )
    to: ArenaNumber | None = Field(None, description="The destination, for an item that moves a hero.")


class ArenaPlayMove(GameMove):
    """Play cards in this order. Used in phases `turn` and `play`; without actions it is a pass."""

    type: Literal["play"]
    # Only in the schema, not validated: logs of version 1 of the rules contain longer lists.
    actions: tuple[ArenaAction, ...] = Field((), json_schema_extra={"maxItems": MOST_ACTIONS})
    """The cards to play, in this order."""
    then: Literal["end", "more"] = Field("end", description="End the turn, or see what was drawn and continue.")


class DiscardedCard(GameMove):
    """A card that goes on cooldown for the number of that arena."""

    card: str = Field(examples=["pit_brawler"])
    arena: ArenaNumber
    """The arena, 1 to 5."""


class ArenaDiscardMove(GameMove):
    """Put cards on cooldown, at most one for each arena number. Used in phase `turn`."""

    type: Literal["discard"]
    cards: tuple[DiscardedCard, ...] = ()


class ArenaShopMove(GameMove):
    """Buy cards and perks in this order. Used in phases `turn` and `shop`."""

    type: Literal["shop"]
    buy: tuple[str, ...] = Field((), description="Cards of the row and perks on display.")
    then: Literal["leave", "refresh"] = Field("leave", description="End the turn, or pay for a new row and continue.")


ArenaMove: TypeAlias = (
    ChooseStarterMove | HeroReadyMove | HeroDraftMove | ArenaPlayMove | ArenaDiscardMove | ArenaShopMove
)

READY = HeroReadyMove(type="ready")
NO_DISCARD = ArenaDiscardMove(type="discard")
END_OF_PLAY = ArenaPlayMove(type="play")
LEAVE = ArenaShopMove(type="shop")
