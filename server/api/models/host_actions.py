"""What hosts may do to a running match, as the API takes it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field
from typing_extensions import TypeAliasType

from engines.contract import Consequence
from server.api.models.basics import Request
from server.texts import LINE

Reason = Annotated[
    str,
    Field(max_length=500, pattern=LINE, description="Told to everyone in the match.", examples=["Fire alarm."]),
]


class PauseAction(Request):
    """Stop the clock. Nothing can be submitted until it runs again."""

    type: Literal["pause"]
    reason: Reason = ""


class ResumeAction(Request):
    """Let the clock run again, with the time that was left."""

    type: Literal["resume"]


class ExtendAction(Request):
    """Give the open phase more time."""

    type: Literal["extend"]
    seconds: int = Field(ge=1, le=2_592_000)


class ClosePhaseAction(Request):
    """Close the open phase now. Not for a host who plays."""

    type: Literal["close_phase"]
    phase: int = Field(ge=0, le=2**31)


class ReplacePlayerAction(Request):
    """
    Give a seat to a bot during play, or reserve it for another player. A host who plays: only its own.

    The other player takes the seat over with `takeSeat`; until then whoever sits there goes on.
    """

    type: Literal["replace_player"]
    seat: str = Field(max_length=64)
    player_id: str | None = Field(default=None, max_length=64, description="Left out or null: a bot.")


class MuteAction(Request):
    """Let a seat write to nobody but the host. Not for a host who plays."""

    type: Literal["mute"]
    seat: str = Field(max_length=64)
    reason: Reason


class UnmuteAction(Request):
    """Let a seat write again. Not for a host who plays."""

    type: Literal["unmute"]
    seat: str = Field(max_length=64)


class CloseDoorAction(Request):
    """Before the start: let nobody sit down but the host and players for whom a seat is reserved."""

    type: Literal["close_door"]


class OpenDoorAction(Request):
    """Before the start: let everyone who may know of the match take free seats again."""

    type: Literal["open_door"]


class AdjudicateAction(Request):
    """End the match with this outcome. Not for a host who plays."""

    type: Literal["adjudicate"]
    rank: dict[str, Annotated[int, Field(ge=1, le=64)]] = Field(
        max_length=64, description="Each seat to its rank, 1 is best; seats may share one, and ranks be left out."
    )
    consequences: dict[str, list[Consequence]] = Field(default={}, max_length=64)
    reason: Reason


class VoidAction(Request):
    """End the match without an outcome."""

    type: Literal["void"]
    reason: Reason


_AnyAction: TypeAlias = (
    PauseAction
    | ResumeAction
    | ExtendAction
    | ClosePhaseAction
    | ReplacePlayerAction
    | MuteAction
    | UnmuteAction
    | CloseDoorAction
    | OpenDoorAction
    | AdjudicateAction
    | VoidAction
)
HostAction = TypeAliasType(
    "HostAction",
    Annotated[
        _AnyAction,
        Field(
            discriminator="type",
            description="What a host does to a match in play, by `type`; `void` also before it, "
            "`close_door` and `open_door` only before it.",
        ),
    ],
)
