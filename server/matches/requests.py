"""The requests for creating a match and for taking seats."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Annotated, Final, Self

from pydantic import ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from engines.kit import RANDOM, Level
from server.access.fields import Options, Request
from server.access.texts import VISIBLE_LINE
from server.logs.directing.facts import Pace, Visibility
from server.matches.calendars import RestRequest, settle_rest
from server.matches.rests import MOST_LEAVE_DAYS, Rest
from server.matches.seeds import ENTROPY_PATTERN

_BOTH: Final[JsonDict] = {
    "required": ["bot", "player_id"],
    "properties": {"bot": {"const": True}, "player_id": {"type": "string"}},
}

_SKILLED: Final[JsonDict] = {
    "required": ["level"],
    "properties": {"level": {"not": {"const": RANDOM}}},
}
_BOT: Final[JsonDict] = {"required": ["bot"], "properties": {"bot": {"const": True}}}


EntropyField = Annotated[
    str | None,
    Field(
        pattern=ENTROPY_PATTERN,
        description="32 random bytes from the caller, in hexadecimal. They are mixed into the seed, so that the "
        "server alone cannot choose the draws. Only for the caller's own seat, until the start.",
    ),
]


class SeatRequest(Request):
    """
    The new owner of the seat: by default the caller; only the host can name another player or a bot.

    For another player, the seat is reserved until that player takes it.
    """

    model_config = ConfigDict(json_schema_extra={"not": _BOTH, "if": _SKILLED, "then": _BOT})

    player_id: str | None = Field(default=None, max_length=64)
    """The player who gets the seat; by default the caller."""
    bot: bool = False
    """Whether a bot takes the seat."""
    level: Level = RANDOM
    """How well the bot plays; other levels than `random` only with `bot`."""

    @model_validator(mode="after")
    def _one_sitter(self) -> Self:
        if self.bot and self.player_id is not None:
            raise ValueError("a seat can be given to a player or to a bot, but not to both")
        if self.level != RANDOM and not self.bot:
            raise ValueError("only a bot has a level")
        return self


class TakeSeatRequest(SeatRequest):
    """The new owner of the seat, and the entropy that the caller mixes into the seed."""

    entropy: EntropyField = None


class RulesRequest(Request):
    """A newer version of the rules to which the caller agrees."""

    rules_version: int = Field(ge=1, le=2**31 - 1)
    """The version that is proposed."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """How a match is run, whatever its game; if `open_log` is None, the game decides."""

    pace: Pace
    visibility: Visibility
    autostart: bool
    show_submitted: bool
    open_log: bool | None
    spectator_lag: int
    label: str | None = field(repr=False)
    rest: Rest | None
    leave_days: int | None


class MatchRequest(Request):
    """A new match; the caller is its host."""

    game: str = Field(max_length=64)
    variant: str | None = Field(default=None, max_length=64, description="By default the first variant of the game.")
    options: Options = Field(default={}, repr=False, description="Options that differ from those of the variant.")
    seats: dict[str, SeatRequest] = Field(
        default={}, max_length=64, description="Seats that are taken or reserved from the beginning."
    )
    label: str | None = Field(
        default=None,
        min_length=1,
        max_length=80,
        pattern=VISIBLE_LINE,
        repr=False,
        description="What the match is called in lists, for everyone who can see it.",
        examples=["Duels for beginners"],
    )
    pace: Pace = Field(default="deadline", description="`eager` closes a phase when every awaited seat has submitted.")
    visibility: Visibility = Field(
        default="public",
        description="`public`: listed, everyone can watch; `unlisted`: not listed; `private`: only the host and "
        "players with a seat or a reservation.",
    )
    autostart: bool = Field(
        default=False,
        description="Start by itself when every seat is taken. This happens just after the reply, which still says "
        "`open`; the fact `match_started` reports it.",
    )
    show_submitted: bool = Field(default=False, description="Show everyone that a seat has submitted.")
    open_log: bool | None = Field(
        default=None,
        description="Whether everyone can read the log when the match is over. By default the game decides: the "
        "log stays closed if the rules keep something secret permanently with these options.",
    )
    spectator_lag: int = Field(
        default=0,
        ge=0,
        le=100,
        description="The delay of spectators in rounds, until the match ends.",
    )
    rest: RestRequest | None = Field(
        default=None, description="When no time of a phase passes; null: time always passes."
    )
    leave_days: int = Field(
        default=0,
        ge=0,
        le=MOST_LEAVE_DAYS,
        description="For how many days in all each player can be on leave (`takeLeave`), while the clock stands.",
    )
    lesson: bool = Field(
        default=False,
        description="A lesson of the game, which starts at once: bots play what is written, with a seed that everybody "
        "may know. It has settings, seats and options of its own, is in no list, and counts nowhere.",
    )

    def settings(self, now: datetime) -> MatchSettings:
        """Return how the match is run; raises RefusedError if it cannot rest like this."""
        given = {known.name: getattr(self, known.name) for known in fields(MatchSettings)}
        return MatchSettings(
            **given
            | {
                "rest": settle_rest(self.rest, now, "/rest"),
                "leave_days": self.leave_days or None,
            }
        )
