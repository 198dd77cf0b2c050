"""The subscriptions of one socket: matches, and also the player's own stream or a tournament and its matches."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from server.access import codes
from server.access.costs import CALL
from server.access.errors import RefusedError, UnavailableError
from server.api.streams.close_codes import CloseCode
from server.api.streams.connection import Connection
from server.api.streams.feed import Feed, follow, follow_own, replay
from server.api.streams.frames import OwnSubscribedFrame, SubscribedFrame, TournamentSubscribedFrame, UnsubscribedFrame
from server.api.streams.handshake import ClosedError, closing_error
from server.api.streams.payer import Payer
from server.api.streams.streams import Streams
from server.api.streams.tables import MAX_TABLES, FollowedTables, Wanted
from server.logs.aggregates.resuming import Position
from server.logs.directing import appointing
from server.logs.directing.appointing import record_look
from server.matches.hosting import looks as match_looks
from server.matches.match import Match
from server.matches.roles import allow_to_watch, find_match
from server.organising.tournaments.roles import IN_TOURNAMENTS

MAX_MATCHES: Final = 200
"""Maximum number of matches on one socket."""


class Following:
    """The subscriptions of one socket."""

    def __init__(self, streams: Streams, connection: Connection) -> None:
        self._streams = streams
        self._connection = connection
        self._matches: dict[str, Feed] = {}
        # The stream of the player or of a tournament, besides matches.
        self._base: Feed | None = None
        self._tables: FollowedTables | None = None
        self._stop_joining: Callable[[], None] = lambda: None

    def stop(self) -> None:
        """End all subscriptions."""
        for feed in (*self._matches.values(), *([self._base] if self._base else [])):
            feed.stop()
        self._stop_joining()

    @property
    def joins(self) -> bool:
        """Whether matches are followed as they come to exist (`join`)."""
        return self._tables is not None and self._tables.wanted != "none"

    async def follow_match(self, payer: Payer, match_id: str, position: Position, operation: str) -> Match:
        """
        Follow a match after a position.

        Raises:
            RefusedError: It is unknown to the player, followed already, or the position is ahead or of another epoch.
        """
        connection, streams = self._connection, self._streams
        looks = self._tables.viewer_in if self._tables else partial(allow_to_watch, operation, payer.player)
        live = await find_match(streams.repository, payer.player, match_id, position.after, looks)
        await record_look(streams.repository, live, payer.player, looks(live.state), match_looks.note_look)
        async with connection.writing:
            if match_id in self._matches:
                raise RefusedError(codes.ALREADY_SUBSCRIBED, "This socket already follows this match.")
            await connection.flush()
            feed = follow(
                streams.repository, live, looks, position, connection.mailbox, streams.frame_of, connection.lines
            )
            self._matches[match_id] = feed
            await connection.send(
                SubscribedFrame(
                    match_id=match_id,
                    viewer=feed.viewer,
                    epoch=feed.epoch,
                    cursor=feed.cursor,
                    server_now=streams.now(),
                )
            )
            await self._replay(payer, feed)
        return live

    async def follow_tournament(self, payer: Payer, tournament_id: str, position: Position, wanted: Wanted) -> None:
        """
        Follow a tournament after a position; `join` follows its matches as `wanted`.

        Raises:
            RefusedError: It is unknown to the player, or the position is ahead or of another epoch.
        """
        connection, streams, player = self._connection, self._streams, payer.player
        live, viewer = await IN_TOURNAMENTS.find(
            "streamTournament", streams.tournaments, player, tournament_id, position.after
        )
        await record_look(streams.tournaments, live, player, viewer, appointing.note_look)
        async with connection.writing:
            looks = partial(IN_TOURNAMENTS.allow, "streamTournament", player)
            feed = follow(
                streams.tournaments, live, looks, position, connection.mailbox, streams.frame_of, connection.lines
            )
            self._base = feed
            self._tables = FollowedTables(live, feed.viewer, player, wanted)
            await connection.send(
                TournamentSubscribedFrame(
                    tournament_id=tournament_id,
                    viewer=feed.viewer,
                    epoch=feed.epoch,
                    cursor=feed.cursor,
                    server_now=streams.now(),
                )
            )
            await self._replay(payer, feed)
            if self.joins:
                self._stop_joining = streams.tournaments.listen(live, feed.viewer, self._tables)
                await self._tables.skip(position.after)

    async def follow_own(self, payer: Payer, position: Position) -> None:
        """
        Follow the player's own stream after a position.

        Raises:
            RefusedError: The position is ahead or of another epoch, or its event is not kept any more.
        """
        connection, streams, player = self._connection, self._streams, payer.player
        if player is None:
            raise AssertionError("only the socket of one match does without a token")
        live = await streams.inboxes.at(player.id, position.after)
        position = position.at_least(live.begins_after)
        async with connection.writing:
            feed = self._base = follow_own(streams.inboxes, live, position, connection.mailbox, streams.frame_of)
            await connection.send(
                OwnSubscribedFrame(player_id=player.id, epoch=feed.epoch, cursor=feed.cursor, server_now=streams.now())
            )
            await self._replay(payer, feed)
            if feed.ended:
                raise closing_error(CloseCode.RESTART)

    async def join(self, payer: Payer) -> None:
        """Follow the matches of a tournament as they come to exist."""
        tables = self._tables
        if tables is None:
            raise AssertionError("only the socket of a tournament joins its matches")
        while True:
            for match_id in tables.take():
                for over in tables.over():
                    if over in self._matches:
                        self.leave_match(over)
                payer.charge(CALL)
                await payer.slow_down()
                await self._join_match(payer, tables, match_id)
            await tables.wait_for_change()

    async def _join_match(self, payer: Payer, tables: FollowedTables, match_id: str) -> None:
        self.require_room()
        try:
            tables.joined[match_id] = await self.follow_match(payer, match_id, Position(0), "streamMany.subscribe")
        except UnavailableError as error:
            self._connection.send_refusal(match_id, None, error)
        except RefusedError:
            return  # The reader has subscribed already, or may not know that the match exists.

    def leave_match(self, match_id: str) -> None:
        """Stop following a match, if it is followed."""
        feed = self._matches.pop(match_id, None)
        if feed is not None:
            feed.stop()
        frame = UnsubscribedFrame(match_id=match_id, server_now=self._streams.now())
        self._connection.mailbox.deliver(frame.model_dump_json())

    def require_room(self) -> None:
        """Close the socket if it can follow no further match."""
        if len(self._matches) >= (MAX_MATCHES if self._tables is None else MAX_TABLES):
            raise ClosedError(CloseCode.TOO_MANY_MATCHES, "too_many_matches")

    async def _replay(self, payer: Payer, feed: Feed) -> None:
        """Send the missed events."""
        mailbox = self._connection.mailbox
        async for page in replay(feed, self._streams.pace, payer, mailbox):
            await self._connection.send_page(page)
        if mailbox.closed is not None:  # the texts in it come after events that were not replayed
            raise closing_error(mailbox.closed)
