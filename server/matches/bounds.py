"""
How far a match's log may grow by what people do (docs/running.md lists all bounds).

What counts is in the log, so it is the same in every process and after every start; and it is what the caller's own
seat did, or what everyone is told. Whatever ends a match is always possible.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from engines.contract import SeatId, Viewer
from server.errors import ConflictError
from server.log.entry import Entry

MAX_MESSAGES: Final = 10_000
"""How much one seat, whoever sits in it, or all hosts together may say in a match."""

MAX_SEATINGS: Final = 1_000
"""How often seats of a match may be taken and left, and other entropy be given, before it starts."""

MAX_SEATINGS_OF_ONE: Final = 50
"""How often of these one player may be the one who sits down or gives entropy, so that nobody uses up all."""

MAX_HOST_ACTIONS: Final = 1_000
"""How often hosts may step in."""


class Tally:
    """How often what has happened in a match, as far as it is bounded."""

    def __init__(self) -> None:
        self._changes: Counter[str] = Counter()
        self._messages: Counter[str] = Counter()
        self._seated: Counter[str] = Counter()
        self._seatings = 0
        self._host_actions = 0

    def take_in(self, entry: Entry) -> None:
        """Count an entry."""
        first = entry.facts[0].fact if entry.facts else {}
        match entry.kind:
            case "submitted" | "withdrawn":
                self._changes[str(first["seat"])] += 1
            case "started" | "resolved":
                self._changes.clear()
            case "message":
                self._messages[str(first.get("sender"))] += 1
            case "host_action":
                self._host_actions += 1
            case "seat_taken" | "seat_left":
                self._seatings += 1
                player = first.get("player")
                if isinstance(player, dict):
                    self._seated[str(player["player_id"])] += 1
            case _:
                pass

    def require_change(self, seat: SeatId, most: int) -> None:
        """
        Let a seat change its submission for the open phase once more, `most` times in all.

        Raises:
            ConflictError: It has done so too often.
        """
        if self._changes[seat] >= most:
            raise ConflictError(
                "too_many_submissions", "You have changed your mind too often in this phase. Wait for the next."
            )

    def require_message(self, sender: Viewer) -> None:
        """
        Let a viewer say one thing more.

        Raises:
            ConflictError: It has said too much in this match.
        """
        if self._messages[sender] >= MAX_MESSAGES:
            raise ConflictError("talked_out", f"You have said {MAX_MESSAGES} things in this match, and no more fit in.")

    def require_seating(self, player_id: str | None) -> None:
        """
        Let seats change once more before the start; `player_id` is who sits down.

        Raises:
            ConflictError: They have changed too often, or by this player.
        """
        if self._seatings >= MAX_SEATINGS:
            raise ConflictError("too_many_seatings", "Seats have changed too often here. Start the match, or make one.")
        if player_id is not None and self._seated[player_id] >= MAX_SEATINGS_OF_ONE:
            raise ConflictError("too_many_seatings", "This player has sat down here too often. Join another match.")

    def require_host_action(self, *, more: int = 0) -> None:
        """
        Let hosts step in once more; `more`: how many actions are kept back for what undoes this one.

        Raises:
            ConflictError: They have done so too often.
        """
        if self._host_actions + more >= MAX_HOST_ACTIONS:
            raise ConflictError(
                "too_many_actions", "Hosts have stepped in too often. The match can still be played out, or ended."
            )
