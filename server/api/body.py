"""
What a request body may be, checked before anything reads it: bounded in size and depth, and made of text that
every database and every client can hold.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from pydantic import JsonValue
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.api.problems import problem_response
from server.errors import MalformedError, MoiraiError

MAX_DEPTH = 32

_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)


class BodyGuard:
    """Refuses bodies that are too large, too deep, or hold characters that are none."""

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self._app = app
        self._max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self._app(scope, receive, send)
            return
        try:
            body = await self._read(scope, receive)
            _check_text(body)
        except ClientDisconnect:
            return  # What came is not what was meant; nobody is there to be told.
        except MoiraiError as error:
            await problem_response(error, {"Connection": "close"})(scope, receive, send)
            return
        await self._app(scope, _replay(body, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes:
        for name, value in scope["headers"]:
            if name == b"content-length" and value.isdigit() and int(value[:20]) > self._max_bytes:
                raise self._too_large()
        body: bytes = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            body += message.get("body", b"")
            if len(body) > self._max_bytes:
                raise self._too_large()
            if not message.get("more_body", False):
                return body

    def _too_large(self) -> MalformedError:
        return MalformedError("body_too_large", f"A body has at most {self._max_bytes} bytes.", status=413)


def _replay(body: bytes, receive: Receive) -> Receive:
    first = True

    async def replay() -> Message:
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return replay


def _check_text(body: bytes) -> None:
    try:
        body.decode()
    except UnicodeDecodeError as error:
        raise MalformedError("malformed_json", "A body is JSON in UTF-8 (RFC 8259).", status=400) from error
    if body.count(b"[") + body.count(b"{") > MAX_DEPTH and _depth(body) > MAX_DEPTH:
        raise MalformedError("too_deep", f"A body nests at most {MAX_DEPTH} levels deep.", status=400)
    # Only escapes can smuggle in what JSON texts may spell but no database and no UTF-8 can hold.
    if b"\\u" in body and any(_is_unholdable(text) for text in _texts(_parse(body))):
        raise MalformedError(
            "unholdable_text", "Texts may not hold the character U+0000 or half of a surrogate pair.", status=400
        )


def _depth(body: bytes) -> int:
    """How deep brackets nest, outside of texts."""
    deepest = depth = 0
    for byte in _STRING.sub(b"", body):
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def _parse(body: bytes) -> JsonValue:
    try:
        parsed: JsonValue = json.loads(body)
    except ValueError:
        return None  # Whoever reads the body will say that it is no JSON.
    return parsed


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)


def _is_unholdable(text: str) -> bool:
    return "\x00" in text or any("\ud800" <= char <= "\udfff" for char in text)
