"""
Bundling of JavaScript modules into one file, for users who download one file.

Each module becomes a function that returns its exports, so equal names in different modules do not collide. A module
may only import by `import { a, b } from "./c.mjs";` and only export by `export` in front of `const`, `function` or
`class`. Modules must not import each other in a circle.
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
    Return one file with a module and all that it imports.

    The opening comment of the module stays at the top, and its exports are exported.

    Raises:
        ValueError: A module imports a name that the other one does not export, or uses another form.
    """
    parts: dict[str, str] = {}  # By path in the folder, or by name in Node; each module after its imports.
    exports: dict[str, list[str]] = {}

    def add(name: str) -> None:
        if name.startswith("node:"):
            parts[name] = f'import * as {_constant(name)} from "{name}";\n'
            return
        text = link(name)
        exports[name] = _EXPORT.findall(text)
        result = f"return {{ {', '.join(exports[name])} }};"
        parts[name] = f"// {name}\nconst {_constant(name)} = (() => {{\n{_EXPORT.sub('', text)}\n{result}\n}})();\n"

    def link(path: str) -> str:
        """Return the text of a module with its imports replaced by constants of other modules."""

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

    opening, _, rest = link(entry).partition("*/\n")
    return "\n".join([f"{opening}*/\n", *parts.values(), f"// {entry}{rest}"])


def _constant(name: str) -> str:
    return "$" + re.sub(r"\W", "$", name.removesuffix(".mjs"))
