"""Content that an organiser brings along: a JSON file that fits a game's model, named by the hash of what is in it."""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from engines.contract import BadOptionsError
from engines.refusals import bad_options

PackId: TypeAlias = Annotated[str, Field(pattern=r"^sha256:[0-9a-f]{64}$")]
"""`sha256:` and the hash of the pack in canonical form."""


class ContentPack(BaseModel):
    """Base of every game's packs: closed, frozen, strict, without floating-point numbers."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    name: str = Field(min_length=1, max_length=80, description="For people.")


PackT = TypeVar("PackT", bound=ContentPack)


def read_pack(pack_type: type[PackT], content: JsonValue) -> PackT:
    """
    Read a pack from JSON.

    Raises:
        BadOptionsError: `bad_pack`, with the first complaint and a pointer into the pack.
    """
    try:
        # In its JSON form, so that lists may stand for what is kept as tuples.
        return pack_type.model_validate_json(json.dumps(content))
    except (ValidationError, ValueError) as error:
        if isinstance(error, ValidationError):
            raise bad_options("bad_pack", error) from None
        raise BadOptionsError("bad_pack", "A pack is a JSON object.") from None


def pack_id(pack: ContentPack) -> str:
    """The name of a pack: a hash over all of it, so that another content is another pack."""
    text = json.dumps(pack.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
