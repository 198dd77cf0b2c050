"""Recovery codes on both databases: each works once, and guessing is bounded per player and per address."""

from __future__ import annotations

import asyncio
import re

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access.errors import RefusedError, ThrottledError
from server.access.player import Player
from server.people.accounts.recovery import CODES, GUESSES_A_MINUTE, PAUSE, WRONG_CODES, Recovery
from tests.server.people.accounts.people import new_player, statements
from tests.server.world import FakeClock

HOME = "192.0.2.1"


@pytest.fixture
def recovery(database: AsyncEngine, clock: FakeClock) -> Recovery:
    return Recovery(database, clock)


async def refused(recovery: Recovery, code: str, address: str = HOME) -> str:
    with pytest.raises(RefusedError) as refusal:
        await recovery.use(code, address)
    return refusal.value.code.name


async def test_ten_codes_sign_in_once_each(recovery: Recovery, ada: Player) -> None:
    codes = await recovery.make(ada.id, None)

    assert len(set(codes)) == await recovery.count_left(ada.id) == CODES
    assert await recovery.use(codes[3], HOME) == ada.id
    assert await recovery.count_left(ada.id) == CODES - 1
    assert await refused(recovery, codes[3]) == "wrong_recovery_code"
    assert await recovery.use(codes[0], HOME) == ada.id


async def test_only_one_of_two_uses_at_once_signs_in(recovery: Recovery, ada: Player) -> None:
    codes = await recovery.make(ada.id, None)

    answers = await asyncio.gather(*(recovery.use(codes[0], HOME) for _ in range(2)), return_exceptions=True)

    assert sorted(str(type(answer).__name__) for answer in answers) == ["RefusedError", "str"]


async def test_a_code_is_read_as_people_write_it(recovery: Recovery, ada: Player) -> None:
    code = (await recovery.make(ada.id, None))[0]

    assert re.fullmatch(r"([0-9a-hjkmnp-tv-z]{5}-){3}[0-9a-hjkmnp-tv-z]{5}", code)
    assert await recovery.use(f" {code.upper().replace('-', ' ').replace('0', 'O').replace('1', 'l')} ", HOME) == ada.id


async def test_only_hashes_are_stored(recovery: Recovery, ada: Player, database: AsyncEngine) -> None:
    codes = await recovery.make(ada.id, None)

    async with database.connect() as connection:
        rows = str((await connection.execute(text("SELECT * FROM recovery_codes"))).all())
    assert not any(code[6:] in rows or code[6:].replace("-", "") in rows for code in codes)


async def test_new_codes_replace_the_old_ones(recovery: Recovery, ada: Player) -> None:
    old, new = await recovery.make(ada.id, None), await recovery.make(ada.id, None)

    assert await refused(recovery, old[0]) == "wrong_recovery_code"
    assert await recovery.use(new[0], HOME) == ada.id


async def test_guesses_for_a_player_are_bounded_wherever_they_come_from(
    recovery: Recovery, ada: Player, clock: FakeClock, database: AsyncEngine
) -> None:
    """Also in another process, and also the right code is refused then: otherwise guessing would go on."""
    code, other = (await recovery.make(ada.id, None))[:2]
    wrong = code[:-1] + ("0" if code[-1] != "0" else "1")
    for number in range(WRONG_CODES):
        assert await refused(recovery, wrong, f"192.0.2.{number}") == "wrong_recovery_code"

    assert await refused(recovery, code, "198.51.100.1") == "too_many_guesses"
    assert await refused(Recovery(database, clock), other, "198.51.100.2") == "too_many_guesses"
    bo = await new_player(database, clock, "Bo")
    assert await recovery.use((await recovery.make(bo.id, None))[0], HOME) == bo.id

    clock.advance(PAUSE.total_seconds())
    assert await recovery.use(code, HOME) == ada.id


async def test_a_right_code_ends_the_count(recovery: Recovery, ada: Player) -> None:
    codes = await recovery.make(ada.id, None)
    for _ in range(WRONG_CODES - 1):
        await refused(recovery, codes[0][:-5] + "00000", "192.0.2.77")

    assert await recovery.use(codes[0], HOME) == ada.id

    assert await refused(recovery, codes[0], HOME) == "wrong_recovery_code"


async def test_guesses_of_an_address_are_bounded_whomever_they_are_for(recovery: Recovery, clock: FakeClock) -> None:
    for number in range(WRONG_CODES):
        assert await refused(recovery, f"{number:05}-00000-00000-00000") == "wrong_recovery_code"

    with pytest.raises(ThrottledError) as paused:
        await recovery.use("aaaaa-00000-00000-00000", HOME)
    assert (paused.value.code.name, paused.value.retry_after_seconds) == ("too_many_guesses", 60 // GUESSES_A_MINUTE)
    assert await refused(recovery, "aaaaa-00000-00000-00000", "192.0.2.2") == "wrong_recovery_code"
    clock.advance(60 / GUESSES_A_MINUTE)
    assert await refused(recovery, "aaaaa-00000-00000-00000") == "wrong_recovery_code"


async def test_a_wrong_code_does_not_tell_whether_its_player_exists(
    recovery: Recovery, ada: Player, database: AsyncEngine
) -> None:
    """The same words and the same statements, so it takes the same time."""
    code = (await recovery.make(ada.id, None))[0]
    seen = statements(database)

    known, first = await refused(recovery, code[:-5] + "00000"), list(seen)
    seen.clear()
    unknown = await refused(recovery, "00000" + code[5:])

    assert (unknown, seen) == (known, first)


@pytest.mark.parametrize("code", ["", "-", "ab", "é" * 20, "0" * 1000, "\ud800"])
async def test_nonsense_is_a_wrong_code(recovery: Recovery, code: str) -> None:
    assert await refused(recovery, code) == "wrong_recovery_code"
