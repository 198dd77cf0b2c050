"""A language is added by files alone, and then everything that the server says is in it."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any, Final

from tests.serving import run

_ROOT: Final = Path(__file__).parents[3]
_LANGUAGE: Final = "xx"
_LETTER: Final = "ж"


async def test_everything_is_said_in_a_language_that_has_been_added(tmp_path: Path) -> None:
    """The invented one is English without its letters."""
    for folder in ("engines", "server", "tests/server/runtime"):
        shutil.copytree(_ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__", "web_client"))
    _invent(tmp_path)

    in_latin = await run(
        sys.executable,
        "tests/server/runtime/speaking.py",
        _LANGUAGE,
        _LETTER,
        folder=tmp_path,
        environment={**os.environ, "PYTHONPATH": str(tmp_path)},
    )

    assert in_latin == ""


def _invent(folder: Path) -> None:
    """Write every file that a language has."""
    for kind in ("words", "sentences"):
        for english in folder.rglob(f"{kind}/en.json"):
            texts = json.loads(english.read_text("utf-8"))
            invented = json.dumps(_invented(texts), ensure_ascii=False)
            english.with_name(f"{_LANGUAGE}.json").write_text(invented, encoding="utf-8")
    for english in folder.rglob("rules.md"):
        english.with_name(f"rules.{_LANGUAGE}.md").write_text(_LETTER, encoding="utf-8")


def _invented(text: Any) -> Any:  # noqa: ANN401  # JSON
    """Replace all letters but those in the gaps of templates."""
    if isinstance(text, dict):
        return {key: _invented(inside) for key, inside in text.items()}
    return re.sub(r"(\{[^}]*\})|[A-Za-z]", lambda found: found[1] or _LETTER, text)
