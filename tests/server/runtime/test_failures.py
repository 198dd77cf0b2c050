"""Reports of a failure contain types, codes from closed lists and frames, never a message."""

from __future__ import annotations

import sqlite3

import pytest
from pydantic import BaseModel, ValidationError

from server.access import codes
from server.access.errors import RefusedError
from server.runtime.failures import describe, summary

SECRET = "kanari"


class _Move(BaseModel):
    spell: int


def _failed() -> BaseException:
    """Return a failure with a cause, raised while another was handled, each with a secret in its message."""
    try:
        try:
            try:
                _Move.model_validate({"spell": SECRET})
            except ValidationError:
                sqlite3.connect(":memory:").execute(f"SELECT {SECRET}")
        except sqlite3.OperationalError as error:
            error.add_note(SECRET)
            raise RefusedError(codes.PHASE_CLOSED, SECRET) from error
    except RefusedError as error:
        return error
    raise AssertionError("SQLite has no such column")


def test_a_summary_names_the_types_of_the_chain_on_one_line() -> None:
    assert summary(_failed()) == (
        "server.access.errors.RefusedError (phase_closed) from sqlite3.OperationalError (SQLITE_ERROR) "
        "from pydantic_core._pydantic_core.ValidationError"
    )


def test_a_description_has_the_frames_of_the_whole_chain_and_no_message() -> None:
    told = describe(_failed())

    assert SECRET not in told.replace('f"SELECT {SECRET}"', "")
    assert "\ncaused by sqlite3.OperationalError (SQLITE_ERROR)\n  File " in told
    assert "\nwhile handling pydantic_core._pydantic_core.ValidationError\n  File " in told
    assert told.count(", in _failed") == 3


def test_a_suppressed_context_is_not_reported() -> None:
    def fail() -> None:
        try:
            int(SECRET)
        except ValueError:
            raise KeyError(SECRET) from None

    with pytest.raises(KeyError) as failed:
        fail()

    assert summary(failed.value) == "KeyError"


def test_groups_are_reported_member_by_member_and_within_a_bound() -> None:
    inner: BaseException = ValueError(SECRET)
    for _ in range(20):
        inner = BaseExceptionGroup(SECRET, [inner])
    many = BaseExceptionGroup(SECRET, [KeyError(SECRET)] * 1_000)

    told = describe(BaseExceptionGroup(SECRET, [inner, many]))

    assert SECRET not in told
    assert "  member 2 of 2:\n    ExceptionGroup\n      member 1 of 1000:\n        KeyError" in told
    assert "and 990 more members" in told
    assert len(told.splitlines()) < 100


def test_a_circular_chain_ends() -> None:
    first, second = ValueError(SECRET), KeyError(SECRET)
    first.__cause__, second.__cause__ = second, first

    assert summary(first) == "ValueError from KeyError"


def test_a_deep_recursion_is_reported_briefly() -> None:
    def fall(depth: int) -> int:
        return fall(depth + 1) + 1

    with pytest.raises(RecursionError) as fallen:
        fall(0)

    assert len(describe(fallen.value).splitlines()) < 150


@pytest.mark.parametrize("state", [SECRET, "abcde", "'; --"])
def test_a_state_that_is_not_an_sqlstate_is_not_reported(state: str) -> None:
    error = RuntimeError()
    error.sqlstate = state  # type: ignore[attr-defined]  # as a driver would

    assert summary(error) == "RuntimeError"
