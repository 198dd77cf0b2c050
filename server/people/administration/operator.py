"""Who acts at the command line of the server."""

from __future__ import annotations

from typing import Final

COMMAND_LINE: Final = None
"""The operator, who has no player."""
