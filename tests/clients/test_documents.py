"""Common tools find nothing wrong with the published documents."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from server.api.documents.frame_examples import EXAMPLES
from server.api.documents.headers import OF_EVERY_REPLY
from tests.clients.node import run_node, run_tool

_FOLDER = Path(__file__).parents[2] / "openapi"

_PARSE = """
import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";
const { document, diagnostics } = await new Parser().parse(JSON.parse(readFileSync(0, "utf8")));
const messages = document?.allMessages().all().map((message) => message.name());
console.log(JSON.stringify({ messages, diagnostics }));
"""

_HINT = 2
"""The lowest severity of the parser, below a warning: for example that a newer AsyncAPI exists."""


@pytest.mark.sampled(of="tools of others")
def test_the_openapi_document_passes_a_public_ruleset() -> None:
    """
    The ruleset is Redocly's `recommended`, complete. OpenAPI has no place for WebSockets, so that only an extension
    refers to the frames of each direction; and none for headers that every reply has.
    """
    linted = json.loads(
        run_tool("redocly", "lint", str(_FOLDER / "openapi.json"), "--extends=recommended", "--format=json").stdout
    )

    found = {(problem["ruleId"], problem["location"][0]["pointer"]) for problem in linted["problems"]}
    unused = [*(f"schemas/{way}Frame" for way in ("Client", "Server")), *(f"headers/{name}" for name in OF_EVERY_REPLY)]
    assert found == {("no-unused-components", f"#/components/{place}") for place in unused}
    assert linted["totals"] == {"errors": 0, "warnings": len(unused), "ignored": 0}


@pytest.mark.sampled(of="tools of others")
def test_the_asyncapi_document_passes_its_parser_and_governance_rules_without_warnings() -> None:
    parsed = run_node(_PARSE, (_FOLDER / "asyncapi.yaml").read_text(encoding="utf-8"))

    assert [said for said in parsed["diagnostics"] if said["severity"] < _HINT] == []
    assert set(parsed["messages"]) == EXAMPLES.keys()
