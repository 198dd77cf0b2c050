"""
Refusals: bad options and illegal moves.

A message says what was expected; a pointer says where. A message never repeats any input, because it may be quoted
anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Final, NoReturn, TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from engines.kit.codes import Code

MoveT = TypeVar("MoveT", bound=BaseModel)

_NAME_CHARACTERS: Final = 64


class RefusalError(Exception):
    """
    A refusal by a game: a code and a sentence that say why, and a JSON Pointer (RFC 6901) that says where.

    The sentence says what would be accepted, and never repeats the input.
    """

    def __init__(self, code: Code, message: str, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer


class BadOptionsError(RefusalError):
    """Options with which no match can be created; the pointer leads into them."""


class IllegalMoveError(RefusalError):
    """A move that is illegal according to the mover's own view. The sentence is made only from that view."""


def refuse(code: Code, message: str, pointer: str = "") -> NoReturn:
    """Refuse a move."""
    raise IllegalMoveError(code, message, pointer)


def pointer_to(*path: str | int) -> str:
    """
    Return a JSON Pointer (RFC 6901).

    It ends before the first part that cannot be the name of a field or seat, so that invalid input is not repeated.
    """
    return "".join(f"/{_escape(part)}" for part in takewhile(_is_name, map(str, path)))


def first_complaint(error: ValidationError) -> tuple[str, str]:
    """Return the message of the first error of a Pydantic validation, without a full stop, and the pointer to it."""
    first = error.errors(include_url=False, include_input=False)[0]
    return message_of(first["type"], first["msg"], first.get("ctx", {})), pointer_to(*first["loc"])


def message_of(kind: str, message: str, context: Mapping[str, object]) -> str:
    """Return a message for a Pydantic error without the input and without terms for programmers."""
    match kind:
        case "union_tag_invalid":
            return f"Input should be one of {context['expected_tags']}"
        case "string_pattern_mismatch":
            return "Text should have the form that the schema describes"
        case _:
            return message.removeprefix("Value error, ")


def read_type(move: JsonValue, code: Code) -> tuple[str, dict[str, JsonValue]]:
    """
    Return the `type` and the fields of a raw move.

    Raises:
        IllegalMoveError: With this code, if the move is not an object or its type is not a string.
    """
    if not isinstance(move, dict):
        refuse(code, "A move is a JSON object with a `type`.")
    kind = move.get("type")
    if not isinstance(kind, str):
        refuse(code, "A move needs a `type`, which is a string.", "/type")
    return kind, move


def read_move(model: type[MoveT], move: JsonValue, code: Code) -> MoveT:
    """
    Read a raw move.

    Raises:
        IllegalMoveError: With this code, if a field is unknown, missing or of a wrong JSON type.
    """
    try:
        return model.model_validate(move, strict=True)
    except ValidationError as error:
        message, pointer = first_complaint(error)
        refuse(code, f"In the move: {message}.", pointer)


def bad_options(code: Code, error: ValidationError) -> BadOptionsError:
    """Return the first error of a Pydantic validation as a refusal."""
    message, pointer = first_complaint(error)
    return BadOptionsError(code, f"In the options: {message}.", pointer)


def _is_name(part: str) -> bool:
    return len(part) <= _NAME_CHARACTERS and part.isascii() and part.isprintable()


def _escape(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1")


def join_names(names: Iterable[object]) -> str:
    """Return `a, b, c`, or `none`, for the text of a refusal."""
    return ", ".join(map(str, names)) or "none"
