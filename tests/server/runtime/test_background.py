"""Background tasks go on, whatever fails in them."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from datetime import timedelta

import pytest

from server.app import create_app
from server.logs.aggregates.loading import unavailable
from server.logs.aggregates.schedule import Scheduler
from server.runtime import background
from server.runtime.background import end, every, keep_running
from server.runtime.clock.alarm import Alarm
from server.runtime.clock.clock import SystemClock
from server.runtime.settings import Settings
from tests.waiting import PATIENCE_SECONDS, patience, patiently


async def test_failed_background_tasks_are_restarted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(background, "_FIRST_PAUSE_SECONDS", 0)
    tries, secret = 0, "".join(("open", " ", "sesame"))

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise KeyError(secret)

    with caplog.at_level(logging.ERROR):
        await patiently(keep_running("the work", work))

    assert tries == 3
    assert caplog.text.count("the work failed") == 2
    assert secret not in caplog.text


async def test_an_outage_of_the_database_is_a_warning_in_one_line(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is no error of the server: whoever looks for errors must not find each outage many times."""
    monkeypatch.setattr(background, "_FIRST_PAUSE_SECONDS", 0)
    tries = 0

    async def work() -> None:
        nonlocal tries
        tries += 1
        if tries < 2:
            raise unavailable()

    await patiently(keep_running("the work", work))

    (line,) = caplog.records
    assert line.levelno == logging.WARNING
    assert "\n" not in line.getMessage()


async def test_what_is_repeated_runs_at_once_again_while_there_is_more_and_when_it_is_woken() -> None:
    woken, runs = asyncio.Event(), asyncio.Queue[int]()

    async def work() -> bool:
        runs.put_nowait(runs.qsize())
        return runs.qsize() == 1

    task = asyncio.create_task(every(3600, work, "the work failed", woken))
    async with patience():
        while runs.qsize() < 2:  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(0)
    woken.set()
    async with patience():
        while runs.qsize() < 3:  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(0)
    await end([task])

    assert runs.qsize() == 3


async def test_what_is_repeated_goes_on_after_failures(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An outage is one line, an error of ours says where; neither ends the work, and neither quotes a message."""
    monkeypatch.setattr(background, "_LONGEST_PAUSE_SECONDS", 0)
    failures, done = [unavailable(), KeyError("secret")], asyncio.Event()

    async def work() -> None:
        if failures:
            raise failures.pop(0)
        done.set()

    task = asyncio.create_task(every(0, work, "the work failed"))
    await patiently(done.wait())
    await end([task])

    assert [(line.levelno, "\n" in line.getMessage()) for line in caplog.records] == [
        (logging.WARNING, False),
        (logging.ERROR, True),
    ]
    assert "secret" not in caplog.text


async def test_a_background_task_ends_whose_driver_swallows_a_cancellation(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLAlchemy does, while it closes a connection to a silent database: a server could not be stopped then."""
    monkeypatch.setattr(background, "_CANCEL_AGAIN_SECONDS", 0.01)
    begun, swallowed = asyncio.Event(), 0

    async def work() -> None:
        nonlocal swallowed
        while True:
            try:
                begun.set()
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                if swallowed:
                    raise
                swallowed += 1

    task = asyncio.create_task(keep_running("the work", work))
    await patiently(begun.wait())
    await patiently(end([task]))

    assert task.cancelled()
    assert swallowed == 1


async def test_a_match_is_woken_again_while_what_woke_it_before_still_goes_on() -> None:
    """Otherwise a deadline that the first pass moves would be missed."""
    woken: asyncio.Queue[str] = asyncio.Queue()

    async def wake(match_ids: Sequence[str]) -> None:
        for match_id in match_ids:
            woken.put_nowait(match_id)
        await asyncio.Event().wait()

    alarm = Alarm(wake)
    alarm.start()
    alarm.set("match", SystemClock().now())
    first = await patiently(woken.get())
    alarm.set("match", SystemClock().now())
    second = await patiently(woken.get())
    await alarm.stop()

    assert (first, second) == ("match", "match")


async def test_timers_are_replaced_removed_and_wake_in_the_order_of_their_times() -> None:
    """Also those that are set while others ring, and however often one is replaced."""
    woken: asyncio.Queue[str] = asyncio.Queue()

    async def wake(match_ids: Sequence[str]) -> None:
        for match_id in match_ids:
            woken.put_nowait(match_id)

    alarm = Alarm(wake)
    now = SystemClock().now()
    for seconds in range(200):
        alarm.set("moved", now + timedelta(seconds=1000 - seconds))
    alarm.set("later", now + timedelta(seconds=0.4))
    alarm.set("removed", now + timedelta(seconds=0.1))
    alarm.set("moved", now + timedelta(seconds=0.3))
    alarm.set("sooner", now + timedelta(seconds=0.2))
    alarm.set("removed", None)

    alarm.start()
    first = [await patiently(woken.get())]
    alarm.set("past", now)
    alarm.set("far", now + timedelta(hours=1))
    first += [await patiently(woken.get()) for _ in range(3)]
    await alarm.stop()

    assert first == ["sooner", "past", "moved", "later"]
    assert woken.empty()


async def test_a_failed_start_cleans_up(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(schedule: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Scheduler, "start", fail)
    app = create_app(Settings(database=sqlite_url))
    tasks, threads = asyncio.all_tasks(), set(threading.enumerate())

    with pytest.raises(ZeroDivisionError):
        async with app.router.lifespan_context(app):
            pass

    # A driver reports its connection as closed shortly before the thread ends.
    for thread in set(threading.enumerate()) - threads:
        thread.join(PATIENCE_SECONDS)
    assert asyncio.all_tasks() == tasks
    assert set(threading.enumerate()) <= threads


async def test_an_alarm_that_stops_waits_for_what_it_breaks_off() -> None:
    begun, ended = asyncio.Event(), False

    async def wake(match_ids: Sequence[str]) -> None:
        nonlocal ended
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            ended = True

    alarm = Alarm(wake)
    alarm.start()
    alarm.set("match", SystemClock().now())
    await patiently(begun.wait())
    await alarm.stop()

    assert ended


async def test_thousands_of_timers_ring_in_groups_and_only_at_their_last_time() -> None:
    """A timer that is set again, or removed, does not ring at its earlier time."""
    woken: list[Sequence[str]] = []

    async def wake(match_ids: Sequence[str]) -> None:
        woken.append(match_ids)

    now, later = SystemClock().now(), SystemClock().now() + timedelta(hours=1)
    alarm = Alarm(wake)
    alarm.start()
    for number in range(3_000):
        alarm.set(str(number), later)
        alarm.set(str(number), now)
        alarm.set(str(number), [now, later, None][number % 3])
    async with patience():
        while sum(map(len, woken)) < 1_000:  # noqa: ASYNC110  # Nobody tells.
            await asyncio.sleep(0)
    for _ in range(10):
        await asyncio.sleep(0)
    await alarm.stop()

    assert sorted(int(match_id) for some in woken for match_id in some) == list(range(0, 3_000, 3))
    assert max(map(len, woken)) <= 500
