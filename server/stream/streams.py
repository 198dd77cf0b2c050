"""What the streams of a server share, and how all of them end."""

from __future__ import annotations

from dataclasses import dataclass, field
from weakref import WeakSet, WeakValueDictionary

from server.aggregates.events import Event
from server.clock.arrivals import Arrivals
from server.clock.clock import Clock
from server.errors import ThrottledError
from server.identity.admission import Admission
from server.identity.players import Player
from server.log.entry import timestamp
from server.matches.repository import MatchRepository
from server.matches.service import Matches
from server.pacing import Pace
from server.stream.close_codes import CloseCode
from server.stream.mailbox import Mailbox


@dataclass
class Streams:
    """
    The open streams of one server.

    `queue` is how many texts may wait for one reader; `heartbeat_seconds` is how often a stream says it is alive;
    `per_player` is how many streams and waiting polls one player may have open.
    """

    repository: MatchRepository
    arrivals: Arrivals
    matches: Matches
    admission: Admission
    clock: Clock
    queue: int
    heartbeat_seconds: float
    per_player: int
    # Of all replays and large frames together: so a crowd of them holds the loop no longer than one does.
    pace: Pace = field(default_factory=Pace)
    _open: WeakSet[Mailbox] = field(default_factory=WeakSet)
    _owned: WeakValueDictionary[str, WeakSet[Mailbox]] = field(default_factory=WeakValueDictionary)
    _ended: bool = False
    _framed: tuple[Event, str] | None = None

    def now(self) -> str:
        """The time, as clients are told it."""
        return timestamp(self.clock.now())

    def frame_of(self, event: Event) -> str:
        """An event with the present time; the same text for all who are told it one after the other."""
        if self._framed is None or self._framed[0] is not event:
            self._framed = event, event.text(self.now())
        return self._framed[1]

    def mailbox(self) -> Mailbox:
        """A mailbox for one more reader."""
        mailbox = Mailbox(self.queue)
        self._open.add(mailbox)
        if self._ended:
            mailbox.cut(CloseCode.RESTART)
        return mailbox

    def own(self, mailbox: Mailbox, player: Player) -> None:
        """
        Say whose a mailbox is, until it is disowned or nobody holds it any more.

        Raises:
            ThrottledError: The player has too many.
        """
        siblings = self._owned.get(player.id)
        if siblings is None:
            siblings = self._owned[player.id] = WeakSet()
        if len(siblings) >= self.per_player:
            raise ThrottledError(
                "too_many_streams", f"You have {self.per_player} open streams and long polls. Close one first.", 1
            )
        siblings.add(mailbox)
        mailbox.siblings = siblings

    def disown(self, mailbox: Mailbox) -> None:
        """Count a mailbox no longer."""
        if mailbox.siblings is not None:
            mailbox.siblings.discard(mailbox)

    def waiting(self) -> list[int]:
        """How many texts wait for each reader."""
        return [mailbox.waiting for mailbox in self._open]

    def end(self) -> None:
        """Tell every reader to resume elsewhere, those too who come later: this server stops."""
        self._ended = True
        for mailbox in list(self._open):
            mailbox.cut(CloseCode.RESTART)
