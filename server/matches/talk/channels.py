"""
Channels: facts say who may write where; this module checks each message against them.

Like a move, a message is checked against what its sender knows. So a player cannot discover a channel of others.
"""

from __future__ import annotations

import math
import re
from datetime import datetime, timedelta
from typing import Final

from engines.kit import HOST, SeatId, Viewer
from server.access import codes
from server.access.errors import RefusedError, ThrottledError
from server.access.player import Person
from server.access.rights import Role, refusal_of, require
from server.access.texts import MESSAGE_CHARACTERS, VISIBLE_LINE
from server.logs.store.entry import Decision
from server.matches.commands import decide, match_suspended, require_seat, require_started
from server.matches.facts import About, MessageSent, SeatMuted, SeatUnmuted, Sign, host_line
from server.matches.projection import Channel, MatchProjection
from server.matches.state import RECENT_MESSAGES, RECENT_REACTIONS, MatchState
from server.runtime.times import parse_timestamp

RATE_SECONDS: Final = 60
"""The period to which the limits of `RECENT_MESSAGES` and `RECENT_REACTIONS` per sender apply."""


def channel_of(known: MatchProjection, role: Role, name: str) -> Channel:
    """
    Return a channel that the viewer knows, open or closed; `role` is the viewer's role in the match.

    Raises:
        RefusedError: There is no such channel.
    """
    channel = known.channels.get(name)
    if channel is None:
        raise refusal_of("listMessages", role)
    return channel


def say(state: MatchState, known: MatchProjection, role: Role, name: str, text: str, now: datetime) -> Decision:
    """
    Send a message to a channel; `known` and `role` belong to the sender.

    Raises:
        RefusedError: The text is invalid, or the sender may not write there, or not now.
    """
    if len(text) > MESSAGE_CHARACTERS or not re.fullmatch(VISIBLE_LINE, text):
        raise RefusedError(
            codes.MALFORMED_MESSAGE, f"A message must be one line of at most {MESSAGE_CHARACTERS} characters."
        )
    _require_writable(state, known, role, name, now)
    sender = known.viewer
    _require_rate(state, sender, now, reacting=False)
    return decide(state, "message", [MessageSent(name, sender, text)])


def react(state: MatchState, known: MatchProjection, role: Role, name: str, sign: Sign, now: datetime) -> Decision:
    """
    Send a reaction to a channel; `known` and `role` belong to the sender.

    Raises:
        RefusedError: The sender may not write there, or not now, or the channel has no reactions.
    """
    channel = _require_writable(state, known, role, name, now)
    # Where talk has a price, signs could carry what nobody has paid for.
    if not channel.reactions:
        raise RefusedError(
            codes.NO_REACTIONS,
            "This channel has no reactions, which are only for channels that are open from the first phase on, and not "
            "for the channel to the host. Send a text.",
        )
    sender = known.viewer
    _require_rate(state, sender, now, reacting=True)
    return decide(state, "message", [MessageSent(name, sender, "", sign)])


def report(state: MatchState, known: MatchProjection, role: Role, text: str, about: About, now: datetime) -> Decision:
    """
    Report a seat to the host, in the sender's channel to the host.

    Raises:
        RefusedError: Nobody can be reported there, or the channel is closed.
    """
    require_reportable(state, known.viewer, about.seat)
    line = host_line(SeatId(known.viewer))
    _require_writable(state, known, role, line, now)
    if about.at is not None and parse_timestamp(about.at) > now:
        raise RefusedError(codes.CURSOR_AHEAD, "What is reported has not happened yet.")
    return decide(state, "message", [MessageSent(line, known.viewer, text, about=about)])


def require_reportable(state: MatchState, reporter: Viewer, seat: str) -> Person:
    """
    Return the player in a seat, whom `reporter` can report.

    Raises:
        RefusedError: There is no such seat, or no other player in it.
    """
    player = state.occupants[known].player if (known := require_seat(state, seat)) in state.occupants else None
    if player is None or known == reporter:
        raise RefusedError(codes.NOBODY_TO_REPORT, f"Seat {seat} has no player whom you can report.")
    return player


def mute(state: MatchState, seat: SeatId, reason: str) -> Decision:
    """Prevent a seat from writing anywhere except in its channel to the host."""
    require_started(state)
    if seat in state.muted:
        raise RefusedError(codes.ALREADY_MUTED, f"Seat {seat} is already muted.")
    return decide(state, "host_action", [SeatMuted(seat, reason)])


def unmute(state: MatchState, seat: SeatId) -> Decision:
    """Allow a seat to write again."""
    require_started(state)
    if seat not in state.muted:
        raise RefusedError(codes.NOT_MUTED, f"Seat {seat} is not muted.")
    return decide(state, "host_action", [SeatUnmuted(seat)])


def _require_writable(state: MatchState, known: MatchProjection, role: Role, name: str, now: datetime) -> Channel:
    """Return the channel if its viewer can write in it now."""
    channel = channel_of(known, role, name)
    require("sendMessage", role, own=known.viewer in channel.members)
    if not channel.open:
        raise RefusedError(codes.CHANNEL_CLOSED, "This channel is closed. You can still read its messages.")
    # The channel to the host is for reporting problems, so it stays open until the match ends.
    if HOST not in channel.members:
        _require_talk(state, known.viewer, now)
    return channel


def _require_talk(state: MatchState, sender: Viewer, now: datetime) -> None:
    if sender in state.muted:
        raise RefusedError(codes.MUTED, "The host has muted you. You can still write in your channel to the host.")
    if state.status == "paused":
        raise RefusedError(codes.MATCH_PAUSED, "The match is paused. Wait until its host resumes it.")
    if state.status == "suspended":
        raise match_suspended()
    # Whether the channel stays open is unknown until the phase is resolved.
    if state.closes_at is not None and now >= state.closes_at:
        raise RefusedError(codes.PHASE_CLOSED, "The phase has closed. Try again when the next phase is open.")


def _require_rate(state: MatchState, sender: Viewer, now: datetime, *, reacting: bool) -> None:
    times, most, things = (
        (state.reacted, RECENT_REACTIONS, "reactions") if reacting else (state.spoken, RECENT_MESSAGES, "messages")
    )
    recent = times.get(sender, ())
    if len(recent) < most:
        return
    first = parse_timestamp(recent[0])
    if now < first:
        return  # The clock was set back by an unknown amount, which must not silence anyone.
    free_at = first + timedelta(seconds=RATE_SECONDS)
    if now < free_at:
        raise ThrottledError(
            codes.TOO_MANY_MESSAGES,
            f"The limit is {most} {things} in {RATE_SECONDS} seconds.",
            math.ceil((free_at - now).total_seconds()),
        )
