"""
Tokens: what lets a program act for a player, each with a name, scopes and perhaps an end (docs/access.md).

A token is `moirai_PLAYER_ID.SECRET`, so that scanners find it where it should not be; those of earlier servers have no
prefix (`server.runtime.credentials`). The player's id is public.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, Delete, Insert, Row, Update, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.access.rights import UNKNOWN_TOKEN_ID
from server.access.scopes import Scope, Scopes, read_scopes, scope_text
from server.people.identity.acting import Actor, require_acting
from server.people.identity.changes import Changes, insert_change
from server.people.identity.grants import KEEP_EXPIRED, delete_all_grants, delete_grant, delete_unfetched, grants_of
from server.runtime.clock.clock import Clock
from server.runtime.credentials import hash_of, join, new_secret, split
from server.runtime.database.locks import lock_player
from server.runtime.database.queries import begin, connect
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.database.tables import TokenRow
from server.runtime.ids import new_id
from server.runtime.retention import OldRows
from server.runtime.times import parse_timestamp, timestamp

PREFIX: Final = "moirai_"

FIRST_TOKEN: Final = "First token"
"""The name of the token that a player gets when it is created."""

BRIDGES_SCHEMA: Final = "0041"
"""The first schema whose servers know of bridges; earlier ones would take what lets a bridge act for a token."""

MAX_TOKENS: Final = 100
"""Maximum number of tokens of a player, without those that have expired."""

MIN_LIFETIME: Final = timedelta(minutes=1)
MAX_LIFETIME: Final = timedelta(days=366)

_players = PlayerRow.__table__
_tokens = TokenRow.__table__


@dataclass(frozen=True, slots=True)
class Token:
    """
    A token without its secret. Times are RFC 3339; `used_on` is a day. None: no end, not used, of no client.

    `bridge_id` is the other player who acts by it.
    """

    token_id: str
    player_id: str
    name: str
    scopes: Scopes
    created_at: str
    expires_at: str | None = None
    used_on: str | None = None
    client: str | None = None
    family: str | None = None
    bridge_id: str | None = None

    @property
    def origin(self) -> str:
        """The id under which the player lists and withdraws it: the token's own, or that of the consent."""
        return self.family or self.token_id


def old_tokens(database: AsyncEngine) -> OldRows:
    """Return the rule for tokens that expired long ago."""
    return OldRows(KEEP_EXPIRED, database, _tokens, lambda old: _tokens.c.expires_at <= old, shown=_tokens.c.token_id)


class Tokens:
    """The tokens of all players, as their players manage them."""

    def __init__(self, database: AsyncEngine, clock: Clock, changes: Changes) -> None:
        self._database = database
        self._clock = clock
        self._changes = changes

    async def issue(
        self,
        player_id: str,
        name: str,
        scopes: Iterable[Scope],
        expires_at: datetime | None = None,
        *,
        by: Actor | None,
    ) -> tuple[Token, str]:
        """
        Issue a token; return it with its text, which is not shown again. `by` asks for it; None: the server.

        Raises:
            RefusedError: The player has `MAX_TOKENS`, or what `by` acts with was withdrawn meanwhile.
        """
        token, text, insertion = new_token(self._clock.now(), player_id, name, scopes, expires_at)
        count = select(func.count()).select_from(_tokens).where(_of_player(player_id))
        ended = delete(TokenRow).where(_tokens.c.player_id == player_id, _tokens.c.expires_at <= token.created_at)
        async with begin(self._database) as connection:
            # With the player locked, each of several calls at once counts the tokens of the others.
            await connection.execute(lock_player(player_id))
            if by is not None:
                await require_acting(connection, by, self._clock.now())
            await connection.execute(ended)
            if (await connection.execute(count)).scalar_one() >= MAX_TOKENS:
                raise RefusedError(
                    codes.TOO_MANY_TOKENS, f"A player has at most {MAX_TOKENS} tokens. Withdraw one first."
                )
            await connection.execute(insertion)
        return token, text

    async def of(self, player_id: str) -> list[Token]:
        """
        Return the player's tokens that have not expired, the newest first.

        A program of others counts as one, whose id is that of its family: it has another token each hour. A bridge is
        called what its player is called now.
        """
        now = self._clock.now()
        async with connect(self._database) as connection:
            rows = (await connection.execute(select(_tokens).where(_of_player(player_id)))).all()
            grants = (await connection.execute(grants_of(player_id, now))).all()
            listed = [token_of(row) for row in rows if row.expires_at is None or row.expires_at > timestamp(now)]
            acting = select(_tokens.c.family, _tokens.c.used_on).where(
                _tokens.c.player_id == player_id, _tokens.c.bridge_id.is_not(None)
            )
            used: dict[str, str | None] = dict(map(tuple, await connection.execute(acting)))
            listed += (_token_of_grant(row, used.get(row.family, row.used_at[:10])) for row in grants)
            bridges = select(_players.c.id, _players.c.name).where(_players.c.id.in_([each.name for each in listed]))
            names: dict[str, str] = dict(map(tuple, await connection.execute(bridges)))
        listed = [_named(token, names) for token in listed]
        return sorted(listed, key=lambda token: token.token_id, reverse=True)

    async def one_of(self, player_id: str, token_id: str) -> Token:
        """
        Return a token of the player.

        Raises:
            RefusedError: The player has no such token.
        """
        for token in await self.of(player_id):
            if token.token_id == token_id:
                return token
        raise UNKNOWN_TOKEN_ID.error()

    async def renew(self, token: Token, *, by: Actor | None) -> tuple[Token, str]:
        """
        Give a token another secret and, if it ends, the same time again; the old secret stops working.

        Raises:
            RefusedError: The token was withdrawn, or what `by` acts with was; `by` None: the server acts.
        """
        now, secret, expires_at = self._clock.now(), new_secret(), token.expires_at
        if expires_at is not None:
            expires_at = timestamp(now + (parse_timestamp(expires_at) - parse_timestamp(token.created_at)))
        renewed = replace(token, created_at=timestamp(now), expires_at=expires_at, used_on=None)
        changed = await self._change(
            token.player_id,
            update(TokenRow)
            .where(_tokens.c.token_id == token.token_id, _tokens.c.bridge_id.is_(None))
            .values(secret_hash=hash_of(secret), created_at=renewed.created_at, expires_at=expires_at, used_on=None),
            by=by,
        )
        if not changed:
            raise UNKNOWN_TOKEN_ID.error()
        return renewed, token_text(token.player_id, secret)

    async def withdraw(self, player_id: str, token_id: str) -> None:
        """
        Withdraw a token of the player.

        Raises:
            RefusedError: The player has no such token.
        """
        if not await self._change(player_id, *delete_token(player_id, token_id)):
            raise UNKNOWN_TOKEN_ID.error()

    async def withdraw_all(self, player_id: str, *, keep: str | None = None) -> None:
        """Withdraw all tokens of the player, except the one with the id `keep`."""
        await self._change(player_id, *delete_all_tokens(player_id, keep=keep))

    async def _change(self, player_id: str, *statements: Update | Delete, by: Actor | None = None) -> bool:
        """Change tokens of the player, so that every process notices; return whether there was any."""
        async with begin(self._database) as connection:
            if by is not None:
                await require_acting(connection, by, self._clock.now())
            changed = [(await connection.execute(statement)).rowcount for statement in statements]
            await connection.execute(insert_change(self._clock.now(), player_id))
        await self._changes.notify(player_id)
        return any(changed)


