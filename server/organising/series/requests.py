"""The request for creating a series (docs/series.md)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import ConfigDict, Field

from server.access.fields import Options, Request
from server.access.texts import VISIBLE_LINE
from server.logs.directing.facts import Pace, Visibility
from server.matches.calendars import RestRequest
from server.matches.rests import MOST_LEAVE_DAYS
from server.organising.ordering.absence import InPlayRequest
from server.organising.series.plan import Heaven, Silent, Starting

MAX_EPISODES: Final = 30
"""How many episodes a series can have."""

MAX_LABEL: Final = 80

MAX_IN_REALM: Final = 32
"""How many players a realm can have at first."""

MAX_DEATHS: Final = 10
"""How many kinds of death matches a series can have."""

_Name = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z0-9_]+$")]
_SeatName = Annotated[str, Field(min_length=1, max_length=64)]
_SeatWord = Annotated[str, Field(min_length=1, max_length=64)]


class RealmsRequest(Request):
    """How many players are in each realm before the first episode."""

    heaven: int = Field(ge=1, le=MAX_IN_REALM)
    """Players in heaven."""
    hell: int = Field(ge=1, le=MAX_IN_REALM)
    """Players in hell."""


class MarkRequest(Request):
    """What a Mark of Elimination means."""

    episodes: int = Field(
        default=1, ge=1, le=MAX_EPISODES, description="In how many episodes after its own a mark counts."
    )


class TokenRequest(Request):
    """What a Token of Life means."""

    spares: Literal["pick"] = Field(
        default="pick",
        description="`pick`: who got a token in the main match cannot be picked as the opponent in this episode, "
        "unless nobody else is left to be picked.",
    )


class PickRequest(Request):
    """Who picks the opponent of a death match."""

    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True)

    by: Literal["candidate"] = "candidate"
    """Who picks."""
    source: Literal["next_hell"] = Field(
        default="next_hell", alias="from", description="From whom: those who are in hell next, without the candidate."
    )
    seconds: int = Field(default=86_400, ge=5, le=1_209_600, description="The time for each decision.")
    silent: Silent = Field(
        default="worst_rank",
        description="Who is picked if nobody decides in time: the one with the worst rank in the main match, or one "
        "who is drawn. Partners are always drawn.",
    )


class DeathRequest(Request):
    """A kind of death match; its loser leaves the series."""

    game: str = Field(max_length=64)
    variant: str | None = Field(default=None, max_length=64, description="By default the first variant of the game.")
    options: Options = Field(default={}, repr=False, description="Options that differ from those of the variant.")
    seats: dict[_SeatName, _SeatWord] = Field(
        max_length=16,
        description="Who has each seat: `candidate`, `opponent`, `partner:candidate` or `partner:opponent`. Partners "
        "are picked from those who are in heaven next.",
        examples=[{"a": "candidate", "b": "opponent"}],
    )


class EpisodeRequest(Request):
    """
    An episode: a main match, and mostly a death match.

    All episodes but the last have either `heaven` or `finalists`; the last one has `seats`.
    """

    game: str = Field(max_length=64)
    variant: str | None = Field(default=None, max_length=64, description="By default the first variant of the game.")
    options: Options = Field(
        default={},
        repr=False,
        description='Options that differ from those of the variant. The value `{"seats": "mark"}` stands for the '
        "seats of those who have a mark that counts.",
    )
    heaven: Heaven | None = Field(
        default=None,
        description="Who is in heaven next: those who ascend, the winners, or the same as before.",
    )
    death: _Name | None = Field(default=None, description="The death match that follows, by its name in `deaths`.")
    finalists: Literal["winner"] | None = Field(
        default=None, description="`winner`: only the winners go on, one from each realm; there is no death match."
    )
    seats: dict[_SeatName, _SeatWord] = Field(
        default={},
        max_length=16,
        description="Who has each seat in the final: `finalist:heaven` or `finalist:hell`. In other episodes the seats "
        "of each realm are drawn.",
        examples=[{"a": "finalist:hell", "b": "finalist:heaven"}],
    )


class SeriesMatchRequest(Request):
    """How the matches of the series are run: the same for all."""

    visibility: Visibility = Field(default="unlisted", description="Who can see the matches.")
    show_submitted: bool = Field(default=False, description="Show everyone that a seat has submitted.")
    open_log: bool | None = Field(
        default=None,
        description="Whether everyone can read the log when a match is over. By default its game decides.",
    )
    spectator_lag: int = Field(
        default=0, ge=0, le=100, description="The delay of spectators in rounds, until the match ends."
    )
    rest: RestRequest | None = Field(
        default=None, description="When no time of a phase passes; null: time always passes."
    )


class SeriesAbsenceRequest(InPlayRequest):
    """What happens in matches when a seat that should submit is silent at a deadline."""

    then: Literal["default", "bot"] = Field(
        default="default",
        description="`default`: only what the rules of the game say; the other fields then have no meaning. `bot`: "
        "after the grace, a bot takes the seat in this match, which needs `show_submitted`.",
    )


class SeasonRequest(Request):
    """A season, as the preview takes it: the same as a new series, with or without `label`."""

    label: Annotated[str, Field(min_length=1, max_length=MAX_LABEL, pattern=VISIBLE_LINE)] | None = Field(
        default=None, repr=False, examples=["Eleven to one"]
    )
    realms: RealmsRequest
    """How many players are in each realm before the first episode."""
    mark: MarkRequest | None = Field(default=None, description="What a mark means; null: nothing.")
    token: TokenRequest | None = Field(default=None, description="What a token means; null: nothing.")
    pick: PickRequest = PickRequest()
    """Who picks the opponent of a death match."""
    deaths: dict[_Name, DeathRequest] = Field(
        default={},
        max_length=MAX_DEATHS,
        json_schema_extra={"additionalProperties": False},
        description="The kinds of death matches, by a name that episodes use.",
    )
    episodes: list[EpisodeRequest] = Field(min_length=1, max_length=MAX_EPISODES)
    """The episodes, in their order."""
    players: list[Annotated[str, Field(max_length=64)] | None] = Field(
        default=[],
        max_length=2 * MAX_IN_REALM,
        description="Players who are in it from the beginning, by their ids; null: a bot. Others can enter until it "
        "starts; then bots take the places that are left.",
    )
    directors: list[Annotated[str, Field(max_length=64)]] = Field(
        default=[], max_length=20, description="Players who may direct it as well, by their ids."
    )
    start: Starting = Field(
        default="by_word",
        description="`by_word`: directors start each episode; `when_done`: directors start the first one, and each "
        "other begins when the one before is done.",
    )
    pace: Pace = Field(
        default="eager",
        description="`eager`: phases of matches close when every awaited seat has submitted, and decisions when they "
        "are made; `deadline`: at their deadlines.",
    )
    match: SeriesMatchRequest = SeriesMatchRequest()
    """How the matches are run."""
    absence: SeriesAbsenceRequest = SeriesAbsenceRequest()
    """What happens in matches when a seat is silent."""
    leave_days: int = Field(
        default=0,
        ge=0,
        le=MOST_LEAVE_DAYS,
        description="For how many days in all each entrant can be on leave (`takeSeriesLeave`), while the clocks of "
        "its matches and decisions stand.",
    )
    visibility: Visibility = Field(default="public", description="Who can see the series.")


class SeriesRequest(SeasonRequest):
    """A new series; the caller directs it and hosts its matches."""

    label: str = Field(min_length=1, max_length=MAX_LABEL, pattern=VISIBLE_LINE, repr=False, examples=["Eleven to one"])
    """What the series is called."""
