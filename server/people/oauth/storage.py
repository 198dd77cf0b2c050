"""
What the protocol reads and writes, as plain statements of one transaction: Authlib is synchronous.

Whatever may be used once is locked before it is read, by a change that changes nothing: of two uses at once, in any
process, the second sees the first. A player is locked before what is theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from server.access import codes
from server.access.errors import RefusedError
from server.access.scopes import Scopes, read_scopes, scope_text
from server.people.accounts.sessions import delete_links
from server.people.identity.acting import Actor, select_actor
from server.people.identity.changes import insert_change
from server.people.identity.grants import (
    BRIDGE_LIFETIME,
    MAX_GRANTS,
    delete_expired,
    delete_grant,
    grant_with,
    grants_of,
    is_expired,
    is_repeated,
    new_grant,
    rotation,
    split_refresh_token,
    successor,
)
from server.people.identity.open_sessions import is_link
from server.people.identity.tokens import BRIDGES_SCHEMA, hash_on_behalf, new_token, split_token, token_text
from server.people.oauth.clients import Client
from server.runtime.credentials import hash_of, is_same, new_secret
from server.runtime.database.locks import lock_player
from server.runtime.database.schema import exclusion_of
from server.runtime.database.tables import OAuthCode, OAuthDevice, OAuthGrant, SessionRow, TokenRow
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.ids import is_id
from server.runtime.retention import OldRows
from server.runtime.times import parse_timestamp, timestamp

CODE_LIFETIME: Final = timedelta(seconds=60)
ACCESS_LIFETIME: Final = timedelta(hours=1)
DEVICE_LIFETIME: Final = timedelta(minutes=10)

MAX_DEVICE_CODES: Final = 10_000
"""Maximum number of device codes that wait for people, of the whole server."""

POLL_SECONDS: Final = 5
"""How long a device waits between questions; each question that comes earlier adds as much (RFC 8628, section 3.5)."""

_KEEP_EXPIRED: Final = timedelta(hours=1)
"""How long codes are kept after their end: one that was used is recognised, one that is too old is said to be so."""

_ROUNDING: Final = timedelta(seconds=0.5)
"""Timers of devices are not exact."""

_codes = OAuthCode.__table__
_devices = OAuthDevice.__table__
_grants = OAuthGrant.__table__
_players = PlayerRow.__table__
_sessions = SessionRow.__table__
_tokens = TokenRow.__table__


@dataclass(frozen=True, slots=True)
class AuthorizationCode:
    """An authorisation code that was not used; the names of its fields and methods are those of Authlib."""

    code_hash: str
    client: str
    player_id: str
    redirect_uri: str
    scopes: str
    code_challenge: str
    code_challenge_method: str = "S256"

    def get_redirect_uri(self) -> str:
        return self.redirect_uri

    def get_scope(self) -> str:
        return self.scopes


@dataclass(frozen=True, slots=True)
class Revocable:
    """A token of a family, with the names of Authlib."""

    family: str
    player_id: str
    client: str

    def check_client(self, client: Any) -> bool:  # noqa: ANN401  # Authlib has no types
        return bool(client.client_id == self.client)


@dataclass(frozen=True, slots=True)
class Refreshable(Revocable):
    """A grant whose refresh token was shown, with the names of Authlib."""

    scopes: str
    handle: str = field(repr=False)
    secret: str = field(repr=False)
    salt: str = field(repr=False)
    repeated: bool

    def get_scope(self) -> str:
        return self.scopes


@dataclass(frozen=True, slots=True)
class Device:
    """A device code, with the names of Authlib; `player_id` has decided, if it is not None."""

    device_hash: str
    client: str
    scopes: str
    ended: bool
    too_fast: bool
    player_id: str | None
    allowed: bool

    def get_client_id(self) -> str:
        return self.client

    def get_scope(self) -> str:
        return self.scopes

    def get_user_code(self) -> None:
        """The decision is in the same row."""

    def is_expired(self) -> bool:
        return self.ended


def old_codes(database: AsyncEngine) -> OldRows:
    """Return the rule for authorisation codes that ended long ago."""
    return OldRows(_KEEP_EXPIRED, database, _codes, lambda old: _codes.c.expires_at <= old, shown=_codes.c.player_id)


def old_devices(database: AsyncEngine) -> OldRows:
    """Return the rule for device codes that ended long ago."""
    return OldRows(_KEEP_EXPIRED, database, _devices, lambda old: _devices.c.expires_at <= old, shown=_devices.c.client)


class Storage:
    """One transaction; `changed` are the players whose tokens it has withdrawn."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self._now = now
        self.changed: set[str] = set()

    def player(self, player_id: str) -> str | None:
        """Return the id of a player who exists and is not suspended."""
        wanted = select(_players.c.id).where(_players.c.id == player_id, _players.c.suspended_at.is_(None))
        found: str | None = self._connection.execute(wanted).scalar_one_or_none()
        return found

    def acting(self, by: Actor) -> str | None:
        """Lock the player who decides, and return the id if what they act with still works."""
        self._connection.execute(lock_player(by.player_id))
        return None if self._connection.execute(select_actor(by, self._now)).first() is None else by.player_id

    def add_code(self, text: str, player_id: str, client: str, redirect_uri: str, scopes: str, challenge: str) -> None:
        row = OAuthCode(
            code_hash=hash_of(text),
            client=client,
            player_id=player_id,
            redirect_uri=redirect_uri,
            scopes=scopes,
            challenge=challenge,
            expires_at=timestamp(self._now + CODE_LIFETIME),
        )
        self._connection.execute(_codes.insert().values(**row.model_dump()))

    def code(self, text: str) -> AuthorizationCode | None:
        """Return a code that can be used; if it was used before, withdraw what it gave (RFC 6749, section 4.1.2)."""
        mine = _codes.c.code_hash == hash_of(text)
        self._lock_owner(select(_codes.c.player_id).where(mine))
        self._connection.execute(update(OAuthCode).where(mine).values(client=_codes.c.client))
        row = self._connection.execute(select(_codes).where(mine)).one_or_none()
        if row is None:
            return None
        if row.family is not None:
            self.withdraw(row.player_id, row.family)
            return None
        if is_expired(row, self._now):
            return None
        return AuthorizationCode(row.code_hash, row.client, row.player_id, row.redirect_uri, row.scopes, row.challenge)

    def use_code(self, code: AuthorizationCode, family: str) -> None:
        """Note that the code was used, and what it gave."""
        used = update(OAuthCode).where(_codes.c.code_hash == code.code_hash)
        self._connection.execute(used.values(family=family))

    def begin_family(self, player_id: str, client: str, scopes: str) -> tuple[str, str]:
        """
        Store a grant, and return its family and its refresh token.

        Beyond `MAX_GRANTS`, the player's grants that were not used for the longest time end.
        """
        self._make_room(player_id)
        family, refresh_token, insertion = new_grant(self._now, player_id, client, read_scopes(scopes))
        self._connection.execute(insertion)
        return family, refresh_token

    def begin_bridging(self, player_id: str, bridge_id: str, scopes: str) -> tuple[str, str]:
        """
        Store that a bridge acts for a player from now on; return the family, and a text that names it.

        The text opens nothing: the bridge acts with a token of its own, and can end the consent with the text.
        """
        self._connection.execute(exclusion_of(BRIDGES_SCHEMA))
        self._make_room(player_id)
        granted, until = read_scopes(scopes), self._now + BRIDGE_LIFETIME
        family, _, insertion = new_grant(self._now, player_id, bridge_id, granted, BRIDGE_LIFETIME)
        self._connection.execute(insertion)
        _, text, insertion = new_token(
            self._now, player_id, bridge_id, granted, until, client=bridge_id, family=family, bridge_id=bridge_id
        )
        self._connection.execute(insertion)
        self._note(player_id)
        return family, text

    def agree(self, by: Actor, client: Client, scopes: Scopes) -> None:
        """
        End what a player has agreed to before, at the moment of a new decision, whether or not it is ever fetched.

        What a bridge may do is what was agreed to last. Who has been made by a bridge, as its guest, and decides
        something, is from then on a player like any other: nothing is left of what made the guest, or came by a link.

        Raises:
            RefusedError: A link of a bridge has opened the session, and this is not less for the same bridge.
        """
        player_id = by.player_id
        made = (_tokens.c.player_id == player_id) & _tokens.c.bridge_id.is_not(None) & _tokens.c.family.is_(None)
        opened_with = select(_sessions.c.opened_with).where(_sessions.c.session_id == by.session_id)
        if is_link(str(self._connection.execute(opened_with).scalar_one_or_none())):
            held = self._connection.execute(select(_tokens).where(made)).all()
            if not any(row.bridge_id == client.bridge_id and scopes <= read_scopes(row.scopes) for row in held):
                raise RefusedError(codes.CAME_BY_LINK, "A link has signed you in. Add a passkey, and sign in with it.")
        if client.bridge_id is not None:
            for table in (OAuthCode, OAuthDevice):
                mine = table.__table__.c
                self._connection.execute(
                    delete(table).where(mine.player_id == player_id, mine.client == client.bridge_id)
                )
            earlier = select(_grants.c.family).where(
                _grants.c.player_id == player_id, _grants.c.client == client.bridge_id
            )
            for family in self._connection.execute(earlier).scalars().all():
                self.withdraw(player_id, family)
        if self._connection.execute(delete(TokenRow).where(made)).rowcount:
            self._connection.execute(delete_links(player_id))
            self._note(player_id)

    def opens(self, player_id: str, text: str) -> bool:
        """Whether a text is a token of a player that works, and is the player's own: not one of a program of others."""
        owner, secret_hash = split_token(text)
        mine = select(_tokens.c.secret_hash).where(
            _tokens.c.player_id == self.player(player_id),
            _tokens.c.client.is_(None),
            _tokens.c.bridge_id.is_(None),
            _tokens.c.expires_at.is_(None) | (_tokens.c.expires_at > timestamp(self._now)),
        )
        hashes = self._connection.execute(mine).scalars().all()
        return owner == player_id and any(is_same(secret_hash, each) for each in hashes)

    def _make_room(self, player_id: str) -> None:
        # With the player locked, each of several consents at once counts the others.
        self._connection.execute(lock_player(player_id))
        for ended in delete_expired(player_id, self._now):
            self._connection.execute(ended)
        for row in self._connection.execute(grants_of(player_id, self._now)).all()[MAX_GRANTS - 1 :]:
            self.withdraw(player_id, row.family)

    def add_access_token(
        self, player_id: str, client: str, scopes: Scopes, family: str, secret: str | None = None
    ) -> str:
        """
        Store an access token, and return its text: with this secret, or that of another one with other scopes.

        That before it stays valid until its end, for calls and streams that use it; those before that one do not.
        """
        if secret is not None:
            mine = select(_tokens.c.scopes).where(_tokens.c.family == family, _tokens.c.secret_hash == hash_of(secret))
            given = self._connection.execute(mine).scalar_one_or_none()
            if given == scope_text(scopes):
                return token_text(player_id, secret)
            if given is not None:
                secret = None
        earlier = select(_tokens.c.token_id).where(_tokens.c.family == family).order_by(_tokens.c.token_id.desc())
        old = list(self._connection.execute(earlier).scalars())[1:]
        if old:
            self._connection.execute(delete(TokenRow).where(_tokens.c.token_id.in_(old)))
            self._note(player_id)
        _, text, insertion = new_token(
            self._now,
            player_id,
            client,
            scopes,
            self._now + ACCESS_LIFETIME,
            client=client,
            family=family,
            secret=secret,
        )
        self._connection.execute(insertion)
        return text

    def refreshable(self, text: str) -> Refreshable | None:
        """
        Return the grant of a refresh token; if it is not the latest one, withdraw the family (RFC 9700).

        The one before, if it is used again within seconds, is that of a client that repeats itself.
        """
        handle, secret = split_refresh_token(text)
        lock, wanted = grant_with(handle)
        self._connection.execute(lock)
        row = self._connection.execute(wanted).one_or_none()
        if row is None or is_expired(row, self._now):
            return None
        repeated = is_repeated(row, secret, self._now)
        if not repeated and not is_same(hash_of(secret), row.secret_hash):
            self.withdraw(row.player_id, row.family)
            return None
        salt = row.salt if repeated else new_secret()
        return Refreshable(row.family, row.player_id, row.client, row.scopes, handle, secret, salt, repeated)

    def rotate(self, grant: Refreshable) -> tuple[str, str]:
        """
        Replace the refresh token of a grant, if it was not by the same call before.

        Returns:
            The new refresh token, and the secret of its access token.
        """
        if not grant.repeated:
            self._connection.execute(rotation(self._now, grant.family, grant.secret, grant.salt))
        return successor(grant.handle, grant.secret, grant.salt)

    def revocable(self, text: str) -> Revocable | None:
        """Return what an access token or a refresh token, whether or not the latest one, belongs to."""
        row = self._grant_of(text) or self._access_token(text)
        return None if row is None or row.family is None else Revocable(row.family, row.player_id, row.client)

    def withdraw(self, player_id: str, family: str) -> None:
        """End a grant with all its tokens."""
        for ended in delete_grant(player_id, family):
            self._connection.execute(ended)
        self._note(player_id)

    def waiting_devices(self) -> int:
        """Return how many device codes wait."""
        waiting = select(func.count()).select_from(_devices).where(_devices.c.expires_at > timestamp(self._now))
        return int(self._connection.execute(waiting).scalar_one())

    def add_device(self, device_code: str, user_code: str, client: str, scopes: str) -> None:
        row = OAuthDevice(
            device_hash=hash_of(device_code),
            user_hash=hash_of(user_code),
            client=client,
            scopes=scopes,
            expires_at=timestamp(self._now + DEVICE_LIFETIME),
            interval_seconds=POLL_SECONDS,
        )
        self._connection.execute(_devices.insert().values(**row.model_dump()))

    def has_user_code(self, user_code: str) -> bool:
        mine = _devices.c.user_hash == hash_of(user_code)
        return self._connection.execute(select(_devices.c.device_hash).where(mine)).first() is not None

    def device(self, device_code: str) -> Device | None:
        """Return a device code and note that its device has asked: each time too early makes it wait longer."""
        mine = _devices.c.device_hash == hash_of(device_code)
        asked = update(OAuthDevice).where(mine)
        decided_by = self._lock_owner(select(_devices.c.player_id).where(mine))
        self._connection.execute(asked.values(client=_devices.c.client))
        row = self._connection.execute(select(_devices).where(mine)).one_or_none()
        if row is None:
            return None
        too_fast = row.polled_at is not None and self._now < (
            parse_timestamp(row.polled_at) + timedelta(seconds=row.interval_seconds) - _ROUNDING
        )
        interval = row.interval_seconds + (POLL_SECONDS if too_fast else 0)
        self._connection.execute(asked.values(polled_at=timestamp(self._now), interval_seconds=interval))
        return Device(
            row.device_hash,
            row.client,
            row.scopes,
            is_expired(row, self._now),
            too_fast,
            decided_by,  # who has decided since was not locked, and is found at the next question
            bool(row.allowed),
        )

    def use_device(self, device: Device) -> None:
        """Forget a device code that was used."""
        self._connection.execute(delete(OAuthDevice).where(_devices.c.device_hash == device.device_hash))

    def asking(self, user_code: str) -> Row[Any] | None:
        """Return the device that waits for a decision about this user code."""
        return self._connection.execute(select(_devices).where(self._waits(user_code))).one_or_none()

    def decide(self, user_code: str, by: Actor, *, allowed: bool) -> bool:
        """Note the decision about a user code, once; return whether a device waited for it, and they can decide."""
        player_id, asking = self.acting(by), self.asking(user_code)
        if player_id is None or asking is None:
            return False
        if allowed:
            self.agree(by, Client(asking.client), read_scopes(asking.scopes))
        decided = update(OAuthDevice).where(self._waits(user_code)).values(player_id=player_id, allowed=allowed)
        return self._connection.execute(decided).rowcount == 1

    def _lock_owner(self, owner: Select[Any]) -> str | None:
        """Lock the player whom a query finds, and return the id."""
        player_id: str | None = self._connection.execute(owner).scalar_one_or_none()
        if player_id is not None:
            self._connection.execute(lock_player(player_id))
        return player_id

    def _waits(self, user_code: str) -> Any:  # noqa: ANN401  # a condition
        return (
            (_devices.c.user_hash == hash_of(user_code))
            & _devices.c.player_id.is_(None)
            & (_devices.c.expires_at > timestamp(self._now))
        )

    def _grant_of(self, text: str) -> Row[Any] | None:
        lock, wanted = grant_with(split_refresh_token(text)[0])
        self._connection.execute(lock)
        return self._connection.execute(wanted).one_or_none()

    def _access_token(self, text: str) -> Row[Any] | None:
        player_id, secret_hash = split_token(text)
        if not is_id(player_id):
            return None
        # That of a bridge is a name, and no token.
        hashes = secret_hash, hash_on_behalf(text.rpartition(".")[2])
        mine = self._connection.execute(select(_tokens).where(_tokens.c.player_id == player_id)).all()
        return next((row for row in mine if any(is_same(each, row.secret_hash) for each in hashes)), None)

    def _note(self, player_id: str) -> None:
        self._connection.execute(insert_change(self._now, player_id))
        self.changed.add(player_id)
