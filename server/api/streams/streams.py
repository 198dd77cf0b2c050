"""State shared by all streams of a server, and their end at shutdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from weakref import WeakSet, WeakValueDictionary

from engines.kit import Language
from server.access import codes
from server.access.errors import ThrottledError
from server.api.streams.close_codes import CloseCode
from server.api.streams.frames import HeartbeatFrame
from server.api.streams.mailbox import Mailbox, Siblings
from server.logs.aggregates.events import Event
from server.logs.aggregates.lines import Lines
from server.matches.repository import MatchRepository
from server.matches.service import Matches
from server.notifications.news.inboxes import Inboxes
from server.organising.tournaments.kind import TournamentRepository
from server.people.identity.admission import Admission, network_of
from server.people.identity.bearers import Access
from server.runtime.clock.arrivals import Arrivals
from server.runtime.clock.clock import Clock
from server.runtime.clock.rota import Rota
from server.runtime.time_slices import Pace
from server.runtime.times import timestamp


@dataclass
class Streams:
    """
    The open streams of one server.

    `queue` is the maximum number of texts that wait for one reader; `heartbeat_seconds` is the interval of heartbeats;
    `per_player` is the maximum number of open streams and long polls of one player, or of one address without tokens.
    """

    repository: MatchRepository
    arrivals: Arrivals
    matches: Matches
    inboxes: Inboxes
    tournaments: TournamentRepository
    admission: Admission
    clock: Clock
    queue: int
    heartbeat_seconds: float
    per_player: int
    # Shared by all replays and large frames, so that many of them occupy the loop no longer than one.
    pace: Pace = field(default_factory=Pace)
    _open: WeakSet[Mailbox] = field(default_factory=WeakSet)
    _owned: WeakValueDictionary[str, Siblings] = field(default_factory=WeakValueDictionary)
    _expiring: WeakSet[Mailbox] = field(default_factory=WeakSet)
    _bridged: WeakSet[Mailbox] = field(default_factory=WeakSet)
    doubted: set[str] = field(default_factory=set)
    """Players who may have changed while a stream of theirs was opened, so that nobody has told this stream."""
    _ended: bool = False
    _framed: tuple[Event, str] | None = None
    _framed_with_lines: tuple[Event, dict[Language, str]] | None = None

    def __post_init__(self) -> None:
        self.beats = Rota(self.heartbeat_seconds, self._beat)
        """The mailboxes that get heartbeats."""

    def _beat(self, mailboxes: Sequence[Mailbox]) -> None:
        text = HeartbeatFrame(server_now=self.now()).model_dump_json()
        for mailbox in mailboxes:
            mailbox.deliver(text)

    def now(self) -> str:
        """Return the current time, as sent to clients."""
        return timestamp(self.clock.now())

    def frame_of(self, event: Event, lines: Lines | None = None) -> str:
        """Return an event with the current time, and with sentences; the text is reused for consecutive readers."""
        if lines is not None:
            return self._with_lines(lines, event)
        if self._framed is None or self._framed[0] is not event:
            self._framed = event, event.text(self.now())
        return self._framed[1]

    def _with_lines(self, lines: Lines, event: Event) -> str:
        if self._framed_with_lines is None or self._framed_with_lines[0] is not event:
            self._framed_with_lines = event, {}
        texts = self._framed_with_lines[1]
        if lines.language not in texts:
            texts[lines.language] = event.text(self.now(), lines.of_newest(event.cursor))
        return texts[lines.language]

    def mailbox(self) -> Mailbox:
        """Return a mailbox for a new reader."""
        mailbox = Mailbox(self.queue)
        self._open.add(mailbox)
        if self._ended:
            mailbox.cut(CloseCode.RESTART)
        return mailbox

    def own(self, mailbox: Mailbox, access: Access | None, address: str) -> None:
        """
        Count a mailbox as the player's, or without a token as the address's, until it is disowned or not referenced.

        What a bridge opens for others counts as the bridge's.

        Raises:
            ThrottledError: The player or the address has too many.
        """
        owner = network_of(address) if access is None else access.player.through or access.player.id
        siblings = self._owned.get(owner)
        if siblings is None:
            siblings = self._owned[owner] = Siblings()
        if len(siblings.mailboxes()) >= self.per_player:
            raise ThrottledError(
                codes.TOO_MANY_STREAMS, f"You have {self.per_player} open streams and long polls. Close one first.", 1
            )
        siblings.add(mailbox)
        mailbox.siblings, mailbox.access = siblings, access
        if access is not None and access.expires is not None:
            self._expiring.add(mailbox)
        if access is not None and access.through is not None:
            self._bridged.add(mailbox)
        if access is not None and not self.admission.remembers(access):
            self.doubted |= {each.player.id for each in (access, access.through) if each is not None}

    def disown(self, mailbox: Mailbox) -> None:
        """Stop counting a mailbox."""
        self._expiring.discard(mailbox)
        self._bridged.discard(mailbox)
        if mailbox.siblings is not None:
            mailbox.siblings.remove(mailbox)

    def keep(self, player_id: str, working: Mapping[str, bool]) -> None:
        """
        Close mailboxes whose tokens do not work as before: the player's, those that the player as a bridge has opened
        for others, and those that bridges have opened for the player.

        `working` has the tokens that work, by the hash of the secret; True for those of administrators, who are another
        viewer. A bridge is never the viewer of an administrator.
        """
        for mailbox in self._of(player_id):
            access = mailbox.access
            if access is None:
                continue
            if access.through is not None and access.through.player.id == player_id:
                access = access.through
            if access.secret_hash not in working:
                mailbox.cut(CloseCode.TOKEN_WITHDRAWN)
            elif (
                mailbox.access is access
                and access.through is None
                and working[access.secret_hash] != access.player.administrator
            ):
                mailbox.cut(CloseCode.VIEWER_CHANGED)

    def owns(self, player_id: str) -> bool:
        """Whether streams are open here that the player has opened, or that bridges have opened for the player."""
        return bool(self._of(player_id))

    def _of(self, player_id: str) -> list[Mailbox]:
        siblings = self._owned.get(player_id)
        through = (each for each in self._bridged if each.access is not None and each.access.player.id == player_id)
        return [*(siblings.mailboxes() if siblings else ()), *through]

    def expire(self) -> None:
        """Close the mailboxes whose tokens have expired."""
        now = self.clock.now().timestamp()
        for mailbox in list(self._expiring):
            if mailbox.access is not None and mailbox.access.expires is not None and mailbox.access.expires <= now:
                mailbox.cut(CloseCode.TOKEN_WITHDRAWN)
                self._expiring.discard(mailbox)

    def waiting(self) -> list[int]:
        """Return the number of waiting texts for each reader."""
        return [mailbox.waiting for mailbox in self._open]

    def end(self) -> None:
        """Close all mailboxes, also later ones: this server stops, and clients must resume elsewhere."""
        self._ended = True
        for mailbox in list(self._open):
            mailbox.cut(CloseCode.RESTART)
