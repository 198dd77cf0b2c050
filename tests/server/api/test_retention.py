"""What is kept for some time only: what ends, what stays, and that looking changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any, Final

import pytest

from server.logs.replies.idempotency import old_replies
from server.runtime import retention
from server.runtime.database.connection import open_engine
from server.runtime.retention import Retention, Rule
from tests.databases import execute, rows
from tests.secrecy.verifiers.both_verifiers import File, both
from tests.server.organising.series.seasons import begun, season
from tests.server.organising.tournaments.directing import directed
from tests.server.people.forgetting.dumps import stored
from tests.server.world import Client, World, running_world, types

Json = Any

NEW: Final = {"game": "wizards_duel"}
DAY: Final = 86_400
OPEN_DAYS: Final = 180


@pytest.fixture
async def world(database_url: str) -> AsyncIterator[World]:
    """A server that also forgets guests after a year."""
    async with running_world(database_url, keep_guests_days=365) as world:
        yield world


def _retention(world: World) -> Retention:
    found: Retention = world.app.state.server.retention
    return found


def _rule(world: World, name: str) -> Rule:
    (found,) = (rule for rule in _retention(world).rules if rule.name == name)
    return found


async def _due(world: World) -> dict[str, tuple[int, list[str]]]:
    """Return what would end, by rule, where it is anything."""
    return {due.rule: (due.count, list(due.examples)) for due in await _retention(world).due() if due.count}


async def _prune(world: World) -> dict[str, int]:
    """End what is due; return how much that was, where it was anything."""
    ended = {rule: count for rule, count in (await _retention(world).prune()).items() if count}
    await world.app.state.server.forgetting.settle()
    await world.settle()
    await world.handing_on.sweep()
    return ended


async def _status(player: Client, path: str) -> str:
    status: str = (await player.get(path))["status"]
    return status


async def test_a_reply_is_kept_for_a_day_and_no_longer(world: World, database_url: str) -> None:
    """A server looks by itself."""
    ada = await world.player("Ada")
    first = await ada.post("/v1/matches", NEW, expect=201, key="once")

    world.clock.advance(DAY)
    await _retention(world).look()
    again = await ada.post("/v1/matches", NEW, expect=201, key="once")
    world.clock.advance(1)
    await _retention(world).look()
    left = await rows(database_url, "SELECT * FROM kept_replies")
    later = await ada.post("/v1/matches", NEW, expect=201, key="once")

    assert again["match_id"] == first["match_id"]
    assert left == []
    assert later["match_id"] != first["match_id"]


async def test_rows_are_deleted_in_portions(world: World, database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deleting all at once would block the commits of others for seconds; who is killed in between leaves the rest."""
    monkeypatch.setattr(retention, "ROWS_AT_ONCE", 2)
    ada = await world.player("Ada")
    for number in range(5):
        await ada.post("/v1/matches", NEW, expect=201, key=f"{number}")
    world.clock.advance(DAY + 1)
    engine = open_engine(database_url)
    rule = old_replies(engine, timedelta(days=1))

    left = []
    async for _ in rule.end(world.clock.now() - timedelta(days=1)):
        left.append(len(await rows(database_url, "SELECT * FROM kept_replies")))
        if len(left) == 2:
            break
    rest = await _prune(world)
    await engine.dispose()

    assert left == [3, 1]
    assert rest == {"kept_replies": 1}


async def test_what_has_an_end_of_its_own_is_deleted_after_it(world: World, database_url: str) -> None:
    ada = await world.player("Ada")
    match = await ada.post("/v1/matches", NEW, expect=201)
    invitation = await ada.post(
        f"/v1/matches/{match['match_id']}/invitations", {"expires_in_seconds": 3600}, expect=201
    )
    await ada.post("/v1/tickets", None, expect=201)
    await ada.post("/v1/me/tokens", {"name": "Short", "expires_in_seconds": 86400, "scopes": ["watch"]}, expect=201)

    world.clock.advance(30)
    at_their_end = await _prune(world)
    world.clock.advance(1)
    after_the_ticket = await _prune(world)
    world.clock.advance(30 * DAY + 3600 - 31)
    before = await _prune(world)
    expired = await ada.get(f"/v1/invitations/{invitation['token']}", expect=409)
    world.clock.advance(1)
    after_the_invitation = await _prune(world)
    unknown = await ada.get(f"/v1/invitations/{invitation['token']}", expect=404)
    world.clock.advance(DAY)
    after_the_token = await _prune(world)

    assert (at_their_end, after_the_ticket) == ({}, {"tickets": 1})
    assert (before, after_the_invitation, after_the_token) == ({}, {"invitations": 1}, {"tokens": 1})
    assert (expired["code"], unknown["code"]) == ("invitation_expired", "unknown_invitation")


