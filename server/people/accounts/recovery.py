"""
Recovery codes: ten codes on paper, each of which signs in once, for somebody who has lost everything else.

A code is `AAAAA-BBBBB-BBBBB-BBBBB`: the first part is common to the codes of a player and finds them, the rest has 75
random bits, which no list of hashes gives away. The first part is no id that others see, so nobody can use up the
guesses of a certain player.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Final

from sqlalchemy import case, delete, func, select
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.access import codes
from server.access.errors import RefusedError, ThrottledError
from server.people.accounts.claims import claim
from server.people.identity.acting import Actor, require_acting
from server.people.identity.admission import network_of
from server.runtime.clock.clock import Clock
from server.runtime.credentials import hash_of
from server.runtime.database.locks import lock_player
from server.runtime.database.queries import begin, connect, fetch
from server.runtime.database.tables import RecoveryCodeRow, RecoveryGuessRow, RecoveryRow
from server.runtime.rate_limits import Limit
from server.runtime.times import parse_timestamp, timestamp

CODES: Final = 10
"""How many codes a player gets at once. New ones replace them."""

WRONG_CODES: Final = 10
"""How many codes with the same first part can be wrong before none with it is taken for `PAUSE`."""

PAUSE: Final = timedelta(hours=1)

GUESSES_A_MINUTE: Final = 2
"""Codes that an address can try, with bursts of `WRONG_CODES`; counted by each process."""

OPENED_WITH: Final = "recovery"
"""What a session is marked with that a recovery code has opened."""

_ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
_PART: Final = 5
_PARTS: Final = 4

# People read 0 for O, and 1 for I and L (Crockford's base 32).
_AS_READ: Final = str.maketrans("oil", "011", " -–_\t\0")

_recoveries = RecoveryRow.__table__
_codes = RecoveryCodeRow.__table__
_guesses = RecoveryGuessRow.__table__


class Recovery:
    """The recovery codes of all players."""

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        self._insert = postgres_insert if database.dialect.name == "postgresql" else sqlite_insert
        rate = GUESSES_A_MINUTE / 60
        self._guessing = Limit("recovery", rate, round(WRONG_CODES / rate), shown=False)

    async def make(self, player_id: str, by: Actor | None) -> list[str]:
        """
        Return new codes for a player, which are not shown again; earlier ones stop working. `by` asks for them.

        Raises:
            RefusedError: What `by` acts with has ended meanwhile; None: the server acts.
        """
        while True:
            try:
                return await self._make(player_id, by)
            except IntegrityError:  # Another player has this first part, or the player asks twice at once.
                continue

    async def count_left(self, player_id: str) -> int:
        """Return how many codes the player has left."""
        wanted = (
            select(func.count())
            .select_from(_codes.join(_recoveries, _codes.c.recovery_id == _recoveries.c.recovery_id))
            .where(_recoveries.c.player_id == player_id)
        )
        return int((await fetch(self._database, wanted)).scalar_one())

    async def time_made(self, player_id: str) -> str | None:
        """Return when the player's codes were made, also if all are used; None: the player has no codes."""
        wanted = select(_recoveries.c.created_at).where(_recoveries.c.player_id == player_id)
        async with connect(self._database) as connection:
            found: str | None = (await connection.execute(wanted)).scalar_one_or_none()
            return found

    async def use(self, code: str, address: str) -> str:
        """
        Use up a code, and return the id of its player.

        Raises:
            RefusedError: There is no such code, or it was used.
            ThrottledError: Too many wrong codes from this address, or with this first part.
        """
        now = self._clock.now()
        try:
            self._guessing.take(network_of(address), now.timestamp())
        except ThrottledError as error:
            raise _pause_error(error.retry_after_seconds) from None
        text = code.strip().lower().translate(_AS_READ).encode("ascii", "replace").decode()
        recovery_id, secret = text[:_PART], text[_PART:]
        async with begin(self._database) as connection:
            # The same statements whether or not there is such a player: a count for each first part. It is counted
            # before the code is looked at, so that several at once are not too many.
            wrong, since = await self._count(connection, recovery_id)
            over = wrong > WRONG_CODES
            used = await connection.execute(
                delete(RecoveryCodeRow)
                .where(_codes.c.recovery_id == recovery_id, _codes.c.code_hash == ("" if over else hash_of(secret)))
                .returning(_codes.c.recovery_id)
            )
            right = used.scalar_one_or_none() is not None
            player_id: str | None = None
            if right:
                await connection.execute(delete(RecoveryGuessRow).where(_guesses.c.recovery_id == recovery_id))
                wanted = select(_recoveries.c.player_id).where(_recoveries.c.recovery_id == recovery_id)
                player_id = (await connection.execute(wanted)).scalar_one()
        if over:
            raise _pause_error(round((parse_timestamp(since) + PAUSE - now).total_seconds()) + 1)
        if player_id is None:
            raise RefusedError(
                codes.WRONG_RECOVERY_CODE, "There is no such recovery code, or it was used. Each works only once."
            )
        self._guessing.give_back(network_of(address))
        return player_id

    async def _make(self, player_id: str, by: Actor | None) -> list[str]:
        recovery_id = _random(_PART)
        made = [_random(_PART * (_PARTS - 1)) for _ in range(CODES)]
        row = RecoveryRow(player_id=player_id, recovery_id=recovery_id, created_at=timestamp(self._clock.now()))
        earlier = select(_recoveries.c.recovery_id).where(_recoveries.c.player_id == player_id)
        rows = [{"recovery_id": recovery_id, "code_hash": hash_of(one)} for one in made]
        async with begin(self._database) as connection:
            await connection.execute(lock_player(player_id))
            if by is not None:
                await require_acting(connection, by, self._clock.now())
                await claim(connection, by, self._clock.now())
            await connection.execute(delete(RecoveryCodeRow).where(_codes.c.recovery_id.in_(earlier)))
            await connection.execute(delete(RecoveryRow).where(_recoveries.c.player_id == player_id))
            await connection.execute(_recoveries.insert().values(**row.model_dump()))
            await connection.execute(_codes.insert(), rows)
        return ["-".join((recovery_id + one)[at : at + _PART] for at in range(0, 20, _PART)) for one in made]

    async def _count(self, connection: AsyncConnection, recovery_id: str) -> tuple[int, str]:
        """Count a guess with this first part; return how many there were within `PAUSE`, and since when."""
        now = self._clock.now()
        begins, at = timestamp(now - PAUSE), timestamp(now)
        await connection.execute(delete(RecoveryGuessRow).where(_guesses.c.since <= begins))
        guess = self._insert(_guesses).values(recovery_id=recovery_id, wrong=1, since=at)
        counted = guess.on_conflict_do_update(
            index_elements=[_guesses.c.recovery_id],
            # Beyond the limit the number does not matter, and cannot grow for ever.
            set_={"wrong": case((_guesses.c.wrong > WRONG_CODES, _guesses.c.wrong), else_=_guesses.c.wrong + 1)},
        ).returning(_guesses.c.wrong, _guesses.c.since)
        wrong, since = (await connection.execute(counted)).one()
        return wrong, since


def _random(characters: int) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(characters))


def _pause_error(seconds: int) -> ThrottledError:
    return ThrottledError(
        codes.TOO_MANY_GUESSES, "Too many recovery codes were wrong. Wait before you try another one.", seconds
    )
