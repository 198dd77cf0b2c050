"""The server itself: its version and its health."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from server.access.fields import Reply


class ApiReply(Reply):
    """The API of this server."""

    api: Literal["v1"]
    """The version of the API; paths begin with it."""
    feature_level: int = Field(description="The features of the server: each addition to the API increases it by one.")
    version: str = Field(description="The version of the server, for people.")
    server_now: str
    """The server's time when it sent this."""


class Health(Reply):
    """The process is alive, or ready to serve."""

    status: Literal["ok"]
    """Always `ok`; otherwise the reply is an error."""


class Readiness(Health):
    """The process is ready to serve."""

    matches_of_other_rules: int
    """How many matches wait because the process does not have the version of their rules; counted every minute."""
    unread_logs: int
    """How many logs wait because a newer server has written a fact that the process does not know; counted as above."""
    news_told_again: int
    """
    How many pieces of news players' own streams lacked, which are told again: their database, a second one, is restored
    to an earlier moment than the first. 0 with one database.
    """
    news_of_lost_entries: int
    """How many events of own streams are about entries that no log has: the first database is of an earlier moment."""
