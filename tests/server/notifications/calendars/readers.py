"""Reading calendars with two libraries, which must find the same in them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

import vobject
from icalendar import Calendar

from server.notifications.calendars.writing import LENGTH


class Found(NamedTuple):
    """An item of a calendar."""

    sequence: int
    at: datetime
    summary: str
    status: str
    alarm: timedelta | None
    url: str | None = None


def read(text: bytes) -> dict[str, Found]:
    """Return the items of a calendar by `UID`, as both libraries find them."""
    found = _by_icalendar(text)
    assert found == _by_vobject(text)
    return found


def _by_icalendar(text: bytes) -> dict[str, Found]:
    calendar = Calendar.from_ical(text)
    assert [component.name for component in calendar.subcomponents] == ["VEVENT"] * len(calendar.subcomponents)
    assert not calendar.errors
    events = {
        str(event["UID"]): Found(
            int(event.decoded("SEQUENCE")),
            event.decoded("DTSTART"),
            str(event["SUMMARY"]),
            str(event["STATUS"]),
            next((alarm.decoded("TRIGGER") for alarm in event.subcomponents), None),
            str(event["URL"]) if "URL" in event else None,
        )
        for event in calendar.events
    }
    assert len(events) == len(calendar.events), "each UID is there once"
    assert all(event.decoded("DTEND") - event.decoded("DTSTART") == LENGTH for event in calendar.events)
    return events


def _by_vobject(text: bytes) -> dict[str, Found]:
    calendar = vobject.readOne(text.decode())
    return {
        event.uid.value: Found(
            int(event.sequence.value),
            event.dtstart.value,
            event.summary.value,
            event.status.value,
            event.valarm.trigger.value if "valarm" in event.contents else None,
            event.url.value if "url" in event.contents else None,
        )
        for event in calendar.contents.get("vevent", [])
    }
