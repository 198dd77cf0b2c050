"""
Sessions of the pages at `/account`: who is signed in in this browser.

A session is a row with the hash of a secret; the secret is in an HttpOnly cookie. Each time somebody signs in, a new
session is made, so a cookie that was planted before is worth nothing (session fixation). Sessions end by themselves,
one by one or all at once, and with what they were opened with: a passkey or provider that is removed, a token that is
withdrawn.

A session that has just been opened is a proof of who one is: what a thief could stay with asks for a new one. It says
since when the player has had what it was opened with, so that nobody ends older ways in with a younger one.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Delete, Select, delete, func, literal, select, update
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.requests import HTTPConnection
from starlette.responses import Response

from server.access import codes
from server.access.errors import RefusedError
from server.people.accounts.origin import Origin, Origins
from server.people.identity.acting import Actor
from server.people.identity.open_sessions import LINK, TOKEN, id_in_link, is_link, is_open, is_over, works_of_link
from server.people.identity.ways_in import has_way_in
from server.runtime.clock.clock import Clock
from server.runtime.credentials import HASH_OF_NONE, hash_of, is_same, join, new_secret, split
from server.runtime.database.locks import lock_player
from server.runtime.database.queries import begin, execute, fetch
from server.runtime.database.tables import PasskeyRow, ProviderAccountRow, RecoveryRow, SessionRow, TokenRow
from server.runtime.ids import new_id
from server.runtime.retention import NOW, OldRows
from server.runtime.times import parse_timestamp, timestamp

LIFETIME: Final = timedelta(days=30)
"""After that, one signs in again."""

MAX_SESSIONS: Final = 50
"""Maximum number of sessions of a player; a further one ends the oldest."""

PROOF_LASTS: Final = timedelta(minutes=10)
"""How long after a session was opened ways in can be added and removed with it."""

SETTLED: Final = timedelta(days=7)
"""After so long, a way in counts as old as any other: who has a new phone removes the passkey of the old one."""

_NOTED_EVERY: Final = timedelta(minutes=5)
"""How exactly the last use is known: noting it costs a commit."""

_COOKIE: Final = "moirai_session"

_passkeys = PasskeyRow.__table__
_providers = ProviderAccountRow.__table__
_recoveries = RecoveryRow.__table__
_sessions = SessionRow.__table__
_tokens = TokenRow.__table__


@dataclass(frozen=True, slots=True)
class Session:
    """
    A session of a player.

    `opened_with` is a kind and an id: `passkey:…`, `provider:…`, `token:…`, `link:…`, or `recovery`; the player has had
    it since `way_since`. `browser` is what the browser calls itself.
    """

    session_id: str
    player_id: str
    opened_with: str
    browser: str
    created_at: str
    used_at: str
    expires_at: str
    way_since: str

    @property
    def actor(self) -> Actor:
        return Actor(self.player_id, session_id=self.session_id)

    @property
    def token_id(self) -> str | None:
        """The token that it was opened with; None: something else."""
        return self.opened_with.removeprefix(TOKEN) if self.opened_with.startswith(TOKEN) else None

    @property
    def by_link(self) -> bool:
        """Whether a link of a bridge has opened it: what it may do, the bridge may, which can open a link itself."""
        return is_link(self.opened_with)

    def is_proof(self, now: datetime) -> bool:
        """Whether somebody has signed in just now."""
        return now < parse_timestamp(self.created_at) + PROOF_LASTS

    def outranks(self, added_at: str, now: datetime) -> bool:
        """Whether what the session was opened with may end a way in that was added at a time."""
        return self.way_since <= added_at or parse_timestamp(self.way_since) + SETTLED <= now


def old_sessions(database: AsyncEngine) -> OldRows:
    """Return the rule for sessions that have ended."""
    return OldRows(NOW, database, _sessions, lambda old: is_over(parse_timestamp(old)), shown=_sessions.c.player_id)


class Sessions:
    """The sessions of all players."""

    def __init__(self, database: AsyncEngine, origins: Origins, clock: Clock) -> None:
        self._database = database
        self._origins = origins
        self._clock = clock

    async def of(self, request: HTTPConnection) -> Session | None:
        """
        Return the session of this browser, and note that it was used.

        Raises:
            RefusedError: The server has no public address.
        """
        session_id, secret_hash = split(cookie_of(request, self._origins.of(request)))
        now = self._clock.now()
        wanted = select(_sessions).where(_sessions.c.session_id == session_id, is_open(now))
        row = (await fetch(self._database, wanted)).one_or_none()
        expected = HASH_OF_NONE if row is None else row.secret_hash
        if not is_same(secret_hash, expected) or row is None:
            return None
        if parse_timestamp(row.used_at) + _NOTED_EVERY <= now:
            used = update(SessionRow).where(_sessions.c.session_id == session_id).values(used_at=timestamp(now))
            await execute(self._database, used)
        return _session(row)

    async def open(self, player_id: str, opened_with: str, browser: str) -> str:
        """
        Open a new session, and return the text of its cookie; the player's oldest ones beyond the limit end.

        Raises:
            RefusedError: What it is opened with was removed meanwhile.
        """
        now, secret = self._clock.now(), new_secret()
        row = SessionRow(
            session_id=new_id(now),
            player_id=player_id,
            secret_hash=hash_of(secret),
            opened_with=opened_with,
            browser=browser,
            created_at=timestamp(now),
            used_at=timestamp(now),
            expires_at=timestamp(now + LIFETIME),
        )
        newest = (
            select(_sessions.c.session_id)
            .where(_sessions.c.player_id == player_id)
            .order_by(_sessions.c.session_id.desc())
            .limit(MAX_SESSIONS)
        )
        async with begin(self._database) as connection:
            # Removing it locks the player, too.
            await connection.execute(lock_player(player_id))
            since = (await connection.execute(_since(player_id, opened_with, now))).scalar_one_or_none()
            if since is None:
                raise RefusedError(codes.SIGNED_OUT, "What you have signed in with was removed. Sign in again.")
            await connection.execute(_sessions.insert().values(**row.model_dump() | {"way_since": since}))
            await connection.execute(
                delete(SessionRow).where(_sessions.c.player_id == player_id, _sessions.c.session_id.not_in(newest))
            )
        return join(row.session_id, secret)

    async def of_player(self, player_id: str) -> list[Session]:
        """Return the player's sessions, newest first."""
        wanted = (
            select(_sessions)
            .where(_sessions.c.player_id == player_id, is_open(self._clock.now()))
            .order_by(_sessions.c.session_id.desc())
        )
        return [_session(row) for row in (await fetch(self._database, wanted)).all()]

    async def end(self, player_id: str, session_id: str | None = None, *, keeping: str | None = None) -> None:
        """End a session of the player; without an id, all of them except `keeping`."""
        ended = delete(SessionRow).where(_sessions.c.player_id == player_id)
        if session_id is not None:
            ended = ended.where(_sessions.c.session_id == session_id)
        if keeping is not None:
            ended = ended.where(_sessions.c.session_id != keeping)
        await execute(self._database, ended)


