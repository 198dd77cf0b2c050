"""What hosts and directors do for others needs a scope of theirs, also where players do it for themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from tests.secrecy.wire.requests import SEASON
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

EVENTS: Final[dict[str, tuple[str, str, Json]]] = {
    "tournaments": (
        "tournament_id",
        "entrants",
        {"label": "Duels", "system": "swiss", "match": {"game": "wizards_duel"}},
    ),
    "series": ("series_id", "players", {**SEASON, "label": "Season"}),
}
"""By kind: the field with its id, the path of those who take part, and a request for a new one."""


async def _narrow(player: Client, scopes: Sequence[str]) -> Client:
    """Connect a player with another token, which allows less."""
    made = await player.post("/v1/me/tokens", {"name": "Narrow", "scopes": scopes}, 201)
    return player.world.connect(player.player_id, made["token"])


async def _ask(caller: Client, method: str, path: str, body: Json, wanted: str) -> None:
    """Ask for what the token may not do."""
    reply = await caller.http.request(method, path, json=body)

    assert (reply.status_code, reply.json()["code"]) == (403, "insufficient_scope")
    assert f'scope="{wanted}"' in reply.headers["WWW-Authenticate"]


@pytest.mark.parametrize("given", ["reserved", "bot"])
async def test_a_token_of_a_host_that_only_plays_seats_and_clears_nobody_else(world: World, given: str) -> None:
    host, bo = await world.player("Host"), await world.player("Bo")
    match_id = (await host.post("/v1/matches", {"game": "wizards_duel"}, 201))["match_id"]
    seats = f"/v1/matches/{match_id}/seats"
    sitter = {"player_id": bo.player_id} if given == "reserved" else {"bot": True}
    narrow, wide = await _narrow(host, ["play"]), await _narrow(host, ["play", "host"])

    await _ask(narrow, "PUT", f"{seats}/b", sitter, "host")
    assert (await wide.http.put(f"{seats}/b", json=sitter)).status_code == 200
    await _ask(narrow, "DELETE", f"{seats}/b", None, "host")
    own = [await narrow.http.put(f"{seats}/a", json={}), await narrow.http.delete(f"{seats}/a")]

    assert [reply.status_code for reply in own] == [200, 200]
    assert (await wide.http.delete(f"{seats}/b")).status_code == 200


@pytest.mark.parametrize("kind", EVENTS)
async def test_a_token_of_a_director_that_only_plays_enters_and_takes_out_nobody_else(world: World, kind: str) -> None:
    director, bo, cleo = [await world.player(name) for name in ("Director", "Bo", "Cleo")]
    id_, taking_part, new = EVENTS[kind]
    made = f"/v1/{kind}/{(await director.post(f'/v1/{kind}', new, 201))[id_]}"
    if kind == "tournaments":
        await director.post(f"{made}/actions", {"type": "open"})
    event = f"{made}/{taking_part}"
    others = f"{event}/{bo.player_id}"
    narrow, wide = await _narrow(director, ["play"]), await _narrow(director, ["play", "organise"])

    await _ask(narrow, "PUT", others, {}, "organise")
    assert (await (await _narrow(bo, ["play"])).http.put(f"{event}/me", json={})).status_code == 200
    await _ask(narrow, "DELETE", others, None, "organise")

    assert (await wide.http.delete(others)).status_code == 200
    entered = await wide.http.put(f"{event}/{cleo.player_id}", json={})
    assert entered.status_code == 200, entered.text
    assert (await (await _narrow(cleo, ["play"])).http.delete(f"{event}/{cleo.player_id}")).status_code == 200
