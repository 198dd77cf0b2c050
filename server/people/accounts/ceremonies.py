"""
Ceremonies: what somebody has begun in a browser, and finishes with an authenticator or at a provider.

A ceremony can be finished once, within some minutes, in the browser that began it. So an answer cannot be replayed, and
nobody can finish in another's browser what they have begun in theirs (login CSRF).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import orjson
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.people.accounts.forms import Visitor
from server.runtime.clock.clock import Clock
from server.runtime.credentials import hash_of, new_secret
from server.runtime.database.queries import execute
from server.runtime.database.tables import CeremonyRow
from server.runtime.retention import NOW, OldRows
from server.runtime.times import timestamp

LIFETIME: Final = timedelta(minutes=10)
"""As long as browsers may wait for an authenticator, and people may need at a provider."""

_ceremonies = CeremonyRow.__table__


def old_ceremonies(database: AsyncEngine) -> OldRows:
    """Return the rule for ceremonies that nobody can finish any more."""
    return OldRows(NOW, database, _ceremonies, lambda old: _ceremonies.c.expires_at <= old, shown=_ceremonies.c.kind)


class Ceremonies:
    """
    The ceremonies of all browsers.

    The secret of one is the challenge or the `state` that comes back in the end; the row has its hash. `content` is
    what must be known then.
    """

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def begin(self, kind: str, visitor: Visitor, content: dict[str, str]) -> str:
        """Begin a ceremony of this kind, and return its secret."""
        now, secret = self._clock.now(), new_secret()
        row = CeremonyRow(
            ceremony_hash=hash_of(secret),
            kind=kind,
            visitor_hash=visitor.hash,
            content=orjson.dumps(content).decode(),
            expires_at=timestamp(now + LIFETIME),
        )
        await execute(self._database, _ceremonies.insert().values(**row.model_dump()))
        return secret

    async def finish(self, kind: str, visitor: Visitor, secret: str) -> dict[str, str]:
        """
        End a ceremony, and return its content.

        Raises:
            RefusedError: This browser has no ceremony of this kind, it is over, or it took too long.
        """
        ended = (
            delete(CeremonyRow)
            .where(
                _ceremonies.c.ceremony_hash == hash_of(secret),
                _ceremonies.c.kind == kind,
                _ceremonies.c.visitor_hash == visitor.hash,
                _ceremonies.c.expires_at > timestamp(self._clock.now()),
            )
            .returning(_ceremonies.c.content)
        )
        content = (await execute(self._database, ended)).scalar_one_or_none()
        if content is None:
            raise RefusedError(
                codes.CEREMONY_OVER,
                "This took too long, or was begun in another browser, or is finished. Try again.",
            )
        found: dict[str, str] = orjson.loads(content)
        return found
