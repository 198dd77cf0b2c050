"""
What players do: find matches, take seats, look, submit. (`server.matches.hosting` is for hosts.)
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus

from pydantic import JsonValue

from engines.kit import HOST, SeatId, Viewer, seat_id
from server import codes
from server.access import require
from server.costs import charge, charged_to, of_entries
from server.errors import RefusedError
from server.identity.players import Player, Players
from server.log.entry import Decision, Entry, receipt_of
from server.log.packed import PackedLog
from server.matches import commands, deadlines, names, seating
from server.matches.directory import Directory, Filter, Page
from server.matches.lines import recent_lines
from server.matches.listings import MatchReply, list_match_for
from server.matches.looks import record_look
from server.matches.match import Match
from server.matches.projection import MatchProjection
from server.matches.repository import MatchRepository
from server.matches.requests import SeatRequest
from server.matches.roles import allow, allow_in_seat, allow_to_watch, find_match, role_of
from server.matches.sitters import find_sitter, is_self
from server.matches.state import MatchState


@dataclass(frozen=True, slots=True)
class ReceiptReply:
    """A submission or withdrawal was stored in the log. It counts until the next one of the same seat and phase."""

    match_id: str
    seat: SeatId
    phase: int
    """The number of the phase."""
    accepted_at: str
    """When the server accepted it."""
    receipt: str
    """
    Commits to the log entry: save it with the move, to verify the log when it is open. When the phase closes,
    `submission_counted` contains the receipt of the submission that counted.
    """
    cursor: int
    """The event of the submission in the caller's stream."""
    repeated: bool
    """Whether exactly this submission was already accepted."""


