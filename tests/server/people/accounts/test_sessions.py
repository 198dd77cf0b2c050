"""Sessions of the pages, on both databases: they begin when somebody signs in, and end in several ways."""

from __future__ import annotations

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.requests import Request
from starlette.responses import Response

from server.access.errors import RefusedError
from server.access.player import Player
from server.access.scopes import EVERY_SCOPE
from server.people.accounts.origin import Origin, Origins
from server.people.accounts.recovery import Recovery
from server.people.accounts.sessions import LIFETIME, MAX_SESSIONS, Sessions, set_cookie
from server.people.identity.open_sessions import IDLE, with_token
from tests.server.people.accounts.people import new_player, statements
from tests.server.people.identity.accounts import process
from tests.server.world import FakeClock

HERE = Origin("http://localhost:8000", "localhost")


@pytest.fixture
async def ada(ada: Player, database: AsyncEngine, clock: FakeClock) -> Player:
    """A player with recovery codes."""
    await Recovery(database, clock).make(ada.id, None)
    return ada


@pytest.fixture
def sessions(database: AsyncEngine, clock: FakeClock) -> Sessions:
    return Sessions(database, Origins(None, ""), clock)


def with_cookie(text: str, name: str = "moirai_session") -> Request:
    """A request of a browser with this session."""
    headers = [(b"host", b"localhost:8000"), (b"cookie", f"{name}={text}".encode())]
    return Request({"type": "http", "scheme": "http", "path": "/account", "headers": headers})


async def signed_in(sessions: Sessions, text: str) -> str | None:
    """Return the id of the player whose browser has this session."""
    session = await sessions.of(with_cookie(text))
    return None if session is None else session.player_id


async def test_a_session_is_of_the_player_who_signed_in(sessions: Sessions, ada: Player) -> None:
    text = await sessions.open(ada.id, "recovery", "Firefox")

    assert await signed_in(sessions, text) == ada.id
    assert [one.browser for one in await sessions.of_player(ada.id)] == ["Firefox"]


async def test_only_the_hash_of_its_secret_is_stored(sessions: Sessions, ada: Player, database: AsyncEngine) -> None:
    cookie = await sessions.open(ada.id, "recovery", "")

    async with database.connect() as connection:
        (row,) = (await connection.execute(text("SELECT * FROM sessions"))).all()
    assert cookie.partition(".")[2] not in str(row)


@pytest.mark.parametrize("wrong", ["", ".", "x", "0" * 26, "0" * 26 + ".x", "ID.x", "ID", "ID.é"])
async def test_no_other_cookie_is_a_session(sessions: Sessions, ada: Player, wrong: str) -> None:
    text = await sessions.open(ada.id, "recovery", "")

    assert await signed_in(sessions, wrong.replace("ID", text.partition(".")[0])) is None


async def test_it_ends_a_month_after_it_began(sessions: Sessions, ada: Player, clock: FakeClock) -> None:
    text = await sessions.open(ada.id, "recovery", "")
    for _ in range(29):
        clock.advance(86_400)
        assert await signed_in(sessions, text) == ada.id

    clock.advance(LIFETIME.total_seconds() - 29 * 86_400)

    assert await signed_in(sessions, text) is None
    assert await sessions.of_player(ada.id) == []


async def test_it_ends_when_it_was_not_used_for_a_week(sessions: Sessions, ada: Player, clock: FakeClock) -> None:
    text = await sessions.open(ada.id, "recovery", "")
    clock.advance(IDLE.total_seconds() - 1)
    assert await signed_in(sessions, text) == ada.id

    clock.advance(IDLE.total_seconds())

    assert await signed_in(sessions, text) is None


async def test_sessions_end_one_by_one_or_all_but_the_own(sessions: Sessions, ada: Player, clock: FakeClock) -> None:
    texts = []
    for _ in range(3):
        clock.advance(1)
        texts.append(await sessions.open(ada.id, "recovery", ""))
    newest, middle, oldest = (one.session_id for one in await sessions.of_player(ada.id))

    await sessions.end(ada.id, middle)
    assert [one.session_id for one in await sessions.of_player(ada.id)] == [newest, oldest]
    await sessions.end(ada.id, keeping=oldest)

    assert [await signed_in(sessions, text) for text in texts] == [ada.id, None, None]


