"""Options with named defaults: a variant is a set of values on top of which come the creator's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pydantic import JsonValue, ValidationError

from engines.engine import GameOptions, Variant
from engines.refusals import BadOptionsError, bad_options

OptionsT = TypeVar("OptionsT", bound=GameOptions)


def by_name(*variants: Variant) -> dict[str, Variant]:
    """The variants of a game; the first is the default."""
    return {variant.name: variant for variant in variants}


def complete(
    options_type: type[OptionsT],
    variants: Mapping[str, Variant],
    variant: str,
    overrides: Mapping[str, JsonValue],
    code: str,
) -> OptionsT:
    """
    A variant's defaults with the creator's overrides; an override of `variant` may only repeat it.

    Raises:
        BadOptionsError: With this code and the first complaint.
    """
    known = variants.get(variant)
    if known is None or overrides.get("variant", variant) != variant:
        raise BadOptionsError(code, f"The variant must be one of {', '.join(variants)}.", "/variant")
    try:
        return options_type.model_validate({**known.overrides, "variant": variant, **overrides})
    except ValidationError as error:
        raise bad_options(code, error) from None
