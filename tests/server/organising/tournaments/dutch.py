"""Rounds as the Dutch system pairs them (C.04.3), by a program that others wrote."""

from __future__ import annotations

from py4swiss.engines import DutchEngine
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from server.organising.tournaments.pairing.field import PairingField
from server.organising.tournaments.rounds import WIN, EntrantId, Result, Round, Table

_TOKENS = {2: ResultToken.WIN, 1: ResultToken.DRAW, 0: ResultToken.LOSS}


def dutch(of: PairingField) -> list[Table]:
    """Pair a round of a tournament in which everyone played always, or had the bye of an odd field."""
    numbers = {entrant: number for number, entrant in enumerate(of.entrants, 1)}
    results = {entrant: [_result(round_, entrant, numbers) for round_ in of.rounds] for entrant in of.entrants}
    trf = ParsedTrf(
        player_sections=[
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=number,
                name=entrant,
                points_times_ten=5 * sum(points for _, points in results[entrant]),
                rank=number,
                results=[result for result, _ in results[entrant]],
            )
            for entrant, number in numbers.items()
        ],
        x_section=XSection(
            number_of_rounds=len(of.rounds) + (1 if of.is_last else 2),
            accelerations={numbers[each]: [5 * halves for halves in of.virtual] for each in of.first_group},
        ),
    )
    return [
        Table(place, (of.entrants[pair.white - 1], of.entrants[pair.black - 1]))
        if pair.black
        else Table(place, (of.entrants[pair.white - 1],), Result("bye", (WIN,)))
        for place, pair in enumerate(DutchEngine.generate_pairings(trf), 1)
    ]


def _result(round_: Round, entrant: EntrantId, numbers: dict[EntrantId, int]) -> tuple[RoundResult, int]:
    """Return the result, and half points."""
    table = next(table for table in round_.tables if entrant in table.entrants)
    if table.is_bye or table.result is None:
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE), WIN
    seat = table.entrants.index(entrant)
    color = (ColorToken.WHITE, ColorToken.BLACK)[seat]
    points = table.result.points[seat]
    return RoundResult(id=numbers[table.entrants[1 - seat]], color=color, result=_TOKENS[points]), points