async def test_nobody_ends_sessions_of_others(sessions: Sessions, ada: Player, database: AsyncEngine) -> None:
    bo = await new_player(database, FakeClock(), "Bo")
    text = await sessions.open(ada.id, "recovery", "")

    await sessions.end(bo.id, (await sessions.of_player(ada.id))[0].session_id)
    await sessions.end(bo.id)

    assert await signed_in(sessions, text) == ada.id


async def test_one_too_many_ends_the_oldest(sessions: Sessions, ada: Player, clock: FakeClock) -> None:
    texts = []
    for _ in range(MAX_SESSIONS + 1):
        clock.advance(1)
        texts.append(await sessions.open(ada.id, "recovery", ""))

    assert len(await sessions.of_player(ada.id)) == MAX_SESSIONS
    assert await signed_in(sessions, texts[0]) is None
    assert await signed_in(sessions, texts[1]) == ada.id


async def test_unknown_and_wrong_cookies_take_the_same_steps(
    sessions: Sessions, ada: Player, database: AsyncEngine
) -> None:
    text = await sessions.open(ada.id, "recovery", "")
    seen = statements(database)

    await sessions.of(with_cookie(text.partition(".")[0] + ".wrong"))
    wrong = list(seen)
    seen.clear()
    await sessions.of(with_cookie("0" * 26 + ".wrong"))

    assert seen == wrong


def test_the_cookie_is_for_this_server_alone_and_out_of_reach_of_scripts() -> None:
    """Names with `__Host-` are taken by https, for the whole host and no other one (RFC 6265bis)."""
    plain, secure, gone = Response(), Response(), Response()

    set_cookie(plain, HERE, "text")
    set_cookie(secure, Origin("https://games.example", "games.example"), "text")
    set_cookie(gone, HERE, "")

    month = "HttpOnly; Max-Age=2592000; Path=/; SameSite=lax"
    assert plain.headers["set-cookie"] == f"moirai_session=text; {month}"
    assert secure.headers["set-cookie"] == f"__Host-moirai_session=text; {month}; Secure"
    assert "Max-Age=0" in gone.headers["set-cookie"]


@pytest.mark.parametrize("ahead", [0, 120, -120])
async def test_a_session_works_with_the_token_that_opened_it_whatever_the_clocks_of_processes_say(
    ada: Player, database: AsyncEngine, clock: FakeClock, ahead: int
) -> None:
    """Its token is made in a process whose clock differs, and renewed there at once."""
    there = process(database)
    there.clock.advance((clock.now() - there.clock.now()).total_seconds() + ahead)
    sessions = Sessions(database, Origins(None, ""), clock)
    token, _ = await there.tokens.issue(ada.id, "Laptop", EVERY_SCOPE, by=None)
    cookie = await sessions.open(ada.id, with_token(token.token_id), "")
    opened = await signed_in(sessions, cookie)
    there.clock.advance(1)
    await there.tokens.renew(token, by=None)

    assert opened == ada.id
    assert await signed_in(sessions, cookie) is None


@pytest.mark.parametrize("how", ["withdrawn", "renewed"])
async def test_a_call_that_had_begun_adds_no_way_in_when_the_token_of_its_session_ends(
    ada: Player, database: AsyncEngine, clock: FakeClock, sessions: Sessions, how: str
) -> None:
    """A thief of the token would stay with it."""
    here = process(database)
    token, _ = await here.tokens.issue(ada.id, "Laptop", EVERY_SCOPE, by=None)
    await sessions.open(ada.id, with_token(token.token_id), "")
    (session,) = await sessions.of_player(ada.id)
    here.clock.advance(1)

    if how == "withdrawn":
        await here.tokens.withdraw(ada.id, token.token_id)
    else:
        await here.tokens.renew(token, by=None)

    with pytest.raises(RefusedError):
        await Recovery(database, clock).make(ada.id, session.actor)
