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

NAME: Final = rf"^[^{STEERING}\u200b]*[^{STEERING}{_INVISIBLE}][^{STEERING}\u200b]*$"
"""The same without invisible spaces; where other invisible characters may stand, `is_readable` says."""

MESSAGE_CHARACTERS: Final = 2000

REPORT_CHARACTERS: Final = 500

_NICKNAME: Final = get_profile("Nickname")

_VIRAMAS: Final = "".join(mark for mark in map(chr, range(0x900, 0x12000)) if unicodedata.combining(mark) == 9)
"""The marks by which some 45 scripts, all of them in this range, join consonants."""

_ARABIC: Final = (
    r"\u0610-\u061a\u0620-\u065f\u066e-\u06d3\u06d5-\u06dc\u06df-\u06ef\u06fa-\u06ff\u0750-\u077f\u0870-\u08ff"
)
_MONGOLIAN: Final = r"\u1820-\u18aa"
_HAN: Final = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_EMOJI: Final = r"\u00a9\u00ae\u203c-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"

_IN_PLACE: Final = re.compile(
    rf"""
      (?<=\w)\u200d(?=[{_VIRAMAS}])                             # Bengali, Kannada: a consonant stays whole
    | (?<=[{_ARABIC}])\u200c(?=[{_ARABIC}])                      # Persian: parts of one word
    | (?<=[{_MONGOLIAN}])[\u180b-\u180f]                        # the form of a letter
    | (?<=[{_HAN}])[\ufe00-\ufe0f\U000e0100-\U000e01ef]         # the form in which a family writes its name
    | (?<=[{_EMOJI}])[\ufe0e\ufe0f]                             # in colour or not
    | (?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])                 # several as one
    | (?<=[0-9\#*])\ufe0f(?=\u20e3)                             # a key
    | (?<=\U0001f3f4)[\U000e0061-\U000e007a]{{5}}\U000e007f     # the flag of a part of a country
    | (?<=\S)[\u00b7\u0387](?=\w)                               # inside a name, as in Chinese and Catalan
    """,
    re.VERBOSE,
)
"""
What scripts and emoji need besides what the profile allows by the context rules of RFC 5892, appendix A: invisible
characters (UAX #31, UTS #51), and dots.
"""

_BLANK_SYMBOL: Final = "\u2800"


BAD_NAME: Final = (
    "A name must have a visible character, no unassigned or private ones, and invisible ones only where its script "
    "needs them (RFC 8266)."
)


def is_readable(name: str) -> bool:
    """
    Whether a name is visible and has no hidden characters, by the nickname profile (RFC 8266); it is stored unchanged.

    Invisible characters are no obstacle where a script needs them. Only new names are checked; stored ones stay valid.
    Names are not unique, so similar letters of two scripts are allowed: the id of a player is unique, and in a match no
    two names look alike, whatever is invisible in them (`server.matches.seats.names`).
    """
    plain = _IN_PLACE.sub("", name)
    if not any(unicodedata.category(character)[0] in "LNPS" and character != _BLANK_SYMBOL for character in plain):
        return False
    try:
        _NICKNAME.enforce(plain)
    except UnicodeEncodeError:
        return False
    return True


NOTHING_YET: Final = "nothing"
"""What a submission replaces if its seat has neither submitted nor withdrawn anything in the phase."""
