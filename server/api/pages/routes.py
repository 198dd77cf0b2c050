"""
The routes of the pages. They are not operations of the API, but are admitted like all calls.

What makes a page is loaded when one is made, in the thread that makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from engines.kit import ENGLISH, Language
from server.access.costs import PAGE_SEARCH
from server.api.calls.base_path import LinkedPage
from server.api.calls.dependencies import caller_of
from server.api.calls.static_replies import Document, headers_in, in_renderer
from server.api.pages import library
from server.api.pages.frame import HEADERS, frame_page
from server.api.pages.library import DocsPage
from server.runtime.words import language_of

if TYPE_CHECKING:
    from server.api.pages.search import Place

_HTML = "text/html"
_LONGEST: Final = 100
_NOT_KEPT: Final = {"Cache-Control": "no-store"}


def show_documentation(app: FastAPI) -> None:
    """Add the routes of the pages to the application."""
    documents: dict[str, dict[Language, Document]] = {
        "/docs/api": {ENGLISH: Document(_HTML, partial(_reference, app), HEADERS)},
        "/docs/verify.mjs": {ENGLISH: Document("text/plain", library.verifier, HEADERS)},
    }
    for page in library.pages():
        headers = HEADERS | headers_in(page.language)
        documents.setdefault(page.address, {})[page.language] = Document(_HTML, partial(_rendered, page), headers)

    @cache
    def places() -> Sequence[Place]:
        from server.api.pages.search import places_of

        return places_of(app.openapi())

    def find(sought: str) -> str:
        from server.api.pages import search

        return search.search(places(), sought)

    async def show_found(request: Request) -> Response:
        sought = request.query_params.get("q", "")[:_LONGEST]
        caller_of(request.scope).pay(PAGE_SEARCH)
        found = await in_renderer(partial(find, sought))
        return LinkedPage(frame_page("Search", found, ENGLISH, sought), headers=HEADERS | _NOT_KEPT)

    async def show(request: Request) -> Response:
        address = request.url.path.rstrip("/")
        languages = documents.get(address)
        if languages is None:
            moved = library.new_address_of(address)
            if moved is None:
                raise HTTPException(404)
            return RedirectResponse(moved, 308)
        return await languages[language_of(request.headers.get("Accept-Language"), languages)].reply(request)

    app.router.routes += [Route("/docs", show), Route("/docs/search", show_found), Route("/docs/{page:path}", show)]


def _reference(app: FastAPI) -> str:
    from server.api.pages.reference import reference

    return frame_page("The API", reference(app.openapi()), ENGLISH)


def _rendered(page: DocsPage) -> str:
    from server.api.pages import markdown
    from server.api.pages.contents import about

    parts = markdown.sections(page.text)
    title, end, rest = markdown.render(page.text, lambda link: library.address_of(link, page)).partition("</h1>")
    return frame_page(parts[0].title, title + end + about(page, parts) + rest, page.language)
