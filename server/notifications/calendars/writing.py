"""
An agenda as iCalendar (RFC 5545, with the properties of RFC 7986).

Times are in UTC. Texts are in the language of the address.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from datetime import timedelta
from typing import Final

from icalendar import Alarm, Calendar, Event, vDuration

from engines.catalogue import GAMES
from engines.kit import ENGLISH, Language
from server.notifications.calendars.agenda import Item, Topic
from server.notifications.calendars.texts import TEXTS
from server.runtime.words import words_of

REFRESH: Final = timedelta(hours=1)
"""How often programs should read a calendar."""

LENGTH: Final = timedelta(minutes=1)
"""How long an item is shown, because some programs do not show what has no length, or make it half an hour."""


def write(
    items: Iterable[Item], language: Language, *, first: int, alarms: bool, address: str | None = None
) -> Generator[None, None, bytes]:
    """
    Write a calendar, in steps of one item.

    `first`: what is added to the versions of items. `address`: the server's, under which items link to pages of the web
    client; None: without links.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//Moirai//Calendar//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", "Moirai")
    calendar.add("x-wr-calname", "Moirai")
    calendar.add("refresh-interval", vDuration(REFRESH), parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", vDuration(REFRESH))
    head, end = calendar.to_ical().split(b"END:VCALENDAR")
    pieces = [head]
    for item in items:
        pieces.append(_event(item, language, address, first, alarms=alarms).to_ical())
        yield
    return b"".join((*pieces, b"END:VCALENDAR", end))


def _event(item: Item, language: Language, address: str | None, first: int, *, alarms: bool) -> Event:
    said = TEXTS.get(language, TEXTS[ENGLISH])[item.what].format(round=item.round, table=item.table)
    summary = f"{_title(item.topic, language)}: {said}"
    event = Event()
    event.add("uid", f"{item.uid}@moirai")
    event.add("sequence", first + item.version)
    event.add("dtstamp", item.changed_at)
    event.add("last-modified", item.changed_at)
    event.add("dtstart", item.at)
    event.add("dtend", item.at + LENGTH)
    event.add("summary", summary)
    if address is not None:
        event.add("url", f"{address}/{item.topic.kind}/{item.topic.log_id}")
    event.add("status", "CANCELLED" if item.cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    before = item.alarm
    if alarms and before is not None and not item.cancelled:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", summary)
        alarm.add("trigger", -timedelta(seconds=int(before.total_seconds())))
        event.add_component(alarm)
    return event


def _title(topic: Topic, language: Language) -> str:
    if topic.game is None:
        return topic.label
    engine = GAMES.get(topic.game)
    return topic.game if engine is None else words_of(engine).title(language, "game", topic.game)
