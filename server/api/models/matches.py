"""Matches in lists, and with their details."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from engines.kit import SeatId
from server.access.fields import Options, Reply
from server.matches.lists.listings import MatchListing, MatchReply
from server.matches.rests import Rest


@dataclass(frozen=True, slots=True)
class ProposedRules:
    """A newer version of the rules that the host of a match proposes; it ends when the next phase opens."""

    rules_version: int
    """The newer version."""
    agreed: tuple[SeatId, ...]
    """The seats whose players have agreed."""
    asked: tuple[SeatId, ...]
    """The seats whose players have not agreed yet."""


@dataclass(frozen=True, slots=True)
class SeatLeave:
    """The leave that a seat has taken in a match."""

    seat: SeatId
    """The seat."""
    on_leave_until: str | None
    """When the last leave ends, or ended; null if the seat has another player since."""
    leave_days_taken: int
    """How many days of leave the seat has taken in this match so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDetails(MatchReply):
    """A match with its options and settings."""

    options: Options
    rules_version: int
    """The version of the rules by which the match is played now."""
    rules_known: bool
    """Whether this process has that version of the rules; otherwise the match waits for one that has."""
    newer_rules: tuple[int, ...]
    """The newer versions by which the match can go on, if its host proposes one and all players agree."""
    proposed_rules: ProposedRules | None
    """What the host proposes; null if nothing is proposed."""
    coming_rules: int | None
    """The version by which the match continues from its next phase; null if it stays as it is."""
    show_submitted: bool
    open_log: bool
    spectator_lag: int
    rest: Rest | None
    """When no time of a phase passes; null if time always passes."""
    leave_days: int
    """For how many days in all each player can be on leave; in a match of a tournament, at all its tables."""
    leaves: tuple[SeatLeave, ...]
    """The seats that have taken leave in this match."""
    seed_commitment: str
    """The commitment to the secret seed of all draws: read and save it before you send entropy."""
    server_now: str
    """The server's time when it sent this."""


class MatchList(Reply):
    """Matches, newest first; in lists of what is public, hosts take turns."""

    matches: list[MatchReply]
    """The matches."""
    next: str | None = Field(description="Send it as `before` to get the next page; null on the last page.")


class LobbyFrame(Reply):
    """Public matches, as a server-sent event: the list, or what has changed in it since the previous event."""

    type: Literal["list", "changes"]
    """`list` replaces all earlier events; `changes` has only the matches that are new or have changed."""
    matches: list[MatchListing]
    """The matches, as everyone may know them."""
    places: list[str]
    """The place of each of them in the list, which is in their order as texts, the highest first."""
    server_now: str
    """The server's time when it sent this."""
