"""Matches in lists, and with their details."""

from __future__ import annotations

from pydantic import BaseModel, Field

from engines.kit import Outcome, Phase
from server.api.models.basics import Options
from server.facts import Pace, Person
from server.log.contract import MatchStatus, Visibility
from server.matches.directory import SeatListing


class MatchReply(BaseModel):
    """A match in a list."""

    match_id: str
    game: str
    variant: str
    status: MatchStatus
    """The status of the match."""
    visibility: Visibility
    pace: Pace
    autostart: bool
    created_at: str
    """When it was created."""
    host: Person
    seats: list[SeatListing]
    """The seats, in the order of the game."""
    door_open: bool = Field(
        description="Whether everyone who can see the match can take free seats before the start. Otherwise only the "
        "host and players with a reservation can."
    )


class MatchDetails(MatchReply):
    """A match with its options and settings."""

    options: Options
    rules_version: int
    show_submitted: bool
    open_log: bool
    spectator_lag: int
    seed_commitment: str = Field(
        description="The commitment to the secret seed of all draws: read and save it before you send entropy."
    )
    phase: Phase | None = Field(description="The open phase.")
    closes_at: str | None = Field(description="When it closes; null while the match is not running.")
    outcome: Outcome | None
    """How the match ended; null before, and if it was voided."""
    server_now: str


class MatchList(BaseModel):
    """Matches, newest first."""

    matches: list[MatchReply]
    """The matches, newest first."""
    next: str | None = Field(description="Send it as `before` to get the next page; null on the last page.")
