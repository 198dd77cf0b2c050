"""Packs over HTTP: registered by their owner, named in a match by their hash, and stored with the match."""

from __future__ import annotations

import asyncio
import copy
import json
from dataclasses import replace
from importlib.resources import files
from typing import Any, Final, cast

import pytest
from jsonschema_rs import Draft202012Validator, meta

from server.cli.logs.logfile import read_logs
from server.cli.logs.verify import verify
from server.logs.store.entry import EncodedFact, Entry
from server.matches.hosting import packs
from server.matches.hosting.packs import MAX_PACKS
from tests.secrecy.verifiers.tampering import sealed_anew
from tests.server.world import Client, World, facts, running_world

pytestmark = pytest.mark.one_server

Json = Any

GAME: Final = "divine_intervention"
ROW: Final = {"name": "One long row", "layout": ["ABCDEFGHIJKLMNOPQRSTUVWXY"]}
SEATS: Final = [*(f"hell-{number}" for number in range(1, 6)), "heaven-1", "heaven-2"]
HARVEST: Final = {"id": "harvest", "name": "Plenty", "text": "More.", "offered": "both", "numbers": {"percent": 150}}


async def _register(player: Client, content: Json = ROW) -> str:
    pack: str = (await player.post("/v1/packs", {"game": GAME, "content": content}, expect=201))["pack"]
    return pack


async def _match(host: Client, options: Json, expect: int = 201, **terms: Json) -> Json:
    body = {
        "game": GAME,
        "variant": "small",
        "options": options,
        "seats": {seat: {"bot": True} for seat in SEATS},
        "pace": "eager",
        "autostart": True,
        **terms,
    }
    return await host.post("/v1/matches", body, expect)


async def test_a_pack_is_kept_by_the_hash_of_its_content(world_on_either: World) -> None:
    ada = await world_on_either.player("Ada")

    pack = await _register(ada)

    assert await _register(ada, dict(reversed(ROW.items()))) == pack
    assert await _register(ada, {**ROW, "name": "Another"}) != pack
    kept = await ada.get(f"/v1/packs/{pack}")
    assert (kept["game"], kept["name"], kept["content"]["layout"]) == (GAME, "One long row", ROW["layout"])
    assert {listed["name"] for listed in (await ada.get("/v1/packs"))["packs"]} == {"One long row", "Another"}


async def test_a_pack_fits_the_published_schema(world: World) -> None:
    ada = await world.player("Ada")

    schema = (await ada.get(f"/v1/games/{GAME}"))["pack_schema"]

    meta.validate(schema)
    assert Draft202012Validator(schema).is_valid(ROW)
    assert not Draft202012Validator(schema).is_valid({**ROW, "effects": []})
    assert (await ada.get("/v1/games/wizards_duel"))["pack_schema"] is None


async def test_nobody_else_can_read_use_or_delete_a_pack(world: World) -> None:
    """Its content may be a secret of the matches that use it, and everyone there sees its id."""
    ada, bo = await world.player("Ada"), await world.player("Bo")
    pack = await _register(ada)

    assert (await bo.get(f"/v1/packs/{pack}", expect=404))["code"] == "unknown_pack"
    assert (await bo.delete(f"/v1/packs/{pack}", expect=404))["code"] == "unknown_pack"
    refused = await _match(bo, {"pack": pack}, expect=422)
    assert (refused["code"], refused["pointer"]) == ("unknown_pack", "/options/pack")
    assert (await bo.get("/v1/packs"))["packs"] == []


