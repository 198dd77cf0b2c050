"""Markdown to HTML: headings get the same anchors as on code hosts, and links lead to served targets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

# Raw HTML is passed through: all pages are our own, and their HTML comments are for tests.
_PARSER = MarkdownIt("commonmark").enable("table")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page under a heading of a level, 1 to 6: its anchor, its title, and the words up to the next one."""

    level: int
    anchor: str
    title: str
    words: str


def render(text: str, address_of: Callable[[str], str | None]) -> str:
    """
    Return a page's HTML.

    Args:
        text: The page.
        address_of: Returns the target of a relative link; None removes the link and keeps its text.
    """
    tokens = _PARSER.parse(text)
    _name_headings(tokens)
    for token in tokens:
        if token.children:
            token.children = _resolve_links(token.children, address_of)
    html: str = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return html.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")


def sections(text: str) -> list[Section]:
    """Return the sections of a page, in order; the first has the title of the page."""
    tokens = _PARSER.parse(text)
    _name_headings(tokens)
    begins = [place for place, token in enumerate(tokens) if token.type == "heading_open"]
    return [
        Section(
            int(tokens[begin].tag[1:]),
            str(tokens[begin].attrGet("id")),
            _words(tokens[begin + 1]),
            " ".join(_words(token) or token.content for token in tokens[begin + 2 : end]),
        )
        for begin, end in zip(begins, [*begins[1:], len(tokens)], strict=True)
    ]


def _name_headings(tokens: Sequence[Token]) -> None:
    seen: Counter[str] = Counter()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            name = re.sub(r"[^\w\- ]", "", _words(tokens[place + 1]).lower()).replace(" ", "-")
            token.attrSet("id", f"{name}-{seen[name]}" if seen[name] else name)
            seen[name] += 1


def _words(inline: Token) -> str:
    return "".join(child.content or " " * (child.type == "softbreak") for child in inline.children or ())


def _resolve_links(tokens: list[Token], address_of: Callable[[str], str | None]) -> list[Token]:
    kept: list[Token] = []
    dropped = False
    for token in tokens:
        if token.type == "link_open":
            link = str(token.attrGet("href"))
            address = link if re.match(r"[a-z]+:", link) else address_of(link)
            dropped = address is None
            if address is not None:
                token.attrSet("href", address)
        if not (dropped and token.type in ("link_open", "link_close")):
            kept.append(token)
    return kept
