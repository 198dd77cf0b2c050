"""
`moirai new-game`: a game that plays, copied from `engines/new_game` under another name (docs/engines.md).

The original is code like any other, with the same checks and with tests of its own, but it is not in the catalogue.
"""

from __future__ import annotations

import json
import keyword
import re
from collections.abc import Iterator
from itertools import chain, groupby
from pathlib import Path
from typing import Final

from engines.catalogue import GAMES

_ROOT: Final = Path(__file__).parents[2]
_ORIGINAL: Final = "new_game"
_PLACES: Final = (f"engines/{_ORIGINAL}", f"tests/engines/{_ORIGINAL}", f"tests/information/{_ORIGINAL}.py")
"""The folders and files of the original; those of the copy have its name in their paths instead."""
_MOVED: Final = {f"engines/{_ORIGINAL}/page.md": "docs/games/{name}.md"}
"""Files that the copy has elsewhere."""
_LINKS: Final = (
    ("README.md", "docs/games/{name}.md"),
    ("docs/README.md", "games/{name}.md"),
    ("docs/README.md", "../engines/{name}/rules.md"),
)
"""Pages that link to a page of each game."""
_CATALOGUE: Final = "engines/catalogue.py"

_MAX_LENGTH: Final = 24
"""With a longer name, lines of the copy would be longer than the linter allows."""


class NewGameError(Exception):
    """A game that cannot be made; the message says why."""


def new_game(name: str, root: Path = _ROOT) -> list[str]:
    """
    Write a game into the checkout, and enter it where games are listed.

    Returns:
        The paths written, in the checkout.

    Raises:
        NewGameError: The name is not usable, or this is no checkout. Nothing was written.
    """
    if not all((root / place).exists() for place in _PLACES):
        raise NewGameError("A new game is written into a checkout of the repository, and this is an installed package.")
    _require_name(name)
    files = {_path_of(path, name): _rename(text, name) for path, text in _original(root)}
    for path in (f"engines/{name}.py", *(_path_of(place, name) for place in _PLACES), *files):
        if (root / path).exists():
            raise NewGameError(f"{path} exists already: choose another name.")
    _require_unused(files, name, root)
    changed = _lists(name, root)
    for path, text in (files | changed).items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return [*files, *changed]


def _require_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or not 2 <= len(name) <= _MAX_LENGTH:
        raise NewGameError(
            f"A game's name has 2 to {_MAX_LENGTH} characters: lower-case letters, digits and single underscores, "
            "such as rock_paper_scissors."
        )
    if keyword.iskeyword(name):
        raise NewGameError(f"{name} is a keyword of Python: choose another name.")
    if name in GAMES:
        raise NewGameError(f"There is a game {name} already: choose another name.")


def _original(root: Path) -> Iterator[tuple[str, str]]:
    """The files of the original: path and text."""
    for place in _PLACES:
        found = root / place
        for file in sorted(found.rglob("*")) if found.is_dir() else [found]:
            if file.suffix in (".py", ".md", ".json"):
                yield file.relative_to(root).as_posix(), file.read_text(encoding="utf-8")


def _path_of(path: str, name: str) -> str:
    return _MOVED.get(path, path.replace(_ORIGINAL, "{name}")).format(name=name)


def _rename(text: str, name: str) -> str:
    """A text of the original with this name in each of its forms, and imports in order."""
    forms = {
        _ORIGINAL: name,
        _ORIGINAL.upper(): name.upper(),
        _camel(_ORIGINAL): _camel(name),
        _title(_ORIGINAL): _title(name),
        _ORIGINAL.replace("_", "-"): name.replace("_", "-"),
    }
    is_words = text.startswith("{")
    for form, other in forms.items():
        text = text.replace(form, other)
    return _sort_words(text) if is_words else _sort_imports(text)


def _sort_words(text: str) -> str:
    """The order of words depends on the name, which is in their keys."""
    words = json.loads(text)
    lines = (f"  {json.dumps(key)}: {json.dumps(words[key], ensure_ascii=False)}" for key in sorted(words))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("_"))


def _title(name: str) -> str:
    return name.replace("_", " ").title()


def _sort_imports(text: str) -> str:
    """Where an import of the game's own modules belongs depends on its name."""
    blocks = groupby(text.splitlines(keepends=True), key=lambda line: line.startswith("from engines"))
    return "".join(chain.from_iterable(sorted(lines, key=str.split) if ours else lines for ours, lines in blocks))


def _require_unused(files: dict[str, str], name: str, root: Path) -> None:
    """Names of classes become names of schemas, and the constant of the game must not be another one of its modules."""
    classes = {found for text in files.values() for found in re.findall(r"^class (\w+)", text, re.M)} - {"Truth"}
    sources = [file for folder in ("engines", "server") for file in sorted((root / folder).rglob("*.py"))]
    for file in sources:
        for found in re.findall(r"^class (\w+)", file.read_text(encoding="utf-8"), re.M):
            if found in classes:
                raise NewGameError(
                    f"There is a class {found} already, in {file.relative_to(root).as_posix()}: choose another name."
                )
    others = [text for _, text in _original(root)] + [(root / _CATALOGUE).read_text(encoding="utf-8")]
    if any(re.search(rf"\b{name.upper()}\b", text) for text in others):
        raise NewGameError(f"The constant {name.upper()} means something else in a game: choose another name.")


def _lists(name: str, root: Path) -> dict[str, str]:
    """The catalogue and the pages with links to each game, this one among them."""
    texts = {path: (root / path).read_text(encoding="utf-8") for path in (_CATALOGUE, *(page for page, _ in _LINKS))}
    constant, imports = name.upper(), "from engines.kit import AnyEngine\n"
    catalogue = texts[_CATALOGUE].replace(imports, f"{imports}from engines.{name}.engine import {constant}\n")
    texts[_CATALOGUE] = _sort_imports(catalogue.replace("\n)\n", f"\n    {constant},\n)\n"))
    *_, last = GAMES
    for page, link in _LINKS:
        after = f"]({link.format(name=last)})"
        texts[page] = texts[page].replace(after, f"{after}, [{_title(name)}]({link.format(name=name)})")
    return texts
