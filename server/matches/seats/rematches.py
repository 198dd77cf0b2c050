"""
Rematches: the same people play the same game again.

The log of the old match first names the new one, so that it has at most one rematch. Then the same
call creates the new match; if the process stops in between, the next call does.
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime

from engines.catalogue import GAMES
from engines.kit import GameOptions
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person, Player
from server.logs.aggregates.acting import note_bridge
from server.logs.replies.idempotency import Done
from server.logs.store.contract import HeadMovedError, OwnerFullError
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.calendars import renew
from server.matches.facts import RematchCalled, SeatReserved, SeatTaken
from server.matches.hosting.hosting import Terms, describe, too_many_matches
from server.matches.lists.directory import Directory
from server.matches.lists.listings import MatchReply, list_match_for
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.roles import allow, find_match
from server.matches.seats import names
from server.matches.seats.seating import level_to_store
from server.matches.state import MatchState
from server.runtime.clock.clock import Clock
from server.runtime.ids import new_id


class Rematches:
    """Creates rematches of matches that are over."""

    def __init__(self, repository: MatchRepository, directory: Directory, clock: Clock, matches_per_host: int) -> None:
        self._repository = repository
        self._directory = directory
        self._clock = clock
        self._matches_per_host = matches_per_host

    async def call(self, player: Player, match_id: str) -> Done[MatchReply]:
        """
        Return the rematch of a match; the first caller hosts it. `repeated`: it existed before.

        Raises:
            RefusedError: The match is not over, the caller is neither a seat nor the host, or hosts too many matches.
        """
        old = await find_match(self._repository, player, match_id)
        allow("rematch", player, old.state)
        if old.state.rematch is None:
            most = player.most(self._matches_per_host)
            if await self._directory.count_hosted(player, most) >= most:
                raise too_many_matches(most)

        def decide(live: Match, now: datetime) -> Decision | None:
            allow("rematch", player, live.state)
            called = commands.call_rematch(live.state, new_id(now), player.person)
            if called is not None:
                names.require_all_distinct(live.state.players)
            return note_bridge(called, player)

        await self._repository.change(old, decide)
        called = old.state.rematch
        if called is None:
            raise AssertionError("a rematch that was not called was refused")
        created = await self._create(old.state, called, player)
        new = await find_match(self._repository, player, called.rematch_id)
        return Done(list_match_for(player, new.state), repeated=not created)

    async def _create(self, old: MatchState, called: RematchCalled, player: Player) -> bool:
        """Create the rematch; return False if it exists."""
        try:
            await self._repository.get(called.rematch_id)
        except RefusedError as error:
            if error.code != codes.UNKNOWN_MATCH:
                raise
        else:
            return False
        seed = secrets.token_bytes(32)
        most = player.most(self._matches_per_host)
        decision = _first_entry(old, called, seed, self._clock.now())
        if called.player == player.person:
            decision = note_bridge(decision, player)
        try:
            await self._repository.create(called.rematch_id, seed, decision, None, most)
        except OwnerFullError as error:
            raise too_many_matches(most) from error
        except HeadMovedError:
            return False  # Another caller was faster.
        return True


def _first_entry(old: MatchState, called: RematchCalled, seed: bytes, now: datetime) -> Decision:
    before, host = old.created, called.player
    engine = GAMES[before.game]  # By today's rules, whatever those of the old match.
    options = _options(old, host)
    created = describe(called.rematch_id, seed, host, Terms(engine, before.variant, options), before)
    created = replace(created, rest=renew(before.rest, now))
    return commands.create(engine, options, created, [*_seats(old, host)])


def _options(old: MatchState, host: Person) -> GameOptions:
    """Return the options of the rematch: secret ones, and a pack, only for the player who chose them."""
    own = old.created.host.player_id == host.player_id
    left_out = {"variant"} | (set() if own else old.engine.secret_options)
    options: GameOptions = old.engine.options(
        old.created.variant, old.options.model_dump(mode="json", exclude=left_out)
    )
    return options


def _seats(old: MatchState, host: Person) -> list[SeatTaken | SeatReserved]:
    """Return who gets the seats: the caller and bots at once, other players a reservation, unless they left."""
    return [
        SeatTaken(seat, player, level=level_to_store(occupant.level))
        if player is None or player == host
        else SeatReserved(seat, player)
        for seat, occupant in old.occupants.items()
        if (player := occupant.player) is None or player.name
    ]
