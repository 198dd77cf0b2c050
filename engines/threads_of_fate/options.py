"""The options that an organiser can set, and the five named variants."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from engines.kit import GameOptions, Realms, Variant, by_name, realms_of

VariantName: TypeAlias = Literal["classic", "quick", "even", "grand", "open_table"]


class ThreadsOfFateOptions(GameOptions):
    """Options of a Threads of Fate match. The defaults shown are those of `classic`; other variants set others."""

    variant: VariantName = Field("classic", description="The named variant whose defaults apply.")
    heaven_size: int = Field(3, ge=2, le=8, description="Number of players in heaven.")
    hell_size: int = Field(6, ge=3, le=12, description="Number of players in hell.")
    rounds: int = Field(7, ge=3, le=14, description="Number of rounds.")
    round_seconds: int = Field(86_400, ge=30, le=1_209_600, description="Length of a round.")
    marked: Annotated[tuple[str, ...], Field(strict=False, json_schema_extra={"uniqueItems": True})] = Field(
        (),
        description="Seats of this match that hold a Mark of Elimination: no pair with one of them can win.",
        examples=[["heaven-1"]],
    )
    realm_talk: bool = Field(True, description="Whether players of one realm can talk freely, as a group and in pairs.")
    cross_realm_talk: Literal["threads", "always", "never"] = Field(
        "threads",
        description="Which pairs across the realms can talk: those joined by a strong or golden thread, all, or none.",
    )
    reveal_at_end: Literal["outcome", "full"] = Field(
        "outcome",
        description="What becomes public at the end: the outcome alone, or all threads, goldness, twine and abilities.",
    )

    @field_validator("marked")
    @classmethod
    def _marks_are_for_distinct_seats(cls, marked: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        heaven_size, hell_size = info.data.get("heaven_size"), info.data.get("hell_size")
        # An invalid size is reported by itself, and first.
        if heaven_size is not None and hell_size is not None:
            seats = realms_of(heaven_size, hell_size).seats
            if len(set(marked)) != len(marked) or not set(marked) <= set(seats):
                raise PydanticCustomError(
                    "not_seats",
                    "Marks are for distinct seats of heaven-1 to heaven-{heaven_size} and hell-1 to hell-{hell_size}",
                    {"heaven_size": heaven_size, "hell_size": hell_size},
                )
        return marked

    @property
    def realms(self) -> Realms:
        return realms_of(self.heaven_size, self.hell_size)


VARIANTS: Final = by_name(
    Variant("classic", "Classic", "Three in heaven, six in hell, seven rounds."),
    Variant(
        "quick",
        "Quick",
        "Two in heaven, four in hell, five rounds.",
        {"heaven_size": 2, "hell_size": 4, "rounds": 5},
    ),
    Variant("even", "Even", "Four in each realm, seven rounds.", {"heaven_size": 4, "hell_size": 4}),
    Variant(
        "grand",
        "Grand",
        "Four in heaven, eight in hell, nine rounds.",
        {"heaven_size": 4, "hell_size": 8, "rounds": 9},
    ),
    Variant(
        "open_table",
        "Open Table",
        "Like classic, but everyone can always talk across the realms.",
        {"cross_realm_talk": "always"},
    ),
)
