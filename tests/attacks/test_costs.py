"""Costs are those of the table in docs/running.md, row by row."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeAlias

import httpx
import pytest

from engines.catalogue import GAMES
from server.api.documents.committed import compact
from server.logs.store.entry import canonical_json
from tests.attacks.test_history_costs import OF_HISTORY, RATE, remaining
from tests.secrecy.wire.requests import PUSH, SEASON
from tests.server.people.oauth.browser import Browser, Program
from tests.server.world import Client, World, running_world
from tests.waiting import PATIENCE_SECONDS

PAGE: Final = Path(__file__).parents[2] / "docs" / "running.md"

ADDRESS_RATE: Final = 25
ADDRESS_BURST: Final = 4 * ADDRESS_RATE

SUBMISSIONS: Final = 120

Scenario: TypeAlias = Callable[[World, Client], Awaitable[object]]
"""Does once what a row of the table describes, paid by the client's token or by its address."""

BODY: Final = json.dumps({"name": "Ada", "ignored": "x" * 24_000})


async def _call(_: World, ada: Client) -> None:
    await ada.get("/v1/me")


async def _body(_: World, ada: Client) -> None:
    await ada.http.put(f"/v1/matches/{'0' * 26}/submission", content=BODY, headers={"Content-Type": "application/json"})


async def _name(_: World, ada: Client) -> None:
    assert (await ada.http.patch("/v1/me", json={"name": "Ada"})).status_code == 200


async def _page(world: World, _: Client) -> None:
    async with _browser(world) as browser:
        assert (await browser.get("/account")).status_code == 200


async def _step(world: World, ada: Client) -> None:
    async with _browser(world) as browser:
        assert (await browser.post("/account/sign-in/token", data={"token": ada.token})).status_code == 403


async def _account(world: World, _: Client) -> None:
    async with _browser(world) as browser:
        shown = (await browser.get("/account")).text
        token = re.findall(r'name="form_token" value="(\w+)"', shown)[0]
        headers = {"Origin": str(browser.base_url).rstrip("/"), "X-Form-Token": token}
        reply = await browser.post("/account/new", json={"credential": {}}, headers=headers)
        assert reply.status_code == 403


async def _provider(world: World, _: Client) -> None:
    async with _browser(world) as browser:
        assert (await browser.get("/account/providers/none/callback")).status_code == 404


async def _oauth_step(world: World, _: Client) -> None:
    assert (await Program(world).refresh("unknown")).status_code == 400


async def _user_code(world: World, ada: Client) -> None:
    browser = Browser(world)
    await browser.sign_in(ada)
    page = await browser.open("/oauth/device")
    assert (await browser.press(page, user_code="BCDF-GHJK")).status_code == 404


async def _token(_: World, ada: Client) -> None:
    await ada.post("/v1/me/tokens", {"name": "Laptop", "scopes": ["watch"]}, expect=201)


async def _suspended(world: World, ada: Client) -> None:
    bo = (await world.player("Bo")).player_id
    await ada.post(f"/v1/administration/players/{bo}/actions", {"type": "suspend", "reason": "Spam"})


async def _forgotten(world: World, ada: Client) -> None:
    bo = f"/v1/administration/players/{(await world.player('Bo')).player_id}"
    assert (await ada.http.request("DELETE", bo, json={"reason": "Asked by mail"})).status_code == 202


def _browser(world: World) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=world.url.replace("127.0.0.1", "localhost"), timeout=PATIENCE_SECONDS, verify=False
    )


async def _ticket(_: World, ada: Client) -> None:
    await ada.post("/v1/tickets", None, expect=201)


async def _guest(_: World, ada: Client) -> dict[str, str]:
    made: dict[str, str] = await ada.post("/v1/guests", {"name": "Guest"}, expect=201)
    return made


async def _sign_in_link(world: World, ada: Client) -> None:
    guest = await _guest(world, ada)
    await ada.post(f"/v1/guests/{guest['player_id']}/sign-in-link", None, expect=201)


async def _own_stream(_: World, ada: Client) -> None:
    await ada.get("/v1/me/events")


