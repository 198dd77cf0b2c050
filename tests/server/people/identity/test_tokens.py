"""Tokens on both databases: many for each player, each with an end, renewed and withdrawn in every process."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from functools import partial

import pytest
from sqlalchemy import event, text, update
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import await_only

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.access.scopes import EVERY_SCOPE
from server.people.administration.administration import Administration
from server.people.identity.changes import insert_change, old_changes
from server.people.identity.tokens import MAX_TOKENS
from server.runtime.credentials import hash_of
from server.runtime.database.connection import open_engine
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.retention import Retention
from tests.server.people.identity.accounts import Process, process, statements


@pytest.fixture
def here(database: AsyncEngine) -> Process:
    """A process on an empty database."""
    return process(database)


async def _code(here: Process, token: str) -> str:
    """Return the code with which a token is refused; empty if it works."""
    try:
        await here.bearers.by_token(token)
    except RefusedError as error:
        return error.code.name
    return ""


async def test_each_token_of_a_player_has_its_own_scopes(here: Process) -> None:
    ada, first = await here.players.create("Ada", None)
    here.clock.advance(1)
    _, second = await here.tokens.issue(ada.id, "Laptop", ["watch", "talk"], by=None)

    assert (await here.bearers.by_token(first)).scopes == EVERY_SCOPE
    assert (await here.bearers.by_token(second)).scopes == {"watch", "talk"}
    assert [token.name for token in await here.tokens.of(ada.id)] == ["Laptop", "First token"]


async def test_a_token_works_until_it_expires(here: Process) -> None:
    ada, _ = await here.players.create("Ada", None)
    _, issued = await here.tokens.issue(ada.id, "Laptop", ["watch"], here.clock.now() + timedelta(minutes=10), by=None)
    here.clock.advance(540)
    assert await _code(here, issued) == ""

    here.clock.advance(60)

    assert await _code(here, issued) == "expired_token"
    assert [token.name for token in await here.tokens.of(ada.id)] == ["First token"]


async def test_a_renewed_token_has_another_secret_and_the_same_time_again(here: Process) -> None:
    ada, _ = await here.players.create("Ada", None)
    token, old = await here.tokens.issue(ada.id, "Laptop", ["watch"], here.clock.now() + timedelta(minutes=10), by=None)
    await here.bearers.by_token(old)
    here.clock.advance(540)

    renewed, new = await here.tokens.renew(token, by=None)

    assert await _code(here, old) == "unknown_token"
    here.clock.advance(540)
    assert await _code(here, new) == ""
    assert (renewed.token_id, renewed.name, renewed.scopes) == (token.token_id, "Laptop", token.scopes)


@pytest.mark.parametrize("ahead", [0, 120, -120, 86_400, -86_400])
async def test_a_withdrawn_token_stops_working_in_other_processes_at_their_next_look(
    here: Process, database: AsyncEngine, ahead: int
) -> None:
    """
    Whatever their clocks say, and whoever deletes old notes.
    """
    there = process(database)
    there.clock.advance(ahead)
    await there.changes.look()
    ada, first = await here.players.create("Ada", None)
    token, second = await here.tokens.issue(ada.id, "Laptop", ["watch"], by=None)
    for each in (here, there):
        assert (await each.bearers.by_token(first), await _code(each, second)) == (each.bearers.look_up(first), "")

    await here.tokens.withdraw(ada.id, token.token_id)
    await Retention([old_changes(database)], here.clock).prune()
    await there.changes.look()

    for each in (here, there):
        assert (await _code(each, first), await _code(each, second)) == ("", "unknown_token")


async def test_a_change_is_noticed_once_also_if_its_transaction_commits_after_later_ones(postgres_url: str) -> None:
    """
    However long it takes: other changes are noticed meanwhile, and time passes.
    """
    database = open_engine(postgres_url)
    here, there = process(database), process(database)
    told: list[str] = []
    there.changes.watchers.append(partial(_note, told))
    async with database.connect() as late:
        await late.execute(insert_change(here.clock.now(), "late"))
        for sooner in ("one", "two", "three"):
            async with database.begin() as connection:
                await connection.execute(insert_change(here.clock.now(), sooner))
            await there.changes.look()
            here.clock.advance(3600)
            there.clock.advance(3600)
        assert told == ["one", "two", "three"]
        await late.commit()

    await there.changes.look()
    await there.changes.look()

    assert told == ["one", "two", "three", "late"]
    await database.dispose()


async def test_a_change_that_could_not_be_taken_in_is_told_again(here: Process, database: AsyncEngine) -> None:
    told: list[str] = []

    async def refuse_once(player_id: str) -> None:
        told.append(player_id)
        if len(told) == 1:
            raise UnavailableError(codes.DATABASE_UNAVAILABLE, "")

    here.changes.watchers.append(refuse_once)
    async with database.begin() as connection:
        await connection.execute(insert_change(here.clock.now(), "ada"))

    with pytest.raises(UnavailableError):
        await here.changes.look()
    await here.changes.look()
    await here.changes.look()

    assert told == ["ada", "ada"]


async def _note(told: list[str], player_id: str) -> None:
    told.append(player_id)


async def test_what_was_read_before_a_withdrawal_is_not_remembered_after_it(
    here: Process, database: AsyncEngine
) -> None:
    """
    The database answers a process just before the withdrawal, and the process reads the answer just after noticing it.
    """
    there = process(database, here.clock)
    ada, first = await here.players.create("Ada", None)
    token = (await here.bearers.by_token(first)).token
    withdrawn = False

    @event.listens_for(database.sync_engine, "after_cursor_execute")
    def withdraw_after_reading(_: object, _cursor: object, statement: str, *_more: object) -> None:
        nonlocal withdrawn
        if "FROM tokens JOIN players" in statement and not withdrawn:
            withdrawn = True
            await_only(here.tokens.withdraw(ada.id, token.token_id))
            await_only(there.changes.look())

    assert await _code(there, first) == "unknown_token"

    assert there.bearers.look_up(first) is None


async def test_all_other_tokens_can_be_withdrawn_at_once(here: Process) -> None:
    ada, first = await here.players.create("Ada", None)
    _, others = await here.players.create("Bo", None)
    texts = [(await here.tokens.issue(ada.id, f"Laptop {number}", ["watch"], by=None))[1] for number in range(3)]
    kept = (await here.bearers.by_token(first)).token.token_id

    await here.tokens.withdraw_all(ada.id, keep=kept)

    assert [await _code(here, text) for text in (first, *texts, others)] == ["", *["unknown_token"] * 3, ""]


async def test_nobody_changes_the_tokens_of_others(here: Process) -> None:
    (_, first), (bo, _) = [await here.players.create(name, None) for name in ("Ada", "Bo")]
    token = (await here.bearers.by_token(first)).token

    for attempt in (here.tokens.withdraw, here.tokens.one_of):
        with pytest.raises(RefusedError) as refused:
            await attempt(bo.id, token.token_id)
        assert refused.value.code.name == "unknown_token_id"

    assert await _code(here, first) == ""


async def test_a_player_has_a_limited_number_of_tokens_also_when_they_are_issued_at_once(here: Process) -> None:
    ada, _ = await here.players.create("Ada", None)
    for number in range(MAX_TOKENS - 3):
        await here.tokens.issue(ada.id, f"Laptop {number}", ["watch"], here.clock.now() + timedelta(hours=1), by=None)

    at_once = await asyncio.gather(
        *(here.tokens.issue(ada.id, f"Phone {number}", ["watch"], by=None) for number in range(5)),
        return_exceptions=True,
    )

    assert sorted(isinstance(answer, RefusedError) for answer in at_once) == [False, False, True, True, True]
    here.clock.advance(7200)
    await here.tokens.issue(ada.id, "After those have expired", ["watch"], by=None)


async def test_the_day_of_the_last_use_is_written_down(here: Process) -> None:
    ada, token = await here.players.create("Ada", None)
    assert (await here.tokens.of(ada.id))[0].used_on is None

    await here.bearers.by_token(token)
    await here.bearers.write_uses()
    first = (await here.tokens.of(ada.id))[0].used_on
    here.clock.advance(86_400)
    await here.bearers.write_uses()
    here.bearers.look_up(token)
    await here.bearers.write_uses()

    assert (first, (await here.tokens.of(ada.id))[0].used_on) == ("2040-01-01", "2040-01-02")


async def test_the_last_uses_of_many_tokens_are_written_together(here: Process, database: AsyncEngine) -> None:
    """
    After a restart all players use theirs within seconds, for the first time on that day as far as the process knows.
    """
    created = [await here.players.create(f"Player {number}", None) for number in range(20)]
    for _, token in created:
        await here.bearers.by_token(token)
    seen = statements(database)

    await here.bearers.write_uses()

    assert len([statement for statement, _ in seen if statement.startswith("UPDATE")]) == 1
    assert {(await here.tokens.of(player.id))[0].used_on for player, _ in created} == {"2040-01-01"}


async def test_a_process_that_is_late_does_not_set_the_day_of_the_last_use_back(
    here: Process, database: AsyncEngine
) -> None:
    ada, token = await here.players.create("Ada", None)
    there = process(database)
    await there.bearers.by_token(token)

    here.clock.advance(86_400)
    await here.bearers.write_uses()
    await here.bearers.by_token(token)
    await here.bearers.write_uses()
    await there.bearers.write_uses()

    assert (await here.tokens.of(ada.id))[0].used_on == "2040-01-02"


async def test_a_suspended_player_can_do_nothing(here: Process, database: AsyncEngine) -> None:
    ada, token = await here.players.create("Ada", None)
    ticket = await here.tickets.issue(await here.bearers.by_token(token))
    await _suspend(database, here, ada.id)

    assert await _code(here, token) == "suspended"
    with pytest.raises(RefusedError):
        await here.tickets.redeem(ticket)
    assert await here.bearers.working(ada.id) == {}


async def test_a_ticket_ends_with_its_token(here: Process) -> None:
    ada, _ = await here.players.create("Ada", None)
    token, issued = await here.tokens.issue(ada.id, "Laptop", ["watch"], by=None)
    ticket, other = [await here.tickets.issue(await here.bearers.by_token(issued)) for _ in range(2)]

    assert (await here.tickets.redeem(other)).scopes == {"watch"}
    await here.tokens.withdraw(ada.id, token.token_id)
    with pytest.raises(RefusedError) as refused:
        await here.tickets.redeem(ticket)

    assert refused.value.code.name == "unknown_ticket"


async def test_tokens_of_earlier_servers_have_no_prefix_and_keep_working(here: Process, database: AsyncEngine) -> None:
    ada, token = await here.players.create("Ada", None)
    async with database.begin() as connection:
        await connection.execute(
            text("UPDATE tokens SET token_id = :id, secret_hash = :hash"), {"id": ada.id, "hash": hash_of("x" * 43)}
        )

    assert (await here.bearers.by_token(f"{ada.id}.{'x' * 43}")).player == ada
    assert await _code(here, token) == "unknown_token"


async def _suspend(database: AsyncEngine, here: Process, player_id: str) -> None:
    players = PlayerRow.__table__
    async with database.begin() as connection:
        await connection.execute(update(PlayerRow).where(players.c.id == player_id).values(suspended_at="2040"))
        await connection.execute(insert_change(here.clock.now(), player_id))
    await here.changes.look()


async def test_a_withdrawn_token_makes_no_other_where_that_is_not_noticed_yet(database: AsyncEngine) -> None:
    """Otherwise a thief who goes on making tokens has one that was made after the withdrawal."""
    here, there = process(database), process(database)
    ada, text = await here.players.create("Ada", None)
    other, _ = await here.tokens.issue(ada.id, "Laptop", ["watch"], by=None)
    stolen = await there.bearers.by_token(text)

    await here.tokens.withdraw_all(ada.id, keep=other.token_id)

    assert there.bearers.look_up(text) is stolen
    for attempt in (
        there.tokens.issue(ada.id, "Thief", ["watch"], by=stolen.actor),
        there.tokens.renew(other, by=stolen.actor),
    ):
        with pytest.raises(RefusedError) as refusal:
            await attempt
        assert refusal.value.code.name == "unknown_token"
    assert await here.tokens.of(ada.id) == [other]


async def test_who_is_no_administrator_any_more_does_nothing_where_that_is_not_noticed_yet(
    database: AsyncEngine,
) -> None:
    here, there = process(database, administrator_key="laplace and his demon"), process(database)
    ends = Administration(database, here.clock, here.changes)
    acts = Administration(database, there.clock, there.changes)
    themis, eris, ada = [
        (await here.players.create(name, "laplace and his demon"))[1] for name in ("Themis", "Eris", "Ada")
    ]
    good = (await here.bearers.by_token(themis)).actor
    for about, end in ((eris, ends.suspend), (ada, ends.remove_administrator)):
        rogue = (await there.bearers.by_token(about)).actor
        await end(good, rogue.player_id, None)

        assert there.bearers.look_up(about) is not None
        with pytest.raises(RefusedError) as refusal:
            await acts.withdraw_tokens(rogue, good.player_id, None)
        assert refusal.value.code.name == "administrators_only"
    assert await here.tokens.of(good.player_id) != []
