"""The audit: what was done about players by administrators, newest first; nothing in it is ever changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import Insert, Row
from sqlalchemy.ext.asyncio import AsyncEngine

from server.people.administration.newest import newest_about
from server.runtime.database.tables import AuditRow
from server.runtime.ids import new_id
from server.runtime.times import timestamp

Step: TypeAlias = Literal[
    "suspended",
    "reinstated",
    "name_withdrawn",
    "token_withdrawn",
    "tokens_withdrawn",
    "access_ended",
    "administrator_removed",
    "administrator_made",
    "forgotten",
]
"""What was done about a player."""

_audit = AuditRow.__table__


@dataclass(frozen=True, slots=True)
class Audited:
    """A step of an administrator about a player."""

    audit_id: str
    """The id of the step; later ones are greater."""
    at: str
    """When it was done."""
    by: str | None
    """The id of the administrator; null: the operator, at the command line of the server."""
    step: Step
    """What was done."""
    player_id: str
    """The player about whom it was done."""
    reason: str | None
    """Why, in the words of who did it; null: no reason was given."""
    token_id: str | None
    """The token that was withdrawn; null with other steps."""


def insert_step(
    now: datetime, by: str | None, step: Step, player_id: str, reason: str | None, token_id: str | None = None
) -> Insert:
    """Return the statement that writes a step down, for the transaction of the step."""
    row = AuditRow(
        audit_id=new_id(now),
        at=timestamp(now),
        actor=by,
        step=step,
        player_id=player_id,
        reason=reason,
        token_id=token_id,
    )
    return _audit.insert().values(**row.model_dump())


async def read_audit(
    database: AsyncEngine, player_id: str | None, before: str | None, limit: int
) -> tuple[list[Audited], str | None]:
    """Return steps; see `newest_about`."""
    return await newest_about(
        database, _audit.c.audit_id, _audit.c.player_id, _step_of, player_id=player_id, before=before, limit=limit
    )


def _step_of(row: Row[Any]) -> Audited:
    return Audited(row.audit_id, row.at, row.actor, row.step, row.player_id, row.reason, row.token_id)
