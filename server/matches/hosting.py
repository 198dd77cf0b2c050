"""
What hosts do: create a match, start it, and step in while it is played.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.contract import AnyEngine, BadOptionsError, GameOptions, Outcome, seat_id
from server.access import require
from server.aggregates.repository import Decide
from server.clock.clock import Clock
from server.errors import ConflictError, MalformedError
from server.facts import LOG_VERSION, MatchCreated, Pace, SeatReserved, SeatTaken
from server.identity.players import Player, Players
from server.ids import new_id
from server.log.contract import HostFullError, Visibility
from server.log.entry import Decision, Entry
from server.matches import channels, commands, seating
from server.matches.directory import Directory, MatchListing, list_match, parse_listing, render_listing
from server.matches.idempotency import Kept, Once, Replies
from server.matches.match import Match
from server.matches.packs import Packs
from server.matches.repository import MatchRepository
from server.matches.roles import allow, find_match, role_of
from server.matches.seeds import commitment_to
from server.matches.sitters import Sitter, find_sitter, is_self
from server.matches.state import MatchState

ORGANISER_TIMES: Final = 100
"""How many times as many matches as a player an organiser may host at once."""

_ALWAYS: Final = frozenset({"startMatch", "actAsHost.close_phase", "actAsHost.adjudicate", "actAsHost.void"})
"""What brings a match nearer to its end, however often hosts have stepped in."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """
    What a match is created with.

    `options` are the creator's own on top of the variant's. `open_log` None leaves it to the game: closed where the
    rulebook keeps something secret for good.
    """

    game: str
    variant: str | None
    options: Mapping[str, JsonValue] = field(repr=False)
    seats: Mapping[str, Sitter]
    pace: Pace
    visibility: Visibility
    autostart: bool
    show_submitted: bool
    open_log: bool | None
    spectator_lag: int


@dataclass(frozen=True, slots=True)
class Done:
    """A match after a command; `repeated` if the reply is that of an earlier request with the same key."""

    listing: MatchListing
    repeated: bool = False


class Hosting:
    """All matches, as their hosts use them. Every command is carried out once, however often it is sent."""

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
        """`matches_per_host`: how many that are not over a player may host; organisers `ORGANISER_TIMES` as many."""
        self._repository = repository
        self._directory = directory
        self._matches_per_host = matches_per_host
        self._replies = replies
        self._players = players
        self._packs = packs
        self._clock = clock

    async def create(self, player: Player, new: NewMatch, once: Once | None) -> Done:
        """
        Create a match, hosted by the player.

        Raises:
            MalformedError: Unknown game or variant, bad options or seats.
            ConflictError: The player hosts too many matches, or the idempotency key came with another request before.
        """

        async def begin() -> Done:
            most = self._matches_per_host * (ORGANISER_TIMES if player.organiser else 1)
            # Asked before the work is done; what counts is what the log finds when it writes.
            if await self._directory.count_hosted(player, most) >= most:
                raise _too_many_matches(most)
            seed = secrets.token_bytes(32)
            match_id = new_id(self._clock.now())
            decision = await self._first_entry(player, new, match_id, seed)
            keep = self._replies.keep(player, once, 201, _render)
            try:
                live = await self._repository.create(match_id, seed, decision, keep, most)
            except HostFullError as error:
                raise _too_many_matches(most) from error
            return Done(list_match(live.state))

        return _done(await self._replies.carry_out(player, once, begin))

    async def start(self, player: Player, match_id: str, once: Once | None) -> Done:
        """Begin play, as the host."""

        def decide(live: Match, now: datetime) -> Decision:
            return commands.start(live.state, live.seed, now)

        return await self._act("startMatch", player, match_id, decide, once)

    async def pause(self, player: Player, match_id: str, reason: str, once: Once | None) -> Done:
        def decide(live: Match, now: datetime) -> Decision:
            return commands.pause(live.state, reason)

        return await self._act("actAsHost.pause", player, match_id, decide, once)

    async def resume(self, player: Player, match_id: str, once: Once | None) -> Done:
        def decide(live: Match, now: datetime) -> Decision:
            return commands.resume(live.state, now)

        return await self._act("actAsHost.resume", player, match_id, decide, once)

    async def extend(self, player: Player, match_id: str, seconds: int, once: Once | None) -> Done:
        def decide(live: Match, now: datetime) -> Decision:
            return commands.extend(live.state, seconds, now)

        return await self._act("actAsHost.extend", player, match_id, decide, once)

    async def close_phase(self, player: Player, match_id: str, phase: int, once: Once | None) -> Done:
        def decide(live: Match, now: datetime) -> Decision:
            return commands.close_now(live.state, live.seed, phase, now)

        return await self._act("actAsHost.close_phase", player, match_id, decide, once)

    async def replace_player(self, player: Player, match_id: str, seat: str, sitter: Sitter, once: Once | None) -> Done:
        """
        Give a seat to a bot during play, or reserve it for another player, as the host.

        A host who plays gives away its own seat only, and one who has left it none: elsewhere a friend could look.
        Nobody is told whether the other could not sit down for seeing more than a player: only they are, when they try.
        """

        def own(state: MatchState) -> bool:
            return state.seat_of(player.id) == seat

        live = await find_match(self._repository, player, match_id)
        allow("actAsHost.replace_player", player, live.state, own=own(live.state))
        person = await find_sitter(self._players, player, sitter)

        def decide(live: Match, now: datetime) -> Decision | None:
            if is_self(sitter, player):
                require("takeSeat.during_play", role_of(player, live.state))
            return seating.replace_player(live.state, commands.require_seat(live.state, seat), person)

        return await self._act("actAsHost.replace_player", player, match_id, decide, once, own)

    async def mute(self, player: Player, match_id: str, seat: str, reason: str, once: Once | None) -> Done:
        """Let a seat write to nobody but the host. Not for a host who plays."""

        def decide(live: Match, now: datetime) -> Decision:
            return channels.mute(live.state, commands.require_seat(live.state, seat), reason)

        return await self._act("actAsHost.mute", player, match_id, decide, once)

    async def unmute(self, player: Player, match_id: str, seat: str, once: Once | None) -> Done:
        def decide(live: Match, now: datetime) -> Decision:
            return channels.unmute(live.state, commands.require_seat(live.state, seat))

        return await self._act("actAsHost.unmute", player, match_id, decide, once)

    async def close_door(self, player: Player, match_id: str, once: Once | None) -> Done:
        """Let no strangers sit down before the start."""

        def decide(live: Match, now: datetime) -> Decision | None:
            return seating.close_door(live.state)

        return await self._act("actAsHost.close_door", player, match_id, decide, once)

    async def open_door(self, player: Player, match_id: str, once: Once | None) -> Done:
        def decide(live: Match, now: datetime) -> Decision | None:
            return seating.open_door(live.state)

        return await self._act("actAsHost.open_door", player, match_id, decide, once)

    async def adjudicate(self, player: Player, match_id: str, outcome: Outcome, reason: str, once: Once | None) -> Done:
        def decide(live: Match, now: datetime) -> Decision:
            return commands.adjudicate(live.state, outcome, reason, live.seed)

        return await self._act("actAsHost.adjudicate", player, match_id, decide, once)

    async def void(self, player: Player, match_id: str, reason: str, once: Once | None) -> Done:
        def decide(live: Match, now: datetime) -> Decision:
            return commands.void(live.state, reason, live.seed)

        return await self._act("actAsHost.void", player, match_id, decide, once)

    async def _act(
        self,
        operation: str,
        player: Player,
        match_id: str,
        decide: Decide[Match],
        once: Once | None,
        own: Callable[[MatchState], bool] = lambda _: False,
    ) -> Done:
        """Carry out a host's command once, however often it is sent with the same key; `own` as in `allow`."""
        live = await find_match(self._repository, player, match_id)

        def decide_if_allowed(live: Match, now: datetime) -> Decision | None:
            allow(operation, player, live.state, own=own(live.state))
            decision = decide(live, now)
            if decision is not None and operation not in _ALWAYS:
                # The last action is kept back for letting a paused match go on.
                live.tally.require_host_action(more=0 if operation == "actAsHost.resume" else 1)
            return decision

        async def act() -> Done:
            await self._repository.change(live, decide_if_allowed, self._replies.keep(player, once, 200, _render))
            return Done(list_match(live.state))

        return _done(await self._replies.carry_out(player, once, act))

    async def _first_entry(self, player: Player, new: NewMatch, match_id: str, seed: bytes) -> Decision:
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
            host=player.person,
            seed_commitment=commitment_to(seed),
            log_version=LOG_VERSION,
        )
        return commands.create(engine, options, created, await self._first_seats(player, new, created))

    async def _first_seats(
        self, player: Player, new: NewMatch, created: MatchCreated
    ) -> list[SeatTaken | SeatReserved]:
        """The host sits down and seats bots at once; for others, seats are reserved."""
        known = [seat.id for seat in created.seats]
        given: list[SeatTaken | SeatReserved] = []
        for seat, sitter in new.seats.items():
            pointer = f"/seats/{seat}"
            if seat not in known:
                raise MalformedError("unknown_seat", f"The seats are {', '.join(known)}.", pointer="/seats")
            person = await find_sitter(self._players, player, sitter)
            if person and any(earlier.player == person for earlier in given):
                raise MalformedError("already_seated", "A player has at most one seat.", pointer=pointer)
            if person is None or person == player.person:
                given.append(SeatTaken(seat_id(seat), person))
            else:
                given.append(SeatReserved(seat_id(seat), person))
        return given


def _too_many_matches(most: int) -> ConflictError:
    return ConflictError(
        "too_many_matches", f"You host {most} matches that are not over. Play them, or void those nobody needs."
    )


def _render(state: MatchState, entry: Entry) -> str:
    return render_listing(list_match(state))


def _done(result: Done | Kept) -> Done:
    return Done(parse_listing(result.body), repeated=True) if isinstance(result, Kept) else result


def _game(new: NewMatch) -> tuple[AnyEngine, str]:
    engine = GAMES.get(new.game)
    if engine is None:
        raise MalformedError("unknown_game", f"The games are {', '.join(GAMES)}.", pointer="/game")
    variant = new.variant or next(iter(engine.variants))
    if variant not in engine.variants:
        known = ", ".join(engine.variants)
        raise MalformedError("unknown_variant", f"The variants of this game are {known}.", pointer="/variant")
    return engine, variant


def _options(engine: AnyEngine, variant: str, options: Mapping[str, JsonValue]) -> GameOptions:
    try:
        complete: GameOptions = engine.options(variant, options)
    except BadOptionsError as error:
        raise MalformedError(error.code, error.message, pointer="/options" + error.pointer) from error
    return complete
