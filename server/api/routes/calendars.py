"""The notifications that the caller chooses, and the caller's calendar at a secret address."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response

from server.access import codes
from server.access.costs import NEW_CALENDAR, NEW_REMINDERS, UNKNOWN_CALENDAR, charged_to
from server.access.errors import RefusedError
from server.api.calls.attachments import attachment
from server.api.calls.conditional import is_held
from server.api.calls.dependencies import Call, PlayerCall, TheServer, caller_of
from server.api.calls.late_routes import LateRoute
from server.api.calls.static_replies import UNCHANGED, IfNoneMatch
from server.api.models.reminders import NewCalendarReply, RemindersReply, RemindersRequest
from server.api.routes.responses import errors
from server.notifications.calendars.texts import TEXTS
from server.notifications.news.choices import KINDS, Choices
from server.runtime.words import language_of

CALENDAR: Final = "text/calendar"

CalendarLanguage = Annotated[
    str, Query(min_length=1, max_length=35, description="The language of the texts, as a tag; English if unknown.")
]

router = APIRouter(prefix="/v1", tags=["players"], route_class=LateRoute)


@router.get(
    "/me/reminders",
    operation_id="getReminders",
    responses=errors(codes.NOT_ON_BEHALF),
    summary="The notifications that the caller gets",
)
async def get_reminders(call: PlayerCall) -> RemindersReply:
    """By push messages and in the calendar. Without a choice, all kinds; in the calendar without `over`."""
    return await _reply(call, await call.server.reminders.of(call.player.id))


@router.put(
    "/me/reminders",
    operation_id="putReminders",
    responses=errors(codes.NOT_ON_BEHALF),
    summary="Choose the notifications that the caller gets",
)
async def put_reminders(body: RemindersRequest, call: PlayerCall) -> RemindersReply:
    """Both lists are replaced. Own streams, webhooks and messages in the channel to a host are not affected."""
    call.pay(NEW_REMINDERS)
    choices = Choices(
        tuple(kind for kind in KINDS if kind in body.push), tuple(kind for kind in KINDS if kind in body.calendar)
    )
    await call.server.reminders.choose(call.player.id, choices)
    return await _reply(call, choices)


async def _reply(call: Call, choices: Choices) -> RemindersReply:
    opened_at = await call.server.calendars.address_since(call.player.id)
    return RemindersReply(push=list(choices.push), calendar=list(choices.calendar), calendar_opened_at=opened_at)


@router.post(
    "/me/calendar",
    operation_id="createCalendar",
    status_code=201,
    responses=errors(codes.NOT_ON_BEHALF),
    summary="Make a secret address for the caller's calendar",
)
async def create_calendar(call: PlayerCall) -> NewCalendarReply:
    """
    Give the address to a calendar program, to subscribe to it. It is returned only this once; a repeat makes a new
    address, and the earlier one ends. It also ends with the token of this call.
    """
    call.pay(NEW_CALENDAR)
    secret, opened_at = await call.server.calendars.open(call.player.id, call.access.token.origin)
    return NewCalendarReply(path=f"/v1/calendars/{secret}.ics", opened_at=opened_at)


@router.delete(
    "/me/calendar",
    operation_id="deleteCalendar",
    status_code=204,
    responses=errors(codes.NOT_ON_BEHALF),
    summary="Delete the address of the caller's calendar",
)
async def delete_calendar(call: PlayerCall) -> None:
    """It also succeeds without an address."""
    await call.server.calendars.close(call.player.id)


@router.get(
    "/calendars/{secret}.ics",
    operation_id="getCalendar",
    response_class=Response,
    responses={
        200: {"content": {CALENDAR: {"schema": {"type": "string"}}}},
        **UNCHANGED,
        **errors(codes.UNKNOWN_CALENDAR, codes.MATCH_UNREADABLE),
    },
    summary="A player's calendar",
)
async def get_calendar(
    request: Request,
    secret: Annotated[str, Path(max_length=100, description="The secret of the address, from `createCalendar`.")],
    server: TheServer,
    language: CalendarLanguage = "en",
    if_none_match: IfNoneMatch = None,
) -> Response:
    """
    An iCalendar (RFC 5545) for calendar programs, which need no token: deadlines of open phases and of decisions in
    series, rounds of tournaments that have a time, check-ins, and times by which to be ready. Everything in it is
    also in the player's own stream (`listMyEvents`). Times are in UTC; items keep their
    `UID`, and `SEQUENCE` rises when they change; what is over or cancelled stays for 30 days. `URL` leads to the page
    of the match, tournament or series, if the server knows its public address.
    """
    caller = caller_of(request.scope)
    charged_to.set(caller.pay)
    try:
        address = server.accounts.origins.address_for(request)
        text = await server.calendars.read(secret, language_of(language, TEXTS), address)
    except RefusedError as error:
        if error.code == codes.UNKNOWN_CALENDAR:
            caller.pay(UNKNOWN_CALENDAR)
        raise
    return reply_with(text, if_none_match)


def reply_with(calendar: bytes, if_none_match: str | None) -> Response:
    """Return a calendar, or 304 if the caller has it."""
    etag = f'"{sha256(calendar).hexdigest()[:32]}"'
    headers = {"ETag": etag, "Cache-Control": "private, no-cache", "Vary": "Authorization, On-Behalf-Of"}
    if is_held(etag, if_none_match):
        return Response(status_code=304, headers=headers)
    return Response(calendar, headers=headers | attachment("moirai.ics"), media_type=CALENDAR)
