"""What players choose to be told of, and the addresses of their calendars."""

from __future__ import annotations

from pydantic import BaseModel, Field

from server.access.fields import Request
from server.notifications.news.choices import KINDS
from server.notifications.news.facts import Kind


class RemindersRequest(Request):
    """What the caller wants to be told of: a phase or decision waits, a deadline is near, seats and rounds, the end."""

    push: list[Kind] = Field(
        max_length=len(KINDS),
        description="What push messages tell. Messages on the line to a host are always told.",
        examples=[["awaited", "deadline_near", "over"]],
    )
    calendar: list[Kind] = Field(
        max_length=len(KINDS),
        description="What the calendar shows: `awaited` deadlines of phases and decisions, `deadline_near` an alarm "
        "before each deadline, `seated` rounds, check-ins and tables that wait for the caller, `over` ends.",
        examples=[["awaited", "seated"]],
    )


class RemindersReply(BaseModel):
    """What the caller is told of, and since when the calendar has its address."""

    push: list[Kind]
    """What push messages tell."""
    calendar: list[Kind]
    """What the calendar shows."""
    calendar_opened_at: str | None
    """When `createCalendar` made the address of the calendar; null if there is none."""


class NewCalendarReply(BaseModel):
    """The new address of the caller's calendar."""

    path: str = Field(
        repr=False,
        description="The path of the calendar, behind the address of the server (`getCalendar`). Whoever has it can "
        "read the calendar. The server stores only a hash of it, so it is shown only once.",
    )
    opened_at: str
    """When it was made."""
