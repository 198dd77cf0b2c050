"""Players mix entropy into the seed at their seat, so that the server alone cannot choose the draws."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import pytest

from engines.kit import Chance, seat_id
from server.cli.logs.logfile import read_logs
from server.cli.logs.verify import verify
from server.logs.store.entry import EncodedFact, Entry
from server.matches.seeds import draw_key
from tests.secrecy.verifiers.tampering import sealed_anew
from tests.server.world import Client, World, facts

pytestmark = pytest.mark.one_server

Json = Any

ONE, OTHER = "11" * 32, "2f" * 32
SHORT = {"wins_needed": 1, "max_replays": 0, "max_restarts": 0}
OPEN = {"game": "wizards_duel", "variant": "colosseum", "options": SHORT, "open_log": True}


async def _played(world: World, *, leaves: bool = False) -> tuple[Client, str]:
    """Return a match in which both seats gave entropy and nobody submitted, so that every cast was drawn."""
    host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    match_id = (await host.post("/v1/matches", OPEN, expect=201))["match_id"]
    await ada.sit(match_id, "a", entropy=OTHER)
    await ada.sit(match_id, "a", entropy=ONE)
    if leaves:
        await ada.delete(f"/v1/matches/{match_id}/seats/a")
        await ada.sit(match_id, "a")
    await bo.sit(match_id, "b", entropy=OTHER)
    await host.post(f"/v1/matches/{match_id}/start", None)
    while (await host.get(f"/v1/matches/{match_id}"))["status"] == "running":
        await world.pass_time(600)
    return ada, match_id


async def _log(reader: Client, match_id: str) -> list[Entry]:
    reply = await reader.http.get(f"/v1/matches/{match_id}/log")
    return list(read_logs(reply.text.splitlines())[match_id])


def _facts(entries: list[Entry], kind: str) -> list[Any]:
    return [told.fact for entry in entries for told in entry.facts if told.type == kind]


@pytest.mark.parametrize("leaves", [False, True])
async def test_the_draws_follow_from_the_seed_and_what_stood_at_the_start(world: World, *, leaves: bool) -> None:
    reader, match_id = await _played(world, leaves=leaves)
    entries = await _log(reader, match_id)
    seed = bytes.fromhex(_facts(entries, "seed_revealed")[0]["seed"])
    (created,) = _facts(entries, "match_created")
    given = {seat_id("b"): OTHER} if leaves else {seat_id("a"): ONE, seat_id("b"): OTHER}

    key = draw_key(seed, (seat_id("a"), seat_id("b")), given)

    assert created["seed_commitment"] == hashlib.sha256(b"moirai-seed-1\n" + seed).hexdigest()
    assert _facts(entries, "drawn")
    for entry in entries:
        draws = _facts([entry], "drawn")
        chance = Chance(key, _facts([entry], "phase_closed")[0]["phase"] if draws else 0)
        for draw in draws:
            assert list(chance.pick(draw["label"], draw["candidates"], len(draw["picks"]))) == draw["picks"]
    assert verify(match_id, entries).faults == []


async def test_everyone_is_told_what_was_mixed_in(world: World) -> None:
    """So each player can check before the start that their entropy is included."""
    host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    match_id = (await host.post("/v1/matches", OPEN, expect=201))["match_id"]

    await ada.sit(match_id, "a", entropy=ONE)

    assert facts(await bo.events(match_id))[-1]["entropy"] == ONE


async def test_a_player_seated_by_the_host_can_still_give_entropy(world: World) -> None:
    host, ada = await world.player("Host"), await world.player("Ada")
    seats = {"a": {"player_id": ada.player_id}}
    match_id = (await host.post("/v1/matches", OPEN | {"seats": seats}, expect=201))["match_id"]

    for _ in range(2):  # The second time is a repeat, and harmless.
        await ada.sit(match_id, "a", entropy=ONE)

    assert [fact.get("entropy") for fact in facts(await ada.events(match_id))] == [None, None, ONE]


async def test_entropy_is_only_for_the_own_seat_and_before_the_start(world: World) -> None:
    host, ada, bo = [await world.player(name) for name in ("Host", "Ada", "Bo")]
    match_id = (await host.post("/v1/matches", OPEN, expect=201))["match_id"]
    for_another = await host.sit(match_id, "a", 422, player_id=ada.player_id, entropy=ONE)
    for_a_bot = await host.sit(match_id, "a", 422, bot=True, entropy=ONE)
    too_short = await ada.sit(match_id, "a", 422, entropy=ONE[1:])
    at_creation = await host.post("/v1/matches", OPEN | {"seats": {"a": {"entropy": ONE}}}, expect=422)
    await ada.sit(match_id, "a")
    await bo.sit(match_id, "b")
    await host.post(f"/v1/matches/{match_id}/start", None)
    too_late = await ada.sit(match_id, "a", 409, entropy=ONE)
    await ada.sit(match_id, "a")

    codes = [for_another["code"], for_a_bot["code"], too_late["code"]]
    assert codes == ["not_your_entropy", "not_your_entropy", "already_started"]
    assert [too_short["pointer"], at_creation["pointer"]] == ["/entropy", "/seats/a/entropy"]


async def test_entropy_that_was_changed_left_out_or_there_too_early_is_found(world: World) -> None:
    reader, match_id = await _played(world)
    entries = await _log(reader, match_id)
    taken = [at for at, entry in enumerate(entries) if entry.kind == "seat_taken"]

    def changed(at: int, entropy: str | None) -> list[Entry]:
        edited = [
            EncodedFact.of(told.audience, {**told.fact, "entropy": entropy}) if told.type == "seat_taken" else told
            for told in entries[at].facts
        ]
        return sealed_anew([*entries[:at], replace(entries[at], facts=tuple(edited)), *entries[at + 1 :]])

    early = [replace(entries[0], facts=(*entries[0].facts, *entries[taken[1]].facts)), *entries[1:]]
    for forged in (changed(taken[-1], None), changed(taken[-1], ONE), changed(taken[1], OTHER), sealed_anew(early)):
        assert verify(match_id, forged).faults
