"""
The service: every command to a match and every look at one, for whoever may.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.contract import SPECTATOR, AnyEngine, BadOptionsError, GameOptions, Outcome, SeatId, Viewer
from server.clock.clock import Clock
from server.errors import ConflictError, ForbiddenError, MalformedError, UnknownError
from server.facts import (
    MatchCreated,
    Pace,
    Person,
    SeatTaken,
)
from server.identity.players import Player, Players
from server.ids import new_id
from server.log.contract import KeptReply, KeyTakenError, MatchStatus, Visibility
from server.log.entry import Entry, timestamp
from server.matches import commands
from server.matches.access import (
    is_host,
    may_read_log,
    require_host,
    require_judge,
    require_own_seat,
    viewer_of,
)
from server.matches.commands import Decision
from server.matches.directory import Directory, MatchListing, list_match, parse_listing, render_listing
from server.matches.live import LiveMatch
from server.matches.projection import Projection
from server.matches.registry import Decide, Keep, Registry
from server.matches.state import MatchState


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who is to sit in a seat: a player by id, the caller where it is None, or a bot."""

    player_id: str | None
    bot: bool


@dataclass(frozen=True, slots=True)
class NewMatch:
    """
    What a match is created with.

    `options` are the creator's own on top of the variant's. `open_log` None leaves it to the game: closed where the
    rulebook keeps something secret for good.
    """

    game: str
    variant: str | None
    options: Mapping[str, JsonValue]
    seats: Mapping[str, Sitter]
    pace: Pace
    visibility: Visibility
    autostart: bool
    show_submitted: bool
    open_log: bool | None


@dataclass(frozen=True, slots=True)
class Once:
    """An `Idempotency-Key` and the hash of the request that came with it."""

    key: str
    request_hash: str


@dataclass(frozen=True, slots=True)
class Done:
    """A match after a command; `repeated` if the reply is that of an earlier request with the same key."""

    listing: MatchListing
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Receipt:
    """
    Proof that a submission is in the log: `receipt` is the hash of its entry.

    `repeated`: exactly this submission stood already.
    """

    match_id: str
    seat: SeatId
    phase: int
    accepted_at: str
    receipt: str
    repeated: bool


