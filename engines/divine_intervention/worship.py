"""Step 6 of a round: deities share their pools of mana, and worshipers bring them piety and zeal."""

from engines.divine_intervention.data import Mana, mana_of
from engines.divine_intervention.turn import Turn
from engines.kit import SeatId


def pay_worship(turn: Turn) -> dict[SeatId, Mana]:
    """Add the gains of each deity from its worshipers, and return the mana that each worshiper receives."""
    received: dict[SeatId, Mana] = {}
    for deity in turn.worship:
        flock = turn.flock(deity)
        if flock:
            received |= _share_out(turn, deity, flock)
            _count_faith(turn, deity, flock)
    return {shaman: mana for shaman, mana in received.items() if shaman not in turn.struck}


def _share_out(turn: Turn, deity: SeatId, flock: tuple[SeatId, ...]) -> dict[SeatId, Mana]:
    worship, element = turn.worship[deity], turn.decrees[deity].element
    if element is None:
        raise AssertionError("a deity chooses an element in each round that pays")
    pool = turn.truth.options.pool
    for percent in worship.pool_percents:
        pool = pool * percent // 100
    share = pool // len(flock)
    if worship.tithe is not None:
        share = share * worship.tithe.number("percent") // 100
    return {shaman: mana_of(element, share * _factor(turn, deity, shaman)).plus(worship.extra) for shaman in flock}


def _count_faith(turn: Turn, deity: SeatId, flock: tuple[SeatId, ...]) -> None:
    worship, options = turn.worship[deity], turn.truth.options
    for shaman in flock:
        factor = _factor(turn, deity, shaman)
        turn.gained[deity] += factor * (options.worshiper_piety + len(turn.completed[shaman]))
        turn.zeal[deity] += factor
        if worship.tithe is not None:
            turn.earn(worship.tithe, worship.tithe.number("piety") * factor)
        if worship.coveted is not None:
            coveted = worship.coveted.number("piety")
            turn.gained[deity] -= coveted
            turn.earn(worship.coveted, coveted)


def _factor(turn: Turn, deity: SeatId, shaman: SeatId) -> int:
    return 2 if shaman == turn.prophet(deity) and not turn.worship[deity].silenced else 1
