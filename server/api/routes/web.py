"""
The web client (`clients/web`), with which people play in a browser: its page, and the files that the page loads.

They are in `clients/web/dist` in a checkout, and beside this module in an installed package. A checkout in which they
are not built has a page that says so.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final
from urllib.parse import quote

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from server.api.calls.static_replies import Document
from server.runtime.ids import is_id

SERVICE_WORKER: Final = "/service-worker.js"
"""The script that shows what is pushed while no page is open. Its address decides for which pages it works: for all."""

ADDRESSES: Final = (
    "/",
    "/match/{match_id}",
    "/match/{match_id}/rules",
    "/player/{player_id}",
    "/friend/{token}",
    "/rules/{game}",
    "/lesson/{game}",
    "/invitation/{token}",
    "/tournament",
    "/tournament/{tournament_id}",
    "/tournament/{tournament_id}/screen",
    "/series",
    "/series/{series_id}",
)
"""The addresses that show the page; its script reads the address."""

EMBEDDED: Final = "/embed/tournament/{tournament_id}"
"""The address that pages of others can show in a frame: what everybody may see of a tournament."""

MISSING: Final = (
    "The web client is not built: run `make serve`, or `python clients/web/build.py`, where npm is reachable."
)

MANIFEST: Final = "/manifest.webmanifest"
"""What phones need to put the page on the home screen (W3C, Web Application Manifest)."""

_API: Final = "/v1/"
"""What is below it is for programs."""

_FOREVER: Final = "public, max-age=31536000, immutable"
"""For files with a hash in their names."""

_MEDIA_TYPES: Final = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}

_HEADERS: Final = {
    "Content-Security-Policy": "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "connect-src 'self'",
            "worker-src 'self'",
            "manifest-src 'self'",
            "img-src 'self' data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    ),
    "Referrer-Policy": "no-referrer",
}

_EMBEDDED_HEADERS: Final = _HEADERS | {
    "Content-Security-Policy": _HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    )
}

_WORKER_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
    "Referrer-Policy": "no-referrer",
}


def show_player(app: FastAPI, built: Path) -> None:
    """
    Serve the web client from the folder in which it is built.

    It is not an operation of the API, but is admitted like all calls. A browser that opens an address that does not
    exist gets the page, too, which says so; programs get a problem in JSON.
    """
    page = Document("text/html", partial(_page, built), _HEADERS)
    embedded = Document("text/html", partial(_page, built), _EMBEDDED_HEADERS)
    files = _files(built)
    worker = Document("text/javascript", partial(_read, built / "service-worker.js"), _WORKER_HEADERS)
    manifest = Document("application/manifest+json", partial(_read, built / "manifest.webmanifest"))

    async def show(request: Request) -> Response:
        return await page.reply(request)

    async def show_embedded(request: Request) -> Response:
        shown = embedded if is_id(request.path_params["tournament_id"]) else page
        return await shown.reply(request)

    async def send_file(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in files:
            raise HTTPException(404)
        return await files[name].reply(request)

    async def send(document: Document, request: Request) -> Response:
        if not is_built(built):
            raise HTTPException(404)
        return await document.reply(request)

    async def send_worker(request: Request) -> Response:
        return await send(worker, request)

    async def send_manifest(request: Request) -> Response:
        return await send(manifest, request)

    async def redirect(request: Request) -> Response:
        """Redirect from the earlier address of matches."""
        match_id = request.query_params.get("match")
        return RedirectResponse(f"/match/{quote(match_id, safe='')}" if match_id else "/", 308)

    async def show_missing(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and _is_opened_by_a_person(request := Request(scope)):
            reply = await page.reply(request)
            if reply.status_code == 200:
                reply.status_code = 404
            await reply(scope, receive, send)
        else:
            await refuse(scope, receive, send)

    refuse, app.router.default = app.router.default, show_missing
    app.router.routes += [Route(path, show) for path in ADDRESSES]
    app.router.routes += [
        Route(EMBEDDED, show_embedded),
        Route("/assets/{name}", send_file),
        Route(SERVICE_WORKER, send_worker),
        Route(MANIFEST, send_manifest),
        Route("/play", redirect),
    ]


def _is_opened_by_a_person(request: Request) -> bool:
    """Whether a browser asks for a page to show: programs and scripts name no HTML."""
    named = [kind.partition(";")[0].strip() for kind in request.headers.get("Accept", "").split(",")]
    return request.method == "GET" and "text/html" in named and not request.url.path.startswith(_API)


def folder() -> Path:
    """Return the folder for the built client, which may not exist yet."""
    installed = Path(__file__).parent / "web_client"
    return installed if installed.exists() else Path(__file__).parents[3] / "clients" / "web" / "dist"


def is_built(built: Path) -> bool:
    """Whether the client has been built."""
    return (built / "index.html").exists()


def _page(built: Path) -> str:
    if is_built(built):
        return (built / "index.html").read_text(encoding="utf-8")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Moirai</title></head><body><h1>Moirai</h1>'
        f'<p>{MISSING}</p><p><a href="/docs">Documentation</a></p></body></html>'
    )


def _read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _files(built: Path) -> dict[str, Document]:
    """Return the files that the page loads, by name."""
    return {
        path.name: Document(
            _MEDIA_TYPES[path.suffix],
            path.read_bytes,
            {"Referrer-Policy": "no-referrer"},
            cache_control=_FOREVER,
        )
        for path in (built / "assets").glob("*")
        if path.suffix in _MEDIA_TYPES
    }
