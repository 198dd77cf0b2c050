"""The catalogue of games."""

from __future__ import annotations

from pydantic import Field

from engines.kit import FieldIds, RankScope, Seat, Variant, Word
from server.access.fields import JsonSchema, Options, Reply


class GameSummary(Reply):
    """A game of the catalogue."""

    game: str
    title: str
    """The name, for people."""
    summary: str
    """One line, for people."""
    variants: list[str] = Field(description="The first is the default.")


class GameList(Reply):
    """The catalogue."""

    games: list[GameSummary]
    """The games of this server."""


class VariantReply(Reply):
    """A named set of option values."""

    variant: str
    title: str
    summary: str
    options: Options = Field(description="The complete options of a match that is created without other options.")
    seats: list[Seat]

    @classmethod
    def of(cls, variant: Variant, options: Options, seats: tuple[Seat, ...]) -> VariantReply:
        return cls(
            variant=variant.name,
            title=variant.title,
            summary=variant.summary,
            options=options,
            seats=list(seats),
        )


class GameReply(Reply):
    """A game with everything that is needed to play it."""

    game: str
    title: str
    summary: str
    rules_version: int
    variants: list[VariantReply]
    """The variants; the first is the default."""
    ranks_over: RankScope = Field(
        description="Where the ranks of an outcome are counted from 1: over all seats of the match, within each "
        "realm, or by team, whose seats share a rank."
    )
    casual: Options = Field(
        description="The options that differ where people meet by chance: secrets are opened at the end. So it is at "
        "the tables of the queue."
    )
    options_schema: JsonSchema = Field(description="JSON Schema of the options of a match.")
    move_schema: JsonSchema = Field(description="JSON Schema of all moves; a prompt is more specific.")
    view_schema: JsonSchema = Field(description="JSON Schema of the game's view.")
    pack_schema: JsonSchema | None = Field(
        description="JSON Schema of packs, for `registerPack`; null if the game does not support packs."
    )
    rules: str = Field(description="The rules for players, in Markdown.")
    rules_language: str = Field(description="The language of these rules; English if the requested one is missing.")


class GameTexts(Reply):
    """The words of a game for people, in one language."""

    game: str
    language: str = Field(description="The language of these words; words that it lacks are in English.")
    languages: list[str] = Field(description="The languages in which the game has words.")
    fields: dict[str, FieldIds] = Field(
        description="The kinds of the ids in a field, by its name; by `PARENT.NAME` if they differ inside the "
        "field PARENT."
    )
    words: dict[str, Word] = Field(
        description="By key: a kind and an id, such as `spell.5`; `field.points` is a field. Every game has the kinds "
        "`game`, `variant`, `seat`, `realm`, `team`, `role`, `channel`, `phase`, `type` (of moves and facts), "
        "`consequence`, `field` and `value`, if it has such ids, and kinds of its own."
    )
