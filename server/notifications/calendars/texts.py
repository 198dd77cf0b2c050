"""What calendars say."""

from __future__ import annotations

from typing import Final

from server.runtime.sentences import sentences_of

TEXTS: Final = sentences_of("calendar")
"""What an item says after the name of its game or tournament."""
