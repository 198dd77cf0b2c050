"""The published documents are what common tools call clean."""

from __future__ import annotations

import json
from pathlib import Path

from tests.clients.node import run_tool

OPENAPI = Path(__file__).parents[2] / "openapi" / "openapi.json"


def test_the_openapi_document_passes_a_public_ruleset_without_warnings() -> None:
    """
    The ruleset is Redocly's `recommended`, with no rule left out.
    """
    linted = json.loads(run_tool("redocly", "lint", str(OPENAPI), "--extends=recommended", "--format=json").stdout)

    assert linted["problems"] == []
    assert linted["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}
