"""
Floods of what a server makes for its callers: calendars, standings, previews of seasons, options of passkeys, searches,
and matches that fill lists.

Each is prepared by a host with the default limits, and then asked for again and again by another guest.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from tests.attacks.ground import Ground, Guest
from tests.attacks.test_history import Asked
from tests.http_client import HttpClient
from tests.secrecy.wire.requests import SEASON
from tests.waiting import PATIENCE_SECONDS

_ITEMS: Final = 40
"""How many matches wait for the host whose calendar is read."""

_BOTS: Final = 64
_LABELS: Final = 300
_MATCHES: Final = 100
_DUEL: Final = {"game": "wizards_duel"}

Flood: TypeAlias = Callable[[Ground, Guest, Guest], Awaitable[list[Asked]]]
"""Lets a host prepare what another guest asks for, and returns the requests."""


async def calendars(_: Ground, host: Guest, __: Guest) -> list[Asked]:
    """Read a calendar with many items, by its secret address."""
    path = (await host.post("/v1/me/calendar"))["path"]
    match = {**_DUEL, "seats": {"a": {}, "b": {"bot": True}}, "autostart": True}
    await host.post("/v1/matches/bulk", {"matches": [match] * _ITEMS})
    return [Asked("", path)]


async def standings(_: Ground, host: Guest, guest: Guest) -> list[Asked]:
    """Read the standings of a tournament, and its view."""
    terms = {"label": "Flood", "system": "swiss", "rounds": 3, "match": _DUEL}
    path = f"/v1/tournaments/{(await host.post('/v1/tournaments', terms))['tournament_id']}"
    for action in ({"type": "open"}, {"type": "add_bots", "count": _BOTS}):
        await host.post(f"{path}/actions", action)
    return [Asked(guest.token, f"{path}/{part}") for part in ("standings", "view")]


async def previews(_: Ground, __: Guest, guest: Guest) -> list[Asked]:
    """Ask again and again how a season could go."""
    return [Asked(guest.token, "/v1/series/preview", SEASON, method="POST")]


async def passkeys(ground: Ground, _: Guest, __: Guest) -> list[Asked]:
    """Begin to make accounts with passkeys, and to sign in, as the page of the account does."""
    home = ground.url.replace("127.0.0.1", "localhost")
    async with HttpClient(home, timeout=PATIENCE_SECONDS) as http:
        page = await http.get("/account")
    (form_token,) = set(re.findall(r'name="form_token" value="(\w+)"', page.text))
    cookies = "; ".join(f"{name}={value}" for name, value in page.cookies.items())
    headers = {"Host": home.partition("://")[2], "Origin": home, "X-Form-Token": form_token, "Cookie": cookies}
    begun = ("/account/new/options", "/account/sign-in/passkey/options")
    return [Asked("", path, {"name": "Eris"}, method="POST", headers=headers) for path in begun]


async def searches(_: Ground, host: Guest, guest: Guest) -> list[Asked]:
    """Search the texts of many matches for what none has."""
    label = "An apple for the fairest of all that are here"
    await host.post("/v1/matches/bulk", {"matches": [{**_DUEL, "label": label}] * _LABELS})
    return [Asked(guest.token, f"/v1/matches?text={word}&limit=100") for word in ("golden", "pple", "eris")]


async def new_matches(_: Ground, __: Guest, guest: Guest) -> list[Asked]:
    """Create many public matches in each call."""
    return [Asked(guest.token, "/v1/matches/bulk", {"matches": [_DUEL] * _MATCHES}, method="POST")]


FLOODS: Final[tuple[Flood, ...]] = (calendars, standings, previews, passkeys, searches, new_matches)
