"""Matches in lists, and with their details."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field

from server.access.fields import Options
from server.matches.lists.listings import MatchListing, MatchReply


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDetails(MatchReply):
    """A match with its options and settings."""

    options: Options
    rules_version: int
    rules_known: bool
    """Whether this process has that version of the rules; otherwise the match waits for one that has."""
    show_submitted: bool
    open_log: bool
    spectator_lag: int
    seed_commitment: str
    """The commitment to the secret seed of all draws: read and save it before you send entropy."""
    server_now: str


class MatchList(BaseModel):
    """Matches, newest first; in lists of what is public, hosts take turns."""

    matches: list[MatchReply]
    """The matches."""
    next: str | None = Field(description="Send it as `before` to get the next page; null on the last page.")


class LobbyFrame(BaseModel):
    """Public matches, as a server-sent event: the list, or what has changed in it since the previous event."""

    type: Literal["list", "changes"]
    """`list` replaces all earlier events; `changes` has only the matches that are new or have changed."""
    matches: list[MatchListing]
    """The matches, as everyone may know them."""
    places: list[str]
    """The place of each of them in the list, which is in their order as texts, the highest first."""
    server_now: str
