"""
Queries over all matches: lists for players, due work for the schedule, stored replies for the services.

The rows are written together with the entries of the log; all but the replies can be rebuilt from it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    JSON,
    ColumnElement,
    Executable,
    Select,
    Text,
    and_,
    cast,
    delete,
    func,
    not_,
    or_,
    select,
    true,
    tuple_,
    type_coerce,
)
from sqlalchemy.ext.asyncio import AsyncEngine

from engines.catalogue import GAMES
from server.access.player import Player
from server.access.rights import reach
from server.logs.aggregates.kind import KindName
from server.logs.aggregates.list_order import ListOrder
from server.logs.aggregates.schedule import Due
from server.logs.directing.lists import ListPage
from server.logs.store.replica import Replica
from server.logs.store.summaries import Tables
from server.matches.lists.listings import (
    HOLDER,
    NO_SEAT,
    RESERVED,
    MatchReply,
    parse_listing,
    parse_open_phase,
    reply_with,
    search_text,
)
from server.matches.lists.summary import LESSON, QUEUE, UNENDED, MatchStatus
from server.matches.play.deadlines import LONGEST_SPREAD
from server.runtime.database.queries import execute, fetch
from server.runtime.database.tables import FriendshipRow, KeptReplyRow, MatchRow, OwedOutcomeRow, Row, Seating
from server.runtime.times import timestamp

_matches = MatchRow.__table__
_seatings = Seating.__table__
_replies = KeptReplyRow.__table__
_owed = OwedOutcomeRow.__table__
_friendships = FriendshipRow.__table__


_JSON_TEXT: Final = Text().with_variant(JSON(), "postgresql")
"""Texts with JSON: SQLite reads them as they are, and PostgreSQL as its own type."""

_LATEST_DEADLINE: Final = datetime.max.replace(tzinfo=UTC) - LONGEST_SPREAD

SEARCHED: Final = 1_000
"""How many matches a page searches for a text at most; the next page continues where it ended."""


@dataclass(frozen=True, slots=True)
class Filter:
    """Which matches a list contains; by default all that the caller may know of."""

    game: str | None = None
    status: MatchStatus | None = None
    mine: bool = False
    free: bool = False
    awaiting_me: bool = False
    text: str | None = field(default=None, repr=False)
    player: str | None = None
    due_before: datetime | None = None
    tournament: str | None = None
    round: int | None = None
    series: str | None = None
    friends: bool = False


class PublicMatch(NamedTuple):
    """A public match in lists: its `place` among them, and its `listing`, as JSON text."""

    match_id: str
    status: MatchStatus
    place: str
    listing: str


_ORDERED_BY: Final[Mapping[KindName, ColumnElement[str | None]]] = {
    "tournament": _matches.c.tournament_id,
    "series": _matches.c.series_id,
}


class Owing(NamedTuple):
    """A match that has ended and owes its outcome to the log `owed_to`."""

    owed_to: str
    match_id: str


class Directory:
    """Queries over all matches."""

    def __init__(self, database: AsyncEngine, replica: Replica) -> None:
        """`replica` finds matches that are over."""
        self._database = database
        self._replica = replica

    async def list_matches(
        self, player: Player | None, wanted: Filter, before: str | None, limit: int
    ) -> ListPage[MatchReply]:
        """
        Return matches that the player may know of, newest first, in public lists in turns; those after `before`.

        `player` is None for a caller without a token, who has no matches. A bridge may know of those that the player
        has only created, or only holds a role on, if the player has let it host.
        """
        me = "" if player is None else player.id
        own = _with_seat(_seatings.c.player_id == me, not_(_seatings.c.seat.startswith(HOLDER)))
        if player is None or player.hosts:
            own = or_(_matches.c.host_id == me, _with_seat(_seatings.c.player_id == me))
        conditions = [own if wanted.mine else _listed_for(player, own), *_conditions(me, wanted)]
        conditions.append(_matches.c.visibility.not_in((LESSON, QUEUE)))
        order = ListOrder(_matches.c.match_id, None if _is_about_one(wanted) else _matches.c.place)
        if before is not None:
            conditions.append(order.after(before))
        is_over = wanted.status is not None and wanted.status not in UNENDED
        rows_of = self._replica.fetch if is_over else self._rows
        last = None
        if wanted.text is not None:
            # Texts have no index, so only as many matches are searched as are cheap to read.
            searched = order.sort(select(_matches.c.match_id).where(*conditions))
            last = next((row.match_id for row in await rows_of(searched.offset(SEARCHED - 1).limit(1))), None)
            conditions.append(_matches.c.search.contains(search_text(wanted.text), autoescape=True))
            if last is not None:
                conditions.append(order.until(last))
        found = [_reply(*row) for row in await rows_of(order.sort(_page(me, conditions)).limit(limit + 1))]
        return ListPage(found[:limit], found[limit - 1].match_id if len(found) > limit else last)

    async def first_public(self, limit: int) -> list[PublicMatch]:
        """Return the first public matches that are not over, in the order of lists."""
        order = ListOrder(_matches.c.match_id, _matches.c.place)
        return await self._public(order.sort(_public().where(_matches.c.status.in_(UNENDED))).limit(limit))

    async def public_of(self, match_ids: Sequence[str]) -> list[PublicMatch]:
        """Return those of these matches that are public."""
        return await self._public(_public().where(_matches.c.match_id.in_(match_ids)))

    async def public_hosts(self, match_ids: Sequence[str]) -> dict[str, str]:
        """Return the hosts of those of these matches that are public, by the ids of the matches."""
        found = (_matches.c.visibility == "public", _matches.c.match_id.in_(match_ids))
        rows = (await fetch(self._database, select(_matches.c.match_id, _matches.c.host_id).where(*found))).all()
        return dict(map(tuple, rows))

    async def overdue(
        self, since: datetime, limit: int, behind: Due | None = None, among: Collection[str] | None = None
    ) -> list[Due]:
        """
        Return matches with work due by `since`, after `behind` and `among` some; the longest overdue first.

        Without those by rules that this process does not have.
        """
        place = tuple_(_matches.c.due_at, _matches.c.match_id)
        due = _matches.c.due_at, _matches.c.match_id, _matches.c.host_id
        query = select(*due).where(_matches.c.due_at <= timestamp(since))
        query = query.where(not_(_is_of_other_rules()))
        if behind is not None:
            query = query.where(place > behind[:2])
        if among is not None:
            query = query.where(_matches.c.match_id.in_(among))
        rows = await fetch(self._database, query.order_by(_matches.c.due_at, _matches.c.match_id).limit(limit))
        return [Due(*row) for row in rows]

    async def earliest(self) -> str | None:
        """Return when the earliest work is due, or was, as `overdue` would find it; None if there is no work."""
        due_at = _matches.c.due_at
        first = select(due_at).where(due_at.is_not(None), not_(_is_of_other_rules())).order_by(due_at).limit(1)
        return (await fetch(self._database, first)).scalar()

    async def count_other_rules(self) -> dict[tuple[str, int], int]:
        """Count the running matches that wait for other rules, by their game and version of the rules."""
        by = _matches.c.game, _matches.c.rules_version
        # A running match has a time at which it is due; a comparison with it, unlike the status, is found by an index.
        waiting = select(*by, func.count()).where(_matches.c.due_at > "", _is_of_other_rules()).group_by(*by)
        return {(game, version): count for game, version, count in await fetch(self._database, waiting)}

    async def find_ended(self, tables: Tables, log_ids: Collection[str]) -> list[str]:
        """Return those of these logs of a kind that are over."""
        logs = Row.metadata.tables[tables.logs]
        log_id = logs.c[tables.log_id]
        ended = select(log_id).where(log_id.in_(log_ids), logs.c.status.not_in(tables.unended))
        return [row[0] for row in await fetch(self._database, ended)]

    async def owing(self, orderer: KindName, limit: int, behind: Owing | None = None) -> list[Owing]:
        """Return matches that have ended and owe their outcome to a log of this kind, after `behind`, in order."""
        place = tuple_(_owed.c.owed_to, _owed.c.log_id)
        query = select(_owed.c.owed_to, _owed.c.log_id).join(_matches, _matches.c.match_id == _owed.c.log_id)
        query = query.where(_matches.c.status.in_(("over", "void")), _ORDERED_BY[orderer].is_not(None))
        query = query.order_by(_owed.c.owed_to, _owed.c.log_id)
        if behind is not None:
            query = query.where(place > behind)
        rows = (await fetch(self._database, query.limit(limit))).all()
        return [Owing(*row) for row in rows]

    async def holds_role(self, event_id: str, player_ids: Collection[str]) -> bool:
        """Whether one of the players holds a role on a match that this event ordered and that is not over."""
        held = (_seatings.c.player_id.in_(player_ids), _seatings.c.seat.startswith(HOLDER, autoescape=True))
        ordered = or_(*(by == event_id for by in _ORDERED_BY.values()))
        query = select(_matches.c.match_id).join(_seatings, _seatings.c.match_id == _matches.c.match_id)
        return bool(await self._column(query.where(*held, ordered, _matches.c.status.in_(UNENDED)).limit(1)))

    async def settle(self, match_ids: Collection[str]) -> None:
        """Note that these matches no longer owe their outcome: it was taken, or nobody wants it."""
        await execute(self._database, delete(OwedOutcomeRow).where(_owed.c.log_id.in_(match_ids)))

    async def count_hosted(self, player: Player, most: int) -> int:
        """Return how many matches that are not over the player hosts; counts at most up to `most`."""
        unended = _matches.c.status.in_(UNENDED)
        hosted = select(_matches.c.match_id).where(_matches.c.host_id == player.id, unended).limit(most)
        return len(await self._column(hosted))

    async def awaiting(self, player_id: str, match_id: str, seat: str) -> tuple[int, str] | None:
        """Return the open phase that awaits a submission of this player's seat, and its deadline, if it has one."""
        awaited = (_seatings.c.seat == seat, _seatings.c.player_id == player_id, _seatings.c.awaited)
        query = select(_matches.c.listing, _matches.c.open_phase).join(
            _seatings, _seatings.c.match_id == _matches.c.match_id
        )
        row = (await fetch(self._database, query.where(_matches.c.match_id == match_id, *awaited))).first()
        known = None if row is None else _reply(row.listing, row.open_phase, awaited=True)
        if known is None or known.phase is None or known.closes_at is None:
            return None
        return known.phase.number, known.closes_at

    async def asks(self, player_id: str, fact: Mapping[str, Any]) -> bool:
        """Return whether a match still asks of a player what this news asks; true of news that asks nothing."""
        match fact["type"]:
            case "awaited":
                found = await self.awaiting(player_id, fact["match_id"], fact["seat"])
                return found is not None and found[0] == fact["phase"]
            case "deadline_near":
                found = await self.awaiting(player_id, fact["match_id"], fact["seat"])
                return found == (fact["phase"], fact["closes_at"])
            case "invited":
                reserved = (
                    _seatings.c.match_id == fact["match_id"],
                    _seatings.c.seat == f"{RESERVED}{fact['seat']}",
                    _seatings.c.player_id == player_id,
                )
                return bool(await self._column(select(_seatings.c.seat).where(*reserved)))
            case _:
                return True

    async def _public(self, query: Select[Any]) -> list[PublicMatch]:
        rows = (await fetch(self._database, query)).all()
        return [PublicMatch(*row) for row in rows]

    async def _rows(self, query: Executable) -> Sequence[Any]:
        return (await fetch(self._database, query)).all()

    async def _column(self, query: Select[Any]) -> Sequence[str]:
        found: Sequence[str] = (await fetch(self._database, query)).scalars().all()
        return found


