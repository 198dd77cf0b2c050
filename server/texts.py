"""What people may write: one line that hides nothing and turns no terminal or reading direction around."""

from __future__ import annotations

from typing import Final

from engines.texts import STEERING

_INVISIBLE: Final = r"\s\u00ad\u200b-\u200d\u2060\u2800\u3164"

LINE: Final = rf"^[^{STEERING}]*$"
"""A text of one line, or nothing."""

VISIBLE_LINE: Final = rf"^[^{STEERING}]*[^{STEERING}{_INVISIBLE}][^{STEERING}]*$"
"""A text of one line in which there is something to see."""

NAME: Final = rf"^[^{STEERING}\u200b-\u200d]*[^{STEERING}{_INVISIBLE}][^{STEERING}\u200b-\u200d]*$"
"""The same, without what joins or parts characters unseen, so that no two names look alike."""

MESSAGE_CHARACTERS: Final = 2000
