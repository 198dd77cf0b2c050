"""What a match is created with, and who is to sit in it, as the API takes it."""

from __future__ import annotations

from typing import Final, Self

from pydantic import ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from server.api.models.basics import Options, Request
from server.facts import Pace
from server.log.contract import Visibility
from server.matches.seeds import ENTROPY_PATTERN

_BOTH: Final[JsonDict] = {
    "required": ["bot", "player_id"],
    "properties": {"bot": {"const": True}, "player_id": {"type": "string"}},
}


class SeatRequest(Request):
    """
    Whose the seat is to be: the caller's if nothing is given, or (the host only) another player's or a bot's.

    For another player the seat is reserved, until they take it themselves.
    """

    model_config = ConfigDict(json_schema_extra={"not": _BOTH})

    player_id: str | None = Field(default=None, max_length=64)
    """The player to sit down; left out: the caller."""
    bot: bool = False
    """Whether a bot is to sit down."""

    @model_validator(mode="after")
    def _one_sitter(self) -> Self:
        if self.bot and self.player_id is not None:
            raise ValueError("a seat is given to a player or to a bot, not to both")
        return self


class TakeSeatRequest(SeatRequest):
    """Who is to sit down, and what the caller mixes into the match's seed."""

    entropy: str | None = Field(
        default=None,
        pattern=ENTROPY_PATTERN,
        description="32 random bytes of the caller's own, in hexadecimal, mixed into the seed: so the server alone "
        "cannot choose the draws. Only for the caller's own seat, until the start.",
    )


class MatchRequest(Request):
    """A new match; the caller is its host."""

    game: str = Field(max_length=64)
    variant: str | None = Field(default=None, max_length=64, description="Left out: the game's first.")
    options: Options = Field(default={}, description="Options that differ from the variant's.")
    seats: dict[str, SeatRequest] = Field(
        default={}, max_length=64, description="Seats taken or reserved from the beginning."
    )
    pace: Pace = Field(default="deadline", description="`eager` closes phases once every awaited seat has submitted.")
    visibility: Visibility = Field(
        default="public",
        description="`public`: listed, anyone may watch; `unlisted`: not listed; `private`: only the host, who sits "
        "there, and for whom a seat is reserved.",
    )
    autostart: bool = Field(
        default=False,
        description="Start by itself once every seat is taken, "
        "just after the reply, which still says `open`: `match_started` tells.",
    )
    show_submitted: bool = Field(default=False, description="Tell everyone that a seat has submitted.")
    open_log: bool | None = Field(
        default=None,
        description="Whether everyone may read the log once the match is over. Left out, the game decides: closed "
        "where its rules keep something secret for good under these options.",
    )
    spectator_lag: int = Field(
        default=0,
        ge=0,
        le=100,
        description="How many rounds later spectators are told everything, until the match ends.",
    )
