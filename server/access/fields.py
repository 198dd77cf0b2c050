"""Fields that requests and replies have in common, and what all requests are based on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, JsonValue
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypeAliasType

from server.access.texts import LINE, NAME, NOTHING_YET

ValueT = TypeVar("ValueT")

_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
_FIRST: Final = datetime.min.replace(tzinfo=UTC)
_LAST: Final = datetime.max.replace(tzinfo=UTC)


REPLACED: Final = f"^([0-9a-f]{{64}}|{NOTHING_YET})$"
REPLACES: Final = (
    "What the call may replace: the receipt of the caller's last submission or withdrawal in this phase, or `nothing` "
    "if there was none. Anything else refuses it with `changed_since`. Without it, whatever stands is replaced."
)
"""The condition of a submission or withdrawal: its pattern, and what it means."""


def _check_moment(text: object) -> str:
    """Refuse what Pydantic reads besides RFC 3339, such as numbers."""
    if not isinstance(text, str) or not _MOMENT.fullmatch(text):
        raise ValueError("Input should be a time by RFC 3339, such as 2027-01-01T00:00:00Z")
    return text


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # in UTC it has no year of four digits
        return _FIRST if moment.year == 1 else _LAST


JsonSchema = TypeAliasType("JsonSchema", Annotated[dict[str, JsonValue], Field(description="A JSON Schema (2020-12).")])
Options = TypeAliasType(
    "Options", Annotated[dict[str, JsonValue], Field(description="Options by name, as in the game's `options_schema`.")]
)
PackContent = TypeAliasType(
    "PackContent", Annotated[dict[str, JsonValue], Field(description="A pack, as in the game's `pack_schema`.")]
)
Absent: TypeAlias = Annotated[ValueT | SkipJsonSchema[None], Field(exclude_if=lambda value: value is None)]
"""A field that JSON does not have where there is no value."""
Cursor = Annotated[int, Field(ge=0, le=2**53, description="The number of an event in the caller's own stream.")]
Epoch = Annotated[
    str,
    Field(
        description="The epoch of the database, in which cursors mean something: save it with the cursor, and send "
        "both to resume. It changes when the database is restored or another one takes over."
    ),
]
Moment = Annotated[AwareDatetime, BeforeValidator(_check_moment), AfterValidator(_in_utc)]
"""A time in a request."""
Said = Absent[list[str]]
"""Sentences, in a reply to a call that asks for them."""
Reason = Annotated[str, Field(max_length=500, pattern=LINE, repr=False)]
"""Why somebody acts as a host or a director: a line that everyone concerned can read."""
Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        pattern=NAME,
        description="The visible name of the player, without unassigned or private characters (RFC 8266), and with "
        "invisible ones only where its script needs them.",
        examples=["Clotho"],
    ),
]


class Reply(BaseModel):
    """Base of what clients are sent; its schema is made when one is sent first, or described."""

    model_config = ConfigDict(defer_build=True)


class Request(BaseModel):
    """Base of what clients send: unknown fields are refused. Its schema is made as that of a `Reply`."""

    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)


def union_of(name: str, kinds: Sequence[type], description: str, tag: str = "type") -> Any:  # noqa: ANN401  # made at run time
    """Return these types as a union that is told apart by a field, and is one schema of the documents."""
    return TypeAliasType(name, Annotated[reduce(or_, kinds), Field(discriminator=tag, description=description)])
