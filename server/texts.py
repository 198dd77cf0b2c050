"""What people may write: one line that hides nothing and turns no terminal or reading direction around."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from precis_i18n import get_profile

from engines.texts import STEERING

_INVISIBLE: Final = r"\s\u00ad\u200b-\u200d\u2060\u2800\u3164"

LINE: Final = rf"^[^{STEERING}]*$"
"""A text of one line, or nothing."""

VISIBLE_LINE: Final = rf"^[^{STEERING}]*[^{STEERING}{_INVISIBLE}][^{STEERING}]*$"
"""A text of one line in which there is something to see."""

NAME: Final = rf"^[^{STEERING}\u200b-\u200d]*[^{STEERING}{_INVISIBLE}][^{STEERING}\u200b-\u200d]*$"
"""The same, without what joins or parts characters unseen, so that no two names look alike."""

MESSAGE_CHARACTERS: Final = 2000

_NICKNAME: Final = get_profile("Nickname")

_EMOJI_STYLE: Final = re.compile(r"([\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff])[\ufe0e\ufe0f]")
"""A symbol, and how phones say whether it is drawn in colour."""

_BLANK_SYMBOL: Final = "\u2800"


BAD_NAME: Final = "A name needs something to see, and no invisible, unassigned or private characters (RFC 8266)."


def is_readable(name: str) -> bool:
    """
    Whether a name shows something and hides nothing, by the profile for nicknames (RFC 8266); it is kept as it came.

    Asked of new names alone: stored ones stay what they are. Names are not unique, so letters that look alike in two
    scripts are let through: a player's id tells it apart.
    """
    plain = _EMOJI_STYLE.sub(r"\1", name)
    try:
        _NICKNAME.enforce(plain)
    except UnicodeEncodeError:
        return False
    return any(unicodedata.category(character)[0] in "LNPS" and character != _BLANK_SYMBOL for character in plain)