async def _match(_: World, ada: Client) -> None:
    await ada.post("/v1/matches", {"game": "wizards_duel"}, expect=201)


async def _report(world: World, ada: Client) -> None:
    """Looking for the seat, and sitting down, are a call each."""
    bo = await world.player("Bo")
    match_id = await world.duel(bo, bo, ada)
    await ada.post(f"/v1/matches/{match_id}/reports", {"seat": "a", "reason": "Insults."})


async def _queue(_: World, ada: Client) -> None:
    """A table is opened, where the caller then waits."""
    for entropy in ("0a" * 32, "0b" * 32):
        await ada.post("/v1/queue", {"game": "wizards_duel", "entropy": entropy})


async def _bulk(_: World, ada: Client) -> None:
    await ada.post("/v1/matches/bulk", {"matches": [{"game": "wizards_duel"}] * 40})


async def _invitation(_: World, ada: Client) -> None:
    match_id = (await ada.post("/v1/matches", {"game": "wizards_duel"}, expect=201))["match_id"]
    await ada.post(f"/v1/matches/{match_id}/invitations", {}, expect=201)


async def _guess(world: World, _: Client) -> None:
    await world.nobody().get(f"/v1/invitations/{'0' * 26}.guess", expect=404)


async def _other_seat(world: World, ada: Client) -> None:
    match_id = await world.match("wizards_duel", ada, {"a": ada, "b": None}, open_log=True)
    await ada.act(match_id, {"type": "void", "reason": "Enough."})
    await ada.get(f"/v1/matches/{match_id}/view?as=b")


async def _bot(_: World, ada: Client) -> None:
    await ada.post("/v1/matches", {"game": "wizards_duel", "seats": {"b": {"bot": True}}}, expect=201)


async def _bots_alone(_: World, ada: Client) -> None:
    seats = {"a": {"bot": True}, "b": {"bot": True}}
    await ada.post("/v1/matches", {"game": "wizards_duel", "seats": seats}, expect=201)


async def _pack(_: World, ada: Client) -> None:
    content = {"name": "One row", "layout": ["ABCDEFGHIJKLMNOPQRSTUVWXY"]}
    body = {"game": "divine_intervention", "content": content}
    await ada.post("/v1/packs", body, expect=201)


async def _preview(_: World, ada: Client) -> None:
    await ada.post("/v1/series/preview", SEASON)


async def _series(_: World, ada: Client, bots: int = 0) -> str:
    body = {"label": "Four to one", **SEASON, "players": [None] * bots}
    return f"/v1/series/{(await ada.post('/v1/series', body, expect=201))['series_id']}"


async def _series_of_bots(world: World, ada: Client) -> None:
    await _series(world, ada, bots=2)


async def _series_started(world: World, ada: Client) -> str:
    path = await _series(world, ada)
    await ada.post(f"{path}/actions", {"type": "start"})
    return path


async def _series_resumed(world: World, ada: Client) -> None:
    path = await _series_started(world, ada)
    for action in ("pause", "resume"):
        await ada.post(f"{path}/actions", {"type": action})


async def _series_seen(world: World, ada: Client) -> None:
    await ada.get(f"{await _series(world, ada)}/view")


async def _block(world: World, ada: Client) -> None:
    await ada.put(f"/v1/me/blocks/{ada.player_id}", None, expect=409)


async def _unknown_friend(_: World, ada: Client) -> None:
    await ada.get(f"/v1/friend-links/{ada.player_id}.guess", 404)


async def _reminders(_: World, ada: Client) -> None:
    await ada.put("/v1/me/reminders", {"push": ["over"], "calendar": []})


async def _calendar(world: World, ada: Client) -> None:
    made = await ada.post("/v1/me/calendar", None, expect=201)
    assert (await world.nobody().http.get(made["path"])).status_code == 200


async def _no_calendar(world: World, _: Client) -> None:
    assert (await world.nobody().http.get("/v1/calendars/nobody.guessed.ics")).status_code == 404


async def _subscription(_: World, ada: Client) -> None:
    await ada.put("/v1/me/push-subscriptions", PUSH)


