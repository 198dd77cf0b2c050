"""A push message is true when it is sent, and a push service that refuses it is noticed."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest

from server.runtime.metrics import metrics
from server.runtime.settings import Settings
from tests.server.notifications.push.service import HOST, Browser, PushService, push_service, subscribe
from tests.server.notifications.push.test_push import FIVE, MOVE, PATH, _duel, _send, _world
from tests.server.organising.series.seasons import to_the_pick
from tests.server.organising.tournaments.directing import directed
from tests.server.world import World, pushing_world
from tests.waiting import until

Json = Any


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as service:
        yield service


@pytest.fixture
async def pushing(database_url: str, service: PushService) -> AsyncIterator[World]:
    async with _world(database_url, service) as world:
        yield world


async def test_a_move_is_not_awaited_once_it_is_made(pushing: World, service: PushService) -> None:
    ada, bo = await pushing.players("Ada", "Bo")
    browser = service.browser("phone")
    await subscribe(bo, browser)
    match_id = await pushing.duel(ada, bo, pace="eager")

    await bo.submit(match_id, 1, FIVE)
    await _send(pushing)
    await ada.submit(match_id, 1, FIVE)
    await _send(pushing)

    assert [message["fact"]["phase"] for message in browser.told] == [2]


async def test_a_deadline_that_was_moved_is_not_near(pushing: World, service: PushService) -> None:
    """It is awaited, until later."""
    ada, bo, browser, match_id = await _duel(pushing, service)
    await _send(pushing)
    await pushing.pass_time(90)

    await ada.act(match_id, {"type": "extend", "seconds": 3600})
    await _send(pushing)

    closes_at = (await bo.get(f"/v1/matches/{match_id}"))["closes_at"]
    assert browser.bodies() == [MOVE, MOVE]
    assert browser.told[1]["fact"]["closes_at"] == closes_at


async def test_who_is_awaited_is_told_when_a_match_goes_on(pushing: World, service: PushService) -> None:
    """Not while it is paused, when no move can be made; and not who has made it."""
    ada, bo, browser, match_id = await _duel(pushing, service)
    other = service.browser("other")
    await subscribe(ada, other)
    await ada.submit(match_id, 1, FIVE)
    await ada.act(match_id, {"type": "pause"})
    await _send(pushing)
    assert browser.told == []

    await ada.act(match_id, {"type": "resume"})
    await _send(pushing)

    closes_at = (await bo.get(f"/v1/matches/{match_id}"))["closes_at"]
    assert [(message["body"], message["fact"]["closes_at"]) for message in browser.told] == [(MOVE, closes_at)]
    assert other.told == []


async def test_a_seat_that_was_declined_is_not_reserved(pushing: World, service: PushService) -> None:
    ada, bo = await pushing.players("Ada", "Bo")
    browser = service.browser("phone")
    await subscribe(bo, browser)
    reserved = {"b": {"player_id": bo.player_id}}
    ids = [
        (await ada.post("/v1/matches", {"game": "wizards_duel", "seats": reserved}, expect=201))["match_id"]
        for _ in range(2)
    ]

    await bo.delete(f"/v1/matches/{ids[0]}/seats/b")
    await _send(pushing)

    assert [(message["tag"], message["body"]) for message in browser.told] == [(ids[1], "A seat is reserved for you.")]


async def test_entrants_are_not_asked_for_what_they_have_done(pushing: World, service: PushService) -> None:
    """To check in, and to be ready."""
    terms: Json = {"max_entrants": 2, "system": "own", "absence": {"ready_seconds": 60, "missed_rounds": 0}}
    found = await directed(pushing, ["Ada", "Bo"], schedule={"review_seconds": 600}, rounds=2, **terms)
    browsers = [service.browser(name) for name in found.entrants]
    for client, browser in zip(found.entrants.values(), browsers, strict=True):
        await subscribe(client, browser)
    ada, bo = found.entrants.values()

    await found.act("check_in")
    await ada.put(f"{found.path}/check_in", {})
    await _send(pushing)
    await bo.put(f"{found.path}/check_in", {})
    await found.act("set_pairings", tables=[{"entrants": ["e1", "e2"]}], force=True, reason="Few.")
    await found.act("publish")
    await found.act("start_round")
    await ada.put(f"{found.path}/tables/1/ready", {})
    await _send(pushing)

    about = [[said["body"] for said in browser.told if "tournament_id" in said["fact"]] for browser in browsers]
    assert about == [
        [],
        ["Check in: say that you are here.", "Round 1, table 1: say that you are ready."],
    ]


async def test_a_decision_is_asked_until_it_is_made(pushing: World) -> None:
    season = await to_the_pick(pushing)
    ed, asks = season.entrants["e5"], pushing.app.state.server.push._asks["series_id"]
    fact = {"type": "decision_asked", "series_id": season.path.rpartition("/")[2], "decision": 1}

    before = await asks(ed.player_id, fact)
    await season.decide(ed, 1, "e4")
    after = await asks(ed.player_id, fact)

    assert (before, after) == (True, False)
    assert not await asks(season.director.player_id, {**fact, "type": "series_waits"})
    assert await asks(ed.player_id, {**fact, "type": "series_entered"})


async def test_a_refusal_is_counted_logged_once_and_shown(
    pushing: World, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    """Until a message is taken."""
    _, bo, browser, _ = await _duel(pushing, service)
    browser.status, before = 403, metrics.push_refusals[HOST, 403]
    shown = [(await bo.get(PATH))["subscriptions"][0]["refused"]]

    with caplog.at_level(logging.WARNING):
        for seconds in (3, 11):
            await _send(pushing, seconds=seconds)
    shown.append((await bo.get(PATH))["subscriptions"][0]["refused"])
    browser.status = 201
    await _send(pushing, seconds=61)
    shown.append((await bo.get(PATH))["subscriptions"][0]["refused"])

    assert shown == [None, 403, None]
    assert metrics.push_refusals[HOST, 403] == before + 2
    assert caplog.text.count(f"the push service {HOST} refuses messages with status 403") == 1


async def test_without_a_contact_nothing_is_promised(
    sqlite_url: str, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    """Push services refuse servers whose operators they cannot reach, so the operator is told at the start."""
    with caplog.at_level(logging.WARNING):
        async with pushing_world(sqlite_url, service, push_hosts=HOST, push_contact=None) as world:
            bo = await world.player("Bo")
            refused = await bo.put(PATH, Browser("phone").subscription(), expect=409)
            await until(lambda: "MOIRAI_PUSH_CONTACT" in caplog.text)

    assert refused["code"] == "push_off"


@pytest.mark.parametrize(
    ("settings", "contact"),
    [
        ({}, None),
        ({"public_url": "https://games.example"}, "https://games.example"),
        ({"public_url": "https://games.example:8443"}, "https://games.example:8443"),
        ({"public_url": "https://games"}, None),
        ({"public_url": "http://localhost:8000"}, None),
        ({"public_url": "https://games.example", "push_contact": "mailto:me@games.example"}, "mailto:me@games.example"),
    ],
)
def test_the_contact_is_the_public_address_unless_it_is_set(settings: Json, contact: str | None) -> None:
    assert Settings(**settings).contact_for_push == contact
