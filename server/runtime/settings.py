"""The settings of a server: environment variables `MOIRAI_…`, each with a default (docs/running.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

_PREFIX: Final = "MOIRAI_"

_BASE_PATH: Final = r"^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$"

_ARCHIVE: Final = r"^(file:///.+|s3://[^/@]+(/.*)?)$"

_ORIGIN: Final = r"^(https://[a-z0-9-]+(\.[a-z0-9-]+)*|http://(localhost|127\.0\.0\.1|\[::1\]))(:[0-9]{1,5})?$"
"""By https, because browsers offer passkeys nowhere else, except on loopback names."""

KEY_CHARACTERS: Final = 16
"""A shorter key of administrators could be guessed; an empty one would be known to everybody."""

LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]

LogFormat: TypeAlias = Literal["text", "json"]


class OpenIdProvider(BaseModel):
    """
    A provider of OpenID Connect with which players can sign in.

    Attributes:
        name: What the page calls it; also a part of the address to which it sends browsers back.
        issuer: Its issuer identifier, by https; by http on this machine only.
        client_id, client_secret: How it knows this server.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,29}$")
    issuer: str = Field(pattern=r"^(https://|http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?(/|$))[^?#\s]*$")
    client_id: str = Field(min_length=1)
    client_secret: SecretStr


