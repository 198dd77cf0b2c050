"""Full matches of every game, short, with unique content."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from random import Random
from typing import Any, Final

from engines.catalogue import GAMES
from engines.divine_intervention.boons import BUNDLED
from tests.secrecy.outputs.canaries import Canaries
from tests.secrecy.outputs.guests import Guest, House
from tests.waiting import patience

Json = Any


async def play(house: House, match: Json, *, host: Guest) -> str:
    """Play a match to its end, with every player on a socket; return its id."""
    random = Random(match["game"])
    guests = await _create(house, await _with_pack(host, match), host)
    match_id = guests.match_id
    async with patience(), asyncio.TaskGroup() as group:
        following = [group.create_task(guest.follow(match_id)) for guest in [*guests.seated, host]]
        while (match := await host.get(f"/v1/matches/{match_id}"))["status"] not in ("over", "void"):
            for guest in guests.seated:
                await guest.play(match_id, random)
            # Phases in which no seat can act close at their deadline; the host need not wait for it.
            later = await host.get(f"/v1/matches/{match_id}")
            if match["phase"] and later["phase"] and match["phase"]["number"] == later["phase"]["number"]:
                action = {"type": "close_phase", "phase": match["phase"]["number"]}
                await host.call("POST", f"/v1/matches/{match_id}/actions", action)
    assert min(follower.result() for follower in following) > 5
    return match_id


@dataclass(frozen=True)
class _Table:
    match_id: str
    seated: list[Guest]


async def _create(house: House, match: Json, host: Guest) -> _Table:
    body = {**match, "pace": "eager", "open_log": True}
    key = house.canaries.secret("idempotency key")
    reply = await host.call("POST", "/v1/matches", body, Idempotency_Key=key)
    assert reply.status_code == 201, reply.text
    match_id = reply.json()["match_id"]
    seats = [seat["id"] for seat in reply.json()["seats"]]
    guests = [await house.guest() for _ in seats]
    invitation = await host.invite(match_id, uses=len(seats))
    for seat, guest in zip(seats, guests, strict=True):
        assert (await house.http.get(f"/v1/invitations/{invitation}")).status_code == 200
        accepted = await guest.call("POST", f"/v1/invitations/{invitation}/accept", {"seat": seat})
        assert accepted.status_code == 200, accepted.text
    started = await host.call("POST", f"/v1/matches/{match_id}/start", Idempotency_Key=key + "2")
    assert started.status_code == 200, started.text
    return _Table(match_id, guests)


async def _with_pack(host: Guest, match: Json) -> Json:
    """Return the match with a pack full of canaries, where its game takes packs."""
    game = match["game"]
    if GAMES[game].pack_type is None:
        return match
    assert game in PACKS, f"There is no pack of {game} whose texts can be told from any others."
    reply = await host.call("POST", "/v1/packs", {"game": game, "content": PACKS[game](host.house.canaries)})
    assert reply.status_code == 201, reply.text
    return {**match, "options": {**match["options"], "pack": reply.json()["pack"]}}


def _cards(canaries: Canaries) -> Json:
    """Return the bundled cards, each with another id, name and text."""
    pack = json.loads(files("engines.hero_of_the_arena").joinpath("pack.json").read_text(encoding="utf-8"))
    for part in ("draft_units", "draft_items", "shop_cards", "perks"):
        for entry in pack[part]:
            entry["id"] = canaries.content("card's id")
            entry["name"] = canaries.secret("card's name")
            entry["text"] = canaries.secret("card's text")
    return pack | {"id": canaries.secret("pack's id"), "name": canaries.secret("pack's name")}


def _boons(canaries: Canaries) -> Json:
    """Return the bundled boons, each with another name and text."""
    boons = [
        {
            "id": boon.id,
            "name": canaries.secret("boon's name"),
            "text": canaries.secret("boon's text"),
            "offered": boon.offered,
            "numbers": dict(boon.numbers),
        }
        for boon in BUNDLED
    ]
    return {"name": canaries.secret("pack's name"), "boons": boons}


PACKS: Final[dict[str, Callable[[Canaries], Json]]] = {"hero_of_the_arena": _cards, "divine_intervention": _boons}
"""Return, by game, content in which every text is a canary."""
