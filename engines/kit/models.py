"""Pydantic models without validation, for views and moves whose values are known to be valid."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, TypeVar

from pydantic import BaseModel

ModelT = TypeVar("ModelT", bound=BaseModel)

_set: Final = object.__setattr__  # The models are frozen.


def build_unchecked(kind: type[ModelT], values: Mapping[str, object]) -> ModelT:
    """
    Return a model with these values, which are not checked. All fields are given, in the order of the class.

    Like `model_construct` in a third of the time, and all models of a class share the set of their fields.
    """
    model = object.__new__(kind)
    _set(model, "__dict__", values)
    _set(model, "__pydantic_fields_set__", _fields_of(kind))
    _set(model, "__pydantic_extra__", None)
    _set(model, "__pydantic_private__", None)
    return model


@cache
def _fields_of(kind: type[BaseModel]) -> set[str]:
    return set(kind.__pydantic_fields__)
