"""
Passkeys: how players sign in with what their devices keep for them.

A challenge is the secret of a ceremony: it is good once, for some minutes, in the browser that asked for it.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Any, Final

from pydantic import JsonValue
from sqlalchemy import Insert, delete, func, select, update
from sqlalchemy.engine import Row
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Player
from server.people.accounts.ceremonies import Ceremonies
from server.people.accounts.claims import claim
from server.people.accounts.forms import Visitor
from server.people.accounts.origin import Origin
from server.people.accounts.sessions import delete_sessions_of
from server.people.identity.acting import Actor, require_acting
from server.runtime.clock.clock import Clock
from server.runtime.database.locks import lock_player
from server.runtime.database.queries import begin, execute, fetch
from server.runtime.database.tables import PasskeyRow
from server.runtime.loading import load
from server.runtime.times import timestamp

MAX_PASSKEYS: Final = 20
"""Maximum number of passkeys of a player."""

_ADDING: Final = "new_passkey"
_CREATING: Final = "new_account"
_SIGNING_IN: Final = "sign_in"

_passkeys = PasskeyRow.__table__


@dataclass(frozen=True, slots=True)
class Passkey:
    """
    A passkey of a player.

    `used_on` is the day of its last use. `copied_at` is when it was seen that two authenticators have it, since when it
    does not work.
    """

    passkey_id: str
    name: str
    created_at: str
    used_on: str | None
    copied_at: str | None


@dataclass(frozen=True, slots=True)
class NewAccount:
    """An account that somebody has asked for, with the passkey that was made for it."""

    player_id: str
    name: str
    passkey: PasskeyRow


class Passkeys:
    """The passkeys of all players."""

    def __init__(self, database: AsyncEngine, ceremonies: Ceremonies, clock: Clock) -> None:
        self._database = database
        self._ceremonies = ceremonies
        self._clock = clock

    async def ask_for_another(self, origin: Origin, visitor: Visitor, player: Player) -> dict[str, Any]:
        """
        Return options with which a browser makes another passkey of a player.

        Raises:
            RefusedError: The player has `MAX_PASSKEYS`, or the origin can have none.
        """
        await _prepare(origin)
        from server.people.accounts import authenticators

        wanted = select(_passkeys.c.credential).where(_passkeys.c.player_id == player.id)
        taken = [b64decode(one) for one in (await fetch(self._database, wanted)).scalars()]
        if len(taken) >= MAX_PASSKEYS:
            raise _too_many()
        challenge = await self._ceremonies.begin(_ADDING, visitor, {"player_id": player.id})
        return authenticators.ask_for_new(origin, challenge, player.id, player.name, taken)

    async def ask_for_first(self, origin: Origin, visitor: Visitor, player_id: str, name: str) -> dict[str, Any]:
        """
        Return options with which a browser makes the passkey of an account that does not exist yet.

        Raises:
            RefusedError: The origin can have none.
        """
        await _prepare(origin)
        from server.people.accounts import authenticators

        challenge = await self._ceremonies.begin(_CREATING, visitor, {"player_id": player_id, "name": name})
        return authenticators.ask_for_new(origin, challenge, player_id, name, ())

    async def first_made(self, origin: Origin, visitor: Visitor, answer: JsonValue, name: str) -> NewAccount:
        """
        Return a new account with its passkey, which gets this name; nothing is stored yet.

        Raises:
            RefusedError: The passkey is not what was asked for.
        """
        row, content = await self._read_passkey(origin, visitor, _CREATING, answer, name)
        return NewAccount(row.player_id, content["name"], row)

    async def add(self, origin: Origin, visitor: Visitor, by: Actor, answer: JsonValue, name: str) -> None:
        """
        Store another passkey of a player, under this name.

        Raises:
            RefusedError: It is not what was asked for, the player has `MAX_PASSKEYS`, or the session has ended.
        """
        row, _ = await self._read_passkey(origin, visitor, _ADDING, answer, name)
        if row.player_id != by.player_id:
            raise _refusal()
        count = select(func.count()).where(_passkeys.c.player_id == by.player_id)
        try:
            async with begin(self._database) as connection:
                # With the player locked, each of several inserts at once counts the others.
                await require_acting(connection, by, self._clock.now())
                await claim(connection, by, self._clock.now())
                await connection.execute(insert_passkey(row))
                if (await connection.execute(count)).scalar_one() > MAX_PASSKEYS:
                    raise _too_many()
        except IntegrityError:  # An authenticator that gives the id of another passkey.
            raise _refusal() from None

    async def ask_to_sign_in(self, origin: Origin, visitor: Visitor) -> dict[str, Any]:
        """
        Return options with which a browser signs in with any passkey that it has for this server.

        Raises:
            RefusedError: The origin can have none.
        """
        await _prepare(origin)
        from server.people.accounts import authenticators

        return authenticators.ask_for_used(origin, await self._ceremonies.begin(_SIGNING_IN, visitor, {}))

    async def sign_in(self, origin: Origin, visitor: Visitor, answer: JsonValue) -> tuple[str, str]:
        """
        Return the ids of the player who signs in and of the passkey.

        Raises:
            RefusedError: The answer is not to the challenge of this browser, the passkey is unknown or was removed, or
                there are copies of it.
        """
        await _prepare(origin)
        from server.people.accounts import authenticators

        try:
            given = authenticators.read_used(answer)
            challenge = authenticators.challenge_in(given)
            await self._ceremonies.finish(_SIGNING_IN, visitor, challenge)
            row = await self._find(given.id)
            if row is None:
                raise _refusal()
            count = authenticators.check_used(origin, challenge, given, row.player_id, b64decode(row.credential))
        except authenticators.WrongAnswerError:
            raise _refusal() from None
        await self._note_use(row, count)
        return row.player_id, row.passkey_id

    async def of(self, player_id: str) -> list[Passkey]:
        """Return the player's passkeys, oldest first."""
        wanted = select(_passkeys).where(_passkeys.c.player_id == player_id).order_by(_passkeys.c.created_at)
        rows = (await fetch(self._database, wanted)).all()
        return [Passkey(row.passkey_id, row.name, row.created_at, row.used_on, row.copied_at) for row in rows]

    async def remove(self, player_id: str, passkey_id: str) -> None:
        """Remove a passkey of the player, and end the sessions that it opened."""
        removed = delete(PasskeyRow).where(_passkeys.c.player_id == player_id, _passkeys.c.passkey_id == passkey_id)
        await execute(
            self._database, lock_player(player_id), removed, delete_sessions_of(player_id, session_mark(passkey_id))
        )

    async def _read_passkey(
        self, origin: Origin, visitor: Visitor, kind: str, answer: JsonValue, name: str
    ) -> tuple[PasskeyRow, dict[str, str]]:
        await _prepare(origin)
        from server.people.accounts import authenticators

        try:
            given = authenticators.read_new(answer)
            challenge = authenticators.challenge_in(given)
            content = await self._ceremonies.finish(kind, visitor, challenge)
            made = authenticators.check_new(origin, challenge, given)
        except authenticators.WrongAnswerError:
            raise _refusal() from None
        row = PasskeyRow(
            passkey_id=made.passkey_id,
            player_id=content["player_id"],
            credential=b64encode(made.credential).decode(),
            sign_count=made.count,
            name=name,
            created_at=timestamp(self._clock.now()),
        )
        return row, content

    async def _find(self, passkey_id: str) -> Row[Any] | None:
        wanted = select(_passkeys).where(_passkeys.c.passkey_id == passkey_id)
        return (await fetch(self._database, wanted)).one_or_none()

    async def _note_use(self, row: Row[Any], count: int) -> None:
        """
        Store the new count of signatures.

        Raises:
            RefusedError: It does not continue the last one: somebody has copied the authenticator (section 6.1.1).
        """
        now = timestamp(self._clock.now())
        copied = (count or row.sign_count) and count <= row.sign_count
        change = {"copied_at": now} if copied else {"sign_count": count, "used_on": now[:10]}
        used = update(PasskeyRow).where(
            _passkeys.c.passkey_id == row.passkey_id,
            _passkeys.c.sign_count == row.sign_count,
            _passkeys.c.copied_at.is_(None),
        )
        changed = await execute(self._database, used.values(**change))
        if copied or row.copied_at:
            raise RefusedError(
                codes.PASSKEY_COPIED,
                "There are copies of this passkey, so it no longer works. Sign in in another way, and remove it.",
            )
        if changed.rowcount == 0:  # removed or used at the same moment
            raise _refusal()


def insert_passkey(row: PasskeyRow) -> Insert:
    """Return the statement that stores a passkey."""
    return _passkeys.insert().values(**row.model_dump())


def session_mark(passkey_id: str) -> str:
    """Return what a session is marked with that this passkey has opened."""
    return f"passkey:{passkey_id}"


async def _prepare(origin: Origin) -> None:
    """Refuse origins on which browsers offer no passkeys, and load what asks for passkeys and checks them."""
    await load("server.people.accounts.authenticators")
    if origin.rp_id is None:
        raise RefusedError(
            codes.NO_PASSKEYS_HERE,
            "Browsers offer passkeys for names only, not for IP addresses. Open this page at http://localhost instead.",
        )


def _refusal() -> RefusedError:
    return RefusedError(
        codes.PASSKEY_REFUSED, "This passkey does not work here. It may have been removed. Try another one."
    )


def _too_many() -> RefusedError:
    return RefusedError(
        codes.TOO_MANY_PASSKEYS, f"You have {MAX_PASSKEYS} passkeys, which is the limit. Remove one first."
    )
