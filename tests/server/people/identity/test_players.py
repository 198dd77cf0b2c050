"""Bearers of tokens and tickets on both databases: found by their public part, compared by hash, tickets used once."""

from __future__ import annotations

import asyncio
import hashlib
import re

import pytest
from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.errors import RefusedError
from server.people.identity.bearers import Access
from server.people.identity.players import KEYS_A_MINUTE, WRONG_KEYS
from server.runtime.settings import Settings
from tests.server.people.identity.accounts import Process, process, statements

NOBODY = "0" * 26


@pytest.fixture
def here(database: AsyncEngine) -> Process:
    """A process on an empty database."""
    return process(database, administrator_key="laplace and his demon")


async def _refused(here: Process, token: str) -> tuple[str, str]:
    with pytest.raises(RefusedError) as refused:
        await here.bearers.by_token(token)
    return refused.value.code.name, refused.value.message


async def test_a_token_is_its_players_wherever_it_is_read(here: Process, database: AsyncEngine) -> None:
    ada, token = await here.players.create("Ada", None)
    bo, other = await here.players.create("Bo", None)

    assert [(await here.bearers.by_token(text)).player for text in (token, other)] == [ada, bo]
    assert (await here.bearers.by_token(token)).player == ada
    assert (await process(database).bearers.by_token(token)).player == ada


async def test_a_token_fits_into_a_header_a_query_and_a_subprotocol(here: Process) -> None:
    _, token = await here.players.create("Ada", None)
    ticket = await here.tickets.issue(await here.bearers.by_token(token))

    assert re.fullmatch(r"moirai_[0-9a-z]{26}\.[0-9A-Za-z_-]{43}", token)
    assert re.fullmatch(r"[0-9a-z]{26}\.[0-9A-Za-z_-]{43}", ticket)


async def test_a_known_token_costs_no_query(here: Process, database: AsyncEngine) -> None:
    _, token = await here.players.create("Ada", None)
    await here.bearers.by_token(token)
    seen = statements(database)

    await here.bearers.by_token(token)

    assert seen == []


async def test_no_wrong_token_shows_whether_its_player_exists(here: Process, database: AsyncEngine) -> None:
    """
    The same words and the same statements: for no player, one that is not cached, and one that is.
    """
    (ada, known), (_, secret) = await here.players.create("Ada", None), await here.players.create("Bo", None)
    wrong = secret.partition(".")[2]
    seen = statements(database)

    answers = [await _refused(here, f"{NOBODY}.{wrong}"), await _refused(here, f"{ada.id}.{wrong}")]
    await here.bearers.by_token(known)
    answers.append(await _refused(here, f"{ada.id}.{wrong}"))

    assert len(set(answers)) == 1
    assert [statement for statement, _ in seen] == [seen[0][0]] * 4


async def test_a_wrong_secret_adds_no_player_to_the_cache(here: Process, database: AsyncEngine) -> None:
    ada, token = await here.players.create("Ada", None)
    await _refused(here, f"{ada.id}.wrong")
    seen = statements(database)

    await here.bearers.by_token(token)

    assert len(seen) == 1


@pytest.mark.parametrize("junk", ["", ".", "..", "x", f"{NOBODY}.", f".{'x' * 43}", "é\x00.\udce9", "x" * 9_000])
async def test_junk_is_neither_a_token_nor_a_ticket(here: Process, junk: str) -> None:
    code, _ = await _refused(here, junk)
    with pytest.raises(RefusedError) as refused:
        await here.tickets.redeem(junk)

    assert (code, refused.value.code.name) == ("unknown_token", "unknown_ticket")


async def test_nothing_made_of_a_secret_is_looked_up_before_it_was_compared(
    here: Process, database: AsyncEngine
) -> None:
    """
    An index finds near matches faster than others; so it is never searched for a guess.
    """
    ada, token = await here.players.create("Ada", None)
    await here.tickets.issue(await here.bearers.by_token(token))
    seen = statements(database)
    guess = "guess"

    await _refused(here, f"{ada.id}.{guess}")
    with pytest.raises(RefusedError):
        await here.tickets.redeem(f"{ada.id}.{guess}")
    await here.bearers.forget(ada.id)
    await here.bearers.by_token(token)

    assert len(seen) >= 4
    for secret in (guess, token.partition(".")[2]):
        assert secret not in str(seen)
        assert hashlib.sha256(secret.encode()).hexdigest() not in str(seen)


