"""The options that an organiser can set, and the four named variants."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field, JsonValue, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from engines import kit
from engines.divine_intervention.boons import BUNDLED, BoonId, DivineBoon, candidates_of
from engines.divine_intervention.data import DEFAULT_LAYOUT, Element
from engines.divine_intervention.pack import DivineInterventionPack, Layout

VariantName: TypeAlias = Literal["standard", "small", "grand", "open_altar"]
Seconds: TypeAlias = Annotated[int, Field(ge=10, le=604_800)]
Offer: TypeAlias = Annotated[tuple[BoonId, ...], Field(strict=False, min_length=3, max_length=3)]

OFFER_SIZE: Final = 3
FIRST_BOON: Final[BoonId] = "revelation"
"""The first boon of the first offer; the others are drawn."""


class DivineInterventionOptions(kit.GameOptions):
    """
    Options of a Divine Intervention match. The defaults shown are those of `standard`; other variants set others.

    In the public options `layout`, `secret_element` and `boon_offers` are null, and `pack` is its id.
    """

    younger: ClassVar = frozenset({"round_seconds", "choice_seconds"})

    variant: VariantName = Field("standard", description="The named variant whose defaults apply.")
    deities: int = Field(3, ge=2, le=4, description="Number of players in heaven.")
    shamans: int = Field(8, ge=5, le=16, description="Number of players in hell.")
    last_round: int = Field(7, ge=5, le=9, description="Number of the final round; the first is 0.")
    pool: int = Field(26, ge=1, le=1000, description="Mana that a deity hands out in a round.")
    start_piety: int = Field(3, ge=0, le=50, description="Piety of a deity at first.")
    worshiper_piety: int = Field(3, ge=1, le=10, description="Piety for each worshiper and round.")
    ascenders: int = Field(
        3, ge=1, le=6, description="Shamans who rise by their rank; two more at the least are in hell."
    )
    pack: DivineInterventionPack | kit.PackId | None = Field(
        None, description="The organiser's own map and boons, as a JSON object; null: the bundled ones."
    )
    layout: Layout | None = Field(
        DEFAULT_LAYOUT,
        description="The map: rows of rooms A to Y, . for none. If left out, that of the pack applies.",
    )
    secret_element: Element | None = Field(None, description="The element of room X; null: drawn.")
    boon_offers: dict[str, Offer] | None = Field(
        None,
        description="Three boons for each auction round, all different, by round; null: drawn.",
        examples=[{"0": ["revelation", "tithe", "harmony"]}],
    )
    boons_public: bool = Field(False, description="Whether the boons offered are shown to all, not to deities alone.")
    realm_chat: bool = Field(True, description="Whether players of one realm talk freely, all together and in pairs.")
    cross_realm_chat: bool = Field(False, description="Whether each deity and each shaman can talk all along.")
    round_seconds: Seconds = Field(86_400, description="Length of a round.")
    choice_seconds: Seconds = Field(43_200, description="Length of the anointing, and of the ascension.")

    @field_validator("ascenders")
    @classmethod
    def _two_are_left_in_hell(cls, ascenders: int, info: ValidationInfo) -> int:
        # An invalid size is reported by itself, and first.
        shamans = info.data.get("shamans", ascenders + 2)
        if ascenders > shamans - 2:
            raise PydanticCustomError(
                "too_many_ascenders",
                "Of {shamans} shamans at most {most} ascend",
                {"shamans": shamans, "most": shamans - 2},
            )
        return ascenders

    @field_validator("boon_offers")
    @classmethod
    def _offers_fit_the_match(
        cls, offers: dict[str, tuple[BoonId, ...]] | None, info: ValidationInfo
    ) -> dict[str, tuple[BoonId, ...]] | None:
        if offers is None:
            return offers
        ids = [id_ for offer in offers.values() for id_ in offer]
        if len(set(ids)) < len(ids):
            raise PydanticCustomError("boon_twice", "No boon is offered twice")
        if "last_round" in info.data:
            rounds = [str(round_) for round_ in auction_rounds(info.data["last_round"])]
            if offers.keys() != set(rounds):
                raise PydanticCustomError(
                    "not_the_auctions",
                    "There is an offer for each of the rounds {rounds}",
                    {"rounds": ", ".join(rounds)},
                )
        pack = info.data.get("pack")
        if isinstance(pack, DivineInterventionPack) and not {boon.id for boon in pack.catalogue}.issuperset(ids):
            raise PydanticCustomError("not_in_pack", "Only boons of the pack can be offered")
        return offers

    @property
    def realms(self) -> kit.Realms:
        return kit.realms_of(self.deities, self.shamans)

    @property
    def catalogue(self) -> tuple[DivineBoon, ...]:
        """The boons of this match. Not available from public options that contain only the id of a pack."""
        if isinstance(self.pack, str):
            raise AssertionError("a match is played with the content of its pack")
        return BUNDLED if self.pack is None else self.pack.catalogue


VARIANTS: Final = kit.by_name(
    kit.Variant("standard", "Standard", "Three deities, eight shamans, rounds 0 to 7."),
    kit.Variant(
        "small",
        "Small",
        "Two deities, five shamans, rounds 0 to 5.",
        {"deities": 2, "shamans": 5, "last_round": 5, "pool": 20, "ascenders": 1},
    ),
    kit.Variant(
        "grand",
        "Grand",
        "Four deities, twelve shamans, rounds 0 to 9.",
        {"deities": 4, "shamans": 12, "last_round": 9, "ascenders": 4},
    ),
    kit.Variant(
        "open_altar", "Open Altar", "Like standard, but everyone sees the boons on offer.", {"boons_public": True}
    ),
)


CONCEALED: Final[Mapping[str, JsonValue]] = {"layout": None, "secret_element": None, "boon_offers": None}
"""The values that everyone except the host sees instead of the secret options; for a pack, the id."""


def auction_rounds(last_round: int) -> range:
    """Return the rounds with an auction: the even rounds before the last round."""
    return range(0, last_round, 2)


def complete(variant: str, overrides: Mapping[str, JsonValue]) -> DivineInterventionOptions:
    """
    Return a variant's defaults with the creator's overrides; a pack is given as an object.

    Raises:
        BadOptionsError: `bad_pack` for an invalid pack, `bad_options` for everything else.
    """
    pack = kit.pack_option(DivineInterventionPack, overrides)
    if overrides.get("layout", ()) is None:
        # Null is only the public value of the layout; a match needs a real one.
        raise kit.BadOptionsError(kit.BAD_OPTIONS, "Send rows of rooms, or omit it.", "/layout")
    layout = {"layout": list(pack.layout)} if pack is not None and pack.layout is not None else {}
    given = {**layout, **overrides, "pack": pack}
    chosen = kit.complete_options(DivineInterventionOptions, VARIANTS, variant, given)
    if pack is not None and chosen.boon_offers is None and not _can_fill(pack.catalogue, chosen.last_round):
        raise kit.BadOptionsError(
            kit.BAD_PACK,
            f"The pack has too few boons for the auctions of a match up to round {chosen.last_round}.",
            "/pack/boons",
        )
    return chosen


def leads_first_offer(catalogue: tuple[DivineBoon, ...]) -> bool:
    """Return whether Revelation can be in the first offer."""
    return FIRST_BOON in candidates_of(catalogue, closing=False, offered_before=())


def _can_fill(catalogue: tuple[DivineBoon, ...], last_round: int) -> bool:
    """Return whether every offer can be filled, whatever the earlier draws were."""
    opening = set(candidates_of(catalogue, closing=False, offered_before=()))
    closing = set(candidates_of(catalogue, closing=True, offered_before=()))
    rounds = auction_rounds(last_round)
    has_closing = rounds[-1] + 1 == last_round
    wanted = OFFER_SIZE * (len(rounds) - has_closing)
    # In the worst case, the earlier offers have used as many candidates of the closing offer as possible.
    left = len(closing) - min(len(opening & closing), wanted)
    return len(opening) >= wanted and (not has_closing or left >= OFFER_SIZE)
