"""Patterns for texts from people: one line, without characters that hide text or control terminals."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from precis_i18n import get_profile

from engines.kit import STEERING

_INVISIBLE: Final = r"\s\u00ad\u200b-\u200d\u2060\u2800\u3164"

HOLDABLE: Final = r"^[^\u0000]*$"
"""Any text that all databases can hold."""

LINE: Final = rf"^[^{STEERING}]*$"
"""One line of text, or an empty text."""

VISIBLE_LINE: Final = rf"^[^{STEERING}]*[^{STEERING}{_INVISIBLE}][^{STEERING}]*$"
"""One line of text with a visible character."""

NAME: Final = rf"^[^{STEERING}\u200b-\u200d]*[^{STEERING}{_INVISIBLE}][^{STEERING}\u200b-\u200d]*$"
"""The same without invisible joining or separating characters, which would make different names look the same."""

MESSAGE_CHARACTERS: Final = 2000

_NICKNAME: Final = get_profile("Nickname")

_EMOJI_STYLE: Final = re.compile(r"([\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff])[\ufe0e\ufe0f]")
"""A symbol, and the character by which phones choose whether it is drawn in colour."""

_BLANK_SYMBOL: Final = "\u2800"


BAD_NAME: Final = "A name must have a visible character, and no invisible, unassigned or private characters (RFC 8266)."


def is_readable(name: str) -> bool:
    """
    Whether a name is visible and has no hidden characters, by the nickname profile (RFC 8266); it is stored unchanged.

    Only new names are checked; stored ones stay valid. Names are not unique, so similar letters of two scripts are
    allowed: the id of a player is unique, and in a match no two names look alike (`server.matches.names`).
    """
    plain = _EMOJI_STYLE.sub(r"\1", name)
    if not any(unicodedata.category(character)[0] in "LNPS" and character != _BLANK_SYMBOL for character in plain):
        return False
    try:
        _NICKNAME.enforce(plain)
    except UnicodeEncodeError:
        return False
    return True
