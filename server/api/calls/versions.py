"""The version of the API."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

FEATURE_LEVEL: Final = 3
"""Incremented with each addition to `/v1` that clients may want to detect (docs/protocol.md lists them)."""

VERSION: Final = version("moirai-games")
