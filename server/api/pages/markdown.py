"""Markdown to HTML: headings get the same anchors as on code hosts, and links lead to served targets."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

# Raw HTML is passed through: all pages are our own, and their HTML comments are for tests.
_PARSER = MarkdownIt("commonmark").enable("table")


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


def title_of(text: str) -> str:
    """Return the text of the page's first heading."""
    tokens = _PARSER.parse(text)
    return next(_words(tokens[place + 1]) for place, token in enumerate(tokens) if token.type == "heading_open")


def anchors(text: str) -> list[str]:
    """Return the ids of the page's headings, in order."""
    tokens = _PARSER.parse(text)
    _name_headings(tokens)
    return [str(token.attrGet("id")) for token in tokens if token.type == "heading_open"]


def _name_headings(tokens: Sequence[Token]) -> None:
    seen: Counter[str] = Counter()
    for place, token in enumerate(tokens):
        if token.type == "heading_open":
            name = re.sub(r"[^\w\- ]", "", _words(tokens[place + 1]).lower()).replace(" ", "-")
            token.attrSet("id", f"{name}-{seen[name]}" if seen[name] else name)
            seen[name] += 1


def _words(inline: Token) -> str:
    return "".join(child.content for child in inline.children or ())


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
