"""
Invitations: links with which whoever has them can take a seat, also in a private match.

The terms of an invitation are a row; its secret is stored only as a hash. How often it was accepted is counted by the
log of the match, with the seats that were taken, so that the count is exact in all processes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, TypedDict

from sqlalchemy import Insert, func, literal, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from engines.kit import SPECTATOR, SeatId, seat_id
from server import codes
from server.clock.clock import Clock
from server.database.connection import database_errors
from server.database.tables import InvitationRow, MatchRow
from server.errors import RefusedError, UnavailableError
from server.identity.credentials import HASH_OF_NONE, hash_of, is_same, join, new_secret, split
from server.identity.players import Player
from server.ids import is_id, new_id
from server.log.entry import Decision, parse_timestamp, timestamp
from server.matches import commands, names, seating
from server.matches.listings import MatchReply, list_match_for
from server.matches.match import Match
from server.matches.projection import MatchProjection
from server.matches.repository import MatchRepository
from server.matches.roles import allow, find_match

MAX_INVITATIONS: Final = 100
"""Maximum number of invitations to a match, including those that are no longer valid."""

MAX_USES: Final = 100
"""How often an invitation can be accepted at most."""

_invitations = InvitationRow.__table__
_matches = MatchRow.__table__


@dataclass(frozen=True, slots=True)
class InvitationReply:
    """An invitation to a match, for its host. Only the reply that created it contains the token."""

    invitation_id: str
    """The id, which the fact `seat_taken` of those who accept contains."""
    match_id: str
    seat: SeatId | None
    """The seat that it is for; null: any free one."""
    uses: int
    """How often it can be accepted in total."""
    used: int
    """How often it was accepted."""
    created_at: str
    expires_at: str
    """Until when it can be accepted."""
    withdrawn_at: str | None
    """When the host withdrew it; null if it is not withdrawn."""


@dataclass(frozen=True, slots=True)
class NewInvitationReply(InvitationReply):
    """A new invitation, with its token."""

    token: str = field(repr=False)
    """The secret to put into a link (`getInvitation`). The server stores only its hash, so it is shown only once."""


@dataclass(frozen=True, slots=True)
class OpenedInvitation:
    """A valid invitation; the match as `listing` in lists and as its spectators know it."""

    row: InvitationRow
    uses_left: int
    listing: MatchReply
    known: MatchProjection


class Invitations:
    """The invitations to all matches."""

    def __init__(self, database: AsyncEngine, repository: MatchRepository, clock: Clock) -> None:
        self._database = database
        self._repository = repository
        self._clock = clock

    async def make(
        self, player: Player, match_id: str, seat: str | None, uses: int, lifetime: timedelta
    ) -> NewInvitationReply:
        """
        Create an invitation, as the host, before the start.

        Raises:
            RefusedError: The player is not the host, there is no such seat, the match has started, or it has had
                `MAX_INVITATIONS`.
        """
        live = await find_match(self._repository, player, match_id)
        allow("createInvitation", player, live.state)
        if seat is not None:
            commands.require_seat(live.state, seat)
        commands.require_open(live.state)
        now, secret = self._clock.now(), new_secret()
        row = InvitationRow(
            invitation_id=new_id(now),
            match_id=match_id,
            secret_hash=hash_of(secret),
            seat=seat,
            uses=uses,
            created_at=timestamp(now),
            expires_at=timestamp(now + lifetime),
        )
        with database_errors():
            async with self._database.begin() as connection:
                # The row lock serialises the inserts of a match, so the count stays valid until the commit. SQLite has
                # no such lock, but blocks other writers from the beginning of the insert.
                await connection.execute(
                    select(_matches.c.match_id).where(_matches.c.match_id == match_id).with_for_update()
                )
                added = await connection.execute(_insert_if_room(row))
        if added.rowcount == 0:
            raise RefusedError(
                codes.TOO_MANY_INVITATIONS,
                f"A match can have {MAX_INVITATIONS} invitations. Reserve seats for players instead.",
            )
        return NewInvitationReply(**_terms(row, live), token=join(row.invitation_id, secret))

    async def of_match(self, player: Player, match_id: str) -> list[InvitationReply]:
        """
        Return the invitations to a match, newest first, for its host.

        Raises:
            RefusedError: The player is not the host.
        """
        live = await find_match(self._repository, player, match_id)
        allow("listInvitations", player, live.state)
        wanted = select(_invitations).where(_invitations.c.match_id == match_id)
        with database_errors():
            async with self._database.connect() as connection:
                rows = (await connection.execute(wanted.order_by(_invitations.c.invitation_id.desc()))).all()
        return [InvitationReply(**_terms(InvitationRow(**row._mapping), live)) for row in rows]

    async def withdraw(self, player: Player, match_id: str, invitation_id: str) -> None:
        """
        Withdraw an invitation, as the host. Whoever has accepted it keeps the seat.

        Raises:
            RefusedError: The player is not the host, or the match has no such invitation.
        """
        live = await find_match(self._repository, player, match_id)
        allow("withdrawInvitation", player, live.state)
        now = timestamp(self._clock.now())
        change = (
            update(InvitationRow)
            .where(_invitations.c.invitation_id == invitation_id, _invitations.c.match_id == match_id)
            .values(withdrawn_at=func.coalesce(_invitations.c.withdrawn_at, now))
        )
        with database_errors():
            async with self._database.begin() as connection:
                changed = await connection.execute(change)
        if changed.rowcount == 0:
            raise _unknown()

    async def open(self, token: str) -> OpenedInvitation:
        """
        Return what a valid invitation is for.

        Raises:
            RefusedError: The invitation is unknown, withdrawn, expired or used up, or the match has started.
        """
        row, live = await self._find(token)
        if live.behind:
            await self._repository.refresh(live)
        commands.require_open(live.state)
        uses_left = row.uses - live.state.accepted.get(row.invitation_id, 0)
        if uses_left <= 0:
            raise seating.used_up()
        await live.prepare(SPECTATOR)
        return OpenedInvitation(row, uses_left, list_match_for(None, live.state), live.projection(SPECTATOR))

    async def accept(self, player: Player, token: str, seat: str | None, entropy: str | None) -> MatchReply:
        """
        Seat the player who has the token: in the seat of the invitation, or else in `seat` or the first free one.

        Raises:
            RefusedError: The invitation is not valid, the match has started, or the seat is not free for the player.
        """
        row, live = await self._find(token)
        if seat is not None and row.seat not in (None, seat):
            raise RefusedError(
                codes.WRONG_SEAT, f"This invitation is for seat {row.seat}. Omit `seat`.", pointer="/seat"
            )
        wanted = row.seat or seat
        known = None if wanted is None else seat_id(wanted)

        def decide(live: Match, now: datetime) -> Decision | None:
            _require_valid(row, now)
            seated = live.state.seat_of(player.id) is not None
            decision = seating.accept(live.state, known, player.person, entropy, row.invitation_id, row.uses)
            if decision is not None:
                names.require_distinct(live.state, player.person, replacing=None)
            if decision is not None and seated:
                live.tally.require_seating(player.id, reserved=False)
            elif decision is not None:
                live.tally.require_accepting(player.id)
            return decision

        await self._repository.change(live, decide)
        return list_match_for(player, live.state)

    async def _find(self, token: str) -> tuple[InvitationRow, Match]:
        """Return the valid invitation with this token, and its match."""
        invitation_id, secret_hash = split(token)
        row = await self._row(invitation_id) if is_id(invitation_id) else None
        expected = HASH_OF_NONE if row is None else row.secret_hash
        if not is_same(secret_hash, expected) or row is None:
            raise _unknown()
        _require_valid(row, self._clock.now())
        try:
            return row, await self._repository.get(row.match_id)
        except UnavailableError:
            raise
        except RefusedError as error:  # a database that has lost the match
            raise _unknown() from error

    async def _row(self, invitation_id: str) -> InvitationRow | None:
        wanted = select(_invitations).where(_invitations.c.invitation_id == invitation_id)
        with database_errors():
            async with self._database.connect() as connection:
                row = (await connection.execute(wanted)).one_or_none()
        return InvitationRow(**row._mapping) if row else None


def _require_valid(row: InvitationRow, now: datetime) -> None:
    """Refuse an invitation that was withdrawn or has expired."""
    if row.withdrawn_at is not None:
        raise RefusedError(
            codes.INVITATION_WITHDRAWN, "The host has withdrawn this invitation. Ask the host for another one."
        )
    if now >= parse_timestamp(row.expires_at):
        raise RefusedError(codes.INVITATION_EXPIRED, "This invitation has expired. Ask the host for another one.")


def _unknown() -> RefusedError:
    return RefusedError(codes.UNKNOWN_INVITATION, "There is no such invitation. Check that its link is complete.")


def _insert_if_room(row: InvitationRow) -> Insert:
    """Return the insert of a row, which inserts nothing if the match already has `MAX_INVITATIONS`."""
    values = row.model_dump()
    kept = select(func.count()).select_from(_invitations).where(_invitations.c.match_id == row.match_id)
    columns = [literal(value, _invitations.c[name].type) for name, value in values.items()]
    room = kept.scalar_subquery() < MAX_INVITATIONS
    return _invitations.insert().from_select(list(values), select(*columns).where(room))


class _Terms(TypedDict):
    invitation_id: str
    match_id: str
    seat: SeatId | None
    uses: int
    used: int
    created_at: str
    expires_at: str
    withdrawn_at: str | None


def _terms(row: InvitationRow, live: Match) -> _Terms:
    return {
        "invitation_id": row.invitation_id,
        "match_id": row.match_id,
        "seat": None if row.seat is None else seat_id(row.seat),
        "uses": row.uses,
        "used": live.state.accepted.get(row.invitation_id, 0),
        "created_at": row.created_at,
        "expires_at": row.expires_at,
        "withdrawn_at": row.withdrawn_at,
    }
