"""Default moves for absent submissions (rulebook, section 2)."""

from engines.divine_intervention.data import ELEMENTS
from engines.divine_intervention.moves import DecreeMove
from engines.divine_intervention.truth import Truth
from engines.kit import SeatId


def default_decree(truth: Truth, deity: SeatId, round_: int) -> DecreeMove:
    """Return a decree with only the first element that is allowed; in the final round, without an element."""
    before = truth.elements[deity].get(round_ - 1)
    element = next(element for element in ELEMENTS if element != before)
    return DecreeMove(
        type="decree",
        element=None if round_ == truth.options.last_round else element,
        prophet=None,
        bids={},
        boon=None,
    )