class Matches:
    """All matches, as players, hosts and spectators use them."""

    def __init__(self, registry: Registry, directory: Directory, players: Players, clock: Clock) -> None:
        self._registry = registry
        self._directory = directory
        self._players = players
        self._clock = clock

    async def create(self, player: Player, new: NewMatch, once: Once | None) -> Done:
        """
        Create a match, hosted by the player.

        Raises:
            MalformedError: Unknown game or variant, bad options or seats.
            ConflictError: The idempotency key came with another request before.
        """
        earlier = await self._earlier(player, once)
        if earlier:
            return earlier
        seed = secrets.token_bytes(32)
        match_id = new_id(self._clock.now())
        decision = await self._first_entry(player, new, match_id, seed)
        try:
            live = await self._registry.create(match_id, seed, decision, self._keep(player, once, 201))
        except KeyTakenError:
            return await self._kept(player, once)
        return Done(list_match(live.state))

    async def list_matches(
        self,
        player: Player,
        *,
        game: str | None,
        status: MatchStatus | None,
        mine: bool,
        before: str | None,
        limit: int,
    ) -> list[MatchListing]:
        """Matches the player may know of, newest first."""
        return await self._directory.list_matches(
            player, game=game, status=status, mine=mine, before=before, limit=limit
        )

    async def read(self, player: Player, match_id: str) -> tuple[MatchListing, Projection]:
        """The match as lists show it, and what everyone knows of it."""
        live, _ = await self.watch(player, match_id)
        return list_match(live.state), live.projection(SPECTATOR)

    async def watch(self, player: Player, match_id: str) -> tuple[LiveMatch, Viewer]:
        """The match and as whom the player looks at it."""
        live = await self._registry.get(match_id)
        return live, viewer_of(player, live.state)

    async def view(self, player: Player, match_id: str, at: int | None) -> Projection:
        """What the player knows of the match, or knew after event `at` of its stream."""
        live, viewer = await self.watch(player, match_id)
        now = live.projection(viewer)
        if at is None:
            return now
        require_cursor(at, now.cursor)
        return live.projection_at(viewer, at)

    async def take_seat(self, player: Player, match_id: str, seat: str, sitter: Sitter) -> MatchListing:
        """Sit down, or as the host give the seat to another or a bot."""
        live = await self._registry.get(match_id)
        viewer_of(player, live.state)
        commands.require_seat(live.state, seat)
        person = await self._person(player, sitter, host=is_host(player, live.state))

        def decide(live: LiveMatch, now: datetime) -> Decision | None:
            occupant = live.state.occupants.get(SeatId(Viewer(seat)))
            if occupant is not None and occupant.player == person:
                return None
            return commands.take_seat(live.state, SeatId(Viewer(seat)), person)

        await self._registry.change(live, decide)
        return list_match(live.state)

    async def leave_seat(self, player: Player, match_id: str, seat: str) -> MatchListing:
        """Stand up before the start, or as the host clear a seat."""
        live = await self._registry.get(match_id)

        def decide(live: LiveMatch, now: datetime) -> Decision:
            state = live.state
            viewer_of(player, state)
            known = commands.require_seat(state, seat)
            if state.seat_of(player.id) != known and not is_host(player, state):
                raise ForbiddenError("not_your_seat", "You can leave your own seat; only the host clears others.")
            return commands.leave_seat(state, known)

        await self._registry.change(live, decide)
        return list_match(live.state)

    async def start(self, player: Player, match_id: str, once: Once | None) -> Done:
        """Begin play, as the host."""

        def decide(live: LiveMatch, now: datetime) -> Decision:
            require_host(player, live.state)
            return commands.start(live.state, live.seed, now)

        return await self._act(player, match_id, decide, once)

    async def submit(
        self, player: Player, match_id: str, phase: int, move: JsonValue, *, keep_thinking: bool
    ) -> Receipt:
        """
        Put in the move of the player's own seat for a phase, in place of an earlier one.

        Raises:
            UnknownError, ForbiddenError, ConflictError: No seat, or not a phase that is open.
            IllegalError: The seat's own view forbids the move.
        """
        live = await self._registry.get(match_id)
        seat = require_own_seat(player, live.state)

        def decide(live: LiveMatch, now: datetime) -> Decision | None:
            _require_in_time(live.state, phase, now)
            view = live.projection(require_own_seat(player, live.state)).game
            return commands.submit(live.state, view, seat, phase, move, keep_thinking=keep_thinking, by_bot=False)

        entry = await self._registry.change(live, decide)
        if entry is not None:
            return Receipt(match_id, seat, phase, entry.at, entry.hash, repeated=False)
        standing = live.state.submissions[seat]
        return Receipt(match_id, seat, phase, standing.at, standing.receipt, repeated=True)

    async def withdraw(self, player: Player, match_id: str, phase: int) -> None:
        """Take the submission of the player's own seat back."""
        live = await self._registry.get(match_id)

        def decide(live: LiveMatch, now: datetime) -> Decision:
            seat = require_own_seat(player, live.state)
            _require_in_time(live.state, phase, now)
            return commands.withdraw(live.state, seat, phase)

        await self._registry.change(live, decide)

    async def pause(self, player: Player, match_id: str, reason: str, once: Once | None) -> Done:
        def decide(live: LiveMatch, now: datetime) -> Decision:
            require_host(player, live.state)
            return commands.pause(live.state, reason)

        return await self._act(player, match_id, decide, once)

    async def resume(self, player: Player, match_id: str, once: Once | None) -> Done:
        def decide(live: LiveMatch, now: datetime) -> Decision:
            require_host(player, live.state)
            return commands.resume(live.state, now)

        return await self._act(player, match_id, decide, once)

    async def extend(self, player: Player, match_id: str, seconds: int, once: Once | None) -> Done:
        def decide(live: LiveMatch, now: datetime) -> Decision:
            require_host(player, live.state)
            return commands.extend(live.state, seconds)

        return await self._act(player, match_id, decide, once)

    async def close_phase(self, player: Player, match_id: str, phase: int, once: Once | None) -> Done:
        def decide(live: LiveMatch, now: datetime) -> Decision:
            require_judge(player, live.state)
            return commands.close_now(live.state, live.seed, phase, now)

        return await self._act(player, match_id, decide, once)

    async def replace_player(self, player: Player, match_id: str, seat: str, sitter: Sitter, once: Once | None) -> Done:
        """Give a seat to another during play, as the host; not to someone who sees more than a player."""
        live = await self._registry.get(match_id)
        require_host(player, live.state)
        person = await self._person(player, sitter, host=True)
        if person and person.player_id in (player.id, live.state.created.host.player_id):
            raise ForbiddenError("host_cannot_join", "A host may have seen too much to take a seat during play.")

        def decide(live: LiveMatch, now: datetime) -> Decision:
            return commands.replace_player(live.state, commands.require_seat(live.state, seat), person)

        return await self._act(player, match_id, decide, once)

    async def adjudicate(self, player: Player, match_id: str, outcome: Outcome, reason: str, once: Once | None) -> Done:
        def decide(live: LiveMatch, now: datetime) -> Decision:
            require_judge(player, live.state)
            return commands.adjudicate(live.state, outcome, reason, live.seed)

        return await self._act(player, match_id, decide, once)

    async def void(self, player: Player, match_id: str, reason: str, once: Once | None) -> Done:
        def decide(live: LiveMatch, now: datetime) -> Decision:
            require_host(player, live.state)
            return commands.void(live.state, reason, live.seed)

        return await self._act(player, match_id, decide, once)

    async def read_log(self, player: Player, match_id: str) -> list[Entry]:
        """
        The whole log.

        Raises:
            ForbiddenError: It is not open to this player, or not yet.
        """
        live, _ = await self.watch(player, match_id)
        if not may_read_log(player, live.state):
            raise ForbiddenError(
                "log_closed",
                "The log is open to a host who does not play, and once the match is over to everyone if the match "
                "was created with an open log.",
            )
        return list(live.entries)

    async def _act(self, player: Player, match_id: str, decide: Decide, once: Once | None) -> Done:
        """Carry out a host's command once, however often it is sent with the same key."""
        live, _ = await self.watch(player, match_id)
        earlier = await self._earlier(player, once)
        if earlier:
            return earlier
        try:
            await self._registry.change(live, decide, self._keep(player, once, 200))
        except KeyTakenError:
            return await self._kept(player, once)
        return Done(list_match(live.state))

    async def _first_entry(self, player: Player, new: NewMatch, match_id: str, seed: bytes) -> Decision:
        engine, variant, options = _options(new)
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
            host=player.person,
            seed_commitment=commands.commitment_to(seed),
        )
        return commands.create(engine, options, created, await self._first_seats(player, new, created))

    async def _first_seats(self, player: Player, new: NewMatch, created: MatchCreated) -> list[SeatTaken]:
        known = [seat.id for seat in created.seats]
        taken: list[SeatTaken] = []
        for seat, sitter in new.seats.items():
            pointer = f"/seats/{seat}"
            if seat not in known:
                raise MalformedError("unknown_seat", f"The seats are {', '.join(known)}.", pointer="/seats")
            person = await self._person(player, sitter, host=True)
            if person and any(earlier.player == person for earlier in taken):
                raise MalformedError("already_seated", "A player has at most one seat.", pointer=pointer)
            taken.append(SeatTaken(known[known.index(SeatId(Viewer(seat)))], person))
        return taken

    async def _person(self, player: Player, sitter: Sitter, *, host: bool) -> Person | None:
        """Who is meant; None is a bot. Only the host seats bots and others."""
        if sitter.bot:
            if not host:
                raise ForbiddenError("host_only", "Only the host puts bots into seats.")
            return None
        if sitter.player_id is None or sitter.player_id == player.id:
            return player.person
        if not host:
            raise ForbiddenError("host_only", "Only the host gives seats to others. Take one for yourself.")
        other = await self._players.by_id(sitter.player_id)
        if other is None:
            raise UnknownError("unknown_player", "There is no player with this id.")
        return other.person

    def _keep(self, player: Player, once: Once | None, status: int) -> Keep | None:
        if once is None:
            return None

        def keep(state: MatchState) -> KeptReply:
            body = render_listing(list_match(state))
            at = timestamp(self._clock.now())
            return KeptReply(player.id, once.key, once.request_hash, status, body, at)

        return keep

    async def _earlier(self, player: Player, once: Once | None) -> Done | None:
        """The reply already given to a request with this key, if there was one."""
        kept = await self._directory.kept_reply(player.id, once.key) if once else None
        if kept is None or once is None:
            return None
        if kept.request_hash != once.request_hash:
            raise ConflictError(
                "idempotency_key_reused",
                "This Idempotency-Key came with another request before. Send a new key with a new request.",
            )
        return Done(parse_listing(kept.body), repeated=True)

    async def _kept(self, player: Player, once: Once | None) -> Done:
        kept = await self._earlier(player, once)
        if kept is None:
            raise AssertionError("a taken key has a kept reply")
        return kept


