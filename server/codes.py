"""
The error codes that the server itself raises: each with its HTTP statuses, its meaning and what to do about it.

The OpenAPI document and docs/troubleshooting.md are generated from them. The games declare the codes of moves;
`server.stream.close_codes` declares the reasons for closing a socket.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from engines import kit
from engines.kit import Code


@dataclass(frozen=True, slots=True)
class ServerCode(Code):
    """
    A code with its HTTP statuses: the usual one first; empty if it can come with any status.

    `area` is what it is about; empty for codes that are listed by game, or with the reasons for closing a socket.
    """

    statuses: tuple[int, ...]
    area: str


def _code(area: str, name: str, *statuses: int, means: str, do: str) -> ServerCode:
    return ServerCode(name, means, do, statuses, area)


def of_game(code: Code, area: str = "") -> ServerCode:
    """Return a game's code for a refusal: the input could be read, but breaks the rules of the game."""
    return ServerCode(code.name, code.meaning, code.remedy, (422,), area)


_call: Final = partial(_code, "Calls")
_match: Final = partial(_code, "Matches and seats")
_play: Final = partial(_code, "Playing and watching")
_host: Final = partial(_code, "Hosting")
_channel: Final = partial(_code, "Channels")
_pack: Final = partial(_code, "Packs")
_socket: Final = partial(_code, "WebSockets")

_TRY_AGAIN: Final = "Try again after `Retry-After` seconds."
_READ_VIEW: Final = "Read the view again."
_NOTHING: Final = "You do not need to do anything."

MALFORMED_JSON: Final = _call(
    "malformed_json",
    400,
    means="The body is not UTF-8 JSON.",
    do="Send JSON (RFC 8259) with `Content-Type: application/json`.",
)
TOO_DEEP: Final = _call("too_deep", 400, means="The body is nested too deeply.", do="Use at most 32 levels.")
UNHOLDABLE_TEXT: Final = _call(
    "unholdable_text",
    400,
    means="A text contains the character U+0000 or half of a surrogate pair.",
    do="Remove such characters.",
)
BAD_NAME: Final = _call(
    "bad_name",
    422,
    means="The name has no visible character, or contains invisible ones.",
    do="Use letters, digits, punctuation and symbols, with spaces between them.",
)
MISSING_TOKEN: Final = _call(
    "missing_token", 401, means="The call has no token.", do="Send `Authorization: Bearer TOKEN`."
)
UNKNOWN_TOKEN: Final = _call(
    "unknown_token", 401, means="Unknown token.", do="Send the complete token from `createPlayer`, or create a player."
)
WRONG_ORGANISER_KEY: Final = _call(
    "wrong_organiser_key",
    403,
    means="The `organiser_key` is wrong, or the server has none.",
    do="Ask the operator of the server, or create a player without it.",
)
UNKNOWN_PATH: Final = _call(
    "unknown_path", 404, means="This path does not exist.", do="Compare it with the OpenAPI document."
)
METHOD_NOT_ALLOWED: Final = _call(
    "method_not_allowed",
    405,
    means="The path does not support this method.",
    do="Use a method that the header `Allow` lists.",
)
IDEMPOTENCY_KEY_REUSED: Final = _call(
    "idempotency_key_reused",
    409,
    means="The `Idempotency-Key` was already used for a different request.",
    do="Use a new key for each new request.",
)
BODY_TOO_LARGE: Final = _call(
    "body_too_large", 413, means="The body is too large.", do="Send at most as many bytes as the `detail` allows."
)
HEAD_TOO_LARGE: Final = _call(
    "head_too_large", 431, means="The URL and headers are too large.", do="Send a shorter URL and fewer headers."
)
TOO_SLOW: Final = _call(
    "too_slow",
    408,
    means="The headers or the body arrived too slowly.",
    do="Send the call again on a new connection, without pauses.",
)
MALFORMED_REQUEST: Final = _call(
    "malformed_request",
    422,
    means="A field or a parameter is unknown, missing or out of range.",
    do="Fix what `errors` lists, using the schema of the call.",
)
TOO_MANY_REQUESTS: Final = _call(
    "too_many_requests",
    429,
    means="This token or this address has made too many calls.",
    do="Try again after `Retry-After` seconds, and make fewer calls per second.",
)
TOO_MANY_STREAMS: Final = _call(
    "too_many_streams", 429, means="The player has too many open streams and long polls.", do="Close one first."
)
INTERNAL_ERROR: Final = _call(
    "internal_error",
    500,
    means="An unexpected error occurred in the server.",
    do="Try again, and send the `X-Request-Id` to the operator of the server.",
)
DATABASE_UNAVAILABLE: Final = _call("database_unavailable", 503, means="The database does not respond.", do=_TRY_AGAIN)
MATCH_UNREADABLE: Final = _call(
    "match_unreadable",
    503,
    means="The stored data of the match cannot be read, or some was lost and the match is being read again.",
    do="Try again in some seconds, and tell the operator of the server if the error persists.",
)
TOO_BUSY: Final = _call("too_busy", 503, means="The match is changing too fast.", do=_TRY_AGAIN)
STOPPING: Final = _call("stopping", 503, means="The process is stopping.", do="Use another process.")
UNHEARD: Final = _call(
    "unheard",
    503,
    means="The process does not receive notices from other processes.",
    do="Use another process until this one receives them again.",
)
OUTDATED: Final = _call(
    "outdated",
    503,
    means="The database was migrated to the schema of another version of the server.",
    do="Use a process of that version.",
)
HTTP_ERROR: Final = _call(
    "http_error",
    means="The call failed for a reason that has no separate code.",
    do="Compare it with the OpenAPI document.",
)

