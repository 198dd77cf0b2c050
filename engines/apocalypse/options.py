"""The options that an organiser can set, and the four variants."""

from typing import Final, Literal, TypeAlias

from pydantic import Field

from engines.kit import GameOptions, Realms, Variant, by_name, realms_of

VariantName: TypeAlias = Literal["classic", "aftermath", "skirmish", "open_seals"]


class ApocalypseOptions(GameOptions):
    """Options of a match of The Apocalypse. The defaults shown are those of `classic`; other variants set others."""

    variant: VariantName = Field("classic", description="The variant whose defaults apply.")
    heaven_size: int = Field(5, ge=3, le=8, description="Seats of heaven.")
    hell_size: int = Field(5, ge=3, le=8, description="Seats of hell.")
    realm_talk: bool = Field(
        True, description="Whether players of one realm can talk to each other, as a group and in pairs."
    )
    cross_realm_talk: Literal["opened", "always"] = Field(
        "opened",
        description="When two players of different realms can talk: when a card has opened their chat, or always.",
    )
    chat_lifetime: Literal["next_round", "rest_of_match"] = Field(
        "next_round",
        description="How long a chat that a card has opened stays open.",
    )
    announce_ab_games: bool = Field(False, description="Whether both players of an AB game learn that there is one.")
    pestilence_bonus: Literal["user", "both"] = Field(
        "user",
        description="Who gains from Pestilence's Communications when both play the same pair.",
    )
    loss_counting: Literal["gross", "net"] = Field(
        "gross",
        description="How losing at least 2 points in a round is counted: the losses alone, or minus the gains.",
    )
    reveal_at_end: Literal["outcome", "full"] = Field(
        "outcome",
        description="What becomes public when the match ends: totals and outcome, or all plays and points.",
    )
    round_seconds: int = Field(86_400, ge=60, le=1_209_600, description="Length of every phase.")

    @property
    def realms(self) -> Realms:
        return realms_of(self.heaven_size, self.hell_size)


VARIANTS: Final = by_name(
    Variant("classic", "Classic", "Ten players, five in each realm; a round lasts a day."),
    Variant(
        "aftermath",
        "Aftermath",
        "Three in heaven against six in hell, the result of a first match.",
        {"heaven_size": 3, "hell_size": 6},
    ),
    Variant(
        "skirmish",
        "Skirmish",
        "Three against three, two rounds per day.",
        {"heaven_size": 3, "hell_size": 3, "round_seconds": 43_200},
    ),
    Variant(
        "open_seals",
        "Open Seals",
        "Chats stay open, AB games are announced, Pestilence pays both, and everything is revealed at the end.",
        {
            "chat_lifetime": "rest_of_match",
            "announce_ab_games": True,
            "pestilence_bonus": "both",
            "reveal_at_end": "full",
        },
    ),
)
