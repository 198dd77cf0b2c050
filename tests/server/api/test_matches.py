"""Creating, finding and joining matches, and host actions."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from engines.catalogue import GAMES
from tests.server.world import World, facts, running_world, types

pytestmark = pytest.mark.one_server

NEW = {"game": "wizards_duel"}


async def test_players_take_seats_and_the_host_starts(world_on_either: World) -> None:
    host, ada, bo = await world_on_either.players("Host", "Ada", "Bo")
    match_id = (await host.post("/v1/matches", NEW, expect=201))["match_id"]

    await ada.put(f"/v1/matches/{match_id}/seats/a", {})
    await bo.put(f"/v1/matches/{match_id}/seats/b", {})
    started = await host.post(f"/v1/matches/{match_id}/start", None)

    assert started["status"] == "running"
    assert [seat["player"]["name"] for seat in started["seats"]] == ["Ada", "Bo"]
    assert (await ada.view(match_id))["viewer"] == "a"
    assert (await host.view(match_id))["viewer"] == "host"


async def test_a_seat_left_can_be_taken_by_another(world: World) -> None:
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    match_id = (await host.post("/v1/matches", NEW, expect=201))["match_id"]
    await ada.put(f"/v1/matches/{match_id}/seats/a", {})

    taken = await bo.put(f"/v1/matches/{match_id}/seats/a", {}, expect=409)
    await ada.delete(f"/v1/matches/{match_id}/seats/a")
    await bo.put(f"/v1/matches/{match_id}/seats/a", {})

    assert taken["code"] == "seat_taken"
    assert (await bo.view(match_id))["viewer"] == "a"
    assert (await ada.view(match_id))["viewer"] == "spectator"


@pytest.mark.parametrize("paused", [False, True])
async def test_a_player_can_give_up_during_play_and_a_bot_plays_on(world: World, paused: bool) -> None:
    """Only its own seat, and once; the log of it verifies, and the seat is not taken again without its host."""
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    match_id = await world.duel(host, ada, bo)
    if paused:
        await host.post(f"/v1/matches/{match_id}/actions", {"type": "pause"})

    others = await ada.delete(f"/v1/matches/{match_id}/seats/b", expect=403)
    given_up = await ada.delete(f"/v1/matches/{match_id}/seats/a")
    again = await ada.delete(f"/v1/matches/{match_id}/seats/a", expect=403)
    back = await ada.put(f"/v1/matches/{match_id}/seats/a", {}, expect=409)

    assert (others["code"], again["code"], back["code"]) == ("not_your_seat", "not_your_seat", "already_started")
    assert [(seat["player"], seat["bot"]) for seat in given_up["seats"][:1]] == [(None, True)]
    assert given_up["status"] == ("paused" if paused else "running")
    assert (await ada.view(match_id))["viewer"] == "spectator"
    assert (await bo.view(match_id))["viewer"] == "b"


async def test_who_leaves_a_match_to_bots_alone_pays_for_it(sqlite_url: str) -> None:
    """As for one that is created so; otherwise players could begin hundreds of them."""
    async with running_world(sqlite_url, rate_per_token=100) as world:
        host, ada, bo = await world.players("Host", "Ada", "Bo")
        match_id = await world.duel(host, ada, bo)

        replies = []
        for player, seat in ((ada, "a"), (bo, "b")):
            await player.delete(f"/v1/matches/{match_id}/seats/{seat}")
            replies.append((await player.http.get("/v1/me")).status_code)

    assert replies == [200, 429]


async def test_taking_the_own_seat_again_is_harmless_and_a_second_seat_is_refused(world: World) -> None:
    _, ada, _ = await world.players("Host", "Ada", "Bo")
    match_id = (await ada.post("/v1/matches", NEW, expect=201))["match_id"]
    await ada.put(f"/v1/matches/{match_id}/seats/a", {})

    await ada.put(f"/v1/matches/{match_id}/seats/a", {})
    second = await ada.put(f"/v1/matches/{match_id}/seats/b", {}, expect=409)

    assert second["code"] == "already_seated"
    assert types(await ada.events(match_id)) == ["match_created", "seat_taken"]


async def test_lists_page_from_new_to_old_and_filter(world_on_either: World) -> None:
    world = world_on_either
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    created = []
    for _ in range(5):
        world.clock.advance(1)
        created.append((await host.post("/v1/matches", NEW, expect=201))["match_id"])
    world.clock.advance(1)
    running = await world.duel(host, ada, bo)
    world.clock.advance(1)
    hidden = (await bo.post("/v1/matches", {**NEW, "visibility": "unlisted"}, expect=201))["match_id"]

    listed: list[str] = []
    before: dict[str, Any] = {}
    while True:
        page = await ada.get("/v1/matches", limit=2, **before)
        listed += [match["match_id"] for match in page["matches"]]
        if page["next"] is None:
            break
        before = {"before": page["next"]}

    assert listed == [running, *reversed(created)]
    assert [m["match_id"] for m in (await ada.get("/v1/matches", mine=True))["matches"]] == [running]
    assert [m["match_id"] for m in (await ada.get("/v1/matches", status="running"))["matches"]] == [running]
    assert hidden in [m["match_id"] for m in (await bo.get("/v1/matches"))["matches"]]
    assert (await ada.view(hidden))["viewer"] == "spectator"


async def test_an_administrator_hosts_every_match(world: World) -> None:
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    organiser = await world.player("Lachesis", administrator_key="laplace and his demon")
    match_id = await world.duel(host, ada, bo, visibility="private")

    await organiser.act(match_id, {"type": "pause", "reason": "Fire alarm."})

    me = await organiser.get("/v1/me")
    assert (me["administrator"], me["organiser"]) == (True, True)
    assert (await organiser.view(match_id))["viewer"] == "host"
    assert (await ada.view(match_id))["status"] == "paused"


async def test_a_pause_keeps_the_time_that_was_left(world: World) -> None:
    host, ada, _, match_id = await world.host_ada_and_bo()
    await world.pass_time(20)
    await host.act(match_id, {"type": "pause"})
    await world.pass_time(500)

    paused = await ada.view(match_id)
    refused = await ada.submit(match_id, 1, {"type": "cast", "spell": "1"}, expect=409)
    await host.act(match_id, {"type": "resume"})
    await world.pass_time(39)
    still_open = await ada.view(match_id)
    await world.pass_time(2)

    assert (paused["status"], paused["closes_at"], paused["prompt"]) == ("paused", None, None)
    assert refused["code"] == "match_paused"
    assert still_open["phase"]["number"] == 1
    assert (await ada.view(match_id))["phase"]["number"] == 2


async def test_a_host_closes_a_phase_before_its_time(world: World) -> None:
    host, ada, bo, match_id = await world.host_ada_and_bo()
    await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})
    await bo.submit(match_id, 1, {"type": "cast", "spell": "1"})

    await host.act(match_id, {"type": "close_phase", "phase": 1})

    closed = next(fact for fact in facts(await ada.events(match_id)) if fact["type"] == "phase_closed")
    assert closed["because"] == "host"
    assert (await ada.view(match_id))["view"]["points"] == {"a": 1, "b": 0}


async def test_a_replaced_player_is_told_nothing_more_from_the_seat(world: World) -> None:
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    zoe = await world.player("Zoe")
    match_id = await world.duel(host, ada, bo)
    await ada.submit(match_id, 1, {"type": "cast", "spell": "5"})

    async with ada.stream(match_id) as adas:
        await world.replace(match_id, "a", host, zoe)
        code = await adas.closed()
    await zoe.submit(match_id, 1, {"type": "cast", "spell": "6"})

    assert code == 4410
    assert (await ada.view(match_id))["viewer"] == "spectator"
    assert (await zoe.view(match_id))["submission"]["move"] == {"type": "cast", "spell": "6"}
    assert (await ada.submit(match_id, 1, {"type": "cast", "spell": "1"}, expect=403))["code"] == "not_seated"


async def test_a_host_cannot_step_into_a_running_match(world: World) -> None:
    host, _, _, match_id = await world.host_ada_and_bo()
    action = {"type": "replace_player", "seat": "a", "player_id": host.player_id}

    assert (await host.act(match_id, action, expect=403))["code"] == "host_cannot_join"


async def test_a_host_who_leaves_the_seat_sees_no_more_than_a_spectator(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo()
    await bo.submit(match_id, 1, {"type": "cast", "spell": "5"})

    await ada.act(match_id, {"type": "replace_player", "seat": "a"})

    assert "submitted" not in types(await ada.events(match_id))
    await bo.say(match_id, "host:b", "for whoever does not play")
    await ada.act(match_id, {"type": "void", "reason": "My own match."})
    assert (await ada.view(match_id))["viewer"] == "spectator"
    assert "message_sent" not in types(await ada.events(match_id))


async def test_a_host_who_has_left_the_seat_neither_takes_it_back_nor_gives_it_away(world: World) -> None:
    """
    By then it knows what another player has done and was told.
    """
    ada, bo, cy, friend = [await world.player(name) for name in ("Ada", "Bo", "Cy", "Friend")]
    judge = await world.player("Judge", administrator_key="laplace and his demon")
    match_id = await world.duel(ada, bo)
    await world.replace(match_id, "a", judge, cy)
    await cy.submit(match_id, 1, {"type": "cast", "spell": "4"})

    for newcomer in (ada, friend):
        action = {"type": "replace_player", "seat": "a", "player_id": newcomer.player_id}
        assert (await ada.act(match_id, action, expect=403))["code"] == "host_is_playing"

    assert (await ada.view(match_id))["viewer"] == "spectator"
    assert (await cy.view(match_id))["submission"]["move"]["spell"] == "4"


async def test_no_extension_goes_beyond_30_days_from_now(world: World) -> None:
    host, ada, _, match_id = await world.host_ada_and_bo()
    furthest = world.clock.now() + timedelta(days=30)

    for _ in range(2):
        await host.act(match_id, {"type": "extend", "seconds": 2_592_000})

    assert datetime.fromisoformat((await ada.view(match_id))["closes_at"]) == furthest


async def test_an_adjudicated_match_is_over_with_the_hosts_outcome(world: World) -> None:
    host, ada, _, match_id = await world.host_ada_and_bo()
    verdict = {
        "type": "adjudicate",
        "rank": {"a": 2, "b": 1},
        "consequences": {"b": ["winner"]},
        "reason": "Ada left the building.",
    }

    done = await host.act(match_id, verdict)

    assert done["status"] == "over"
    view = await ada.view(match_id)
    assert view["outcome"] == {"rank": {"a": 2, "b": 1}, "consequences": {"a": [], "b": ["winner"]}}
    assert view["view"]["phase"] is None
    assert view["view"]["outcome"]["rank"] == {"a": 2, "b": 1}
    assert types(await ada.events(match_id))[-2:] == ["match_adjudicated", "seed_revealed"]
    assert (await host.act(match_id, verdict, expect=409))["code"] == "match_over"
    assert (await ada.submit(match_id, 1, {"type": "cast", "spell": "1"}, expect=409))["code"] == "match_over"


async def test_a_void_match_has_no_outcome(world: World) -> None:
    host, _, bo, match_id = await world.host_ada_and_bo()

    await host.act(match_id, {"type": "void", "reason": "Power cut."})

    view = await bo.view(match_id)
    assert (view["status"], view["outcome"], view["closes_at"]) == ("void", None, None)


async def test_an_ended_match_opens_its_log_unless_its_rules_keep_secrets(world: World) -> None:
    host, ada, bo, opening = await world.host_ada_and_bo()
    closed = await world.duel(host, ada, bo, options={"hidden_reveal": "never"})
    for match_id in (opening, closed):
        await host.act(match_id, {"type": "void", "reason": "Enough."})

    assert "seed_revealed" in types(await ada.events(opening))
    assert "seed_revealed" not in types(await ada.events(closed))
    assert (await ada.http.get(f"/v1/matches/{opening}/log")).status_code == 200
    assert (await ada.get(f"/v1/matches/{closed}/log", expect=403))["code"] == "log_closed"
    assert (await host.http.get(f"/v1/matches/{closed}/log")).status_code == 200


async def test_bots_play_a_match_to_its_end(world_on_either: World) -> None:
    world = world_on_either
    ada = await world.player("Ada")
    seats = {"a": {"bot": True}, "b": {"bot": True}}
    body = {**NEW, "variant": "archwizard", "seats": seats, "pace": "eager", "autostart": True}

    match_id = (await ada.post("/v1/matches", body, expect=201))["match_id"]
    await world.settle()

    match = await ada.get(f"/v1/matches/{match_id}")
    assert match["status"] == "over"
    assert sorted(match["outcome"]["rank"].values()) == [1, 2]


async def test_the_catalogue_tells_everything_needed_to_play(world: World) -> None:
    ada = await world.player("Ada")

    games = (await ada.get("/v1/games"))["games"]
    duel = await ada.get("/v1/games/wizards_duel")

    assert [game["game"] for game in games] == list(GAMES)
    assert [variant["variant"] for variant in duel["variants"]] == games[0]["variants"]
    assert duel["variants"][0]["options"]["cast_seconds"] == 60
    assert "wins_needed" in duel["options_schema"]["properties"]
    assert "cast" in duel["rules"]
