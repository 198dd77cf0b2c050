"""A webhook on an event is sent what everyone is told there, and nothing of what its owner is told besides."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server.logs.aggregates.schedule import NextWork
from server.notifications.delivery.followers import HOLD
from server.notifications.news.handing_on import HandingOn
from server.notifications.webhooks import channel as channel_module
from server.notifications.webhooks import hooks as hooks_module
from server.notifications.webhooks.channel import WebhookChannel
from server.notifications.webhooks.outbox import Outbox
from server.organising.tournaments.kind import TOURNAMENTS
from tests.server.notifications.webhooks.target import PATH, Target, Targets, deliveries, hook, hooked_world, send
from tests.server.organising.series.seasons import season
from tests.server.organising.tournaments.directing import Directed, directed
from tests.server.world import Client, World

Json = Any


async def _follow(player: Client, target: Target, found: Directed, **more: Json) -> Json:
    return await hook(player, target, event={"type": "tournament", "id": found.id}, **more)


async def _play(found: Directed, rounds: int = 1) -> None:
    """Play rounds of a tournament to their ends, all tables but one decided by their matches."""
    for number in range(1, rounds + 1):
        for table in await found.start(number):
            if table["table"] == 1:
                await found.act("forfeit", round=number, table=1, entrants=[table["entrants"][0]], reason="Left.")
            elif table.get("match_id"):
                await found.decide(table["match_id"])
        await found.world.tournaments.sweep()
        await found.world.settle()


def _said(target: Target) -> list[Json]:
    """Return what was received, each message once, in the order of the event."""
    once = {each.headers["webhook-id"]: each.said for each in target.received}
    return sorted(once.values(), key=lambda said: (said["data"]["cursor"], said["data"]["index"]))


async def _public(found: Directed) -> list[tuple[int, str, Json]]:
    """Return the facts that somebody without a part is told, with cursors and times."""
    stranger = await found.world.player("Stranger")
    return [(event["cursor"], event["at"], fact) for event in await found.events(stranger) for fact in event["facts"]]


async def test_a_director_hears_what_strangers_are_told_and_nothing_else(hooked: World, targets: Targets) -> None:
    found, target = await directed(hooked, ["Ada", "Bo", "Cy", "Dee"]), targets.target("event")
    made = await _follow(found.director, target, found)
    before = len(await _public(found))

    await _play(found, rounds=2)
    await send(hooked)

    said, public = _said(target), (await _public(found))[before:]
    assert [(each["data"]["cursor"], each["timestamp"], each["data"]["fact"]) for each in said] == public
    assert [each["type"] for each in said] == [f"event.{fact['type']}" for _, _, fact in public]
    assert {"event.round_published", "event.round_started", "event.table_done", "event.round_done"} <= set(target.types)
    assert "event.round_paired" not in target.types
    assert all(each.is_signed_by(made["secret"]) for each in target.received)
    assert all(each["data"]["tournament_id"] == found.id and each["data"]["label"] == "Friday duels" for each in said)


async def test_each_message_says_what_happened_in_the_language_of_the_webhook(hooked: World, targets: Targets) -> None:
    found = await directed(hooked, ["Ada", "Bo"])
    english, german = targets.target("en"), targets.target("de")
    await _follow(found.director, english, found, types=["event.table_done"])
    await _follow(found.director, german, found, types=["event.table_done"], language="de-AT")

    await _play(found)
    await send(hooked)

    (said,), (gesagt,) = _said(english), _said(german)
    assert "Ada" in said["data"]["text"]
    assert "table 1" in said["data"]["text"]
    assert "Tisch 1" in gesagt["data"]["text"]
    assert said["data"]["fact"] == gesagt["data"]["fact"]


async def test_a_pairing_names_its_tables(hooked: World, targets: Targets) -> None:
    found, target = await directed(hooked, ["Ada", "Bo", "Cy", "Dee"]), targets.target("event")
    await _follow(found.director, target, found, types=["event.round_published"])

    await found.act("pair")
    await send(hooked)

    (said,) = _said(target)
    assert all(name in said["data"]["text"] for name in ("Ada", "Bo", "Cy", "Dee"))


async def test_a_series_is_followed_in_the_same_way(hooked: World, targets: Targets) -> None:
    found, target = await season(hooked), targets.target("event")
    await hook(found.director, target, event={"type": "series", "id": found.id})
    stranger = await hooked.player("Stranger")
    before = len([fact for event in await found.events(stranger) for fact in event["facts"]])

    await found.act("start")
    await send(hooked)

    public = [(event["cursor"], fact) for event in await found.events(stranger) for fact in event["facts"]]
    assert [(each["data"]["cursor"], each["data"]["fact"]) for each in _said(target)] == public[before:]
    assert "event.episode_begun" in target.types
    assert {each["data"]["series_id"] for each in _said(target)} == {found.id}


async def test_the_own_stream_goes_to_webhooks_without_an_event_alone(hooked: World, targets: Targets) -> None:
    found = await directed(hooked, ["Ada", "Bo"])
    ada = found.entrants["e1"]
    own, event = targets.target("own"), targets.target("event")
    await hook(ada, own)
    await _follow(ada, event, found)

    await _play(found)
    await send(hooked)

    assert own.types
    assert not any(name.startswith("event.") for name in own.types)
    assert event.types
    assert all(name.startswith("event.") for name in event.types)


async def test_types_are_those_of_what_the_webhook_follows(hooked: World, targets: Targets) -> None:
    found = await directed(hooked, ["Ada", "Bo"])
    event = {"type": "tournament", "id": found.id}
    url = targets.target("event").url

    for body in (
        {"url": url, "types": ["event.*"]},
        {"url": url, "types": ["match.*"], "event": event},
        {"url": url, "types": ["event.table_done", "ping.*", "round.published"], "event": event},
    ):
        problem = await found.director.post(PATH, body, expect=422)
        assert problem["code"] in ("wrong_webhook_types", "malformed_request")

    assert (await found.director.get(PATH))["webhooks"] == []


async def test_a_private_event_is_unknown_to_strangers(hooked: World, targets: Targets) -> None:
    found = await directed(hooked, ["Ada", "Bo"], visibility="private")
    stranger, url = await hooked.player("Stranger"), targets.target("event").url

    there = await stranger.post(PATH, {"url": url, "event": {"type": "tournament", "id": found.id}}, expect=404)
    nowhere = await stranger.post(PATH, {"url": url, "event": {"type": "tournament", "id": "0" * 26}}, expect=404)
    of_another_kind = await stranger.post(PATH, {"url": url, "event": {"type": "series", "id": found.id}}, expect=404)

    assert there["code"] == nowhere["code"] == "unknown_tournament"
    assert of_another_kind["code"] == "unknown_series"


async def test_it_ends_when_its_player_may_not_know_of_the_event_any_more(hooked: World, targets: Targets) -> None:
    """Also what waits to be tried again is not sent any more; with new access, a ping enables it from then on."""
    found = await directed(hooked, ["Ada", "Bo"], visibility="private")
    observer, target = await hooked.player("Observer"), targets.target("event")
    await found.act("give_role", player_id=observer.player_id, role="observer")
    made = await _follow(observer, target, found)
    target.status = 500
    await found.act("announce", text="Before.")
    await send(hooked)
    tried = len(target.received)

    target.status = 200
    await found.act("take_role", player_id=observer.player_id)
    await found.act("announce", text="After.")
    await send(hooked, seconds=6)
    await send(hooked, seconds=3600)

    assert tried
    assert len(target.received) == tried
    (listed,) = (await observer.get(PATH))["webhooks"]
    assert listed["disabled_because"] == "no_access"
    assert {each["state"] for each in await deliveries(observer, made["webhook_id"])} == {"failed"}
    path = f"{PATH}/{made['webhook_id']}/ping"
    assert (await observer.post(path, None, expect=404))["code"] == "unknown_tournament"

    await found.act("give_role", player_id=observer.player_id, role="observer")
    await observer.post(path, None, expect=202)
    await found.act("announce", text="Again.")
    await send(hooked)

    assert any(each.said["data"].get("fact", {}).get("text") == "Again." for each in target.received[tried:])
    assert not any(b"After." in each.body for each in target.received)


async def test_onlookers_cannot_have_an_event_sent_without_end(
    hooked: World, targets: Targets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those who hold a role on it always can."""
    monkeypatch.setattr(hooks_module, "MOST_ON_EVENT", 2)
    found, target = await directed(hooked, ["Ada", "Bo"]), targets.target("event")
    for name in ("One", "Two"):
        await _follow(await hooked.player(name), target, found)

    stranger = await hooked.player("Three")
    event = {"type": "tournament", "id": found.id}
    refused = await stranger.post(PATH, {"url": target.url, "event": event}, expect=409)
    await _follow(found.director, target, found)

    assert refused["code"] == "too_many_webhooks"


