"""Rematches: whoever asks gets the same new match, with the same people, who decide for themselves whether to play."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest

from server.access import codes
from server.access.errors import UnavailableError
from server.matches.seats.rematches import Rematches
from tests.server.world import Client, World, facts, running_world, types

pytestmark = pytest.mark.one_server

Json = Any

TERMS: Final = {"pace": "eager", "visibility": "private", "label": "The rubber", "spectator_lag": 2}


async def _over(world: World, **terms: Json) -> tuple[Client, Client, Client, str]:
    host, ada, bo, match_id = await world.host_ada_and_bo(options={"cast_seconds": 45}, **{**TERMS, **terms})
    await host.act(match_id, {"type": "adjudicate", "rank": {"a": 1, "b": 2}, "reason": "Enough."})
    return host, ada, bo, match_id


async def _rematch(player: Client, match_id: str, expect: int = 200) -> Json:
    return await player.post(f"/v1/matches/{match_id}/rematch", None, expect)


async def test_everyone_who_asks_gets_the_same_match(world_on_either: World) -> None:
    host, ada, bo, old = await _over(world_on_either, visibility="unlisted")

    replies = await asyncio.gather(*(_rematch(player, old) for player in (ada, bo, host, ada)))

    (new,) = {reply["match_id"] for reply in replies}
    seen = [await player.view(old) for player in (host, ada, bo)]
    told = [await player.events(old) for player in (host, ada, bo)]
    assert [view["rematch_id"] for view in seen] == [new] * 3
    assert [types(events)[-1] for events in told] == ["rematch_called"] * 3
    assert types(told[0]).count("rematch_called") == 1


async def test_a_rematch_has_the_same_terms_and_reserves_the_seats(world: World) -> None:
    host, ada, bo, old = await _over(world)

    new = await _rematch(bo, old)
    before, after = [await bo.get(f"/v1/matches/{match_id}") for match_id in (old, new["match_id"])]
    await ada.sit(new["match_id"], "a")
    await world.settle()

    same = ("game", "variant", "options", "pace", "visibility", "autostart", "label", "spectator_lag", "open_log")
    assert {name: after[name] for name in same} == {name: before[name] for name in same}
    assert (new["host"]["name"], after["status"], after["seed_commitment"] != before["seed_commitment"]) == (
        "Bo",
        "open",
        True,
    )
    assert [(seat["player"], seat["reserved_for"]) for seat in after["seats"]] == [
        (None, {"player_id": ada.player_id, "name": "Ada"}),
        ({"player_id": bo.player_id, "name": "Bo"}, None),
    ]
    assert (await ada.view(new["match_id"]))["status"] == "running"
    assert (await _rematch(host, old, expect=404))["code"] == "unknown_match"


async def test_bots_play_again_and_a_host_who_did_not_play_takes_no_seat(world: World) -> None:
    host, ada = await world.player("Host"), await world.player("Ada")
    old = await world.match("wizards_duel", host, {"a": ada, "b": None})
    early = await _rematch(ada, old, expect=409)
    await host.act(old, {"type": "void", "reason": "Again."})

    new = await _rematch(host, old)

    assert early["code"] == "not_over"
    assert [(seat["bot"], seat["reserved_for"] and seat["reserved_for"]["name"]) for seat in new["seats"]] == [
        (False, "Ada"),
        (True, None),
    ]


@pytest.mark.parametrize("by_host", [True, False])
async def test_secret_options_and_packs_are_kept_only_by_who_chose_them(world: World, by_host: bool) -> None:
    host, ada = await world.player("Host"), await world.player("Ada")
    game = await host.get("/v1/games/divine_intervention")
    seats = {seat["id"]: None for seat in game["variants"][0]["seats"]}
    first = next(iter(seats))
    pack = {"name": "One long row", "layout": ["ABCDEFGHIJKLMNOPQRSTUVWXY"]}
    old = await world.match("divine_intervention", host, {**seats, first: ada}, {"pack": pack})
    await host.act(old, {"type": "void", "reason": "Again."})

    new = await _rematch(host if by_host else ada, old)

    before, after = [(await host.get(f"/v1/matches/{one}"))["options"] for one in (old, new["match_id"])]
    assert (before["pack"] == after["pack"]) == by_host


async def test_a_rematch_that_was_not_created_is_created_for_whoever_asks_next(
    own_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process may stop between the two logs."""
    _, ada, bo, old = await _over(own_world)

    async def stop(*_: object) -> None:
        raise UnavailableError(codes.DATABASE_UNAVAILABLE, "The process stops here.")

    with monkeypatch.context() as stopping:
        stopping.setattr(Rematches, "_create", stop)
        await _rematch(ada, old, expect=503)
    named = (await bo.view(old))["rematch_id"]
    missing = await bo.get(f"/v1/matches/{named}", expect=404)

    new = await _rematch(bo, old)

    assert missing["code"] == "unknown_match"
    assert (new["match_id"], new["host"]["name"]) == (named, "Ada")


async def test_two_servers_create_one_rematch(postgres_url: str) -> None:
    async with running_world(postgres_url) as one, running_world(postgres_url) as two:
        _, ada, bo, old = await _over(one)
        bo_there = two.connect(bo.player_id, bo.token)

        here, there = await asyncio.gather(_rematch(ada, old), _rematch(bo_there, old))

        assert here["match_id"] == there["match_id"]
        assert [fact["type"] for fact in facts(await bo_there.events(old))].count("rematch_called") == 1


async def test_a_player_who_hosts_too_many_matches_calls_for_no_rematch(sqlite_url: str) -> None:
    """And leaves no trace of it."""
    async with running_world(sqlite_url, matches_per_host=1) as world:
        _, ada, _, old = await _over(world)
        await ada.post("/v1/matches", {"game": "wizards_duel"}, expect=201)

        refused = await _rematch(ada, old, expect=409)

        assert refused["code"] == "too_many_matches"
        assert (await ada.view(old))["rematch_id"] is None
