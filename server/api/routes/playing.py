"""Playing: the caller's view and its submission."""

from __future__ import annotations

import re
from typing import Annotated, Final, TypeAlias

import orjson
from fastapi import APIRouter, Header, Query, Response

from engines.kit import ENGLISH, Language
from server.access import codes
from server.access.costs import FREE_VIEW_BYTES, of_bytes
from server.access.errors import RefusedError
from server.access.fields import REPLACED, REPLACES
from server.access.texts import NOTHING_YET
from server.api.calls.arrival_times import InTime
from server.api.calls.conditional import is_held, tags_of
from server.api.calls.dependencies import PlayerCall, WatcherCall
from server.api.calls.fast_routes import LeanRead, LeanWrite
from server.api.calls.languages import AcceptLanguage, AskedLines
from server.api.models.playing import SubmissionRequest, ViewReply
from server.api.routes.matches import MatchId
from server.api.routes.responses import errors
from server.matches import commands
from server.matches.play.submitting import ReceiptReply
from server.matches.projection import MatchProjection
from server.runtime.words import language_of

SUBMISSION_CODES: Final = (
    codes.NOT_SEATED,
    codes.UNKNOWN_MATCH,
    codes.NOT_STARTED,
    codes.MATCH_OVER,
    codes.MATCH_PAUSED,
    codes.MATCH_SUSPENDED,
    codes.PHASE_CLOSED,
    codes.PHASE_NOT_OPEN,
    codes.TOO_MANY_SUBMISSIONS,
    codes.CHANGED_SINCE,
    codes.TOO_BUSY,
)
"""The refusals of submitting and withdrawing, besides those of any call and those of the rules."""

_VIEW_TAG: Final = re.compile(r"([^.]+)\.[^.]+\.([0-9]{1,15})(?:_[0-9]*)?(?:-[0-9]+)?(?:\.[^.]+){0,3}")
"""
As `etag_of` makes it: the match, the viewer, the cursor, the time of this event, and how often names are withheld; then
the epoch and languages: of titles and of sentences.
"""

_IfMatch: TypeAlias = Annotated[
    str | None,
    Header(
        alias="If-Match",
        pattern='^"[0-9a-f]{64}"$',
        description="`replaces` as a condition of HTTP: the receipt in quotation marks. Any other value is refused.",
    ),
]
_IfNoneMatch: TypeAlias = Annotated[
    str | None,
    Header(
        alias="If-None-Match",
        pattern=r"^\*$",
        description="`*`, as `replaces` with `nothing`. Any other value is refused.",
    ),
]
"""Conditions according to RFC 9110, section 13.1, which servers that do not know `replaces` ignore."""

withdrawing = APIRouter(prefix="/v1/matches/{match_id}", tags=["play"], route_class=InTime)
lean_write = APIRouter(prefix="/v1/matches/{match_id}", tags=["play"], route_class=LeanWrite)
lean_read = APIRouter(prefix="/v1/matches/{match_id}", tags=["play"], route_class=LeanRead)


@lean_read.get(
    "/view",
    operation_id="getView",
    response_model=ViewReply,
    responses={
        304: {"description": "The view has not changed."},
        **errors(codes.VIEW_CLOSED, codes.UNKNOWN_MATCH, (codes.UNKNOWN_SEAT, 404), codes.CURSOR_AHEAD),
    },
    summary="Everything the caller knows",
)
async def get_view(
    match_id: MatchId,
    call: WatcherCall,
    at: Annotated[int | None, Query(ge=1, le=2**53, description="Return the view as it was after this event.")] = None,
    seat: Annotated[
        str | None,
        Query(
            alias="as",
            max_length=64,
            description="Return the view of this seat: the caller's own, or any when the match is over and its log is "
            "open.",
        ),
    ] = None,
    if_none_match: Annotated[
        str | None,
        Header(
            alias="If-None-Match",
            max_length=500,
            description="`ETag`s of views: the reply is 304 if one of them is still valid.",
        ),
    ] = None,
    lines: AskedLines = None,
    accept_language: AcceptLanguage = None,
) -> Response:
    """
    The `ETag` changes when the caller receives an event, and with the epoch. The view of an earlier event costs more
    than the current one ([costs](/docs/running#costs)). `Accept-Language` decides the language of the titles in the
    prompt. Public matches can be watched without a token.
    """
    known = _cursor_of(match_id, if_none_match)
    if seat is None:
        projection, said = await call.server.matches.view(call.player, match_id, at, known, lines)
    else:
        projection, said = await call.server.matches.view_as(call.player, match_id, seat, at, known, lines)
    language = language_of(accept_language, projection.engine.words.languages)
    epoch = call.server.matches.repository.epoch
    etag = f'{etag_of(match_id, projection)[:-1]}.{epoch}"'
    if lines is not None:
        etag = f'{etag[:-1]}.{language}.{language_of(lines, projection.engine.sentences)}"'
    elif language != ENGLISH:
        etag = f'{etag[:-1]}.{language}"'
    headers = {
        "ETag": etag,
        "Cache-Control": "private, no-cache",
        "Vary": "Authorization, On-Behalf-Of, Accept-Language",
    }
    if is_held(etag, if_none_match):
        return Response(status_code=304, headers=headers)
    body = render_view(match_id, projection, call.server.now(), language, said, epoch)
    if len(body) > FREE_VIEW_BYTES:
        call.pay(of_bytes(len(body)))
    return Response(body, headers=headers, media_type="application/json")