def _public() -> Select[Any]:
    """Return the query for public matches."""
    columns = (_matches.c.match_id, _matches.c.status, _matches.c.place, _matches.c.listing)
    return select(*columns).where(_matches.c.visibility == "public")


def _is_about_one(wanted: Filter) -> bool:
    """Whether a list is of the caller's own matches or of those of an event, so that no hosts take turns in it."""
    return wanted.mine or wanted.awaiting_me or wanted.tournament is not None or wanted.series is not None


def _listed_for(player: Player | None, own: ColumnElement[bool]) -> ColumnElement[bool]:
    role = "anonymous" if player is None else player.role
    return true() if reach("listMatches", role) == "all" else or_(_matches.c.visibility == "public", own)


def _conditions(player_id: str, wanted: Filter) -> Iterator[ColumnElement[bool]]:
    if wanted.game is not None:
        yield _matches.c.game == wanted.game
    if wanted.status is not None:
        yield _matches.c.status == wanted.status
    if wanted.tournament is not None:
        yield _matches.c.tournament_id == wanted.tournament
    if wanted.round is not None:
        yield _matches.c.tournament_id.is_not(None)
        yield _matches.c.round == wanted.round
    if wanted.series is not None:
        yield _matches.c.series_id == wanted.series
    if wanted.free:
        yield _matches.c.status == "open"
        yield _matches.c.free_seats > 0
    if wanted.awaiting_me:
        yield _with_seat(_seatings.c.player_id == player_id, _seatings.c.awaited)
    if wanted.player is not None:
        # Rows show who has a seat or a reservation.
        yield _with_seat(_seatings.c.player_id == wanted.player, not_(_seatings.c.seat.startswith(HOLDER)))
    if wanted.friends:
        friends = select(_friendships.c.friend_id).where(_friendships.c.player_id == player_id)
        yield _with_seat(_seatings.c.player_id.in_(friends), not_(_seatings.c.seat.startswith(HOLDER)))
    if wanted.due_before is not None:
        # The server has something to do by the turn after the deadline. When exactly is secret, so the row decides;
        # this only spares reading the others.
        yield _matches.c.due_at < timestamp(min(wanted.due_before, _LATEST_DEADLINE) + LONGEST_SPREAD)
        yield _closes_before(player_id, timestamp(wanted.due_before))