async def _webhook(_: World, ada: Client) -> str:
    made = await ada.post("/v1/webhooks", {"url": "https://hooks.example.org/"}, expect=201)
    return f"/v1/webhooks/{made['webhook_id']}"


async def _pinged(world: World, ada: Client) -> None:
    await ada.post(f"{await _webhook(world, ada)}/ping", None, expect=202)


async def _rotated(world: World, ada: Client) -> None:
    await ada.post(f"{await _webhook(world, ada)}/rotate", None)


async def _tournament(_: World, ada: Client, bots: int = 0) -> str:
    body = {"label": "Duels", "system": "own", "match": {"game": "wizards_duel"}}
    path = f"/v1/tournaments/{(await ada.post('/v1/tournaments', body, expect=201))['tournament_id']}"
    if bots:
        await ada.post(f"{path}/actions", {"type": "add_bots", "count": bots})
    return path


async def _bots_entered(world: World, ada: Client) -> None:
    await _tournament(world, ada, bots=2)


async def _paired(world: World, ada: Client) -> None:
    path = await _tournament(world, ada, bots=60)
    await ada.post(f"{path}/actions", {"type": "open"})
    tables = [{"entrants": [f"e{number}", f"e{number + 1}"]} for number in range(1, 60, 2)]
    await ada.post(f"{path}/actions", {"type": "set_pairings", "tables": tables})


async def _paused(world: World, ada: Client) -> None:
    path = await _tournament(world, ada, bots=60)
    await ada.post(f"{path}/actions", {"type": "cancel"})


async def _people_entered(world: World, ada: Client) -> None:
    path = await _tournament(world, ada)
    people = [{"name": f"Person {number}"} for number in range(40)]
    for preview in (True, False):
        await ada.post(f"{path}/entrants", {"people": people, "preview": preview})


async def _announced(world: World, ada: Client) -> None:
    path = await _tournament(world, ada, bots=60)
    await ada.post(f"{path}/actions", {"type": "announce", "text": "At eight."})


async def _round_started(world: World, ada: Client) -> None:
    path = await _tournament(world, ada, bots=2)
    await ada.post(f"{path}/actions", {"type": "open"})
    await ada.post(f"{path}/actions", {"type": "set_pairings", "tables": [{"entrants": ["e1", "e2"]}]})
    await ada.post(f"{path}/actions", {"type": "start_round"})


async def _tournament_seen(world: World, ada: Client) -> None:
    path = await _tournament(world, ada, bots=60)
    await ada.get(f"{path}/view")
    await ada.get(f"{path}/standings")


async def _workbook(world: World, ada: Client) -> None:
    path = await _tournament(world, ada, bots=60)
    asked = {"Accept": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}
    reply = await ada.http.get(f"{path}/standings", headers=asked)
    assert reply.content.startswith(b"PK")


async def _tournaments(world: World, ada: Client) -> None:
    for _ in range(10):
        await _tournament(world, ada)
    await ada.get("/v1/tournaments")


async def _list(_: World, ada: Client) -> None:
    await ada.get("/v1/matches?limit=20")


async def _search(_: World, ada: Client) -> None:
    await ada.get("/v1/matches", text="nobody")


async def _lobby(_: World, ada: Client) -> None:
    async with ada.http.stream("GET", "/v1/matches", headers={"Accept": "text/event-stream"}):
        pass


async def _replayed(world: World, ada: Client) -> None:
    match_id = await world.match("wizards_duel", ada, {"a": ada, "b": None}, {"cast_seconds": 86_400})
    for number in range(SUBMISSIONS):
        await ada.submit(match_id, 1, {"type": "cast", "spell": str(1 + number % 2)})
    async with ada.stream(match_id) as stream:
        for _ in range(SUBMISSIONS):
            await stream.until("submitted")


async def _stranger(world: World, _: Client) -> None:
    await world.http().get("/v1/games")


async def _player(world: World, _: Client) -> None:
    await world.player("Bo")


async def _search_pages(world: World, _: Client) -> None:
    await world.http().get("/docs/search", params={"q": "cursor"})


