"""
What hosts do: create matches, start them, and intervene in them.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.kit import AnyEngine, BadOptionsError, GameOptions, seat_id
from server import codes
from server.aggregates.repository import Decide
from server.clock.clock import Clock
from server.errors import RefusedError
from server.facts import LOG_VERSION, MatchCreated, Person, SeatReserved, SeatTaken
from server.identity.players import Player, Players
from server.ids import new_id
from server.log.contract import HostFullError
from server.log.entry import Decision
from server.matches import commands
from server.matches.directory import Directory
from server.matches.host_actions import Circumstances, HostAction, ReplacePlayerAction
from server.matches.idempotency import Kept, Once, Render, Replies
from server.matches.listings import MatchReply, list_match_for, parse_reply, render_reply
from server.matches.match import Match
from server.matches.packs import Packs
from server.matches.repository import MatchRepository
from server.matches.requests import MatchRequest
from server.matches.roles import allow, find_match
from server.matches.seeds import commitment_to
from server.matches.sitters import find_sitter
from server.matches.state import MatchState

ORGANISER_TIMES: Final = 100
"""An organiser may host this many times as many matches at once as a player."""


@dataclass(frozen=True, slots=True)
class Done:
    """A match after a command; `repeated` if the reply is that of an earlier request with the same key."""

    listing: MatchReply
    repeated: bool = False


class Hosting:
    """All matches, as used by their hosts. With a key, a command is carried out once, however often it is sent."""

    def __init__(
        self,
        repository: MatchRepository,
        directory: Directory,
        replies: Replies,
        players: Players,
        packs: Packs,
        clock: Clock,
        matches_per_host: int,
    ) -> None:
        """`matches_per_host`: limit of matches per player that are not over; organisers: `ORGANISER_TIMES` as many."""
        self._repository = repository
        self._directory = directory
        self._matches_per_host = matches_per_host
        self._replies = replies
        self._players = players
        self._packs = packs
        self._clock = clock

    async def create(self, player: Player, new: MatchRequest, once: Once | None) -> Done:
        """
        Create a match, hosted by the player.

        Raises:
            RefusedError: Unknown game or variant, invalid options or seats, the player hosts too many matches, or the
                idempotency key was used for another request.
        """

        async def begin() -> Done:
            most = most_hosted(player, self._matches_per_host)
            # An early check that saves work; the log enforces the limit when it writes.
            if await self._directory.count_hosted(player, most) >= most:
                raise too_many_matches(most)
            seed = secrets.token_bytes(32)
            match_id = new_id(self._clock.now())
            decision = await self._first_entry(player, new, match_id, seed)
            keep = self._replies.keep(player, once, 201, _render_for(player))
            try:
                live = await self._repository.create(match_id, seed, decision, keep, most)
            except HostFullError as error:
                raise too_many_matches(most) from error
            return Done(list_match_for(player, live.state))

        return _done(await self._replies.carry_out(player, once, begin))

    async def start(self, player: Player, match_id: str, once: Once | None) -> Done:
        """Start the match, as the host."""
        live = await find_match(self._repository, player, match_id)

        def decide(live: Match, now: datetime) -> Decision | None:
            allow("startMatch", player, live.state)
            return commands.start(live.state, live.seed, now)

        return await self._carry_out(player, live, decide, once)

    async def act(self, player: Player, match_id: str, action: HostAction, once: Once | None) -> Done:
        """
        Take an action, as the host.

        A host who plays can only give away their own seat, and a host who has left their seat can give away none:
        otherwise a friend could look from another seat. Only a player who tries to sit down learns that they may not
        because they can see more than a player; nobody else is told.

        Raises:
            RefusedError: The action is not possible, or not allowed to this player.
        """
        live = await find_match(self._repository, player, match_id)

        def require_allowed(state: MatchState) -> None:
            own = isinstance(action, ReplacePlayerAction) and state.seat_of(player.id) == action.seat
            allow(action.operation, player, state, own=own)

        named: Person | None = None
        if action.sitter is not None:
            require_allowed(live.state)
            named = await find_sitter(self._players, player, action.sitter)

        def decide(live: Match, now: datetime) -> Decision | None:
            require_allowed(live.state)
            decision = action.decide(live, Circumstances(player, now, named))
            if decision is not None and action.kept_back is not None:
                live.tally.require_host_action(more=action.kept_back)
            return decision

        return await self._carry_out(player, live, decide, once)

    async def _carry_out(self, player: Player, live: Match, decide: Decide[Match], once: Once | None) -> Done:
        """Carry out a host's command once, however often it is sent with the same key."""

        async def change() -> Done:
            await self._repository.change(live, decide, self._replies.keep(player, once, 200, _render_for(player)))
            return Done(list_match_for(player, live.state))

        return _done(await self._replies.carry_out(player, once, change))

    async def _first_entry(self, player: Player, new: MatchRequest, match_id: str, seed: bytes) -> Decision:
        engine, variant = _game(new)
        options = _options(engine, variant, await self._packs.put_in(player, engine, new.options))
        public = engine.public_options(options)
        created = MatchCreated(
            match_id=match_id,
            game=engine.name,
            variant=variant,
            rules_version=engine.rules_version,
            options=public.model_dump(mode="json"),
            seats=engine.seats(options),
            pace=new.pace,
            visibility=new.visibility,
            autostart=new.autostart,
            show_submitted=new.show_submitted,
            open_log=engine.opens_log(options) if new.open_log is None else new.open_log,
            spectator_lag=new.spectator_lag,
            label=new.label,
            host=player.person,
            seed_commitment=commitment_to(seed),
            log_version=LOG_VERSION,
        )
        return commands.create(engine, options, created, await self._first_seats(player, new, created))

    async def _first_seats(
        self, player: Player, new: MatchRequest, created: MatchCreated
    ) -> list[SeatTaken | SeatReserved]:
        """Return the initial seats: the host and bots sit down at once, other players get reservations."""
        known = [seat.id for seat in created.seats]
        given: list[SeatTaken | SeatReserved] = []
        for seat, sitter in new.seats.items():
            pointer = f"/seats/{seat}"
            if seat not in known:
                raise RefusedError(
                    codes.UNKNOWN_SEAT, f"The seats are {', '.join(known)}.", status=422, pointer="/seats"
                )
            person = await find_sitter(self._players, player, sitter)
            if person and any(earlier.player == person for earlier in given):
                raise RefusedError(
                    codes.ALREADY_SEATED, "A player can have at most one seat.", status=422, pointer=pointer
                )
            if person is None or person == player.person:
                given.append(SeatTaken(seat_id(seat), person))
            else:
                given.append(SeatReserved(seat_id(seat), person))
        return given


