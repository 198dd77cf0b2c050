"""The name of a browser for people, from its `User-Agent`. It is shown to its owner, and decides nothing."""

from __future__ import annotations

from typing import Final

_LONGEST: Final = 400

_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def browser_of(agent: str) -> str:
    """Return a name such as `Firefox, Linux`; empty for an unusual browser."""
    text = agent[:_LONGEST]
    found = [next((name for mark, name in names if mark in text), "") for names in (_BROWSERS, _SYSTEMS)]
    return ", ".join(name for name in found if name)
