"""Push subscriptions, webhooks and the address of a calendar end with the token, or the program, that made them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from server.notifications.push.subscriptions import GATHER
from server.people.identity.grants import GRANT_LIFETIME
from server.runtime.outside.addresses import Reach
from server.runtime.outside.calls import Outside
from tests.databases import until_somebody_waits
from tests.server.notifications.push.service import HOST, PushService, push_service, subscribe
from tests.server.notifications.webhooks.target import LOOPBACK, PATH, Targets, hook, running_targets
from tests.server.people.oauth.browser import Browser as PageBrowser
from tests.server.people.oauth.browser import Program, tokens_of
from tests.server.world import Client, World, outside_world

Json = Any

ALL_SCOPES = ["watch", "play", "notify"]


@pytest.fixture
async def targets(tmp_path: Path) -> AsyncIterator[Targets]:
    async with running_targets(tmp_path) as targets:
        yield targets


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as service:
        yield service


@pytest.fixture
async def telling(database_url: str, targets: Targets, service: PushService) -> AsyncIterator[World]:
    async with _telling(database_url, targets, service) as world:
        yield world


def _telling(database: str, targets: Targets, service: PushService) -> AbstractAsyncContextManager[World]:
    outside = Outside(service, targets.post(Reach(LOOPBACK), 5), targets.names)
    return outside_world(database, outside, webhook_allow=LOOPBACK, push_hosts=HOST)


class Elsewhere:
    """What a player has news sent to, made with one token."""

    def __init__(self, targets: Targets, service: PushService, name: str) -> None:
        self.target = targets.target(name)
        self.browser = service.browser(name)
        self.calendar = ""

    async def make(self, client: Client) -> None:
        await hook(client, self.target)
        await subscribe(client, self.browser)
        self.calendar = (await client.post("/v1/me/calendar", {}, expect=201))["path"]

    async def told(self, world: World) -> tuple[bool, bool, bool]:
        """
        Send what is due; return whether the webhook and the browser were told anything new, and the calendar is there.

        What has happened may have been sent already.
        """
        await world.settle()
        world.clock.advance(GATHER.total_seconds())
        await world.app.state.server.deliverers["webhooks"].sweep()
        while await world.app.state.server.deliverers["push"].sweep():
            pass
        calendar = await world.nobody().http.get(self.calendar)
        told = bool(self.target.received), bool(self.browser.told), calendar.status_code == 200
        self.target.received.clear()
        self.browser.told.clear()
        return told


async def _other_token(player: Client, **more: Json) -> tuple[str, Client]:
    made = await player.post("/v1/me/tokens", {"name": "Phone", "scopes": ALL_SCOPES, **more}, 201)
    return made["token_id"], player.world.connect(player.player_id, made["token"])


async def _something_happens(world: World, player: Client) -> None:
    await world.duel(await world.player("Ada"), player, options={"cast_seconds": 100})


async def _counts(player: Client) -> tuple[int, int, bool]:
    reminders = await player.get("/v1/me/reminders")
    return (
        len((await player.get(PATH))["webhooks"]),
        len((await player.get("/v1/me/push-subscriptions"))["subscriptions"]),
        reminders["calendar_opened_at"] is not None,
    )


async def test_what_a_token_has_made_ends_when_it_is_withdrawn(
    telling: World, targets: Targets, service: PushService
) -> None:
    bo = await telling.player("Bo")
    token_id, phone = await _other_token(bo)
    own, other = Elsewhere(targets, service, "own"), Elsewhere(targets, service, "phone")
    await own.make(bo)
    await other.make(phone)
    await _something_happens(telling, bo)
    before = await other.told(telling)

    await bo.delete(f"/v1/me/tokens/{token_id}", expect=204)
    await _something_happens(telling, bo)

    assert before == (True, True, True)
    assert await other.told(telling) == (False, False, False)
    assert await _counts(bo) == (1, 1, False)


async def test_what_is_being_sent_when_its_token_is_withdrawn_ends_too(
    postgres_url: str, targets: Targets, service: PushService
) -> None:
    """The sender locks webhooks before what is sent to them, so whoever deletes them must not do it the other way."""
    async with _telling(postgres_url, targets, service) as world:
        bo = await world.player("Bo")
        token_id, phone = await _other_token(bo)
        await Elsewhere(targets, service, "phone").make(phone)
        await _something_happens(world, bo)
        await world.app.state.server.deliverers["webhooks"].sweep()
        sender = await asyncpg.connect(postgres_url)
        async with sender.transaction():
            await sender.execute("UPDATE webhooks SET numbered = numbered")
            withdrawing = asyncio.create_task(bo.delete(f"/v1/me/tokens/{token_id}", expect=204))
            await until_somebody_waits(sender)
            sent = await sender.execute("UPDATE webhook_deliveries SET tries = tries")
        await withdrawing
        await sender.close()

        assert sent != "UPDATE 0"
        assert await _counts(bo) == (0, 0, False)


async def test_what_a_program_has_made_lasts_as_long_as_the_program_is_allowed(
    telling: World, targets: Targets, service: PushService
) -> None:
    """It has another token each hour."""
    bo, pages, program = await telling.player("Bo"), PageBrowser(telling), Program(telling)
    await pages.sign_in(bo)
    tokens = await tokens_of(pages, program, scope=" ".join(ALL_SCOPES))
    elsewhere = Elsewhere(targets, service, "program")
    await elsewhere.make(telling.connect(bo.player_id, tokens["access_token"]))
    for _ in range(3):
        telling.clock.advance(3600)
        tokens = (await program.refresh(tokens["refresh_token"])).json()
        await telling.app.state.server.withdrawals.tidy()
    await _something_happens(telling, bo)
    allowed = await elsewhere.told(telling)

    await program.revoke(tokens["refresh_token"])
    await _something_happens(telling, bo)

    assert allowed == (True, True, True)
    assert await elsewhere.told(telling) == (False, False, False)
    assert await _counts(bo) == (0, 0, False)


@pytest.mark.parametrize("by", ["token", "program"])
async def test_what_was_made_with_a_token_ends_when_it_expires(
    telling: World, targets: Targets, service: PushService, by: str
) -> None:
    bo, pages = await telling.player("Bo"), PageBrowser(telling)
    elsewhere = Elsewhere(targets, service, "phone")
    if by == "token":
        lifetime = timedelta(seconds=3600)
        _, phone = await _other_token(bo, expires_in_seconds=3600)
    else:
        lifetime = GRANT_LIFETIME
        await pages.sign_in(bo)
        tokens = await tokens_of(pages, Program(telling), scope=" ".join(ALL_SCOPES))
        phone = telling.connect(bo.player_id, tokens["access_token"])
    await elsewhere.make(phone)

    telling.clock.advance(lifetime.total_seconds() - 1)
    left = await telling.app.state.server.withdrawals.tidy()
    before = await _counts(bo)
    telling.clock.advance(left.total_seconds())
    at_the_end = await telling.app.state.server.withdrawals.tidy()

    assert before == (1, 1, True)
    assert left == timedelta(seconds=1)
    assert await _counts(bo) == (0, 0, False)
    assert at_the_end is None


async def test_a_token_that_expires_during_a_look_is_found_by_the_next(
    telling: World, targets: Targets, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if nobody writes anything meanwhile: the look says when the next is due."""
    bo = await telling.player("Bo")
    _, phone = await _other_token(bo, expires_in_seconds=3600)
    await Elsewhere(targets, service, "phone").make(phone)
    withdrawals = telling.app.state.server.withdrawals
    delete = withdrawals._delete

    async def take_long(*given: Any) -> None:  # noqa: ANN401  # as it is
        await delete(*given)
        telling.clock.advance(3601)

    with monkeypatch.context() as slow:
        slow.setattr(withdrawals, "_delete", take_long)
        left = await withdrawals.tidy()

    assert left is not None


