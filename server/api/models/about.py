"""The server itself: its version, and whether it can serve."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field


class ApiReply(BaseModel):
    """The API of this server."""

    api: Literal["v1"]
    """The version of the API, which its paths begin with."""
    feature_level: int = Field(description="What it can do: each addition to the API raises it by one.")
    version: str = Field(description="Of the server; for people.")
    server_now: str
    """The server's time when it sent this."""


class Health(BaseModel):
    """The process is up, or can serve."""

    status: Literal["ok"]
    """Always `ok`; anything else is a refusal."""
