"""Calls with several forms of reply: which one a caller gets."""

from __future__ import annotations

import pytest

from tests.server.world import World

JSON, SSE = "application/json", "text/event-stream"


@pytest.mark.parametrize(
    ("accept", "given"),
    [
        ("*/*", JSON),
        (JSON, JSON),
        (SSE, SSE),
        (f"{JSON}, {SSE}, application/problem+json", JSON),
        (f"{SSE}, {JSON}", SSE),
    ],
)
@pytest.mark.parametrize("path", ["/v1/me/events", "/v1/matches"])
async def test_a_caller_gets_the_form_that_it_names_first(world: World, path: str, accept: str, given: str) -> None:
    """Generated clients name all forms that the document shows; JSON comes first there, and is what they can read."""
    ada = await world.player("Ada")

    async with ada.http.stream("GET", path, headers={"Accept": accept}) as reply:
        assert (reply.status_code, reply.headers["content-type"].split(";")[0]) == (200, given)