UNKNOWN_GAME: Final = _match(
    "unknown_game", 404, 422, means="The server does not have this game.", do="Choose a game that `listGames` returns."
)
UNKNOWN_VARIANT: Final = _match(
    "unknown_variant", 422, means="The game does not have this variant.", do="Choose a variant that `getGame` returns."
)
BAD_OPTION: Final = of_game(kit.BAD_OPTION, UNKNOWN_VARIANT.area)
BAD_OPTIONS: Final = of_game(kit.BAD_OPTIONS, UNKNOWN_VARIANT.area)
TOO_MANY_MATCHES: Final = _match(
    "too_many_matches",
    409,
    means="The player hosts too many unfinished matches.",
    do="Finish some of them, or void those that nobody needs.",
)
UNKNOWN_MATCH: Final = _match(
    "unknown_match",
    404,
    means="There is no match with this id, or the caller has no access to it.",
    do="Check the id; only players with a seat or a reservation have access to a private match.",
)
UNKNOWN_PLAYER: Final = _match(
    "unknown_player",
    404,
    means="There is no player with this id.",
    do="Check the id; `getMe` returns a player's own id.",
)
UNKNOWN_SEAT: Final = _match(
    "unknown_seat", 404, 422, means="The match does not have this seat.", do="Choose a seat that the `detail` lists."
)
ALREADY_SEATED: Final = _match(
    "already_seated",
    409,
    422,
    means="The player already has another seat of the match, or a reservation for one.",
    do="A player can have only one seat: leave or release the other one first.",
)
SEAT_TAKEN: Final = _match(
    "seat_taken", 409, means="The seat is taken.", do="Choose another seat, or wait until it is free."
)
SEAT_RESERVED: Final = _match(
    "seat_reserved",
    409,
    means="The seat is reserved for another player.",
    do="Choose another seat, or ask the host to release this one (`leaveSeat`).",
)
DOOR_CLOSED: Final = _match(
    "door_closed",
    409,
    means="The host has closed the match to players without a reservation or an invitation.",
    do="Ask the host for an invitation, or choose a match with `door_open` true.",
)
SEAT_EMPTY: Final = _match("seat_empty", 409, means="The seat is empty.", do="Read the match again.")
NOT_YOUR_SEAT: Final = _match(
    "not_your_seat",
    403,
    means="Another player has this seat.",
    do="Leave your own seat; only the host can clear other seats.",
)
NOT_YOUR_ENTROPY: Final = _match(
    "not_your_entropy",
    422,
    means="The request contains entropy for another player or a bot.",
    do="Send `entropy` only for your own seat.",
)
TOO_MANY_SEATINGS: Final = _match(
    "too_many_seatings",
    409,
    means="The seats were changed too often: by this player, by all players without a reservation, or by hosts.",
    do="Ask the host to reserve a seat for you, which you can always take, or use another match.",
)
UNKNOWN_INVITATION: Final = _match(
    "unknown_invitation",
    404,
    means="There is no such invitation.",
    do="Send the complete token of the invitation, or ask the host for another one.",
)
INVITATION_EXPIRED: Final = _match(
    "invitation_expired", 409, means="The invitation has expired.", do="Ask the host for another one."
)
INVITATION_WITHDRAWN: Final = _match(
    "invitation_withdrawn", 409, means="The host has withdrawn the invitation.", do="Ask the host for another one."
)
INVITATION_USED_UP: Final = _match(
    "invitation_used_up",
    409,
    means="The invitation was accepted as often as it can be.",
    do="Ask the host for another one.",
)
WRONG_SEAT: Final = _match(
    "wrong_seat",
    422,
    means="The invitation is for another seat.",
    do="Omit `seat`, or send the one that the invitation names.",
)
TOO_MANY_INVITATIONS: Final = _match(
    "too_many_invitations",
    409,
    means="The match has had too many invitations.",
    do="Use one that can be accepted several times, or reserve seats for players (`takeSeat`).",
)
SEATS_EMPTY: Final = _match(
    "seats_empty", 409, means="Some seats are empty.", do="Fill the seats that the `detail` lists, then start."
)
ALREADY_STARTED: Final = _match(
    "already_started",
    409,
    means="The match has started, so its seats are fixed.",
    do="Ask the host to replace a player, or join another match.",
)

