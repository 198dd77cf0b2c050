"""JSON Schemas of moves, as prompts hold them."""

from __future__ import annotations

from typing import TypeAlias

from pydantic import JsonValue

JsonSchema: TypeAlias = dict[str, JsonValue]
