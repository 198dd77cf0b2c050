"""Who may know what in Odds and Evens."""

from __future__ import annotations

from typing import Final

from tests.information.rows import OPEN, Row, Table, everyone

TABLE: Final = Table(
    facts={
        "thrown": Row(everyone, "fingers points"),
        "hands_shown": Row(everyone, "fingers"),
    },
    channels={},
    moves={"throw": OPEN},
    kept=frozenset({"pack"}),
)
