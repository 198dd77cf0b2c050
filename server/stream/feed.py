"""
A viewer's stream from a cursor on: first what was missed, then what happens.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from engines.contract import Viewer
from server.aggregates.events import CutOff, Event
from server.costs import of_bytes, of_entries
from server.errors import MoiraiError
from server.identity.players import Player
from server.matches.match import Match
from server.matches.roles import allow, viewer_of
from server.matches.service import require_cursor
from server.matches.state import MatchState
from server.pacing import Pace
from server.stream.close_codes import CloseCode
from server.stream.mailbox import Mailbox
from server.stream.payer import Payer
from server.stream.streams import Streams

_PAGE_EVENTS: Final = 32
_PAGE_CHARACTERS: Final = 32_768


@dataclass(frozen=True, slots=True)
class Feed:
    """
    One viewer's subscription to one match.

    `viewer` and `cursor` are as of its beginning; `missed` gives the events between the cursor asked for and
    that one, page by page (`replay`); everything later goes to the mailbox. `stop` ends it.
    """

    viewer: Viewer
    cursor: int
    missed: Iterator[list[str]]
    stop: Callable[[], None]


Render: TypeAlias = Callable[[Event], str]
"""An event as a mailbox takes it."""


def follow(
    operation: str, streams: Streams, live: Match, player: Player, after: int, mailbox: Mailbox, render: Render
) -> Feed:
    """
    Subscribe a mailbox to what the player is told behind cursor `after`, by this operation, as rendered.

    Does not wait, so that nothing can happen between what was missed and what comes.

    Raises:
        UnknownError: The match is not theirs to know of.
        ConflictError: The cursor is ahead of their stream.
    """
    viewer = allow(operation, player, live.state)
    cursor = live.projection(viewer).cursor
    require_cursor(after, cursor)
    stop = streams.repository.listen(live, viewer, _Listener(player, viewer, mailbox, render))
    return Feed(viewer, cursor, _missed(live, viewer, after, cursor, render), stop)


async def replay(feed: Feed, pace: Pace, payer: Payer, mailbox: Mailbox) -> AsyncIterator[list[str]]:
    """
    What was missed, page by page, until the mailbox is closed; others have their turn between two.

    The payer pays for each page, and waits for the next while it is far above its limit.
    """
    while mailbox.closed is None:
        await pace.rest()
        page = next(feed.missed, None)
        if page is None:
            return
        payer.charge(of_entries(len(page)) + of_bytes(sum(map(len, page))))
        yield page
        await payer.slow_down()


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
    mailbox: Mailbox
    render: Render

    def tell(self, event: Event) -> None:
        self.mailbox.tell(self.render(event))

    def recheck(self, state: MatchState) -> bool:
        unchanged = looks_as(self.viewer, self.player, state)
        if not unchanged:
            self.mailbox.cut(CloseCode.VIEWER_CHANGED)
        return unchanged

    def cut_off(self, why: CutOff) -> None:
        if why == "entries_lost":
            self.mailbox.cut(CloseCode.ENTRIES_LOST)
        else:
            self.mailbox.cut(CloseCode.MATCH_UNREADABLE)


def _missed(live: Match, viewer: Viewer, after: int, until: int, render: Render) -> Iterator[list[str]]:
    page: list[str] = []
    characters = 0
    while after < until:
        (event,) = live.events(viewer, after, 1)
        after = event.cursor
        page.append(render(event))
        characters += len(page[-1])
        if len(page) == _PAGE_EVENTS or characters > _PAGE_CHARACTERS or after == until:
            yield page
            page, characters = [], 0
