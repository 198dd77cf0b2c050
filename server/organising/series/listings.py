"""Series as lists show them, to everyone who can see them."""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.kit import SENT_WHOLE
from server.access.fields import Absent
from server.access.player import Person
from server.logs.directing.facts import RoleHolder, Visibility
from server.organising.series.commands import places_of
from server.organising.series.series import SeriesState
from server.organising.series.summary import SeriesStatus


@dataclass(frozen=True, slots=True)
class SeriesListing:
    """A series in lists."""

    __pydantic_config__ = SENT_WHOLE

    series_id: str
    """The id of the series."""
    label: str
    """What the series is called."""
    status: SeriesStatus
    """How far it is."""
    visibility: Visibility
    """Who can see it."""
    maker: Person
    """The player who created it, directs it and hosts its matches."""
    created_at: str
    """When it was created."""
    places: int
    """How many places there are at first."""
    entrants: int
    """How many entrants are in the series now."""
    bots: int
    """How many of them are bots."""
    episodes: int
    """How many episodes it has."""
    episode: int
    """The last episode that has begun; 0 before."""
    # Rows of earlier servers lack it. It is a factory, because the schema of replies has no default.
    roles: tuple[RoleHolder, ...] = field(default_factory=tuple)
    """Who holds a role on the series, its owners with them."""
    receipt: Absent[str] = None
    """
    Proves that the entry that the call caused is in the log: keep it ([verifying](docs/verify.md)). Absent in lists,
    and where the call changed nothing.
    """


def list_series(state: SeriesState, receipt: str | None = None) -> SeriesListing:
    """Return the series as everyone may know it; `receipt` is that of who changed it."""
    course = state.course
    terms = course.terms
    return SeriesListing(
        series_id=terms.series_id,
        label=terms.label,
        status=course.status,
        visibility=terms.visibility,
        maker=terms.maker,
        created_at=state.created_at,
        places=places_of(course),
        entrants=len(course.staying),
        bots=sum(each.player is None for each in course.staying),
        episodes=len(terms.episodes),
        episode=len(course.episodes),
        roles=tuple(course.holders.values()),
        receipt=receipt,
    )
