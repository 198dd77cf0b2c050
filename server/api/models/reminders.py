"""The notifications that players choose, and the addresses of their calendars."""

from __future__ import annotations

from pydantic import Field

from server.access.fields import Reply, Request
from server.notifications.news.choices import KINDS
from server.notifications.news.facts import Kind


class RemindersRequest(Request):
    """What the caller wants to be notified about."""

    push: list[Kind] = Field(
        max_length=len(KINDS),
        description="The kinds of push messages. Messages in the channel to a host are always sent.",
        examples=[["awaited", "deadline_near", "over"]],
    )
    calendar: list[Kind] = Field(
        max_length=len(KINDS),
        description="What the calendar shows: `awaited` deadlines of phases and decisions, `deadline_near` an alarm "
        "before each deadline, `seated` rounds, check-ins and tables that wait for the caller, `over` ends.",
        examples=[["awaited", "seated"]],
    )


class RemindersReply(Reply):
    """The notifications that the caller gets, and since when the calendar has its address."""

    push: list[Kind]
    """The kinds of push messages."""
    calendar: list[Kind]
    """The kinds of items in the calendar."""
    calendar_opened_at: str | None
    """When `createCalendar` made the address of the calendar; null without one."""


class NewCalendarReply(Reply):
    """The new address of the caller's calendar."""

    path: str = Field(
        repr=False,
        description="The path of the calendar, behind the address of the server (`getCalendar`). Anyone who has it "
        "can read the calendar. The server stores only a hash of it, so it is shown only once.",
    )
    opened_at: str
    """When it was made."""
