"""Texts and styles of the web client that nothing uses any more; missing ones are found by the compiler or the eye."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.web.conftest import WEB

SOURCE: Final = WEB / "source"

STATUSES: Final = {"paused", "suspended", "void"}
"""Texts that are looked up by the status of a match, which only the server names."""


@pytest.mark.parametrize("texts", sorted((SOURCE / "strings" / "en").iterdir()), ids=lambda path: path.stem)
def test_every_text_is_said_somewhere(texts: Path) -> None:
    """A part with a `strings.ts` is said by the code beside it, except in notices."""
    names = set(re.findall(r"^  (\w+): ", texts.read_text(encoding="utf-8"), re.MULTILINE)) - STATUSES
    loading = (path for path in SOURCE.rglob("strings.ts") if f'("{texts.stem}")' in path.read_text(encoding="utf-8"))
    folder = next((path.parent for path in loading), SOURCE)
    users = _code() if texts.stem == "alerts" else _code(folder)

    unused = {name for name in names if not re.search(rf'(\.|"){name}\b', users)}

    assert len(names) > 5
    assert unused == set()


@pytest.mark.parametrize("styles", sorted(SOURCE.rglob("*.css")), ids=lambda path: path.stem)
def test_every_class_of_a_style_is_given_to_something(styles: Path) -> None:
    """A class that is put together, as `sign-${name}`, counts as given by what it begins with."""
    selectors = re.sub(r"/\*.*?\*/|\{[^{}]*\}", " ", styles.read_text(encoding="utf-8"), flags=re.DOTALL)
    classes = set(re.findall(r"\.([a-z][\w-]*)", selectors))
    words = set(re.findall(r"[\w-]+", _code()))

    unused = {name for name in classes - words if f"{name.partition('-')[0]}-${{" not in _code()}

    assert unused == set()


@cache
def _code(folder: Path = SOURCE) -> str:
    """All code below a folder, without the texts, and the page itself."""
    files = [path for path in folder.rglob("*.ts*") if path.name != "strings.ts" and path.parents[1].name != "strings"]
    return "\n".join(path.read_text(encoding="utf-8") for path in [*files, SOURCE / "index.html"])
