"""The search in the pages and in the operations of the API: sections that have all words of a question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from engines.kit import ENGLISH
from server.api.pages import library
from server.api.pages.markdown import sections

_MOST: Final = 30
"""How many sections are shown."""
_AROUND: Final = 90
"""How many characters of a section are shown before and after the first word."""


class Place(NamedTuple):
    """A section: where it is, what it is called, and its words, in small letters too."""

    address: str
    title: str
    words: str
    small: str


def places_of(document: Mapping[str, Any]) -> Sequence[Place]:
    """Return everything in which is searched: the operations of this document of the API, and the pages."""
    return [*_operations(document), *_of_pages()]


def search(places: Sequence[Place], sought: str) -> str:
    """Return the HTML of what is found."""
    terms = sought.casefold().split()
    found = _found(places, terms) if terms else []
    shown = "".join(
        f'<li><a href="{place.address}">{escape(place.title)}</a><br>{_excerpt(place, terms)}</li>'
        for place in found[:_MOST]
    )
    many = "more than " if len(found) > _MOST else ""
    said = f"{many}{min(len(found), _MOST)} found" if terms else "Which words?"
    return f"<h1>Search</h1>\n<p>{said}</p>\n<ol>{shown}</ol>"


def _found(places: Sequence[Place], terms: Sequence[str]) -> list[Place]:
    """Return the places that have all terms; those that have them in their titles come first."""

    def missing(place: Place) -> int:
        title = place.title.casefold()
        return sum(term not in title for term in terms)

    return sorted((place for place in places if all(term in place.small for term in terms)), key=missing)


def _place(address: str, title: str, words: str) -> Place:
    return Place(address, title, words.strip(), f"{title} {words}".casefold())


def _of_pages() -> Iterator[Place]:
    for page in library.pages():
        if page.language == ENGLISH:
            first, *others = sections(page.text)
            yield _place(f"{page.address}#{first.anchor}", first.title, first.words)
            for each in others:
                yield _place(f"{page.address}#{each.anchor}", f"{first.title}: {each.title}", each.words)


def _operations(document: Mapping[str, Any]) -> Iterator[Place]:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            name, says = operation["operationId"], operation.get("description", "")
            title = f"{name}: {operation.get('summary', '')}"
            yield _place(f"/docs/api#{name}", title, f"{method.upper()} {path} {says}")


def _excerpt(place: Place, terms: Sequence[str]) -> str:
    """Return what stands around the first of the terms, or how the section begins."""
    small = place.words.casefold()
    at = min((small.find(term) for term in terms if term in small), default=0)
    begin, end = max(0, at - _AROUND), at + _AROUND
    # From the beginning of a word to the end of one.
    begin = place.words.find(" ", begin, at) + 1 or begin
    end = place.words.find(" ", end) if " " in place.words[end:] else len(place.words)
    text = re.sub(r"\s+", " ", place.words[begin:end])
    return escape(f"{'…' if begin else ''}{text}{'…' if end < len(place.words) else ''}")
