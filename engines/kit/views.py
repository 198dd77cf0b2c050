"""The base of the views of all games, and functions for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from engines.kit.contract import Fact, MatchEnded, PhaseOpened, Viewer

FieldT = TypeVar("FieldT")

_set: Final = object.__setattr__  # A view is frozen.


class GameView(BaseModel):
    """Base of the views of all games: what a client needs to draw the board, folded from the facts told to `viewer`."""

    model_config = ConfigDict(frozen=True)

    viewer: Viewer
    """A seat, `spectator` or `host`."""

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """
        Return a copy with other values for these fields, without validation.

        Like Pydantic's in a third of the time: a view has no private or extra fields, and all its fields are set.
        """
        if deep:
            return super().model_copy(update=update, deep=True)
        copy = object.__new__(type(self))
        _set(copy, "__dict__", {**self.__dict__, **(update or {})})
        _set(copy, "__pydantic_fields_set__", self.__pydantic_fields_set__)
        _set(copy, "__pydantic_extra__", None)
        _set(copy, "__pydantic_private__", None)
        return copy


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


def known(field: FieldT | None) -> FieldT:
    """Return a field that is null for some viewers or at some times, where the caller knows that it is not null."""
    if field is None:
        raise AssertionError("this view does not have this field now")
    return field
