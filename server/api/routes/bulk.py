"""Many matches in one call: creating them, and acting on them as their host."""

from __future__ import annotations

import json
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from fastapi import APIRouter, Response
from pydantic import ValidationError

from server.access import codes
from server.access.costs import NEW_MATCH, of_items
from server.access.errors import RefusedError, ThrottledError
from server.api.calls.body import BULK_PATH
from server.api.calls.dependencies import Call, IdempotencyKey, PlayerCall
from server.api.calls.late_routes import LateRoute
from server.api.calls.pieces import InPieces, Piece
from server.api.calls.problems import MOST_COMPLAINTS, note, render_problem, validation_error
from server.api.routes.bulk_models import BulkActionReply, BulkActionRequest, BulkReply, BulkRequest
from server.api.routes.matches import pay_for_bots
from server.api.routes.responses import errors
from server.logs.replies.idempotency import Done, Once
from server.matches.hosting.hosting import Ahead
from server.matches.lists.listings import MatchReply, render_reply
from server.matches.requests import MatchRequest, SeatRequest
from server.runtime.time_slices import Pace

_DEBT_SECONDS: Final = 60
"""Maximum number of seconds that a bulk call may make its caller wait afterwards; further items are refused."""

router = APIRouter(tags=["matches"], route_class=LateRoute)
in_pieces = APIRouter(tags=["matches"], route_class=InPieces)


@in_pieces.post(
    BULK_PATH, operation_id="createMatches", response_model=BulkReply, responses=errors(), summary="Create many matches"
)
async def create_matches(body: BulkRequest, call: PlayerCall, once: IdempotencyKey) -> Response:
    """
    Up to 500 matches at once, hosted by the caller; the body can have 1 MiB. The reply has the result of each, in their
    order: what `createMatch` would have replied. Some may be refused while others are created.

    With an `Idempotency-Key`, each match is created once, as if it had the key `KEY:NUMBER`, counted from 0. A repeated
    call gets the same replies, creates what is missing, and has `Idempotency-Replayed` if some existed.
    """

    pace = Pace()
    wanted: list[MatchRequest | RefusedError] = []
    for item in body.matches:
        wanted.append(_read(item))
        await pace.rest()

    async def create(number: int, once: Once | None, ahead: Ahead) -> Done[MatchReply]:
        new = wanted[number]
        if isinstance(new, RefusedError):
            raise new
        done = await call.server.hosting.create(call.player, new, once, ahead)
        if not done.repeated:
            call.pay(NEW_MATCH)
            pay_for_bots(call, done.reply, sum(seat.bot for seat in done.reply.seats))
        return done

    keys = [once and once.of_item(number, "createMatches", item.text) for number, item in enumerate(body.matches)]
    sitters = [sitter for new in wanted if isinstance(new, MatchRequest) for sitter in new.seats.values()]
    results = await _carry_out(call, keys, sitters, 201, create)
    return _reply(results, [result.json for result in results])


@router.post(
    "/v1/matches/actions",
    operation_id="actOnMatches",
    response_model=BulkActionReply,
    responses=errors((codes.UNKNOWN_TOURNAMENT, 404), (codes.NO_SUCH_ROUND, 404)),
    summary="Take one action on many matches, as their host",
)
async def act_on_matches(body: BulkActionRequest, call: PlayerCall, once: IdempotencyKey) -> Response:
    """
    An action of `actAsHost` on up to 500 matches, by their ids, or by `tournament` and `round`: then on the match that
    each table of the round has now. The reply has the result of each, in the order of the request or of the tables:
    what `actAsHost` would have replied. It may be refused for some and done in others.

    With an `Idempotency-Key`, the action is taken once in each match, as if it had the key `KEY:NUMBER`, counted from
    0. A repeated call gets the same replies, does what is missing, and has `Idempotency-Replayed` if some was done.
    """
    match_ids = body.match_ids
    if body.tournament is not None and body.round is not None:
        _, found = await call.server.tournaments.round(call.player, body.tournament, body.round)
        match_ids = [table.match_id for table in found.tables.values() if table.match_id is not None]
    if match_ids is None:
        raise AssertionError("the request names its matches")
    action = body.action.model_dump_json()

    async def act(number: int, once: Once | None, ahead: Ahead) -> Done[MatchReply]:
        done = await call.server.hosting.act(call.player, match_ids[number], body.action, once, ahead)
        pay_for_bots(call, done.reply, int(body.action.sitter is not None and body.action.sitter.bot))
        return done

    keys = [once and once.of_item(number, "actOnMatches", f"{each}\n{action}") for number, each in enumerate(match_ids)]
    sitters = [] if body.action.sitter is None else [body.action.sitter]
    results = await _carry_out(call, keys, sitters, 200, act)
    named = [
        f'{{"match_id":{json.dumps(match_id)},{result.json[1:]}'
        for match_id, result in zip(match_ids, results, strict=True)
    ]
    return _reply(results, named)


@dataclass(frozen=True, slots=True)
class _Result:
    """The result of an item, as JSON."""

    json: str
    repeated: bool = False


def _read(item: Piece) -> MatchRequest | RefusedError:
    """Return the request in an item, or the error if it is malformed."""
    try:
        return MatchRequest.model_validate(item.value, from_attributes=True)  # as the framework does
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)[:MOST_COMPLAINTS]
        return validation_error([{**each, "loc": ("body", *each["loc"])} for each in found])


async def _carry_out(
    call: Call,
    keys: Sequence[Once | None],
    sitters: Sequence[SeatRequest],
    status: int,
    do: Callable[[int, Once | None, Ahead], Awaitable[Done[MatchReply]]],
) -> list[_Result]:
    """Do this for each item, by number and key, and return the results; `status` is that of a success."""
    call.pay(of_items(len(keys)))
    may_wait = max(_DEBT_SECONDS, call.wait())
    ahead = await call.server.hosting.look_ahead(call.player, [once.key for once in keys if once], sitters)

    async def do_one(number: int) -> _Result:
        try:
            if (wait := call.wait()) > may_wait:
                raise ThrottledError(
                    codes.TOO_MANY_REQUESTS,
                    "The items before this one have used up what you may do. Repeat the call later.",
                    math.ceil(wait),
                )
            done = await do(number, keys[number], ahead)
        except RefusedError as error:
            note(error, f"item {number} of a bulk call")
            return _Result(f'{{"status":{error.status},"problem":{render_problem(error)}}}')
        return _Result(f'{{"status":{status},"reply":{render_reply(done.reply)}}}', done.repeated)

    return await call.server.bulk.carry_out(len(keys), do_one)


def _reply(results: list[_Result], rendered: list[str]) -> Response:
    headers = {"Idempotency-Replayed": "true"} if any(result.repeated for result in results) else None
    return Response(f'{{"results":[{",".join(rendered)}]}}', headers=headers, media_type="application/json")