async def test_a_match_that_never_begins_is_called_off_and_its_players_are_told(world: World) -> None:
    """By an entry of its own, which says why; so the log stays, and can be read."""
    host, ada = await world.players("Host", "Ada")
    waiting = (await host.post("/v1/matches", {**NEW, "open_log": True}, expect=201))["match_id"]
    await ada.sit(waiting, "a")

    world.clock.advance(OPEN_DAYS * DAY)
    early = await _prune(world)
    world.clock.advance(1)
    due = await _due(world)
    ended, again = await _prune(world), await _prune(world)

    events, news = await ada.events(waiting), await ada.news()
    log = (await ada.http.get(f"/v1/matches/{waiting}/log")).text.splitlines()
    assert (early, due) == ({}, {"matches": (1, [waiting])})
    assert (ended, again) == ({"matches": 1}, {})
    assert events[-1]["facts"][0] == {"type": "match_voided", "reason": "", "because": "never_begun"}
    assert (await ada.view(waiting))["status"] == "void"
    assert types(news)[-1] == "match_over"
    assert '"kind":"called_off"' in log[-1]


async def test_matches_in_which_something_happens_stay(world: World) -> None:
    """However old they are: the last entry counts, and a match that has begun is not concerned."""
    host, ada = await world.players("Host", "Ada")
    running = await world.duel(host, ada, options={"cast_seconds": 7 * DAY})
    await host.act(running, {"type": "pause"})
    lively = (await host.post("/v1/matches", NEW, expect=201))["match_id"]

    world.clock.advance(OPEN_DAYS * DAY)
    await ada.sit(lively, "a")
    world.clock.advance(DAY)
    ended = await _prune(world)

    assert ended == {}
    assert [await _status(host, f"/v1/matches/{each}") for each in (running, lively)] == ["paused", "open"]


async def test_a_tournament_and_a_series_that_never_begin_are_cancelled(world: World) -> None:
    tournament, waiting, played = await directed(world, ["Ada"]), await season(world, ["Ada", "Bo"]), await begun(world)

    world.clock.advance(OPEN_DAYS * DAY + 1)
    ended, again = await _prune(world), await _prune(world)

    for each in (tournament, waiting):
        for opinion in both([File((await each.logs()).encode())])[0]:
            assert opinion.code == 0, opinion.lines
    cancelled = {"type": "tournament_cancelled", "because": "never_begun"}
    assert ((ended["tournaments"], ended["series"]), again) == ((1, 1), {})
    assert (await tournament.director.get(f"{tournament.path}/events"))["events"][-1]["facts"] == [cancelled]
    assert "tournament_ended" in types(await tournament.entrants["e1"].news())
    assert [await _status(each.director, each.path) for each in (waiting, played)] == ["cancelled", "running"]


@pytest.mark.parametrize(
    "more",
    [
        "INSERT INTO passkeys (passkey_id, player_id, credential, sign_count, name, created_at)"
        " VALUES ('p', :player, '', 0, '', '2040')",
        "INSERT INTO provider_accounts (issuer, subject, player_id, created_at) VALUES ('i', 's', :player, '2040')",
        "INSERT INTO recoveries (player_id, recovery_id, created_at) VALUES (:player, 'r', '2040')",
        "INSERT INTO ratings (player_id, game, rating, mean, deviation, tables) VALUES (:player, 'g', 1, 1, 1, 1)",
        "INSERT INTO oauth_grants"
        " (family, player_id, client, scopes, handle_hash, secret_hash, created_at, used_at, expires_at)"
        " VALUES ('f', :player, '', '', '', '', '2040', '2040', '2050')",
        "UPDATE players SET administrator = true WHERE id = :player",
        "UPDATE players SET suspended_at = '2040' WHERE id = :player",
        "UPDATE tokens SET used_on = '2040-06-01' WHERE player_id = :player",
    ],
)
async def test_who_is_more_than_a_guest_stays(world: World, database_url: str, more: str) -> None:
    ada, bo = await world.players("Ada", "Bo")
    await execute(database_url, more, player=ada.player_id)

    world.clock.advance(366 * DAY)
    due = await _due(world)

    assert due == {"guests": (1, [bo.player_id])}


