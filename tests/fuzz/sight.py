"""Everything that the roles can see of a match and beside it, to compare before and after."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

import httpx

from tests.secrecy.rights.roles import Stage
from tests.server.world import Client
from tests.waiting import PATIENCE_SECONDS

Json = Any

_PAGES: Final = ("/v1/me", "/v1/matches?limit=100", "/v1/matches?mine=true&limit=100", "/v1/packs")

_OF_A_MATCH: Final = (
    *("", "/view", "/events?limit=500", "/log"),
    *("/channels/table/messages", "/channels/host:a/messages", "/channels/host:b/messages"),
)


_BLIND: Final = ("judge", "nobody")
"""Viewers that see the same as another, and those that see nothing."""


async def all_seen(stage: Stage, match_id: str) -> dict[str, str]:
    """Return each page that an account of the stage can fetch, by account and path: its status and content."""
    pages = [
        (name, account, path)
        for name, account in stage.accounts.items()
        if name not in _BLIND
        for path in [*_PAGES, *(f"/v1/matches/{match_id}{page}" for page in _OF_A_MATCH)]
    ]
    # A match of bots that a request has created goes on by itself, and lists show it.
    await stage.world.settle()
    # Without the checks of clients, which take longer than the replies.
    async with httpx.AsyncClient(base_url=stage.world.url, timeout=PATIENCE_SECONDS, verify=False) as http:
        # The first look of an administrator at a match is noted in it, and all later ones change nothing.
        await _fetch(http, stage.accounts["administrator"], f"/v1/matches/{match_id}/view")
        texts = await asyncio.gather(*(_fetch(http, account, path) for _, account, path in pages))
    return {f"{name} {path}": text for (name, _, path), text in zip(pages, texts, strict=True)}


async def _fetch(http: httpx.AsyncClient, account: Client, path: str) -> str:
    reply = await http.get(path, headers={"Authorization": account.http.headers.get("Authorization", "")})
    return f"{reply.status_code} {_timeless(reply)}"


def _timeless(reply: httpx.Response) -> str:
    if reply.headers["content-type"] != "application/json":
        return reply.text
    return json.dumps({name: value for name, value in reply.json().items() if name != "server_now"})