def _with_seat(*conditions: ColumnElement[bool]) -> ColumnElement[bool]:
    """Return the condition that a match has a seat or a reservation with these."""
    return _matches.c.match_id.in_(select(_seatings.c.match_id).where(*conditions))


def _closes_before(player_id: str, moment: str) -> ColumnElement[bool]:
    """Return the condition that the row, as this player gets it, says that the open phase closes before the moment."""
    seated = _with_seat(_seatings.c.player_id == player_id, not_(_seatings.c.seat.contains(NO_SEAT)))
    return or_(_closes_at(_matches.c.listing) < moment, and_(_closes_at(_matches.c.open_phase) < moment, seated))


def _closes_at(document: ColumnElement[str]) -> ColumnElement[str]:
    """Return `closes_at` of a JSON text."""
    found: ColumnElement[str] = type_coerce(cast(document, _JSON_TEXT), JSON)["closes_at"].as_string()
    return found


def _page(player_id: str, conditions: Sequence[ColumnElement[bool]]) -> Select[Any]:
    """Return the query for the listings of matches with these conditions, and for what the player's seat sees."""
    own = and_(
        _seatings.c.match_id == _matches.c.match_id,
        _seatings.c.player_id == player_id,
        not_(_seatings.c.seat.contains(NO_SEAT)),
    )
    columns = (_matches.c.listing, _matches.c.open_phase, _seatings.c.awaited)
    return select(*columns).select_from(_matches.outerjoin(_seatings, own)).where(*conditions)


def _reply(listing: str, open_phase: str | None, awaited: bool | None) -> MatchReply:
    """Return a row as its caller may know it; `awaited` is null if the caller has no seat."""
    seated = awaited is not None
    own = parse_open_phase(open_phase) if open_phase is not None and seated else None
    return reply_with(parse_listing(listing), own, awaited=bool(awaited))


def _is_of_other_rules() -> ColumnElement[bool]:
    """Whether this process does not have the rules of a match; rows of earlier servers do not say."""
    known = [(engine.name, version) for engine in GAMES.values() for version in engine.versions]
    of_other = tuple_(_matches.c.game, _matches.c.rules_version).not_in(known)
    return and_(_matches.c.rules_version.is_not(None), of_other)
