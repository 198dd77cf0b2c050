"""
One file of JavaScript made of modules, for users who download one file.

Each module becomes a function that returns its exports, so equal names in different modules do not collide. A module
imports by `import { a, b } from "./c.mjs";` and exports by `export` in front of `const`, `function` or `class`, in no
other form. Modules must not import each other in a circle.
"""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

_IMPORT: Final = re.compile(r'^import \{([^}]+)\} from "([^"]+)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:const|function\*?|class) ([\w$]+))", re.MULTILINE)


def single_file(folder: Path, entry: str) -> str:
    """
    The text of a module and of all that it imports.

    The comment with which the module opens stays at the top, and what it exports is exported.

    Raises:
        ValueError: A module imports what the other one does not export, or does so in another form.
    """
    parts: dict[str, str] = {}  # By path in the folder, or by name in Node; each after those that it imports.
    exports: dict[str, list[str]] = {}

    def add(name: str) -> None:
        if name.startswith("node:"):
            parts[name] = f'import * as {_constant(name)} from "{name}";\n'
            return
        text = linked(name)
        exports[name] = _EXPORT.findall(text)
        result = f"return {{ {', '.join(exports[name])} }};"
        parts[name] = f"// {name}\nconst {_constant(name)} = (() => {{\n{_EXPORT.sub('', text)}\n{result}\n}})();\n"

    def linked(path: str) -> str:
        """The text of a module that takes what it imports from the constants of other modules."""

        def take(line: re.Match[str]) -> str:
            names, source = line.groups()
            name = normpath(join(dirname(path), source)) if source.startswith(".") else source
            if name not in parts:
                add(name)
            wanted = re.findall(r"[\w$]+", names)
            if missing := [one for one in wanted if one not in exports.get(name, wanted)]:
                raise ValueError(f"{path} imports from {name} what it does not export: {missing}")
            return f"const {{{names}}} = {_constant(name)};"

        return _IMPORT.sub(take, (folder / path).read_text(encoding="utf-8"))

    opening, _, rest = linked(entry).partition("*/\n")
    return "\n".join([f"{opening}*/\n", *parts.values(), f"// {entry}{rest}"])


def _constant(name: str) -> str:
    return "$" + re.sub(r"\W", "$", name.removesuffix(".mjs"))
