"""Invitations: requests, and what an invitation is for."""

from __future__ import annotations

from pydantic import BaseModel, Field

from engines.kit import SeatId
from server.api.models.matches import MatchDetails
from server.fields import Request
from server.matches.invitations import MAX_USES, InvitationReply
from server.matches.requests import EntropyField


class InvitationRequest(Request):
    """A new invitation to a match."""

    seat: str | None = Field(
        default=None, max_length=64, description="The seat that it is for; by default any free one."
    )
    uses: int = Field(default=1, ge=1, le=MAX_USES, description="How often it can be accepted.")
    expires_in_seconds: int = Field(
        default=604_800, ge=60, le=7_776_000, description="How long it can be accepted; by default a week."
    )


class InvitationList(BaseModel):
    """The invitations to a match, newest first."""

    invitations: list[InvitationReply]
    """The invitations, newest first."""


class OpenedInvitationReply(BaseModel):
    """What an invitation is for."""

    invitation_id: str
    seat: SeatId | None
    """The seat that it is for; null: any free one."""
    uses_left: int
    """How often it can still be accepted."""
    expires_at: str
    """Until when it can be accepted."""
    match: MatchDetails
    """The match as its spectators see it."""


class AcceptRequest(Request):
    """The seat to take, and the entropy that the caller mixes into the seed."""

    seat: str | None = Field(
        default=None,
        max_length=64,
        description="The seat to take; by default that of the invitation, or the first free one.",
    )
    entropy: EntropyField = None
