"""
A server under a path of a host, such as `/moirai` (the setting `base_path`).

All other code knows nothing of the base path. It is removed from the paths of calls here, and added to `Location` and
to the links in our pages.
"""

from __future__ import annotations

import re
from typing import Final

from starlette.responses import HTMLResponse
from starlette.types import Message, Receive, Scope, Send

from server.people.oauth.metadata import METADATA_PATH

_LINK: Final = re.compile(r'\b(href|src|action|content)="/(?!/)')
"""An attribute with a path of this server. Texts that people wrote are escaped, and so contain no quote."""


class BasePath:
    """
    Takes the base path off the paths of calls, and puts it before those in `Location`.

    Proxies may have taken it off already. Programs look for the metadata of OAuth before it (RFC 8414, section 3).
    """

    def __init__(self, base_path: str) -> None:
        """`base_path` is not empty, and does not end with a slash."""
        self._base_path = base_path
        self._raw = base_path.encode()

    def enter(self, scope: Scope) -> None:
        """Remove the base path from the path of a call, and put it into `root_path`."""
        scope["root_path"] = self._base_path
        scope["path"] = self._inside(scope["path"])
        if raw := scope.get("raw_path"):
            scope["raw_path"] = self._inside(raw.decode("latin-1")).encode("latin-1")

    def leaving(self, send: Send) -> Send:
        """Wrap `send`, to add the base path to replies."""

        async def send_on(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [(name, self._outside(name, value)) for name, value in message["headers"]]
            await send(message)

        return send_on

    def _inside(self, path: str) -> str:
        if path == METADATA_PATH + self._base_path:
            return METADATA_PATH
        if path == self._base_path or path.startswith(f"{self._base_path}/"):
            return path[len(self._base_path) :] or "/"
        return path

    def _outside(self, name: bytes, value: bytes) -> bytes:
        is_ours = name.lower() == b"location" and value.startswith(b"/") and not value.startswith(b"//")
        return self._raw + value if is_ours else value


class LinkedPage(HTMLResponse):
    """A page of ours, with links to paths of this server."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if base_path := scope.get("root_path"):
            self.body = with_links_under(base_path, bytes(self.body).decode()).encode()
            self.headers["Content-Length"] = str(len(self.body))
        await super().__call__(scope, receive, send)


def with_links_under(base_path: str, html: str) -> str:
    """Return a page of ours with its links to paths of this server under the base path."""
    return _LINK.sub(rf'\1="{base_path}/', html)
