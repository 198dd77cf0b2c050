"""Plain English in docs, docstrings, codes and words: what stops a reader is refused."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

PHRASES: Final = re.compile(
    r"\b(?:(?:is|are) none|(?:told|tells?) of|the own|comes of|[Ww]hoever(?! completes)|[Gg]oes on(?! cooldown)"
    r"|as far as)\b"
)
"""Except in texts of boons and cards, which are in stored logs."""
LONGEST_SENTENCE: Final = 35
PARTICIPLE: Final = re.compile(
    r"(?![a-z]*eed(?:_|$))(?:[a-z]+ed|begun|bought|brought|built|chosen|done|drawn|found|given|gone|held|hidden|kept|known|"
    r"left|lost|made|met|paid|said|seen|sent|shown|sold|spent|spun|stuck|taken|taught|told|won|worn|written)(?:_|$)"
)
GENERATED: Final = {"schemas.py"}
"""Made from the docstrings of the server."""
FILLERS: Final = {"a", "an", "and", "for", "in", "it", "of", "return", "that", "the", "these", "thi", "to", "whether"}


def _files() -> Iterator[Path]:
    yield from ROOT.glob("*.md")
    for folder in ("alembic", "clients/python/moirai_client", "clients/verifier", "docs", "engines", "server"):
        for path in sorted((ROOT / folder).rglob("*")):
            if (path.suffix in {".md", ".py", ".mjs"} or path.name == "en.json") and path.name not in GENERATED:
                yield path


def _texts(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".py":
            strings = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
            return [part for part in strings if isinstance(part, str)] + re.findall(r"(?:^|\s)# .*", text)
        case ".mjs":
            return re.findall(r"(?s:/\*.*?\*/)|//.*", text)
        case ".json":
            return re.findall(r'"((?:[^"\\]|\\.)*)"', text)
        case _:
            return [re.sub(r"(?s)```.*?```|\]\([^)]*\)", "", text)]


def _sentences(text: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n|\n\s*(?:[-*]|\d+\.)\s|\n {2,}(?=\S+ {2,})|\|", text):
        parts = re.split(r"(?<=[.!?:;])[)\"`*_]*\s+", block)
        yield from (part for part in parts if part.rstrip().endswith((".", "!", "?", ":", ";")))


def _complaints(path: Path) -> Iterator[str]:
    for text in _texts(path):
        yield from PHRASES.findall(" ".join(text.split()))
        for sentence in _sentences(text):
            if len(re.findall(r"\S*\w\S*", sentence)) > LONGEST_SENTENCE:
                yield f"a long sentence: {sentence}"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if path.suffix == ".py" else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            is_value = any(ast.unparse(decorator).endswith("property") for decorator in node.decorator_list)
            is_bool = node.returns is not None and ast.unparse(node.returns) == "bool"
            if PARTICIPLE.match(node.name) and not (is_value or is_bool):
                yield f"a participle: {node.name}"
            said = {word.rstrip("s") for word in re.findall("[a-z]+", (ast.get_docstring(node) or "").lower())}
            if said and said - FILLERS <= {word.rstrip("s") for word in node.name.split("_")}:
                yield f"a docstring that only repeats a name: {node.name}"


def test_all_texts_are_plain() -> None:
    found = {str(path.relative_to(ROOT)): complaints for path in _files() if (complaints := [*_complaints(path)])}

    assert found == {}