def delete_sessions_of(player_id: str, opened_with: str) -> Delete:
    """Return the statement that ends a player's sessions that were opened with something that is being removed."""
    return delete(SessionRow).where(_sessions.c.player_id == player_id, _sessions.c.opened_with == opened_with)


def cookie_of(request: HTTPConnection, origin: Origin) -> str:
    """Return the text of the session's cookie; empty without a session."""
    return request.cookies.get(origin.cookie_name(_COOKIE), "")


def set_cookie(response: Response, origin: Origin, text: str) -> None:
    """Let the browser keep a session, until it ends by itself; an empty text lets it forget."""
    response.set_cookie(
        origin.cookie_name(_COOKIE),
        text,
        max_age=int(LIFETIME.total_seconds()) if text else 0,
        path=origin.cookie_path,
        secure=origin.secure,
        httponly=True,
        samesite="lax",
    )


def delete_links(player_id: str, *, keep: str | None = None) -> Delete:
    """
    Return the statement that ends a player's sessions that links have opened, but the one with the id `keep`.
    """
    mine = (_sessions.c.player_id == player_id) & _sessions.c.opened_with.startswith(LINK)
    return delete(SessionRow).where(mine, _sessions.c.session_id != (keep or ""))


def _since(player_id: str, opened_with: str, now: datetime) -> Select[tuple[str]]:
    """Return the query for when the player has got what a session is opened with; nothing, if it is not there."""
    kind, _, key = opened_with.partition(":")
    match kind:
        case "passkey":
            wanted = select(_passkeys.c.created_at).where(_passkeys.c.passkey_id == key)
            return wanted.where(_passkeys.c.player_id == player_id)
        case "provider":
            wanted = select(func.max(_providers.c.created_at)).where(_providers.c.issuer == key)
            return wanted.where(_providers.c.player_id == player_id)
        case "token":
            wanted = select(_tokens.c.created_at).where(_tokens.c.token_id == key)
            return wanted.where(_tokens.c.player_id == player_id)
        case "link":
            wanted = select(_tokens.c.created_at).where(_tokens.c.token_id == id_in_link(opened_with))
            works = works_of_link(literal(player_id), literal(opened_with), now)
            return wanted.where(_tokens.c.player_id == player_id, ~has_way_in(player_id), works)
        case _:
            return select(_recoveries.c.created_at).where(_recoveries.c.player_id == player_id)


def _session(row: Row[Any]) -> Session:
    return Session(
        row.session_id,
        row.player_id,
        row.opened_with,
        row.browser,
        row.created_at,
        row.used_at,
        row.expires_at,
        row.way_since or row.created_at,
    )
