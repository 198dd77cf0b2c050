"""
The page with which people play in a browser (`clients/browser/`).

It lies there in a checkout and beside this module in an installed package.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.api.calls.static_replies import Document


def show_player(app: FastAPI) -> None:
    """Serve the page at `/play`. It is no operation of the API, but a call that is admitted as all others are."""
    document = Document("text/html", _page, _headers())

    async def show(request: Request) -> Response:
        return await document.reply(request)

    app.router.routes.append(Route("/play", show))


@cache
def _page() -> str:
    installed = Path(__file__).parent / "browser.html"
    checkout = Path(__file__).parents[3] / "clients" / "browser" / "index.html"
    return (installed if installed.exists() else checkout).read_text(encoding="utf-8")


@cache
def _headers() -> dict[str, str]:
    """The page's one script and one style may run, by their hashes, and it may call the server it came from."""
    policy = [
        "default-src 'none'",
        f"script-src '{_hash_of('script')}'",
        f"style-src '{_hash_of('style')}'",
        "img-src data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
    return {"Content-Security-Policy": "; ".join(policy), "Referrer-Policy": "no-referrer"}


def _hash_of(element: str) -> str:
    (content,) = re.findall(f"<{element}>(.*?)</{element}>", _page(), re.DOTALL)
    return f"sha256-{b64encode(sha256(content.encode()).digest()).decode()}"
