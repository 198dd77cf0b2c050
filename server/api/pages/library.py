"""
The list of pages, and the targets of their links.

In a checkout the pages are in `docs/` and the second verifier in `clients/verifier/`; in an installed package both are
beside this module. The rules are with their engines.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from engines.catalogue import GAMES
from engines.kit import ENGLISH, Language
from server.api.pages.single_file import single_file

INDEX: Final = "docs/README.md"

_ELSEWHERE: Final = {
    "openapi/openapi.json": "/openapi.json",
    "openapi/asyncapi.yaml": "/asyncapi.yaml",
    "clients/verifier/verify.mjs": "/docs/verify.mjs",
}
"""Link targets that are not pages, by path in the repository."""

MOVED: Final = {
    "/docs/accounts": "/docs/people#accounts",
    "/docs/administration": "/docs/people#administration",
    "/docs/chance": "/docs/verify#fair-draws",
    "/docs/forgetting": "/docs/people#to-be-forgotten",
    "/docs/packs": "/docs/engines#content-of-your-own",
    "/docs/swiss": "/docs/tournaments#swiss-rounds",
    "/docs/web": "/docs/sdk#the-web-client",
    "/docs/webhooks": "/docs/notifications#webhooks",
}
"""The new addresses of pages that have moved; those of single decisions are on one page (`new_address_of`)."""


@dataclass(frozen=True, slots=True)
class DocsPage:
    """A page: its path in the repository, its address on the server, its language, and its Markdown."""

    path: str
    address: str
    language: Language
    text: str


@cache
def pages() -> tuple[DocsPage, ...]:
    """Return all pages. Those with the rules of a game have one address in all languages."""
    found = [_page(file) for file in sorted(_folder("texts", "docs").rglob("*.md"))]
    return (*found, *chain.from_iterable(map(_rules, GAMES)))


def verifier() -> str:
    """Return the second verifier as one file, to which a page links."""
    return single_file(_folder("verifier", "clients/verifier"), "verify.mjs")


def address_of(link: str, page: DocsPage) -> str | None:
    """Return the served target of a relative link; None if the target is not served."""
    path, hash_, anchor = link.partition("#")
    if not path:
        return link
    target = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), path))
    address = _addresses().get(target)
    return None if address is None else address + hash_ + anchor


@cache
def readers() -> dict[str, str]:
    """Return for whom pages are, by path in the repository, as the index says it."""
    found: dict[str, str] = {}
    group = ""
    for row in next(page.text for page in pages() if page.path == INDEX).splitlines():
        group = named[1] if (named := re.match(r"\| \*\*(.+)\*\* \|", row)) else group
        for link in re.findall(r"\]\(([^)#]+)", row):
            found.setdefault(posixpath.normpath(f"docs/{link}"), group)
    return found


def new_address_of(address: str) -> str | None:
    """Return the new address of a page that was here before; None if there was no such page."""
    return "/docs/decisions" if address.startswith("/docs/decisions/") else MOVED.get(address)


@cache
def _addresses() -> dict[str, str]:
    return _ELSEWHERE | {page.path: page.address for page in pages()}


def _page(file: Path) -> DocsPage:
    path = f"docs/{file.relative_to(_folder('texts', 'docs')).as_posix()}"
    address = "/docs" if path == INDEX else f"/{path.removesuffix('.md')}"
    return DocsPage(path, address, ENGLISH, file.read_text(encoding="utf-8"))


def _rules(game: str) -> Iterator[DocsPage]:
    folder = GAMES[game].package.replace(".", "/")
    for language, text in GAMES[game].rules.items():
        name = "rules.md" if language == ENGLISH else f"rules.{language}.md"
        yield DocsPage(f"{folder}/{name}", f"/docs/rules/{game}", language, text)


def _folder(installed: str, in_checkout: str) -> Path:
    folder = Path(__file__).parent / installed
    return folder if folder.is_dir() else Path(__file__).parents[3] / in_checkout
