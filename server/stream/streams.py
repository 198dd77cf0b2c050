"""What the streams of a server share, and how all of them end."""

from __future__ import annotations

from dataclasses import dataclass, field
from weakref import WeakSet

from server.clock.clock import Clock
from server.identity.admission import Admission
from server.matches.registry import Registry
from server.matches.service import Matches
from server.stream.close_codes import CloseCode
from server.stream.mailbox import Mailbox


@dataclass
class Streams:
    """
    The open streams of one server.

    `queue` is how many texts may wait for one reader; `heartbeat_seconds` is how often a stream says it is alive.
    """

    registry: Registry
    matches: Matches
    admission: Admission
    clock: Clock
    queue: int
    heartbeat_seconds: float
    _open: WeakSet[Mailbox] = field(default_factory=WeakSet)
    _ended: bool = False

    def mailbox(self) -> Mailbox:
        """A mailbox for one more reader."""
        mailbox = Mailbox(self.queue)
        self._open.add(mailbox)
        if self._ended:
            mailbox.cut(CloseCode.RESTART)
        return mailbox

    def waiting(self) -> list[int]:
        """How many texts wait for each reader."""
        return [mailbox.waiting for mailbox in self._open]

    def end(self) -> None:
        """Tell every reader to resume elsewhere, those too who come later: this server stops."""
        self._ended = True
        for mailbox in list(self._open):
            mailbox.cut(CloseCode.RESTART)