class Matches:
    """All matches, as used by players and spectators."""

    def __init__(
        self, repository: MatchRepository, directory: Directory, players: Players, submissions_per_phase: int
    ) -> None:
        """`submissions_per_phase`: how often a seat may submit and withdraw in a phase."""
        self._submissions_per_phase = submissions_per_phase
        self._repository = repository
        self._directory = directory
        self._players = players

    async def list_matches(self, player: Player, wanted: Filter, before: str | None, limit: int) -> Page:
        """Return matches that the player may know of, newest first."""
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
        live = await find_match(self._repository, player, match_id, cursor)
        return live, allow_to_watch(operation, player, live.state)

    async def look(self, operation: str, player: Player | None, match_id: str, cursor: int = 0) -> tuple[Match, Viewer]:
        """Do what `watch` does, for calls that show what the viewer knows; the log notes who looks as the host."""
        live, viewer = await self.watch(operation, player, match_id, cursor)
        await record_look(self._repository, live, player, viewer)
        return live, viewer

    async def view(
        self, player: Player | None, match_id: str, at: int | None, told: int = 0, asked: str | None = None
    ) -> tuple[MatchProjection, list[str] | None]:
        """
        Return the player's projection, now or after event `at`; the player has already received event `told`.

        With it what happened lately, in sentences in the language `asked`, if it is given.
        """
        live, viewer = await self.look("getView", player, match_id, max(at or 0, told))
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
        told: int = 0,
        asked: str | None = None,
    ) -> tuple[MatchProjection, list[str] | None]:
        """
        Return the projection of a seat, now or after its event `at`, with sentences as `view` does.

        The caller's own seat as `view` does. Other seats when the match is over and its log is open: their private
        messages do not count as events then, because the log does not tell who received them either.

        Raises:
            RefusedError: The views of other seats are not open to the caller, or there is no such seat or event.
        """
        live, viewer = await self.watch("getView", player, match_id)
        operation = "getView.as_seat.opened" if _is_opened(live.state) else "getView.as_seat"
        allow_to_watch(operation, player, live.state, own=seat == viewer)
        if seat == viewer:
            return await self.view(player, match_id, at, told, asked)
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

        `entropy` is the caller's own, for the seed. During play a seat can only be taken by the player with its
        reservation.

        Raises:
            RefusedError: No such seat or player, the seat is not free for the caller, or entropy was given for a seat
                that is not for the caller.
        """
        live = await find_match(self._repository, player, match_id)
        commands.require_seat(live.state, seat)
        allow("takeSeat", player, live.state, own=is_self(sitter, player))
        person = await find_sitter(self._players, player, sitter)
        if entropy is not None and person != player.person:
            raise RefusedError(
                codes.NOT_YOUR_ENTROPY, "Players can send entropy only for themselves.", pointer="/entropy"
            )

        def decide(live: Match, now: datetime) -> Decision | None:
            state, wanted = live.state, seat_id(seat)
            if person is not None and person != player.person:
                decision = seating.reserve_seat(state, wanted, person)
                if decision is not None:
                    names.require_distinct(state, person, replacing=wanted)
                    live.tally.require_reserving()
                return decision
            reserved = person is not None and state.reserved.get(wanted) == person
            if reserved and state.status != "open":
                require("takeSeat.during_play", role_of(player, state))
            decision = seating.take_seat(state, wanted, person, entropy)
            if decision is not None and person is not None:
                names.require_distinct(state, person, replacing=wanted)
            if decision is not None:
                live.tally.require_seating(person.player_id if person else None, reserved=reserved)
            return decision

        await self._repository.change(live, decide)
        return list_match_for(player, live.state)

    async def leave_seat(self, player: Player, match_id: str, seat: str) -> MatchReply:
        """Leave a seat before the start, decline the caller's reservation, or as the host clear a seat."""
        live = await find_match(self._repository, player, match_id)

        def decide(live: Match, now: datetime) -> Decision:
            state = live.state
            known = commands.require_seat(state, seat)
            reserved = known in state.reserved
            own = state.reservation_of(player.id) if reserved else state.seat_of(player.id)
            operation = "leaveSeat.during_play" if reserved and state.status != "open" else "leaveSeat"
            allow(operation, player, state, own=own == known)
            return seating.leave_seat(state, known)

        await self._repository.change(live, decide)
        return list_match_for(player, live.state)

    async def submit(
        self,
        player: Player,
        match_id: str,
        phase: int,
        move: JsonValue,
        *,
        keep_thinking: bool,
        head: str | None = None,
        read_at: datetime,
    ) -> ReceiptReply:
        """
        Submit the move of the player's own seat for a phase, replacing an earlier one.

        `read_at` is when the move reached the server, which decides whether it is in time. `head` is the last head that
        the player was told, if given.

        Raises:
            RefusedError: The player has no seat, the phase is not open, or the move is illegal in the seat's own view.
        """
        live = await find_match(self._repository, player, match_id)
        seat: SeatId | None = None
        stood: Entry | None = None

        def decide(live: Match, now: datetime) -> Decision | None:
            nonlocal seat, stood
            seat, stood = allow_in_seat("submit", player, live.state), None
            try:
                return self._judge(live, seat, phase, move, keep_thinking, head, read_at, now)
            except RefusedError as error:
                # If the reply was lost, a repeat of a submission that counted must not be refused as too late.
                late = error.status == HTTPStatus.CONFLICT
                stood = _repeated(live, seat, phase, move, keep_thinking, head) if late else None
                if stood is None:
                    raise
                return None

        entry = await self._repository.change(live, decide)
        if seat is None:
            raise AssertionError("what was not decided was refused")
        repeated = entry is None
        if entry is None:
            entry = stood or live.state.submissions[seat].entry
        return _receipt(live, seat, phase, entry, repeated=repeated)

    async def try_out(
        self,
        player: Player,
        match_id: str,
        phase: int,
        move: JsonValue,
        *,
        keep_thinking: bool,
        head: str | None = None,
        read_at: datetime,
    ) -> None:
        """Check a submission without making it; raises as `submit` does."""

        def decide(live: Match, now: datetime) -> Decision | None:
            seat = allow_in_seat("submit", player, live.state)
            return self._judge(live, seat, phase, move, keep_thinking, head, read_at, now)

        await self._repository.judge(await find_match(self._repository, player, match_id), decide)

    def _judge(
        self,
        live: Match,
        seat: SeatId,
        phase: int,
        move: JsonValue,
        keep_thinking: bool,
        head: str | None,
        read_at: datetime,
        now: datetime,
    ) -> Decision | None:
        deadlines.require_in_time(live.state, phase, read_at, now)
        view = live.projection(seat).game
        decision = commands.submit(
            live.state, view, seat, phase, move, keep_thinking=keep_thinking, by_bot=False, head=head
        )
        if decision is not None:
            live.tally.require_change(seat, self._submissions_per_phase)
        return decision

    async def withdraw(self, player: Player, match_id: str, phase: int, *, read_at: datetime) -> ReceiptReply:
        """Withdraw the submission of the player's own seat; `read_at` as in `submit`."""
        live = await find_match(self._repository, player, match_id)
        seat: SeatId | None = None

        def decide(live: Match, now: datetime) -> Decision:
            nonlocal seat
            seat = allow_in_seat("withdraw", player, live.state)
            deadlines.require_in_time(live.state, phase, read_at, now)
            decision = commands.withdraw(live.state, seat, phase)
            # The last change is reserved for a submission, so that a seat is not left without one.
            live.tally.require_change(seat, self._submissions_per_phase - 1)
            return decision

        entry = await self._repository.change(live, decide)
        if seat is None or entry is None:
            raise AssertionError("what was not withdrawn was refused")
        return _receipt(live, seat, phase, entry, repeated=False)

    async def read_log(self, player: Player, match_id: str) -> Iterator[bytes]:
        """
        Return the whole current log, line by line; private messages are withheld except from a host who has not played.

        Raises:
            RefusedError: The log is not open to this player, or not yet.
            UnavailableError: The database does not respond.
        """
        live = await find_match(self._repository, player, match_id)
        # Callers keep an exported log permanently, so it must not lag behind other processes.
        await self._repository.refresh(live)
        viewer = allow(_reading_the_log(live.state), player, live.state)
        await record_look(self._repository, live, player, viewer)
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


def _receipt(live: Match, seat: SeatId, phase: int, entry: Entry, *, repeated: bool) -> ReceiptReply:
    cursor = live.cursor_of(seat, entry)
    return ReceiptReply(entry.log_id, seat, phase, entry.at, receipt_of(entry), cursor, repeated)


def _repeated(
    live: Match, seat: SeatId, phase: int, move: JsonValue, keep_thinking: bool, head: str | None
) -> Entry | None:
    """Return the entry of exactly this submission, if it stood when its phase closed or still stands."""
    kept = live.state.submission_for(phase, seat)
    if kept is None:
        return None
    before = live.projection(seat).judged_by(phase)
    if before is None:
        raise AssertionError("a seat is told of its own submission")
    again = commands.is_repeat(live.state, before, seat, phase, move, keep_thinking=keep_thinking, head=head)
    return kept.entry if again else None


def require_cursor(cursor: int, last: int) -> None:
    """
    Refuse a cursor that the stream has not reached.

    Raises:
        RefusedError: `cursor` is greater than `last`.
    """
    if cursor > last:
        raise RefusedError(codes.CURSOR_AHEAD, f"Your stream has not reached this cursor. Its last is {last}.")
