"""Views: what every game's have, and reading them."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from engines.kit.contract import Viewer

FieldT = TypeVar("FieldT")


class GameView(BaseModel):
    """Base of every game's view: all a client needs to draw the board, folded from what `viewer` was told."""

    model_config = ConfigDict(frozen=True)

    viewer: Viewer
    """A seat, `spectator` or `host`."""


def known(field: FieldT | None) -> FieldT:
    """A field that is null to some viewers or at some times, of a view that has it."""
    if field is None:
        raise AssertionError("this view does not have this field now")
    return field
