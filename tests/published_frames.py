"""WebSockets on which every frame and every close is checked against the published AsyncAPI document."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias

import yaml
from jsonschema_rs import Draft7, Draft7Validator, Registry
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as _connect
from websockets.exceptions import ConnectionClosed

from tests.published import Documents

Json: TypeAlias = Any

Way: TypeAlias = Literal["send", "receive"]
"""The document is written from the server's point of view."""

_DOCUMENT = "urn:asyncapi"


class PublishedSocket(ClientConnection):
    """A socket that fails the test if the server sends something that is not published."""

    async def recv(self, decode: bool | None = None) -> str | bytes:  # type: ignore[override]  # one for all overloads
        try:
            text = await super().recv(decode)
        except ConnectionClosed as closed:
            if closed.rcvd and closed.rcvd_then_sent:
                check_closing(closed.rcvd.code, closed.rcvd.reason)
            raise
        check_frame(self._path, json.loads(text), "send")
        return text

    async def send_frame(self, frame: Json) -> None:
        """Send a frame as published; `send` is for invalid ones."""
        check_frame(self._path, frame, "receive")
        await self.send(json.dumps(frame))

    @property
    def _path(self) -> str:
        assert self.request is not None
        return self.request.path.partition("?")[0]


@asynccontextmanager
async def connect(url: str, **how: Json) -> AsyncIterator[PublishedSocket]:
    """Open such a socket; `how` are the library's arguments."""
    async with _connect(url, create_connection=PublishedSocket, **how) as socket:
        assert isinstance(socket, PublishedSocket)
        yield socket


@cache
def document() -> dict[str, Json]:
    read: dict[str, Json] = yaml.load(
        (Documents.folder / "asyncapi.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
    )
    return read


def check_frame(path: str, frame: Json, way: Way) -> None:
    """Assert that the server sends, or receives, this frame at this path."""
    name = frame["type"]
    assert name in _messages(path, way), f"{name} is not published for {path}"
    _check(_name(document()["components"]["messages"][name]["payload"]), frame)
    for fact in frame.get("facts", ()):
        _check_fact(json.dumps(fact))
    if name == "refused":
        assert (frame["code"], frame["status"]) in refusals("subscribe") | refusals("submit"), frame


def check_closing(code: int, reason: str) -> None:
    """Assert that a close code is published, and its reason if it is one of the server's."""
    published = {(closing["code"], closing.get("reason", reason)) for closing in document()["x-close-codes"]}
    assert (code, reason) in published, f"{code} {reason} is not published"


@cache
def refusals(frame: str) -> set[tuple[str, int]]:
    """Return the codes and statuses with which this client frame may be refused, over all games."""
    listed = document()["components"]["messages"]["refused"]["x-codes"]
    return {
        (code, status)
        for refused, codes in listed.items()
        if refused.partition(":")[0] == frame
        for code, said in codes.items()
        for status in said["statuses"]
    }


@cache
def _messages(path: str, way: Way) -> set[str]:
    """Return the messages of the operations of a path; replies count as sent."""
    (channel,) = (
        f"#/channels/{name}"
        for name, channel in document()["channels"].items()
        if re.fullmatch(re.sub(r"\{[^}]+\}", "[^/]+", channel["address"]), path)
    )
    operations = [it for it in document()["operations"].values() if it["channel"]["$ref"] == channel]
    if way == "send":
        operations = [it if it["action"] == "send" else it["reply"] for it in operations]
    else:
        operations = [it for it in operations if it["action"] == "receive"]
    return {message["$ref"].rpartition("/")[2] for operation in operations for message in operation["messages"]}


@lru_cache(maxsize=10_000)
def _check_fact(text: str) -> None:
    """Assert that a fact matches the schema of its kind; cached, because many are told the same."""
    fact = json.loads(text)
    _check(_facts()[fact["type"]], fact)


@cache
def _facts() -> dict[str, str]:
    """Return the names of the schemas of facts by their tags: trying all on each fact takes long."""
    schemas = document()["components"]["schemas"]
    kinds = [_name(kind) for union in ("Fact", "NewsFact", "TournamentFact") for kind in schemas[union]["oneOf"]]
    tagged = {schemas[kind]["properties"]["type"]["const"]: kind for kind in kinds}
    assert len(tagged) == len(set(kinds))
    return tagged


def _check(name: str, value: Json) -> None:
    """Assert that the value matches this schema, without additional fields."""
    _validator(name).validate(value)
    undescribed = value.keys() - document()["components"]["schemas"][name]["properties"].keys()
    assert not undescribed, f"{name} does not describe {undescribed}"


@cache
def _validator(name: str) -> Draft7Validator:
    """Return the validator of a schema; facts of an event are excluded and checked one by one."""
    described = document()
    if name == "EventFrame":
        described = copy.deepcopy(described)
        described["components"]["schemas"]["Fact"] = True
    registry = Registry([(_DOCUMENT, described)], draft=Draft7)
    return Draft7Validator({"$ref": f"{_DOCUMENT}#/components/schemas/{name}"}, registry=registry)


def _name(reference: Json) -> str:
    return str(reference["$ref"].rpartition("/")[2])
