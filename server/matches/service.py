"""What players do: find matches, take seats, look, submit. (`server.matches.hosting.hosting` is for hosts.)"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from datetime import datetime
from typing import TypeAlias

from engines.kit import HOST, SeatId, Viewer, seat_id
from server.access import codes
from server.access.costs import charge, charged_to, of_entries
from server.access.errors import RefusedError, UnavailableError
from server.access.player import Player
from server.access.rights import refusal_of, require, require_scope_for_others
from server.access.scopes import Scopes
from server.logs.aggregates.acting import note_bridge
from server.logs.aggregates.resuming import require_cursor
from server.logs.directing.appointing import record_look
from server.logs.directing.lists import ListPage
from server.logs.store.entry import Decision, Entry
from server.logs.store.packed import PackedLog
from server.matches import commands, leaves
from server.matches.hosting import newer_rules
from server.matches.hosting.looks import note_look
from server.matches.lines import recent_lines
from server.matches.lists.directory import Directory, Filter
from server.matches.lists.listings import MatchReply, list_match_for
from server.matches.match import Match
from server.matches.play import deadlines
from server.matches.play.submitting import Attempt, ReceiptReply, receipt_for
from server.matches.projection import MatchProjection
from server.matches.repository import MatchRepository
from server.matches.requests import SeatRequest
from server.matches.roles import allow, allow_in_seat, allow_to_watch, find_match, role_of
from server.matches.seats import names, seating, waits
from server.matches.seats.sitters import find_sitter, is_self
from server.matches.state import MatchState
from server.people.identity.players import Players

Submitting: TypeAlias = Callable[[ReceiptReply | UnavailableError | None], None]
"""
Receives the receipt of a submission that was begun. None: another command came first, so call `submit`. An error: the
submission may have been written.
"""


class Matches:
    """All matches, as used by players and spectators."""

    def __init__(
        self, repository: MatchRepository, directory: Directory, players: Players, submissions_per_phase: int
    ) -> None:
        """`submissions_per_phase`: how often a seat may submit and withdraw in a phase."""
        self._submissions_per_phase = submissions_per_phase
        self.repository = repository
        self._directory = directory
        self._players = players

    async def list_matches(
        self, player: Player | None, wanted: Filter, before: str | None, limit: int
    ) -> ListPage[MatchReply]:
        """
        Return matches that the player may know of, newest first; `player` is None for a caller without a token.

        Raises:
            RefusedError: A caller without a token asks for own matches.
        """
        if player is None and (wanted.mine or wanted.awaiting_me):
            raise refusal_of("listMatches", "anonymous")
        return await self._directory.list_matches(player, wanted, before, limit)

    async def read(self, player: Player | None, match_id: str) -> tuple[MatchReply, MatchProjection]:
        """Return the match as lists show it, and the player's projection."""
        live, viewer = await self.watch("getMatch", player, match_id)
        return list_match_for(player, live.state), live.projection(viewer)

    async def watch(
        self, operation: str, player: Player | None, match_id: str, cursor: int = 0
    ) -> tuple[Match, Viewer]:
        """
        Return the match and the player's viewer for this operation; includes the player's event `cursor`.

        `player` is None for a caller without a token.
        """
        live = await find_match(self.repository, player, match_id, cursor)
        return live, allow_to_watch(operation, player, live.state)

    async def look(self, operation: str, player: Player | None, match_id: str, cursor: int = 0) -> tuple[Match, Viewer]:
        """Do what `watch` does, for calls that show what the viewer knows; the log notes who looks as the host."""
        live, viewer = await self.watch(operation, player, match_id, cursor)
        await record_look(self.repository, live, player, viewer, note_look)
        return live, viewer

    async def view(
        self, player: Player | None, match_id: str, at: int | None, seen: int = 0, asked: str | None = None
    ) -> tuple[MatchProjection, list[str] | None]:
        """
        Return the player's projection, now or after event `at`; the player has already received event `seen`.

        The second value is what happened lately, in sentences in the language `asked`; None without a language.
        """
        live, viewer = await self.look("getView", player, match_id, max(at or 0, seen))
        known = live.projection(viewer)
        if at is not None:
            require_cursor(at, known.cursor)
            known = await live.projection_at(viewer, at)
        return known, await recent_lines(live, known, asked)

    async def view_as(
        self,
        player: Player | None,
        match_id: str,
        seat: str,
        at: int | None,
        seen: int = 0,
        asked: str | None = None,
    ) -> tuple[MatchProjection, list[str] | None]:
        """
        Return the projection of a seat, now or after its event `at`, with sentences as `view` does.

        For the caller's own seat this is `view`. Other seats can be seen when the match is over and its log is open.
        Their private messages then do not count as events, because the log does not show who received them either.

        Raises:
            RefusedError: The views of other seats are not open to the caller, or there is no such seat or event.
        """
        live, viewer = await self.watch("getView", player, match_id)
        operation = "getView.as_seat.opened" if _is_opened(live.state) else "getView.as_seat"
        allow_to_watch(operation, player, live.state, own=seat == viewer)
        if seat == viewer:
            return await self.view(player, match_id, at, seen, asked)
        looked_at = commands.require_seat(live.state, seat)
        first = 0 if live.is_ready(looked_at) else len(live.entries)
        # The cost of the fold itself would show how many private messages the seat has received.
        payer = charged_to.set(None)
        try:
            await live.prepare(looked_at)
            withheld = _private_messages(live, looked_at)
            last = live.projection(looked_at).cursor - len(withheld)
            number = last if at is None else at
            require_cursor(number, last)
            cursor = number
            for private in withheld:
                cursor += private <= cursor
            known = copy(await live.projection_at(looked_at, cursor))
        finally:
            charged_to.reset(payer)
        charge(of_entries(first + number))
        lines = await recent_lines(live, known, asked)
        known.cursor = number
        return known, lines

    async def take_seat(
        self, player: Player, match_id: str, seat: str, sitter: SeatRequest, entropy: str | None
    ) -> MatchReply:
        """
        Take a seat, or as the host seat a bot or reserve the seat for another player.

        At a table of the queue, everybody who has waited for long enough can seat bots.

        `entropy` is the caller's own, for the seed. During play a seat can only be taken by the player with its
        reservation.

        Raises:
            RefusedError: No such seat or player, the seat is not free for the caller, or entropy was given for a seat
                that is not for the caller.
        """
        live = await find_match(self.repository, player, match_id)
        commands.require_seat(live.state, seat)
        for_who_waits = sitter.bot and waits.is_waiting(live.state, player.id)
        allow("takeSeat", player, live.state, own=for_who_waits or is_self(sitter, player))
        person = await find_sitter(self._players, player, sitter)
        if entropy is not None and person != player.person:
            raise RefusedError(
                codes.NOT_YOUR_ENTROPY, "Players can send entropy only for themselves.", pointer="/entropy"
            )

        def decide(live: Match, now: datetime) -> Decision | None:
            state, wanted = live.state, seat_id(seat)
            if for_who_waits:
                waits.require_patience(state, player.id, now)
            if person is not None and person != player.person:
                decision = seating.reserve_seat(state, wanted, person)
                if decision is not None:
                    names.require_distinct(state, person, replacing=wanted)
                    live.tally.require_reserving()
                return note_bridge(decision, player)
            reserved = person is not None and state.reserved.get(wanted) == person
            if reserved and state.status != "open":
                require("takeSeat.during_play", role_of(player.themselves, state))
            decision = seating.take_seat(state, wanted, person, entropy, level=sitter.level)
            if decision is not None and person is not None:
                names.require_distinct(state, person, replacing=wanted)
            if decision is not None:
                live.tally.require_seating(person.player_id if person else None, reserved=reserved)
                decision = note_bridge(decision, player)
            return decision

        await self.repository.change(live, decide)
        return list_match_for(player, live.state)

    async def leave_seat(self, player: Player, match_id: str, seat: str, scopes: Scopes) -> MatchReply:
        """
        Leave a seat, decline the caller's reservation, or as the host clear a seat before the start.

        During play, a bot takes the seat that its player gives up.

        Raises:
            RefusedError: No such seat, it is empty, or the player, or a token with these `scopes`, cannot clear it.
        """
        live = await find_match(self.repository, player, match_id)

        def decide(live: Match, now: datetime) -> Decision:
            state = live.state
            known = commands.require_seat(state, seat)
            reserved = known in state.reserved
            own = state.reservation_of(player.id) if reserved else state.seat_of(player.id)
            gives_up = own == known and not reserved and state.phase is not None and not state.ended
            operation = "leaveSeat.during_play" if gives_up or (reserved and state.status != "open") else "leaveSeat"
            allow(operation, player, state, own=own == known)
            if own != known:
                require_scope_for_others("leaveSeat", scopes)
            left = seating.give_up(state, known) if gives_up else seating.leave_seat(state, known)
            # Who leaves a seat is not in the fact: only of their own, players have left it through a bridge.
            return note_bridge(left, player) if own == known or reserved else left

        await self.repository.change(live, decide)
        return list_match_for(player, live.state)

    async def submit(
        self, player: Player, match_id: str, submission: commands.Submission, *, read_at: datetime
    ) -> ReceiptReply:
        """
        Submit the move of the player's own seat for a phase, replacing an earlier one.

        `read_at` is when the move reached the server, which decides whether it is in time.

        Raises:
            RefusedError: The player has no seat, the phase is not open, or the move is illegal in the seat's own view.
        """
        live = await find_match(self.repository, player, match_id)
        attempt = Attempt(player, submission, read_at, self._submissions_per_phase)
        entry = await self.repository.change(live, attempt.decide)
        return attempt.receipt(live, self.repository.epoch, entry)

    def begin_submitting(
        self, player: Player, match_id: str, submission: commands.Submission, *, read_at: datetime, done: Submitting
    ) -> bool:
        """
        Do what `submit` does, without waiting; return False, with no effect, if that is not possible.

        It is possible for a submission that is accepted, while nothing has to be read and no task has the turn of the
        match or waits for it. `done` is called later, with None if `submit` has to do it.
        """
        live = self.repository.find_in_memory(match_id)
        seat = None if live is None else live.state.seat_of(player.id)
        if live is None or seat is None or not live.is_ready(seat):
            return False
        attempt = Attempt(player, submission, read_at, self._submissions_per_phase)

        def conclude(result: Entry | UnavailableError | None) -> None:
            receipt: ReceiptReply | UnavailableError | None = None
            try:
                receipt = attempt.receipt(live, self.repository.epoch, result) if isinstance(result, Entry) else result
            finally:
                done(receipt)  # There is an answer also if the view of the seat fails.

        return self.repository.begin(live, attempt.decide, conclude)

    async def try_out(
        self, player: Player, match_id: str, submission: commands.Submission, *, read_at: datetime
    ) -> None:
        """Check a submission without making it; raises as `submit` does."""
        attempt = Attempt(player, submission, read_at, self._submissions_per_phase)
        await self.repository.judge(await find_match(self.repository, player, match_id), attempt.check)

    async def withdraw(
        self, player: Player, match_id: str, phase: int, replaces: str | None = None, *, read_at: datetime
    ) -> ReceiptReply:
        """Withdraw the submission of the player's own seat; `replaces` and `read_at` as in `submit`."""
        live = await find_match(self.repository, player, match_id)
        seat: SeatId | None = None

        def decide(live: Match, now: datetime) -> Decision:
            nonlocal seat
            seat = allow_in_seat("withdraw", player, live.state)
            deadlines.require_in_time(live.state, phase, read_at, now)
            decision = commands.withdraw(live.state, seat, phase, replaces)
            # The last change is reserved for a submission, so that a seat is not left without one.
            live.tally.require_change(seat, self._submissions_per_phase - 1)
            return note_bridge(decision, player)

        entry = await self.repository.change(live, decide)
        if seat is None or entry is None:
            raise AssertionError("what was not withdrawn was refused")
        return receipt_for(live, self.repository.epoch, seat, phase, entry, repeated=False)

    async def agree_to_rules(self, player: Player, match_id: str, version: int) -> MatchReply:
        """
        Agree for the player's own seat that the match continues by the version of the rules that is proposed.

        Raises:
            RefusedError: The player has no seat, or this version is not proposed.
            UnavailableError: The database does not respond, or this process does not have the rules of the match.
        """
        live = await find_match(self.repository, player, match_id)

        def decide(live: Match, now: datetime) -> Decision | None:
            seat = allow_in_seat("agreeToRules", player, live.state)
            return note_bridge(newer_rules.agree(live.state, seat, version), player)

        await self.repository.change(live, decide)
        return list_match_for(player, live.state)

    async def take_leave(self, player: Player, match_id: str, days: int) -> MatchReply:
        """
        Take leave of so many days in the player's own seat, or change the leave that is under way.

        Raises:
            RefusedError: The player has no seat, or too few days of leave, or the match is not in progress.
        """
        live = await find_match(self.repository, player, match_id)

        def decide(live: Match, now: datetime) -> Decision | None:
            seat = allow_in_seat("takeLeave", player, live.state)
            return note_bridge(leaves.take_leave(live.state, seat, days, now), player)

        await self.repository.change(live, decide)
        return list_match_for(player, live.state)

    async def read_log(self, player: Player, match_id: str) -> Iterator[bytes]:
        """
        Return the whole current log, line by line; private messages are withheld except from a host who has not played.

        Raises:
            RefusedError: The log is not open to this player, or not yet.
            UnavailableError: The database does not respond.
        """
        live = await find_match(self.repository, player, match_id)
        # Callers keep an exported log permanently, so it must not lag behind other processes.
        await self.repository.refresh(live)
        viewer = allow(_reading_the_log(live.state), player, live.state)
        await record_look(self.repository, live, player, viewer, note_look)
        return _lines(live.entries, len(live.entries), withholding=viewer != HOST)


def _lines(log: PackedLog, length: int, *, withholding: bool) -> Iterator[bytes]:
    for at in range(length):
        yield log.line(at, withhold=withholding and _is_private(log, at))


def _reading_the_log(state: MatchState) -> str:
    return "getLog.opened" if _is_opened(state) else "getLog"


def _is_opened(state: MatchState) -> bool:
    return state.ended and state.created.open_log


def _private_messages(live: Match, seat: SeatId) -> list[int]:
    """Return the cursors of the seat's private messages, in order."""
    channels = live.projection(seat).channels.values()
    return sorted(cursor for known in channels if not known.spectators for cursor in live.about(seat, known.name))


def _is_private(log: PackedLog, at: int) -> bool:
    return log.kind(at) == "message" and not all(audience.everyone for audience in log.audiences(at))
