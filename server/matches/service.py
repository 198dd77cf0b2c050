"""
What players do: find matches, sit down, look, submit. (What hosts do is in `server.matches.hosting`.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from engines.contract import HOST, SeatId, Viewer, seat_id
from server.access import require
from server.errors import ConflictError, MalformedError
from server.identity.players import Player, Players
from server.log.contract import MatchStatus
from server.log.entry import Decision, Entry, receipt_of
from server.log.packed import PackedLog
from server.matches import commands, seating
from server.matches.directory import Directory, MatchListing, list_match
from server.matches.match import Match
from server.matches.projection import MatchProjection
from server.matches.repository import MatchRepository
from server.matches.roles import allow, allow_in_seat, find_match, role_of
from server.matches.sitters import Sitter, find_sitter, is_self
from server.matches.state import MatchState


@dataclass(frozen=True, slots=True)
class Receipt:
    """
    Proof that a submission, or its withdrawal, is in the log.

    `receipt` is that of its entry, `cursor` that of the event it made. `repeated`: exactly this submission stood
    already.
    """

    match_id: str
    seat: SeatId
    phase: int
    accepted_at: str
    receipt: str
    cursor: int
    repeated: bool


class Matches:
    """All matches, as players and spectators use them."""

    def __init__(
        self, repository: MatchRepository, directory: Directory, players: Players, submissions_per_phase: int
    ) -> None:
        """`submissions_per_phase`: how often a seat may submit and withdraw in a phase."""
        self._submissions_per_phase = submissions_per_phase
        self._repository = repository
        self._directory = directory
        self._players = players

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

    async def read(self, player: Player, match_id: str) -> tuple[MatchListing, MatchProjection]:
        """The match as lists show it, and what the player knows of it."""
        live, viewer = await self.watch("getMatch", player, match_id)
        return list_match(live.state), live.projection(viewer)

    async def watch(self, operation: str, player: Player, match_id: str, cursor: int = 0) -> tuple[Match, Viewer]:
        """The match and as whom the player looks at it in this operation, who was told its event `cursor` before."""
        live = await find_match(self._repository, player, match_id, cursor)
        return live, allow(operation, player, live.state)

    async def view(self, player: Player, match_id: str, at: int | None, told: int = 0) -> MatchProjection:
        """What the player, who was told event `told` before, knows of the match; or knew after event `at`."""
        live, viewer = await self.watch("getView", player, match_id, max(at or 0, told))
        now = live.projection(viewer)
        if at is None:
            return now
        require_cursor(at, now.cursor)
        return await live.projection_at(viewer, at)

    async def take_seat(
        self, player: Player, match_id: str, seat: str, sitter: Sitter, entropy: str | None
    ) -> MatchListing:
        """
        Sit down, or as the host seat a bot or reserve the seat for another player.

        `entropy` is the caller's own, for the seed. During play one sits down only where the seat is reserved for one.

        Raises:
            UnknownError, ForbiddenError, ConflictError: No such seat or player, or not free, or not for the caller.
            MalformedError: Entropy for a seat that is not to be the caller's own.
        """
        live = await find_match(self._repository, player, match_id)
        commands.require_seat(live.state, seat)
        allow("takeSeat", player, live.state, own=is_self(sitter, player))
        person = await find_sitter(self._players, player, sitter)
        if entropy is not None and person != player.person:
            raise MalformedError(
                "not_your_entropy", "Players can send entropy only for themselves.", pointer="/entropy"
            )

        def decide(live: Match, now: datetime) -> Decision | None:
            state, wanted = live.state, seat_id(seat)
            if person is not None and person != player.person:
                decision = seating.reserve_seat(state, wanted, person)
                if decision is not None:
                    live.tally.require_reserving()
                return decision
            reserved = person is not None and state.reserved.get(wanted) == person
            if reserved and state.status != "open":
                require("takeSeat.during_play", role_of(player, state))
            decision = seating.take_seat(state, wanted, person, entropy)
            if decision is not None:
                live.tally.require_seating(person.player_id if person else None, reserved=reserved)
            return decision

        await self._repository.change(live, decide)
        return list_match(live.state)

    async def leave_seat(self, player: Player, match_id: str, seat: str) -> MatchListing:
        """Stand up before the start, decline a seat that is reserved for one, or as the host clear a seat."""
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
        return list_match(live.state)

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
    ) -> Receipt:
        """
        Put in the move of the player's own seat for a phase, in place of an earlier one.

        `read_at` is when it reached the server, which decides whether it is in time. `head` is the last that the player
        was told, if it gives it.

        Raises:
            UnknownError, ForbiddenError, ConflictError: No seat, or not a phase that is open.
            IllegalError: The seat's own view forbids the move.
        """
        live = await find_match(self._repository, player, match_id)
        seat: SeatId | None = None
        stood: Entry | None = None

        def decide(live: Match, now: datetime) -> Decision | None:
            nonlocal seat, stood
            seat, stood = allow_in_seat("submit", player, live.state), None
            try:
                return self._judge(live, seat, phase, move, keep_thinking, head, read_at, now)
            except ConflictError:
                # A repeat must not seem to be too late where the reply was lost and the first try has counted.
                stood = _repeated(live, seat, phase, move, keep_thinking, head)
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
        """Judge what would be submitted, and submit nothing; raises as `submit` does."""

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
        commands.require_in_time(live.state, phase, read_at, now)
        view = live.projection(seat).game
        decision = commands.submit(
            live.state, view, seat, phase, move, keep_thinking=keep_thinking, by_bot=False, head=head
        )
        if decision is not None:
            live.tally.require_change(seat, self._submissions_per_phase)
        return decision

    async def withdraw(self, player: Player, match_id: str, phase: int, *, read_at: datetime) -> Receipt:
        """Take the submission of the player's own seat back; `read_at` as in `submit`."""
        live = await find_match(self._repository, player, match_id)
        seat: SeatId | None = None

        def decide(live: Match, now: datetime) -> Decision:
            nonlocal seat
            seat = allow_in_seat("withdraw", player, live.state)
            commands.require_in_time(live.state, phase, read_at, now)
            decision = commands.withdraw(live.state, seat, phase)
            # The last change is left for a submission, so that nobody is stranded without one.
            live.tally.require_change(seat, self._submissions_per_phase - 1)
            return decision

        entry = await self._repository.change(live, decide)
        if seat is None or entry is None:
            raise AssertionError("what was not withdrawn was refused")
        return _receipt(live, seat, phase, entry, repeated=False)

    async def read_log(self, player: Player, match_id: str) -> Iterator[bytes]:
        """
        The whole log as it is now, line by line; private messages are withheld from all but a host who has not played.

        Raises:
            ForbiddenError: It is not open to this player, or not yet.
            UnavailableError: The database does not answer.
        """
        live = await find_match(self._repository, player, match_id)
        # Whoever keeps a log keeps it for good: it is no place to lag behind other processes.
        await self._repository.refresh(live)
        viewer = allow(_reading_the_log(live.state), player, live.state)
        return _lines(live.entries, len(live.entries), withholding=viewer != HOST)


def _lines(log: PackedLog, length: int, *, withholding: bool) -> Iterator[bytes]:
    for at in range(length):
        yield log.line(at, withhold=withholding and _is_private(log, at))


def _reading_the_log(state: MatchState) -> str:
    return "getLog.opened" if state.ended and state.created.open_log else "getLog"


def _is_private(log: PackedLog, at: int) -> bool:
    return log.kind(at) == "message" and not all(audience.everyone for audience in log.audiences(at))


def _receipt(live: Match, seat: SeatId, phase: int, entry: Entry, *, repeated: bool) -> Receipt:
    cursor = live.cursor_of(seat, entry)
    return Receipt(entry.log_id, seat, phase, entry.at, receipt_of(entry), cursor, repeated)


def _repeated(
    live: Match, seat: SeatId, phase: int, move: JsonValue, keep_thinking: bool, head: str | None
) -> Entry | None:
    """The entry of exactly this submission, if it stood when its phase was closed, or stands in one that just ends."""
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
    Refuse a cursor the stream has not reached.

    Raises:
        ConflictError: `cursor` is ahead of `last`.
    """
    if cursor > last:
        raise ConflictError("cursor_ahead", f"Your stream has not reached this cursor. Its last is {last}.")
