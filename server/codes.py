"""
The catalogue of codes: every refusal of a call, with its statuses, its meaning and what to do about it.

The OpenAPI document and docs/troubleshooting.md are made from it. Codes of moves are declared by the games; why a
socket is closed stands in `server.stream.close_codes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engines.catalogue import GAMES
from engines.codes import BAD_PACK, OPTION_CODES, Code


@dataclass(frozen=True, slots=True)
class ServerCode(Code):
    """A code with the HTTP statuses that it comes with; none if it comes with whatever status there is."""

    statuses: tuple[int, ...]


def _code(name: str, *statuses: int, means: str, do: str) -> ServerCode:
    return ServerCode(name, means, do, statuses)


def _of_engines(code: Code) -> ServerCode:
    """What an engine refuses was read, but is against the rules of its game."""
    return ServerCode(code.name, code.meaning, code.remedy, (422,))


_TRY_AGAIN: Final = "Try again after `Retry-After` seconds."
_READ_VIEW: Final = "Read the view again."

_CALLS: Final = (
    _code(
        "malformed_json",
        400,
        means="The body is no JSON in UTF-8.",
        do="Send JSON (RFC 8259) with `Content-Type: application/json`.",
    ),
    _code("too_deep", 400, means="The body nests too deep.", do="Nest at most 32 levels deep."),
    _code(
        "unholdable_text",
        400,
        means="A text holds the character U+0000 or half of a surrogate pair.",
        do="Leave such characters out.",
    ),
    _code(
        "bad_name",
        422,
        means="The name shows nothing, or holds characters that cannot be seen.",
        do="Use letters, digits, punctuation and symbols, with spaces between them.",
    ),
    _code("missing_token", 401, means="The call came without a token.", do="Send `Authorization: Bearer TOKEN`."),
    _code(
        "unknown_token",
        401,
        means="The token is nobody's.",
        do="Send the whole token as `createPlayer` gave it, or create a player.",
    ),
    _code(
        "wrong_organiser_key",
        403,
        means="The `organiser_key` is not the server's, or the server has none.",
        do="Ask whoever runs the server, or create a player without it.",
    ),
    _code("unknown_path", 404, means="There is nothing at this path.", do="Compare it with the OpenAPI document."),
    _code(
        "method_not_allowed",
        405,
        means="The path does not take this method.",
        do="Use one that the header `Allow` names.",
    ),
    _code(
        "idempotency_key_reused",
        409,
        means="The `Idempotency-Key` came with another request before.",
        do="Send a new key with a new request.",
    ),
    _code("body_too_large", 413, means="The body is too large.", do="Send at most as many bytes as the `detail` says."),
    _code(
        "head_too_large",
        431,
        means="What comes before the body is too large.",
        do="Send a shorter address and fewer headers.",
    ),
    _code(
        "too_slow",
        408,
        means="The headers or the body did not come in time.",
        do="Send the call again on a new connection, all at once.",
    ),
    _code(
        "malformed_request",
        422,
        means="A field or a parameter is unknown, missing or out of bounds.",
        do="Mend what `errors` lists, by the call's schema.",
    ),
    _code(
        "too_many_requests",
        429,
        means="More calls came with this token, or from this address, than are taken.",
        do="Try again after `Retry-After` seconds, and then go slower.",
    ),
    _code(
        "too_many_streams",
        429,
        means="The player has too many streams and waiting polls open.",
        do="End one first.",
    ),
    _code(
        "internal_error",
        500,
        means="The server has failed.",
        do="Try again, and tell whoever runs the server the `X-Request-Id`.",
    ),
    _code("database_unavailable", 503, means="The database does not answer.", do=_TRY_AGAIN),
    _code(
        "match_unreadable",
        503,
        means="What is stored of the match cannot be read, or was lost and is read anew.",
        do="Try again in some seconds, and tell whoever runs the server if it stays so.",
    ),
    _code("too_busy", 503, means="The match is changing too fast.", do=_TRY_AGAIN),
    _code("stopping", 503, means="The process is stopping.", do="Use another process."),
    _code(
        "unheard",
        503,
        means="The process does not hear of what other processes append.",
        do="Use another process until this one hears of it again.",
    ),
    _code(
        "outdated",
        503,
        means="The database was brought to the shape of another version of the server.",
        do="Use a process of that version.",
    ),
    _code(
        "http_error",
        means="The call cannot be answered, for a reason without a code of its own.",
        do="Compare it with the OpenAPI document.",
    ),
)

_MATCHES: Final = (
    _code(
        "unknown_game",
        404,
        422,
        means="The server has no such game.",
        do="Name one that `listGames` gives.",
    ),
    _code("unknown_variant", 422, means="The game has no such variant.", do="Name one that `getGame` gives."),
    *map(_of_engines, OPTION_CODES),
    _code(
        "too_many_matches",
        409,
        means="The player hosts too many matches that are not over.",
        do="Play them, or void those nobody needs.",
    ),
    _code(
        "unknown_match",
        404,
        means="There is no match with this id, or it is not open to the caller.",
        do="Check the id; a private match opens to whoever is seated in it.",
    ),
    _code(
        "unknown_player",
        404,
        means="There is no player with this id.",
        do="Check the id; players read theirs by `getMe`.",
    ),
    _code(
        "unknown_seat",
        404,
        422,
        means="The match has no such seat.",
        do="Name one that the `detail` lists.",
    ),
    _code(
        "already_seated",
        409,
        422,
        means="The player sits in another seat of the match, or another is reserved for them.",
        do="A player has one seat: leave or release the other first.",
    ),
    _code("seat_taken", 409, means="Somebody sits in the seat.", do="Choose another, or wait until it is left."),
    _code(
        "seat_reserved",
        409,
        means="The host keeps the seat for another player.",
        do="Choose another seat, or have the host release this one (`leaveSeat`).",
    ),
    _code(
        "door_closed",
        409,
        means="The host lets nobody sit down but players for whom a seat is reserved.",
        do="Ask the host to reserve a seat for you, or choose a match whose `door_open` is true.",
    ),
    _code("seat_empty", 409, means="Nobody sits in the seat.", do="Read the match again."),
    _code("not_your_seat", 403, means="The seat is another's.", do="Leave your own; the host clears others."),
    _code(
        "not_your_entropy",
        422,
        means="Entropy came for a seat that is not the caller's own.",
        do="Send `entropy` only for yourself.",
    ),
    _code(
        "too_many_seatings",
        409,
        means="Seats of the match have been taken too often: by this player, by all strangers, or by hosts.",
        do="Ask the host to reserve a seat for you, which can always be taken, or use another match.",
    ),
    _code("seats_empty", 409, means="Not every seat is taken.", do="Fill those that the `detail` lists, then start."),
    _code(
        "already_started",
        409,
        means="The match has started, and its seats no longer change.",
        do="Let the host replace a player, or join another match.",
    ),
)

_PLAY: Final = (
    _code(
        "not_seated",
        403,
        means="The caller sits in no seat of the match.",
        do="Use the token of a player who does.",
    ),
    _code("not_started", 409, means="The match has not started.", do="Wait for `match_started`."),
    _code("match_over", 409, means="The match is over.", do="Read the outcome in the view."),
    _code("match_paused", 409, means="The match is paused.", do="Wait for `match_resumed`."),
    _code(
        "match_suspended",
        409,
        means="The server could not go on with the match and has set it aside (`match_suspended` says why).",
        do="Wait for `match_resumed`: an organiser resumes the match under a fixed server, or its host can void it.",
    ),
    _code("phase_closed", 409, means="The phase named, or the open one, is over.", do=_READ_VIEW),
    _code("phase_not_open", 409, means="The phase named is still to come.", do=_READ_VIEW),
    _code(
        "unknown_head",
        409,
        means="The `head` of a submission is not the one that this match told when its last phase closed.",
        do="Keep both and compare them with those of the other players: the server shows you another match than "
        "before, or was restored from a backup; to play on, send none.",
    ),
    _code(
        "not_withdrawable",
        409,
        means="In this phase a submission can be replaced but not withdrawn.",
        do="Send another move.",
    ),
    _code("nothing_submitted", 409, means="The seat has no submission in this phase.", do="Nothing is left to do."),
    _code(
        "too_many_submissions",
        409,
        means="The seat has changed its submission too often in this phase.",
        do="Wait for the next phase: what was submitted last counts.",
    ),
    _code(
        "cursor_ahead",
        409,
        means="The caller's stream has not reached this cursor, or the caller looks from elsewhere now.",
        do="Begin from a cursor that you were given, or from 0.",
    ),
    _code(
        "malformed_cursor",
        422,
        means="`Last-Event-ID` is not of the form `VIEWER:CURSOR`.",
        do="Send the `id` of an event of this stream.",
    ),
    _code(
        "log_closed",
        403,
        means="The log is not open to the caller, or not yet.",
        do="Wait until the match is over; a log that was created closed stays with its host.",
    ),
)

_HOSTING: Final = (
    _code("host_only", 403, means="Only the match's host or an organiser may do this.", do="Ask the host."),
    _code(
        "host_is_playing",
        403,
        means="The host plays or has played, and so cannot decide the match.",
        do="Ask an organiser who does not play, or void the match.",
    ),
    _code(
        "host_cannot_join",
        403,
        means="The player hosts the match, and may have seen too much to take a seat during play.",
        do="Decline the seat (`leaveSeat`), so that the host gives it to another player or a bot.",
    ),
    _code("not_paused", 409, means="The match is not paused.", do="Nothing is left to do."),
    _code(
        "not_running",
        409,
        means="Players are replaced during play only.",
        do="Before the start, leave and take seats.",
    ),
    _code(
        "played_elsewhere",
        409,
        means="The player has played from another seat of this match.",
        do="Give the seat to another player, or to a bot.",
    ),
    _code("already_muted", 409, means="The seat is muted.", do="Nothing is left to do."),
    _code("not_muted", 409, means="The seat is not muted.", do="Nothing is left to do."),
    _code("bad_outcome", 422, means="The outcome does not rank each seat once.", do="Name every seat in `rank`."),
    _code(
        "too_many_actions",
        409,
        means="Hosts have stepped into the match too often.",
        do="Let it be played out, or end it: closing a phase, adjudicating and voiding stay possible.",
    ),
)

_CHANNELS: Final = (
    _code(
        "unknown_channel",
        404,
        means="There is no such channel, or the caller was told of none.",
        do="Name one that the view lists.",
    ),
    _code("not_a_member", 403, means="The caller may read the channel, but not write in it.", do="Only read it."),
    _code("channel_closed", 409, means="The channel is closed.", do="Wait for `channel_opened`."),
    _code("muted", 403, means="The host has muted the seat.", do="Write in your line to the host."),
    _code("too_many_messages", 429, means="The sender said too much within a minute.", do=_TRY_AGAIN),
    _code("talked_out", 409, means="The sender has said all that fits into a match.", do="Play on without talk."),
    _code(
        "malformed_message",
        422,
        means="The text of a message is none that can be sent.",
        do="Send one line of at most 2,000 characters.",
    ),
    _code("after_or_before", 422, means="Both `after` and `before` came.", do="Send one of them."),
)

_PACKS: Final = (
    _code(
        "no_packs", 422, means="There is no such game, or it takes no packs.", do="Name a game that the `detail` lists."
    ),
    _of_engines(BAD_PACK),
    _code(
        "unknown_pack",
        404,
        422,
        means="The caller has registered no such pack, or it is for another game.",
        do="Register it, or name one that `listPacks` gives.",
    ),
    _code("too_many_packs", 409, means="The caller keeps too many packs.", do="Delete one."),
)

_SOCKETS: Final = (
    _code("already_subscribed", 409, means="The socket follows this match already.", do="Nothing is left to do."),
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
"""What the server refuses itself, by what it is about."""

CATALOGUE: Final[Mapping[str, ServerCode]] = {code.name: code for codes in AREAS.values() for code in codes}

_REFUSED_BEFORE: Final = frozenset({"match_over", "unknown_seat"})
"""Games refuse these too, but the server does so before it asks them."""

MOVE_CODES: Final[Mapping[str, tuple[ServerCode, ...]]] = {
    game.title: tuple(_of_engines(code) for code in game.codes if code.name not in _REFUSED_BEFORE)
    for game in GAMES.values()
}
"""What moves are refused with, by the title of the game."""
