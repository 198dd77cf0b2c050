"""What hosts do: create matches, start them, and intervene in them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.kit import AnyEngine, BadOptionsError, GameOptions, SeatId, seat_id
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person, Player
from server.logs.aggregates.acting import note_bridge
from server.logs.aggregates.commands import Decide
from server.logs.aggregates.held_roles import SIGHTED
from server.logs.directing.actions import require_lasting
from server.logs.replies.idempotency import Done, Once, Render, Replies, Stored
from server.logs.store.contract import HeadMovedError, OwnerFullError
from server.logs.store.entry import Decision
from server.matches import commands
from server.matches.facts import LOG_VERSION, MatchCreated, SeatReserved, SeatTaken
from server.matches.hosting.host_actions import (
    Circumstances,
    GiveRoleAction,
    HostAction,
    ReplacePlayerAction,
    TakeRoleAction,
)
from server.matches.hosting.packs import Packs
from server.matches.lists.directory import Directory
from server.matches.lists.listings import MatchReply, list_match_for, parse_reply, render_reply
from server.matches.match import Match
from server.matches.repository import MatchRepository
from server.matches.requests import MatchRequest, MatchSettings, SeatRequest
from server.matches.roles import allow, find_match
from server.matches.seats import names, seating
from server.matches.seats.places import Places, holds_role, plays_besides, sees_too_much
from server.matches.seats.sitters import find_sitter
from server.matches.seeds import commitment_to, lesson_seed
from server.matches.state import MatchState
from server.people.identity.players import Players
from server.runtime.clock.clock import Clock
from server.runtime.ids import new_id


@dataclass(frozen=True, slots=True)
class Terms:
    """A game with complete options, including secret ones, with which matches can be created."""

    engine: AnyEngine
    variant: str
    options: GameOptions


@dataclass(frozen=True, slots=True)
class Ahead:
    """What was looked up for all items of a bulk call together: stored replies by key, and players by id."""

    replies: Stored
    players: Mapping[str, Player]


class Hosting:
    """All matches, as used by their hosts. With a key, a command is carried out once, however often it is sent."""

    def __init__(
        self,
        repository: MatchRepository,
        directory: Directory,
        replies: Replies,
        players: Players,
        packs: Packs,
        places: Places,
        clock: Clock,
        matches_per_host: int,
    ) -> None:
        """`matches_per_host`: limit of unended matches per player; administrators may host more (`Player.most`)."""
        self._repository = repository
        self._directory = directory
        self._matches_per_host = matches_per_host
        self._replies = replies
        self._players = players
        self._packs = packs
        self._places = places
        self._clock = clock

    async def look_ahead(self, player: Player, keys: Sequence[str], sitters: Iterable[SeatRequest]) -> Ahead:
        """Look up what the items of a bulk call need: the replies stored under their keys, and these sitters."""
        named = {sitter.player_id for sitter in sitters if sitter.player_id is not None}
        return Ahead(await self._replies.look_up(player, keys), await self._players.by_ids(named))

    async def create(
        self, player: Player, new: MatchRequest, once: Once | None, ahead: Ahead | None = None
    ) -> Done[MatchReply]:
        """
        Create a match, hosted by the player; `ahead` if it is an item of a bulk call.

        Raises:
            RefusedError: Unknown game or variant, invalid options or seats, the player hosts too many matches, or the
                idempotency key was used for another request.
        """

        async def begin() -> MatchReply:
            most = player.most(self._matches_per_host)
            # An early check that saves work; the log enforces the limit when it writes.
            if ahead is None and await self._directory.count_hosted(player, most) >= most:
                raise too_many_matches(most)
            seed = lesson_seed(new.game) if new.lesson else secrets.token_bytes(32)
            match_id = new_id(self._clock.now())
            decision = await self._first_entry(player, new, match_id, seed, ahead)
            keep = self._replies.keep(player, once, 201, _render_for(player))
            try:
                live = await self._repository.create(match_id, seed, decision, keep, most)
            except OwnerFullError as error:
                raise too_many_matches(most) from error
            return list_match_for(player, live.state)

        return await self._replies.carry_out(player, once, begin, parse_reply, ahead.replies if ahead else None)

    async def settle_terms(
        self, player: Player, game: str, variant: str | None, options: Mapping[str, JsonValue]
    ) -> Terms:
        """
        Complete the options of a game for matches of the player, who may name a pack.

        Raises:
            RefusedError: Unknown game, variant or pack, or invalid options.
        """
        engine, known = _game(game, variant)
        return Terms(engine, known, _options(engine, known, await self._packs.put_in(player, engine, options)))

    async def create_table(
        self, seed: bytes, created: MatchCreated, options: GameOptions, sitters: Mapping[SeatId, Person | None]
    ) -> Match:
        """
        Create the match of a tournament's table, for the server itself; return it also if it exists already.

        `options` are complete, including secret ones. `sitters` has every seat: its player, who is seated at once, or
        None for a bot.

        Raises:
            UnavailableError: The database does not respond; try again.
        """
        match_id = created.match_id
        if sitters.keys() != {seat.id for seat in created.seats}:
            raise AssertionError("at a table every seat is taken")
        seats = [SeatTaken(seat.id, sitters[seat.id]) for seat in created.seats]
        try:
            decision = commands.create(GAMES[created.game], options, created, seats)
            return await self._repository.create(match_id, seed, decision, None, None)
        except HeadMovedError:
            return await self._repository.get(match_id)

    async def require_phase(self, match_id: str, phase: int) -> None:
        """
        Check that a match runs and that this is its open phase, for the server itself.

        Raises:
            RefusedError: It does not, or the phase is another one.
        """
        live = await self._repository.get(match_id)
        await self._repository.refresh(live)
        commands.require_phase(live.state, phase)

    async def require_untouched(self, match_ids: Iterable[str]) -> None:
        """
        Check that nobody has acted in these matches, of which some may not exist yet.

        Raises:
            RefusedError: Somebody has moved, or a phase is closed.
        """
        for match_id in match_ids:
            try:
                live = await self._repository.get(match_id)
            except RefusedError:
                continue
            await self._repository.refresh(live)
            commands.require_untouched(live.state)

    async def require_no_role(self, event_id: str, players: Iterable[Person | None]) -> None:
        """
        Check that players who want a place in an event hold no role on its matches, for the event.

        Raises:
            RefusedError: One of them holds a role on a match that is not over.
        """
        known = {each.player_id for each in players if each is not None}
        if known and await self._directory.holds_role(event_id, known):
            raise holds_role()

    async def start(self, player: Player, match_id: str, once: Once | None) -> Done[MatchReply]:
        """Start the match, as the host."""
        live = await find_match(self._repository, player, match_id)

        def decide(live: Match, now: datetime) -> Decision | None:
            allow("startMatch", player, live.state)
            return commands.start(live.state, live.seed, now)

        return await self._carry_out(player, live, decide, once)

    async def act(
        self, player: Player, match_id: str, action: HostAction, once: Once | None, ahead: Ahead | None = None
    ) -> Done[MatchReply]:
        """
        Take an action, as the host; `ahead` if it is an item of a bulk call.

        In a match that an event ordered, a player who has or had a place in the event decides nothing, and gets no role
        that shows what a host sees.

        A host who plays can only give away their own seat, and a host who has left their seat can give away none:
        otherwise a friend could look from another seat. Only a player who tries to sit down learns that they may not
        because they can see more than a player; nobody else learns it.

        Raises:
            RefusedError: The action is not possible, or not allowed to this player.
        """
        live = await find_match(self._repository, player, match_id)
        plays = await self._places.has_place(live.state.created, player.id)

        def require_allowed(state: MatchState) -> None:
            own = _is_own(action, player, state)
            allow(action.operation, player, state, own=own)
            require_lasting(player, roles=action.about_roles)
            lays_down = own and isinstance(action, TakeRoleAction)
            if plays and state.seat_of(player.id) is None and not lays_down:
                raise plays_besides()

        named: Person | None = None
        if action.sitter is not None:
            require_allowed(live.state)
            named = await find_sitter(self._players, player, action.sitter, ahead.players if ahead else None)
        gives_sight = isinstance(action, GiveRoleAction) and action.role in SIGHTED
        if gives_sight and named and await self._places.has_place(live.state.created, named.player_id):
            raise sees_too_much()

        def decide(live: Match, now: datetime) -> Decision | None:
            require_allowed(live.state)
            decision = action.decide(live, Circumstances(player, now, named))
            if decision is not None and action.kept_back is not None:
                live.tally.require_host_action(more=action.kept_back)
            return decision

        return await self._carry_out(player, live, decide, once, ahead)

    async def _carry_out(
        self, player: Player, live: Match, decide: Decide[Match], once: Once | None, ahead: Ahead | None = None
    ) -> Done[MatchReply]:
        """Carry out a host's command once, however often it is sent with the same key."""

        def decide_as(live: Match, now: datetime) -> Decision | None:
            return note_bridge(decide(live, now), player)

        async def change() -> MatchReply:
            await self._repository.change(live, decide_as, self._replies.keep(player, once, 200, _render_for(player)))
            return list_match_for(player, live.state)

        return await self._replies.carry_out(player, once, change, parse_reply, ahead.replies if ahead else None)

    async def _first_entry(
        self, player: Player, new: MatchRequest, match_id: str, seed: bytes, ahead: Ahead | None
    ) -> Decision:
        if new.lesson:
            new = _lesson_of(new)
        terms = await self.settle_terms(player, new.game, new.variant, new.options)
        created = describe(match_id, seed, player.person, terms, new.settings(self._clock.now()))
        if new.lesson:
            created = replace(created, lesson=True)
        seats = await self._first_seats(player, new, created, ahead)
        return note_bridge(commands.create(terms.engine, terms.options, created, seats), player)

    async def _first_seats(
        self, player: Player, new: MatchRequest, created: MatchCreated, ahead: Ahead | None
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
            person = await find_sitter(self._players, player, sitter, ahead.players if ahead else None)
            if person and any(earlier.player == person for earlier in given):
                raise RefusedError(
                    codes.ALREADY_SEATED, "A player can have at most one seat.", status=422, pointer=pointer
                )
            similar = person and names.find_similar(person, [(each.seat, each.player) for each in given if each.player])
            if similar:
                raise RefusedError(
                    codes.NAME_TOO_SIMILAR, names.TOO_SIMILAR.format(similar), status=422, pointer=pointer
                )
            if person is None or person == player.person:
                given.append(SeatTaken(seat_id(seat), person, level=seating.level_to_store(sitter.level)))
            else:
                given.append(SeatReserved(seat_id(seat), person))
        return given


def _lesson_of(asked: MatchRequest) -> MatchRequest:
    """Return the request for a lesson of a game with all that it leaves to the game."""
    if not asked.model_fields_set <= {"game", "lesson"}:
        why = "A lesson has settings, seats and options of its own. Send its game alone."
        raise RefusedError(codes.BAD_OPTIONS, why, pointer="/lesson")
    game = asked.game
    engine, _ = _game(game, None)
    lesson = engine.lesson
    if lesson is None:
        raise RefusedError(codes.UNKNOWN_GAME, "This game has no lesson.", status=422, pointer="/game")
    seats = engine.seats(engine.options(lesson.variant, lesson.options))
    return MatchRequest.model_construct(
        game=game,
        variant=lesson.variant,
        options=dict(lesson.options),
        seats={seat.id: SeatRequest(bot=seat.id != lesson.seat) for seat in seats},
        pace="eager",
        visibility="private",
        autostart=True,
        lesson=True,
    )


def _is_own(action: HostAction, player: Player, state: MatchState) -> bool:
    """Whether what the action is about is the player's own, as the table of rights has it."""
    if isinstance(action, ReplacePlayerAction):
        return state.seat_of(player.id) == action.seat
    return action.is_own(player.id, state)


def too_many_matches(most: int) -> RefusedError:
    """Return the error for a player who hosts this many matches, and may host no more."""
    return RefusedError(
        codes.TOO_MANY_MATCHES, f"You host {most} unfinished matches. Finish some, or void those that nobody needs."
    )


def _render_for(player: Player) -> Render:
    return lambda state, _: render_reply(list_match_for(player, state))


def describe(
    match_id: str, seed: bytes, host: Person, terms: Terms, settings: MatchSettings | MatchCreated
) -> MatchCreated:
    """Return the first fact of a match that is run as these settings, or as another match."""
    engine, options = terms.engine, terms.options
    return MatchCreated(
        match_id=match_id,
        game=engine.name,
        variant=terms.variant,
        rules_version=engine.rules_version,
        options=engine.public_options(options).for_log(),
        seats=engine.seats(options),
        pace=settings.pace,
        visibility=settings.visibility,
        autostart=settings.autostart,
        show_submitted=settings.show_submitted,
        open_log=engine.opens_log(options) if settings.open_log is None else settings.open_log,
        spectator_lag=settings.spectator_lag,
        label=settings.label,
        host=host,
        seed_commitment=commitment_to(seed),
        log_version=LOG_VERSION,
        rest=settings.rest,
        leave_days=settings.leave_days,
    )


def _game(game: str, variant: str | None) -> tuple[AnyEngine, str]:
    engine = GAMES.get(game)
    if engine is None:
        raise RefusedError(codes.UNKNOWN_GAME, f"The games are {', '.join(GAMES)}.", status=422, pointer="/game")
    variant = variant or next(iter(engine.variants))
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
