"""Channels for their members: sending and reading messages."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated

from pydantic import Field, TypeAdapter

from engines.kit import Viewer
from server.access.costs import charge, of_bytes, of_entries
from server.access.fields import Absent, Cursor
from server.access.player import Player
from server.logs.aggregates.acting import note_bridge
from server.logs.aggregates.aggregate import PAGE_BYTES
from server.logs.aggregates.projection import facts_addressed_to
from server.logs.directing.appointing import record_look
from server.logs.replies.idempotency import Done, Once, Replies
from server.logs.store.entry import Decision, Entry
from server.matches.fact_encoding import decode
from server.matches.facts import About, MessageSent, Sign
from server.matches.hosting.looks import note_look
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.roles import find_match, role_of, viewer_of
from server.matches.state import MatchState
from server.matches.talk import channels


@dataclass(frozen=True, slots=True)
class Reaction:
    """What is sent instead of a text."""

    sign: Sign


@dataclass(frozen=True, slots=True)
class MessageReply:
    """A message in a channel."""

    cursor: Annotated[Cursor, Field(description="The event of this message in the caller's stream.")]
    at: str
    """When it happened."""
    channel: str
    sender: Viewer
    text: str = field(repr=False)
    """The text; empty if the message is a reaction, or if its sender has left the server."""
    sign: Absent[Sign] = None
    """What a reaction says; absent in other messages."""
    about: Absent[About] = None
    """What is reported to the host; absent in other messages."""


@dataclass(frozen=True, slots=True)
class MessagePage:
    """Messages that the caller received in a channel, oldest first."""

    messages: list[MessageReply]
    """The messages, oldest first."""
    more: bool
    """Whether there are more: older messages, or, with `after`, newer ones."""


_messages = TypeAdapter(MessageReply)


class Talk:
    """All channels of all matches."""

    def __init__(self, repository: MatchRepository, replies: Replies) -> None:
        self._repository = repository
        self._replies = replies

    async def say(
        self, player: Player, match_id: str, channel: str, said: str | Reaction, once: Once | None
    ) -> Done[MessageReply]:
        """
        Send a text or a reaction to a channel; with a key, once, however often the request is sent.

        Raises:
            RefusedError: The player may not write there, or not now.
        """
        live = await find_match(self._repository, player, match_id)

        def decide(live: Match, now: datetime) -> Decision:
            known = live.projection(viewer_of(player, live.state))
            role = role_of(player, live.state)
            if isinstance(said, Reaction):
                decision = channels.react(live.state, known, role, channel, said.sign, now)
            else:
                decision = channels.say(live.state, known, role, channel, said, now)
            live.tally.require_message(known.viewer, reacting=isinstance(said, Reaction))
            return note_bridge(decision, player)

        def render(state: MatchState, entry: Entry) -> str:
            viewer = viewer_of(player, state)
            return _messages.dump_json(_read(live, viewer, live.projection(viewer).cursor + 1, entry)).decode()

        async def speak() -> MessageReply:
            if player.administrator:
                await self._repository.judge(live, decide)
                await record_look(self._repository, live, player, viewer_of(player, live.state), note_look)
            entry = await self._repository.change(live, decide, self._replies.keep(player, once, 201, render))
            if entry is None:
                raise AssertionError("a message always makes an entry")
            viewer = viewer_of(player, live.state)
            return _read(live, viewer, live.cursor_of(viewer, entry), entry)

        return await self._replies.carry_out(player, once, speak, _messages.validate_json)

    async def read(
        self, player: Player, match_id: str, channel: str, *, after: int | None, before: int | None, limit: int
    ) -> MessagePage:
        """
        Return messages of a channel that were addressed to the player: the first after cursor `after`, else the last
        before `before`, else the last.

        Raises:
            RefusedError: The player knows no such channel.
        """
        live = await find_match(self._repository, player, match_id, after or 0)
        viewer = viewer_of(player, live.state)
        await record_look(self._repository, live, player, viewer, note_look)
        channels.channel_of(live.projection(viewer), role_of(player, live.state), channel)
        cursors = live.about(viewer, channel)
        if after is not None:
            begin = bisect_right(cursors, after)
            messages = _read_some(live, viewer, cursors[begin : begin + limit])
            return MessagePage(messages, more=begin + len(messages) < len(cursors))
        end = len(cursors) if before is None else bisect_left(cursors, before)
        messages = _read_some(live, viewer, reversed(cursors[max(0, end - limit) : end]))
        return MessagePage(messages[::-1], more=end > len(messages))


def _read_some(live: Match, viewer: Viewer, cursors: Iterable[int]) -> list[MessageReply]:
    """Return the messages at these cursors, at least one and at most a page; the caller is charged."""
    messages: list[MessageReply] = []
    size = 0
    for cursor in cursors:
        message = _read(live, viewer, cursor, live.entry_of(viewer, cursor))
        size += len(message.text.encode())
        if messages and size > PAGE_BYTES:
            break
        messages.append(message)
    charge(of_entries(len(messages)) + of_bytes(size))
    return messages


def _read(live: Match, viewer: Viewer, cursor: int, entry: Entry) -> MessageReply:
    for addressed in facts_addressed_to(viewer, entry):
        fact = decode(live.state.engine, addressed)
        if isinstance(fact, MessageSent):
            return MessageReply(cursor, entry.at, fact.channel, fact.sender, fact.text, fact.sign, fact.about)
    raise AssertionError("a message is addressed to the channel's members")