def most_hosted(player: Player, matches_per_host: int) -> int:
    """Return how many matches that are not over the player may host."""
    return matches_per_host * (ORGANISER_TIMES if player.organiser else 1)


def too_many_matches(most: int) -> RefusedError:
    """Return the error for a player who hosts this many matches, and may host no more."""
    return RefusedError(
        codes.TOO_MANY_MATCHES, f"You host {most} unfinished matches. Finish some, or void those that nobody needs."
    )


def _render_for(player: Player) -> Render:
    return lambda state, _: render_reply(list_match_for(player, state))


def _done(result: Done | Kept) -> Done:
    return Done(parse_reply(result.body), repeated=True) if isinstance(result, Kept) else result


def _game(new: MatchRequest) -> tuple[AnyEngine, str]:
    engine = GAMES.get(new.game)
    if engine is None:
        raise RefusedError(codes.UNKNOWN_GAME, f"The games are {', '.join(GAMES)}.", status=422, pointer="/game")
    variant = new.variant or next(iter(engine.variants))
    if variant not in engine.variants:
        known = ", ".join(engine.variants)
        raise RefusedError(codes.UNKNOWN_VARIANT, f"The variants of this game are {known}.", pointer="/variant")
    return engine, variant


def _options(engine: AnyEngine, variant: str, options: Mapping[str, JsonValue]) -> GameOptions:
    try:
        complete: GameOptions = engine.options(variant, options)
    except BadOptionsError as error:
        raise RefusedError(codes.of_game(error.code), error.message, pointer="/options" + error.pointer) from error
    return complete