async def _document(world: World, _: Client) -> None:
    await world.http().get("/openapi.json", headers={"Accept-Encoding": "identity"})


DOCUMENT_BYTES: Final = len(
    compact((Path(__file__).parents[2] / "openapi" / "openapi.json").read_text(encoding="utf-8")).encode()
)

SEASON_BYTES: Final = sum(
    len(canonical_json(GAMES[game].options(next(iter(GAMES[game].variants)), {}).model_dump(mode="json")))
    for game in (episode["game"] for episode in SEASON["episodes"])
)
"""How large the options of the season's matches are."""

BY_TOKEN: Final[dict[str, tuple[Scenario, float]]] = {
    "a call, a frame on a WebSocket": (_call, 1),
    "a body or frame of more than 2,400 bytes": (_body, 1 + len(BODY) / 2_400),
    "creating a ticket": (_ticket, 1 + 5),
    "creating a guest, for its bridge": (_guest, 1 + 10),
    "creating a link that signs a guest in": (_sign_in_link, 1 + 10 + 1 + 5),
    "creating or renewing a token": (_token, 1 + 5),
    "an action of an administrator on a player": (_suspended, 1 + 5),
    "asking to be forgotten, for oneself or another": (_forgotten, 1 + 20),
    "changing the name of a player": (_name, 1 + 5),
    "creating a match, calling for a rematch, playing a table again": (_match, 1 + 6),
    "reporting a player": (_report, 1 + 1 + 1 + 5),
    "joining a queue, waiting there, opening a table": (_queue, (1 + 5 + 6) + (1 + 5)),
    "creating many matches, or acting on them, in one call": (_bulk, 1 + 40 / 10 + 40 * 6),
    "the first look at one's own stream, before there was any news": (_own_stream, 1 + 5),
    "a push subscription": (_subscription, 1 + 5 + 5),
    "creating a webhook": (_webhook, 1 + 5 + 20),
    "pinging a webhook, sending a message again": (_pinged, 1 + 5 + 20 + 1 + 20),
    "a new secret of a webhook": (_rotated, 1 + 5 + 20 + 1 + 5),
    "creating an invitation": (_invitation, 1 + 6 + 1 + 5 + 1 / 30),
    "people entered by name, or looked at in a preview": (_people_entered, 1 + 10 + 2 * (1 + 40 / 2)),
    "giving a seat to a bot": (_bot, 1 + 6 + 10),
    "a match in which only bots play": (_bots_alone, 1 + 6 + 2 * 10 + 500),
    "a preview of a season": (_preview, 1 + 2 + SEASON_BYTES / 1_000),
    "creating a series": (_series_of_bots, 1 + 2 + SEASON_BYTES / 1_000 + 10 + 2 * 10),
    "starting a series": (_series_started, 1 + 2 + SEASON_BYTES / 1_000 + 10 + 1 + 6 + 4 * 10),
    "an action with which a match of a series may begin": (
        _series_resumed,
        1 + 2 + SEASON_BYTES / 1_000 + 10 + 1 + 6 + 4 * 10 + 1 + 1 + 6,
    ),
    "the view of a series": (_series_seen, 1 + 2 + SEASON_BYTES / 1_000 + 10 + 1),
    "a new link for friends, accepting one, ending a friendship, a block or its end": (_block, 1 + 5),
    "a link of a player that does not work": (_unknown_friend, 1 + 20),
    "choosing reminders, a new address of a calendar": (_reminders, 1 + 5),
    "registering a pack": (_pack, 1 + 100 / 1_000),
    "creating a tournament": (_tournament, 1 + 10),
    "entering a bot in a tournament": (_bots_entered, 1 + 10 + 1 + 2 * 10),
    "pairing a round": (_paired, 1 + 10 + 1 + 60 * 10 + 2 + 60**2 / 150),
    "pausing, resuming or undoing in a tournament, ending its round, cancelling it, giving its tables more time": (
        _paused,
        1 + 10 + 1 + 60 * 10 + 1 + 30 / 10,
    ),
    "announcing something in a tournament, changing the times of its rounds": (
        _announced,
        1 + 10 + 1 + 60 * 10 + 1 + 60 / 10,
    ),
    "starting a round": (_round_started, 1 + 10 + 1 + 2 * 10 + 3 + 2**2 / 150 + 2 * 3),
    "the view of a tournament, its standings": (_tournament_seen, 1 + 10 + 1 + 60 * 10 + 2 * (1 + 60 / 30) + 0.5),
    "standings, or a round, as a workbook": (_workbook, 1 + 10 + 1 + 60 * 10 + 1 + 60 / 30 + 60 / 3 + 0.5),
    "a page of tournaments, of series, of ratings": (_tournaments, 10 * (1 + 10) + 1 + 10 / 10 + 0.5),
    "the view of another seat after the end": (_other_seat, 1 + 6 + 10 + 1 + 1 + 0.5),
    "a page of matches": (_list, 1 + 2),
    "the stream of the list of matches": (_lobby, 1 + 10),
    "a page of matches with a `text`": (_search, 1 + 5),
    "events replayed on a stream": (_replayed, 1 + 6 + 10 + SUBMISSIONS + 1 + SUBMISSIONS / 30 + 0.5),
}
"""Rows that are paid by token, with the action and its cost; fractions of a unit are not reported."""

