"""The links of the OpenAPI document work with the values that real replies and requests contain."""

from __future__ import annotations

import re
from typing import Any

from server.api.documents.links import LINKS
from tests.published import document
from tests.server.api.story import operations

Json = Any


def test_every_link_is_at_its_reply() -> None:
    placed = {
        (operation["operationId"], int(status)): sorted(response.get("links", {}))
        for _, _, operation in operations().values()
        for status, response in operation["responses"].items()
        if response.get("links")
    }

    assert placed == {source: sorted(link.operation for link in links) for source, links in LINKS.items()}


def test_every_link_fills_in_parameters_that_its_call_takes() -> None:
    for links in LINKS.values():
        for link in links:
            taken = {parameter["name"] for parameter in operations()[link.operation][2].get("parameters", [])}

            assert set(link.parameters) <= taken, link


def test_every_link_takes_from_its_reply_what_is_in_it() -> None:
    for (source, status), links in LINKS.items():
        operation = operations()[source][2]
        schema = operation["responses"][str(status)]["content"]["application/json"]["schema"]
        asked = {parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "path"}
        for link in links:
            for expression in re.findall(r"\$[^\"']+", f"{[*link.parameters.values()]}"):
                origin, _, pointer = expression.partition("#/")
                if origin == "$response.body":
                    assert _holds(schema, pointer.split("/")), f"{source} does not answer {pointer}"
                else:
                    assert origin.removeprefix("$request.path.") in asked, f"{source} is not asked with {expression}"


def _holds(schema: Json, steps: list[str]) -> bool:
    """Return whether values of the schema may have a value at this place."""
    if "$ref" in schema:
        schema = document()["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    if not steps:
        return True
    if "anyOf" in schema:
        return any(_holds(option, steps) for option in schema["anyOf"])
    first, *rest = steps
    inner = schema.get("items") if first.isdigit() else schema.get("properties", {}).get(first)
    return inner is not None and _holds(inner, rest)
