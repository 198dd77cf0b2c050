"""The options that an organiser can set, and the five published variants."""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from engines.kit import BAD_OPTION, SENT_WHOLE, GameOptions, SeatId, Variant, by_name, complete_options, seat_id
from engines.wizards_duel.data import ITEMS, Item, Theme

SeatName: TypeAlias = Literal["a", "b"]
Seconds: TypeAlias = Annotated[int, Field(ge=10, le=604_800)]
VariantName: TypeAlias = Literal["genius_3_3", "colosseum", "archwizard", "puzzler", "gods_collide"]


class WizardsDuelItems(BaseModel):
    """The owner of each item at the start; null: none."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True) | SENT_WHOLE

    athenas_wisdom: SeatName | None = Field(None, description="Can cast `w` once in the match.")
    hestias_hearth: SeatName | None = Field(None, description="Wins duels that end with equal points.")
    apollos_daybreak: SeatName | None = Field(None, description="Can undo the last round.")

    def owners(self) -> dict[Item, SeatId | None]:
        """Return every item with its owner, in item order."""
        named: dict[Item, SeatName | None] = {item: getattr(self, item) for item in ITEMS}
        return {item: None if name is None else seat_id(name) for item, name in named.items()}


class WizardsDuelOptions(GameOptions):
    """Options of a Wizard's Duel match. The defaults shown are those of `genius_3_3`; other variants set others."""

    variant: VariantName = Field("genius_3_3", description="The published variant whose defaults apply.")
    phantasmal_killer: bool = Field(False, description="Whether spell `0` is in the pool, which adds a round.")
    wins_needed: int = Field(2, ge=1, le=5, description="Duel wins that end the match.")
    tied_duel: Literal["holder_wins", "replay", "draw"] = Field(
        "holder_wins",
        description="The result of a duel with equal points: won by `advantage_seat`, played again, or drawn.",
    )
    advantage_seat: SeatName | None = Field("b", description="The seat that wins ties; null: neither.")
    timeout: Literal["random_penalty", "lose_duel"] = Field(
        "random_penalty",
        description="The effect of a missing cast: a random spell and a lost round, or a lost duel.",
    )
    max_restarts: int = Field(3, ge=0, le=10, description="How often one round restarts when both casts are missing.")
    max_replays: int = Field(3, ge=0, le=10, description="How often one duel is played again after a tie.")
    items: Annotated[WizardsDuelItems, Field(strict=False)] = Field(
        WizardsDuelItems(),
        description="Items owned from the start.",
    )
    item_draft: Annotated[tuple[SeatName, ...], Field(strict=False, max_length=len(ITEMS))] = Field(
        (),
        description="The seats that pick an unowned item before the first duel, in order; at most one pick per item.",
    )
    daybreak_uses: int = Field(1, ge=1, le=5, description="How often Apollo's Daybreak works in a match.")
    hidden_reveal: Literal["duel_end", "match_end", "never"] = Field(
        "match_end",
        description="When spells cast in fog are revealed to everyone.",
    )
    theme: Theme = Field("wizards", description="Which names of the spells to display; does not change the rules.")
    cast_seconds: Seconds = Field(60, description="Length of a `cast` phase.")
    charm_seconds: Seconds = Field(60, description="Length of a `charm` phase.")
    daybreak_seconds: Seconds = Field(30, description="Length of a `daybreak` phase.")
    draft_seconds: Seconds = Field(60, description="Length of a `draft` phase.")
    break_seconds: int = Field(
        0, ge=0, le=604_800, description="Added to the first `cast` of each duel after the first."
    )
    early_close: bool = Field(False, description="Close a phase as soon as every seat that can submit has.")
    table_talk: bool = Field(True, description="Whether the seats share the channel `table`.")

    @field_validator("item_draft")
    @classmethod
    def _a_pick_needs_an_item(cls, draft: tuple[SeatName, ...], info: ValidationInfo) -> tuple[SeatName, ...]:
        items = info.data.get("items")
        # An invalid `items` is reported by itself, and first.
        if isinstance(items, WizardsDuelItems):
            unowned = sum(owner is None for owner in items.owners().values())
            if len(draft) > unowned:
                raise PydanticCustomError(
                    "too_many_picks",
                    "There are {picks} picks for {unowned} unowned items",
                    {"picks": len(draft), "unowned": unowned},
                )
        return draft


VARIANTS: Final = by_name(
    Variant("genius_3_3", "Balance of Harmony", "Nine spells, two wins; seat b wins ties."),
    Variant(
        "colosseum",
        "Colosseum",
        "Nine spells, two wins; a tied duel is played again.",
        {"tied_duel": "replay", "advantage_seat": None, "max_replays": 10},
    ),
    Variant(
        "archwizard",
        "Archwizard",
        "Ten spells with Phantasmal Killer, three wins, drawn duels, and one deciding extra duel.",
        {
            "phantasmal_killer": True,
            "wins_needed": 3,
            "tied_duel": "draw",
            "timeout": "lose_duel",
            "cast_seconds": 90,
            "charm_seconds": 30,
            "break_seconds": 90,
        },
    ),
    Variant(
        "puzzler",
        "Puzzler",
        "Nine spells, two wins, drawn duels; seat b wins if the extra duel is drawn.",
        {"tied_duel": "draw", "timeout": "lose_duel", "cast_seconds": 90, "charm_seconds": 30},
    ),
    Variant(
        "gods_collide",
        "Gods Collide",
        "Nine spells, two wins; seat a has the three divine items, and wins a tied duel by Hestia's Hearth.",
        {
            "advantage_seat": None,
            "timeout": "lose_duel",
            "item_draft": ["a", "a", "a"],
            "theme": "olympians",
            "cast_seconds": 90,
            "charm_seconds": 30,
        },
    ),
)


def complete(variant: str, overrides: Mapping[str, JsonValue]) -> WizardsDuelOptions:
    """
    Return a variant's defaults with the creator's overrides.

    Raises:
        BadOptionsError: `bad_option`, with the first validation error.
    """
    if "items" in overrides:
        # If the creator sets owners, the items are already dealt, so the draft of the variant must not deal them again.
        overrides = {"item_draft": [], **overrides}
    return complete_options(WizardsDuelOptions, VARIANTS, variant, overrides, code=BAD_OPTION)


def opens_log(options: WizardsDuelOptions) -> bool:
    """Return whether no spells stay secret: hidden ones, or casts voided by an absent opponent (section 8)."""
    return options.hidden_reveal != "never" and options.timeout != "lose_duel"