BY_ADDRESS: Final[dict[str, tuple[Scenario, int]]] = {
    "a call without a valid token, whatever its result": (_stranger, 1),
    "creating a player": (_player, 10),
    "creating a guest, as a bridge": (_guest, 10),
    "a page of an account": (_page, 1 + 4),
    "a step of signing in, a form of an account": (_step, 1 + 5),
    "a new account": (_account, 1 + 4 + 1 + 5 + 10),
    "going to an OpenID provider, coming back from it": (_provider, 1 + 4 + 20),
    "a step of OAuth: a token, a revocation, codes for a device": (_oauth_step, 1 + 5),
    "a code of a device that does not exist": (_user_code, 1 + 4 + 1 + 5 + 20),
    "an invitation that does not exist": (_guess, 1 + 20),
    "an address of a calendar that does not exist": (_no_calendar, 1 + 20),
    "reading a calendar": (_calendar, 5 + 1),
    "searching these pages": (_search_pages, 1 + 5),
    "a document of more than 64 KiB, in the size that is sent": (_document, math.ceil(DOCUMENT_BYTES / 65_536)),
}


def _rows() -> list[str]:
    section = PAGE.read_text(encoding="utf-8").split("\n## Costs\n")[1].split("\n## ")[0]
    return re.findall(r"^\| ((?!what |---)[^|]+?) \|", section, re.MULTILINE)


def test_every_row_of_the_table_is_tried() -> None:
    assert sorted(_rows()) == sorted([*BY_TOKEN, *BY_ADDRESS, *OF_HISTORY])


@pytest.mark.sampled(least=8)
@pytest.mark.parametrize("row", BY_TOKEN)
async def test_calls_with_a_token_are_charged_to_it(sqlite_url: str, row: str) -> None:
    scenario, cost = BY_TOKEN[row]
    async with running_world(sqlite_url, rate_per_token=RATE) as world:
        ada = await world.player("Ada", "laplace and his demon")
        for _ in range(20):
            await ada.post("/v1/matches", {"game": "wizards_duel"}, expect=201)
        world.clock.advance(3600)
        await ada.get("/v1/me")
        before = await remaining(ada)

        await scenario(world, ada)

        assert before - await remaining(ada) - 1 == pytest.approx(cost, abs=0.999)


@pytest.mark.sampled(least=3)
@pytest.mark.parametrize("row", BY_ADDRESS)
async def test_calls_without_a_token_are_charged_to_their_address(sqlite_url: str, row: str) -> None:
    scenario, cost = BY_ADDRESS[row]
    async with running_world(sqlite_url, rate_per_address=ADDRESS_RATE) as world:
        ada = await world.player("Ada")
        world.clock.advance(3600)

        await scenario(world, ada)

        http = world.http()
        statuses = [(await http.get("/v1/games")).status_code for _ in range(ADDRESS_BURST + 1)]
        assert ADDRESS_BURST - statuses.count(200) == cost
