"""The page after signing in: a path of this server and nothing else (no open redirect)."""

from __future__ import annotations

import re
from typing import Final

ACCOUNT: Final = "/account"

AGAIN: Final = "/account/again"
"""Where somebody who is signed in shows once more who they are."""

_LONGEST: Final = 4_000

# Browsers read `//host` and `/\\host` as addresses elsewhere, and skip tabs and line breaks in between.
_LOCAL: Final = re.compile(r"/(?![/\\])[!-\[\]-~]*")


def local_path(wanted: str | None) -> str:
    """Return the wanted path with its query, or that of the account if it is not a path of this server."""
    if wanted and len(wanted) <= _LONGEST and _LOCAL.fullmatch(wanted):
        return wanted
    return ACCOUNT