class Settings(BaseSettings):
    """
    The settings of one server process.

    Attributes:
        database: `sqlite:///file.db` (one process) or `postgresql://user:password@host/name`; of several hosts, with
            commas between them, the one that can be written is used.
        replica: A standby of `database`, which is asked about what is over; if unset, none is.
        own_streams_database: The database of players' own streams; if unset, that of everything else.
        archive: Where logs are archived: `file:///folder` or `s3://bucket/prefix`; if unset, nowhere.
        archive_after: Days for which a match or an event must be over, and without a new entry, to be archived; if
            0, the server archives nothing by itself.
        metrics_host, metrics_port: The address of the metrics, only for operators; if unset, the server has no metrics.
            Each worker has its own port, this one and the following ones; 0: any free one for each.
        administrator_key: A player created with this key becomes an administrator; if unset, nobody can. It has at
            least `KEY_CHARACTERS`.
        organiser_key: The earlier name of `administrator_key`, which counts if both are set.
        rate_per_token: Calls per second of one token; 0: no limit.
        rate_per_address: Calls per second without a valid token from one address; 0: no limit.
        trusted_proxies: Addresses or networks of proxies whose `X-Forwarded-For` is trusted, separated by commas; by
            default none.
        connections: The maximum number of open connections of this process; fewer if it can open fewer files.
        connections_per_address: The maximum per address, except proxies; 0: no limit.
        cors_origins: Origins whose web pages can call the server, separated by commas; `*`: any. If unset, none.
        matches_per_host: Unfinished matches that a player can host; a hundred times as many for administrators.
        streams_per_player: Sockets, server-sent event streams and long polls that one player can have open in this
            process, and one address without tokens.
        submissions_per_phase: Submissions and withdrawals of a seat in a phase.
        bot_entries_per_second: Entries per second of a match in which only bots play; five times as many if people play
            with bots; 0: no limit.
        max_body_bytes: Larger request bodies are refused.
        workers: Number of processes that serve the address; more than one requires PostgreSQL.
        sweep_seconds: How soon this process looks for overdue work of other processes after something was written.
        drain_seconds: How long a stopping process continues to serve, so that load balancers notice.
        heartbeat_seconds: Interval of heartbeats on an idle stream.
        live_matches: Unused matches that stay in memory.
        live_megabytes: The approximate memory of these matches.
        keep_open_days: Days without an entry after which a match, tournament or series that has not begun is called
            off; 0: never. So for the other settings of this kind.
        keep_guests_days: Days after which players with nothing but unused tokens are forgotten.
        keep_news_days: Days after which full logs of players' own streams are deleted.
        keep_deliveries_days: Days after which messages to webhooks are deleted that are delivered or given up.
        keep_replies_hours: Hours for which a request with an `Idempotency-Key` can be repeated.
        socket_queue: Events that can wait for one slow socket before it is closed.
        push_contact: Where operators of push services can reach the operator, `mailto:` or `https:`; if unset,
            `public_url`, if that begins with `https:`. Without a contact no push messages are sent.
        push_hosts: Hosts of push services that may be called, with their subdomains, separated by commas.
        webhook_allow: Networks that webhooks may reach although they are not public, at any port, separated by commas.
        public_url: The origin under which browsers reach the server, such as `https://games.example`; if unset,
            accounts work under loopback names only.
        base_path: The path of its host under which a proxy offers the server, such as `/moirai`, without a slash at its
            end; if empty, it has its host for itself.
        openid_providers: OpenID providers, as a JSON list of objects with the fields of `OpenIdProvider`; names and
            issuers must differ.
        log_level: The lowest level that is logged; no level logs secrets.
        log_format: Lines for people, or one JSON object per line.
    """

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True)

    database: str = Field(default="sqlite:///moirai.db", repr=False)  # A URL may contain a password.
    replica: str | None = Field(default=None, repr=False)
    own_streams_database: str | None = Field(default=None, repr=False)
    archive: str | None = Field(default=None, pattern=_ARCHIVE, repr=False)
    archive_after: float = Field(default=0, ge=0, le=36_500)
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = Field(default=None, ge=0, le=65535)
    workers: int = Field(default=1, ge=1, le=64)
    administrator_key: SecretStr | None = None
    organiser_key: SecretStr | None = None
    rate_per_token: float = Field(default=100, ge=0)
    rate_per_address: float = Field(default=50, ge=0)
    trusted_proxies: str = ""
    connections: int = Field(default=10_000, ge=1)
    connections_per_address: int = Field(default=200, ge=0)
    cors_origins: str = ""
    matches_per_host: int = Field(default=1000, ge=1)
    streams_per_player: int = Field(default=100, ge=1)
    submissions_per_phase: int = Field(default=100, ge=2)
    bot_entries_per_second: float = Field(default=4, ge=0)
    max_body_bytes: int = Field(default=65536, ge=1024)
    sweep_seconds: float = Field(default=0.5, gt=0)
    drain_seconds: float = Field(default=0, ge=0)
    heartbeat_seconds: float = Field(default=25, gt=0)
    live_matches: int = Field(default=2000, ge=1)
    live_megabytes: int = Field(default=1000, ge=1)
    keep_open_days: int = Field(default=180, ge=0, le=36_500)
    keep_guests_days: int = Field(default=0, ge=0, le=36_500)
    keep_news_days: int = Field(default=0, ge=0, le=36_500)
    keep_deliveries_days: int = Field(default=7, ge=1, le=36_500)
    keep_replies_hours: int = Field(default=24, ge=24, le=8_760)
    socket_queue: int = Field(default=256, ge=1)
    push_contact: str | None = Field(default=None, pattern=r"^(mailto:[^\s@]+@|https://)[\w-]+(\.[\w-]+)+$")
    push_hosts: str = "fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com"
    webhook_allow: str = ""
    public_url: str | None = Field(default=None, pattern=_ORIGIN)
    base_path: str = Field(default="", pattern=_BASE_PATH)
    openid_providers: tuple[OpenIdProvider, ...] = ()
    log_level: LogLevel = "warning"
    log_format: LogFormat = "text"

    @field_validator("administrator_key", "organiser_key")
    @classmethod
    def _is_long(cls, key: SecretStr | None) -> SecretStr | None:
        if key is not None and len(key.get_secret_value()) < KEY_CHARACTERS:
            raise ValueError(f"a key has at least {KEY_CHARACTERS} characters")
        return key

    @field_validator("openid_providers")
    @classmethod
    def _are_distinct(cls, providers: tuple[OpenIdProvider, ...]) -> tuple[OpenIdProvider, ...]:
        for field in ("name", "issuer"):
            if len({getattr(provider, field) for provider in providers}) < len(providers):
                raise ValueError(f"two providers have the same {field}")
        return providers

    @property
    def key_of_administrators(self) -> str | None:
        """The key with which a player becomes an administrator, under whichever name it is set."""
        key = self.administrator_key or self.organiser_key
        return None if key is None else key.get_secret_value()

    @property
    def contact_for_push(self) -> str | None:
        """Where operators of push services can reach the operator; services refuse what names nothing public."""
        named = self.push_contact or self.public_url or ""
        return named if self.push_contact or re.match(r"https://[^:]+\.", named) else None

    @property
    def databases(self) -> tuple[str, ...]:
        """All databases, each once: first that of the matches, last that of players' own streams."""
        return tuple(dict.fromkeys((self.database, self.own_streams_database or self.database)))


def unknown_variables(names: Iterable[str]) -> list[str]:
    """Environment variables that are named like settings but are not settings."""
    settings = {_PREFIX + field.upper() for field in Settings.model_fields}
    return sorted(name for name in names if name.upper().startswith(_PREFIX) and name.upper() not in settings)
