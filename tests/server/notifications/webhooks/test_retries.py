"""What fails is tried again at known times, and in the end given up."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from server.notifications.webhooks.retries import LONGEST_ASKED, PAUSES, SPREAD, next_try
from server.runtime.times import parse_timestamp
from tests.server.notifications.webhooks.target import (
    PATH,
    Targets,
    ada_and_hooked_bo,
    deliveries,
    hooked_world,
    send,
)
from tests.server.world import World

Json = Any

NOW = datetime(2027, 1, 1, tzinfo=UTC)
ONE = {"types": ["match.awaited"]}
HOUR = 3600


class Even(Random):
    """Chance that always takes the middle."""

    def uniform(self, a: float, b: float) -> float:
        return (a + b) / 2


class Most(Random):
    """Chance that always takes the most."""

    def uniform(self, a: float, b: float) -> float:
        return b


def test_the_pauses_are_those_of_the_page() -> None:
    seconds = [0, 5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]

    pauses = [next_try(NOW, tries, None, Even()) for tries in range(1, 11)]

    assert [pause and (pause - NOW).total_seconds() for pause in pauses] == [*seconds[1:], None]


@pytest.mark.parametrize("tries", range(1, len(PAUSES)))
def test_a_pause_is_a_tenth_longer_or_shorter(tries: int) -> None:
    chance = Random(tries)
    pauses = [(next_try(NOW, tries, None, chance) or NOW) - NOW for _ in range(500)]

    assert PAUSES[tries] * (1 - SPREAD) <= min(pauses) < PAUSES[tries] * 0.92
    assert PAUSES[tries] * 1.08 < max(pauses) <= PAUSES[tries] * (1 + SPREAD)


@pytest.mark.parametrize(
    ("asked", "pause"),
    [
        ("120", timedelta(seconds=120)),
        (" 120 ", timedelta(seconds=120)),
        ("1", timedelta(seconds=5)),
        ("9" * 30, LONGEST_ASKED),
        ("Fri, 01 Jan 2027 01:00:00 GMT", timedelta(hours=1)),
        ("Thu, 31 Dec 2026 01:00:00 GMT", timedelta(seconds=5)),
        ("Fri, 01 Jan 2038 01:00:00 GMT", LONGEST_ASKED),
        ("Fri, 01 Jan 2027 01:00:00", timedelta(hours=1)),
        *((junk, timedelta(seconds=5)) for junk in ("", "-5", "soon", "1e9", "\u0663", "120.5", "Fri, 99 Jan 2027")),
    ],
)
def test_retry_after_counts(asked: str, pause: timedelta) -> None:
    assert next_try(NOW, 1, asked, Even()) == NOW + pause


async def test_a_message_is_tried_ten_times_at_the_right_times(hooked: World, targets: Targets) -> None:
    """Each time with the same id and body, its own time, and a signature that fits."""
    hooked.app.state.server.deliverers["webhooks"].channel._chance = Most()
    ada, bo, target, made = await ada_and_hooked_bo(hooked, targets, **ONE)
    target.status = 500
    await hooked.duel(ada, bo)
    began = hooked.clock.now().timestamp()
    await send(hooked)

    for pause in PAUSES[1:]:
        tried = len(target.received)
        await send(hooked, seconds=pause.total_seconds() * 1.1 - 1)
        assert len(target.received) == tried
        await send(hooked, seconds=1)
        assert len(target.received) == tried + 1
    await send(hooked, seconds=48 * HOUR)

    (delivery,) = await deliveries(bo, made["webhook_id"])
    assert len(target.received) == len(PAUSES)
    assert len({each.headers["webhook-id"] for each in target.received}) == 1
    assert len({each.body for each in target.received}) == 1
    assert all(each.is_signed_by(made["secret"]) for each in target.received)
    times = [int(each.headers["webhook-timestamp"]) - began for each in target.received]
    assert times == [pytest.approx(sum(p.total_seconds() for p in PAUSES[: n + 1]) * 1.1, abs=1) for n in range(10)]
    assert (delivery["state"], delivery["tries"], delivery["status"]) == ("failed", 10, 500)
    assert delivery["next_try_at"] is None


@pytest.mark.parametrize(
    ("status", "headers"), [(302, {"Location": "/other"}), (308, {"Location": "/other"}), (404, {})]
)
async def test_only_2xx_is_success_and_redirects_are_not_followed(
    hooked: World, targets: Targets, status: int, headers: dict[str, str]
) -> None:
    ada, bo, target, made = await ada_and_hooked_bo(hooked, targets, **ONE)
    other = targets.target("other")
    target.status, target.headers = status, headers
    await hooked.duel(ada, bo)

    await send(hooked)
    (delivery,) = await deliveries(bo, made["webhook_id"])
    target.status = 299
    await send(hooked, seconds=6)
    (later,) = await deliveries(bo, made["webhook_id"])

    assert (delivery["state"], delivery["status"], delivery["tries"]) == ("waiting", status, 1)
    assert (later["state"], later["status"], later["tries"]) == ("delivered", 299, 2)
    assert other.received == []


async def test_retry_after_of_a_target_counts(hooked: World, targets: Targets) -> None:
    ada, bo, target, _ = await ada_and_hooked_bo(hooked, targets, **ONE)
    target.status, target.headers = 503, {"Retry-After": "600"}
    await hooked.duel(ada, bo)
    await send(hooked)

    await send(hooked, seconds=599)
    early = len(target.received)
    await send(hooked, seconds=1)

    assert (early, len(target.received)) == (1, 2)


async def test_no_answer_is_a_failure(sqlite_url: str, targets: Targets) -> None:
    async with hooked_world(sqlite_url, targets, seconds=0.3) as hooked:
        ada, bo, target, made = await ada_and_hooked_bo(hooked, targets, **ONE)
        target.before_answer = asyncio.Event().wait  # type: ignore[assignment]  # what it returns is not used
        await hooked.duel(ada, bo)
        await send(hooked)
        (delivery,) = await deliveries(bo, made["webhook_id"])

    assert (delivery["state"], delivery["status"], delivery["tries"]) == ("waiting", None, 1)


async def test_410_disables(hooked: World, targets: Targets) -> None:
    ada, bo, target, made = await ada_and_hooked_bo(hooked, targets)
    target.status = 410
    path = f"{PATH}/{made['webhook_id']}"
    await hooked.duel(ada, bo)
    await send(hooked)
    tried = len(target.received)

    await hooked.duel(ada, bo)
    await send(hooked, seconds=HOUR)
    refused = await bo.post(f"{path}/deliveries/1/replay", None, expect=409)
    (shown,) = (await bo.get(PATH))["webhooks"]

    assert len(target.received) == tried
    assert refused["code"] == "webhook_disabled"
    assert shown["disabled_because"] == "gone"
    assert {each["state"] for each in await deliveries(bo, made["webhook_id"])} == {"failed"}

    target.status = 200
    await bo.post(f"{path}/ping", None, expect=202)
    await send(hooked)
    await hooked.duel(ada, bo)
    await send(hooked)

    assert target.types[tried:].count("ping") == 1
    assert target.types[tried:].count("match.awaited") == 1, "what was missed is not told"
    assert (await bo.get(PATH))["webhooks"][0]["disabled_at"] is None


async def test_five_days_of_failure_disable(hooked: World, targets: Targets) -> None:
    ada, bo, target, _ = await ada_and_hooked_bo(hooked, targets, **ONE)
    target.status = 500
    shown = []
    for _ in range(6):
        await hooked.duel(ada, bo)
        await send(hooked)
        shown.append((await bo.get(PATH))["webhooks"][0])
        hooked.clock.advance(24 * HOUR)

    assert [each["disabled_because"] for each in shown] == [None] * 5 + ["failing"]
    failing_since = parse_timestamp(shown[0]["failing_since"])
    assert parse_timestamp(shown[5]["disabled_at"]) - failing_since >= timedelta(days=5)


async def test_a_success_ends_what_has_failed_so_far(hooked: World, targets: Targets) -> None:
    ada, bo, target, _ = await ada_and_hooked_bo(hooked, targets, **ONE)
    for status in (500, 500, 200, 500, 500, 500):
        target.status = status
        hooked.clock.advance(48 * HOUR)  # First: the server may send what the duel tells at once.
        await hooked.duel(ada, bo)
        await send(hooked)

    (shown,) = (await bo.get(PATH))["webhooks"]
    assert shown["disabled_at"] is None


async def test_a_failing_target_gets_one_try_at_a_time(hooked: World, targets: Targets) -> None:
    ada, bo, target, _ = await ada_and_hooked_bo(hooked, targets)
    target.status = 500
    await hooked.duel(ada, bo)
    await send(hooked)

    target.most_under_way = 0
    await send(hooked, seconds=60)

    assert target.most_under_way == 1
