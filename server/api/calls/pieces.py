"""
Large bodies, read piece by piece: reading a whole one at once would block other calls.

Such a body is an object with a list; each item of the list may be as large as the body of an ordinary call.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Coroutine
from typing import Any, Final, NamedTuple, NoReturn

from fastapi import Request, Response
from pydantic import JsonValue, PlainValidator

from server.access import codes
from server.access.errors import RefusedError
from server.access.intake import check_text, too_deep
from server.api.calls.body import BODY
from server.api.calls.late_routes import LateRoute
from server.api.calls.problems import unreadable
from server.matches.hosting.bulk import MOST_ITEMS
from server.runtime.time_slices import Pace

_PIECE_CHARACTERS: Final = 65_536
"""Maximum length of an item."""

_MOST_MEMBERS: Final = 10
"""How many members of the object are read: a few unknown ones are enough to refuse it."""

_SPACE: Final = re.compile(r"[ \t\n\r]*")


class Piece(NamedTuple):
    """An item of the list: its JSON text, and what the text means."""

    text: str
    value: JsonValue


def of_model(model: Any) -> PlainValidator:  # noqa: ANN401  # any type that Pydantic knows
    """Annotate a `Piece` that the endpoint reads as this model, whose schema is published."""
    return PlainValidator(lambda piece: piece, json_schema_input_type=model)


class InPieces(LateRoute):
    """A route whose body is an object with one list, the items of which reach the endpoint as `Piece`s."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            return await handler(_Read(request, await read_pieces(request.scope[BODY])))

        return handle


class _Read(Request):
    """A request whose body has been read."""

    def __init__(self, request: Request, value: object) -> None:
        super().__init__(request.scope, request.receive)
        self._value = value

    async def json(self) -> Any:  # noqa: ANN401  # as the framework has it
        return self._value


async def read_pieces(body: bytes) -> object:
    """
    Return the JSON of a body, with `Piece`s for the items of a list in its object.

    Reading stops after one item more than allowed, or after too many members.

    Raises:
        RefusedError: It is not JSON, an item is too long or nested too deeply, or contains an invalid character.
    """
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise unreadable() from error
    reader = _Reader(text)
    return await reader.members() if reader.take("{") else (await reader.piece()).value


class _Reader:
    """Reads a JSON text from its beginning, and rests between pieces."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._pace = Pace()

    async def members(self) -> dict[str, object]:
        """Read the members of an object, behind its bracket."""
        found: dict[str, object] = {}
        if self.take("}"):
            return self._end(found)
        while len(found) < _MOST_MEMBERS:
            name = (await self.piece()).value
            if not isinstance(name, str) or not self.take(":"):
                raise unreadable()
            found[name] = value = await self._items() if self.take("[") else (await self.piece()).value
            if isinstance(value, list) and len(value) > MOST_ITEMS:
                return found
            if self.take("}"):
                return self._end(found)
            if not self.take(","):
                raise unreadable()
        return found

    async def _items(self) -> list[Piece]:
        """Read the items of a list, behind its bracket, up to one too many."""
        found: list[Piece] = []
        if self.take("]"):
            return found
        while len(found) <= MOST_ITEMS:
            found.append(await self.piece())
            if self.take("]"):
                return found
            if not self.take(","):
                raise unreadable()
        return found

    async def piece(self) -> Piece:
        """Read a value of limited length."""
        self._skip_space()
        begin = self._at
        try:
            value, length = _DECODER.raw_decode(self._text[begin : begin + _PIECE_CHARACTERS])
        except RecursionError as error:
            raise too_deep() from error
        except ValueError as error:
            if len(self._text) - begin <= _PIECE_CHARACTERS:
                raise unreadable() from error
            raise RefusedError(
                codes.BODY_TOO_LARGE, f"An item of the list can have at most {_PIECE_CHARACTERS} characters."
            ) from error
        self._at = begin + length
        text = self._text[begin : self._at]
        check_text(text.encode())
        await self._pace.rest()
        return Piece(text, value)

    def take(self, mark: str) -> bool:
        """Read this mark, if it is what follows."""
        self._skip_space()
        follows = self._text.startswith(mark, self._at)
        self._at += follows
        return follows

    def _end(self, found: dict[str, object]) -> dict[str, object]:
        self._skip_space()
        if self._at < len(self._text):
            raise unreadable()
        return found

    def _skip_space(self) -> None:
        space = _SPACE.match(self._text, self._at)
        if space is not None:
            self._at = space.end()


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER: Final = json.JSONDecoder(parse_constant=_refuse_constant)
