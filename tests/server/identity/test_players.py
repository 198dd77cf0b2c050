"""Tokens and tickets on both databases: found by their public part, compared by hash, tickets used once."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.connection import open_engine
from server.errors import RefusedError
from server.identity.players import Player, Players

NOBODY = "0" * 26


class StoppedClock:
    """A clock that shows one moment."""

    def now(self) -> datetime:
        return datetime(2040, 1, 1, tzinfo=UTC)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[AsyncEngine]:
    """A fresh database of either kind."""
    engine = open_engine(database_url)
    yield engine
    await engine.dispose()


@pytest.fixture
def players(database: AsyncEngine) -> Players:
    """An empty set of players."""
    return Players(database, StoppedClock(), "laplace")


def _statements(database: AsyncEngine) -> list[tuple[str, object]]:
    """Record every statement from now on, with its parameters."""
    seen: list[tuple[str, object]] = []

    def see(_c: object, _cursor: object, statement: str, parameters: object, *_: object) -> None:
        seen.append((statement, parameters))

    event.listen(database.sync_engine, "before_cursor_execute", see)
    return seen


async def _refused(players: Players, token: str) -> tuple[str, str]:
    with pytest.raises(RefusedError) as refused:
        await players.by_token(token)
    return refused.value.code.name, refused.value.message


async def test_a_token_is_its_players_wherever_it_is_read(players: Players, database: AsyncEngine) -> None:
    ada, token = await players.create("Ada", None)
    bo, other = await players.create("Bo", None)

    assert (await players.by_token(token), await players.by_token(other)) == (ada, bo)
    assert await players.by_token(token) == ada
    assert await Players(database, StoppedClock(), None).by_token(token) == ada


async def test_a_token_fits_into_a_header_a_query_and_a_subprotocol(players: Players) -> None:
    ada, token = await players.create("Ada", None)
    ticket = await players.issue_ticket(ada)

    assert re.fullmatch(r"[0-9a-z]{26}\.[0-9A-Za-z_-]{43}", token)
    assert re.fullmatch(r"[0-9a-z]{26}\.[0-9A-Za-z_-]{43}", ticket)


async def test_a_known_token_costs_no_query(players: Players, database: AsyncEngine) -> None:
    _, token = await players.create("Ada", None)
    await players.by_token(token)
    seen = _statements(database)

    await players.by_token(token)

    assert seen == []


async def test_no_wrong_token_shows_whether_its_player_exists(players: Players, database: AsyncEngine) -> None:
    """
    The same words and the same statements: for no player, one that is not cached, and one that is.
    """
    (ada, known), (_, secret) = await players.create("Ada", None), await players.create("Bo", None)
    wrong = secret.partition(".")[2]
    seen = _statements(database)

    answers = [await _refused(players, f"{NOBODY}.{wrong}"), await _refused(players, f"{ada.id}.{wrong}")]
    await players.by_token(known)
    answers.append(await _refused(players, f"{ada.id}.{wrong}"))

    assert len(set(answers)) == 1
    assert [statement for statement, _ in seen] == [seen[0][0]] * 4


async def test_a_wrong_secret_adds_no_player_to_the_cache(players: Players, database: AsyncEngine) -> None:
    ada, token = await players.create("Ada", None)
    await _refused(players, f"{ada.id}.wrong")
    seen = _statements(database)

    await players.by_token(token)

    assert len(seen) == 1


@pytest.mark.parametrize("junk", ["", ".", "..", "x", f"{NOBODY}.", f".{'x' * 43}", "é\x00.\udce9", "x" * 9_000])
async def test_junk_is_neither_a_token_nor_a_ticket(players: Players, junk: str) -> None:
    code, _ = await _refused(players, junk)
    with pytest.raises(RefusedError) as refused:
        await players.redeem_ticket(junk)

    assert (code, refused.value.code.name) == ("unknown_token", "unknown_ticket")


async def test_nothing_made_of_a_secret_is_looked_up_before_it_was_compared(
    players: Players, database: AsyncEngine
) -> None:
    """
    An index finds near matches faster than others; so it is never searched for a guess.
    """
    ada, token = await players.create("Ada", None)
    await players.issue_ticket(ada)
    seen = _statements(database)
    guess = "guess"

    await _refused(players, f"{ada.id}.{guess}")
    with pytest.raises(RefusedError):
        await players.redeem_ticket(f"{ada.id}.{guess}")
    await players.by_token(token)

    assert len(seen) >= 4
    for secret in (guess, token.partition(".")[2]):
        assert secret not in str(seen)
        assert hashlib.sha256(secret.encode()).hexdigest() not in str(seen)


async def test_only_one_of_many_simultaneous_uses_of_a_ticket_succeeds(players: Players) -> None:
    ada, _ = await players.create("Ada", None)
    ticket = await players.issue_ticket(ada)

    answers = await asyncio.gather(*(players.redeem_ticket(ticket) for _ in range(8)), return_exceptions=True)

    assert [answer for answer in answers if isinstance(answer, Player)] == [ada]
    assert sum(isinstance(answer, RefusedError) for answer in answers) == 7


async def test_each_ticket_works_once_and_only_for_its_player(players: Players) -> None:
    (ada, _), (bo, _) = await players.create("Ada", None), await players.create("Bo", None)
    first, second = await players.issue_ticket(ada), await players.issue_ticket(ada)

    with pytest.raises(RefusedError):
        await players.redeem_ticket(f"{bo.id}.{first.partition('.')[2]}")

    assert await players.redeem_ticket(second) == ada
    assert await players.redeem_ticket(first) == ada


async def test_neither_a_token_nor_a_ticket_can_stand_for_the_other(players: Players) -> None:
    ada, token = await players.create("Ada", None)
    ticket = await players.issue_ticket(ada)

    await _refused(players, ticket)
    with pytest.raises(RefusedError):
        await players.redeem_ticket(token)


@pytest.mark.parametrize("configured", [None, "laplace"])
async def test_a_wrong_organiser_key_creates_no_player(database: AsyncEngine, configured: str | None) -> None:
    players = Players(database, StoppedClock(), configured)
    seen = _statements(database)

    for key in ("", "laplac", "-" * 64):
        with pytest.raises(RefusedError):
            await players.create("Ada", key)

    assert seen == []
