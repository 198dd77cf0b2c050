"""
Who may do what: every operation in every role, against the table of docs/access.md.

The expectations are read from that page; both the server's own table and its responses are compared with it.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import shutil
from collections.abc import AsyncIterator, Collection, Iterator
from pathlib import Path
from typing import Any, Final, get_args

import pytest
import pytest_asyncio
from fastapi import APIRouter
from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.routing import Route
from websockets.exceptions import ConnectionClosed

import server.api
from server.access import rights as access
from server.access.scopes import SCOPES, Scope
from server.app import create_app
from server.runtime.settings import Settings
from tests.published import document
from tests.secrecy.rights.access_page import Cell, rights, scopes, scopes_for_others, statuses, viewers
from tests.secrecy.rights.asks import ASKS, Answer, Ask, applies, perform, prepares
from tests.secrecy.rights.roles import ACTORS, Actor, SeriesMoment, Stage, TournamentMoment, visibilities
from tests.server.world import Client, running_world

SOCKETS: Final = {
    "streamMatch": "/v1/matches/{match_id}/stream",
    "streamMany": "/v1/stream",
    "streamMyEvents": "/v1/me/events",
    "streamTournament": "/v1/tournaments/{tournament_id}/stream",
}

TOKENLESS: Final = ("anonymous",)
"""Roles without a token; matches that are public are their own."""

DOCUMENTATION: Final = {
    "/openapi.json",
    "/asyncapi.yaml",
    "/docs",
    "/docs/search",
    "/docs/{page:path}",
    "/",
    "/match/{match_id}",
    "/match/{match_id}/rules",
    "/rules/{game}",
    "/lesson/{game}",
    "/player/{player_id}",
    "/friend/{token}",
    "/invitation/{token}",
    "/tournament",
    "/embed/tournament/{tournament_id}",
    "/tournament/{tournament_id}",
    "/tournament/{tournament_id}/screen",
    "/series",
    "/series/{series_id}",
    "/assets/{name}",
    "/service-worker.js",
    "/manifest.webmanifest",
    "/play",
    "/.well-known/oauth-authorization-server",
    "/oauth/authorize",
    "/oauth/device",
    "/oauth/device_authorization",
    "/oauth/revoke",
    "/oauth/token",
}
"""What a server shows to everyone, besides its operations."""

ACCOUNT: Final = {
    "/account",
    "/account/account.css",
    "/account/account.js",
    "/account/again",
    "/account/sign-in/link",
    "/account/end-access",
    "/account/name",
    "/account/new",
    "/account/new/options",
    "/account/new/provider",
    "/account/passkeys",
    "/account/passkeys/options",
    "/account/passkeys/remove",
    "/account/play",
    "/account/provider-accounts/remove",
    "/account/providers/{name}",
    "/account/providers/{name}/callback",
    "/account/recovery-codes",
    "/account/sessions/end",
    "/account/sign-in/passkey",
    "/account/sign-in/passkey/options",
    "/account/sign-in/recovery-code",
    "/account/sign-in/token",
    "/account/sign-out",
    "/account/tokens",
    "/account/tokens/withdraw",
}
"""The pages of accounts, which show and change what is of whoever is signed in (tests/server/people/accounts)."""

PAGE: Final = rights()
STATUSES: Final = statuses()


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def stage(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    """One server for all rows: every request gets a match in which nothing has changed."""
    file = shutil.copyfile(sqlite_template, tmp_path_factory.mktemp("access") / "moirai.db")
    async with running_world(f"sqlite:///{file}") as world:
        yield await Stage.set(world)


@pytest.mark.sampled(share=1.25)
@pytest.mark.parametrize("operation", PAGE)
@pytest.mark.asyncio(loop_scope="module")
async def test_every_role_gets_what_the_table_says(stage: Stage, operation: str) -> None:
    wrong = []
    for ask in ASKS[operation]:
        for actor, visibility in _actors_and_visibilities(ask):
            answer = await _ask(stage, ask, actor, visibility)
            if not _is_as_documented(PAGE[operation][actor.role], ask, actor, visibility, answer):
                wrong.append(f"{actor}, {visibility} match: {ask.method} {ask.path} got {answer}")

    assert wrong == []


def test_the_servers_table_is_the_one_of_the_page() -> None:
    table = {operation: {role: _cell(right) for role, right in row.items()} for operation, row in access.RIGHTS.items()}
    refusals = [right.refusal for row in access.RIGHTS.values() for right in row.values() if right.refusal]

    assert table == PAGE
    assert {refusal.code.name: refusal.error().status for refusal in refusals} == STATUSES


def test_the_servers_scopes_are_those_of_the_page() -> None:
    assert {operation: access.SCOPES[operation.split(".")[0]] for operation in PAGE} == scopes()
    assert access.SCOPES.keys() == {operation.split(".")[0] for operation in PAGE}


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("scope", SCOPES)
@pytest.mark.asyncio(loop_scope="module")
async def test_a_token_does_what_its_scopes_say_and_nothing_else(stage: Stage, scope: Scope) -> None:
    """
    Whether or not there is what the call is about: the scope is asked first.
    """
    without, alone = await stage.world.player("Clotho"), await stage.world.player("Lachesis")
    needing = {operation for operation, needed in scopes().items() if needed == scope}
    others = {operation for operation, needed in scopes().items() if needed not in (None, scope)}

    refused_without = await _refused_for_scope(
        await _narrow(without, [one for one in SCOPES if one != scope]), needing | others
    )
    refused_alone = await _refused_for_scope(await _narrow(alone, [scope]), needing | others)

    assert refused_without == needing
    assert refused_alone == others


@pytest.mark.asyncio(loop_scope="module")
async def test_what_needs_no_scope_is_open_to_a_token_with_any(stage: Stage) -> None:
    talker = await _narrow(await stage.world.player("Clotho"), ["talk"])

    me = await talker.get("/v1/me")
    await talker.get("/v1/games")
    await talker.post("/v1/tickets", None, 201)

    assert me["token"]["scopes"] == ["talk"]


def test_the_scopes_for_what_is_done_for_others_are_those_of_the_page() -> None:
    assert scopes_for_others() == access.FOR_OTHERS


def test_every_operation_has_a_row_and_every_row_an_operation() -> None:
    named = {row.split(".")[0] for row in PAGE}

    assert named == {operation["operationId"] for operation in _operations().values()} | SOCKETS.keys()


def test_the_server_answers_nothing_that_is_not_published() -> None:
    """A route that is missing from the document would be missing from the table too."""
    routes = list(_routes())
    calls = {
        (method, route.path_format) for route in routes if isinstance(route, APIRoute) for method in route.methods or ()
    }
    sockets = {route.path for route in routes if isinstance(route, APIWebSocketRoute)}
    shown = {route.path for route in create_app(Settings()).routes if type(route) is Route}

    assert calls == _operations().keys()
    assert sockets == set(SOCKETS.values())
    assert shown == DOCUMENTATION | ACCOUNT


def test_every_row_is_asked_for() -> None:
    asked = {operation: {ask.own for ask in asks} for operation, asks in ASKS.items()}

    assert asked.keys() == PAGE.keys()
    for operation, row in PAGE.items():
        if any(cell.reach == "own" and cell.code for role, cell in row.items() if role not in TOKENLESS):
            assert asked[operation] == {True, False}, f"{operation} makes a difference and is not asked for both"


@pytest.mark.asyncio(loop_scope="module")
async def test_an_unknown_token_is_refused(stage: Stage) -> None:
    stranger = stage.world.connect("nobody", "nobodys-token")
    nobody = Actor("anonymous", "stranger")
    stage.accounts["stranger"] = stranger
    wrong = []
    for operation, row in PAGE.items():
        if row["anonymous"].code == "missing_token":
            for ask in ASKS[operation]:
                answer = await _ask(stage, ask, nobody, "public")
                if answer != Answer(401, "unknown_token"):
                    wrong.append(f"{ask.method} {ask.path} got {answer}")

    assert wrong == []


@pytest.mark.parametrize("actor", ACTORS, ids=str)
@pytest.mark.asyncio(loop_scope="module")
async def test_everyone_is_the_viewer_that_the_page_says(stage: Stage, actor: Actor) -> None:
    for visibility in visibilities(actor):
        scene = await stage.scene(actor, visibility, "running")

        reply = await scene.caller.http.get(f"/v1/matches/{scene.match_id}/view")

        said = viewers()[actor.role]
        if said == "spectator of public matches":
            said = "spectator" if visibility == "public" else "none"
        viewer = "a" if said == "the seat" else said
        assert (reply.json()["viewer"] if reply.status_code == 200 else "none") == viewer


@pytest.mark.parametrize("actor", [actor for actor in ACTORS if actor.has_token], ids=str)
@pytest.mark.asyncio(loop_scope="module")
async def test_lists_hold_what_is_public_and_ones_own(stage: Stage, actor: Actor) -> None:
    """Administrators find every match; their own are those in which they sit or hold a role, as for any account."""
    finds = actor.given or actor.caller in (actor.maker, "administrator")
    for visibility in visibilities(actor):
        scene = await stage.scene(actor, visibility, "running")
        held = {mine: scene.match_id in await _listed(scene.caller, mine=mine) for mine in (False, True)}

        assert held[False] == bool(finds or actor.seated or visibility == "public")
        assert held[True] == bool(actor.given or actor.seated or actor.caller == actor.maker)


async def _listed(caller: Client, *, mine: bool) -> set[str]:
    """Return the matches of all pages."""
    page = await caller.get("/v1/matches", limit=100, mine=mine)
    listed = {match["match_id"] for match in page["matches"]}
    while page["next"]:
        page = await caller.get("/v1/matches", limit=100, mine=mine, before=page["next"])
        listed |= {match["match_id"] for match in page["matches"]}
    return listed


async def _narrow(player: Client, allowed: list[Scope]) -> Client:
    """Connect a player with another token, which allows less."""
    body = {"name": "Narrow", "scopes": allowed, "expires_in_seconds": 3600}
    made = await player.post("/v1/me/tokens", body, 201)
    return player.world.connect(player.player_id, made["token"])


async def _refused_for_scope(client: Client, operations: Collection[str]) -> set[str]:
    """Return the operations of which all requests are refused for the scope of the token."""
    refused = set()
    for operation in operations:
        # A frame needs a socket, which needs the scope of its own operation.
        asks = [ask for ask in ASKS[operation] if ask.method != "WS" or operation.split(".")[0] in SOCKETS]
        if operation in access.FOR_OTHERS:
            asks = [ask for ask in asks if ask.own]
        answers = {await _is_refused_for_scope(client, ask) for ask in asks}
        assert len(answers) == 1, operation
        if answers == {True}:
            refused.add(operation)
    return refused


async def _is_refused_for_scope(client: Client, ask: Ask) -> bool:
    path = re.sub("[A-Z][A-Z_]+", "0" * 26, ask.path)
    if ask.method == "WS":
        async with client.socket(path) as connection:
            try:
                await connection.recv()
            except ConnectionClosed:
                return (connection.close_code, connection.close_reason) == (4403, "insufficient_scope")
            return False
    request = client.http.build_request(ask.method, path, json=ask.body, headers=dict(ask.headers))
    reply = await client.http.send(request, stream=True)
    if reply.status_code != 403:
        await reply.aclose()
        return False
    await reply.aread()
    return bool(reply.json()["code"] == "insufficient_scope")


async def _ask(stage: Stage, ask: Ask, actor: Actor, visibility: str) -> Answer:
    """Make the request in a scene that is as it was set up, and keep the scene for others unless it has changed."""
    key = (actor, visibility, ask.moment)
    scene = stage.unchanged.pop(key, None) or await stage.scene(*key)
    answer = await perform(ask, scene)
    if (ask.method in ("GET", "WS") or answer.status >= 400) and not prepares(ask):
        stage.unchanged[key] = scene
    return answer


def _cell(right: access.Right) -> Cell:
    return Cell(right.reach, right.refusal.code.name if right.refusal else None)


def _actors_and_visibilities(ask: Ask) -> Iterator[tuple[Actor, str]]:
    for actor in ACTORS:
        if applies(ask, actor):
            for visibility in visibilities(actor) if ask.moment != "none" else ("no",):
                yield actor, visibility


def _is_as_documented(cell: Cell, ask: Ask, actor: Actor, visibility: str, answer: Answer) -> bool:
    own = ask.own if actor.has_token or ask.moment == "none" else visibility == "public"
    if cell.reach == "all" or (cell.reach == "own" and own):
        if ask.moment in (*get_args(TournamentMoment), *get_args(SeriesMoment)) and ask.method != "GET":
            return answer.status < 300 or answer.status == 409
        return answer.status == 409 if actor.role in ask.busy else answer.status < 300
    assert cell.code is not None
    return answer == Answer(STATUSES[cell.code], cell.code)


def _operations() -> dict[tuple[str, str], Any]:
    return {
        (method.upper(), path): operation
        for path, operations in document()["paths"].items()
        for method, operation in operations.items()
    }


def _routes() -> Iterator[object]:
    for module in pkgutil.walk_packages(server.api.__path__, "server.api."):
        for router in vars(importlib.import_module(module.name)).values():
            if isinstance(router, APIRouter):
                yield from router.routes