async def test_an_event_that_cannot_be_read_delays_only_its_own_webhooks(hooked: World, targets: Targets) -> None:
    found = await directed(hooked, ["Ada", "Bo"])
    one, other = targets.target("one"), targets.target("other")
    await _follow(found.director, one, found)
    ada = found.entrants["e1"]
    await hook(ada, other)
    server = hooked.app.state.server
    repository = server.tournament_logs.repository
    read = repository.refresh

    async def fail(live: Json) -> None:
        raise TOURNAMENTS.unreadable()

    async with server.deliverers["webhooks"]._sweeping:
        await found.act("announce", text="Hello.")
        repository.refresh = fail
    await send(hooked)
    unread, told = len(one.received), len(other.received)
    repository.refresh = read
    await send(hooked, seconds=HOLD.total_seconds() + 1)

    assert (unread, bool(told)) == (0, True)
    assert "event.announced" in one.types


async def test_a_pairing_that_is_too_large_is_sent_without_its_tables(
    hooked: World, targets: Targets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.notifications.webhooks.messages.MAX_BODY_BYTES", 500)
    found, target = await directed(hooked, ["Ada", "Bo"], bots=8), targets.target("event")
    await _follow(found.director, target, found, types=["event.round_published"])

    await found.act("pair")
    await send(hooked)

    (said,) = _said(target)
    assert said["data"].keys() == {"tournament_id", "cursor", "index", "text"}


@pytest.mark.parametrize("at", [(Outbox, "put_down"), (WebhookChannel, "_read"), (Outbox, "note_results")])
async def test_another_process_goes_on_where_one_was_killed(
    database_url: str, targets: Targets, monkeypatch: pytest.MonkeyPatch, at: tuple[type, str]
) -> None:
    """Every message once, in the order of the event, whichever of two processes sends it."""
    monkeypatch.setattr(channel_module, "_EVENTS_AT_ONCE", 2)
    async with hooked_world(database_url, targets) as one, hooked_world(database_url, targets) as two:
        found, target = await directed(one, ["Ada", "Bo", "Cy", "Dee"]), targets.target("event")
        made = await _follow(found.director, target, found)
        before = len(await _public(found))
        owner, name = at
        step, dead = getattr(owner, name), False

        async def kill(*args: Json) -> Json:
            nonlocal dead
            if dead:
                return await step(*args)
            dead = True
            raise asyncio.CancelledError

        monkeypatch.setattr(owner, name, kill)
        await _play(found)
        for _ in range(4):
            two.clock.advance(HOLD.total_seconds() + 1)
            await asyncio.gather(
                *(each.app.state.server.deliverers["webhooks"].sweep() for each in (one, two)), return_exceptions=True
            )
        listed = await deliveries(found.director, made["webhook_id"])
        public = (await _public(found))[before:]

    assert dead
    assert [each["data"]["fact"] for each in _said(target)] == [fact for _, _, fact in public]
    assert len(listed) == len(public)


async def test_what_a_killed_process_has_not_noted_is_found_by_its_mark(
    database_url: str, targets: Targets, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also of an entry that is news for no player."""
    async with hooked_world(database_url, targets) as one, hooked_world(database_url, targets) as two:
        found, target = await directed(one, ["Ada", "Bo"]), targets.target("event")
        await _follow(found.director, target, found)
        await send(one)
        monkeypatch.setattr(HandingOn, "plan", lambda *_: NextWork())

        await found.director.post(f"{found.path}/actions", {"type": "check_in"})
        await one.app.state.server.deliverers["webhooks"].sweep()
        unheard = len(target.received)
        await two.app.state.server.tournament_logs.handing_on.do_overdue(two.clock.now())
        await send(two)

    assert unheard == 0
    assert "event.check_in_opened" in target.types