NOT_SEATED: Final = _play(
    "not_seated", 403, means="The caller has no seat in this match.", do="Use the token of a player with a seat."
)
NOT_STARTED: Final = _play("not_started", 409, means="The match has not started.", do="Wait for `match_started`.")
MATCH_OVER: Final = _play("match_over", 409, means="The match is over.", do="Read the outcome in the view.")
MATCH_PAUSED: Final = _play("match_paused", 409, means="The match is paused.", do="Wait for `match_resumed`.")
MATCH_SUSPENDED: Final = _play(
    "match_suspended",
    409,
    means="The server could not continue the match and suspended it (`match_suspended` gives the reason).",
    do="Wait for `match_resumed`: an organiser resumes the match under a fixed server, or its host can void it.",
)
PHASE_CLOSED: Final = _play(
    "phase_closed", 409, means="The named phase, or the currently open phase, has closed.", do=_READ_VIEW
)
PHASE_NOT_OPEN: Final = _play("phase_not_open", 409, means="The named phase has not opened yet.", do=_READ_VIEW)
UNKNOWN_HEAD: Final = _play(
    "unknown_head",
    409,
    means="The `head` of a submission differs from the head that this match published when its last phase closed.",
    do="Save both heads and compare them with those of the other players: the server shows you a different match "
    "than before, or was restored from a backup; to continue to play, omit `head`.",
)
NOT_WITHDRAWABLE: Final = _play(
    "not_withdrawable",
    409,
    means="In this phase, a submission can be replaced but not withdrawn.",
    do="Send another move.",
)
NOTHING_SUBMITTED: Final = _play(
    "nothing_submitted", 409, means="The seat has no submission in this phase.", do=_NOTHING
)
TOO_MANY_SUBMISSIONS: Final = _play(
    "too_many_submissions",
    409,
    means="The seat has changed its submission too often in this phase.",
    do="Wait for the next phase; your last submission counts.",
)
CURSOR_AHEAD: Final = _play(
    "cursor_ahead",
    409,
    means="The caller's stream has not reached this cursor, or the caller is another viewer now.",
    do="Start from a cursor that you received, or from 0.",
)
MALFORMED_CURSOR: Final = _play(
    "malformed_cursor",
    422,
    means="`Last-Event-ID` does not have the form `VIEWER:CURSOR`.",
    do="Send the `id` of an event of this stream.",
)
VIEW_CLOSED: Final = _play(
    "view_closed",
    403,
    means="The views of other seats are not open to the caller, or not yet.",
    do="Wait until the match is over; if it was created with a closed log, they stay closed.",
)
LOG_CLOSED: Final = _play(
    "log_closed",
    403,
    means="The caller has no access to the log, or not yet.",
    do="Wait until the match is over; if it was created with a closed log, only its host can read it.",
)

