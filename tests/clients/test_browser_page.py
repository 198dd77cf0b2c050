"""The page at `/play`: a person in a browser plays through the form that it builds from the prompts."""

from __future__ import annotations

import asyncio
import json
import os
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

from engines.catalogue import GAMES
from moirai_client import Bot, Client, Match
from moirai_client.schemas import JsonValue, SeatRequest
from server.identity.players import Player
from server.matches.projection import MatchProjection
from server.matches.service import Matches
from server.operations.logs.logfile import read_logs
from server.operations.logs.seals import Kept
from server.operations.logs.verify import judge
from tests.clients.node import FOLDER, node
from tests.faults.proxy import proxied
from tests.server.world import World
from tests.serving import run, serving

PATIENCE_SECONDS = 90

SHORT: dict[str, dict[str, JsonValue]] = {
    "threads_of_fate": {"rounds": 3},
    "divine_intervention": {"last_round": 5},
    "hero_of_the_arena": {"rounds": 1},
}
"""For matches of moderate length."""

RUDE = '<b onclick="alert(1)">Bo</b><img src=x>'


async def _person(url: str, match: Match, seat: str, messages: int = 0) -> Any:  # noqa: ANN401  # JSON
    """Return what the page shows to a person who has played a match to its end and read many messages."""
    given = {
        "page": f"{url}/play?match={match.id}",
        "name": f"Ada {RUDE[:20]}",
        "seat": seat,
        "seed": 1,
        "said": messages,
    }
    script = str(FOLDER / "browser_player.mjs")
    said = await run(
        node(), script, json.dumps(given), folder=FOLDER, environment=os.environ, patience_seconds=PATIENCE_SECONDS
    )
    return json.loads(said)


async def _match(host: Client, game: str, others: SeatRequest) -> tuple[Match, str]:
    """Return a match with one free seat, the first; the others are taken, or reserved."""
    free, *taken = [seat["id"] for seat in (await host.game(game))["variants"][0]["seats"]]
    match = await host.create_match(
        {
            "game": game,
            "options": SHORT.get(game, {}),
            "seats": dict.fromkeys(taken, others),
            "pace": "eager",
            "autostart": True,
        }
    )
    return match, free


async def test_a_person_plays_a_duel_through_the_form_although_connections_break(sqlite_url: str) -> None:
    """Names and messages of others are shown as they wrote them, never as markup."""
    async with (
        serving(sqlite_url) as (_, url),
        proxied(url) as (proxy, by_proxy),
        await Client.sign_up(url, "Host") as host,
        await Client.sign_up(url, RUDE) as bo,
    ):
        match, seat = await _match(host, "wizards_duel", {"player_id": (await bo.me())["player_id"]})
        await bo.match(match.id).take_free_seat()

        async def disturb() -> None:
            """Send a message in the first phase, and cut all connections when the second and the sixth open."""
            async with match.follow() as stream:
                async for event in stream:
                    for fact in event["facts"]:
                        if fact["type"] == "match_ended":
                            return
                        number = fact["phase"]["number"] if fact["type"] == "phase_opened" else 0
                        if number == 1:
                            await bo.match(match.id).say("table", RUDE)
                        elif number in (2, 6):
                            await proxy.refuse()
                            await proxy.open()

        async with asyncio.timeout(PATIENCE_SECONDS):
            person, last, _ = await asyncio.gather(
                _person(by_proxy, match, seat, messages=1), Bot(bo).run(match.id), disturb()
            )
        log = await match.log()

    assert last["status"] == "over"
    assert person["submitted"] >= 2
    assert "winner" in person["outcome"]
    assert person["seats"] == [f"a Ada {RUDE[:20]} (you)", f"b {RUDE}"]
    assert person["messages"] == [f"b {RUDE}"]
    assert person["strangers"] == 0
    assert person["alarm"] == ""
    kept = Kept(person["kept"]["commitments"], person["kept"]["receipts"])
    assert kept.receipts
    assert judge(read_logs(log.splitlines()), kept).good


async def test_the_form_can_answer_every_prompt_of_every_other_game(sqlite_url: str) -> None:
    """It is filled in at random; an error beyond the prompt is shown at its field, until a move is accepted."""
    games = [game for game in GAMES if game != "wizards_duel"]
    async with serving(sqlite_url) as (_, url), await Client.sign_up(url, "Host") as host:
        matches = [await _match(host, game, {"bot": True}) for game in games]

        people = await asyncio.gather(*(_person(url, match, seat) for match, seat in matches))

    assert all("rank" in person["outcome"] and person["submitted"] for person in people)
    assert any(person["refusals"] for person in people)


async def test_a_person_plays_to_the_end_although_views_come_from_a_process_that_lags(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process returns the latest view only if the page asks for the event that it has heard of."""
    view_of = Matches.view

    async def late_view(
        matches: Matches, player: Player, match_id: str, at: int | None, told: int = 0
    ) -> MatchProjection:
        newest = await view_of(matches, player, match_id, at, told)
        behind = at is None and newest.cursor > 1 and newest.viewer != "spectator"
        return await view_of(matches, player, match_id, newest.cursor - 1) if behind else newest

    monkeypatch.setattr(Matches, "view", late_view)
    async with await Client.sign_up(world.url, "Host") as host:
        match, seat = await _match(host, "wizards_duel", {"bot": True})

        person = await _person(world.url, match, seat)

    assert "rank" in person["outcome"]
    assert person["submitted"]


async def test_the_page_may_run_its_own_script_and_call_its_own_server_alone(world: World) -> None:
    async with httpx.AsyncClient(base_url=world.url, timeout=PATIENCE_SECONDS, verify=False) as http:
        reply = await http.get("/play")

    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    policy = dict(part.split(" ", 1) for part in reply.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["connect-src"] == "'self'"
    for element in ("script", "style"):
        (content,) = re.findall(f"<{element}>(.*?)</{element}>", reply.text, re.DOTALL)
        assert policy[f"{element}-src"] == f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


def test_the_page_makes_no_markup_of_texts_and_loads_nothing() -> None:
    page = (Path(__file__).parents[2] / "clients" / "browser" / "index.html").read_text(encoding="utf-8")

    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|style=|\son\w+=\"", page)
    assert not re.search(r"""(src|href)=["'](?!data:,)""", page)
    assert "://" not in page
    assert all(f'for="{name}"' in page for name in re.findall(r'<(?:input|select) id="(\w+)"', page))
