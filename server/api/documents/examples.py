"""
The examples of the OpenAPI document: one story, which a test replays word by word against a running server.

Only the list of games is not part of it: it comes from the catalogue. Replies show the first items of each list.
`{"$like": "createMatch/reply", "status": "over"}` in the file is the value at that place, with other fields. The first
entry, `parameters`, has the values of parameters for operations that give no other.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final, TypeAlias

from server.api.routes.games import game_list

Json: TypeAlias = Any

_SHOWN_ITEMS: Final = 2

_MEDIA_TYPES = ("application/json", "application/x-ndjson", "text/calendar")


def add_examples(document: dict[str, Any]) -> None:
    """Add the examples of parameters, body and successful reply to each operation."""
    written = json.loads(files("server.api.documents").joinpath("examples.json").read_text(encoding="utf-8"))
    examples = _complete(written, written)
    examples["listGames"] = {"reply": shorten(game_list().model_dump(mode="json"))}
    for path in document["paths"].values():
        for operation in path.values():
            example = examples.get(operation.get("operationId"), {})
            _add(operation, {**example, "parameters": examples["parameters"] | example.get("parameters", {})})


def _complete(value: Json, written: Json) -> Json:
    """Replace each `$like` in a value by what it names in the file, with the other fields beside it."""
    if isinstance(value, list):
        return [_complete(item, written) for item in value]
    if not isinstance(value, dict):
        return value
    fields = {name: _complete(item, written) for name, item in value.items() if name != "$like"}
    if "$like" not in value:
        return fields
    model = written
    for step in value["$like"].split("/"):
        model = _complete(model, written) if "$like" in model else model
        model = model[int(step)] if isinstance(model, list) else model[step]
    model = _complete(model, written)
    return {**model, **fields} if isinstance(model, dict) else model


def shorten(reply: Json) -> Json:
    """Limit each list of objects in a reply to two items."""
    if isinstance(reply, dict):
        return {name: shorten(value) for name, value in reply.items()}
    if isinstance(reply, list):
        whole = not any(isinstance(item, dict) for item in reply)
        return [shorten(item) for item in (reply if whole else reply[:_SHOWN_ITEMS])]
    return reply


def _add(operation: dict[str, Any], example: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", []):
        if parameter["name"] in example.get("parameters", {}):
            parameter["example"] = example["parameters"][parameter["name"]]
            parameter["schema"].pop("examples", None)
    if "requests" in example:
        body = operation["requestBody"]["content"]["application/json"]
        body["examples"] = {name: {"value": request} for name, request in example["requests"].items()}
    if "reply" in example:
        success = min(status for status in operation["responses"] if status.startswith("2"))
        content = operation["responses"][success]["content"]
        (media_type,) = (name for name in _MEDIA_TYPES if name in content)
        content[media_type]["example"] = example["reply"]
