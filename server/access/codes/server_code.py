"""What a code is, and sentences that several codes share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engines.kit import Code


@dataclass(frozen=True, slots=True)
class ServerCode(Code):
    """
    A code with its HTTP statuses: the usual one first; empty if it can come with any status.

    `area` is what it is about; empty for codes that are listed by game, or with the reasons for closing a socket.
    """

    statuses: tuple[int, ...]
    area: str


def new_code(area: str, name: str, *statuses: int, means: str, do: str) -> ServerCode:
    return ServerCode(name, means, do, statuses, area)


def of_game(code: Code, area: str = "") -> ServerCode:
    """Return a game's code for a refusal: the input could be read, but breaks the rules of the game."""
    return ServerCode(code.name, code.meaning, code.remedy, (422,), area)


TRY_AGAIN: Final = "Try again after `Retry-After` seconds."
READ_VIEW: Final = "Read the view again."
NOTHING: Final = "You do not need to do anything."
