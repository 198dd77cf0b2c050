"""Browsers are told what their player's own stream tells, at least once, and nobody waits for push services."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from engines.kit import seat_id
from server.notifications.delivery.followers import HOLD
from server.notifications.news.facts import HandedOn, Seated, encode
from server.notifications.news.inbox import EVENTS, Cause
from server.notifications.push.subscriptions import GATHER, MAX_SUBSCRIPTIONS
from server.runtime.outside.calls import Answer
from tests.databases import execute
from tests.server.notifications.push.service import HOST, Browser, PushService, push_service, subscribe
from tests.server.world import Client, World, pushing_world
from tests.waiting import patience, until

Json = Any

PATH = "/v1/me/push-subscriptions"
FIVE = {"type": "cast", "spell": "5"}
MOVE = "Your move is awaited."


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as service:
        yield service


@pytest.fixture
async def pushing(database_url: str, service: PushService) -> AsyncIterator[World]:
    async with _world(database_url, service) as world:
        yield world


@asynccontextmanager
async def _world(database: str, service: PushService) -> AsyncIterator[World]:
    async with pushing_world(database, service, push_hosts=HOST) as world:
        yield world


async def _send(*worlds: World, seconds: float = GATHER.total_seconds()) -> None:
    """Let each server send what is due after a while."""
    for world in worlds:
        await world.settle()
        world.clock.advance(seconds)
    await asyncio.gather(*(_sweep(world) for world in worlds))


async def _sweep(world: World) -> None:
    while await world.app.state.server.deliverers["push"].sweep():
        pass


async def _duel(world: World, service: PushService, **more: Json) -> tuple[Client, Client, Browser, str]:
    """Start a duel of two players, of whom the second has a browser that is told."""
    ada, bo = await world.player("Ada"), await world.player("Bo")
    browser = service.browser("phone")
    await subscribe(bo, browser, **more)
    return ada, bo, browser, await world.duel(ada, bo, options={"cast_seconds": 100})


async def test_a_browser_is_told_that_a_move_is_awaited(pushing: World, service: PushService) -> None:
    """One message for the whole beginning, no longer than its deadline, with what the own stream says."""
    _, bo, browser, match_id = await _duel(pushing, service)

    await _send(pushing)

    own = (await bo.news())[-1]
    assert browser.told == [
        {
            "tag": match_id,
            "title": "Wizard's Duel",
            "body": MOVE,
            "cursor": own["cursor"],
            "fact": own["facts"][-1],
        }
    ]
    headers = browser.headers[0]
    assert (headers["TTL"], headers["Urgency"]) == ("97", "normal")


async def test_a_database_that_does_not_respond_is_no_error_of_sending(
    database_url: str, pushing: World, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    await _duel(pushing, service)
    await pushing.settle()
    pushing.clock.advance(GATHER.total_seconds())
    await execute(database_url, "ALTER TABLE entries RENAME TO entries_elsewhere")

    await _sweep(pushing)

    await execute(database_url, "ALTER TABLE entries_elsewhere RENAME TO entries")
    said = [record for record in caplog.records if record.name == "server.notifications.delivery.deliverer"]
    assert {record.levelname for record in said} == {"WARNING"}
    assert not any("\n" in record.getMessage() for record in said)


async def test_push_services_do_not_learn_which_match_it_is(pushing: World, service: PushService) -> None:
    """A topic is equal for messages of one match to one browser, of which the last one matters, and for no others."""
    ada, _, browser, match_id = await _duel(pushing, service)
    other = service.browser("tablet")
    await subscribe(ada, other)
    await _send(pushing)

    await pushing.pass_time(90)
    await _send(pushing)

    topics, others = ([headers["Topic"] for headers in each.headers] for each in (browser, other))
    assert (len(topics), len(others)) == (2, 1)
    assert len(set(topics)) == 1
    assert set(others).isdisjoint(topics)
    for topic in (*topics, *others):
        assert re.fullmatch("[A-Za-z0-9_-]{1,32}", topic)
        assert match_id not in topic


async def test_each_later_step_is_told_in_the_language_of_the_browser(pushing: World, service: PushService) -> None:
    ada, _, browser, match_id = await _duel(pushing, service, language="de-AT")
    await _send(pushing)

    await pushing.pass_time(90)
    await _send(pushing)
    await ada.act(match_id, {"type": "void", "reason": "Enough."})
    await _send(pushing)

    assert browser.bodies() == ["Du bist am Zug.", "Deine Frist läuft bald ab.", "Die Partie wurde abgebrochen."]
    assert {message["tag"] for message in browser.told} == {match_id}
    assert browser.headers[1]["Urgency"] == "high"


async def test_the_player_chooses_what_browsers_are_told(pushing: World, service: PushService) -> None:
    """Also what is sent of news from before the choice."""
    ada, bo, browser, match_id = await _duel(pushing, service)

    await bo.put("/v1/me/reminders", {"push": ["over"], "calendar": []})
    await _send(pushing)
    await pushing.pass_time(90)
    await _send(pushing)
    await ada.act(match_id, {"type": "void", "reason": "Enough."})
    await _send(pushing)

    assert browser.bodies() == ["The match was called off."]


async def test_a_message_to_the_host_does_not_take_the_place_of_a_move(pushing: World, service: PushService) -> None:
    host, ada, bo = [await pushing.player(name) for name in ("Host", "Ada", "Bo")]
    browser = service.browser("phone")
    await subscribe(bo, browser)
    match_id = await pushing.duel(host, ada, bo)

    await host.say(match_id, "host:b", "Hello?")
    await _send(pushing)

    assert sorted((message["tag"], message["body"]) for message in browser.told) == [
        (match_id, MOVE),
        (f"{match_id}-host", "The host has written to you."),
    ]


async def test_who_was_replaced_is_told_nothing(pushing: World, service: PushService) -> None:
    _, _, browser, match_id = await _duel(pushing, service)
    host = await pushing.player("Judge", administrator_key="laplace and his demon")

    await pushing.replace(match_id, "b", host, await pushing.player("Cy"))
    await _send(pushing)

    assert browser.told == []


async def test_what_is_not_sent_is_sent_later_by_whoever_is_there(database_url: str, service: PushService) -> None:
    """The push service is away, then the server is killed while it sends; nothing is lost, and the tag is the same."""
    async with _world(database_url, service) as world:
        service.is_down = True
        _, _, browser, match_id = await _duel(world, service)
        await _send(world)
        service.is_down = False
        await world.app.state.server.push.followers.note(["nobody"])
        await _send(world, seconds=20)
        followers = world.app.state.server.push.followers
        await world.pass_time(90)
        world.clock.advance(3)
        abandoned = await followers.claim()
    async with _world(database_url, service) as again:
        again.clock.advance(116 + HOLD.total_seconds())
        await again.settle()
        await _sweep(again)

        assert len(abandoned) == 1
        assert browser.bodies()[0] == MOVE
        assert len(browser.told) == 2
        assert {message["tag"] for message in browser.told} == {match_id}


async def test_two_servers_send_a_message_once(postgres_url: str, service: PushService) -> None:
    async with _world(postgres_url, service) as one, _world(postgres_url, service) as two:
        _, _, browser, _ = await _duel(one, service)

        await _send(one, two)

        keys = [await world.app.state.server.push.public_key() for world in (one, two)]
        assert browser.bodies() == [MOVE]
        assert keys[0] == keys[1]


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_the_service_no_longer_knows_is_dropped(
    pushing: World, service: PushService, status: int
) -> None:
    _, bo, browser, _ = await _duel(pushing, service)
    browser.status = status

    await _send(pushing)

    assert (await bo.get(PATH))["subscriptions"] == []


async def test_refused_messages_are_tried_again_ever_less_often(pushing: World, service: PushService) -> None:
    ada, bo, browser, match_id = await _duel(pushing, service)
    browser.status = 503
    for seconds in (3, 10, 60):
        await _send(pushing, seconds=seconds)
    browser.status = 201
    await ada.act(match_id, {"type": "void", "reason": "Enough."})

    await _send(pushing, seconds=299)
    early = len(browser.told)
    await _send(pushing, seconds=2)

    assert early == 0
    assert browser.bodies() == ["The match was called off."]
    assert len((await bo.get(PATH))["subscriptions"]) == 1


async def _duels(world: World, service: PushService, number: int) -> Browser:
    """Start duels at once, of a player whose browser is told of each."""
    ada, bo = await world.player("Ada"), await world.player("Bo")
    browser = service.browser("phone")
    await subscribe(bo, browser)
    for _ in range(number):
        await world.duel(ada, bo, options={"cast_seconds": 600})
    return browser


async def test_what_was_sent_is_not_sent_again_with_what_failed(pushing: World, service: PushService) -> None:
    """The second of three messages gets no answer."""
    browser = await _duels(pushing, service, 3)

    calls = 0

    async def fail_second() -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise OSError

    service.before_answer = fail_second
    await _send(pushing)
    early = len(browser.told)
    await _send(pushing, seconds=11)

    assert early == 1
    assert len(browser.told) == len({message["tag"] for message in browser.told}) == 3


async def test_one_server_sends_to_a_browser_however_slow_its_push_service_is(
    pushing: World, service: PushService
) -> None:
    """Ten messages of nine seconds each take longer than a process holds a subscription."""
    browser = await _duels(pushing, service, 10)
    claimed: list[object] = []

    async def wait() -> None:
        pushing.clock.advance(9)
        claimed.extend(await pushing.app.state.server.push.followers.claim())

    service.before_answer = wait
    await _send(pushing)

    assert claimed == []
    assert len(browser.told) == len({message["tag"] for message in browser.told}) == 10


async def test_a_push_service_that_never_answers_delays_nobody(sqlite_url: str) -> None:
    class Silent:
        async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
            await asyncio.sleep(3600)
            return Answer(201)

        async def close(self) -> None:
            """There is nothing to close."""

    async with pushing_world(sqlite_url, Silent(), push_hosts=HOST) as world:
        ada, bo = await world.player("Ada"), await world.player("Bo")
        await subscribe(bo, Browser("phone"))
        match_id = await world.duel(ada, bo, pace="eager")
        world.clock.advance(3)
        sending = asyncio.create_task(_sweep(world))
        await asyncio.sleep(0.1)

        for player in (ada, bo):
            await player.submit(match_id, 1, FIVE)
        await world.settle()
        news = [fact["type"] for event in await bo.news() for fact in event["facts"]]
        sending.cancel()

    assert news.count("awaited") == 2


async def test_a_browser_whose_push_service_is_slow_delays_no_other(pushing: World, service: PushService) -> None:
    """Each of 40 browsers has news; the first of them is not answered until all others are called, by one process."""
    players = [await pushing.player(name) for name in ("Ada", "Bo")]
    for player, number in itertools.product(players, range(MAX_SUBSCRIPTIONS)):
        await subscribe(player, service.browser(f"{player.player_id}-{number}"))
    calls, all_called = itertools.count(1), asyncio.Event()

    async def answer_first_last() -> None:
        number = next(calls)
        if number == len(service.browsers):
            all_called.set()
        elif number == 1:
            await all_called.wait()

    service.before_answer = answer_first_last
    await pushing.duel(*players)
    await pushing.settle()
    pushing.clock.advance(GATHER.total_seconds())
    async with patience():
        await all_called.wait()


async def test_a_push_service_that_hangs_delays_no_other(sqlite_url: str) -> None:
    """However many browsers it has: those of another one are told meanwhile."""
    called: list[str] = []

    class Services:
        async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
            called.append(url)
            if url.startswith("https://hangs.example/"):
                await asyncio.Event().wait()
            return Answer(201)

        async def close(self) -> None:
            """There is nothing to close."""

    async with pushing_world(sqlite_url, Services(), push_hosts=f"{HOST},hangs.example") as world:
        players = [await world.player(name) for name in ("Ada", "Bo", "Cy", "Di")]
        for number, player in itertools.product(range(15), players[:3]):
            endpoint = f"https://hangs.example/{player.player_id}-{number}"
            await subscribe(player, Browser("hangs"), endpoint=endpoint)
        await world.duel(*players[:3])
        await world.settle()
        world.clock.advance(1)
        neighbour = Browser("neighbour")
        await subscribe(players[3], neighbour)
        await world.duel(players[0], players[3])
        await world.settle()
        world.clock.advance(GATHER.total_seconds())
        sending = asyncio.create_task(_sweep(world))
        await until(lambda: neighbour.endpoint in called)
        sending.cancel()


async def test_a_message_that_waits_lives_as_long_as_its_extended_deadline(
    pushing: World, service: PushService
) -> None:
    ada, _, browser, match_id = await _duel(pushing, service)
    service.is_down = True
    await _send(pushing)
    await ada.act(match_id, {"type": "extend", "seconds": 3600})
    service.is_down = False

    await pushing.settle()
    pushing.clock.advance(200)  # the phase had 100 seconds
    await _sweep(pushing)

    assert browser.bodies() == [MOVE]
    assert int(browser.headers[0]["TTL"]) > 3000


async def test_two_players_may_subscribe_one_browser_at_once(postgres_url: str, service: PushService) -> None:
    async with _world(postgres_url, service) as world:
        players = [await world.player(name) for name in ("Ada", "Bo", "Cy", "Di")]
        browser = service.browser("phone")

        for _ in range(5):
            await asyncio.gather(*(subscribe(player, browser) for player in players))

        held = [await player.get("/v1/me/push-subscriptions") for player in players]
    assert sum(len(page["subscriptions"]) for page in held) == 1


async def test_subscribing_again_changes_language_and_keys_and_misses_nothing(
    pushing: World, service: PushService
) -> None:
    _, bo, browser, _ = await _duel(pushing, service)

    again = await subscribe(bo, browser, language="de")
    await _send(pushing)

    assert browser.bodies() == ["Du bist am Zug."]
    assert (await bo.get(PATH))["subscriptions"] == [again]
    assert "https" not in str(again)


async def test_a_browser_tells_one_player_and_a_player_ends_only_their_own(
    pushing: World, service: PushService
) -> None:
    ada, bo = await pushing.player("Ada"), await pushing.player("Bo")
    browser = service.browser("shared")
    kept = await subscribe(ada, browser)
    taken_over = await subscribe(bo, browser)

    await ada.delete(f"{PATH}/{kept['subscription_id']}", expect=204)
    lists = [len((await player.get(PATH))["subscriptions"]) for player in (ada, bo)]
    await bo.delete(f"{PATH}/{taken_over['subscription_id']}", expect=204)

    assert lists == [0, 1]
    assert (await bo.get(PATH))["subscriptions"] == []


async def test_a_player_has_a_bounded_number_of_subscriptions(pushing: World, service: PushService) -> None:
    ada = await pushing.player("Ada")
    for number in range(MAX_SUBSCRIPTIONS):
        await subscribe(ada, service.browser(f"b{number}"))

    refused = await ada.put(PATH, service.browser("more").subscription(), expect=409)
    again = await subscribe(ada, service.browser("b0"), language="de")

    assert refused["code"] == "too_many_push_subscriptions"
    assert again["language"] == "de"


async def test_without_a_subscription_nothing_is_noted(world: World) -> None:
    ada, bo = await world.player("Ada"), await world.player("Bo")
    await world.duel(ada, bo)
    world.clock.advance(10)

    assert await world.app.state.server.deliverers["push"].sweep() == 0


async def test_what_is_read_for_a_browser_is_what_the_player_reads(world: World) -> None:
    """Also where one of the player's logs ends and the next one begins."""
    bo = await world.player("Bo")
    inboxes = world.app.state.server.streams.inboxes
    for entry in range(1, EVENTS + 3):
        await inboxes.append(
            bo.player_id,
            [Cause(HandedOn("m", entry, f"m{entry}"), [encode(Seated(f"m{entry}", "wizards_duel", seat_id("a")))])],
        )

    read = [await inboxes.read(bo.player_id, after, 10) for after in (0, EVENTS - 1, EVENTS, EVENTS + 2)]
    own = await bo.news()

    assert [json.loads(event.text()) for event in read[0].events] == own[:10]
    assert [event.cursor for events, _ in read[1:] for event in events] == [EVENTS, EVENTS + 1, EVENTS + 2]
    assert [more for _, more in read] == [True, True, False, False]
