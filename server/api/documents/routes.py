"""
The routes of the documents. What makes a document is loaded when one is made, in the thread that makes it: most servers
send those that are committed.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from server.api.calls.static_replies import Document
from server.api.documents.committed import compact, read_document

_PATHS: Final = re.compile(r'((?:Url|"url)": )"/(oauth/[a-z]+)?"')
"""The values of the OpenAPI document that depend on the base path: the address of the server, and those of OAuth."""

_HOST: Final = re.compile(r"^    host: .*\n", re.MULTILINE)
"""The line of the AsyncAPI document after which the base path comes."""


def show_documents(app: FastAPI, base_path: str) -> None:
    """Set the application's OpenAPI document, and serve both documents."""

    def make_openapi() -> str:
        from server.api.documents.openapi import render

        return render(app)

    def make_asyncapi() -> str:
        from server.api.documents.asyncapi import render

        return render(app)

    def openapi() -> dict[str, Any]:
        document: dict[str, Any] = json.loads(read_document("openapi.json", make_openapi))
        return document

    def show_openapi() -> str:
        text = read_document("openapi.json", make_openapi)
        text = _PATHS.sub(rf'\1"{base_path}/\2"', text) if base_path else text
        return compact(text)

    def show_asyncapi() -> str:
        text = read_document("asyncapi.yaml", make_asyncapi)
        return _HOST.sub(rf"\g<0>    pathname: {base_path}\n", text, count=1) if base_path else text

    _add(app, "/openapi.json", Document("application/json", show_openapi))
    _add(app, "/asyncapi.yaml", Document("application/yaml", show_asyncapi))
    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's documented way to extend the document


def _add(app: FastAPI, path: str, document: Document) -> None:
    async def show(request: Request) -> Response:
        return await document.reply(request)

    app.add_route(path, show, include_in_schema=False)
