"""The base of the moves of all games."""

from __future__ import annotations

from typing import Self

from pydantic import BaseModel, ConfigDict

from engines.kit.models import build_unchecked


class GameMove(BaseModel):
    """Base of moves and of their parts: frozen, and closed to unknown fields. Each move also has a `type`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def model_construct(  # type: ignore[override]  # its values are those of the fields
        cls, _fields_set: set[str] | None = None, **values: object
    ) -> Self:
        """Return a move with these values, all of them, without validation; faster than Pydantic's."""
        return build_unchecked(cls, {name: values[name] for name in cls.__pydantic_fields__})
