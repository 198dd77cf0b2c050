"""Full matches of every game, short, and with content that can be told from any other."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from importlib.resources import files
from random import Random
from typing import Any

from engines.catalogue import GAMES
from engines.divine_intervention.boons import BUNDLED
from tests.secrecy.canaries import Canaries
from tests.secrecy.guests import Guest, House
from tests.serving import PATIENCE_SECONDS

Json = Any


@dataclass(frozen=True)
class Course:
    """A match to be played: its game, variant, options, and whether it brings a pack."""

    game: str
    variant: str
    options: dict[str, Json] = field(default_factory=dict)
    pack: bool = False


COURSES = (
    Course("wizards_duel", "colosseum", {"wins_needed": 1}),
    Course("apocalypse", "classic", {"heaven_size": 3, "hell_size": 3}),
    Course("threads_of_fate", "classic", {"heaven_size": 2, "hell_size": 3, "rounds": 3}),
    Course("divine_intervention", "small", pack=True),
    Course("hero_of_the_arena", "skirmish", {"rounds": 2}, pack=True),
)

assert {course.game for course in COURSES} == set(GAMES)


async def play(house: House, course: Course, *, host: Guest) -> str:
    """Play a match to its end, everyone on a socket; its id."""
    random = Random(course.game)
    options = dict(course.options)
    if course.pack:
        options["pack"] = await _register(host, course.game)
    guests = await _create(house, course, options, host)
    match_id = guests.match_id
    async with asyncio.timeout(PATIENCE_SECONDS), asyncio.TaskGroup() as group:
        following = [group.create_task(guest.follow(match_id)) for guest in [*guests.seated, host]]
        while (match := await host.get(f"/v1/matches/{match_id}"))["status"] not in ("over", "void"):
            for guest in guests.seated:
                await guest.play(match_id, random)
            # Phases in which nobody has a say are the clock's; the host need not wait for it.
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


async def _create(house: House, course: Course, options: Json, host: Guest) -> _Table:
    body = {"game": course.game, "variant": course.variant, "options": options, "pace": "eager", "open_log": True}
    key = house.canaries.secret("idempotency key")
    reply = await host.call("POST", "/v1/matches", body, Idempotency_Key=key)
    assert reply.status_code == 201, reply.text
    match_id = reply.json()["match_id"]
    seats = [seat["id"] for seat in reply.json()["seats"]]
    guests = [await house.guest() for _ in seats]
    for seat, guest in zip(seats, guests, strict=True):
        assert (await guest.call("PUT", f"/v1/matches/{match_id}/seats/{seat}", {})).status_code == 200
    started = await host.call("POST", f"/v1/matches/{match_id}/start", Idempotency_Key=key + "2")
    assert started.status_code == 200, started.text
    return _Table(match_id, guests)


async def _register(host: Guest, game: str) -> str:
    content = _packs[game](host.house.canaries)
    reply = await host.call("POST", "/v1/packs", {"game": game, "content": content})
    assert reply.status_code == 201, reply.text
    pack: str = reply.json()["pack"]
    return pack


def _cards(canaries: Canaries) -> Json:
    """The bundled cards, each under another id, name and text."""
    pack = json.loads(files("engines.hero_of_the_arena").joinpath("pack.json").read_text(encoding="utf-8"))
    for part in ("draft_units", "draft_items", "shop_cards", "perks"):
        for entry in pack[part]:
            entry["id"] = canaries.content("card's id")
            entry["name"] = canaries.secret("card's name")
            entry["text"] = canaries.secret("card's text")
    return pack | {"id": canaries.secret("pack's id"), "name": canaries.secret("pack's name")}


def _boons(canaries: Canaries) -> Json:
    """The bundled boons, each under another name and text."""
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


_packs = {"hero_of_the_arena": _cards, "divine_intervention": _boons}
