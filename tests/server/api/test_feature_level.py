"""`feature_level` is another one with each addition to the documents, so that clients can tell what a server has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from server.api.calls.versions import FEATURE_LEVEL
from tests import published, published_frames

LEVELS = Path(__file__).parent / "feature_levels.json"
"""By level: the digest of the names in the documents, which is what clients can detect. Append to it."""

Json = Any


def test_an_addition_to_the_documents_raises_the_level() -> None:
    levels = json.loads(LEVELS.read_text(encoding="utf-8"))
    digest = sha256("\n".join(sorted(_names())).encode()).hexdigest()

    assert levels[-1] == {"level": FEATURE_LEVEL, "digest": digest}, (
        f"The documents have other names than at level {FEATURE_LEVEL}: raise FEATURE_LEVEL, add its row to "
        f"docs/protocol.md, and {digest} to {LEVELS.name}."
    )
    assert [each["level"] for each in levels] == sorted({each["level"] for each in levels})


def test_the_page_says_what_each_level_has() -> None:
    page = Path("docs/protocol.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+) \| ", page.partition("| level | features |")[2], re.MULTILINE)

    assert sorted({int(row) for row in rows}) == list(range(1, FEATURE_LEVEL + 1))
    assert f'"feature_level": {FEATURE_LEVEL},' in page


def _names() -> Iterator[str]:
    """Yield the names of operations with their parameters, of schemas with their fields and values, and of frames."""
    document = published.document()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            place = f"{method} {path}"
            yield place
            yield from (f"{place} {each['in']} {each['name']}" for each in operation.get("parameters", ()))
            yield from (f"{place} {status}" for status in operation["responses"])
    for name, schema in document["components"]["schemas"].items():
        yield from (f"{name}{part}" for part in _parts(schema))
    yield from published_frames.document()["components"]["messages"]


def _parts(schema: Json) -> Iterator[str]:
    """Yield the fields and values of a schema, each with its place."""
    if isinstance(schema, list):
        for each in schema:
            yield from _parts(each)
    elif isinstance(schema, dict):
        for keyword, value in schema.items():
            if keyword == "properties":
                for field, inner in value.items():
                    yield f".{field}"
                    yield from (f".{field}{part}" for part in _parts(inner))
            elif keyword in ("enum", "const"):
                yield from (f"={each}" for each in (value if keyword == "enum" else [value]))
            elif keyword not in ("examples", "example", "default"):
                yield from _parts(value)
