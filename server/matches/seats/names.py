"""
Names of players that look alike, which two players of one match cannot have (docs/protocol.md).

The rule is checked when somebody gets a seat, and not when a log is verified: the table of characters grows, and
matches from before the rule stay valid.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final

import orjson

from engines.kit import SeatId
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.matches.state import MatchState

TOO_SIMILAR: Final = (
    "This player's name looks like that of the player in seat {}. Take part as a player with another name."
)

_MARK: Final = "\u200e"
"""The data has it around letters that are written from right to left."""

_INVISIBLE: Final = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF)),
    *((0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
)
"""First and last of each range of `Default_Ignorable_Code_Point` (Unicode's `DerivedCoreProperties.txt`)."""


def require_distinct(state: MatchState, player: Person, replacing: SeatId | None) -> None:
    """
    Refuse a player without a seat if a seat has, or is reserved for, another player whose name looks alike.

    The seat that the player gets, if `replacing` somebody there, is no obstacle: people come back with new accounts.
    """
    if state.seat_of(player.player_id) is None:
        others = (*state.reserved.items(), *state.players)
        in_the_way = find_similar(player, (taken for taken in others if taken[0] != replacing))
        if in_the_way is not None:
            raise RefusedError(codes.NAME_TOO_SIMILAR, TOO_SIMILAR.format(in_the_way))


def require_all_distinct(players: Iterable[tuple[SeatId, Person]]) -> None:
    """Refuse players if the names of two look alike, which can be so in a match from before the rule."""
    known: list[tuple[SeatId, Person]] = []
    for seat, player in players:
        in_the_way = find_similar(player, known)
        if in_the_way is not None:
            raise RefusedError(codes.NAME_TOO_SIMILAR, TOO_SIMILAR.format(in_the_way))
        known.append((seat, player))


def find_similar(player: Person, others: Iterable[tuple[SeatId, Person]]) -> SeatId | None:
    """
    Return the first seat of another player whose name looks like this player's, or None.

    Players who left have no names.
    """
    if not player.name:
        return None
    name = skeleton(player.name)
    return next(
        (seat for seat, other in others if other.player_id != player.player_id and skeleton(other.name) == name), None
    )


def skeleton(name: str) -> str:
    """Return a text that is equal for names that look alike (UTS #39, section 4), whatever their spaces."""
    text = unicodedata.normalize("NFD", " ".join(name.split())).translate(_DROPPED)
    # Twice: what a character is replaced by can contain one of two characters that the data has only as a pair.
    return unicodedata.normalize("NFD", text.translate(_PROTOTYPES).translate(_PROTOTYPES))


def _prototypes() -> dict[int, str]:
    """
    Return what each character is replaced by.

    The data lists what every character or sequence looks like, in both directions. A prototype looks like many, or is a
    sequence; of two single characters that only look like each other, the first is the prototype.
    """
    read: dict[str, Any] = orjson.loads((files("confusable_homoglyphs") / "confusables.json").read_bytes())
    alike = {
        text.replace(_MARK, ""): [other["c"].replace(_MARK, "") for other in others] for text, others in read.items()
    }
    return {
        ord(text): others[0]
        for text, others in alike.items()
        if len(text) == 1 and len(others) == 1 and (len(alike[others[0]]) > 1 or len(others[0]) > 1 or others[0] < text)
    }


_DROPPED: Final = dict.fromkeys(code for first, last in _INVISIBLE for code in range(first, last + 1))
_PROTOTYPES: Final = _prototypes()
