"""
The queue: players who want to play a game now, with anybody, are seated with those who wait for the same.

A table of the queue is a match, so the queue is a fold of the logs of its tables. Two processes can open a table at the
same time: who has opened one looks once more, and moves to an older one. If the older one was written last, neither
sees it before, and the younger player moves with the next renewal.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from pydantic import Field

from engines.catalogue import GAMES
from engines.kit import AnyEngine
from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.access.fields import Request
from server.access.player import Player
from server.logs.aggregates.acting import note_bridge
from server.logs.directing.facts import Pace
from server.logs.store.contract import OwnerFullError
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.facts import SeatTaken
from server.matches.hosting.hosting import Hosting, describe, too_many_matches
from server.matches.lists.listings import MatchReply, list_match_for
from server.matches.lists.queues import Queues, QueueState
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.requests import MatchSettings
from server.matches.seats import waits
from server.matches.seeds import ENTROPY_PATTERN
from server.people.friends.blocks import Blocks
from server.runtime.clock.clock import Clock
from server.runtime.ids import new_id

_ROUNDS: Final = 5
"""How often a table is looked for: others can take the last seat meanwhile."""

_KEPT: Final = timedelta(seconds=5)
"""How long the list of all queues is kept: it is the same for everybody."""


class QueueRequest(Request):
    """What the caller wants to play with others who want the same, and new entropy with each call."""

    game: str = Field(max_length=64)
    pace: Pace = Field(default="eager", description="`eager` closes a phase when every awaited seat has submitted.")
    entropy: str = Field(
        pattern=ENTROPY_PATTERN,
        description="32 random bytes from the caller, in hexadecimal, others with each call. They are mixed into the "
        "seed, so that the server alone cannot choose the draws.",
    )


class Queue:
    """The queues of all games."""

    def __init__(
        self,
        repository: MatchRepository,
        queues: Queues,
        hosting: Hosting,
        blocks: Blocks,
        clock: Clock,
        matches_per_host: int,
    ) -> None:
        self._repository = repository
        self._queues = queues
        self._hosting = hosting
        self._blocks = blocks
        self._clock = clock
        self._matches_per_host = matches_per_host
        self._known: tuple[datetime, Sequence[QueueState]] | None = None
        self._reading = asyncio.Lock()

    async def all(self) -> Sequence[QueueState]:
        """Return all queues, as they were a moment ago."""
        async with self._reading:
            now = self._clock.now()
            if self._known is None or now - self._known[0] >= _KEPT:
                self._known = now, await self._queues.all(now)
            return self._known[1]

    async def join(self, player: Player, wanted: QueueRequest) -> tuple[MatchReply, bool]:
        """
        Seat the player where somebody waits, or renew the player's wait; return the match, and whether it is new.

        A match of the queue that has just begun is returned, too: the player may not know of it yet.

        Raises:
            RefusedError: Unknown game, the player hosts too many matches, or has renewed the wait too often.
            UnavailableError: The database does not respond, or others were faster each time.
        """
        if wanted.game not in GAMES:
            raise RefusedError(codes.UNKNOWN_GAME, f"The games are {', '.join(GAMES)}.", status=422, pointer="/game")
        created = False
        for _ in range(_ROUNDS):
            live = await self._begun(player, wanted) or await self._wait(player, wanted)
            if live is not None:
                return list_match_for(player, live.state), created
            await self._open(player, wanted)
            created = True
        raise UnavailableError(codes.TOO_BUSY, "Others were faster each time. Try again.")

    async def _begun(self, player: Player, wanted: QueueRequest) -> Match | None:
        now = self._clock.now()
        match_id = await self._queues.last_begun(wanted.game, wanted.pace, player.id, now)
        live = None if match_id is None else await self._repository.get(match_id)
        began_at = None if live is None else live.state.began_at
        return live if began_at is not None and now - began_at < waits.WAIT else None

    async def _wait(self, player: Player, wanted: QueueRequest) -> Match | None:
        """Return the oldest table with a place for the player, who then waits there; None if no table has one."""
        tables = [await self._cleared(table) for table in await self._queues.tables(wanted.game, wanted.pace)]
        own = [table for table in tables if table.state.seat_of(player.id) is not None]
        there = {other.player_id for table in tables for _, other in table.state.players}
        apart = await self._blocks.blocks_between(player.id, there - {player.id})
        for table in tables:
            if table not in own and waits.seat_for(table.state, player.person, self._clock.now(), apart) is None:
                continue
            others = [each for each in own if each is not table]
            # First out of the others: killed in between, the player has no seat, and calls again.
            if not all([await self._left(each, player) for each in others]):
                continue  # Somebody has sat down there, so it begins.
            own = [each for each in own if each is table]
            if await self._seated(table, player, wanted.entropy, apart):
                return table
        return None

    async def _cleared(self, match_id: str) -> Match:
        """Return a table without those whose wait has lapsed."""
        live = await self._repository.get(match_id)
        await self._repository.refresh(live)

        def decide(live: Match, now: datetime) -> Decision | None:
            return waits.lapse(live.state, live.seed, now)

        while await self._repository.advance(live, decide):
            pass
        return live

    async def _left(self, live: Match, player: Player) -> bool:
        """Leave a table; return False if it is about to begin."""

        def decide(live: Match, now: datetime) -> Decision | None:
            return waits.leave(live.state, player.id, live.seed)

        await self._repository.advance(live, decide)
        return live.state.ended or live.state.seat_of(player.id) is None

    async def _seated(self, live: Match, player: Player, entropy: str, apart: Collection[str]) -> bool:
        def decide(live: Match, now: datetime) -> Decision | None:
            return note_bridge(waits.sit_or_wait_on(live, player.person, entropy, now, apart), player)

        await self._repository.change(live, decide)
        return not live.state.ended and live.state.seat_of(player.id) is not None

    async def _open(self, player: Player, wanted: QueueRequest) -> None:
        """Open a table at which the player waits."""
        engine = GAMES[wanted.game]
        terms = await self._hosting.settle_terms(player, wanted.game, _smallest(engine), engine.casual)
        settings = MatchSettings(
            pace=wanted.pace,
            visibility="unlisted",
            autostart=True,
            show_submitted=False,
            open_log=None,
            spectator_lag=0,
            label=None,
            rest=None,
            leave_days=None,
        )
        match_id, seed = new_id(self._clock.now()), secrets.token_bytes(32)
        created = replace(describe(match_id, seed, player.person, terms, settings), queue=True)
        first = SeatTaken(created.seats[0].id, player.person)
        decision = note_bridge(commands.create(engine, terms.options, created, [first]), player)
        most = player.most(self._matches_per_host)
        try:
            await self._repository.create(match_id, seed, decision, None, most)
        except OwnerFullError as error:
            raise too_many_matches(most) from error


def _smallest(engine: AnyEngine) -> str:
    """Return the variant with the fewest seats, the first of them, so that a table fills."""
    return min(engine.variants, key=lambda variant: len(engine.seats(engine.options(variant, engine.casual))))
