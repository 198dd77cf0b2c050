"""Options with named defaults: a variant is a set of values, which the creator of a match can override."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from engines.kit.codes import BAD_OPTIONS, Code
from engines.kit.contract import SENT_WHOLE
from engines.kit.packs import ContentPack, pack_id
from engines.kit.refusals import BadOptionsError, bad_options


class GameOptions(BaseModel):
    """Base of the options of all games: strict, frozen, and closed to unknown fields. `variant` names the defaults."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True) | SENT_WHOLE

    younger: ClassVar[frozenset[str]] = frozenset()
    """Options that logs of earlier servers do not have; their defaults are what was fixed then."""

    def for_log(self) -> dict[str, JsonValue]:
        """Return what a log holds of these options: an option that was left out there stays out."""
        return self.model_dump(mode="json", exclude={*(self.younger - self.model_fields_set)})


OptionsT = TypeVar("OptionsT", bound=GameOptions)


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of option values; `title` and `summary` are for people."""

    name: str
    title: str
    summary: str
    overrides: Mapping[str, JsonValue] = field(default_factory=dict)


def by_name(*variants: Variant) -> dict[str, Variant]:
    """Return the variants of a game by name; the first is the default."""
    return {variant.name: variant for variant in variants}


def complete_options(
    options_type: type[OptionsT],
    variants: Mapping[str, Variant],
    variant: str,
    overrides: Mapping[str, object],
    code: Code = BAD_OPTIONS,
) -> OptionsT:
    """
    Return a variant's defaults with the creator's overrides. An override of `variant` must be equal to `variant`.

    Raises:
        BadOptionsError: With this code and the first validation error.
    """
    known = variants.get(variant)
    if known is None or overrides.get("variant", variant) != variant:
        raise BadOptionsError(code, f"The variant must be one of {', '.join(variants)}.", "/variant")
    try:
        younger = {name: options_type.model_fields[name].default for name in options_type.younger}
        return options_type.model_validate({**younger, **known.overrides, "variant": variant, **overrides})
    except ValidationError as error:
        raise bad_options(code, error) from None


def public_options(options: OptionsT, concealed: Mapping[str, JsonValue]) -> OptionsT:
    """Return the options that everyone may know: with the id of a pack, and with the `concealed` values."""
    pack = getattr(options, "pack", None)
    named = {"pack": pack_id(pack)} if isinstance(pack, ContentPack) else {}
    return options.model_copy(update={**concealed, **named})
