"""Content from organisers: a JSON file that is valid against a game's model, identified by the hash of its content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from engines.kit.codes import BAD_PACK
from engines.kit.refusals import BadOptionsError, first_complaint
from engines.kit.texts import STEERING

PackId: TypeAlias = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]
"""`sha256:` and the hash of the pack in canonical form."""


PackName: TypeAlias = Annotated[str, Field(min_length=1, max_length=80, pattern=rf"^[^{STEERING}]+$")]
"""A name in a pack, on one line."""

PackText: TypeAlias = Annotated[str, Field(max_length=1_000, pattern=rf"^[^{STEERING}]*$")]
"""A text for people in a pack, on one line."""


class ContentPack(BaseModel):
    """Base of the packs of all games: strict, frozen, closed to unknown fields, and without floating-point numbers."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: PackName = Field(description="For people.")

    def require_bounds(self) -> None:
        """
        Refuse a pack that is too large for a new match. Not called for logs, which can be older than a bound.

        Raises:
            BadOptionsError: `bad_pack`, with a pointer into the pack.
        """


PackT = TypeVar("PackT", bound=ContentPack)


def read_pack(pack_type: type[PackT], content: JsonValue, pointer: str = "") -> PackT:
    """
    Read a pack from JSON.

    Args:
        pack_type: The model of the game's packs.
        content: Any JSON value.
        pointer: The location of the content; the prefix of the pointer in an error.

    Raises:
        BadOptionsError: `bad_pack`, with the first validation error.
    """
    try:
        # Validated as JSON because strict validation of Python values would refuse lists for tuples.
        pack = pack_type.model_validate_json(json.dumps(content))
        pack.require_bounds()
        return pack
    except BadOptionsError as error:
        raise BadOptionsError(error.code, error.message, pointer + error.pointer) from None
    except ValidationError as error:
        message, place = first_complaint(error)
        raise BadOptionsError(BAD_PACK, f"In the pack: {message}.", pointer + place) from None
    except (ValueError, RecursionError):
        raise BadOptionsError(BAD_PACK, "A pack must be a JSON object with limited nesting.", pointer) from None


def pack_option(pack_type: type[PackT], options: Mapping[str, JsonValue]) -> PackT | None:
    """
    Return the pack in a creator's options, if there is one. The server has already replaced an id by the content.

    Raises:
        BadOptionsError: `bad_pack`, if it is not a pack, or still an id.
    """
    content = options.get("pack")
    if isinstance(content, str):
        raise BadOptionsError(BAD_PACK, "There is no such pack. Register it, or send its content.", "/pack")
    return None if content is None else read_pack(pack_type, content, "/pack")


def pack_id(pack: ContentPack) -> str:
    """Return the id of a pack: the hash of its whole content."""
    return f"sha256:{hashlib.sha256(canonical_pack(pack)).hexdigest()}"


def canonical_pack(pack: ContentPack) -> bytes:
    """Return a pack as canonical JSON (RFC 8785)."""
    text = json.dumps(pack.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()
