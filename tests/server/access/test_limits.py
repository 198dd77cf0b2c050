"""A limit allows a burst of calls and then a steady rate, for each caller separately, in bounded memory."""

from __future__ import annotations

import pytest

from server.access.errors import ThrottledError
from server.runtime import rate_limits
from server.runtime.rate_limits import Limit, standing

NOW = 2_000_000_000.0


def _count_allowed(limit: Limit, caller: str, now: float, tries: int) -> int:
    """Return how many of `tries` calls at one moment are allowed."""
    taken = 0
    for _ in range(tries):
        try:
            limit.take(caller, now)
        except ThrottledError:
            continue
        taken += 1
    return taken


def test_a_burst_is_allowed_and_then_the_steady_rate() -> None:
    limit = Limit("token", rate=10, burst_seconds=2, shown=True)

    assert _count_allowed(limit, "ada", NOW, 100) == 20
    assert _count_allowed(limit, "ada", NOW + 0.05, 100) == 0
    assert _count_allowed(limit, "ada", NOW + 1, 100) == 10
    assert _count_allowed(limit, "ada", NOW + 60, 100) == 20


def test_callers_do_not_count_for_each_other() -> None:
    limit = Limit("token", rate=10, burst_seconds=2, shown=True)

    assert [_count_allowed(limit, caller, NOW, 30) for caller in ("ada", "bo")] == [20, 20]


def test_a_caller_that_waits_as_told_is_admitted() -> None:
    limit = Limit("token", rate=0.5, burst_seconds=4, shown=True)
    assert _count_allowed(limit, "ada", NOW, 2) == 2

    with pytest.raises(ThrottledError) as refused:
        limit.take("ada", NOW + 0.5)

    assert (refused.value.code.name, refused.value.retry_after_seconds) == ("too_many_requests", 2)
    limit.take("ada", NOW + 0.5 + refused.value.retry_after_seconds)


def test_returned_calls_can_be_used_again() -> None:
    limit = Limit("address", rate=1, burst_seconds=4, shown=False)
    assert _count_allowed(limit, "here", NOW, 9) == 4

    limit.give_back("here")
    limit.give_back("nowhere")

    assert _count_allowed(limit, "here", NOW, 9) == 1


def test_a_clock_that_is_set_back_blocks_no_caller() -> None:
    limit = Limit("token", rate=10, burst_seconds=2, shown=True)
    assert _count_allowed(limit, "ada", NOW, 100) == 20

    assert _count_allowed(limit, "ada", NOW - 3600, 100) == 20


def test_an_expensive_call_is_admitted_once_and_delays_the_next() -> None:
    limit = Limit("token", rate=10, burst_seconds=2, shown=True)

    limit.take("ada", NOW, cost=100)

    assert limit.wait("ada", NOW) == pytest.approx(8.1)
    assert _count_allowed(limit, "ada", NOW + 8, 100) == 0
    assert _count_allowed(limit, "ada", NOW + 8.1, 100) == 1


def test_later_charges_delay_calls_for_as_long_as_they_cost() -> None:
    limit = Limit("token", rate=10, burst_seconds=2, shown=True)

    limit.charge("ada", NOW, cost=10_000)

    assert _count_allowed(limit, "ada", NOW + 998, 100) == 0
    assert _count_allowed(limit, "ada", NOW + 1_000, 100) == 20


def test_a_limit_without_a_rate_allows_every_call() -> None:
    limit = Limit("token", rate=0, burst_seconds=2, shown=True)

    assert _count_allowed(limit, "ada", NOW, 1_000) == 1_000


def test_the_headers_say_what_is_left() -> None:
    limit = Limit("token", rate=10, burst_seconds=2, shown=True)
    _count_allowed(limit, "ada", NOW, 5)

    limit.take("ada", NOW)

    told = standing.get()
    assert told is not None
    assert told.headers() == [(b"ratelimit-policy", b'"token";q=20;w=2'), (b"ratelimit", b'"token";r=14;t=1')]


def test_the_least_recent_callers_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Callers with a full allowance at once; others when there are too many."""
    monkeypatch.setattr(rate_limits, "_MOST_KEYS", 10)
    limit = Limit("address", rate=1, burst_seconds=4, shown=False)

    for number in range(1_000):
        limit.take(number, NOW)

    assert len(limit._used_up_at) == 10
    for number in range(20):
        limit.take(-number, NOW + 60)
    assert len(limit._used_up_at) <= 10
    assert not set(limit._used_up_at) & set(range(1, 1_000))