async def test_a_match_keeps_the_pack_it_began_with(database_url: str) -> None:
    """
    Everyone sees its id, and its rooms when the rules say so; neither its deletion nor a restart changes anything.
    """
    async with running_world(database_url) as world:
        ada, zoe = await world.player("Ada"), await world.player("Zoe")
        pack = await _register(ada)
        match_id = (await _match(ada, {"pack": pack}))["match_id"]
        await ada.delete(f"/v1/packs/{pack}", expect=204)
        listed = await zoe.get(f"/v1/matches/{match_id}")
        first = (await zoe.events(match_id))[0]

    async with running_world(database_url) as later:
        ada, zoe = later.connect(ada.player_id, ada.token), later.connect(zoe.player_id, zoe.token)
        while (await ada.get(f"/v1/matches/{match_id}"))["status"] != "over":
            await later.pass_time(86_400)
        log = (await ada.http.get(f"/v1/matches/{match_id}/log")).text
        told = facts(await zoe.events(match_id))

    assert listed["options"]["pack"] == pack
    assert listed["options"]["layout"] is None
    assert "ABCDEFGHIJ" not in json.dumps(first)
    (shown,) = [fact for fact in told if fact["type"] == "divine_intervention.rooms_shown"]
    assert shown["layout"] == ROW["layout"]
    entries = read_logs(log.splitlines())[match_id]
    verdict = verify(match_id, entries)
    assert (verdict.faults, verdict.unchecked) == ([], [])
    for forged, said in (
        ({**ROW, "boons": None, "name": "Mine"}, "begins with something else"),
        (pack, "not in the log"),
    ):
        faults = verify(match_id, sealed_anew([_with_pack(entries[0], forged), *entries[1:]])).faults
        assert any(fault.startswith("entry 1: ") and said in fault for fault in faults)


async def test_what_is_in_a_pack_is_for_hosts_until_the_log_opens(world: World) -> None:
    ada, zoe = await world.player("Ada"), await world.player("Zoe")
    judge = await world.player("Judge", administrator_key="laplace and his demon")
    match_id = (await _match(ada, {"pack": ROW}, pace="deadline", open_log=True))["match_id"]
    path = f"/v1/matches/{match_id}/log"

    closed = await zoe.http.get(path)
    read = [await player.http.get(path) for player in (ada, judge)]
    await ada.act(match_id, {"type": "adjudicate", "rank": dict.fromkeys(SEATS, 1), "reason": "Late"})
    read.append(await zoe.http.get(path))

    assert (closed.status_code, closed.json()["code"]) == (403, "log_closed")
    assert [_pack_in(reply.text, match_id) for reply in read] == [{**ROW, "boons": None}] * 3


def _pack_in(log: str, match_id: str) -> Json:
    """The pack among the host's options in a match's first entry."""
    (secret,) = [told for told in read_logs(log.splitlines())[match_id][0].facts if told.type == "secret_options"]
    return cast("dict[str, Json]", secret.fact["options"])["pack"]


def _with_pack(first: Entry, pack: Json) -> Entry:
    """Return a match's first entry with another pack among the host's options."""
    (secret,) = [told for told in first.facts if told.type == "secret_options"]
    fact = copy.deepcopy(secret.fact)
    cast("dict[str, Json]", fact["options"])["pack"] = pack
    others = [told for told in first.facts if told is not secret]
    return replace(first, facts=(others[0], EncodedFact.of(secret.audience, fact), *others[1:]))


