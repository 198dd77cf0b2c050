"""The table of what is kept how long names every table of the database, once or for several things in it."""

from __future__ import annotations

import re

from server.runtime.database.tables import Row
from tests.docs.printed import DOCS


def test_every_table_has_a_row() -> None:
    page = (DOCS / "running.md").read_text(encoding="utf-8")
    section = page.partition("## What is kept how long")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)

    named = {table for row in rows for table in re.findall(r"`([a-z_]+)`", row)}

    assert named == set(Row.metadata.tables)
