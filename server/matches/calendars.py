"""The calendar by which a match or an event rests, as people ask for it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Annotated, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field

from server.access import codes
from server.access.errors import RefusedError
from server.access.fields import Request
from server.matches.rests import WEEKDAYS, Night, Offset, Rest, Weekday, minute_of
from server.runtime.times import timestamp

MOST_DATES: Final = 100

_LONGEST_NIGHT: Final = 16 * 60
"""In minutes: eight hours of each day are left, so a time of two weeks is over within two years."""

_MINUTES_OF_A_DAY: Final = 24 * 60

_KNOWN_DAYS: Final = 3 * 366
"""For how long offsets of a time zone are written down."""

_ZONE: Final = r"^[A-Za-z0-9_+-]{1,20}(/[A-Za-z0-9_+-]{1,20}){0,2}$"

_DATE: Final = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"

TimeOfDay = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", examples=["22:00"])]


class NightRequest(Request):
    """When it rests each day; a night that ends before it begins leads into the next day."""

    begins: TimeOfDay
    """The local time at which the rest begins."""
    ends: TimeOfDay
    """The local time at which the rest ends, at most 16 hours later."""


class RestRequest(Request):
    """When no time of a phase passes: at night, on days of the week, or on dates, all by local time."""

    time_zone: str = Field(
        max_length=64,
        pattern=_ZONE,
        description="The name of a time zone in the IANA database.",
        examples=["Europe/Berlin"],
    )
    night: NightRequest | None = Field(default=None, description="When it rests each day; null: not every day.")
    weekdays: list[Weekday] = Field(default=[], max_length=7, description="Days of the week, not all.")
    dates: list[Annotated[str, Field(pattern=_DATE, examples=["2026-12-24"])]] = Field(
        default=[], max_length=MOST_DATES, description="Dates, such as holidays."
    )

    def settle(self, now: datetime, pointer: str, *, may_be_empty: bool = False) -> Rest:
        """
        Return the rest as it is logged, with the offsets of its zone from now on.

        `pointer` leads to it in the request. If it `may_be_empty`, one that names nothing ends an earlier rest.

        Raises:
            RefusedError: `bad_rest`: the zone or a date is unknown, nothing rests, or too little time is left.
        """
        try:
            require_time_passes(self, may_be_empty=may_be_empty)
            offsets = _offsets_of(self.time_zone, now.astimezone(UTC).date())
        except BadRestError as error:
            raise RefusedError(codes.BAD_REST, str(error), pointer=pointer) from error
        return Rest(
            time_zone=self.time_zone,
            offsets=offsets,
            weekdays=tuple(day for day in WEEKDAYS if day in self.weekdays),
            dates=tuple(sorted(set(self.dates))),
            night=None if self.night is None else Night(self.night.begins, self.night.ends),
        )


def settle_rest(asked: RestRequest | None, now: datetime, pointer: str, *, may_be_empty: bool = False) -> Rest | None:
    """Return the rest as it is logged, None if none is asked for; `settle` says what is refused."""
    return None if asked is None else asked.settle(now, pointer, may_be_empty=may_be_empty)


class BadRestError(Exception):
    """A calendar by which a match cannot rest, in a sentence."""


def require_time_passes(rest: RestRequest, *, may_be_empty: bool = False) -> None:
    """Refuse a calendar that says nothing, unless it may, or leaves too little time; raises BadRestError."""
    for text in rest.dates:
        try:
            date.fromisoformat(text)
        except ValueError as error:
            raise BadRestError(f"There is no date {text}.") from error
    if len(set(rest.weekdays)) == len(WEEKDAYS):
        raise BadRestError("At least one day of the week must be left on which time passes.")
    if rest.night is not None:
        length = (minute_of(rest.night.ends) - minute_of(rest.night.begins)) % _MINUTES_OF_A_DAY
        if not 0 < length <= _LONGEST_NIGHT:
            raise BadRestError("A night must have from 1 minute to 16 hours.")
    elif not rest.weekdays and not rest.dates and not may_be_empty:
        raise BadRestError("Name a night, days of the week, or dates on which it rests.")


def renew(rest: Rest | None, now: datetime) -> Rest | None:
    """Return a rest with the offsets from now on, for another match; unchanged if its zone is not known any more."""
    if rest is None:
        return None
    try:
        offsets = _offsets_of(rest.time_zone, now.astimezone(UTC).date())
    except BadRestError:
        offsets = rest.offsets
    return Rest(rest.time_zone, offsets, rest.weekdays, rest.dates, rest.night)


@lru_cache(maxsize=64)
def _offsets_of(time_zone: str, first: date) -> tuple[Offset, ...]:
    """Return the offsets of a time zone from the beginning of a day in UTC on; raises BadRestError if it is unknown."""
    try:
        zone = ZoneInfo(time_zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise BadRestError(f"This server does not know the time zone {time_zone}.") from error
    return tuple(Offset(timestamp(since), minutes) for since, minutes in _changes(zone, first))


def _changes(zone: ZoneInfo, first: date) -> Iterator[tuple[datetime, int]]:
    """Yield each offset in minutes, with the second from which on it holds."""
    before = datetime.combine(first, time(), UTC)
    known = _offset_at(zone, before)
    yield before, known
    for days in range(1, _KNOWN_DAYS + 1):
        day = datetime.combine(first, time(), UTC) + timedelta(days=days)
        found = _offset_at(zone, day)
        if found != known:
            yield _change_between(zone, day - timedelta(days=1), day), found
        known = found


def _change_between(zone: ZoneInfo, before: datetime, after: datetime) -> datetime:
    """Return the first second with the offset that holds after a change."""
    new = _offset_at(zone, after)
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=(after - before) // timedelta(seconds=2))
        before, after = (before, middle) if _offset_at(zone, middle) == new else (middle, after)
    return after


def _offset_at(zone: ZoneInfo, at: datetime) -> int:
    offset = at.astimezone(zone).utcoffset()
    if offset is None:
        raise AssertionError("a time zone has an offset at any time")
    return offset // timedelta(minutes=1)
