"""How facts that were written by earlier servers are read: what later versions of a fact gained or changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pydantic import JsonValue

FactJson: TypeAlias = Mapping[str, JsonValue]
"""A fact as JSON, with its `type`, and with its version as `schema` if that is not 1."""

Step: TypeAlias = Callable[[FactJson], Sequence[FactJson]]
"""
Returns a fact of one version as one of the next version, or as several facts, for the same audience.

It need not set `schema`, except of facts of other types.
"""


@dataclass(frozen=True)
class FactVersions:
    """The versions of facts of one kind of log, or of one game (docs/log.md, "Facts that change")."""

    gained: Mapping[str, FactJson] = field(default_factory=dict)
    """By type: fields that facts have gained, with what their absence means. This needs no version."""
    steps: Mapping[tuple[str, int], Step] = field(default_factory=dict)
    """By type and version: how a fact of this version is read as one of the next."""
