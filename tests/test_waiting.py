"""A test that has waited too long says for what, and what it saw instead (`tests/waiting.py`)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from tests import waiting
from tests.waiting import patience, patiently, printing, until


@dataclass(frozen=True)
class _Server:
    said: str


@pytest.fixture(autouse=True)
def _no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "PATIENCE_SECONDS", 0.05)


async def test_a_condition_that_never_holds_is_told_with_what_was_known() -> None:
    seen = ["hello", "subscribed"]

    with pytest.raises(AssertionError) as failed:
        await until(lambda: "event" in seen)

    assert 'until(lambda: "event" in seen)' in str(failed.value)
    assert "seen=['hello', 'subscribed']" in str(failed.value)


async def test_what_servers_have_printed_is_told() -> None:
    server = _Server("The database is locked.")
    printing.add(server)
    try:
        with pytest.raises(AssertionError, match="The database is locked"):
            await patiently(asyncio.Event().wait())
    finally:
        printing.remove(server)


async def test_a_timeout_of_what_is_waited_for_stays_as_it_is() -> None:
    with pytest.raises(TimeoutError):
        async with patience():
            raise TimeoutError


async def test_the_result_of_what_is_waited_for_is_returned() -> None:
    assert await patiently(asyncio.sleep(0, "done")) == "done"
