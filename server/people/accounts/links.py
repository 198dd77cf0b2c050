"""
Sign-in links: a secret in an address that signs in a guest of a bridge once, within minutes, in a browser.

The bridge can open the link itself, so what came by one has no more power than the bridge: it can add a first way to
sign in, and let the bridge do less. Who adds one is from then on the only one who came by a link. A link names what
made the guest and the bridge's own token, and it ends with either, as what it has opened does; for a day, so does what
was claimed by it (`claims.py`). It is a row like a ticket, but neither is taken for the other.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from sqlalchemy import Row, delete, literal, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.access.rights import NO_CONSENT, require_scopes
from server.access.scopes import read_scopes
from server.people.accounts.sessions import Session
from server.people.identity.acting import require_acting
from server.people.identity.bearers import Access
from server.people.identity.open_sessions import id_in_link, with_link, works_of_link
from server.people.identity.ways_in import has_way_in
from server.runtime.clock.clock import Clock
from server.runtime.credentials import hash_of, join, new_secret
from server.runtime.database.queries import begin, connect, fetch
from server.runtime.database.tables import Ticket, TokenRow
from server.runtime.times import timestamp

LINK_LIFETIME: Final = timedelta(minutes=10)

LINK_PATH: Final = "/account/sign-in/link"

_tickets, _tokens = Ticket.__table__, TokenRow.__table__


class SignInLinks:
    """The links that were made and not used yet."""

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def make(self, bridge: Access, player_id: str) -> str:
        """
        Make a link for a guest of a bridge, and return its path with the secret.

        Who comes by a link can claim the guest. So only a token that lets the bridge do all that the guest does makes
        one: a token with less would get more.

        Raises:
            MissingScopeError: The token lacks a scope with which the bridge acts for the guest.
            RefusedError: The bridge has not made this player, or not any more acts for them by that; or the player has
                a way to sign in.
        """
        now = self._clock.now()
        made = select(_tokens.c.token_id, _tokens.c.scopes).where(
            _tokens.c.player_id == player_id,
            _tokens.c.bridge_id == bridge.player.id,
            _tokens.c.family.is_(None),
            or_(_tokens.c.expires_at.is_(None), _tokens.c.expires_at > timestamp(now)),
        )
        async with begin(self._database) as connection:
            await require_acting(connection, bridge.actor, now)
            held = (await connection.execute(made)).one_or_none()
            if held is None:
                raise NO_CONSENT.error()
            require_scopes(sorted(read_scopes(held.scopes)), bridge.scopes)
            if (await connection.execute(select(has_way_in(player_id)))).scalar_one():
                raise RefusedError(codes.SIGNS_IN_ALREADY, "This guest has a way to sign in, and needs no link.")
            secret = join(player_id, new_secret())
            row = Ticket(
                ticket_hash=_hash_of(secret),
                player_id=player_id,
                expires_at=timestamp(now + LINK_LIFETIME),
                token_id=with_link(held.token_id, bridge.token.token_id, bridge.token.created_at),
            )
            await connection.execute(_tickets.insert().values(**row.model_dump()))
        return f"{LINK_PATH}?code={secret}"

    async def find(self, secret: str) -> tuple[str, str]:
        """
        Return whom a link signs in, and the bridge that made it, without using it up.

        Raises:
            RefusedError: It is unknown, used or too old, or has ended with what made it.
        """
        known = select(_tickets).where(_tickets.c.ticket_hash == _hash_of(secret))
        async with connect(self._database) as connection:
            row = await self._require_working(connection, (await connection.execute(known)).one_or_none())
            bridge = select(_tokens.c.bridge_id).where(_tokens.c.token_id == id_in_link(row.token_id))
            return row.player_id, str((await connection.execute(bridge)).scalar_one())

    async def use(self, secret: str) -> tuple[str, str]:
        """
        Use a link up; return the player whom it signs in, and what the session is marked with.

        Raises:
            RefusedError: As `find`. Of two uses at once, one is refused.
        """
        used = delete(Ticket).where(_tickets.c.ticket_hash == _hash_of(secret)).returning(_tickets)
        async with begin(self._database) as connection:
            row = await self._require_working(connection, (await connection.execute(used)).one_or_none())
        return row.player_id, row.token_id

    def require_not_by_link(self, session: Session) -> None:
        """
        Check that no link has opened a session that is to sign out everything else, and end all younger ways in.

        Raises:
            RefusedError: One has: nothing would be left by which the player could sign in.
        """
        if session.by_link:
            raise RefusedError(codes.CAME_BY_LINK, "A link has signed you in. Sign in with a way of your own first.")

    async def require_own_way_in(self, session: Session) -> None:
        """
        Check that somebody who came by a link has a way to sign in of their own.

        Raises:
            RefusedError: They have none, so that they may be the bridge.
        """
        if not await self.is_own(session):
            raise RefusedError(codes.CAME_BY_LINK, "A link has signed you in. Add a way to sign in of your own first.")

    async def is_own(self, session: Session) -> bool:
        """Whether the account is certainly that of who is signed in, and not as much a bridge's."""
        if not session.by_link:
            return True
        return bool((await fetch(self._database, select(has_way_in(session.player_id)))).scalar_one())

    async def _require_working(self, connection: AsyncConnection, row: Row[Any] | None) -> Row[Any]:
        now = self._clock.now()
        if row is None or row.expires_at <= timestamp(now):
            raise _unknown()
        works = works_of_link(literal(row.player_id), literal(row.token_id), now) & ~has_way_in(row.player_id)
        if not (await connection.execute(select(works))).scalar_one():
            raise _unknown()
        return row


def _hash_of(secret: str) -> str:
    return hash_of(f"sign-in link {secret}")


def _unknown() -> RefusedError:
    return RefusedError(codes.UNKNOWN_LINK, "This link is unknown, already used or too old. Ask for a new one.")
