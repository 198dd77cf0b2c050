"""The text of a document: what fits in one line stands in one line, so that people can read it and its changes."""

from __future__ import annotations

import json
from typing import Any, Final

import yaml

_WIDTH: Final = 120
_INDENT: Final = 2


def json_text(value: Any, indent: int = 0, before: int = 0) -> str:  # noqa: ANN401  # JSON
    """Return JSON, without an end of line; `before` characters precede it in its first line, and one may follow."""
    flat = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, dict | list) or before + len(flat) < _WIDTH:
        return flat
    inner, margin = indent + _INDENT, " " * (indent + _INDENT)
    if isinstance(value, list):
        parts = [margin + json_text(item, inner, inner) for item in value]
    else:
        names = [f"{margin}{json.dumps(name, ensure_ascii=False)}: " for name in value]
        parts = [name + json_text(item, inner, len(name)) for name, item in zip(names, value.values(), strict=True)]
    left, right = "{}" if isinstance(value, dict) else "[]"
    return "\n".join([left, ",\n".join(parts), f"{' ' * indent}{right}"])


def yaml_text(value: Any) -> str:  # noqa: ANN401  # JSON
    """Render a value in block style, without aliases."""
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH)


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, what fits in a line in braces, and uses no aliases."""

    def ignore_aliases(self, data: object) -> bool:
        return True

    def represent_str(self, data: str) -> yaml.ScalarNode:
        style = "|" if "\n" in data else None
        return self.represent_scalar("tag:yaml.org,2002:str", data, style)

    def serialize(self, node: yaml.Node) -> None:
        _fold(node, 0, 0)
        super().serialize(node)


def _fold(node: yaml.Node, indent: int, before: int) -> int:
    """Set the style of a node and return its length in one line; `before` characters precede it in its line."""
    if not isinstance(node, yaml.CollectionNode):
        return _WIDTH if "\n" in node.value else len(node.value) + len('""')
    length = len("{}")
    if isinstance(node, yaml.MappingNode):
        for name, item in node.value:
            named = len(name.value) + len(": ")
            length += named + _fold(item, indent + _INDENT, indent + named) + len(", ")
    else:
        length += sum(_fold(item, indent + _INDENT, indent + len("- ")) + len(", ") for item in node.value)
    node.flow_style = before + length <= _WIDTH
    return length


_Dumper.add_representer(str, _Dumper.represent_str)
