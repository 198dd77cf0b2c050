"""The legal choices of a seat, computed from its own view."""

from collections.abc import Sequence

from engines.apocalypse.data import ASSIGNMENTS, CARDS, PAIRS, Kind, Pair, Part, PhaseName, phase_name
from engines.apocalypse.view import ApocalypseView
from engines.kit import REALMS, Realms, SeatId, record


@record
class Mover:
    """
    A seat that must play, with the choices that it still has.

    `targets_left` are the opponents that it has never targeted with Communications, `mates_left` the mates that it has
    never selected with Death's Active, and `opened` the opponents for which it makes an AB choice.
    """

    seat: SeatId
    realms: Realms
    phase: PhaseName
    pairs_left: tuple[Pair, ...]
    targets_left: tuple[SeatId, ...]
    mates_left: tuple[SeatId, ...]
    opened: tuple[SeatId, ...]

    def others(self) -> list[SeatId]:
        """Return all other seats, in seat order."""
        return [seat for seat in self.realms.seats if seat != self.seat]


def mover(view: ApocalypseView) -> Mover | None:
    """Return the viewer as a `Mover`; None if it cannot play now."""
    if (
        view.phase is None
        or view.pairs_left is None
        or view.targets_left is None
        or view.mates_left is None
        or view.opened is None
    ):
        return None
    return Mover(
        seat=SeatId(view.viewer),
        realms=view.options.realms,
        phase=phase_name(view.round),
        pairs_left=view.pairs_left,
        targets_left=view.targets_left,
        mates_left=view.mates_left,
        opened=view.opened.get(view.round, ()),
    )


def of_kind(kind: Kind, realms: Realms) -> Sequence[str]:
    """Return all values of a kind of target, in their order; all seats for each kind of seat."""
    match kind:
        case "pair":
            return PAIRS
        case "card":
            return CARDS
        case "realm":
            return REALMS
        case _:
            return realms.seats


def legal_targets(mover: Mover, kind: Kind) -> Sequence[str]:
    """Return the legal targets of this kind, each considered separately, in their order."""
    match kind:
        case "opponent":
            return mover.targets_left
        case "mate":
            return mover.mates_left
        case "each_realm":
            return mover.others()
        case _:
            return of_kind(kind, mover.realms)


def assignments(mover: Mover, pair: Pair) -> list[tuple[Part, Part]]:
    """Return the abilities that the cards of a pair, in card order, can use with enough targets."""
    return [
        (first, second)
        for first, second in ASSIGNMENTS[mover.phase, pair]
        if _has_targets(mover, first) and _has_targets(mover, second)
    ]


def _has_targets(mover: Mover, part: Part) -> bool:
    return part.kind is None or len(legal_targets(mover, part.kind)) >= part.targets
