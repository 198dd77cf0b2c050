"""Players: who they are. What lets programs act for them is in `server.people.identity.tokens`."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Row, delete, exists, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError, ThrottledError
from server.access.player import Person, Player
from server.access.rights import UNKNOWN_PLAYER, require
from server.access.scopes import EVERY_SCOPE, GRANTABLE
from server.access.texts import BAD_NAME, is_readable
from server.people.identity.acting import require_acting
from server.people.identity.bearers import Access
from server.people.identity.grants import BRIDGE_LIFETIME
from server.people.identity.tokens import BRIDGES_SCHEMA, FIRST_TOKEN, new_token
from server.runtime.clock.clock import Clock
from server.runtime.credentials import HASH_OF_NONE, hash_of, is_same
from server.runtime.database.queries import begin, execute, fetch
from server.runtime.database.schema import exclude_earlier
from server.runtime.database.tables import PasskeyRow, ProviderAccountRow, RecoveryRow, TokenRow
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.ids import is_id, new_id
from server.runtime.rate_limits import Limit
from server.runtime.times import timestamp

_players = PlayerRow.__table__
_WAYS_IN: Final = (TokenRow.__table__, PasskeyRow.__table__, ProviderAccountRow.__table__, RecoveryRow.__table__)


KEYS_A_MINUTE: Final = 2
"""How many keys of administrators a network can try, with bursts of `WRONG_KEYS`; counted by each process."""

WRONG_KEYS: Final = 50

_SAID_EVERY: Final = 60
"""Seconds between two lines about wrong keys, so that guessing does not fill the log."""

log = logging.getLogger(__name__)


class Players:
    """The players, by id."""

    def __init__(self, database: AsyncEngine, clock: Clock, administrator_key: str | None) -> None:
        self._database = database
        self._clock = clock
        rate = KEYS_A_MINUTE / 60
        self._keys = Limit("administrator keys", rate, round(WRONG_KEYS / rate), shown=False)
        self._wrong, self._said_at = 0, 0.0
        # Hashed, so that the comparison does not depend on the length of a key.
        self._administrator_key_hash = None if administrator_key is None else hash_of(administrator_key)

    async def create(self, name: str, administrator_key: str | None, network: str = "") -> tuple[Player, str]:
        """
        Create a player; return it with its first token, which is not shown again.

        `network` is where the call comes from: it can try a few keys.

        Raises:
            RefusedError: The administrator key is wrong, or the name is not readable.
            ThrottledError: Too many keys from this network were wrong.
        """
        if not is_readable(name):
            raise RefusedError(codes.BAD_NAME, BAD_NAME, pointer="/name")
        if administrator_key is not None:
            self._try_key(administrator_key, network)
        now = self._clock.now()
        player = Player(new_id(now), name, administrator_key is not None, timestamp(now))
        row = PlayerRow(id=player.id, name=name, administrator=player.administrator, created_at=player.created_at)
        _, token, insertion = new_token(now, player.id, FIRST_TOKEN, EVERY_SCOPE)
        await execute(self._database, _players.insert().values(**row.model_dump()), insertion)
        return player, token

    async def create_unclaimed(self, names: Sequence[str]) -> list[Person]:
        """Create players for whom nobody can act: they have no token, and no way to sign in. The names are readable."""
        now = self._clock.now()
        people = [Person(new_id(now), name) for name in names]
        rows = [
            PlayerRow(id=each.player_id, name=each.name, administrator=False, created_at=timestamp(now)).model_dump()
            for each in people
        ]
        async with begin(self._database) as connection:
            await connection.execute(_players.insert(), rows)
        return people

    async def drop(self, people: Collection[Person]) -> None:
        """Delete accounts that were just created, and for which there was no place."""
        if people:
            await execute(self._database, delete(PlayerRow).where(_players.c.id.in_(each.player_id for each in people)))

    async def create_guest(self, name: str, bridge: Access) -> Player:
        """
        Create a player for whom a bridge acts, and nobody else, with the scopes of its token that can be granted.

        It acts as long as for who has agreed to it: for `BRIDGE_LIFETIME`.

        Raises:
            RefusedError: The name is not readable.
        """
        if not is_readable(name):
            raise RefusedError(codes.BAD_NAME, BAD_NAME, pointer="/name")
        now, bridge_id = self._clock.now(), bridge.player.id
        player = Player(new_id(now), name, administrator=False, created_at=timestamp(now))
        row = PlayerRow(id=player.id, name=name, administrator=False, created_at=player.created_at)
        scopes = bridge.scopes & frozenset(GRANTABLE)
        ends = now + BRIDGE_LIFETIME
        _, _, insertion = new_token(now, player.id, bridge_id, scopes, ends, bridge_id=bridge_id)
        async with begin(self._database) as connection:
            await exclude_earlier(connection, BRIDGES_SCHEMA)
            await require_acting(connection, bridge.actor, now)
            await connection.execute(_players.insert().values(**row.model_dump()))
            await connection.execute(insertion)
        return player

    async def by_id(self, player_id: str) -> Player | None:
        return (await self.by_ids([player_id])).get(player_id)

    async def find(self, player_id: str) -> Player:
        """
        Return a player for others.

        Raises:
            RefusedError: Unknown, forgotten or suspended: nobody can tell these apart.
        """
        wanted = select(_players).where(_players.c.id == player_id, _players.c.suspended_at.is_(None))
        row = (await fetch(self._database, wanted)).one_or_none() if is_id(player_id) else None
        if row is None:
            raise UNKNOWN_PLAYER.error()
        return _player_of(row)

    async def find_named(self, name: str, after: str, limit: int) -> list[Player]:
        """
        Return players with exactly this name for others, who came first first, those behind the player `after`.

        Accounts without a way in are places that nobody has claimed, perhaps of a private event.
        """
        ways = (exists().where(table.c.player_id == _players.c.id) for table in _WAYS_IN)
        named = (_players.c.name == name, _players.c.id > after, _players.c.suspended_at.is_(None), or_(*ways))
        rows = await fetch(self._database, select(_players).where(*named).order_by(_players.c.id).limit(limit))
        return [_player_of(row) for row in rows]

    async def by_ids(self, player_ids: Collection[str]) -> dict[str, Player]:
        """Return those of these players who exist, by id."""
        sought = [player_id for player_id in player_ids if is_id(player_id)]
        if not sought:
            return {}
        rows = (await fetch(self._database, select(_players).where(_players.c.id.in_(sought)))).all()
        return {row.id: _player_of(row) for row in rows}

    def _try_key(self, key: str, network: str) -> None:
        """Refuse a wrong key, and any after too many: otherwise guessing could continue."""
        now = self._clock.now().timestamp()
        try:
            # Counted first and given back, so that guesses at the same time are counted too.
            self._keys.take(network, now)
        except ThrottledError as error:
            text = "Too many administrator keys were wrong. Wait before you try another one."
            raise ThrottledError(error.code, text, error.retry_after_seconds) from None
        right = self._is_administrator_key(key)
        if right:
            self._keys.give_back(network)
            log.warning("a player has become an administrator with the key")
        else:
            self._wrong += 1
            if not 0 <= now - self._said_at < _SAID_EVERY:
                log.warning("wrong keys of administrators so far: %d", self._wrong)
                self._said_at = now
        require("createPlayer.administrator", "anonymous", own=right)

    def _is_administrator_key(self, key: str) -> bool:
        expected = HASH_OF_NONE if self._administrator_key_hash is None else self._administrator_key_hash
        return is_same(hash_of(key), expected)


def _player_of(row: Row[Any]) -> Player:
    return Player(row.id, row.name, row.administrator, row.created_at)