@lean_write.put(
    "/submission",
    operation_id="submit",
    response_model=ReceiptReply,
    responses={
        204: {"description": "With `dry_run`: the move would be accepted."},
        **errors(*SUBMISSION_CODES, codes.UNKNOWN_HEAD, moves=True),
    },
    summary="Submit a move for the open phase",
)
async def submit(
    match_id: MatchId,
    body: SubmissionRequest,
    call: PlayerCall,
    dry_run: Annotated[bool, Query(description="Only check the move, without submitting it.")] = False,
    if_match: _IfMatch = None,
    if_none_match: _IfNoneMatch = None,
) -> ReceiptReply | Response:
    """
    Replaces the caller's earlier submission until the phase closes. The reply is sent after the move is stored on disk.
    Sending the same submission again is safe: the reply says `repeated`, even if the first one has closed the phase.
    With `replaces`, a copy that arrives late cannot replace a newer submission. A
    move that fits the prompt can still be refused with 422, because some rules cannot be expressed in a schema: try
    another move.
    """
    replaces = _replaced(body.replaces, if_match, if_none_match)
    submission = commands.Submission(body.phase, body.move, body.keep_thinking, body.head, replaces)
    if dry_run:
        await call.server.matches.try_out(call.player, match_id, submission, read_at=call.read_at)
        return Response(status_code=204)
    return await call.server.matches.submit(call.player, match_id, submission, read_at=call.read_at)


@withdrawing.delete(
    "/submission",
    operation_id="withdraw",
    response_model=ReceiptReply,
    responses=errors(*SUBMISSION_CODES, codes.NOT_WITHDRAWABLE, codes.NOTHING_SUBMITTED),
    summary="Withdraw the submission",
)
async def withdraw(
    match_id: MatchId,
    call: PlayerCall,
    phase: Annotated[int, Query(ge=0, le=2**31 - 1, description="The phase of the submission.")],
    replaces: Annotated[str | None, Query(pattern=REPLACED, description=REPLACES)] = None,
    if_match: _IfMatch = None,
) -> ReceiptReply:
    """
    Some games only allow replacing a submission. Save the receipt, like those of submissions: it proves that you
    withdrew the submission yourself.
    """
    replaced = _replaced(replaces, if_match, None)
    return await call.server.matches.withdraw(call.player, match_id, phase, replaced, read_at=call.read_at)


def _replaced(replaces: str | None, if_match: str | None, if_none_match: str | None) -> str | None:
    """
    Return what a call may replace, by its field and its headers; None: whatever stands.

    Raises:
        RefusedError: They contradict each other, so they cannot all hold.
    """
    given = {replaces, if_match and if_match.strip('"'), if_none_match and NOTHING_YET} - {None}
    if len(given) > 1:
        raise RefusedError(codes.CHANGED_SINCE, "The conditions of this call contradict each other. Send one of them.")
    return given.pop() if given else None


def etag_of(match_id: str, projection: MatchProjection) -> str:
    """
    Return the tag of what the viewer knows now; weak, because `server_now` differs from reply to reply.

    After lost entries, another event can have the same cursor, but not the same time. When a player leaves the server,
    views change, but no cursor.
    """
    at = "".join(filter(str.isdecimal, projection.told_at))
    left = f"-{projection.left}" if projection.left else ""
    return f'W/"{match_id}.{projection.viewer}.{projection.cursor}_{at}{left}"'


def _cursor_of(match_id: str, if_none_match: str | None) -> int:
    """Return the cursor of the last event that the caller knows, from the `ETag`s of its views; 0 if none."""
    known = (_VIEW_TAG.fullmatch(tag) for tag in tags_of(if_none_match or ""))
    return max((int(of_view[2]) for of_view in known if of_view and of_view[1] == match_id), default=0)


def render_view(
    match_id: str,
    projection: MatchProjection,
    now: str,
    language: Language | None = None,
    lines: list[str] | None = None,
    epoch: str | None = None,
) -> bytes:
    """
    Render what the viewer knows as a `ViewReply` in JSON; `now` is RFC 3339. Without a language, prompts lack
    titles; without an epoch, it is what all epochs have in common.

    The model itself takes four times as long, most of it for choosing among the views and moves of all games.
    """
    reply = {
        "match_id": match_id,
        "game": projection.created.game,
        "viewer": projection.viewer,
        **({} if epoch is None else {"epoch": epoch}),
        "cursor": projection.cursor,
        "status": projection.status,
        "reason": projection.reason or None,
        "occupants": [
            {"seat": seat, "player": player, "level": projection.level_of(seat)}
            for seat, player in projection.occupants.items()
        ],
        "reserved": [{"seat": seat, "player": player} for seat, player in projection.reserved.items()],
        "roles": list(projection.holders.values()),
        "phase": projection.phase,
        "closes_at": projection.closes_at,
        "submission": _own_submission(projection),
        "moves": [{"phase": counted.phase, "move": orjson.Fragment(counted.json)} for counted in projection.moves],
        "submitted": projection.submitted,
        "channels": [
            {
                "channel": channel.name,
                "members": channel.members,
                "open": channel.open,
                "reactions": channel.reactions,
            }
            for channel in projection.channels.values()
        ],
        "muted": list(projection.muted),
        "mute_reasons": projection.muted,
        "outcome": projection.outcome,
        "rematch_id": projection.rematch_id,
        "prompt": projection.prompt() if language is None else projection.prompt_with_titles(language),
        "view": orjson.Fragment(projection.game.model_dump_json()),
        **({} if lines is None else {"lines": lines}),
        "server_now": now,
    }
    return orjson.dumps(reply)


def _own_submission(projection: MatchProjection) -> dict[str, object] | None:
    submission, moves = projection.submission, projection.engine.moves
    if submission is None:
        return None
    move = orjson.Fragment(moves.dump_json(moves.validate_python(submission.move)))
    return {"phase": submission.phase, "move": move, "keep_thinking": submission.keep_thinking}
