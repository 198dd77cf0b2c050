"""Bots that play matches."""

from __future__ import annotations

from random import Random
from typing import Final, cast

from moirai_client.answers import answer
from moirai_client.client import Client
from moirai_client.errors import RefusedError
from moirai_client.kept import Kept
from moirai_client.match import Match
from moirai_client.schemas import EventFrame, Move, ViewReply
from moirai_client.stream import Stream

_TRIES: Final = 100
"""The maximum number of illegal moves in a phase: a prompt cannot express all rules."""

_TURNS: Final = {"phase_opened", "match_resumed", "match_ended", "match_adjudicated", "match_voided"}


class Bot:
    """
    A bot that can play any game. A subclass for one game implements `choose`.

    Attributes:
        client: The client of the player.
        random: The source of randomness.
        kept: The record of the last match.
    """

    def __init__(self, client: Client, random: Random | None = None) -> None:
        self.client = client
        self.random = random or Random()
        self.kept: Kept | None = None

    async def choose(self, view: ViewReply) -> Move:
        """The move for the open phase; by default a random one that fits `view["prompt"]`."""
        return cast("Move", answer(view["prompt"], self.random))

    async def run(self, match_id: str) -> ViewReply:
        """
        Play a match in which the client has a seat until it is over, reconnecting if necessary. Returns the last view.

        Raises:
            RefusedError: `choose` returned too many illegal moves; or the player has no access to the match, or the
                server shows a different match than before.
            StreamClosedError: The match can no longer be followed.
            UnreachableError: The server did not respond within the time limit of the client.
        """
        match = self.client.match(match_id)
        self.kept = match.kept
        await match.details()  # For the commitment to the seed, which is recorded.
        view, answered = await match.view(), 0
        epoch = view.get("epoch")  # Earlier servers do not say it.
        async with match.follow(view["cursor"], epoch=epoch) as stream:
            while view["status"] not in ("over", "void"):
                if epoch is not None and view.get("epoch", epoch) != epoch:
                    answered = 0  # The server may have lost it.
                epoch = view.get("epoch", epoch)
                phase = view["phase"]
                if phase and view["prompt"] is not None and phase["number"] > answered:
                    answered = await self._move(match, view, phase["number"]) or answered
                view = await _next_turn(match, stream, view)
        return view

    async def _move(self, match: Match, view: ViewReply, phase: int) -> int | None:
        """Submit a move for this phase; None if the match has changed, which the stream reports."""
        for tries_left in reversed(range(_TRIES)):
            try:
                await match.submit(phase, await self.choose(view))
            except RefusedError as refusal:
                if refusal.status in (409, 412) and refusal.code != "unknown_head":
                    return None
                if refusal.status != 422 or not tries_left:
                    raise
            else:
                return phase
        return None


async def _next_turn(match: Match, stream: Stream[EventFrame], view: ViewReply) -> ViewReply:
    """The view when the player may have to move again, or the match is over."""
    while True:
        event = await anext(stream)
        same = (stream.viewer, stream.epoch) == (view["viewer"], view.get("epoch"))
        known = same and event["cursor"] <= view["cursor"]
        if not known and any(fact["type"] in _TURNS for fact in event["facts"]):
            newest = await match.view()
            # Another process of the server may not know the event yet; the cursor makes it catch up.
            if newest["cursor"] < event["cursor"]:
                newest = await match.view(at=event["cursor"])
            await _catch_up(stream, newest)
            return newest


async def _catch_up(stream: Stream[EventFrame], view: ViewReply) -> None:
    """Read what a newer view already shows, so that the next submission names the head of the phase before."""
    while (stream.viewer, stream.epoch) == (view["viewer"], view.get("epoch")) and stream.cursor < view["cursor"]:
        await anext(stream)
