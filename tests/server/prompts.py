"""A client that knows no game: it answers a prompt, which is a JSON Schema, with one of the moves it lists."""

from __future__ import annotations

from random import Random
from typing import Any

Json = Any


def answer(prompt: Json, random: Random) -> Json:
    """A random value that the prompt allows; enough of JSON Schema for prompts that list finite choices."""
    if "const" in prompt:
        return prompt["const"]
    if "enum" in prompt:
        return random.choice(prompt["enum"])
    for union in ("anyOf", "oneOf"):
        if union in prompt:
            return answer(random.choice(prompt[union]), random)
    kinds = prompt["type"]
    match random.choice(kinds) if isinstance(kinds, list) else kinds:
        case "object":
            required = prompt.get("required", [])
            return {
                name: answer(schema, random)
                for name, schema in prompt["properties"].items()
                if name in required or random.random() < 0.7
            }
        case "boolean":
            return random.random() < 0.5
        case "null":
            return None
        case other:
            raise AssertionError(f"no finite choice for {other}")
