"""Matches as lists and their own page show them."""

from __future__ import annotations

from pydantic import BaseModel, Field

from engines.contract import Outcome, Phase
from server.api.models.basics import Options
from server.facts import Pace, Person
from server.log.contract import MatchStatus, Visibility
from server.matches.directory import SeatListing


class MatchReply(BaseModel):
    """A match as lists show it."""

    match_id: str
    game: str
    variant: str
    status: MatchStatus
    """Where the match stands."""
    visibility: Visibility
    pace: Pace
    autostart: bool
    created_at: str
    """When it was made."""
    host: Person
    seats: list[SeatListing]
    """The seats, in the game's order."""
    door_open: bool = Field(
        description="Whether everyone who may know of the match can take free seats before the start; else only the "
        "host and players for whom a seat is reserved."
    )


class MatchDetails(MatchReply):
    """A match with its options and terms."""

    options: Options
    rules_version: int
    show_submitted: bool
    open_log: bool
    spectator_lag: int
    seed_commitment: str = Field(
        description="Binds the secret seed of all draws: read and keep it before you send entropy."
    )
    phase: Phase | None = Field(description="The open phase.")
    closes_at: str | None = Field(description="When it closes; null while nothing runs.")
    outcome: Outcome | None
    """How the match ended; null until then, and where it was voided."""
    server_now: str


class MatchList(BaseModel):
    """Matches, newest first."""

    matches: list[MatchReply]
    """The matches, newest first."""
    next: str | None = Field(description="Give it as `before` for the next page; null on the last.")