async def test_a_guest_is_forgotten_a_year_after_the_last_sign(world: World, database_url: str) -> None:
    """As if it had asked for that: the name disappears from old logs, too."""
    ada, bo = await world.players("Ada Lovelace", "Bo")
    match_id = await world.duel(ada, bo, options={"cast_seconds": DAY})
    await ada.act(match_id, {"type": "void", "reason": "Enough."})

    world.clock.advance(365 * DAY)
    await execute(
        database_url, "UPDATE tokens SET used_on = '2040-12-31' WHERE player_id = :player", player=bo.player_id
    )
    early = await _prune(world)
    world.clock.advance(1)
    due = await _due(world)
    ended, again = await _prune(world), await _prune(world)

    assert early == {}
    assert due == {"guests": (1, [ada.player_id])}
    assert (ended, again) == ({"guests": 1}, {})
    assert (await bo.get(f"/v1/matches/{match_id}"))["host"]["name"] == ""
    await ada.get("/v1/me", expect=401)
    await bo.get("/v1/me")


async def test_guests_with_a_place_stay(world: World) -> None:
    """In a match or an event that is not over: as a player, with a reservation, or as its host."""
    host, ada, bo, cy = await world.players("Host", "Ada", "Bo", "Cy")
    paused = await world.duel(host, ada, bo, options={"cast_seconds": 7 * DAY})
    await host.act(paused, {"type": "pause"})
    late = await world.duel(host, cy, options={"cast_seconds": 7 * DAY})
    await host.act(late, {"type": "pause"})
    event = await directed(world, ["Di"], bots=2)
    await event.start()
    await event.act("pause")

    world.clock.advance(366 * DAY)
    await host.act(late, {"type": "void", "reason": "Late."})
    while_they_play = await _due(world)
    await host.act(paused, {"type": "void", "reason": "Late."})
    await event.act("cancel")
    just_over = await _due(world)

    assert "guests" not in while_they_play
    assert "guests" not in just_over


async def test_looking_changes_nothing(world: World, database_url: str) -> None:
    ada = await world.player("Ada")
    await ada.post("/v1/matches", NEW, expect=201, key="once")
    await ada.post("/v1/tickets", None, expect=201)
    await directed(world, ["Bo"])
    await world.settle()
    world.clock.advance(400 * DAY)
    before = await _tables(database_url)

    due, again = await _due(world), await _due(world)

    assert {"kept_replies", "tickets", "matches", "tournaments"} <= due.keys()
    assert due == again
    assert await _tables(database_url) == before


async def _tables(database: str) -> dict[str, str]:
    return {name: text for name, text in (await stored(database)).items() if name != "the file"}


async def test_several_servers_prune_at_once_and_one_is_killed(postgres_url: str) -> None:
    """Each match is called off once; what the killed one leaves undone, another does."""
    async with running_world(postgres_url) as here, running_world(postgres_url) as there:
        host = await here.player("Host")
        waiting = [(await host.post("/v1/matches", NEW, expect=201))["match_id"] for _ in range(45)]
        for world in (here, there):
            world.clock.advance(OPEN_DAYS * DAY + 1)
        some = _rule(there, "matches").end(there.clock.now() - timedelta(days=OPEN_DAYS))
        first = await anext(some)
        killed = asyncio.create_task(_retention(here).prune())
        await anext(some, None)
        killed.cancel()
        await asyncio.gather(killed, return_exceptions=True)
        await _prune(there)

        kinds = await rows(postgres_url, "SELECT log_id FROM entries WHERE kind = 'called_off'")

    assert first > 0
    assert sorted(str(log_id) for (log_id,) in kinds) == sorted(waiting)
