"""The lesson: three rounds of a shaman, who shares mana, is a prophet, learns a secret, and prays where nobody does."""

from typing import Final

from pydantic import JsonValue

from engines.divine_intervention.boons import BoonId
from engines.divine_intervention.data import Element, Room
from engines.kit import Lesson, SeatId, seat_id

_WATERY, _FIERY = seat_id("heaven-1"), seat_id("heaven-2")
_LEARNER, _SECOND, _THIRD, _FOURTH, _FIFTH = (seat_id(f"hell-{number}") for number in range(1, 6))
_REVELATION: Final[BoonId] = "revelation"


def _decree(element: Element, prophet: SeatId, bid: int = 0, *, reveals: bool = False) -> JsonValue:
    """Return a decree of a deity that may bid for Revelation, or use it."""
    bids: JsonValue = {_REVELATION: bid} if bid else {}
    boon: JsonValue = {"id": _REVELATION} if reveals else None
    return {"type": "decree", "element": element, "prophet": prophet, "bids": bids, "boon": boon}


def _devote(pray: SeatId, ritual: tuple[Room, Element, int] | None = None) -> JsonValue:
    rituals: list[JsonValue] = [] if ritual is None else [{"room": ritual[0], ritual[1]: ritual[2]}]
    return {"type": "devote", "pray": pray, "rituals": rituals}


LESSON: Final = Lesson(
    seat=_LEARNER,
    variant="small",
    options={"secret_element": "earth", "round_seconds": 600, "choice_seconds": 600},
    moves={
        (1, _WATERY): {"type": "anoint", "prophet": _FOURTH},
        (1, _FIERY): {"type": "anoint", "prophet": _FIFTH},
        # Round 0: two pray to heaven-1, so each gets 10 water; it outbids heaven-2 for Revelation.
        (2, _WATERY): _decree("water", _LEARNER, bid=2),
        (2, _FIERY): _decree("air", _THIRD, bid=1),
        (2, _SECOND): _devote(_WATERY),
        (2, _THIRD): _devote(_FIERY),
        (2, _FOURTH): _devote(_FIERY),
        (2, _FIFTH): _devote(_FIERY),
        # Round 1: room A is tried twice, and four learn the element of room X.
        (3, _WATERY): _decree("earth", _SECOND, reveals=True),
        (3, _FIERY): _decree("earth", _FOURTH),
        (3, _SECOND): _devote(_WATERY, ("Y", "water", 5)),
        (3, _THIRD): _devote(_WATERY, ("A", "air", 1)),
        (3, _FOURTH): _devote(_WATERY),
        (3, _FIFTH): _devote(_FIERY, ("U", "air", 1)),
        # Round 2: nobody else is in room A, and nobody else prays to heaven-2.
        (4, _WATERY): _decree("air", _THIRD),
        (4, _FIERY): _decree("fire", _SECOND),
        (4, _SECOND): _devote(_WATERY, ("X", "earth", 1)),
        (4, _THIRD): _devote(_WATERY, ("U", "air", 1)),
        (4, _FOURTH): _devote(_WATERY),
        (4, _FIFTH): _devote(_WATERY, ("E", "air", 5)),
    },
)
"""
Who learns prays to `heaven-1`; tries A and Y with water, and prays to it again as its prophet; then tries A and X with
earth, T with water, and prays to `heaven-2`.
"""
