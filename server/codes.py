"""
The catalogue of error codes: each with its HTTP statuses, its meaning and what to do about it.

The OpenAPI document and docs/troubleshooting.md are generated from it. The games declare the codes of moves;
`server.stream.close_codes` declares the reasons for closing a socket.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engines.catalogue import GAMES
from engines.kit import BAD_PACK, OPTION_CODES, Code


@dataclass(frozen=True, slots=True)
class ServerCode(Code):
    """A code with its HTTP statuses; empty if it can come with any status."""

    statuses: tuple[int, ...]


def _code(name: str, *statuses: int, means: str, do: str) -> ServerCode:
    return ServerCode(name, means, do, statuses)


def _of_engines(code: Code) -> ServerCode:
    """A code of an engine: the input could be read, but breaks the rules of its game."""
    return ServerCode(code.name, code.meaning, code.remedy, (422,))


_TRY_AGAIN: Final = "Try again after `Retry-After` seconds."
_READ_VIEW: Final = "Read the view again."

_CALLS: Final = (
    _code(
        "malformed_json",
        400,
        means="The body is not UTF-8 JSON.",
        do="Send JSON (RFC 8259) with `Content-Type: application/json`.",
    ),
    _code("too_deep", 400, means="The body is nested too deeply.", do="Use at most 32 levels."),
    _code(
        "unholdable_text",
        400,
        means="A text contains the character U+0000 or half of a surrogate pair.",
        do="Remove such characters.",
    ),
    _code(
        "bad_name",
        422,
        means="The name has no visible character, or contains invisible ones.",
        do="Use letters, digits, punctuation and symbols, with spaces between them.",
    ),
    _code("missing_token", 401, means="The call has no token.", do="Send `Authorization: Bearer TOKEN`."),
    _code(
        "unknown_token",
        401,
        means="Unknown token.",
        do="Send the complete token from `createPlayer`, or create a player.",
    ),
    _code(
        "wrong_organiser_key",
        403,
        means="The `organiser_key` is wrong, or the server has none.",
        do="Ask the operator of the server, or create a player without it.",
    ),
    _code("unknown_path", 404, means="This path does not exist.", do="Compare it with the OpenAPI document."),
    _code(
        "method_not_allowed",
        405,
        means="The path does not support this method.",
        do="Use a method that the header `Allow` lists.",
    ),
    _code(
        "idempotency_key_reused",
        409,
        means="The `Idempotency-Key` was already used for a different request.",
        do="Use a new key for each new request.",
    ),
    _code(
        "body_too_large", 413, means="The body is too large.", do="Send at most as many bytes as the `detail` allows."
    ),
    _code(
        "head_too_large",
        431,
        means="The URL and headers are too large.",
        do="Send a shorter URL and fewer headers.",
    ),
    _code(
        "too_slow",
        408,
        means="The headers or the body arrived too slowly.",
        do="Send the call again on a new connection, without pauses.",
    ),
    _code(
        "malformed_request",
        422,
        means="A field or a parameter is unknown, missing or out of range.",
        do="Fix what `errors` lists, using the schema of the call.",
    ),
    _code(
        "too_many_requests",
        429,
        means="This token or this address has made too many calls.",
        do="Try again after `Retry-After` seconds, and make fewer calls per second.",
    ),
    _code(
        "too_many_streams",
        429,
        means="The player has too many open streams and long polls.",
        do="Close one first.",
    ),
    _code(
        "internal_error",
        500,
        means="An unexpected error occurred in the server.",
        do="Try again, and send the `X-Request-Id` to the operator of the server.",
    ),
    _code("database_unavailable", 503, means="The database does not respond.", do=_TRY_AGAIN),
    _code(
        "match_unreadable",
        503,
        means="The stored data of the match cannot be read, or some was lost and the match is being read again.",
        do="Try again in some seconds, and tell the operator of the server if the error persists.",
    ),
    _code("too_busy", 503, means="The match is changing too fast.", do=_TRY_AGAIN),
    _code("stopping", 503, means="The process is stopping.", do="Use another process."),
    _code(
        "unheard",
        503,
        means="The process does not receive notices from other processes.",
        do="Use another process until this one receives them again.",
    ),
    _code(
        "outdated",
        503,
        means="The database was migrated to the schema of another version of the server.",
        do="Use a process of that version.",
    ),
    _code(
        "http_error",
        means="The call failed for a reason that has no separate code.",
        do="Compare it with the OpenAPI document.",
    ),
)

_MATCHES: Final = (
    _code(
        "unknown_game",
        404,
        422,
        means="The server does not have this game.",
        do="Choose a game that `listGames` returns.",
    ),
    _code(
        "unknown_variant",
        422,
        means="The game does not have this variant.",
        do="Choose a variant that `getGame` returns.",
    ),
    *map(_of_engines, OPTION_CODES),
    _code(
        "too_many_matches",
        409,
        means="The player hosts too many unfinished matches.",
        do="Finish some of them, or void those that nobody needs.",
    ),
    _code(
        "unknown_match",
        404,
        means="There is no match with this id, or the caller has no access to it.",
        do="Check the id; only players with a seat or a reservation have access to a private match.",
    ),
    _code(
        "unknown_player",
        404,
        means="There is no player with this id.",
        do="Check the id; `getMe` returns a player's own id.",
    ),
    _code(
        "unknown_seat",
        404,
        422,
        means="The match does not have this seat.",
        do="Choose a seat that the `detail` lists.",
    ),
    _code(
        "already_seated",
        409,
        422,
        means="The player already has another seat of the match, or a reservation for one.",
        do="A player can have only one seat: leave or release the other one first.",
    ),
    _code("seat_taken", 409, means="The seat is taken.", do="Choose another seat, or wait until it is free."),
    _code(
        "seat_reserved",
        409,
        means="The seat is reserved for another player.",
        do="Choose another seat, or ask the host to release this one (`leaveSeat`).",
    ),
    _code(
        "door_closed",
        409,
        means="The host has closed the match to players without a reservation.",
        do="Ask the host to reserve a seat for you, or choose a match with `door_open` true.",
    ),
    _code("seat_empty", 409, means="The seat is empty.", do="Read the match again."),
    _code(
        "not_your_seat",
        403,
        means="Another player has this seat.",
        do="Leave your own seat; only the host can clear other seats.",
    ),
    _code(
        "not_your_entropy",
        422,
        means="The request contains entropy for another player or a bot.",
        do="Send `entropy` only for your own seat.",
    ),
    _code(
        "too_many_seatings",
        409,
        means="The seats were changed too often: by this player, by all players without a reservation, or by hosts.",
        do="Ask the host to reserve a seat for you, which you can always take, or use another match.",
    ),
    _code("seats_empty", 409, means="Some seats are empty.", do="Fill the seats that the `detail` lists, then start."),
    _code(
        "already_started",
        409,
        means="The match has started, so its seats are fixed.",
        do="Ask the host to replace a player, or join another match.",
    ),
)

_PLAY: Final = (
    _code(
        "not_seated",
        403,
        means="The caller has no seat in this match.",
        do="Use the token of a player with a seat.",
    ),
    _code("not_started", 409, means="The match has not started.", do="Wait for `match_started`."),
    _code("match_over", 409, means="The match is over.", do="Read the outcome in the view."),
    _code("match_paused", 409, means="The match is paused.", do="Wait for `match_resumed`."),
    _code(
        "match_suspended",
        409,
        means="The server could not continue the match and suspended it (`match_suspended` gives the reason).",
        do="Wait for `match_resumed`: an organiser resumes the match under a fixed server, or its host can void it.",
    ),
    _code("phase_closed", 409, means="The named phase, or the currently open phase, has closed.", do=_READ_VIEW),
    _code("phase_not_open", 409, means="The named phase has not opened yet.", do=_READ_VIEW),
    _code(
        "unknown_head",
        409,
        means="The `head` of a submission differs from the head that this match published when its last phase closed.",
        do="Save both heads and compare them with those of the other players: the server shows you a different match "
        "than before, or was restored from a backup; to continue to play, omit `head`.",
    ),
    _code(
        "not_withdrawable",
        409,
        means="In this phase, a submission can be replaced but not withdrawn.",
        do="Send another move.",
    ),
    _code(
        "nothing_submitted",
        409,
        means="The seat has no submission in this phase.",
        do="You do not need to do anything.",
    ),
    _code(
        "too_many_submissions",
        409,
        means="The seat has changed its submission too often in this phase.",
        do="Wait for the next phase; your last submission counts.",
    ),
    _code(
        "cursor_ahead",
        409,
        means="The caller's stream has not reached this cursor, or the caller is another viewer now.",
        do="Start from a cursor that you received, or from 0.",
    ),
    _code(
        "malformed_cursor",
        422,
        means="`Last-Event-ID` does not have the form `VIEWER:CURSOR`.",
        do="Send the `id` of an event of this stream.",
    ),
    _code(
        "log_closed",
        403,
        means="The caller has no access to the log, or not yet.",
        do="Wait until the match is over; if it was created with a closed log, only its host can read it.",
    ),
)

_HOSTING: Final = (
    _code("host_only", 403, means="Only the host of the match or an organiser can do this.", do="Ask the host."),
    _code(
        "host_is_playing",
        403,
        means="The host plays or has played in the match, and therefore cannot decide it.",
        do="Ask an organiser who does not play, or void the match.",
    ),
    _code(
        "host_cannot_join",
        403,
        means="The player hosts the match, and may know too much to take a seat during play.",
        do="Decline the seat (`leaveSeat`), so that it can be given to another player or a bot.",
    ),
    _code("not_paused", 409, means="The match is not paused.", do="You do not need to do anything."),
    _code(
        "not_running",
        409,
        means="Players can only be replaced during play.",
        do="Before the start, use `takeSeat` and `leaveSeat`.",
    ),
    _code(
        "played_elsewhere",
        409,
        means="The player has already played in another seat of this match.",
        do="Give the seat to another player, or to a bot.",
    ),
    _code("already_muted", 409, means="The seat is already muted.", do="You do not need to do anything."),
    _code("not_muted", 409, means="The seat is not muted.", do="You do not need to do anything."),
    _code(
        "bad_outcome",
        422,
        means="The outcome does not rank each seat exactly once.",
        do="Include every seat in `rank`.",
    ),
    _code(
        "too_many_actions",
        409,
        means="Hosts have used too many actions in this match.",
        do="Let the match finish, or end it: closing a phase, adjudicating and voiding remain possible.",
    ),
)

_CHANNELS: Final = (
    _code(
        "unknown_channel",
        404,
        means="This channel does not exist, or the caller has not been told about it.",
        do="Choose a channel that the view lists.",
    ),
    _code(
        "not_a_member",
        403,
        means="The caller can read the channel, but not write in it.",
        do="Write in a channel of which you are a member.",
    ),
    _code("channel_closed", 409, means="The channel is closed.", do="Wait for `channel_opened`."),
    _code("muted", 403, means="The host has muted the seat.", do="Write in your channel to the host."),
    _code("too_many_messages", 429, means="The sender has sent too many messages within a minute.", do=_TRY_AGAIN),
    _code(
        "talked_out",
        409,
        means="The sender has reached the limit of messages for one match.",
        do="Continue without messages.",
    ),
    _code(
        "malformed_message",
        422,
        means="The text of the message is not valid.",
        do="Send one line of at most 2,000 characters.",
    ),
    _code("after_or_before", 422, means="The request contains both `after` and `before`.", do="Send only one of them."),
)

_PACKS: Final = (
    _code(
        "no_packs",
        422,
        means="The game does not exist, or does not support packs.",
        do="Choose a game that the `detail` lists.",
    ),
    _of_engines(BAD_PACK),
    _code(
        "unknown_pack",
        404,
        422,
        means="The caller has not registered this pack, or it is for another game.",
        do="Register it, or choose a pack that `listPacks` returns.",
    ),
    _code("too_many_packs", 409, means="The caller has registered too many packs.", do="Delete one."),
)

_SOCKETS: Final = (
    _code(
        "already_subscribed", 409, means="The socket already follows this match.", do="You do not need to do anything."
    ),
)

AREAS: Final[Mapping[str, tuple[ServerCode, ...]]] = {
    "Calls": _CALLS,
    "Matches and seats": _MATCHES,
    "Playing and watching": _PLAY,
    "Hosting": _HOSTING,
    "Channels": _CHANNELS,
    "Packs": _PACKS,
    "WebSockets": _SOCKETS,
}
"""The codes that the server itself raises, by subject."""

CATALOGUE: Final[Mapping[str, ServerCode]] = {code.name: code for codes in AREAS.values() for code in codes}

_REFUSED_BEFORE: Final = frozenset({"match_over", "unknown_seat"})
"""Games have these codes too, but the server checks them first."""

MOVE_CODES: Final[Mapping[str, tuple[ServerCode, ...]]] = {
    game.title: tuple(_of_engines(code) for code in game.codes if code.name not in _REFUSED_BEFORE)
    for game in GAMES.values()
}
"""The codes of illegal moves, by the title of the game."""
