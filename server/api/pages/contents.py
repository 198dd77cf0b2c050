"""What stands above a page: for whom it is, how long it takes to read, and what is on it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from server.api.pages.library import DocsPage, readers
from server.api.pages.markdown import Section

_WORDS_A_MINUTE: Final = 200
_LISTED: Final = (2, 3)
"""The levels of headings in a list of contents."""
_FEWEST: Final = 4
"""A page with fewer sections has no list."""

_CONTENTS: Final = {"en": "On this page", "de": "Auf dieser Seite"}
_CODE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def about(page: DocsPage, sections: Sequence[Section]) -> str:
    """Return the HTML that follows the title of a page with these sections."""
    said = ""
    if reader := readers().get(page.path):
        minutes = max(1, round(len(_CODE.sub("", page.text).split()) / _WORDS_A_MINUTE))
        length = "1 minute" if minutes == 1 else f"{minutes} minutes"
        said = f'<p class="about">{escape(reader).capitalize()} · {length}</p>\n'
    listed = [section for section in sections if section.level in _LISTED]
    if len(listed) < _FEWEST:
        return said
    items = "".join(f'<li><a href="#{each.anchor}">{escape(each.title)}</a></li>' for each in listed)
    return f"{said}<details><summary>{_CONTENTS[page.language]}</summary><ul>{items}</ul></details>"
