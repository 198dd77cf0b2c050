"""
Saying no: bad options and illegal moves.

A message says what was expected, in words of ours and of the match; a pointer says where. Of what came, a message holds
nothing: it may be quoted anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Final, NoReturn, TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from engines.kit.codes import Code

MoveT = TypeVar("MoveT", bound=BaseModel)

_NAME_CHARACTERS: Final = 64


class RefusalError(Exception):
    """
    What a game refuses: why, by a code and in a sentence, and where, by a JSON Pointer (RFC 6901).

    The sentence says what would be accepted, and never repeats what came.
    """

    def __init__(self, code: Code, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer


class BadOptionsError(RefusalError):
    """Options a match cannot be created with; the pointer leads into them."""


class IllegalMoveError(RefusalError):
    """A move that its mover's own view forbids; the sentence is made of nothing but that view."""


def refuse(code: Code, message: str, pointer: str = "") -> NoReturn:
    """Refuse a move."""
    raise IllegalMoveError(code, message, pointer)


def pointer_to(*path: str | int) -> str:
    """
    A JSON Pointer (RFC 6901).

    It stops before a part that no field or seat can be named, so that junk is not echoed.
    """
    return "".join(f"/{_escape(part)}" for part in takewhile(_is_name, map(str, path)))


def first_complaint(error: ValidationError) -> tuple[str, str]:
    """What a Pydantic validation complains of first, without its full stop, and the pointer to it."""
    first = error.errors(include_url=False, include_input=False)[0]
    return message_of(first["type"], first["msg"], first.get("ctx", {})), pointer_to(*first["loc"])


def message_of(kind: str, message: str, context: Mapping[str, object]) -> str:
    """What Pydantic says of an input, without the input, and without words that are for programmers."""
    match kind:
        case "union_tag_invalid":
            return f"Input should be one of {context['expected_tags']}"
        case "string_pattern_mismatch":
            return "Text should have the form that the schema describes"
        case _:
            return message.removeprefix("Value error, ")


def read_type(move: JsonValue, code: Code) -> tuple[str, dict[str, JsonValue]]:
    """
    The `type` of a move in its raw form, and its fields.

    Raises:
        IllegalMoveError: With this code: it is no object, or its type is no string.
    """
    if not isinstance(move, dict):
        refuse(code, "A move is a JSON object with a `type`.")
    kind = move.get("type")
    if not isinstance(kind, str):
        refuse(code, "A move needs a `type`, which is a string.", "/type")
    return kind, move


def read_move(model: type[MoveT], move: JsonValue, code: Code) -> MoveT:
    """
    Read a move in its raw form.

    Raises:
        IllegalMoveError: With this code: a field is unknown, missing or of a wrong JSON type.
    """
    try:
        return model.model_validate(move, strict=True)
    except ValidationError as error:
        message, pointer = first_complaint(error)
        refuse(code, f"In the move: {message}.", pointer)


def bad_options(code: Code, error: ValidationError) -> BadOptionsError:
    """The first complaint of a Pydantic validation as a game's own error."""
    message, pointer = first_complaint(error)
    return BadOptionsError(code, f"In the options: {message}.", pointer)


def _is_name(part: str) -> bool:
    return len(part) <= _NAME_CHARACTERS and part.isascii() and part.isprintable()


def _escape(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1")
