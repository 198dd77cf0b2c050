"""What people may write: one line that hides nothing and turns no terminal or reading direction around."""

from __future__ import annotations

from typing import Final

_STEERING: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
"""Control characters, line breaks, and what changes the direction of writing."""

_INVISIBLE: Final = r"\s\u00ad\u200b-\u200d\u2060\u2800\u3164"

LINE: Final = rf"^[^{_STEERING}]*$"
"""A text of one line, or nothing."""

VISIBLE_LINE: Final = rf"^[^{_STEERING}]*[^{_STEERING}{_INVISIBLE}][^{_STEERING}]*$"
"""A text of one line in which there is something to see."""

NAME: Final = rf"^[^{_STEERING}\u200b-\u200d]*[^{_STEERING}{_INVISIBLE}][^{_STEERING}\u200b-\u200d]*$"
"""The same, without what joins or parts characters unseen, so that no two names look alike."""

MESSAGE_CHARACTERS: Final = 2000
