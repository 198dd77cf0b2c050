"""Checks that a stored pairing of a Swiss round is legal and that none is better."""

from __future__ import annotations

from collections.abc import Sequence

from server.organising.tournaments.pairing.field import PairingField
from server.organising.tournaments.pairing.paired import Paired
from server.organising.tournaments.pairing.swiss import Graph, SwissReason, best, in_order
from server.organising.tournaments.rounds import EntrantId


class WrongPairingError(Exception):
    """This system would not have made this pairing."""


def check_pairing(of: PairingField, tables: Sequence[tuple[EntrantId, ...]]) -> list[Paired[SwissReason]]:
    """
    Check that these tables are a best pairing. Return their order, seats and reasons, for the caller to compare.

    Several pairings may be the best, so only the cost is compared with another one.

    Raises:
        WrongPairingError: It is not legal, or there is a better one.
        NoPairingError: There is no legal pairing.
        TooManyEntrantsError: The field is too large.
    """
    if sorted(entrant for table in tables for entrant in table) != sorted(of.entrants):
        raise WrongPairingError("Not every entrant is at one table.")
    if any(len(table) > 2 for table in tables) or len(tables) != (len(of.entrants) + 1) // 2:
        raise WrongPairingError("Every table must have two entrants, except one bye.")
    graph = Graph(of)
    matching = [graph.places(table) for table in tables]
    for number, pair in enumerate(matching, 1):
        if graph.cost(*pair) is None:
            raise WrongPairingError(f"Table {number} is not legal.")
    if graph.total(matching) != graph.total(best(graph)):
        raise WrongPairingError("There is a better pairing.")
    return in_order(of, graph, matching)
