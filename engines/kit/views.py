"""The base of the views of all games, and functions for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from engines.kit.contract import Fact, MatchEnded, PhaseOpened, Viewer
from engines.kit.models import build_unchecked

FieldT = TypeVar("FieldT")


class GameView(BaseModel):
    """Base of the views of all games: what a client draws, folded from the facts addressed to `viewer`."""

    model_config = ConfigDict(frozen=True)

    viewer: Viewer
    """A seat, `spectator`, `observer` or `host`."""

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Return a copy with other values for these fields, without validation; faster than Pydantic's."""
        if deep:
            return super().model_copy(update=update, deep=True)
        return build_unchecked(type(self), {**self.__dict__, **(update or {})})


ViewT = TypeVar("ViewT", bound=GameView)


def fold_shared(view: ViewT, fact: Fact) -> ViewT:
    """Return the view after `PhaseOpened` or `MatchEnded`, for games where they only change the shared fields."""
    match fact:
        case PhaseOpened(phase=phase):
            return view.model_copy(update={"phase": phase, "round": phase.round})
        case MatchEnded(outcome=outcome):
            return view.model_copy(update={"phase": None, "over": True, "outcome": outcome})
        case _:
            return view


def not_null(field: FieldT | None) -> FieldT:
    """Return a field that is null for some viewers or at some times, where the caller knows that it is not null."""
    if field is None:
        raise AssertionError("this view does not have this field now")
    return field
