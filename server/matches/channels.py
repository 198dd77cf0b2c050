"""
Channels: who may talk where is told by facts; here it is enforced, message by message.

A message is judged by what its sender was told, like a move: whoever was told nothing of a channel cannot find out
that there is one.
"""

from __future__ import annotations

import math
import re
from datetime import datetime, timedelta
from typing import Final

from engines.contract import HOST, SeatId, Viewer
from server.access import Role, refused, require
from server.errors import ConflictError, ForbiddenError, MalformedError, ThrottledError
from server.facts import MessageSent, SeatMuted, SeatUnmuted
from server.log.entry import Decision, parse_timestamp
from server.matches.commands import decide, require_started, suspended
from server.matches.projection import Channel, MatchProjection
from server.matches.state import RECENT_MESSAGES, MatchState
from server.texts import MESSAGE_CHARACTERS, VISIBLE_LINE

RATE_SECONDS: Final = 60
"""A sender may say `RECENT_MESSAGES` things in any span this long."""


def channel_of(known: MatchProjection, role: Role, name: str) -> Channel:
    """
    A channel the viewer was told of, open or closed; `role` is what it is to the match.

    Raises:
        UnknownError: There is none.
    """
    channel = known.channels.get(name)
    if channel is None:
        raise refused("listMessages", role)
    return channel


def say(state: MatchState, known: MatchProjection, role: Role, name: str, text: str, now: datetime) -> Decision:
    """
    Put a message of the viewer whose knowledge and role these are into a channel.

    Raises:
        MalformedError: The text is none that can be sent.
        UnknownError, ForbiddenError, ConflictError, ThrottledError: It may not write there, or not now.
    """
    if len(text) > MESSAGE_CHARACTERS or not re.fullmatch(VISIBLE_LINE, text):
        raise MalformedError(
            "malformed_message", f"A message must be one line of at most {MESSAGE_CHARACTERS} characters."
        )
    channel, sender = channel_of(known, role, name), known.viewer
    require("sendMessage", role, own=sender in channel.members)
    if not channel.open:
        raise ConflictError("channel_closed", "This channel is closed. You can still read its messages.")
    # A line to the host is for whatever goes wrong, so nothing but the end of the match shuts it.
    if HOST not in channel.members:
        _require_talk(state, sender, now)
    _require_rate(state, sender, now)
    return decide(state, "message", [MessageSent(name, sender, text)])


def mute(state: MatchState, seat: SeatId, reason: str) -> Decision:
    """Let a seat write nowhere but in its line to the host."""
    require_started(state)
    if seat in state.muted:
        raise ConflictError("already_muted", f"Seat {seat} is already muted.")
    return decide(state, "host_action", [SeatMuted(seat, reason)])


def unmute(state: MatchState, seat: SeatId) -> Decision:
    """Let a seat write again."""
    require_started(state)
    if seat not in state.muted:
        raise ConflictError("not_muted", f"Seat {seat} is not muted.")
    return decide(state, "host_action", [SeatUnmuted(seat)])


def _require_talk(state: MatchState, sender: Viewer, now: datetime) -> None:
    if sender in state.muted:
        raise ForbiddenError("muted", "The host has muted you. You can still write in your channel to the host.")
    if state.status == "paused":
        raise ConflictError("match_paused", "The match is paused. Wait until its host resumes it.")
    if state.status == "suspended":
        raise suspended()
    # Whether the channel outlives the phase is not known before the phase is resolved.
    if state.closes_at is not None and now >= state.closes_at:
        raise ConflictError("phase_closed", "The phase has closed. Try again when the next phase is open.")


def _require_rate(state: MatchState, sender: Viewer, now: datetime) -> None:
    recent = state.spoken.get(sender, ())
    if len(recent) < RECENT_MESSAGES:
        return
    first = parse_timestamp(recent[0])
    if now < first:
        return  # The clock was set back: how long ago that was nobody knows, and nobody shall be silent for it.
    free_at = first + timedelta(seconds=RATE_SECONDS)
    if now < free_at:
        raise ThrottledError(
            "too_many_messages",
            f"The limit is {RECENT_MESSAGES} messages in {RATE_SECONDS} seconds.",
            math.ceil((free_at - now).total_seconds()),
        )
