"""A parameter that a call does not have is refused, as an unknown field of a body is."""

from __future__ import annotations

import re
from typing import Final

import httpx
import pytest
from fastapi.routing import APIRoute

from server.app import create_app
from server.runtime.settings import Settings
from tests.server.api.story import operations
from tests.server.world import World

pytestmark = pytest.mark.one_server

OPERATIONS: Final = operations()


@pytest.mark.parametrize("operation", OPERATIONS)
async def test_every_call_refuses_unknown_parameters(world: World, operation: str) -> None:
    """Whatever else is wrong with it, and without repeating the value."""
    ada = await world.player("Ada")
    method, template, document = OPERATIONS[operation]
    path = re.sub(r"\{\w+\}", "0" * 26, template)
    known = [parameter["name"] for parameter in document.get("parameters", ()) if parameter["in"] == "query"]

    reply = await ada.http.request(method.upper(), path, params={**dict.fromkeys(known, "1"), "limits": "sesame"})

    problem = reply.json()
    assert (reply.status_code, problem["code"]) == (422, "malformed_request")
    assert [complaint["pointer"] for complaint in problem["errors"]] == ["query/limits"]
    assert all(name in problem["detail"] for name in known)
    assert "sesame" not in reply.text


def test_an_app_changes_nothing_of_others_in_its_process() -> None:
    """So a call passes each check once, however many apps there are."""
    first = create_app(Settings())
    handlers = [route.app for route in first.routes if isinstance(route, APIRoute)]
    create_app(Settings())

    assert [route.app for route in first.routes if isinstance(route, APIRoute)] == handlers


async def test_a_parameter_without_a_value_is_one_too(world: World) -> None:
    async with httpx.AsyncClient(base_url=world.url, verify=False) as http:
        statuses = [(await http.get(f"/v1{query}")).status_code for query in ("", "?", "?x", "?x=&x=1")]

    assert statuses == [200, 200, 422, 422]


@pytest.mark.parametrize(
    ("headers", "challenge"),
    [({}, "Bearer"), ({"Authorization": "Bearer nobody"}, 'Bearer error="invalid_token"')],
)
async def test_a_caller_without_a_valid_token_learns_that_first(
    world: World, headers: dict[str, str], challenge: str
) -> None:
    """
    RFC 6750, section 3.1: without credentials, the challenge names no error.
    """
    async with httpx.AsyncClient(base_url=world.url, verify=False, headers=headers) as http:
        replies = [await http.get(f"/v1{path}?limits=1") for path in ("/me/events", "/me", "/games")]

    assert [reply.status_code for reply in replies] == [401, 401, 422]
    assert replies[0].headers["www-authenticate"] == challenge
