"""
A viewer's stream from a cursor on: first what was missed, then what happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engines.contract import Viewer
from server.errors import MoiraiError
from server.identity.players import Player
from server.matches.live import LiveMatch
from server.matches.roles import allow, viewer_of
from server.matches.service import require_cursor
from server.matches.state import MatchState
from server.stream.close_codes import CloseCode
from server.stream.mailbox import Mailbox
from server.stream.streams import Streams

_PAGE = 100


@dataclass(frozen=True, slots=True)
class Feed:
    """
    One viewer's subscription to one match.

    `viewer` and `cursor` are as of its beginning; `missed` gives the events between the cursor asked for and
    that one, page by page; everything later goes to the mailbox. `stop` ends it.
    """

    viewer: Viewer
    cursor: int
    missed: Iterator[list[str]]
    stop: Callable[[], None]


def follow(operation: str, streams: Streams, live: LiveMatch, player: Player, after: int, mailbox: Mailbox) -> Feed:
    """
    Subscribe a mailbox to what the player is told behind cursor `after`, by this operation, as frames.

    Does not wait, so that nothing can happen between what was missed and what comes.

    Raises:
        UnknownError: The match is not theirs to know of.
        ConflictError: The cursor is ahead of their stream.
    """
    viewer = allow(operation, player, live.state)
    cursor = live.projection(viewer).cursor
    require_cursor(after, cursor)
    stop = streams.registry.listen(live, viewer, _Listener(player, viewer, streams, mailbox))
    return Feed(viewer, cursor, _missed(streams, live, viewer, after, cursor), stop)


def looks_as(viewer: Viewer, player: Player, state: MatchState) -> bool:
    """Whether the player looks at the match as this viewer."""
    try:
        return viewer_of(player, state) == viewer
    except MoiraiError:
        return False


@dataclass(frozen=True, eq=False, slots=True)
class _Listener:
    """Passes on a viewer's events for as long as the player looks as that viewer."""

    player: Player
    viewer: Viewer
    streams: Streams
    mailbox: Mailbox

    def tell(self, event: str) -> None:
        self.mailbox.tell(self.streams.frame_of(event))

    def recheck(self, state: MatchState) -> bool:
        unchanged = looks_as(self.viewer, self.player, state)
        if not unchanged:
            self.mailbox.cut(CloseCode.VIEWER_CHANGED)
        return unchanged


def _missed(streams: Streams, live: LiveMatch, viewer: Viewer, after: int, until: int) -> Iterator[list[str]]:
    while after < until:
        page = live.events(viewer, after, min(_PAGE, until - after))
        after = page[-1][0]
        yield [streams.frame_of(event) for _, event in page]
