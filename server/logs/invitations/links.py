"""
The links of all invitations, whatever they are for.

The terms of an invitation are a row; its secret is stored only as a hash. How often it was accepted is counted by the
log that it is for, in the entries with which people joined, so that the count is exact in all processes. What joining
means is said by the kind of the log: `server/matches/seats/invitations.py`, `server/logs/directing/invitations.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, TypedDict

from sqlalchemy import ColumnElement, Insert, delete, func, literal, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.access.made_with import MadeWith
from server.logs.aggregates.kind import KindName, ListedKind
from server.runtime.clock.clock import Clock
from server.runtime.credentials import HASH_OF_NONE, hash_of, is_same, join, new_secret, split
from server.runtime.database.locks import lock
from server.runtime.database.made_with import has_ended, has_ended_with_bridge
from server.runtime.database.queries import begin, execute, fetch
from server.runtime.database.tables import InvitationRow
from server.runtime.ids import is_id, new_id
from server.runtime.retention import OldRows
from server.runtime.times import parse_timestamp, timestamp

MAX_INVITATIONS: Final = 100
"""Maximum number of invitations to a match or an event, including those that are no longer valid."""

_KEEP_EXPIRED: Final = timedelta(days=30)
"""How long it is said of an invitation that it has expired; then it is unknown."""

_invitations = InvitationRow.__table__


@dataclass(frozen=True, slots=True)
class InvitationTerms:
    """An invitation, for those who can make one. Only the reply that created it contains the token."""

    invitation_id: str
    """The id, which the fact contains by which somebody joins who accepts."""
    uses: int
    """How often it can be accepted in total."""
    used: int
    """How often it was accepted."""
    created_at: str
    """When it was made."""
    expires_at: str
    """Until when it can be accepted."""
    withdrawn_at: str | None
    """When it was withdrawn; null if it is not withdrawn."""


class Terms(TypedDict):
    """The fields of `InvitationTerms`."""

    invitation_id: str
    uses: int
    used: int
    created_at: str
    expires_at: str
    withdrawn_at: str | None


def terms_of(row: InvitationRow, accepted: Mapping[str, int]) -> Terms:
    """Return the terms of an invitation; `accepted` counts by id how often each was accepted, as the log does."""
    return {
        "invitation_id": row.invitation_id,
        "uses": row.uses,
        "used": accepted.get(row.invitation_id, 0),
        "created_at": row.created_at,
        "expires_at": row.expires_at,
        "withdrawn_at": row.withdrawn_at,
    }


@dataclass(frozen=True, slots=True)
class NewLink:
    """An invitation that was just made, with its token: the secret to put into a link."""

    row: InvitationRow
    token: str = field(repr=False)


def old_invitations(database: AsyncEngine) -> OldRows:
    """Return the rule for invitations that expired long ago. How often they were accepted stays in the log."""
    expires_at, shown = _invitations.c.expires_at, _invitations.c.invitation_id
    return OldRows(_KEEP_EXPIRED, database, _invitations, lambda old: expires_at < old, shown=shown)


class Links:
    """The rows of all invitations."""

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def make(
        self,
        kind: ListedKind[Any],
        log_id: str,
        uses: int,
        lifetime: timedelta,
        seat: str | None = None,
        made_with: MadeWith | None = None,
    ) -> NewLink:
        """
        Store an invitation to this log; if a bridge makes it, it ends with `made_with`.

        Raises:
            RefusedError: It has had `MAX_INVITATIONS`.
        """
        made = self._new(kind, log_id, uses, lifetime, seat, made_with)
        async with begin(self._database) as connection:
            await connection.execute(lock(kind.log_ids, log_id))  # so that the count stays valid
            added = await connection.execute(_insert_if_room(made.row))
        if added.rowcount == 0:
            raise RefusedError(
                codes.TOO_MANY_INVITATIONS,
                f"There can be {MAX_INVITATIONS} invitations to one {kind.name}. Make some that can be accepted "
                "several times, or give places to players yourself.",
            )
        return made

    async def renew(
        self,
        kind: ListedKind[Any],
        log_id: str,
        places: Sequence[str],
        lifetime: timedelta,
        made_with: MadeWith | None = None,
    ) -> list[NewLink]:
        """
        Give each of these places of an event a link for one person, in place of its earlier one; return them in order.

        If a bridge makes them, they end with `made_with`.

        There is one for each place, so they do not count for `MAX_INVITATIONS`.
        """
        made = [self._new(kind, log_id, 1, lifetime, place, made_with) for place in places]
        row = _invitations.c
        earlier = delete(InvitationRow).where(row.log_id == log_id, row.kind == kind.name, row.seat.in_(places))
        async with begin(self._database) as connection:
            await connection.execute(lock(kind.log_ids, log_id))  # so that there are not two of one place
            await connection.execute(earlier)
            await connection.execute(_invitations.insert(), [each.row.model_dump() for each in made])
        return made

    def _new(
        self,
        kind: ListedKind[Any],
        log_id: str,
        uses: int,
        lifetime: timedelta,
        seat: str | None,
        made_with: MadeWith | None,
    ) -> NewLink:
        now, secret = self._clock.now(), new_secret()
        row = InvitationRow(
            invitation_id=new_id(now),
            kind=kind.name,
            log_id=log_id,
            secret_hash=hash_of(secret),
            seat=seat,
            uses=uses,
            created_at=timestamp(now),
            expires_at=timestamp(now + lifetime),
        )
        if made_with is not None and made_with.bridge_id is not None:
            row.made_with, row.bridge_id = made_with.origin, made_with.bridge_id
            row.bridge_token_id, row.bridge_token_at = made_with.bridge_token_id, made_with.bridge_token_at
        return NewLink(row, join(row.invitation_id, secret))

    async def to(self, kind: KindName, log_id: str) -> Sequence[InvitationRow]:
        """Return all invitations to this log, newest first."""
        there = _is_there(self._clock.now())
        wanted = select(_invitations).where(_invitations.c.log_id == log_id, _invitations.c.kind == kind, there)
        rows = (await fetch(self._database, wanted.order_by(_invitations.c.invitation_id.desc()))).all()
        return [InvitationRow(**row._mapping) for row in rows]

    async def withdraw(self, kind: KindName, log_id: str, invitation_id: str) -> None:
        """
        Withdraw an invitation to this log. Who has accepted it is not affected.

        Raises:
            RefusedError: There is no such invitation to it.
        """
        row = _invitations.c
        change = (
            update(InvitationRow)
            .where(row.invitation_id == invitation_id, row.log_id == log_id, row.kind == kind)
            .values(withdrawn_at=func.coalesce(row.withdrawn_at, timestamp(self._clock.now())))
        )
        changed = await execute(self._database, change)
        if changed.rowcount == 0:
            raise unknown()

    async def find(self, token: str) -> InvitationRow:
        """
        Return the invitation with this token.

        Raises:
            RefusedError: It is unknown, withdrawn or expired.
        """
        invitation_id, secret_hash = split(token)
        row = await self._row(invitation_id) if is_id(invitation_id) else None
        expected = HASH_OF_NONE if row is None else row.secret_hash
        if not is_same(secret_hash, expected) or row is None:
            raise unknown()
        require_valid(row, self._clock.now())
        return row

    async def _row(self, invitation_id: str) -> InvitationRow | None:
        there = _is_there(self._clock.now())
        wanted = select(_invitations).where(_invitations.c.invitation_id == invitation_id, there)
        row = (await fetch(self._database, wanted)).one_or_none()
        return InvitationRow(**row._mapping) if row else None


def require_valid(row: InvitationRow, now: datetime) -> None:
    """Refuse an invitation that was withdrawn or has expired."""
    if row.withdrawn_at is not None:
        raise RefusedError(codes.INVITATION_WITHDRAWN, "This invitation was withdrawn. Ask for another one.")
    if now >= parse_timestamp(row.expires_at):
        raise RefusedError(codes.INVITATION_EXPIRED, "This invitation has expired. Ask for another one.")


def unknown() -> RefusedError:
    return RefusedError(codes.UNKNOWN_INVITATION, "There is no such invitation. Check that its link is complete.")


def _is_there(now: datetime) -> ColumnElement[bool]:
    """Return the condition that no bridge has made an invitation, or one that still acts as it did."""
    made_with, at = _invitations.c.made_with, timestamp(now)
    by_bridge = _invitations.c.bridge_id.is_not(None)
    return ~(by_bridge & (has_ended(at, made_with) | has_ended_with_bridge(at, _invitations)))


def _insert_if_room(row: InvitationRow) -> Insert:
    """Return the insert of a row, which inserts nothing if its log already has `MAX_INVITATIONS`."""
    values = row.model_dump()
    kept = select(func.count()).select_from(_invitations)
    there = _is_there(parse_timestamp(row.created_at))
    kept = kept.where(_invitations.c.log_id == row.log_id, _invitations.c.kind == row.kind, there)
    if row.kind != "match":  # Places of events have one link each.
        kept = kept.where(_invitations.c.seat.is_(None))
    columns = [literal(value, _invitations.c[name].type) for name, value in values.items()]
    room = kept.scalar_subquery() < MAX_INVITATIONS
    return _invitations.insert().from_select(list(values), select(*columns).where(room))