def require_cursor(cursor: int, last: int) -> None:
    """
    Refuse a cursor the stream has not reached.

    Raises:
        ConflictError: `cursor` is ahead of `last`.
    """
    if cursor > last:
        raise ConflictError("cursor_ahead", f"Your stream has not reached cursor {cursor}. Its last is {last}.")


def _require_in_time(state: MatchState, phase: int, now: datetime) -> None:
    """The deadline is a fact of the clock: a timer that sleeps keeps no phase open."""
    late = state.closes_at is not None and now >= state.closes_at
    if late and state.phase is not None and state.phase.number == phase:
        raise ConflictError("phase_closed", f"Phase {phase} is closed: its time is up.")


def _options(new: NewMatch) -> tuple[AnyEngine, str, GameOptions]:
    engine = GAMES.get(new.game)
    if engine is None:
        raise MalformedError("unknown_game", f"The games are {', '.join(GAMES)}.", pointer="/game")
    variant = new.variant or next(iter(engine.variants))
    if variant not in engine.variants:
        known = ", ".join(engine.variants)
        raise MalformedError("unknown_variant", f"The variants of this game are {known}.", pointer="/variant")
    try:
        return engine, variant, engine.options(variant, new.options)
    except BadOptionsError as error:
        raise MalformedError(error.code, error.message, pointer="/options" + error.pointer) from error
