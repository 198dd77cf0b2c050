"""The addresses of the pages. They are no operations of the API, but count by address as the catalogue does."""

from __future__ import annotations

from functools import cache

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from server.api.dependencies import admit_stranger
from server.api.documentation import library, markdown
from server.api.documentation.frame import HEADERS, framed
from server.api.documentation.library import Page
from server.api.documentation.reference import reference


def show_documentation(app: FastAPI) -> None:
    """Serve the pages of this application."""

    @cache
    def api() -> str:
        return framed("The API", reference(app.openapi()))

    async def show(request: Request) -> Response:
        await admit_stranger(request)
        address = request.url.path.rstrip("/")
        if address == "/docs/api":
            return HTMLResponse(api(), headers=HEADERS)
        if address == "/docs/verify.mjs":
            return PlainTextResponse(library.verifier(), headers=HEADERS)
        page = library.pages().get(address)
        if page is None:
            raise HTTPException(404)
        return HTMLResponse(_rendered(page), headers=HEADERS)

    app.router.routes += [Route("/docs", show), Route("/docs/{page:path}", show)]


@cache
def _rendered(page: Page) -> str:
    return framed(markdown.title_of(page.text), markdown.render(page.text, lambda link: library.address_of(link, page)))
