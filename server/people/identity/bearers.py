"""
Bearers: who sends a token, and what it lets them do.

Tokens in use are remembered, so that a call needs no query; `server.people.identity.changes` says when one must be
forgotten.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy import Row, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.access.made_with import MadeWith
from server.access.player import Player
from server.access.rights import NO_CONSENT, require_on_behalf, require_scope
from server.access.scopes import GRANTABLE, Scopes
from server.people.identity.acting import Actor
from server.people.identity.tokens import Token, split_token, token_of
from server.runtime.background import every
from server.runtime.clock.clock import Clock
from server.runtime.credentials import HASH_OF_NONE, is_same
from server.runtime.database.gathered import Gathered
from server.runtime.database.queries import execute, fetch
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.database.tables import TokenRow
from server.runtime.ids import is_id
from server.runtime.times import parse_timestamp, timestamp

_REMEMBERED: Final = 50_000
"""More than the players in all live matches, or each call would query the database; one takes about 1 kB."""

WRITE_SECONDS: Final = 10
"""Interval at which the last uses of tokens are written down."""

_WRITTEN_AT_ONCE: Final = 200
"""How many of them in one transaction: after a restart there are as many as players."""

_tokens = TokenRow.__table__
_players = PlayerRow.__table__


@dataclass(slots=True, eq=False)
class Access:
    """
    What a token gives: a player, and what may be done for it, until `expires` (seconds since 1970; None: no end).

    `through` is what the token of a bridge gives that acts for the player; `secret_hash` is then that of the consent.
    """

    player: Player
    token: Token
    expires: float | None
    secret_hash: str = field(repr=False)
    through: Access | None = None
    # The day on which this process last noted a use: compared by identity, because every call does so.
    used_on: str | None = field(default=None, repr=False)

    @property
    def scopes(self) -> Scopes:
        return self.token.scopes

    @property
    def made_with(self) -> MadeWith:
        """What ends all that is made with this access."""
        if self.through is None:
            return MadeWith(self.token.origin)
        own = self.through.token
        return MadeWith(self.token.origin, own.player_id, own.token_id, own.created_at)

    def require(self, operation: str) -> None:
        """
        Check that it is enough for an operation.

        Raises:
            MissingScopeError: The scope for it is missing.
            RefusedError: No bridge does it for another player.
        """
        require_scope(operation, self.scopes)
        if self.through is not None:
            require_on_behalf(operation)

    @property
    def actor(self) -> Actor:
        return Actor(self.player.id, token_id=self.token.token_id, secret_hash=self.secret_hash)


class Bearers:
    """Who sends which token."""

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock
        # By the hash of the secret, so that the duration of a search reveals nothing about secrets.
        self._remembered: OrderedDict[str, Access] = OrderedDict()
        self._hashes: dict[str, set[str]] = {}
        self._today = self._day()
        self._used: set[str] = set()
        # How many changes were noticed.
        self._noticed = 0
        # After a restart, all players come at once.
        self._asked = Gathered(self._find_all)

    def look_up(self, text: str) -> Access | None:
        """Return what the token gives if it is remembered and has not expired."""
        player_id, secret_hash = split_token(text)
        known = self._remembered.get(secret_hash)
        if known is None or known.player.id != player_id or known.token.bridge_id is not None:
            return None
        if known.expires is not None and known.expires <= self._clock.now().timestamp():
            return None
        if known.used_on is not self._today:
            self._note_use(known)
        return known

    async def by_token(self, text: str) -> Access:
        """
        Return what the token gives.

        Raises:
            RefusedError: The token is unknown or has expired, or its player is suspended. Neither the error nor the
                response time reveals to somebody without the token whether the id in it exists.
        """
        remembered = self.look_up(text)
        if remembered is not None:
            return remembered
        player_id, secret_hash = split_token(text)
        # A wrong secret costs a query whether or not its player is remembered, and is compared in constant time.
        rows = [row for row in await self._find(player_id) if row.bridge_id is None]
        found = [row for row in rows if is_same(secret_hash, row.secret_hash)]
        if not found:
            is_same(secret_hash, HASH_OF_NONE)
            raise _unknown_token()
        return self._remember(found[0])

    async def acting_for(self, bridge: Access, player_id: str) -> Access:
        """
        Return what a player has agreed that a bridge does for them, within the scopes of the bridge's own token.

        Never what belongs to the account, or what the player may do as an administrator.

        Raises:
            RefusedError: The player has not agreed, or there is no such player, which look alike; or is suspended.
        """
        if bridge.token.client is not None:  # A program of others got it for other things.
            raise NO_CONSENT.error()
        noticed, now = self._noticed, self._clock.now()
        known = [self._remembered[secret_hash] for secret_hash in self._hashes.get(player_id, ())]
        agreed = max(
            (each for each in known if each.token.bridge_id == bridge.player.id and _lasts(each, now.timestamp())),
            key=lambda each: each.token.token_id,
            default=None,
        )
        if agreed is None:
            rows = [
                row
                for row in await self._find(player_id)
                if row.bridge_id == bridge.player.id and (row.expires_at is None or row.expires_at > timestamp(now))
            ]
            if not rows:
                raise NO_CONSENT.error()
            agreed = self._remember(max(rows, key=lambda row: str(row.token_id)))
        if noticed != self._noticed:  # The bridge may have lost its own token while that was read.
            still = await self.by_id(bridge.player.id, bridge.token.token_id)
            if still is None or not is_same(still.secret_hash, bridge.secret_hash):  # Or it was renewed.
                raise _unknown_token()
            return await self.acting_for(still, player_id)
        self._note_use(agreed)
        ends = [each.expires for each in (agreed, bridge) if each.expires is not None]
        allowed = agreed.scopes & bridge.scopes & frozenset(GRANTABLE)
        return Access(
            replace(agreed.player, administrator=False, through=bridge.player.id, allowed=allowed),
            replace(agreed.token, scopes=allowed),
            min(ends, default=None),
            agreed.secret_hash,
            bridge,
        )

    async def by_id(self, player_id: str, token_id: str) -> Access | None:
        """
        Return what the token with this id gives; None if it was withdrawn.

        Raises:
            RefusedError: It has expired, or its player is suspended.
        """
        now = self._clock.now().timestamp()
        for secret_hash in self._hashes.get(player_id, ()):
            known = self._remembered[secret_hash]
            if known.token.token_id == token_id and known.token.bridge_id is None and _lasts(known, now):
                self._note_use(known)
                return known
        rows = await self._find(player_id)
        found = [row for row in rows if row.token_id == token_id and row.bridge_id is None]
        return self._remember(found[0]) if found else None

    def remembers(self, access: Access) -> bool:
        """Whether this is what is remembered of a token; if so, its player has not changed since it was read."""
        known = self._remembered.get(access.secret_hash)
        if access.through is None:
            return known is access
        return known is not None and self.remembers(access.through)

    async def working(self, player_id: str) -> dict[str, bool]:
        """Return the player's tokens that work now, by the hash of the secret: whether as an administrator's."""
        now = timestamp(self._clock.now())
        return {
            row.secret_hash: row.administrator
            for row in await self._find(player_id)
            if row.suspended_at is None and (row.expires_at is None or row.expires_at > now)
        }

    async def forget(self, player_id: str) -> None:
        """Forget what is remembered of the player, who has changed."""
        self._noticed += 1
        for secret_hash in self._hashes.pop(player_id, ()):
            self._remembered.pop(secret_hash, None)

    async def run(self) -> None:
        """Write down which tokens were used at regular intervals, until cancelled."""
        await every(WRITE_SECONDS, self.write_uses, "the last uses of tokens cannot be written")

    async def write_uses(self) -> None:
        """
        Write down on which day tokens were used, for those used since the last time.

        Raises:
            UnavailableError: The database does not respond.
        """
        day, used, self._used = self._today, self._used, set()
        if day != (today := self._day()):
            self._today = today
        earlier = _tokens.c.used_on.is_(None) | (_tokens.c.used_on < day)  # Others may be ahead.
        ids = sorted(used)  # So that two processes lock rows in the same order.
        for first in range(0, len(ids), _WRITTEN_AT_ONCE):
            some = _tokens.c.token_id.in_(ids[first : first + _WRITTEN_AT_ONCE])
            try:
                await execute(self._database, update(TokenRow).where(some, earlier).values(used_on=day))
            except BaseException:
                self._used.update(ids[first:])  # for the next time
                raise

    def _note_use(self, access: Access) -> None:
        access.used_on = self._today
        self._used.add(access.token.token_id)

    async def _find(self, player_id: str) -> Sequence[Row[Any]]:
        """Return all tokens of the player, each with what the player is."""
        if not is_id(player_id):
            return []
        while True:
            noticed = self._noticed
            rows = await self._asked.ask(player_id)
            # What was read before a change that was noticed meanwhile must not be remembered after it.
            if noticed == self._noticed:
                return rows

    async def _find_all(self, player_ids: Sequence[str]) -> Sequence[Sequence[Row[Any]]]:
        """Return the same for each of these players."""
        of_player = (
            _players.c.name.label("player_name"),
            _players.c.administrator,
            _players.c.created_at.label("player_created_at"),
            _players.c.suspended_at,
        )
        wanted = (
            select(_tokens, *of_player)
            .select_from(_tokens.join(_players, _tokens.c.player_id == _players.c.id))
            .where(_tokens.c.player_id.in_(player_ids))
        )
        found = defaultdict[str, list[Row[Any]]](list)
        for row in await fetch(self._database, wanted):
            found[row.player_id].append(row)
        return [found[player_id] for player_id in player_ids]

    def _remember(self, row: Row[Any]) -> Access:
        if row.suspended_at is not None:
            raise RefusedError(codes.SUSPENDED, "An administrator of this server has suspended this player.")
        expires = None if row.expires_at is None else parse_timestamp(row.expires_at).timestamp()
        if expires is not None and expires <= self._clock.now().timestamp():
            raise RefusedError(codes.EXPIRED_TOKEN, "This token has expired. Get a new one.")
        access = self._remembered.get(row.secret_hash)
        if access is None:
            player = Player(row.player_id, row.player_name, row.administrator, row.player_created_at)
            access = self._remembered[row.secret_hash] = Access(player, token_of(row), expires, row.secret_hash)
            self._hashes.setdefault(player.id, set()).add(row.secret_hash)
            if len(self._remembered) > _REMEMBERED:
                self._forget_oldest()
        self._note_use(access)
        return access

    def _forget_oldest(self) -> None:
        secret_hash, access = self._remembered.popitem(last=False)
        hashes = self._hashes[access.player.id]
        hashes.discard(secret_hash)
        if not hashes:
            del self._hashes[access.player.id]

    def _day(self) -> str:
        return timestamp(self._clock.now())[:10]


def _lasts(access: Access, now: float) -> bool:
    return access.expires is None or access.expires > now


def _unknown_token() -> RefusedError:
    return RefusedError(codes.UNKNOWN_TOKEN, "Unknown token. It is not complete, or it was withdrawn.")
