"""The options that an organiser can set, and the named variants."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from engines.hero_of_the_arena.pack import BUNDLED_PACK, HeroOfTheArenaPack
from engines.kit import GameOptions, PackId, Variant, by_name

VariantName: TypeAlias = Literal["standard", "skirmish", "shadow", "high_rollers"]
Seconds: TypeAlias = Annotated[int, Field(ge=5, le=86_400)]


class HeroOfTheArenaOptions(GameOptions):
    """Options of a Hero of the Arena match. The defaults shown are those of `standard`; other variants set others."""

    variant: VariantName = Field("standard", description="The named variant whose defaults apply.")
    opponent_team: int = Field(
        2,
        ge=1,
        le=2,
        description="The team that was called out as the opponent: its drafter chooses who begins the draft.",
    )
    rounds: int = Field(25, ge=1, le=50, description="Rounds of the fight, one turn of each fighter in each.")
    mana: int = Field(3, ge=1, le=6, description="Mana at the start of a turn.")
    hand_size: int = Field(5, ge=1, le=10, description="Draw up to this many cards at the start of a turn.")
    max_coins: int = Field(5, ge=1, le=20, description="The most coins a fighter can hold.")
    shop_size: int = Field(6, ge=1, le=10, description="Cards in the shop's row.")
    perk_stale_rounds: int = Field(
        5, ge=1, le=25, description="Rounds without a perk purchase after which all perks on display are replaced."
    )
    bought_cards_to: Literal["hand", "deck_bottom"] = Field("hand", description="Where a bought card goes.")
    hidden_discards: bool = Field(False, description="Whether cards of a `discard` move are face down.")
    partner_channel: Literal["closed", "after_draft", "always"] = Field(
        "closed", description="When the two members of a team can talk to each other, across the realms."
    )
    pack: HeroOfTheArenaPack | PackId | None = Field(
        None, description="The card pack, or its id; null: the bundled pack."
    )
    starter_seconds: Seconds = Field(120, description="Length of phase `starter`.")
    review_seconds: Seconds = Field(180, description="Length of a `draft_review`.")
    decision_seconds: Seconds = Field(60, description="Time for each drafting decision; some phases have two.")
    preparation_seconds: int = Field(86_400, ge=0, le=604_800, description="Length of `preparation`.")
    turn_seconds: Seconds = Field(90, description="Length of a whole turn.")
    refresh_seconds: int = Field(30, ge=0, le=86_400, description="Added to a turn by each refresh of the shop.")

    @property
    def cards(self) -> HeroOfTheArenaPack:
        """The content of the pack; only for options that contain it."""
        if isinstance(self.pack, str):
            raise AssertionError("public options only name the pack")
        return BUNDLED_PACK if self.pack is None else self.pack


VARIANTS: Final = by_name(
    Variant("standard", "Standard", "25 rounds with the bundled rules."),
    Variant("skirmish", "Skirmish", "10 rounds; perks become stale after 3.", {"rounds": 10, "perk_stale_rounds": 3}),
    Variant(
        "shadow",
        "Shadow",
        "Discards are face down, and bought cards go to the bottom of the deck.",
        {"hidden_discards": True, "bought_cards_to": "deck_bottom"},
    ),
    Variant(
        "high_rollers",
        "High Rollers",
        "More coins and mana, and partners can talk after the draft.",
        {"max_coins": 10, "mana": 4, "partner_channel": "after_draft"},
    ),
)
