"""Replies that are files for other programs (RFC 6266)."""

from __future__ import annotations


def attachment(name: str) -> dict[str, str]:
    """Return the header that has browsers save a reply under this name, which is ASCII without quotes."""
    return {"Content-Disposition": f'attachment; filename="{name}"'}
