"""Reports of players about players in matches, for administrators: newest first, each with its place in a log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.people.administration.newest import newest_about
from server.runtime.database.queries import execute, fetch
from server.runtime.database.tables import ReportRow
from server.runtime.ids import new_id
from server.runtime.times import timestamp

MOST_IN_A_MATCH: Final = 10
"""How many reports a player can make in one match."""

MOST_IN_A_DAY: Final = 30
"""How many reports a player can make in 24 hours."""

_reports = ReportRow.__table__


@dataclass(frozen=True, slots=True)
class Place:
    """
    What is reported where: `reporter` is a player id, `own_seat` the seat of that player; `seat` is who is reported.

    `cursor` is an event of the reporter's stream, 0 for none, and `seq` its entry in the log, else the last one.
    """

    match_id: str
    reporter: str
    own_seat: str
    player_id: str
    seat: str
    cursor: int
    seq: int


@dataclass(frozen=True, slots=True)
class Reported:
    """A report of a player about another one in a match."""

    report_id: str
    """The id of the report; later ones are greater."""
    at: str
    """When it was made."""
    match_id: str
    """The match."""
    seq: int
    """The entry of the match's log that it is about, or the last one when it was made."""
    by: str
    """The id of the player who made it."""
    by_seat: str
    """The seat of that player."""
    player_id: str
    """The player who is reported."""
    seat: str
    """The seat of that player."""
    reason: str
    """What the reporter says."""


async def insert_report(database: AsyncEngine, now: datetime, place: Place, reason: str) -> bool:
    """
    Write a report down; return False if this player has reported the same before, which changes nothing.

    Raises:
        RefusedError: The player has made too many reports.
    """
    of_reporter = _reports.c.reporter == place.reporter
    here = of_reporter & (_reports.c.match_id == place.match_id)
    same = here & (_reports.c.seat == place.seat) & (_reports.c.cursor == place.cursor)
    if (await fetch(database, select(_reports.c.report_id).where(same))).first() is not None:
        return False
    today = of_reporter & (_reports.c.at > timestamp(now - timedelta(days=1)))
    for those, most, where in ((here, MOST_IN_A_MATCH, "in one match"), (today, MOST_IN_A_DAY, "within a day")):
        count = (await fetch(database, select(func.count()).select_from(_reports).where(those))).scalar_one()
        if count >= most:
            raise RefusedError(codes.TOO_MANY_REPORTS, f"You can make {most} reports {where}. Those are read.")
    row = ReportRow(
        report_id=new_id(now),
        at=timestamp(now),
        match_id=place.match_id,
        seq=place.seq,
        reporter=place.reporter,
        own_seat=place.own_seat,
        player_id=place.player_id,
        seat=place.seat,
        cursor=place.cursor,
        reason=reason,
    )
    # Two copies of the same request may come at once.
    insert = postgresql.insert if database.dialect.name == "postgresql" else sqlite.insert
    inserting = insert(ReportRow).values(**row.model_dump()).on_conflict_do_nothing()
    return (await execute(database, inserting.returning(_reports.c.report_id))).first() is not None


async def read_reports(
    database: AsyncEngine, player_id: str | None, before: str | None, limit: int
) -> tuple[list[Reported], str | None]:
    """Return reports; see `newest_about`."""
    return await newest_about(
        database,
        _reports.c.report_id,
        _reports.c.player_id,
        _report_of,
        player_id=player_id,
        before=before,
        limit=limit,
    )


def _report_of(row: Row[Any]) -> Reported:
    return Reported(
        report_id=row.report_id,
        at=row.at,
        match_id=row.match_id,
        seq=row.seq,
        by=row.reporter,
        by_seat=row.own_seat,
        player_id=row.player_id,
        seat=row.seat,
        reason=row.reason,
    )
