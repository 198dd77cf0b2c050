"""Creating, finding, starting and hosting matches; seats."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response
from starlette.convertors import StringConvertor, register_url_convertor

from server.access import codes
from server.access.costs import NEW_MATCH, SEARCH, of_bots, of_list
from server.access.errors import RefusedError
from server.access.fields import Moment
from server.access.rights import require_scope_for_others
from server.access.texts import HOLDABLE
from server.api.calls.dependencies import Call, IdempotencyKey, PlayerCall, WatchCall, WatcherCall, reply_of
from server.api.calls.late_routes import LateRoute
from server.api.calls.media_types import prefers
from server.api.models.matches import LobbyFrame, MatchDetails, MatchList, ProposedRules, SeatLeave
from server.api.routes.following import sse_response
from server.api.routes.responses import OF_TERMS, errors
from server.api.streams.lobby import LISTED, lobby_stream
from server.api.streams.sse import EVENT_STREAM
from server.matches.hosting.host_actions import HostAction
from server.matches.leaves import LeaveRequest
from server.matches.lists.directory import Filter
from server.matches.lists.listings import MatchReply
from server.matches.lists.summary import MatchStatus
from server.matches.projection import MatchProjection
from server.matches.requests import MatchRequest, RulesRequest, TakeSeatRequest
from server.matches.seats.sitters import is_self
from server.runtime.ids import ID_PATTERN
from server.runtime.times import timestamp

router = APIRouter(prefix="/v1/matches", tags=["matches"], route_class=LateRoute)


class _MatchConvertor(StringConvertor):
    """What follows `/v1/matches/`, except the paths of calls for many matches."""

    regex = "(?!(?:bulk|actions)$)[^/]+"


register_url_convertor("match", _MatchConvertor())

MatchId = Annotated[str, Path(max_length=64, description="The id of the match.")]
SeatName = Annotated[str, Path(max_length=64, description="A seat of the match.", examples=["a"])]


@router.post(
    "",
    operation_id="createMatch",
    status_code=201,
    responses=errors(
        codes.UNKNOWN_PLAYER,
        codes.TOO_MANY_MATCHES,
        codes.IDEMPOTENCY_KEY_REUSED,
        *OF_TERMS,
        codes.BAD_REST,
        (codes.UNKNOWN_SEAT, 422),
        (codes.ALREADY_SEATED, 422),
        (codes.NAME_TOO_SIMILAR, 422),
    ),
    summary="Create a match, as its host",
)
async def create_match(body: MatchRequest, call: PlayerCall, once: IdempotencyKey, response: Response) -> MatchReply:
    """
    Seats can be taken until the match starts: with `startMatch`, or, with `autostart`, by itself when all seats are
    taken.

    Only players themselves take a seat: a seat given to another player is reserved until that player uses `takeSeat`.
    """
    call.pay(NEW_MATCH)
    done = await call.server.hosting.create(call.player, body, once)
    if not done.repeated:
        pay_for_bots(call, done.reply, sum(seat.bot for seat in done.reply.seats))
    response.headers["Location"] = f"/v1/matches/{done.reply.match_id}"
    return reply_of(done, response)


_LOBBY: Final = {
    "type": "string",
    "description": "Server-sent events; the `data` of each is JSON.",
    "contentMediaType": "application/json",
    "contentSchema": {"$ref": f"#/components/schemas/{LobbyFrame.__name__}"},
}


@router.get(
    "",
    operation_id="listMatches",
    response_model=MatchList,
    responses={200: {"content": {EVENT_STREAM: {"schema": _LOBBY}}}, **errors(codes.TOO_MANY_STREAMS)},
    summary="Matches that the caller can see",
)
async def list_matches(
    request: Request,
    call: WatcherCall,
    game: Annotated[
        str | None, Query(max_length=64, pattern="^[a-z0-9_]+$", description="Only matches of this game.")
    ] = None,
    status: Annotated[MatchStatus | None, Query(description="Only matches with this status.")] = None,
    mine: Annotated[
        bool, Query(description="Only matches that the caller hosts, has a seat in or has a reservation in.")
    ] = False,
    free: Annotated[
        bool, Query(description="Only matches with a seat that everyone who can see the match can take now.")
    ] = False,
    awaiting_me: Annotated[
        bool, Query(description="Only matches whose open phase waits for a submission of the caller.")
    ] = False,
    text: Annotated[
        str | None,
        Query(
            min_length=1,
            max_length=80,
            pattern=HOLDABLE,
            description="Only matches with this text in their label or in the name of their host or of a player, in "
            "upper or lower case. A page searches 1,000 matches at most, so it can be short, or empty, and have a next "
            "one.",
        ),
    ] = None,
    player: Annotated[
        str | None,
        Query(
            max_length=64,
            pattern=HOLDABLE,
            description="Only matches in which this player has a seat or a reservation.",
        ),
    ] = None,
    due_before: Annotated[
        Moment | None, Query(description="Only matches whose row has a `closes_at` before this time (RFC 3339).")
    ] = None,
    tournament: Annotated[
        str | None, Query(max_length=64, pattern=HOLDABLE, description="Only matches of this tournament.")
    ] = None,
    round: Annotated[  # noqa: A002  # the name of the parameter
        int | None, Query(ge=1, le=1_000_000, description="Only matches of this round of a tournament.")
    ] = None,
    series: Annotated[
        str | None, Query(max_length=64, pattern=HOLDABLE, description="Only matches of this series.")
    ] = None,
    friends: Annotated[
        bool, Query(description="Only matches in which a friend of the caller has a seat or a reservation.")
    ] = False,
    before: Annotated[str | None, Query(pattern=ID_PATTERN, description="The `next` of the previous page.")] = None,
    limit: Annotated[int, Query(ge=1, le=100, description="The maximum number of matches.")] = 50,
) -> MatchList | Response:
    """
    Public matches, and those in which the caller has a seat, a reservation or a role; without a token, public matches
    alone, and none with `mine`, `awaiting_me` or `friends`. Administrators get all matches. Newest first; but hosts
    take turns, except with `mine`, `awaiting_me`, `tournament` and `series`.

    With `Accept: text/event-stream` and without parameters, the server sends the first 100 public matches that are not
    over (`list`), and then the public matches that are new or have changed (`changes`), collected for a second.
    Each `list` replaces what was sent before. A match that is over is sent once more.
    """
    if prefers(request, EVENT_STREAM):
        return _follow_lobby(request, call)
    wanted = Filter(game, status, mine, free, awaiting_me, text, player, due_before, tournament, round, series, friends)
    page = await call.server.matches.list_matches(call.player, wanted, before, limit)
    call.pay(of_list(len(page.found)) + (SEARCH if text else 0))
    return MatchList(matches=page.found, next=page.next)


def _follow_lobby(request: Request, call: WatchCall) -> Response:
    if request.query_params:
        raise RefusedError(codes.MALFORMED_REQUEST, "The stream of the list has no parameters. Omit all of them.")
    server = call.server
    mailbox = server.streams.mailbox()
    server.streams.own(mailbox, call.access, call.address)
    # The same for everyone: the cost must not reveal how many matches there are, or whether others read too.
    call.pay(of_list(LISTED))
    return sse_response(lobby_stream(server.streams, server.lobby, mailbox))


@router.get(
    "/{match_id:match}",
    operation_id="getMatch",
    responses=errors(codes.UNKNOWN_MATCH),
    summary="A match with its settings",
)
async def get_match(
    match_id: MatchId,
    call: WatcherCall,
) -> MatchDetails:
    """What the caller knows about the match, without the game: seats, settings, the open phase and the outcome."""
    listing, known = await call.server.matches.read(call.player, match_id)
    return render_details(listing, known, call.server.now())


@router.put(
    "/{match_id}/seats/{seat}",
    operation_id="takeSeat",
    responses=errors(
        codes.HOST_ONLY,
        codes.HOST_CANNOT_JOIN,
        codes.UNKNOWN_MATCH,
        (codes.UNKNOWN_SEAT, 404),
        codes.UNKNOWN_PLAYER,
        codes.ALREADY_STARTED,
        codes.SEAT_TAKEN,
        codes.SEAT_RESERVED,
        codes.DOOR_CLOSED,
        (codes.ALREADY_SEATED, 409),
        (codes.NAME_TOO_SIMILAR, 409),
        codes.PLAYED_ELSEWHERE,
        codes.TOO_MANY_SEATINGS,
        codes.NOT_YOUR_ENTROPY,
        codes.TOO_BUSY,
    ),
    summary="Take a seat, reserve it for another player, or give it to a bot",
)
async def take_seat(
    match_id: MatchId, seat: SeatName, call: PlayerCall, body: TakeSeatRequest | None = None
) -> MatchReply:
    """
    This call is safe to repeat. Until the start, a player who has the seat can use it to send or replace `entropy`.

    A seat that the host gives to another player is reserved until that player makes this call. During play, only a
    seat that is reserved for the caller can be taken, without entropy.
    """
    request = body or TakeSeatRequest()
    if not is_self(request, call.player):
        require_scope_for_others("takeSeat", call.access.scopes)
    listing = await call.server.matches.take_seat(call.player, match_id, seat, request, request.entropy)
    pay_for_bots(call, listing, int(request.bot))
    return listing


@router.delete(
    "/{match_id}/seats/{seat}",
    operation_id="leaveSeat",
    responses=errors(
        codes.NOT_YOUR_SEAT,
        codes.UNKNOWN_MATCH,
        (codes.UNKNOWN_SEAT, 404),
        codes.ALREADY_STARTED,
        codes.SEAT_EMPTY,
        codes.TOO_BUSY,
    ),
    summary="Leave a seat, or decline a reserved one",
)
async def leave_seat(
    match_id: MatchId,
    seat: SeatName,
    call: PlayerCall,
) -> MatchReply:
    """
    Players can leave their own seat and decline a reservation; before the start the host can clear any seat.

    A player who leaves during play gives up: a bot takes the seat at once, and the player watches, if the match allows
    it. In matches of tournaments and series, players withdraw from the event instead.
    """
    listing = await call.server.matches.leave_seat(call.player, match_id, seat, call.access.scopes)
    pay_for_bots(call, listing, sum(one.bot for one in listing.seats if one.id == seat))
    return listing


@router.post(
    "/{match_id}/start",
    operation_id="startMatch",
    responses=errors(
        codes.HOST_ONLY,
        codes.UNKNOWN_MATCH,
        codes.ALREADY_STARTED,
        codes.SEATS_EMPTY,
        codes.IDEMPOTENCY_KEY_REUSED,
        codes.TOO_BUSY,
    ),
    summary="Start the match, as the host",
)
async def start_match(match_id: MatchId, call: PlayerCall, once: IdempotencyKey, response: Response) -> MatchReply:
    """All seats must be taken."""
    return reply_of(await call.server.hosting.start(call.player, match_id, once), response)


@router.put(
    "/{match_id}/rules",
    operation_id="agreeToRules",
    responses=errors(
        codes.NOT_SEATED,
        codes.UNKNOWN_MATCH,
        codes.NOT_STARTED,
        codes.MATCH_OVER,
        codes.MATCH_SUSPENDED,
        codes.RULES_NOT_PROPOSED,
        codes.TOO_BUSY,
    ),
    summary="Agree to the newer rules that the host proposes",
)
async def agree_to_rules(match_id: MatchId, body: RulesRequest, call: PlayerCall) -> MatchReply:
    """
    For players in a seat. Everybody sees it. If the player of every seat has agreed before the next phase opens, the
    match is played by these rules from then on. This call is safe to repeat.
    """
    return await call.server.matches.agree_to_rules(call.player, match_id, body.rules_version)


@router.put(
    "/{match_id}/leave",
    operation_id="takeLeave",
    responses=errors(
        codes.NOT_SEATED,
        codes.UNKNOWN_MATCH,
        codes.NOT_STARTED,
        codes.MATCH_OVER,
        codes.NO_LEAVE,
        codes.LEAVE_USED_UP,
        codes.TOO_MANY_CHANGES,
        codes.TOO_BUSY,
    ),
    summary="Take leave of some days, in which the clock of a match stands",
)
async def take_leave(match_id: MatchId, body: LeaveRequest, call: PlayerCall) -> MatchReply:
    """
    For players in a seat, in a match with `leave_days` that no tournament ordered. Everybody sees it. Everybody can
    still submit, and a phase for which all have submitted can close early. This call is safe to repeat.
    """
    return await call.server.matches.take_leave(call.player, match_id, body.days)


@router.post(
    "/{match_id}/rematch",
    operation_id="rematch",
    responses=errors(
        codes.NOT_SEATED,
        codes.UNKNOWN_MATCH,
        codes.NOT_OVER,
        (codes.NAME_TOO_SIMILAR, 409),
        codes.TOO_MANY_MATCHES,
        codes.TOO_BUSY,
    ),
    summary="Play again with the same people",
)
async def rematch(match_id: MatchId, call: PlayerCall) -> MatchReply:
    """
    For the players and the host of a match that is over. The first caller hosts the new match, which has the same game,
    options and settings; secret options and a pack only if the caller chose them. The caller and bots have their seats
    at once, and the seats of other players are reserved for them. This call is safe to repeat: everyone gets the same
    match.
    """
    call.pay(NEW_MATCH)
    done = await call.server.rematches.call(call.player, match_id)
    if not done.repeated:
        pay_for_bots(call, done.reply, sum(seat.bot for seat in done.reply.seats))
    return done.reply


@router.post(
    "/{match_id}/actions",
    operation_id="actAsHost",
    responses=errors(
        codes.HOST_ONLY,
        codes.HOST_IS_PLAYING,
        codes.HOST_CANNOT_JOIN,
        codes.UNKNOWN_MATCH,
        (codes.UNKNOWN_SEAT, 404),
        codes.UNKNOWN_PLAYER,
        codes.ALREADY_STARTED,
        codes.NOT_STARTED,
        codes.MATCH_OVER,
        codes.MATCH_PAUSED,
        codes.MATCH_SUSPENDED,
        codes.NOT_PAUSED,
        codes.PHASE_CLOSED,
        codes.PHASE_NOT_OPEN,
        codes.NOT_RUNNING,
        (codes.ALREADY_SEATED, 409),
        (codes.NAME_TOO_SIMILAR, 409),
        codes.PLAYED_ELSEWHERE,
        codes.ALREADY_MUTED,
        codes.NOT_MUTED,
        codes.OWNERS_ONLY,
        codes.NOT_ON_BEHALF,
        (codes.DIRECTOR_PLAYS, 403),
        (codes.DIRECTOR_PLAYS, 409),
        codes.LAST_OWNER,
        codes.NO_ROLE,
        codes.TOO_MANY_ROLES,
        codes.TOO_MANY_ACTIONS,
        codes.IDEMPOTENCY_KEY_REUSED,
        codes.BAD_OUTCOME,
        codes.RULES_NOT_OFFERED,
        codes.TOO_BUSY,
    ),
    summary="Pause, resume, extend, close, replace, mute, set the door, give roles, propose rules, adjudicate, void",
)
async def act_as_host(
    match_id: MatchId,
    body: HostAction,
    call: PlayerCall,
    once: IdempotencyKey,
    response: Response,
) -> MatchReply:
    """The actions of a host during play. Every action is an entry of the log and visible to everyone."""
    done = await call.server.hosting.act(call.player, match_id, body, once)
    pay_for_bots(call, done.reply, int(body.sitter is not None and body.sitter.bot))
    return reply_of(done, response)


def render_details(listing: MatchReply, known: MatchProjection, now: str) -> MatchDetails:
    """Return the match with its settings; `known` is what everyone knows, `now` is RFC 3339."""
    created = known.created
    shown = replace(listing, phase=known.phase, closes_at=known.closes_at, outcome=known.outcome)
    return MatchDetails(
        **{field.name: getattr(shown, field.name) for field in fields(shown)},
        options=created.options,
        rules_version=known.in_force.version,
        rules_known=known.rules_known,
        newer_rules=_newer_rules(known),
        proposed_rules=_proposed_rules(known),
        coming_rules=known.in_force.coming,
        show_submitted=created.show_submitted,
        open_log=created.open_log,
        spectator_lag=created.spectator_lag,
        rest=created.rest,
        leave_days=created.leave_days or 0,
        leaves=tuple(
            SeatLeave(seat, None if away.leave is None else timestamp(away.leave.until), away.days)
            for seat, away in known.away.items()
        ),
        seed_commitment=created.seed_commitment,
        server_now=now,
    )


def _newer_rules(known: MatchProjection) -> tuple[int, ...]:
    in_play = known.status in ("running", "paused") and known.in_force.coming is None
    return tuple(known.engine.carries_over) if in_play and known.rules_known else ()


def _proposed_rules(known: MatchProjection) -> ProposedRules | None:
    version, agreed = known.in_force.proposed, known.in_force.agreed
    if version is None:
        return None
    players = [seat.id for seat in known.created.seats if known.occupants.get(seat.id) is not None]
    return ProposedRules(
        version,
        tuple(seat for seat in players if seat in agreed),
        tuple(seat for seat in players if seat not in agreed),
    )


def pay_for_bots(call: Call, listing: MatchReply, seated: int) -> None:
    """Charge for bots that were just seated."""
    if seated:
        call.pay(of_bots(seated, alone=all(seat.bot for seat in listing.seats)))
