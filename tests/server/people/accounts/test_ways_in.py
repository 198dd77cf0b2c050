"""Ways in are added and removed by who has just signed in, and no thief shuts out who was there before."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.errors import RefusedError
from server.access.player import Player
from server.access.scopes import SCOPES
from server.api.streams.close_codes import CloseCode
from server.people.accounts.accounts import Accounts, accounts_of
from server.people.accounts.sessions import PROOF_LASTS, SETTLED
from server.people.identity.changes import Changes
from server.runtime.database.tables import RecoveryRow
from server.runtime.times import timestamp
from tests.databases import execute
from tests.server.people.accounts.people import actor_of
from tests.server.people.accounts.test_pages import Visitor, visitor
from tests.server.world import Client, FakeClock, World

pytestmark = pytest.mark.one_server

HOUR: Final = 3600

CHANGES: Final = {
    "/recovery-codes": {},
    "/tokens": {"name": "Bot", "days": "30", "scope": "account"},
    "/passkeys/remove": {"passkey_id": "x"},
    "/provider-accounts/remove": {"issuer": "x"},
    "/providers/Delphi": {},
    "/end-access": {},
}
"""Forms that add or remove ways in."""


async def codes_of(browser: Visitor) -> list[str]:
    """Make recovery codes on the page."""
    shown = await browser.send("/recovery-codes")
    assert shown.status_code == 200, shown.text
    return re.findall(r"<code>([0-9a-z-]{23})</code>", shown.text)


async def use(browser: Visitor, code: str) -> bool:
    """Sign in with a recovery code; return whether it works."""
    return (await browser.send("/sign-in/recovery-code", {"code": code})).status_code == 303


async def full_token(player: Client) -> dict[str, Any]:
    """Make another token with every scope, which is a way in."""
    made: dict[str, Any] = await player.post("/v1/me/tokens", {"name": "New", "scopes": list(SCOPES)}, 201)
    return made


async def have_passkey(database: str, world: World, player: Client) -> None:
    """Give the player a passkey that was added now."""
    added = "INSERT INTO passkeys (passkey_id, player_id, credential, sign_count, name, created_at) VALUES "
    added += "('of ' || :player_id, :player_id, '', 0, 'Old phone', :created_at)"
    await execute(database, added, player_id=player.player_id, created_at=timestamp(world.clock.now()))


@pytest.mark.parametrize("path", CHANGES)
async def test_ways_in_change_only_within_ten_minutes_of_signing_in(world: World, path: str) -> None:
    """Whoever finds an open browser, or has copied its cookie, could otherwise stay."""
    player = await world.player()
    async with visitor(world) as browser:
        await browser.sign_in(player.token)
        world.clock.advance(PROOF_LASTS.total_seconds() - 1)
        in_time = await browser.send(path, CHANGES[path])
        world.clock.advance(1)

        late = await browser.send(path, CHANGES[path])
        shown = (await browser.http.get("/account")).text
        await browser.sign_in(player.token, again="1")
        again = await browser.send(path, CHANGES[path])

    assert "Confirm again who you are, then try again" not in in_time.text
    assert late.status_code == 403
    assert "Confirm again who you are, then try again" in late.text
    assert 'href="/account/again"' in late.text
    assert 'href="/account/again"' in shown
    assert "Confirm again who you are, then try again" not in again.text


async def test_our_script_is_told_by_a_code_that_a_proof_is_needed(world: World) -> None:
    player = await world.player()
    async with visitor(world) as browser:
        await browser.sign_in(player.token)
        headers = {"Origin": browser.home, "X-Form-Token": await browser.form_token()}
        asked = [await browser.http.post("/account/passkeys/options", json={"name": "x"}, headers=headers)]
        world.clock.advance(PROOF_LASTS.total_seconds())
        asked.append(await browser.http.post("/account/passkeys/options", json={"name": "x"}, headers=headers))

    assert [reply.status_code for reply in asked] == [200, 403]
    assert asked[1].json()["code"] == "proof_needed"


async def test_who_is_signed_in_shows_once_more_who_they_are_and_goes_on(world: World) -> None:
    player = await world.player()
    async with visitor(world) as browser:
        await browser.sign_in(player.token)
        (code, *_) = await codes_of(browser)
        world.clock.advance(HOUR)

        page = await browser.http.get("/account/again")
        used = await use(browser, code)

        assert "Use a recovery code" in page.text
        assert "New account" not in page.text
        assert used
        assert await codes_of(browser)


@pytest.mark.parametrize("scope", ["play", "account", "administer"])
async def test_only_tokens_that_could_change_the_account_ask_for_a_proof(world: World, scope: str) -> None:
    player = await world.player()
    async with visitor(world) as browser:
        await browser.sign_in(player.token)
        world.clock.advance(PROOF_LASTS.total_seconds())

        made = await browser.send("/tokens", {"name": "Bot", "days": "30", "scope": scope})

    assert made.status_code == (200 if scope == "play" else 403)


async def test_who_proves_an_older_way_in_shuts_out_a_thief_with_all_that_was_added(world: World) -> None:
    player = await world.player()
    async with visitor(world) as owner, visitor(world) as thief, visitor(world) as other:
        world.clock.advance(HOUR)
        await thief.sign_in(player.token)
        codes = await codes_of(thief)
        assert await use(other, codes[0])
        made = await full_token(player)
        await owner.sign_in(player.token)

        ended = await owner.send("/end-access")

        assert "signed out everywhere else" in ended.text
        assert await owner.player_id() == player.player_id
        assert [await each.player_id() for each in (thief, other)] == [None, None]
        assert not await use(thief, codes[1])
        await world.connect(player.player_id, made["token"]).get("/v1/me", 401)
        await player.get("/v1/me")


async def test_what_is_older_than_the_proof_stays(world: World, sqlite_url: str) -> None:
    """So whoever has taken over an account with something new cannot keep it."""
    player = await world.player()
    await have_passkey(sqlite_url, world, player)
    async with visitor(world) as owner, visitor(world) as thief:
        await owner.sign_in(player.token)
        codes = await codes_of(owner)
        world.clock.advance(HOUR)
        stolen = await full_token(player)
        await thief.sign_in(stolen["token"])

        removed = await thief.send("/passkeys/remove", {"passkey_id": f"of {player.player_id}"})
        replaced = await thief.send("/recovery-codes")
        await thief.send("/end-access")

        assert [reply.status_code for reply in (removed, replaced)] == [403, 403]
        assert "Sign in with something older" in removed.text
        assert "Old phone" in (await thief.http.get("/account")).text
        assert await use(owner, codes[0])
        await owner.send("/end-access")
        assert await thief.player_id() is None


async def test_a_way_in_of_a_week_removes_older_ones(world: World, sqlite_url: str) -> None:
    """Whoever has lost the old phone has nothing older."""
    player = await world.player()
    await have_passkey(sqlite_url, world, player)
    world.clock.advance(HOUR)
    async with visitor(world) as owner:
        await owner.sign_in((await full_token(player))["token"])
        await codes_of(owner)
        world.clock.advance(HOUR)
        newer = await full_token(player)
        world.clock.advance(SETTLED.total_seconds())
        await owner.sign_in(newer["token"])

        replaced = await owner.send("/recovery-codes")

        assert replaced.status_code == 200


async def test_a_program_of_the_player_ends_all_other_access_with_a_token_of_every_scope(world: World) -> None:
    player = await world.player()
    lesser = await player.post("/v1/me/tokens", {"name": "Bot", "scopes": ["account"]}, 201)
    async with visitor(world) as thief:
        await thief.sign_in(player.token)
        world.clock.advance(HOUR)
        codes = await codes_of(thief) if (await thief.sign_in(player.token)).status_code == 303 else []
        refused = await world.connect(player.player_id, lesser["token"]).post("/v1/me/end-access", None, 403)
        stolen = world.connect(player.player_id, (await full_token(player))["token"])
        async with stolen.follow() as stream:
            await player.post("/v1/me/end-access", None, 204)

            assert await stream.closed() == CloseCode.TOKEN_WITHDRAWN

        assert refused["code"] == "not_a_way_in"
        assert await thief.player_id() is None
        assert not await use(thief, codes[0])
        await stolen.get("/v1/me", 401)
        await player.get("/v1/me")


@pytest.fixture
def accounts(database: AsyncEngine, clock: FakeClock) -> Accounts:
    return accounts_of(database, Changes(database), clock, None, "", ())


async def test_what_is_removed_while_somebody_signs_in_with_it_opens_nothing(accounts: Accounts, ada: Player) -> None:
    """The code was right, and all codes were removed before the session began."""
    (code, *_) = await accounts.recovery.make(ada.id, None)
    assert await accounts.recovery.use(code, "192.0.2.1") == ada.id
    async with accounts.database.begin() as connection:
        await connection.execute(delete(RecoveryRow))

    for opened_with in ("recovery", "passkey:gone", "provider:gone", "token:gone"):
        with pytest.raises(RefusedError) as refusal:
            await accounts.sessions.open(ada.id, opened_with, "")
        assert refusal.value.code.name == "signed_out"
    assert await accounts.sessions.of_player(ada.id) == []


async def test_a_session_that_has_ended_meanwhile_adds_nothing(accounts: Accounts, ada: Player) -> None:
    await accounts.recovery.make(ada.id, None)
    await accounts.sessions.open(ada.id, "recovery", "")
    (session,) = await accounts.sessions.of_player(ada.id)
    await accounts.end_access(await actor_of(accounts.database, ada), "")

    for attempt in (accounts.recovery.make(ada.id, session.actor), accounts.end_access(session.actor, "")):
        with pytest.raises(RefusedError) as refusal:
            await attempt
        assert refusal.value.code.name == "signed_out"
    assert await accounts.recovery.time_made(ada.id) is None
