"""Every code that a client can receive is in the catalogue and published, and no others are."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engines.catalogue import GAMES
from engines.kit import BAD_OPTIONS, BAD_PACK, OPTION_CODES, AnyEngine, Code
from server.access.codes import AREAS
from server.api.documents.refusals import CODES as REFUSED
from server.api.routes.responses import MOVE_CODES
from server.api.streams.close_codes import CLOSINGS, CloseCode
from tests.published import document, published_codes
from tests.raised import CLOSES, MOVES, OPTIONS, Raised, raised_in

CATALOGUE = {code.name: code for codes in AREAS.values() for code in codes}

OF_NO_CALL = {"unknown_path", "method_not_allowed", "http_error", "malformed_message", "already_subscribed"}
"""Codes of unknown paths, of what a schema refuses earlier, and of frames."""

OF_PAGES = {code.name for code in AREAS["Accounts"]}
"""Codes of pages, which are no operations of the API."""

OF_REQUESTS = {
    "head_too_large",
    "too_slow",
    "missing_token",
    *("unknown_token", "expired_token", "suspended", "no_consent"),
    "malformed_json",
    "too_deep",
    "unholdable_text",
    "body_too_large",
    "malformed_request",
}
"""Codes of conditions that a frame cannot have, or that close its socket."""

BY_SOCKET_ONLY = {"unknown_ticket"}
"""Codes that only close sockets."""


@pytest.mark.parametrize("engine", GAMES.values(), ids=GAMES)
def test_a_game_declares_what_it_refuses_moves_with(engine: AnyEngine) -> None:
    folder = engine.package.replace(".", "/")

    raised = {found.code for found in raised_in(folder) if found.by in MOVES}

    assert raised == {code.name for code in engine.codes}


def test_options_are_refused_with_the_codes_that_games_share() -> None:
    raised = {found.code for found in raised_in("engines") if found.by in OPTIONS}

    assert raised == {code.name for code in (*OPTION_CODES, BAD_PACK)}


def test_the_catalogue_has_each_code_that_the_server_raises_with_its_statuses_and_no_other() -> None:
    raised = {(found.code, found.status) for found in _raised_by_the_server() if found.by not in CLOSES}

    # Settings of a lesson are refused by the server itself.
    of_options = {(code.name, 422) for code in (*OPTION_CODES, BAD_PACK) if code is not BAD_OPTIONS}
    without_status = {(code.name, None) for code in CATALOGUE.values() if not code.statuses}
    with_status = {(code.name, status) for code in CATALOGUE.values() for status in code.statuses}
    assert raised == (with_status - of_options) | without_status | {(code, 401) for code in BY_SOCKET_ONLY}


def test_only_refusals_that_a_repeat_may_lift_are_raised_as_such() -> None:
    kinds = {429: "ThrottledError", 503: "UnavailableError"}

    for found in _raised_by_the_server():
        if found.by in kinds.values() or found.by == "RefusedError":
            assert found.by == kinds.get(found.status or 0, "RefusedError"), found


def test_every_code_of_the_catalogue_is_published_by_some_call_with_each_of_its_statuses() -> None:
    published = set().union(*published_codes().values())

    of_calls = {
        (c.name, status) for c in CATALOGUE.values() if c.name not in OF_NO_CALL | OF_PAGES for status in c.statuses
    }
    of_moves = {(code.name, 422) for codes in MOVE_CODES.values() for code in codes}
    assert published == of_calls | of_moves


def test_every_reason_to_close_a_socket_is_told_with_its_close_code() -> None:
    raised = {(found.first, found.code) for found in _raised_by_the_server() if found.by in CLOSES}

    told = {(f"CloseCode.{closing.close_code.name}", closing.name) for closing in CLOSINGS}
    passed_on = {name for _, name in told - raised}
    assert raised <= told
    assert {closing.close_code for closing in CLOSINGS} == set(CloseCode)
    assert passed_on > BY_SOCKET_ONLY
    assert passed_on <= CATALOGUE.keys() | BY_SOCKET_ONLY


def test_a_submission_by_socket_is_refused_as_the_call_is() -> None:
    by_socket = {code for frame, codes in REFUSED.items() if frame.partition(":")[0] == "submit" for code in codes}

    assert by_socket | OF_REQUESTS == {code for code, _ in published_codes()["submit"]}


def test_the_document_says_of_every_code_what_it_means_and_what_to_do() -> None:
    told = document()["x-codes"]

    for area, codes in {**AREAS, **MOVE_CODES, "Closed WebSockets": CLOSINGS}.items():
        assert {name: (said["meaning"], said["remedy"]) for name, said in told[area].items()} == {
            code.name: (code.meaning, code.remedy) for code in codes
        }


def test_descriptions_of_responses_name_the_codes_that_they_list() -> None:
    submit = document()["paths"]["/v1/matches/{match_id}/submission"]["put"]["responses"]["422"]

    assert submit["x-codes"]
    assert all(f"- `{code}`: " in submit["description"] for code in submit["x-codes"])


@pytest.mark.parametrize("codes", [*AREAS.values(), *MOVE_CODES.values(), CLOSINGS])
def test_each_code_is_told_once_in_a_sentence_each(codes: Iterable[Code]) -> None:
    names = [code.name for code in codes]

    assert len(names) == len(set(names))
    for code in codes:
        for sentence in (code.meaning, code.remedy):
            assert sentence[-1] == "."
            assert ". " not in sentence
            assert "|" not in sentence  # They are in tables.


def _raised_by_the_server() -> list[Raised]:
    """Return the codes of what serves clients: `moirai verify` has codes of its own, which it never sends."""
    return [found for found in raised_in("server") if "server/cli/" not in found.file]
