"""
Limits on how far people can grow the log of a match (docs/running.md lists all limits).

Everything counted is in the log, so all processes have the same counts, also after a restart. It consists of the
caller's own actions and of facts that are addressed to everyone. Actions that end a match are never limited.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from engines.kit import Fact, SeatId, Viewer
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.logs.store.entry import EntryKind
from server.matches.facts import MatchCreated, MessageSent, SeatReserved, SeatTaken, Submitted, Withdrawn

MAX_MESSAGES: Final = 10_000
"""Maximum number of messages in a match by one seat, over all its players, or by all hosts together."""

MAX_REACTIONS: Final = 1_000
"""Maximum number of reactions in a match by one seat, over all its players; independent of `MAX_MESSAGES`."""

MAX_SEATINGS: Final = 1_000
"""How often players without an invitation, all together, can take seats or change entropy before the start."""

MAX_SEATINGS_OF_ONE: Final = 50
"""How often one player can do so, except in a seat that is reserved for them."""

MAX_ACCEPTANCES: Final = 1_000
"""How often invitations can be accepted, all together; independent of `MAX_SEATINGS`."""

MAX_SEATINGS_BY_HOSTS: Final = 1_000
"""How often hosts can reserve seats, add bots and take seats themselves; independent of `MAX_SEATINGS`."""

MAX_HOST_ACTIONS: Final = 1_000
"""Maximum number of host actions in a match."""


class Tally:
    """Counts of the limited actions in a match."""

    def __init__(self) -> None:
        self._changes: Counter[str] = Counter()
        self._messages: Counter[str] = Counter()
        self._reactions: Counter[str] = Counter()
        self._seated: Counter[str] = Counter()
        self._host: str | None = None
        self._invited: set[str] = set()
        self._by_strangers = 0
        self._accepted = 0
        self._by_hosts = 0
        self._host_actions = 0

    def take_in(self, kind: EntryKind, facts: Sequence[Fact]) -> None:
        """Count an entry."""
        if kind in ("started", "resolved"):
            self._changes.clear()
            return
        self._host_actions += kind == "host_action"
        self._by_hosts += kind == "seat_reserved"
        for fact in facts:
            match fact:
                case MatchCreated(host=host, queue=queue):
                    self._host = None if queue else host.player_id
                case Submitted(seat=seat) | Withdrawn(seat=seat):
                    self._changes[seat] += 1
                case MessageSent(sender=sender, sign=str()):
                    self._reactions[sender] += 1
                case MessageSent(sender=sender, about=None):
                    self._messages[sender] += 1
                case SeatTaken(player=Person(player_id=player_id), invitation=str()):
                    self._accepted += 1
                    self._seated[player_id] += 1
                    self._invited.add(player_id)
                case SeatTaken(player=player) if kind == "seat_taken":
                    self._seat(player)
                case SeatTaken(player=Person(player_id=player_id)) | SeatReserved(player=Person(player_id=player_id)):
                    self._invited.add(player_id)
                case _:
                    pass

    def require_change(self, seat: SeatId, most: int) -> None:
        """
        Check that a seat can change its submission once more in the open phase; the limit is `most`.

        Raises:
            RefusedError: The limit is reached.
        """
        if self._changes[seat] >= most:
            raise RefusedError(
                codes.TOO_MANY_SUBMISSIONS,
                "You have submitted and withdrawn too often in this phase. Wait for the next phase.",
            )

    def require_message(self, sender: Viewer, *, reacting: bool) -> None:
        """
        Check that a viewer can send another message, or another reaction.

        Raises:
            RefusedError: The limit is reached.
        """
        sent, most, what = (
            (self._reactions, MAX_REACTIONS, "reactions") if reacting else (self._messages, MAX_MESSAGES, "messages")
        )
        if sent[sender] >= most:
            raise RefusedError(codes.TALKED_OUT, f"You have sent {most} {what} in this match, which is the limit.")

    def require_seating(self, player_id: str | None, *, reserved: bool) -> None:
        """
        Check that a player or a bot can take a seat; `reserved`: the seat is reserved for this player.

        Raises:
            RefusedError: The limit of this player, or of all uninvited players, is reached.
        """
        if reserved:
            return  # Limited by the number of reservations.
        if player_id is None or player_id == self._host:
            self.require_reserving()
            return
        if player_id not in self._invited and self._by_strangers >= MAX_SEATINGS:
            raise RefusedError(
                codes.TOO_MANY_SEATINGS,
                "Seats of this match were taken too often. Ask the host to reserve a seat for you.",
            )
        if self._seated[player_id] >= MAX_SEATINGS_OF_ONE:
            raise RefusedError(
                codes.TOO_MANY_SEATINGS, "You have taken seats of this match too often. Join another match."
            )

    def require_accepting(self, player_id: str) -> None:
        """
        Check that a player can accept an invitation.

        Raises:
            RefusedError: The limit of this player, or of all invitations together, is reached.
        """
        if self._accepted >= MAX_ACCEPTANCES or self._seated[player_id] >= MAX_SEATINGS_OF_ONE:
            raise RefusedError(
                codes.TOO_MANY_SEATINGS,
                "Seats of this match were taken too often. Ask the host to reserve one for you.",
            )

    def require_reserving(self) -> None:
        """
        Check that hosts can reserve or fill another seat.

        Raises:
            RefusedError: The limit is reached.
        """
        if self._by_hosts >= MAX_SEATINGS_BY_HOSTS:
            raise RefusedError(
                codes.TOO_MANY_SEATINGS,
                "Hosts have changed the seats too often. Start the match, or create another one.",
            )

    def require_host_action(self, *, more: int = 0) -> None:
        """
        Check that hosts can take another action; `more`: how many further actions must remain to undo this one.

        Raises:
            RefusedError: The limit is reached.
        """
        if self._host_actions + more >= MAX_HOST_ACTIONS:
            raise RefusedError(
                codes.TOO_MANY_ACTIONS, "Hosts have used too many actions. The match can still be finished, or ended."
            )

    def _seat(self, player: Person | None) -> None:
        if player is None or player.player_id == self._host:
            self._by_hosts += 1
            return
        self._seated[player.player_id] += 1
        if player.player_id not in self._invited:
            self._by_strangers += 1
