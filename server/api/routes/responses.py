"""The error responses of a call in OpenAPI: by status, with every possible code and its meaning."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from engines.catalogue import GAMES
from server.access import codes
from server.access.codes import AREAS, ServerCode, of_game
from server.access.rights import SCOPES
from server.api.calls.problems import PROBLEM_JSON, Problem
from server.api.streams.close_codes import CLOSINGS

CODES: Final = "x-codes"
"""In a response, the names of its codes, for programs; in the document, all codes by what they are about."""

_REFUSED_BEFORE: Final = frozenset({codes.MATCH_OVER.name, codes.UNKNOWN_SEAT.name})
"""Games have these codes too, but the server checks them first."""

MOVE_CODES: Final[Mapping[str, tuple[ServerCode, ...]]] = {
    game.title: tuple(of_game(code) for code in game.codes if code.name not in _REFUSED_BEFORE)
    for game in GAMES.values()
}
"""The codes of illegal moves, by the title of the game."""

Declared: TypeAlias = ServerCode | tuple[ServerCode, int]
"""A code; with its status, if it has several."""

Responses: TypeAlias = dict[int | str, dict[str, Any]]

_MEANINGS: Final = {
    400: "The body cannot be read.",
    401: "The token is missing or does not work.",
    403: "It exists, but this caller has no access.",
    404: "It does not exist, or the caller must not know that it does.",
    408: "The request arrived too slowly.",
    409: "The match has changed in the meantime.",
    412: "The caller has changed it in the meantime.",
    413: "The body is too large.",
    422: "A field is unknown, missing or out of range; or the rules of the game forbid the request.",
    429: "Too many requests; try again after `Retry-After` seconds.",
    431: "The URL or the headers are too large.",
    500: "An unexpected error occurred in the server.",
    503: "The server cannot handle the call now; try again after `Retry-After` seconds.",
}

_WITH_TOKEN: Final = (
    *(codes.MISSING_TOKEN, codes.UNKNOWN_TOKEN, codes.EXPIRED_TOKEN),
    *(codes.SUSPENDED, codes.INSUFFICIENT_SCOPE, codes.NO_CONSENT),
)
_WITH_BODY: Final = (codes.MALFORMED_JSON, codes.TOO_DEEP, codes.UNHOLDABLE_TEXT, codes.BODY_TOO_LARGE)
_ALWAYS: Final = (codes.TOO_MANY_REQUESTS, codes.INTERNAL_ERROR)
_ANY: Final = (*_WITH_TOKEN, *_WITH_BODY, codes.MALFORMED_REQUEST, *_ALWAYS, codes.DATABASE_UNAVAILABLE)
_OF_ANY: Final = frozenset(code.name for code in _ANY)

_NAMES: Final = {
    ("malformed_json", "too_deep", "unholdable_text"): "UnreadableBody",
    ("missing_token", "unknown_token", "expired_token"): "Unauthenticated",
    ("suspended", "insufficient_scope", "no_consent"): "BeyondTheToken",
    ("database_unavailable",): "Unavailable",
    ("database_unavailable", "match_unreadable", "other_rules"): "UnavailableMatch",
    ("database_unavailable", "match_unreadable", "other_rules", "too_busy"): "UnavailableOrBusyMatch",
}
"""The names of shared responses, by their codes; the others are named after the codes that not every call has."""

_NAMEABLE: Final = 3
"""Responses with more codes of their own have no name, and so are not shared."""


_LOGS: Final = frozenset({codes.UNKNOWN_MATCH, codes.UNKNOWN_TOURNAMENT, codes.UNKNOWN_SERIES})
"""What refuses a log that does not exist: the calls that read one may find that this process cannot."""

OF_TERMS: Final[tuple[Declared, ...]] = (
    (codes.UNKNOWN_GAME, 422),
    codes.UNKNOWN_VARIANT,
    codes.BAD_OPTION,
    codes.BAD_OPTIONS,
    codes.BAD_PACK,
    (codes.UNKNOWN_PACK, 422),
)
"""The refusals of calls that name a game with its options."""

OF_DIRECTING: Final[tuple[Declared, ...]] = (
    codes.DIRECTORS_ONLY,
    codes.OWNERS_ONLY,
    codes.NOT_ON_BEHALF,
    (codes.DIRECTOR_PLAYS, 403),
    (codes.DIRECTOR_PLAYS, 409),
    codes.LAST_OWNER,
    codes.NO_ROLE,
    codes.TOO_MANY_ROLES,
    codes.UNKNOWN_PLAYER,
    (codes.UNKNOWN_ENTRANT, 422),
    codes.ALREADY_ENTERED,
    (codes.NAME_TOO_SIMILAR, 409),
    codes.NOT_ENTERED,
)
"""The refusals of actions that directors of any event can take."""


def errors(*declared: Declared, moves: bool = False) -> Responses:
    """
    The refusals of a call, for its `responses`: these, and those that any call may meet.

    `moves`: also what games refuse moves with.
    """
    of_log = (codes.MATCH_UNREADABLE, codes.OTHER_RULES) if not _LOGS.isdisjoint(declared) else ()
    responses = only(*_ANY, *of_log, *declared)
    if moves:
        _add_moves(responses[422])
    return responses


def errors_without_input(*declared: Declared) -> Responses:
    """The refusals of a call that needs neither a token nor the database."""
    return only(codes.MALFORMED_REQUEST, *_ALWAYS, *declared)


def only(*declared: Declared) -> Responses:
    """The refusals of a call that can get only these."""
    by_status: dict[int, list[ServerCode]] = {}
    for one in declared:
        code, status = _meant(one)
        by_status.setdefault(status, []).append(code)
    return {status: _response(status, by_status[status]) for status in sorted(by_status)}


def settle(document: dict[str, Any]) -> None:
    """Finish the refusals in a document whose operations are complete: remove impossible ones, share repeated ones."""
    operations = [named for path in document["paths"].values() for named in path.items()]
    for method, operation in operations:
        _drop_impossible(method, operation)
    uses = Counter(json.dumps(reply) for _, operation in operations for reply in operation["responses"].values())
    shared: dict[str, dict[str, Any]] = {}
    for _, operation in operations:
        responses = operation["responses"]
        for status, response in responses.items():
            name = _name_of(response.get(CODES, ()))
            if name and uses[json.dumps(response)] > 1 and shared.setdefault(name, response) == response:
                responses[status] = {"$ref": f"#/components/responses/{name}"}
    document["components"]["responses"] = dict(sorted(shared.items()))
    document[CODES] = _all_codes()


def _name_of(listed: Sequence[str]) -> str | None:
    """Return the name under which a response with these codes can be shared, if it can be."""
    own = [code for code in listed if code not in _OF_ANY] or listed
    after_codes = "Or".join(code.title().replace("_", "") for code in own) if len(own) <= _NAMEABLE else None
    return _NAMES.get(tuple(listed), after_codes)


def _drop_impossible(method: str, operation: dict[str, Any]) -> None:
    """Remove refusals that a call without a body or a token cannot get."""
    impossible: set[str] = set()
    if method == "get":
        impossible |= {"400", "413"}
    if not operation.get("security"):
        impossible |= {"401"}
        _drop_code(operation["responses"], "403", codes.SUSPENDED)
        _drop_code(operation["responses"], "403", codes.NO_CONSENT)
    if SCOPES.get(operation["operationId"]) is None:
        _drop_code(operation["responses"], "403", codes.INSUFFICIENT_SCOPE)
    for status in impossible & operation["responses"].keys():
        del operation["responses"][status]


def _drop_code(responses: dict[str, Any], status: str, code: ServerCode) -> None:
    """Remove a code from a response, and the response if it has no other code."""
    response = responses.get(status, {})
    if code.name not in response.get(CODES, ()):
        return
    response[CODES].remove(code.name)
    response["description"] = response["description"].replace("\n" + _line(code), "")
    if not response[CODES]:
        del responses[status]


def _all_codes() -> dict[str, dict[str, Any]]:
    """By area and name; reasons of closed sockets by their name as well."""
    called = {
        area: {
            code.name: {"statuses": list(code.statuses), "meaning": code.meaning, "remedy": code.remedy}
            for code in listed
        }
        for area, listed in {**AREAS, **MOVE_CODES}.items()
    }
    closed = {
        closing.name: {"close_code": int(closing.close_code), "meaning": closing.meaning, "remedy": closing.remedy}
        for closing in CLOSINGS
    }
    return {**called, "Closed WebSockets": closed}


def _meant(declared: Declared) -> tuple[ServerCode, int]:
    """
    The code and its status.

    Raises:
        ValueError: It has several and none is given, or it does not have the given one.
    """
    code, given = (declared, None) if isinstance(declared, ServerCode) else declared
    (status,) = [status for status in code.statuses if given in (None, status)]
    return code, status


def _response(status: int, listed: Sequence[ServerCode]) -> dict[str, Any]:
    return {
        "description": "\n".join([_MEANINGS[status], "", *map(_line, listed)]),
        "content": {PROBLEM_JSON: {"schema": {"$ref": f"#/components/schemas/{Problem.__name__}"}}},
        CODES: [code.name for code in listed],
    }


def _add_moves(response: dict[str, Any]) -> None:
    """Add the refusals of moves by each game; two games may share a code."""
    for title, of_moves in MOVE_CODES.items():
        response["description"] += "\n".join([f"\n\n{title}:\n", *map(_line, of_moves)])
        response[CODES] += [code.name for code in of_moves if code.name not in response[CODES]]


def _line(code: ServerCode) -> str:
    return f"- `{code.name}`: {code.meaning}"
