"""Tournaments as lists show them, to everyone who can see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from engines.kit import SENT_WHOLE
from server.access.fields import Absent
from server.access.player import Person
from server.logs.directing.facts import RoleHolder, Visibility
from server.organising.tournaments.course import Course
from server.organising.tournaments.rounds import System
from server.organising.tournaments.summary import TournamentStatus
from server.organising.tournaments.tournament import TournamentState


@dataclass(frozen=True, slots=True)
class TournamentWarning:
    """Something about a tournament that may go wrong."""

    code: Literal["many_rounds"]
    """For programs. `many_rounds`: a Swiss with more rounds than half the entrants."""
    detail: str
    """What it means, and what to do."""


@dataclass(frozen=True, slots=True)
class TournamentListing:
    """A tournament in lists."""

    __pydantic_config__ = SENT_WHOLE

    tournament_id: str
    """The id of the tournament."""
    label: str
    """What the tournament is called."""
    status: TournamentStatus
    """How far it is."""
    system: System
    """How rounds are paired."""
    game: str
    """The id of the game."""
    variant: str
    """The name of the variant."""
    visibility: Visibility
    """Who can see it."""
    maker: Person
    """The player who created it, directs it and hosts its matches."""
    created_at: str
    """When it was created."""
    entrants: int
    """How many entrants have a place and have not withdrawn."""
    max_entrants: int
    """How many can have a place."""
    rounds: int
    """How many rounds are planned; 0: as many as the system needs."""
    round: int
    """The last round that was published; 0 before."""
    # Rows of earlier servers lack it. It is a factory, because the schema of replies has no default.
    roles: tuple[RoleHolder, ...] = field(default_factory=tuple)
    """Who holds a role on the tournament, its owners with them."""
    warnings: tuple[TournamentWarning, ...] = ()
    """What may go wrong."""
    receipt: Absent[str] = None
    """
    Proves that the entry that the call caused is in the log: keep it ([verifying](docs/verify.md)). Absent in lists,
    and where the call changed nothing.
    """


def list_tournament(state: TournamentState, receipt: str | None = None) -> TournamentListing:
    """Return the tournament as everyone may know it; `receipt` is that of who changed it."""
    course = state.course
    terms = course.terms
    entrants = sum(not each.waiting and not each.withdrawn for each in course.entrants.values())
    return TournamentListing(
        tournament_id=terms.tournament_id,
        label=terms.label,
        status=course.status,
        system=terms.system,
        game=terms.match.game,
        variant=terms.match.variant,
        visibility=terms.visibility,
        maker=terms.maker,
        created_at=state.created_at,
        entrants=entrants,
        max_entrants=terms.max_entrants,
        rounds=terms.rounds,
        round=course.published,
        roles=tuple(course.holders.values()),
        warnings=tuple(_warnings(course, entrants if course.published else terms.max_entrants)),
        receipt=receipt,
    )


def _warnings(course: Course, entrants: int) -> Iterator[TournamentWarning]:
    """Yield what may go wrong with so many entrants; before the first round, these are as many as can enter."""
    terms = course.terms
    if terms.system == "swiss" and 2 * terms.rounds > entrants and not course.ended:
        yield TournamentWarning(
            "many_rounds",
            f"With {entrants} entrants, some of {terms.rounds} rounds may have no pairing in which nobody meets twice. "
            f"Half as many rounds as entrants, {entrants // 2}, are safer.",
        )
