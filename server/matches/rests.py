"""
When the clock of a match rests: by a calendar, and while a player is on leave (docs/tournaments.md).

While it rests, no time of a phase passes. What rests is a function of the moment alone: a calendar says it by the local
time of that moment, so that a night in which clocks change is as long as people experience it. The first entry names
the offsets of the time zone from UTC: all who read a log come to the same deadlines, whatever their data of zones.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from engines.kit import record
from server.access.fields import Absent
from server.runtime.times import parse_timestamp

KeyT = TypeVar("KeyT")

Weekday: TypeAlias = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

WEEKDAYS: Final[tuple[Weekday, ...]] = get_args(Weekday)

_MINUTE: Final = 60_000_000
"""In microseconds, as all times here."""

_DAY: Final = 1_440 * _MINUTE

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_WEEKDAY: Final = 3
"""1 January 1970 was a Thursday."""

_EVER: Final = 2**62
"""Later than any time."""


@dataclass(frozen=True, slots=True)
class Night:
    """When it rests each day; a night that ends before it begins leads into the next day."""

    begins: str
    """The local time at which the rest begins, such as `22:00`."""
    ends: str
    """The local time at which the rest ends, such as `08:00`."""


@dataclass(frozen=True, slots=True)
class Offset:
    """By how much local time differs from UTC, from some time on."""

    since: str
    """From when on; the first one also holds before."""
    minutes: int
    """How many minutes local time is ahead of UTC; negative to the west."""


@dataclass(frozen=True, slots=True)
class Rest:
    """
    When no time of a phase passes: at night, on days of the week, and on dates, all by local time.

    `offsets` are those of the zone as the server knew them, for some years; the last one stays.
    """

    time_zone: str
    """The name of the time zone in the IANA database."""
    offsets: tuple[Offset, ...]
    """The offsets of the time zone, in order."""
    weekdays: tuple[Weekday, ...]
    """Days of the week on which it rests, from Monday on."""
    dates: tuple[str, ...]
    """Dates on which it rests, in order."""
    night: Absent[Night] = None
    """When it rests each day; absent if it does not."""

    @property
    def is_empty(self) -> bool:
        """Whether it never rests."""
        return self.night is None and not self.weekdays and not self.dates

    def same_as(self, other: Rest | None) -> bool:
        """Whether it rests as another does, whatever was known of the time zone when each was settled."""
        if other is None:
            return self.is_empty
        return replace(self, offsets=other.offsets) == other


@record
class Stretch:
    """A time during which it rests, or does not; in microseconds since 1970, `ends` excluded."""

    begins: int
    ends: int
    rests: bool


@record
class _Calendar:
    """A rest, to compute with. `parts` are the stretches of a day on which it does not rest whole."""

    sinces: tuple[int, ...]
    offsets: tuple[int, ...]
    weekdays: frozenset[int]
    dates: frozenset[int]
    parts: tuple[Stretch, ...]

    def stretch_at(self, at: int) -> Stretch:
        """Return a stretch around a moment, which never spans a local midnight or a change of the offset."""
        index = max(bisect_right(self.sinces, at) - 1, 0)
        offset = self.offsets[index]
        day, within = divmod(at + offset, _DAY)
        part = next(part for part in self._parts_of(day) if within < part.ends)
        midnight = day * _DAY - offset
        begins = max(midnight + part.begins, self.sinces[index] if index else -_EVER)
        ends = min(midnight + part.ends, self.sinces[index + 1] if index + 1 < len(self.sinces) else _EVER)
        return Stretch(begins, ends, part.rests)

    def _parts_of(self, day: int) -> tuple[Stretch, ...]:
        whole = day in self.dates or (day + _EPOCH_WEEKDAY) % 7 in self.weekdays
        return (Stretch(0, _DAY, True),) if whole else self.parts


@lru_cache(maxsize=256)
def _calendar_of(rest: Rest) -> _Calendar:
    return _Calendar(
        tuple(_microseconds(parse_timestamp(offset.since)) for offset in rest.offsets),
        tuple(offset.minutes * _MINUTE for offset in rest.offsets),
        frozenset(map(WEEKDAYS.index, rest.weekdays)),
        frozenset((date.fromisoformat(text) - _EPOCH.date()).days for text in rest.dates),
        _parts(rest.night),
    )


def _parts(night: Night | None) -> tuple[Stretch, ...]:
    """Return the stretches of a day with this night."""
    if night is None:
        return (Stretch(0, _DAY, False),)
    begins, ends = minute_of(night.begins) * _MINUTE, minute_of(night.ends) * _MINUTE
    within = begins < ends
    first, second = sorted((begins, ends))
    bounds = ((0, first, not within), (first, second, within), (second, _DAY, not within))
    return tuple(Stretch(*bound) for bound in bounds if bound[0] < bound[1])


def minute_of(text: str) -> int:
    """Return the minute of the day of a time such as `22:00`."""
    hour, minute = text.split(":")
    return int(hour) * 60 + int(minute)


@record
class Leave:
    """A leave of a player: from when until when the clock rests."""

    since: datetime
    until: datetime

    @property
    def days(self) -> int:
        """How many days it has, each of 24 hours."""
        return (self.until - self.since) // timedelta(days=1)


@record
class Away:
    """
    The leave of a player: the last one, None if it ended with a change of players, and the days of all so far.

    `changes` counts how often leave was taken or changed.
    """

    leave: Leave | None
    days: int
    changes: int

    @property
    def ended(self) -> Away:
        """What it is after the leave has ended; the days that were taken stay."""
        return self if self.leave is None else Away(None, self.days, self.changes)

    def holds_at(self, at: datetime) -> bool:
        """Whether the leave holds at a time."""
        return self.leave is not None and self.leave.since <= at < self.leave.until

    def after(self, leave: Leave) -> Away:
        """Return what it is after a new leave, or after a change of the one that began at the same time."""
        same = self.leave is not None and self.leave.since == leave.since
        before = self.leave.days if same and self.leave is not None else 0
        return Away(leave, self.days - before + leave.days, self.changes + 1)


NEVER_AWAY: Final = Away(None, 0, 0)


def without_leave(away: Mapping[KeyT, Away], who: KeyT) -> Mapping[KeyT, Away]:
    """Return who is away after the leave of somebody has ended."""
    return {**away, who: away[who].ended} if who in away else away


MOST_LEAVE_DAYS: Final = 60


@record
class Rests:
    """All that lets the clock of a match, or of an event, rest: its calendar, and its players' leaves."""

    rest: Rest | None
    leaves: Sequence[Leave] = ()

    def end_of(self, begins: datetime, length: timedelta) -> datetime:
        """Return when a time that begins now is over: the first moment at which `length` has passed outside rests."""
        if not self._any:
            return begins + length
        at, left = _microseconds(begins), _length(length)
        while left > 0:
            stretch = self._stretch_at(at)
            if not stretch.rests and left <= stretch.ends - at:
                return _moment(at + left)
            left -= 0 if stretch.rests else stretch.ends - at
            at = stretch.ends
        return _moment(at)

    def begin_of(self, ends: datetime, length: timedelta) -> datetime:
        """Return the last moment at which `length` is left until `ends`, outside rests."""
        if not self._any:
            return ends - length
        at, left = _microseconds(ends), _length(length)
        while left > 0:
            stretch = self._stretch_at(at - 1)
            if not stretch.rests and left <= at - stretch.begins:
                return _moment(at - left)
            left -= 0 if stretch.rests else at - stretch.begins
            at = stretch.begins
        return _moment(at)

    def time_between(self, begins: datetime, ends: datetime) -> timedelta:
        """Return how much time passes outside rests; negative, with rests, if `ends` is before `begins`."""
        if not self._any or ends <= begins:
            return ends - begins
        at, last, passed = _microseconds(begins), _microseconds(ends), 0
        while at < last:
            stretch = self._stretch_at(at)
            passed += 0 if stretch.rests else min(stretch.ends, last) - at
            at = stretch.ends
        return timedelta(microseconds=passed)

    @property
    def _any(self) -> bool:
        return self.rest is not None or bool(self.leaves)

    def _stretch_at(self, at: int) -> Stretch:
        begins, ends = -_EVER, _EVER
        for leave in self.leaves:
            since, until = _microseconds(leave.since), _microseconds(leave.until)
            if since <= at < until:
                return Stretch(since, until, True)
            begins, ends = (max(begins, until), ends) if until <= at else (begins, min(ends, since))
        if self.rest is None:
            return Stretch(begins, ends, False)
        found = _calendar_of(self.rest).stretch_at(at)
        return Stretch(max(begins, found.begins), min(ends, found.ends), found.rests)


ALWAYS: Final = Rests(None)
"""Time that always passes."""


def _microseconds(at: datetime) -> int:
    return _length(at - _EPOCH)


def _length(length: timedelta) -> int:
    return length // timedelta(microseconds=1)


def _moment(at: int) -> datetime:
    return _EPOCH + timedelta(microseconds=at)
