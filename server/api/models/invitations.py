"""Invitations: requests, and what an invitation is for."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import Field

from engines.kit import SeatId
from server.access.fields import Reply, Request, union_of
from server.api.models.matches import MatchDetails
from server.logs.directing.invitations import MAX_ENTRIES, EventInvitationReply
from server.matches.lists.listings import MatchReply
from server.matches.requests import EntropyField
from server.matches.seats.invitations import MAX_USES, InvitationReply
from server.organising.series.facts import SeriesCreated
from server.organising.series.listings import SeriesListing
from server.organising.tournaments.facts import TournamentCreated
from server.organising.tournaments.listings import TournamentListing
from server.organising.tournaments.rounds import EntrantId

Lasts: TypeAlias = Annotated[
    int, Field(ge=60, le=7_776_000, description="How long it can be accepted; by default a week.")
]


class InvitationRequest(Request):
    """A new invitation to a match."""

    seat: str | None = Field(
        default=None, max_length=64, description="The seat that it is for; by default any free one."
    )
    uses: int = Field(default=1, ge=1, le=MAX_USES, description="How often it can be accepted.")
    expires_in_seconds: Lasts = 604_800


class EventInvitationRequest(Request):
    """A new invitation to a tournament or a series."""

    uses: int = Field(
        default=1, ge=1, le=MAX_ENTRIES, description="How often it can be accepted. A team that enters is one use."
    )
    expires_in_seconds: Lasts = 604_800


class TournamentInvitationRequest(EventInvitationRequest):
    """A new invitation to a tournament, or to one place in it."""

    entrant: str | None = Field(
        default=None,
        max_length=16,
        description="The entrant whose place it is for, which nobody has claimed: it can be accepted once, and the "
        "earlier one for the place ends.",
    )


class InvitationList(Reply):
    """The invitations to a match, newest first."""

    invitations: list[InvitationReply]
    """The invitations, newest first."""


class EventInvitationList(Reply):
    """The invitations to a tournament or a series, newest first."""

    invitations: list[EventInvitationReply]


class _OpenedInvitation(Reply):
    invitation_id: str
    """The id of the invitation."""
    uses_left: int
    """How often it can still be accepted."""
    expires_at: str
    """Until when it can be accepted."""


class OpenedMatchInvitation(_OpenedInvitation):
    """An invitation to a match."""

    type: Literal["match"] = "match"
    """What it is for."""
    seat: SeatId | None
    """The seat that it is for; null: any free one."""
    match: MatchDetails
    """The match as its spectators see it."""


class OpenedPlace(Reply):
    """A place in a tournament that was made for somebody without an account."""

    entrant: EntrantId
    """Whose place it is."""
    name: str
    """The name of whom it is for, as everyone sees it."""


class OpenedTournamentInvitation(_OpenedInvitation):
    """An invitation to a tournament."""

    type: Literal["tournament"] = "tournament"
    """What it is for."""
    tournament: TournamentListing
    """The tournament, as lists show it."""
    settings: TournamentCreated
    """The tournament as it was created."""
    place: OpenedPlace | None
    """The place that it is for; null if anybody can enter with it."""


class OpenedSeriesInvitation(_OpenedInvitation):
    """An invitation to a series."""

    type: Literal["series"] = "series"
    """What it is for."""
    series: SeriesListing
    """The series, as lists show it."""
    settings: SeriesCreated
    """The series as it was created."""


if TYPE_CHECKING:
    OpenedInvitationReply: TypeAlias = OpenedMatchInvitation | OpenedTournamentInvitation | OpenedSeriesInvitation
else:
    _opened = (OpenedMatchInvitation, OpenedTournamentInvitation, OpenedSeriesInvitation)
    OpenedInvitationReply = union_of(
        "OpenedInvitationReply", _opened, "What an invitation is for, identified by `type`."
    )


class AcceptRequest(Request):
    """What to take in a match, or with whom to enter a tournament."""

    seat: str | None = Field(
        default=None,
        max_length=64,
        description="In a match, the seat to take; by default that of the invitation, or the first free one.",
    )
    entropy: EntropyField = None
    partner: str | None = Field(
        default=None,
        max_length=64,
        description="In a tournament of teams, the other member by id: the team enters when each has named the other.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedMatch(MatchReply):
    """The match in which the caller has a seat."""

    type: Literal["match"] = "match"
    """What was joined."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedTournament(TournamentListing):
    """The tournament that the caller has entered."""

    type: Literal["tournament"] = "tournament"
    """What was joined."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinedSeries(SeriesListing):
    """The series in which the caller has a place."""

    type: Literal["series"] = "series"
    """What was joined."""


if TYPE_CHECKING:
    JoinedReply: TypeAlias = JoinedMatch | JoinedTournament | JoinedSeries
else:
    _joined = (JoinedMatch, JoinedTournament, JoinedSeries)
    JoinedReply = union_of("JoinedReply", _joined, "What the caller has joined, identified by `type`.")


def render_joined(listing: MatchReply | TournamentListing | SeriesListing) -> JoinedReply:
    """Return the reply to a player who has accepted an invitation."""
    known = {field.name: getattr(listing, field.name) for field in fields(listing)}
    match listing:
        case MatchReply():
            return JoinedMatch(**known)
        case TournamentListing():
            return JoinedTournament(**known)
        case SeriesListing():
            return JoinedSeries(**known)
