"""The version of the API, and of the server; `pyproject.toml` reads it here."""

from __future__ import annotations

from typing import Final

FEATURE_LEVEL: Final = 21
"""Incremented with each addition to `/v1` that clients may want to detect (docs/protocol.md lists them)."""

# Not of the installed package: a checkout that was installed once is of the version that its files are of.
VERSION = "0.2.0"
