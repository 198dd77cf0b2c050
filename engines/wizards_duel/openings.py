"""Opening the next duel, round or phase."""

from typing import Literal, TypeAlias

from engines.kit import Resolution, SeatId
from engines.wizards_duel.data import SEATS
from engines.wizards_duel.facts import DuelStarted
from engines.wizards_duel.truth import Truth

PhaseName: TypeAlias = Literal["draft", "cast", "charm", "daybreak"]


def begin_duel(resolution: Resolution[Truth], duel: int, *, extra: bool = False, replay: int = 0) -> None:
    """Deal new hands and open the first round."""
    resolution.address(DuelStarted(duel, extra, replay))
    open_cast(resolution, 1)


def open_cast(resolution: Resolution[Truth], round_: int) -> None:
    """Open the `cast` of a round, for the first time or again. Every duel except the first begins with a break."""
    truth = resolution.truth
    seconds = truth.options.cast_seconds
    starts_duel = round_ == truth.round == truth.attempt == 1
    if starts_duel and (truth.duel, truth.replay) != (1, 0):
        seconds += truth.options.break_seconds
    open_phase(resolution, "cast", round_, seconds, must=SEATS)


def open_phase(
    resolution: Resolution[Truth],
    name: PhaseName,
    round_: int,
    seconds: int,
    *,
    must: tuple[SeatId, ...] | list[SeatId] = (),
    may: tuple[SeatId, ...] | list[SeatId] = (),
) -> None:
    """Open the next phase, which closes early if the options say so. Submissions cannot be withdrawn."""
    early_close = resolution.truth.options.early_close
    resolution.open_phase(name, round_, seconds, must=must, may=may, early_close=early_close, withdrawable=False)
