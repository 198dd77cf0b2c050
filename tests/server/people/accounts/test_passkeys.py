"""Passkeys on both databases: what an authenticator answers is believed only if it was asked here, now and once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import JsonValue
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.errors import RefusedError
from server.access.player import Player
from server.people.accounts.accounts import Accounts, accounts_of
from server.people.accounts.ceremonies import LIFETIME
from server.people.accounts.forms import Visitor
from server.people.accounts.origin import Origin
from server.people.accounts.passkeys import MAX_PASSKEYS
from server.people.accounts.recovery import OPENED_WITH
from server.people.accounts.sessions import SETTLED
from server.people.identity.changes import Changes
from server.people.identity.players import Players
from tests.server.people.accounts.authenticator import FLAG, Authenticator
from tests.server.people.accounts.people import actor_of, new_player
from tests.server.world import FakeClock

HERE = Origin("http://localhost:8000", "localhost")
MINE = Visitor("m" * 43)
OTHERS = Visitor("o" * 43)


@pytest.fixture
def accounts(database: AsyncEngine, clock: FakeClock) -> Accounts:
    return accounts_of(database, Changes(database), clock, None, "", ())


@pytest.fixture
def device() -> Authenticator:
    return Authenticator(HERE.text)


async def add(accounts: Accounts, player: Player, device: Authenticator) -> None:
    options = await accounts.passkeys.ask_for_another(HERE, MINE, player)
    await accounts.passkeys.add(HERE, MINE, await actor_of(accounts.database, player), device.make(options), "Laptop")


async def sign_in(accounts: Accounts, device: Authenticator) -> str:
    options = await accounts.passkeys.ask_to_sign_in(HERE, MINE)
    player_id, _ = await accounts.passkeys.sign_in(HERE, MINE, device.use(options))
    return player_id


async def refused(action: Any) -> str:  # noqa: ANN401  # an awaitable
    with pytest.raises(RefusedError) as refusal:
        await action
    return refusal.value.code.name


async def test_a_passkey_signs_its_player_in(accounts: Accounts, ada: Player, device: Authenticator) -> None:
    await add(accounts, ada, device)

    assert await sign_in(accounts, device) == ada.id
    assert await sign_in(accounts, device) == ada.id
    (known,) = await accounts.passkeys.of(ada.id)
    assert (known.name, known.used_on, known.copied_at) == ("Laptop", "2040-01-01", None)


async def test_a_new_account_exists_from_its_first_passkey_on(
    accounts: Accounts, device: Authenticator, database: AsyncEngine, clock: FakeClock
) -> None:
    players = Players(database, clock, None)
    player_id = accounts.newcomers.new_player_id()
    options = await accounts.passkeys.ask_for_first(HERE, MINE, player_id, "Klotho")
    assert await players.by_id(player_id) is None

    account = await accounts.passkeys.first_made(HERE, MINE, device.make(options), "Laptop")
    await accounts.newcomers.by_passkey(account)

    assert await sign_in(accounts, device) == player_id
    made = await players.by_id(player_id)
    assert made is not None
    assert made.name == "Klotho"


WRONG: list[Callable[[Authenticator], None]] = [
    lambda device: setattr(device, "origin", "http://localhost:8001"),
    lambda device: setattr(device, "origin", "https://localhost:8000"),
    lambda device: setattr(device, "origin", "http://attacker.localhost:8000"),
    lambda device: setattr(device, "rp_id", "attacker.example"),
    lambda device: setattr(device, "framed", True),
    lambda device: setattr(device, "flags", FLAG.UP),
    lambda device: setattr(device, "flags", FLAG.UV),
    lambda device: setattr(device, "kind", "payment.get"),
]
NAMES = ["port", "scheme", "subdomain", "rp", "frame", "unverified", "absent", "kind"]


@pytest.mark.parametrize("wrong", WRONG, ids=NAMES)
async def test_a_passkey_of_another_origin_or_without_the_person_does_not_sign_in(
    accounts: Accounts, ada: Player, device: Authenticator, wrong: Callable[[Authenticator], None]
) -> None:
    await add(accounts, ada, device)
    wrong(device)

    assert await refused(sign_in(accounts, device)) == "passkey_refused"


@pytest.mark.parametrize("wrong", WRONG, ids=NAMES)
async def test_a_passkey_of_another_origin_or_without_the_person_is_not_added(
    accounts: Accounts, ada: Player, device: Authenticator, wrong: Callable[[Authenticator], None]
) -> None:
    wrong(device)

    assert await refused(add(accounts, ada, device)) == "passkey_refused"
    assert await accounts.passkeys.of(ada.id) == []


async def test_an_answer_counts_once(accounts: Accounts, ada: Player, device: Authenticator) -> None:
    await add(accounts, ada, device)
    answer = device.use(await accounts.passkeys.ask_to_sign_in(HERE, MINE))
    await accounts.passkeys.sign_in(HERE, MINE, answer)

    assert await refused(accounts.passkeys.sign_in(HERE, MINE, answer)) == "ceremony_over"


async def test_an_answer_counts_in_the_browser_that_asked(
    accounts: Accounts, ada: Player, device: Authenticator
) -> None:
    """Otherwise somebody could sign others in as themselves (login CSRF), or use an answer that they overheard."""
    await add(accounts, ada, device)
    answer = device.use(await accounts.passkeys.ask_to_sign_in(HERE, OTHERS))

    assert await refused(accounts.passkeys.sign_in(HERE, MINE, answer)) == "ceremony_over"


async def test_an_answer_counts_for_some_minutes(
    accounts: Accounts, ada: Player, device: Authenticator, clock: FakeClock
) -> None:
    await add(accounts, ada, device)
    answer = device.use(await accounts.passkeys.ask_to_sign_in(HERE, MINE))
    clock.advance(LIFETIME.total_seconds())

    assert await refused(accounts.passkeys.sign_in(HERE, MINE, answer)) == "ceremony_over"


async def test_a_challenge_for_something_else_or_of_ones_own_does_not_count(
    accounts: Accounts, ada: Player, device: Authenticator
) -> None:
    await add(accounts, ada, device)
    adding = await accounts.passkeys.ask_for_another(HERE, MINE, ada)
    invented = {"publicKey": {"challenge": "AAAA"}}

    assert await refused(accounts.passkeys.sign_in(HERE, MINE, device.use(adding))) == "ceremony_over"
    assert await refused(accounts.passkeys.sign_in(HERE, MINE, device.use(invented))) == "ceremony_over"


async def test_a_passkey_is_added_to_the_player_who_asked(
    accounts: Accounts, ada: Player, device: Authenticator, database: AsyncEngine, clock: FakeClock
) -> None:
    bo = await new_player(database, clock, "Bo")
    options = await accounts.passkeys.ask_for_another(HERE, MINE, ada)

    assert (
        await refused(
            accounts.passkeys.add(HERE, MINE, await actor_of(accounts.database, bo), device.make(options), "x")
        )
        == "passkey_refused"
    )


async def test_nobody_takes_the_id_of_anothers_passkey(
    accounts: Accounts, ada: Player, device: Authenticator, database: AsyncEngine, clock: FakeClock
) -> None:
    await add(accounts, ada, device)
    thief = Authenticator(HERE.text, credential_id=device.credential_id)
    bo = await new_player(database, clock, "Bo")

    assert await refused(add(accounts, bo, thief)) == "passkey_refused"
    assert await refused(sign_in(accounts, thief)) == "passkey_refused"
    assert await sign_in(accounts, device) == ada.id


async def test_a_passkey_does_not_sign_in_as_another_player(
    accounts: Accounts, ada: Player, device: Authenticator, database: AsyncEngine, clock: FakeClock
) -> None:
    await add(accounts, ada, device)
    device.user = (await new_player(database, clock, "Bo")).id.encode()

    assert await refused(sign_in(accounts, device)) == "passkey_refused"


async def test_a_removed_passkey_signs_nobody_in_and_the_sessions_it_opened_end(
    accounts: Accounts, ada: Player, device: Authenticator, clock: FakeClock
) -> None:
    other = Authenticator(HERE.text)
    await add(accounts, ada, device)
    clock.advance(1)
    await add(accounts, ada, other)
    clock.advance(SETTLED.total_seconds())
    first, second = await accounts.passkeys.of(ada.id)
    await accounts.sessions.open(ada.id, f"passkey:{first.passkey_id}", "stolen")
    await accounts.sessions.open(ada.id, f"passkey:{second.passkey_id}", "own")
    (own,) = [one for one in await accounts.sessions.of_player(ada.id) if one.browser == "own"]

    await accounts.remove_passkey(own, first.passkey_id)

    assert await refused(sign_in(accounts, device)) == "passkey_refused"
    assert [one.browser for one in await accounts.sessions.of_player(ada.id)] == ["own"]
    assert await refused(accounts.remove_passkey(own, second.passkey_id)) == "last_way_in"
    assert await sign_in(accounts, other) == ada.id


async def test_nobody_removes_passkeys_of_others(
    accounts: Accounts, ada: Player, device: Authenticator, database: AsyncEngine, clock: FakeClock
) -> None:
    await add(accounts, ada, device)
    bo = await new_player(database, clock, "Bo")

    await accounts.recovery.make(bo.id, None)
    await accounts.sessions.open(bo.id, OPENED_WITH, "")
    (session,) = await accounts.sessions.of_player(bo.id)

    await accounts.remove_passkey(session, (await accounts.passkeys.of(ada.id))[0].passkey_id)

    assert await sign_in(accounts, device) == ada.id


async def test_a_count_that_does_not_rise_shows_a_copy_which_ends_the_passkey(
    accounts: Accounts, ada: Player, device: Authenticator
) -> None:
    await add(accounts, ada, device)
    await sign_in(accounts, device)
    device.count -= 1

    assert await refused(sign_in(accounts, device)) == "passkey_copied"

    device.count += 10
    assert await refused(sign_in(accounts, device)) == "passkey_copied"
    assert (await accounts.passkeys.of(ada.id))[0].copied_at is not None


async def test_authenticators_that_do_not_count_are_no_copies(
    accounts: Accounts, ada: Player, device: Authenticator
) -> None:
    """Passkeys that several devices share always say 0."""
    await add(accounts, ada, device)
    for _ in range(3):
        device.count = -1

        assert await sign_in(accounts, device) == ada.id


async def test_a_player_has_a_limited_number_of_passkeys(accounts: Accounts, ada: Player) -> None:
    early = await accounts.passkeys.ask_for_another(HERE, MINE, ada)
    for _ in range(MAX_PASSKEYS):
        await add(accounts, ada, Authenticator(HERE.text))

    assert await refused(accounts.passkeys.ask_for_another(HERE, MINE, ada)) == "too_many_passkeys"
    late = Authenticator(HERE.text)
    assert (
        await refused(accounts.passkeys.add(HERE, MINE, await actor_of(accounts.database, ada), late.make(early), "x"))
        == "too_many_passkeys"
    )
    assert len(await accounts.passkeys.of(ada.id)) == MAX_PASSKEYS


async def test_an_authenticator_is_told_which_passkeys_there_are(
    accounts: Accounts, ada: Player, device: Authenticator
) -> None:
    await add(accounts, ada, device)

    options = (await accounts.passkeys.ask_for_another(HERE, MINE, ada))["publicKey"]

    assert [one["id"] for one in options["excludeCredentials"]] == [
        one.passkey_id for one in await accounts.passkeys.of(ada.id)
    ]
    assert options["authenticatorSelection"]["userVerification"] == "required"
    assert options["rp"]["id"] == "localhost"


async def test_an_ip_address_has_no_passkeys(accounts: Accounts) -> None:
    address = Origin("http://127.0.0.1:8000", "127.0.0.1")

    assert await refused(accounts.passkeys.ask_to_sign_in(address, MINE)) == "no_passkeys_here"


@pytest.mark.parametrize(
    "answer",
    [
        None,
        7,
        "x",
        [],
        {},
        {"id": "x", "rawId": "x", "response": {}},
        {"id": "x", "rawId": "y", "type": "public-key", "response": {"clientDataJSON": "e30"}},
        {"id": "AA", "rawId": "AA", "response": {"clientDataJSON": "e30", "attestationObject": "n5-fn5-f"}},
        {
            "id": "AA",
            "rawId": "AA",
            "response": {"clientDataJSON": "bnVsbA", "authenticatorData": "AA", "signature": ""},
        },
    ],
    ids=str,
)
async def test_nonsense_is_refused(accounts: Accounts, ada: Player, answer: JsonValue) -> None:
    assert await refused(accounts.passkeys.sign_in(HERE, MINE, answer)) == "passkey_refused"
    assert (
        await refused(accounts.passkeys.add(HERE, MINE, await actor_of(accounts.database, ada), answer, "x"))
        == "passkey_refused"
    )


@pytest.mark.parametrize("size", [2_000, 60_000])
async def test_deeply_nested_or_huge_attestations_are_refused(
    accounts: Accounts, ada: Player, device: Authenticator, size: int
) -> None:
    answer = device.make(await accounts.passkeys.ask_for_another(HERE, MINE, ada))
    answer["response"]["attestationObject"] = "gYGB" * (size // 4)  # lists of lists in CBOR

    assert (
        await refused(accounts.passkeys.add(HERE, MINE, await actor_of(accounts.database, ada), answer, "x"))
        == "passkey_refused"
    )
