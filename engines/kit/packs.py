"""Content from organisers: a JSON file that fits a game's model and is identified by the hash of its content."""

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
"""What people read of something in a pack, on one line."""


class ContentPack(BaseModel):
    """Base of every game's packs: closed, frozen, strict, without floating-point numbers."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: PackName = Field(description="For people.")

    def require_bounds(self) -> None:
        """
        Refuse a pack that is too large for a new match. Logs are read without this: a bound may be younger than they.

        Raises:
            BadOptionsError: `bad_pack`, with a pointer into the pack.
        """


PackT = TypeVar("PackT", bound=ContentPack)


def read_pack(pack_type: type[PackT], content: JsonValue, pointer: str = "") -> PackT:
    """
    Read a pack from JSON.

    Args:
        pack_type: The game's.
        content: Any JSON value.
        pointer: Where the content stands; put before the pointer of a complaint.

    Raises:
        BadOptionsError: `bad_pack`, with the first complaint.
    """
    try:
        # In its JSON form, so that lists may stand for what is kept as tuples.
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
    The pack among a creator's options, if there is one; the server has put its content in the place of an id.

    Raises:
        BadOptionsError: `bad_pack`: it is none, or still an id.
    """
    content = options.get("pack")
    if isinstance(content, str):
        raise BadOptionsError(BAD_PACK, "There is no such pack. Register it, or send its content.", "/pack")
    return None if content is None else read_pack(pack_type, content, "/pack")


def pack_id(pack: ContentPack) -> str:
    """The name of a pack: a hash over all of it, so that another content is another pack."""
    return f"sha256:{hashlib.sha256(canonical_pack(pack)).hexdigest()}"


def canonical_pack(pack: ContentPack) -> bytes:
    """A pack as canonical JSON (RFC 8785)."""
    text = json.dumps(pack.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode()
