"""
How far a match's log may grow by what people do (docs/running.md lists all bounds).

What counts is in the log, so it is the same in every process and after every start; and it is what the caller's own
seat did, or what everyone is told. Whatever ends a match is always possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engines.contract import Fact, SeatId, Viewer
from server.errors import ConflictError
from server.facts import MatchCreated, MessageSent, Person, SeatReserved, SeatTaken, Submitted, Withdrawn
from server.log.entry import EntryKind

MAX_MESSAGES: Final = 10_000
"""How much one seat, whoever sits in it, or all hosts together may say in a match."""

MAX_SEATINGS: Final = 1_000
"""How often strangers, all together, may sit down in a match or give other entropy before it starts."""

MAX_SEATINGS_OF_ONE: Final = 50
"""How often one player may, other than in a seat that is reserved for them."""

MAX_SEATINGS_BY_HOSTS: Final = 1_000
"""How often hosts may reserve seats, seat bots and sit down themselves. What strangers have used up is not theirs."""

MAX_HOST_ACTIONS: Final = 1_000
"""How often hosts may step in."""


class Tally:
    """How often what has happened in a match, as far as it is bounded."""

    def __init__(self) -> None:
        self._changes: Counter[str] = Counter()
        self._messages: Counter[str] = Counter()
        self._seated: Counter[str] = Counter()
        self._host: str | None = None
        self._invited: set[str] = set()
        self._by_strangers = 0
        self._by_hosts = 0
        self._host_actions = 0

    def take_in(self, kind: EntryKind, facts: Sequence[Fact]) -> None:
        """Count an entry of this kind."""
        if kind in ("started", "resolved"):
            self._changes.clear()
            return
        self._host_actions += kind == "host_action"
        self._by_hosts += kind == "seat_reserved"
        for fact in facts:
            match fact:
                case MatchCreated(host=host):
                    self._host = host.player_id
                case Submitted(seat=seat) | Withdrawn(seat=seat):
                    self._changes[seat] += 1
                case MessageSent(sender=sender):
                    self._messages[sender] += 1
                case SeatTaken(player=player) if kind == "seat_taken":
                    self._seat(player)
                case SeatTaken(player=Person(player_id=player_id)) | SeatReserved(player=Person(player_id=player_id)):
                    self._invited.add(player_id)
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
                "too_many_submissions",
                "You have submitted and withdrawn too often in this phase. Wait for the next phase.",
            )

    def require_message(self, sender: Viewer) -> None:
        """
        Let a viewer say one thing more.

        Raises:
            ConflictError: It has said too much in this match.
        """
        if self._messages[sender] >= MAX_MESSAGES:
            raise ConflictError(
                "talked_out", f"You have sent {MAX_MESSAGES} messages in this match, which is the limit."
            )

    def require_seating(self, player_id: str | None, *, reserved: bool) -> None:
        """
        Let a player sit down once more, or a bot; `reserved`: in a seat that is reserved for this player.

        Raises:
            ConflictError: Strangers have done so too often, or this player.
        """
        if reserved:
            return  # As often as hosts reserve seats, which is bounded.
        if player_id is None or player_id == self._host:
            self.require_reserving()
            return
        if player_id not in self._invited and self._by_strangers >= MAX_SEATINGS:
            raise ConflictError(
                "too_many_seatings", "Seats of this match were taken too often. Ask the host to reserve a seat for you."
            )
        if self._seated[player_id] >= MAX_SEATINGS_OF_ONE:
            raise ConflictError(
                "too_many_seatings", "You have taken seats of this match too often. Join another match."
            )

    def require_reserving(self) -> None:
        """
        Let hosts reserve a seat once more, or fill one.

        Raises:
            ConflictError: They have done so too often.
        """
        if self._by_hosts >= MAX_SEATINGS_BY_HOSTS:
            raise ConflictError(
                "too_many_seatings", "Hosts have changed the seats too often. Start the match, or create another one."
            )

    def require_host_action(self, *, more: int = 0) -> None:
        """
        Let hosts step in once more; `more`: how many actions are kept back for what undoes this one.

        Raises:
            ConflictError: They have done so too often.
        """
        if self._host_actions + more >= MAX_HOST_ACTIONS:
            raise ConflictError(
                "too_many_actions", "Hosts have used too many actions. The match can still be finished, or ended."
            )

    def _seat(self, player: Person | None) -> None:
        if player is None or player.player_id == self._host:
            self._by_hosts += 1
            return
        self._seated[player.player_id] += 1
        if player.player_id not in self._invited:
            self._by_strangers += 1
