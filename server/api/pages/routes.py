"""The routes of the pages. They are not operations of the API, but are admitted like all calls."""

from __future__ import annotations

from functools import partial

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.api.calls.static_replies import Document
from server.api.pages import library, markdown
from server.api.pages.frame import HEADERS, framed
from server.api.pages.library import Page
from server.api.pages.reference import reference

_HTML = "text/html"


def show_documentation(app: FastAPI) -> None:
    """Add the routes of the pages to the application."""
    documents = {
        address: Document(_HTML, partial(_rendered, page), HEADERS) for address, page in library.pages().items()
    }
    documents["/docs/api"] = Document(_HTML, lambda: framed("The API", reference(app.openapi())), HEADERS)
    documents["/docs/verify.mjs"] = Document("text/plain", library.verifier, HEADERS)

    async def show(request: Request) -> Response:
        document = documents.get(request.url.path.rstrip("/"))
        if document is None:
            raise HTTPException(404)
        return await document.reply(request)

    app.router.routes += [Route("/docs", show), Route("/docs/{page:path}", show)]


def _rendered(page: Page) -> str:
    return framed(markdown.title_of(page.text), markdown.render(page.text, lambda link: library.address_of(link, page)))