async def test_a_renewed_token_keeps_what_it_has_made(telling: World, targets: Targets, service: PushService) -> None:
    bo, elsewhere = await telling.player("Bo"), Elsewhere(targets, service, "phone")
    token_id, phone = await _other_token(bo)
    await elsewhere.make(phone)

    await bo.post(f"/v1/me/tokens/{token_id}/renewal", {})

    assert await _counts(bo) == (1, 1, True)


async def test_a_browser_that_subscribes_again_goes_on_with_the_new_token(telling: World, service: PushService) -> None:
    bo, browser = await telling.player("Bo"), service.browser("phone")
    token_id, phone = await _other_token(bo)
    await subscribe(phone, browser)
    await subscribe(bo, browser)

    await bo.delete(f"/v1/me/tokens/{token_id}", expect=204)

    assert await _counts(bo) == (0, 1, False)


async def test_a_suspended_player_is_told_nothing_until_it_is_reinstated(
    telling: World, targets: Targets, service: PushService
) -> None:
    themis, bo = await telling.player("Themis", administrator_key="laplace and his demon"), await telling.player("Bo")
    elsewhere, path = Elsewhere(targets, service, "bo"), f"/v1/administration/players/{bo.player_id}/actions"
    await _something_happens(telling, bo)
    await elsewhere.make(bo)
    await themis.post(path, {"type": "suspend", "reason": "Insults."})
    await telling.pass_time(100)  # the next phase awaits a move
    suspended = await elsewhere.told(telling)

    await themis.post(path, {"type": "reinstate"})

    assert suspended == (False, False, False)
    assert await elsewhere.told(telling) == (True, True, True)