def new_token(
    now: datetime,
    player_id: str,
    name: str,
    scopes: Iterable[Scope],
    expires_at: datetime | None = None,
    *,
    client: str | None = None,
    family: str | None = None,
    secret: str | None = None,
    bridge_id: str | None = None,
) -> tuple[Token, str, Insert]:
    """
    Return a new token, its text, and the statement that stores it.

    `client` is the program of others that gets it, `family` the consent that it comes from; `secret`: a random one, if
    it is not given. `bridge_id` is the player who acts by it, with a token of their own: this one opens nothing, also
    in servers that do not know that.
    """
    secret, ends = secret or new_secret(), None if expires_at is None else timestamp(expires_at)
    secret_hash = hash_of(secret) if bridge_id is None else hash_on_behalf(secret)
    of = {"client": client, "family": family, "bridge_id": bridge_id}
    token = Token(new_id(now), player_id, name, frozenset(scopes), timestamp(now), ends, **of)
    row = TokenRow(
        token_id=token.token_id,
        player_id=player_id,
        secret_hash=secret_hash,
        name=name,
        scopes=scope_text(token.scopes),
        created_at=token.created_at,
        expires_at=ends,
        **of,
    )
    return token, token_text(player_id, secret), _tokens.insert().values(**row.model_dump())


def hash_on_behalf(secret: str) -> str:
    """Return the hash that is stored of a secret which only names what lets a bridge act."""
    return hash_of(f"on behalf {secret}")


def token_text(player_id: str, secret: str) -> str:
    """Return a token as its holder sends it."""
    return PREFIX + join(player_id, secret)


def split_token(text: str) -> tuple[str, str]:
    """Return the id of the player in a token, and the hash of the secret."""
    return split(text.removeprefix(PREFIX))


def token_of(row: Row[Any]) -> Token:
    """Return the token of a row that has all columns of the table."""
    return Token(
        row.token_id,
        row.player_id,
        row.name,
        read_scopes(row.scopes),
        row.created_at,
        row.expires_at,
        row.used_on,
        row.client,
        row.family,
        row.bridge_id,
    )


def delete_token(player_id: str, token_id: str) -> tuple[Delete, ...]:
    """Return the statements that withdraw a token, or what the player has allowed a program."""
    return (
        delete(TokenRow).where(_of_player(player_id), _tokens.c.token_id == token_id),
        *delete_grant(player_id, token_id),
    )


def delete_all_tokens(player_id: str, *, keep: str | None = None) -> tuple[Update | Delete, ...]:
    """
    Return the statements that withdraw all tokens, except the one with the id `keep`, and all programs.

    The order matters: each statement waits for a program that is fetching tokens, and the next one sees what it got.
    Others lock the player before codes, grants and tokens, too, and grants before tokens.
    """
    mine = (_tokens.c.player_id == player_id) & (_tokens.c.token_id != (keep or ""))
    grants = *delete_unfetched(player_id), delete_all_grants(player_id)
    return lock_player(player_id), *grants, delete(TokenRow).where(mine)


def _of_player(player_id: str) -> ColumnElement[bool]:
    """Return the condition for the player's tokens that do not come from a consent."""
    return (_tokens.c.player_id == player_id) & _tokens.c.family.is_(None)


def _named(token: Token, names: Mapping[str, str]) -> Token:
    """Return the token of a bridge, which is stored under the bridge's id, under its name."""
    if token.name not in names or token.name not in (token.bridge_id, token.client):
        return token
    name = names[token.name]
    return replace(token, name=name, client=None if token.client is None else name)


def _token_of_grant(row: Row[Any], used_on: str | None) -> Token:
    return Token(
        row.family,
        row.player_id,
        row.client,
        read_scopes(row.scopes),
        row.created_at,
        row.expires_at,
        used_on,
        row.client,
        row.family,
    )
