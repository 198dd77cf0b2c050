"""Whether the consequences of an outcome are borne by as many seats as the game says."""

from __future__ import annotations

from typing import get_args

from engines.kit import NOBODY, REALMS, AnyEngine, Consequence, GameOptions, Outcome


def require_borne(engine: AnyEngine, options: GameOptions, outcome: Outcome) -> None:
    """Count the bearers of each consequence, in all and in each realm."""
    bearing = engine.bears(options)
    realms = {seat.id: seat.realm for seat in engine.seats(options)}
    for borne in bearing.values():
        assert tuple(borne.realms) == (REALMS if {*REALMS} <= {*realms.values()} else ())
    for consequence in get_args(Consequence):
        borne = bearing.get(consequence, NOBODY)
        bearers = [seat for seat, own in outcome.consequences.items() if consequence in own]
        assert borne.seats.least <= len(bearers) <= borne.seats.most, consequence
        for realm, count in borne.realms.items():
            own = sum(realms[seat] == realm for seat in bearers)
            assert count.least <= own <= count.most, (consequence, realm)