async def test_a_pack_may_be_given_whole_with_the_match(world: World) -> None:
    ada = await world.player("Ada")
    registered = await _register(ada)

    match = await _match(ada, {"pack": ROW})

    assert (await ada.get(f"/v1/matches/{match['match_id']}"))["options"]["pack"] == registered


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        ({}, "/content/name"),
        ({"name": ""}, "/content/name"),
        ({"name": "x\x1b[2J"}, "/content/name"),
        ({"name": "x", "boons": [{**HARVEST, "text": "two\nlines"}]}, "/content/boons/0/text"),
        ({"name": "x", "boons": [{**HARVEST, "id": "fortune"}]}, "/content/boons/0/id"),
        ({"name": "x", "boons": [{**HARVEST, "numbers": {}}]}, "/content/boons/0/numbers"),
        ({"name": "x", "boons": [{**HARVEST, "numbers": {"percent": "150"}}]}, "/content/boons/0/numbers/percent"),
        ({"name": "x", "boons": [HARVEST, HARVEST]}, "/content/boons"),
        ({"name": "x", "layout": ["ABCDEFGHIJKLMNOPQRSTUVWXA"]}, "/content/layout"),
        ({"name": "x", "layout": ["ABC", "DE"]}, "/content/layout"),
        ({"name": "x", "rooms": {}}, "/content/rooms"),
        ({"name": 1.5}, "/content/name"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_pack_that_does_not_fit_is_refused_with_the_place(world: World, content: Json, pointer: str) -> None:
    ada = await world.player("Ada")

    refused = await ada.post("/v1/packs", {"game": GAME, "content": content}, expect=422)
    given = await _match(ada, {"pack": content}, expect=422)

    assert (refused["code"], refused["pointer"]) == ("bad_pack", pointer)
    assert (given["code"], given["pointer"]) == ("bad_pack", pointer.replace("/content", "/options/pack"))
    assert (await ada.get("/v1/packs"))["packs"] == []


async def test_a_pack_with_too_few_boons_is_refused_before_the_match_exists(world: World) -> None:
    """The pack itself is well-formed; this match cannot be played with it."""
    ada = await world.player("Ada")
    pack = await _register(ada, {"name": "One boon", "boons": [HARVEST]})

    refused = await _match(ada, {"pack": pack}, expect=422)

    assert (refused["code"], refused["pointer"]) == ("bad_pack", "/options/pack/boons")
    assert (await ada.get("/v1/matches", mine=True))["matches"] == []


async def test_cards_of_ones_own_are_played_and_shown_when_the_fight_is_prepared(world: World) -> None:
    """Hero of the Arena: neither drafters nor spectators see the whole pack before."""
    ada, zoe = await world.player("Ada"), await world.player("Zoe")
    cards = json.loads(files("engines.hero_of_the_arena").joinpath("pack.json").read_text())
    cards["draft_units"][0]["name"] = "Gate Crasher"
    body = {"game": "hero_of_the_arena", "content": cards}
    pack = (await ada.post("/v1/packs", body, expect=201))["pack"]
    unpriced = {**cards, "perks": [{**cards["perks"][0], "price": None}, *cards["perks"][1:]]}
    refused = await ada.post("/v1/packs", {**body, "content": unpriced}, expect=422)
    seats = ("heaven-1", "heaven-2", "hell-1", "hell-2")

    match_id = await world.match("hero_of_the_arena", ada, dict.fromkeys(seats), {"pack": pack, "rounds": 1})
    for _ in range(40):
        await world.pass_time(86_400)

    assert (refused["code"], refused["pointer"]) == ("bad_pack", "/content/perks/0/price")
    assert (await zoe.get(f"/v1/matches/{match_id}"))["status"] == "over"
    told = facts(await zoe.events(match_id))
    shown = next(at for at, fact in enumerate(told) if "Gate Crasher" in json.dumps(fact))
    assert told[shown]["type"] == "hero_of_the_arena.pack_revealed"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "wizards_duel", "content": ROW}, 422, "no_packs"),
        ({"game": "chess", "content": ROW}, 422, "no_packs"),
        ({"game": GAME, "content": [ROW]}, 422, "malformed_request"),
        ({"game": GAME}, 422, "malformed_request"),
        ({"game": GAME, "content": {"name": "x" * 70_000}}, 413, "body_too_large"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_anything_but_a_pack_of_a_game_is_refused(world: World, body: Json, status: int, code: str) -> None:
    ada = await world.player("Ada")

    assert (await ada.post("/v1/packs", body, expect=status))["code"] == code


async def test_a_player_keeps_a_bounded_number_of_packs(world: World) -> None:
    ada = await world.player("Ada")
    registered = [await _register(ada, {**ROW, "name": f"{number}"}) for number in range(MAX_PACKS)]

    one_more = {"game": GAME, "content": ROW}
    assert (await ada.post("/v1/packs", one_more, expect=409))["code"] == "too_many_packs"
    assert await _register(ada, {**ROW, "name": "7"}) == registered[7]
    await ada.delete(f"/v1/packs/{registered[7]}", expect=204)
    await _register(ada)


async def test_calls_that_race_register_no_more_packs_than_a_player_may_keep(
    world_on_either: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below the limit, the same content is one pack, however often it is registered."""
    monkeypatch.setattr(packs, "MAX_PACKS", 5)
    ada, bo = await world_on_either.player("Ada"), await world_on_either.player("Bo")
    await _register(bo)
    bodies = [{"game": GAME, "content": {**ROW, "name": f"{number // 2}"}} for number in range(40)]

    replies = await asyncio.gather(*(ada.http.post("/v1/packs", json=body) for body in bodies))

    kept = {reply.json()["pack"] for reply in replies if reply.status_code == 201}
    assert len(kept) == 5
    assert {reply.status_code for reply in replies} == {201, 409}
    assert {pack["pack"] for pack in (await ada.get("/v1/packs"))["packs"]} == kept