async def test_many_browsers_that_come_back_at_once_share_statements(here: Process, database: AsyncEngine) -> None:
    """
    After a restart each of them is identified, gets a ticket and uses it; no token is remembered.
    """
    tokens = [token for _, token in [await here.players.create(f"Player {number}", None) for number in range(20)]]
    restarted = process(database)
    seen = statements(database)

    async def come_back(token: str) -> Access:
        return await restarted.tickets.redeem(await restarted.tickets.issue(await restarted.bearers.by_token(token)))

    back = await asyncio.gather(*map(come_back, tokens))

    assert [access.player.name for access in back] == [f"Player {number}" for number in range(20)]
    assert len([statement for statement, _ in seen if not statement.startswith("PRAGMA")]) < 20


async def test_only_one_of_many_simultaneous_uses_of_a_ticket_succeeds(here: Process) -> None:
    ada, token = await here.players.create("Ada", None)
    ticket = await here.tickets.issue(await here.bearers.by_token(token))

    answers = await asyncio.gather(*(here.tickets.redeem(ticket) for _ in range(8)), return_exceptions=True)

    assert [answer.player for answer in answers if isinstance(answer, Access)] == [ada]
    assert sum(isinstance(answer, RefusedError) for answer in answers) == 7


async def test_each_ticket_works_once_and_only_for_its_player(here: Process) -> None:
    (ada, token), (bo, _) = await here.players.create("Ada", None), await here.players.create("Bo", None)
    first, second = [await here.tickets.issue(await here.bearers.by_token(token)) for _ in range(2)]

    with pytest.raises(RefusedError):
        await here.tickets.redeem(f"{bo.id}.{first.partition('.')[2]}")

    assert (await here.tickets.redeem(second)).player == ada
    assert (await here.tickets.redeem(first)).player == ada


async def test_neither_a_token_nor_a_ticket_can_stand_for_the_other(here: Process) -> None:
    _, token = await here.players.create("Ada", None)
    ticket = await here.tickets.issue(await here.bearers.by_token(token))

    await _refused(here, ticket)
    with pytest.raises(RefusedError):
        await here.tickets.redeem(token)


@pytest.mark.parametrize("configured", [None, "laplace and his demon"])
async def test_a_wrong_administrator_key_creates_no_player(database: AsyncEngine, configured: str | None) -> None:
    here = process(database, administrator_key=configured)
    seen = statements(database)

    for key in ("", "laplace and his demo", "-" * 64):
        with pytest.raises(RefusedError):
            await here.players.create("Ada", key)

    assert seen == []


def test_the_key_of_administrators_can_have_its_earlier_name() -> None:
    earlier = Settings(organiser_key="laplace and his demon")
    both = Settings(organiser_key="laplace and his demon", administrator_key="bayes and his prior")

    assert earlier.key_of_administrators == "laplace and his demon"
    assert both.key_of_administrators == "bayes and his prior"
    assert Settings().key_of_administrators is None


@pytest.mark.parametrize("name", ["administrator_key", "organiser_key"])
@pytest.mark.parametrize("key", ["", "fifteen letters"])
def test_a_key_that_could_be_guessed_is_refused_at_the_start(name: str, key: str) -> None:
    with pytest.raises(ValidationError, match="a key has at least 16 characters"):
        Settings.model_validate({name: key})

    assert Settings.model_validate({name: key.ljust(16, "x")}).key_of_administrators == key.ljust(16, "x")


async def test_guesses_of_the_key_are_bounded_and_said_in_one_line(
    here: Process, caplog: pytest.LogCaptureFixture
) -> None:
    """Also the right key is refused then: otherwise guessing would go on."""
    for number in range(WRONG_KEYS):
        assert await _refusal(here, f"laplace {number}", "192.0.2.1") == "wrong_organiser_key"
    lines = [record.getMessage() for record in caplog.records]

    assert await _refusal(here, "laplace and his demon", "192.0.2.1") == "too_many_requests"
    assert (await here.players.create("Themis", "laplace and his demon", "192.0.2.2"))[0].administrator
    here.clock.advance(60 / KEYS_A_MINUTE)
    assert (await here.players.create("Themis", "laplace and his demon", "192.0.2.1"))[0].administrator
    assert lines == ["wrong keys of administrators so far: 1"]
    here.clock.advance(60)
    assert await _refusal(here, "laplace", "192.0.2.1") == "wrong_organiser_key"
    said = [record.getMessage() for record in caplog.records]
    assert said[-1] == "wrong keys of administrators so far: 51"
    assert "laplace" not in " ".join(said)


async def test_players_without_a_key_are_made_however_many_keys_were_wrong(here: Process) -> None:
    for _ in range(WRONG_KEYS + 1):
        await _refusal(here, "laplace", "192.0.2.1")

    assert not (await here.players.create("Ada", None, "192.0.2.1"))[0].administrator


async def _refusal(here: Process, key: str, network: str) -> str:
    with pytest.raises(RefusedError) as refusal:
        await here.players.create("Eris", key, network)
    return refusal.value.code.name
