"""
Repeated reads of the history of long matches: views of earlier events, exported logs, first reads, repeats of late
moves. None of it harms a neighbour (`test_history_costs` tests what it costs the caller, and `make bench attack`
measures how long others wait).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import cycle
from random import Random
from typing import Any, Final

import httpx
import pytest

from benchmarks.prepared import Prepared, duels, write_from_loop
from engines.kit import SPECTATOR, SeatId, seat_id
from tests.attacks.ground import TIMES, attacked, in_another_process, talk
from tests.waiting import PATIENCE_SECONDS, patiently

Json = Any

A, B = seat_id("a"), seat_id("b")

SIDE_BY_SIDE: Final = 16
SECONDS: Final = TIMES


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that an attacker repeats."""

    token: str
    path: str
    body: Json = None
    method: str = ""
    """By default GET, and with a body PUT."""
    headers: Mapping[str, str] = field(default_factory=dict)


def keep_asking(url: str, requests: Sequence[Asked], seconds: float) -> Counter[int]:
    """Make these requests in turn, many in parallel, for `seconds`; return the count of each status."""
    return asyncio.run(_keep_asking(url, requests, seconds))


async def _keep_asking(url: str, requests: Sequence[Asked], seconds: float) -> Counter[int]:
    statuses: Counter[int] = Counter()
    supply, begun = cycle(requests), asyncio.Event()

    async def ask(http: httpx.AsyncClient) -> None:
        while True:
            asked = next(supply)
            method = asked.method or ("GET" if asked.body is None else "PUT")
            known = {"Authorization": f"Bearer {asked.token}"} if asked.token else {}
            async with http.stream(method, asked.path, headers={**asked.headers, **known}, json=asked.body) as reply:
                statuses[reply.status_code] += 1
                if reply.status_code != 429:
                    begun.set()
                async for _ in reply.aiter_raw():
                    pass
            if reply.status_code == 429:
                await asyncio.sleep(0.02)

    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=False) as http:
        asking = [asyncio.create_task(ask(http)) for _ in range(SIDE_BY_SIDE)]
        # A long match is read from its log first, and what is refused beside the first call is answered before it.
        await patiently(begun.wait())
        done, _ = await asyncio.wait(asking, timeout=seconds)
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
    assert not done, "the server broke off a call"
    return statuses


def _ended(messages: int) -> Prepared:
    """Return a voided match with this many messages, so that everyone may read its log."""
    (match,) = duels(1)
    talk(match, messages).void()
    return match


def _just_closed(messages: int) -> Prepared:
    """Return a match with this many messages and then the close of its first phase; the next one waits for players."""
    while True:
        (match,) = duels(1)
        talk(match, messages)
        for seat in (A, B):
            match.submit(seat)
        match.close()
        state = match.live.state
        # Some phases are short: the server would close the next one at once, because its deadline is long past.
        if not state.can_close_early and state.closes_at is not None and state.closes_at > datetime.now(UTC):
            return match


def _get(match: Prepared, token: str, path: str) -> Asked:
    return Asked(token, f"/v1/matches/{match.match_id}{path}")


def _repeat(match: Prepared, seat: SeatId) -> Asked:
    closed = match.live.state.closed
    assert closed is not None
    submitted = closed.submissions[seat].submitted
    return Asked(
        match.tokens[seat],
        f"/v1/matches/{match.match_id}/submission",
        {"phase": closed.phase, "move": submitted.move, "keep_thinking": submitted.keep_thinking},
    )


def _earlier_views(matches: Sequence[Prepared], token: str) -> list[Asked]:
    last = matches[0].live.projection(SPECTATOR).cursor
    cursors = Random(1).sample(range(1, last + 1), 200)
    return [_get(matches[0], token, f"/view?at={cursor}") for cursor in cursors]


def _logs(matches: Sequence[Prepared], token: str) -> list[Asked]:
    return [_get(matches[0], token, "/log")]


def _pages(matches: Sequence[Prepared], token: str) -> list[Asked]:
    return [_get(matches[0], token, f"/events?limit=500&after={after}") for after in range(0, 8000, 500)]


def _first_looks(matches: Sequence[Prepared], token: str) -> list[Asked]:
    return [_get(match, looks, "/view") for match in matches for looks in (token, *match.tokens.values())]


def _repeats(matches: Sequence[Prepared], token: str) -> list[Asked]:
    return [_repeat(matches[0], seat) for seat in (A, B)]


ATTACKS: Final[dict[str, tuple[Callable[[], list[Prepared]], Callable[..., list[Asked]], dict[str, str]]]] = {
    "views of earlier events": (lambda: [_ended(9000)], _earlier_views, {}),
    "exported logs": (lambda: [_ended(9000)], _logs, {}),
    "pages of events": (lambda: [_ended(9000)], _pages, {}),
    # So few matches stay in memory that each is read again from its log.
    "first looks": (lambda: [_ended(1800) for _ in range(5)], _first_looks, {"live_matches": "2"}),
    "repeats of late moves": (lambda: [_just_closed(9000)], _repeats, {}),
}


@pytest.mark.sampled
@pytest.mark.parametrize("attack", ATTACKS)
async def test_reading_long_histories_harms_no_others(database_url: str, attack: str) -> None:
    prepare, ask, settings = ATTACKS[attack]
    matches = prepare()
    await write_from_loop(database_url, matches)
    async with attacked(database_url, **settings) as ground:
        spectator = await ground.guest("Arachne")
        requests = ask(matches, spectator.token)
        async with ground.neighbour() as met:
            before = ground.memory()
            statuses = await in_another_process(keep_asking, ground.url, requests, SECONDS)
        grown = ground.memory() - before

    assert statuses[200] > 0
    assert set(statuses) <= {200, 429}
    assert met.refused == []
    assert grown < 60_000_000


async def test_a_late_repeat_is_known_after_a_restart(database_url: str) -> None:
    """The earlier submission is read from the log, after which thousands of messages follow."""
    match = _just_closed(3000)
    await write_from_loop(database_url, [match])
    asked = _repeat(match, A)
    async with attacked(database_url) as ground, httpx.AsyncClient(base_url=ground.url, verify=False) as http:
        headers = {"Authorization": f"Bearer {asked.token}"}
        other = {**asked.body, "keep_thinking": not asked.body["keep_thinking"]}

        again = await http.put(asked.path, headers=headers, json=asked.body)
        changed = await http.put(asked.path, headers=headers, json=other)

    assert again.status_code == 200, again.text
    assert again.json()["repeated"] is True
    assert changed.json()["code"] == "phase_closed"
