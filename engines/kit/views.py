"""Views: what every game's have, and reading them."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from engines.kit.contract import Fact, MatchEnded, PhaseOpened, Viewer

FieldT = TypeVar("FieldT")


class GameView(BaseModel):
    """Base of every game's view: all a client needs to draw the board, folded from what `viewer` was told."""

    model_config = ConfigDict(frozen=True)

    viewer: Viewer
    """A seat, `spectator` or `host`."""


ViewT = TypeVar("ViewT", bound=GameView)


def fold_shared(view: ViewT, fact: Fact) -> ViewT:
    """The view after a phase opened or the match ended, in a game where that changes nothing else; else the view."""
    match fact:
        case PhaseOpened(phase=phase):
            return view.model_copy(update={"phase": phase, "round": phase.round})
        case MatchEnded(outcome=outcome):
            return view.model_copy(update={"phase": None, "over": True, "outcome": outcome})
        case _:
            return view


def known(field: FieldT | None) -> FieldT:
    """A field that is null to some viewers or at some times, of a view that has it."""
    if field is None:
        raise AssertionError("this view does not have this field now")
    return field