HOST_ONLY: Final = _host(
    "host_only", 403, means="Only the host of the match or an organiser can do this.", do="Ask the host."
)
HOST_IS_PLAYING: Final = _host(
    "host_is_playing",
    403,
    means="The host plays or has played in the match, and therefore cannot decide it.",
    do="Ask an organiser who does not play, or void the match.",
)
HOST_CANNOT_JOIN: Final = _host(
    "host_cannot_join",
    403,
    means="The player hosts the match, and may know too much to take a seat during play.",
    do="Decline the seat (`leaveSeat`), so that it can be given to another player or a bot.",
)
NOT_PAUSED: Final = _host("not_paused", 409, means="The match is not paused.", do=_NOTHING)
NOT_RUNNING: Final = _host(
    "not_running",
    409,
    means="Players can only be replaced during play.",
    do="Before the start, use `takeSeat` and `leaveSeat`.",
)
PLAYED_ELSEWHERE: Final = _host(
    "played_elsewhere",
    409,
    means="The player has already played in another seat of this match.",
    do="Give the seat to another player, or to a bot.",
)
NOT_OVER: Final = _host("not_over", 409, means="The match is not over.", do="Wait for its end.")
ALREADY_MUTED: Final = _host("already_muted", 409, means="The seat is already muted.", do=_NOTHING)
NOT_MUTED: Final = _host("not_muted", 409, means="The seat is not muted.", do=_NOTHING)
BAD_OUTCOME: Final = _host(
    "bad_outcome", 422, means="The outcome does not rank each seat exactly once.", do="Include every seat in `rank`."
)
TOO_MANY_ACTIONS: Final = _host(
    "too_many_actions",
    409,
    means="Hosts have used too many actions in this match.",
    do="Let the match finish, or end it: closing a phase, adjudicating and voiding remain possible.",
)

UNKNOWN_CHANNEL: Final = _channel(
    "unknown_channel",
    404,
    means="This channel does not exist, or the caller has not been told about it.",
    do="Choose a channel that the view lists.",
)
NOT_A_MEMBER: Final = _channel(
    "not_a_member",
    403,
    means="The caller can read the channel, but not write in it.",
    do="Write in a channel of which you are a member.",
)
CHANNEL_CLOSED: Final = _channel("channel_closed", 409, means="The channel is closed.", do="Wait for `channel_opened`.")
MUTED: Final = _channel("muted", 403, means="The host has muted the seat.", do="Write in your channel to the host.")
TOO_MANY_MESSAGES: Final = _channel(
    "too_many_messages", 429, means="The sender has sent too many messages within a minute.", do=_TRY_AGAIN
)
TALKED_OUT: Final = _channel(
    "talked_out",
    409,
    means="The sender has reached the limit of messages for one match.",
    do="Continue without messages.",
)
MALFORMED_MESSAGE: Final = _channel(
    "malformed_message",
    422,
    means="The text of the message is not valid.",
    do="Send one line of at most 2,000 characters.",
)
AFTER_OR_BEFORE: Final = _channel(
    "after_or_before", 422, means="The request contains both `after` and `before`.", do="Send only one of them."
)

NO_PACKS: Final = _pack(
    "no_packs",
    422,
    means="The game does not exist, or does not support packs.",
    do="Choose a game that the `detail` lists.",
)
BAD_PACK: Final = of_game(kit.BAD_PACK, NO_PACKS.area)
UNKNOWN_PACK: Final = _pack(
    "unknown_pack",
    404,
    422,
    means="The caller has not registered this pack, or it is for another game.",
    do="Register it, or choose a pack that `listPacks` returns.",
)
TOO_MANY_PACKS: Final = _pack(
    "too_many_packs", 409, means="The caller has registered too many packs.", do="Delete one."
)

ALREADY_SUBSCRIBED: Final = _socket(
    "already_subscribed", 409, means="The socket already follows this match.", do=_NOTHING
)

UNKNOWN_TICKET: Final = _code(
    "",
    "unknown_ticket",
    401,
    means="The ticket is unknown, already used, or older than 30 seconds.",
    do="Get a new one with `createTicket`.",
)

_ALL: Final = tuple(code for code in globals().values() if isinstance(code, ServerCode))

AREAS: Final[Mapping[str, tuple[ServerCode, ...]]] = {
    area: tuple(code for code in _ALL if code.area == area)
    for area in dict.fromkeys(code.area for code in _ALL if code.area)
}
"""The codes of refused calls and frames, by what they are about."""
