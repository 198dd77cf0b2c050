"""The field of a Swiss round: what decides about each entrant whom it meets next, from past rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from server.organising.tournaments.pairing.paired import has_met
from server.organising.tournaments.pairing.seats import Seat, Sitter
from server.organising.tournaments.rounds import WIN, EntrantId, Round, Table
from server.organising.tournaments.scores import STANDARD, Scores

Float: TypeAlias = Literal["down", "up"]

_SEATS: Final[tuple[Seat, Seat]] = ("a", "b")
_REMEMBERED_ROUNDS: Final = 2


@dataclass(frozen=True, slots=True)
class PairingField:
    """The entrants of a round to pair, and what decides the pairing."""

    entrants: tuple[EntrantId, ...]
    """Who is to be paired, in the order of their numbers."""
    rounds: tuple[Round, ...]
    """All past rounds, with everyone who played in them."""
    lot: Literal[0, 1]
    """Drawn once for the tournament: with 0, the first number has seat `a` in the first round."""
    is_last: bool
    """Whether this is the last round, in which seats forbid no table."""
    allows_repeats: bool
    """Whether entrants may meet again in this round, as few as possible."""
    scores: Scores = STANDARD
    """What results are worth."""
    forbidden: frozenset[frozenset[EntrantId]] = frozenset()
    """Pairs that must not meet, whatever else."""
    clubs: Mapping[EntrantId, str] = field(default_factory=dict)
    """The clubs of entrants whose members are kept apart in this round; empty if they are not."""
    virtual: tuple[int, ...] = ()
    """The virtual points of the `first_group` in each past round and in this one; empty without acceleration."""
    first_group: frozenset[EntrantId] = frozenset()
    """Who has virtual points."""

    def virtual_points(self, entrant: EntrantId, place: int) -> int:
        """Return the virtual points of an entrant in a round; the first one has place 0."""
        return self.virtual[place] if entrant in self.first_group else 0


@dataclass(frozen=True, slots=True)
class Player(Sitter):
    """An entrant of the field."""

    met: Mapping[EntrantId, int]
    """How often it has met whom."""
    may_have_bye: bool
    """Whether it never had a bye and never won a round unplayed."""
    floats: frozenset[Float]
    """How it floated in the last two rounds: `down` also if it had points without playing (C.04.3, 1.4)."""


def players(of: PairingField) -> list[Player]:
    """Return the entrants, highest score first, then in the order of their numbers."""
    everyone = {entrant for round_ in of.rounds for table in round_.tables for entrant in table.entrants}
    records = {entrant: _Record() for entrant in everyone.union(of.entrants)}
    remembered = len(of.rounds) - _REMEMBERED_ROUNDS
    for place, round_ in enumerate(of.rounds):
        scores = {}
        if place >= remembered:
            scores = {entrant: each.score + of.virtual_points(entrant, place) for entrant, each in records.items()}
        for table in round_.tables:
            _record(table, records, scores, of.scores)
    return sorted(
        (
            Player(
                entrant=entrant,
                number=number,
                score=records[entrant].score + of.virtual_points(entrant, len(of.rounds)),
                seats=tuple(records[entrant].seats),
                met=records[entrant].met,
                may_have_bye=records[entrant].may_have_bye,
                floats=frozenset(records[entrant].floats),
            )
            for number, entrant in enumerate(of.entrants, 1)
        ),
        key=lambda player: player.rank,
    )


@dataclass(slots=True)
class _Record:
    score: int = 0
    seats: list[Seat] = field(default_factory=list)
    met: Counter[EntrantId] = field(default_factory=Counter)
    may_have_bye: bool = True
    floats: set[Float] = field(default_factory=set)


def _record(table: Table, records: Mapping[EntrantId, _Record], scores: Mapping[EntrantId, int], worth: Scores) -> None:
    """Record a table. `scores` are those before the round; empty if its floats are too long ago to count."""
    if table.result is not None:
        result = table.result
        for entrant, halves, points in zip(table.entrants, result.points, worth.of(result), strict=True):
            record = records[entrant]
            record.score += points
            if result.how == "bye" or (halves >= WIN and not table.was_played):
                record.may_have_bye = False
            if scores and points and not table.was_played:
                record.floats.add("down")
    if not has_met(table):
        return
    for entrant, seat, opponent in zip(table.entrants, _SEATS, reversed(table.entrants), strict=True):
        record = records[entrant]
        record.seats.append(seat)
        record.met[opponent] += 1
        if scores and scores[entrant] != scores[opponent]:
            record.floats.add("down" if scores[entrant] > scores[opponent] else "up")
