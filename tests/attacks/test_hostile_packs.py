"""
A pack of free units that never kill each other, played by two accounts against themselves (finding 3).

Each combat has a hundred strikes, so a move of many units produced an entry of megabytes, several times in one turn.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from tests.attacks.ground import TIMES, attacked, in_another_process
from tests.engines.hero_of_the_arena.arena import raw_pack
from tests.waiting import PATIENCE_SECONDS

KB: Final = 1024
LARGEST_ENTRY: Final = 256 * KB
LARGEST_PROMPT: Final = 64 * KB
LARGEST_VIEW: Final = 256 * KB

VISITS: Final = 5
FIGHTS: Final = 3
MOST_FIGHTS: Final = 40
"""One a round, and a match has 50."""

ITEMS: Final = {card["id"] for card in raw_pack()["draft_items"]}

Json = Any


@dataclass(slots=True)
class Seen:
    """The largest that the attackers were sent, in bytes, and how many cards they played."""

    event: int = 0
    view: int = 0
    prompt: int = 0
    played: int = 0
    refused: set[str] = field(default_factory=set)


def hostile_pack() -> Json:
    """Return a pack within every bound: 200 cards, the units with neither attack nor price."""
    pack = raw_pack()
    unit = {"kind": "unit", "cost": 0, "attack": 0, "hp": 999, "durability": 999, "effects": [], "text": ""}
    pack["draft_units"] = [{**unit, "id": card["id"], "name": card["name"]} for card in pack["draft_units"]]
    pack["shop_cards"] = [{**unit, "id": f"unit_{n:035}", "name": f"Unit {n}", "price": 0} for n in range(168)]
    return pack


async def test_a_hostile_pack_makes_neither_large_entries_nor_large_views(database_url: str) -> None:
    async with attacked(database_url) as ground, ground.neighbour() as met:
        seen = await in_another_process(fight, ground.url, min(FIGHTS * TIMES, MOST_FIGHTS))

    assert seen.played > 40
    assert seen.event <= LARGEST_ENTRY
    assert seen.prompt <= LARGEST_PROMPT
    assert seen.view <= LARGEST_VIEW
    assert seen.refused == {"too_many_actions"}
    assert met.refused == []


def fight_for(url: str, seconds: float) -> None:
    """Play one match with a hostile pack after another."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        fight(url, FIGHTS)


def fight(url: str, fights: int) -> Seen:
    """Fill the hands with all that the shop sells, then let one unit after the other challenge the same hero."""
    seen = Seen()
    with _account(url, "Eve") as eve, _account(url, "Mallory") as mallory:
        options = {"pack": hostile_pack(), "rounds": VISITS + fights + 2, "shop_size": 10, "hand_size": 10}
        match_id = _request_successfully(eve, "POST", "/v1/matches", _match(options))["match_id"]
        _request_successfully(mallory, "PUT", f"/v1/matches/{match_id}/seats/hell-2")
        _request_successfully(eve, "POST", f"/v1/matches/{match_id}/start")
        seats = {"hell-1": eve, "hell-2": mallory}
        while fights > 0:
            for seat, player in seats.items():
                view = _get_view(player, match_id, seen)
                assert view["phase"], f"the match is over: {seen}"
                if seat in view["phase"]["must"]:
                    fights -= _tried(player, match_id, view, _moves(view, seat), seen) > 1
        _get_view(eve, match_id, seen)
        for event in _events(eve, match_id):
            seen.event = max(seen.event, len(httpx.Response(200, json=event).content))
    return seen


def _tried(player: httpx.Client, match_id: str, view: Json, moves: list[Json], seen: Seen) -> int:
    """Submit the first of these that is accepted; return how many cards it plays."""
    for move in moves:
        body = {"phase": view["phase"]["number"], "move": move}
        reply = _request(player, "PUT", f"/v1/matches/{match_id}/submission", body)
        if reply.is_success:
            played = len(move.get("actions", []))
            seen.played += played
            return played
        code = reply.json()["code"]
        if code == "phase_closed":
            # Both were ready, and the phase closed after this view was read.
            return 0
        seen.refused.add(code)
    raise AssertionError(f"all were refused: {seen.refused}")


def _match(options: Json) -> Json:
    seats = {"heaven-1": {"bot": True}, "heaven-2": {"bot": True}, "hell-1": {}}
    return {"game": "hero_of_the_arena", "pace": "eager", "options": options, "seats": seats}


def _moves(view: Json, seat: str) -> list[Json]:
    """Return the moves to try, the worst first."""
    name, own, board = view["phase"]["name"], view["view"]["own"], view["view"]["board"]
    if name == "preparation":
        return [{"type": "ready"}]
    if view["phase"]["round"] <= VISITS:
        return [{"type": "shop", "buy": board["shop"]["row"]}]
    units = [held["card"] for held in own["hand"] if held["card"] not in ITEMS]
    hero = board["arenas"][0]
    if seat == "hell-2":
        return [{"type": "play", "actions": [{"card": units[0], "arena": 1}] if hero is None else []}]
    if hero is None:
        return [{"type": "discard"}]
    actions = [{"card": unit, "arena": 1} for unit in units]
    return [{"type": "play", "actions": actions}, {"type": "play", "actions": actions[:40]}]


def _get_view(player: httpx.Client, match_id: str, seen: Seen) -> Json:
    reply = _request(player, "GET", f"/v1/matches/{match_id}/view")
    view = reply.json()
    seen.view = max(seen.view, len(reply.content))
    seen.prompt = max(seen.prompt, len(httpx.Response(200, json=view["prompt"]).content))
    return view


def _events(player: httpx.Client, match_id: str) -> list[Json]:
    events: list[Json] = []
    while True:
        after = events[-1]["cursor"] if events else 0
        page = _request_successfully(player, "GET", f"/v1/matches/{match_id}/events?after={after}&limit=20")["events"]
        if not page:
            return events
        events += page


def _account(url: str, name: str) -> httpx.Client:
    made = httpx.post(f"{url}/v1/players", json={"name": name}).json()
    return httpx.Client(base_url=url, headers={"Authorization": f"Bearer {made['token']}"}, timeout=PATIENCE_SECONDS)


def _request_successfully(player: httpx.Client, method: str, path: str, body: Json = None) -> Json:
    reply = _request(player, method, path, body)
    assert reply.is_success, reply.text
    return reply.json()


def _request(player: httpx.Client, method: str, path: str, body: Json = None) -> httpx.Response:
    """Make a call, and retry when the rate limits allow it."""
    while True:
        reply = player.request(method, path, json=body)
        if reply.status_code != 429:
            return reply
        time.sleep(0.2)
