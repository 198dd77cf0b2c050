"""How a server is set up: environment variables named `MOIRAI_…`, each with a default that works (docs/running.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

_PREFIX: Final = "MOIRAI_"

LogLevel: TypeAlias = Literal["debug", "info", "warning", "error"]

LogFormat: TypeAlias = Literal["text", "json"]


class Settings(BaseSettings):
    """
    The settings of one server process.

    Attributes:
        database: `sqlite:///file.db` (one process) or `postgresql://user:password@host/name`.
        metrics_host, metrics_port: Where metrics are shown, for operators alone; unset, nowhere. Each worker has a port
            of its own, this and those that follow.
        organiser_key: Whoever gives it when creating a player becomes an organiser; unset, nobody can.
        rate_per_token: How many calls a second one token may make for long; 0: any number.
        rate_per_address: The same of calls without a good token, from one address.
        trusted_proxies: Addresses or networks of proxies, whose `X-Forwarded-For` is believed; between commas. By
            default none is.
        connections: How many connections this process has open at most; fewer where it may open fewer files.
        connections_per_address: How many of them one address may have, proxies excepted; 0: any number.
        cors_origins: Web pages of these origins may call from browsers, between commas; `*`: of any. Unset, none may.
        matches_per_host: How many matches that are not over a player may host; organisers a hundred times as many.
        streams_per_player: How many sockets, server-sent events and waiting polls one player may have open here.
        submissions_per_phase: How often a seat may submit and withdraw in a phase.
        bot_entries_per_second: How many entries a second a match of bots alone may make, and five times as many one in
            which people play with bots; 0: any number.
        max_body_bytes: Larger request bodies are refused.
        workers: How many processes serve the address; more than one need PostgreSQL.
        sweep_seconds: How often this process looks for what others have left undone.
        drain_seconds: How long a process that is told to stop goes on, for load balancers to see that it is not ready.
        heartbeat_seconds: How often an idle stream says that it is alive.
        live_matches: How many matches are kept in memory when nobody is using them.
        live_megabytes: How much memory they may take.
        socket_queue: How many events may wait for one slow socket before it is told to resume.
        log_level: From which level on the process says what it does; none holds what is secret.
        log_format: Lines for people, or a JSON object a line.
    """

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True)

    database: str = Field(default="sqlite:///moirai.db", repr=False)  # A URL may hold a password.
    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    workers: int = Field(default=1, ge=1, le=64)
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
    socket_queue: int = Field(default=256, ge=1)
    log_level: LogLevel = "warning"
    log_format: LogFormat = "text"


def unknown_variables(names: Iterable[str]) -> list[str]:
    """Environment variables that are named like settings but are not settings."""
    settings = {_PREFIX + field.upper() for field in Settings.model_fields}
    return sorted(name for name in names if name.upper().startswith(_PREFIX) and name.upper() not in settings)
