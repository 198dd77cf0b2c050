"""
Whether the response time reveals that another player is acting, or has just acted.

Each call is timed while an opponent submits: in the same match, or in a similar one. The figure is that of
`benchmarks.timing`: the probability that a call takes longer where it is the same match; 0.5 reveals nothing.

Two cases: during a commit, on a slow disk; and in a process to which the opponent does not submit, right after its
submission, where nobody has a stream.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import cycle
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.http_load import Connection, ask, connect, request
from benchmarks.processes import pin, running, running_process, unpin
from benchmarks.report import Row
from benchmarks.timing import check, slower

Json = Any

COMMIT_MS = 20
"""How long a commit takes on a slow disk."""

_UNDER_WAY_SECONDS = 0.004
"""How long after it was sent a submission is being committed."""

_WARM_UP = 5

_LEGAL = {"phase": 1, "move": {"type": "cast", "spell": "8"}}
_ILLEGAL = {"phase": 1, "move": {"type": "cast", "spell": "?"}}
_LATE = {"phase": 0, "move": {"type": "cast", "spell": "1"}}
_ELSEWHERE = {"type": "close_phase", "phase": 7}

ASKED: dict[str, list[tuple[str, str, str, Json]]] = {
    "seat": [
        ("view", "GET", "/view", None),
        ("page of events", "GET", "/events", None),
        ("illegal move", "PUT", "/submission", _ILLEGAL),
        ("move for a closed phase", "PUT", "/submission", _LATE),
        ("move that stands", "PUT", "/submission", _LEGAL),
        ("legal dry run", "PUT", "/submission?dry_run=true", {"phase": 1, "move": {"type": "cast", "spell": "2"}}),
        ("illegal dry run", "PUT", "/submission?dry_run=true", _ILLEGAL),
        ("withdrawal", "DELETE", "/submission?phase=1", None),
        ("seat taken", "PUT", "/seats/a", {}),
        ("seat left", "DELETE", "/seats/a", None),
        ("start", "POST", "/start", None),
        ("message into another's line", "POST", "/channels/host:b/messages", {"text": "Hello?"}),
    ],
    "spectator": [
        ("view", "GET", "/view", None),
        ("move", "PUT", "/submission", _LEGAL),
        ("withdrawal", "DELETE", "/submission?phase=1", None),
        ("seat taken", "PUT", "/seats/a", {}),
        ("message", "POST", "/channels/table/messages", {"text": "Hello?"}),
        ("host's action", "POST", "/actions", {"type": "resume"}),
    ],
    "host": [
        ("move", "PUT", "/submission", _LEGAL),
        ("start", "POST", "/start", None),
        ("resumption", "POST", "/actions", {"type": "resume"}),
        ("close of another phase", "POST", "/actions", _ELSEWHERE),
        ("unmuting", "POST", "/actions", {"type": "unmute", "seat": "a"}),
    ],
}
"""Calls of each role that are refused or change nothing."""


@dataclass(frozen=True, slots=True)
class _Players:
    """The tokens of the players of both duels, by role, and of the opponent who submits."""

    by_role: dict[str, str]
    opponent: str


def measure(sqlite: str, postgresql: str, answers: int) -> list[Row]:
    """Return one row for each call, from this many replies in each situation."""
    unpin()
    with running("benchmarks.moirai_server", sqlite, str(COMMIT_MS)) as port:
        pin(1)
        rows = asyncio.run(_during_commits(port, answers))
    unpin()
    with ExitStack() as servers:
        ports = [servers.enter_context(running_process("benchmarks.moirai_server", postgresql)).port for _ in range(2)]
        pin(1)
        return rows + asyncio.run(_in_another_process(ports, answers))


async def _during_commits(port: int, answers: int) -> list[Row]:
    asking, doing = await connect(port), await connect(port)
    players, (ours, theirs) = await _two_duels(doing)
    rows = []
    for role, asked in ASKED.items():
        for name, method, path, body in asked:
            probe = request(method, f"/v1/matches/{ours}{path}", body, players.by_role[role])
            times = await _times(asking, doing, probe, players.opponent, ours, theirs, answers, _UNDER_WAY_SECONDS)
            rows.append(_row(f"{role}'s {name}, during a commit of {COMMIT_MS} ms", times))
    asking.close()
    doing.close()
    return rows


async def _in_another_process(ports: Sequence[int], answers: int) -> list[Row]:
    doing, asking = [await connect(port) for port in ports]
    players, (ours, theirs) = await _two_duels(doing)
    for match_id in (ours, theirs):
        await ask(asking, "GET", f"/v1/matches/{match_id}/view", None, players.by_role["seat"])
    rows = []
    for name, method, path, body in ASKED["seat"][:4]:
        probe = request(method, f"/v1/matches/{ours}{path}", body, players.by_role["seat"])
        times = await _times(asking, doing, probe, players.opponent, ours, theirs, answers, None)
        rows.append(_row(f"seat's {name}, in another process right after", times))
    asking.close()
    doing.close()
    return rows


async def _two_duels(connection: Connection) -> tuple[_Players, list[str]]:
    """Create players, and two of their duels, in which seat a has submitted."""
    names = ("Host", "Ada", "Bo", "Zoe")
    host, ada, bo, zoe = [await ask(connection, "POST", "/v1/players", {"name": name}) for name in names]
    match_ids = []
    for _ in range(2):
        terms = {"game": "wizards_duel", "options": {"cast_seconds": 604_800}}
        match_id = (await ask(connection, "POST", "/v1/matches", terms, host["token"]))["match_id"]
        for seat, player in zip("ab", (ada, bo), strict=True):
            await ask(connection, "PUT", f"/v1/matches/{match_id}/seats/{seat}", {}, player["token"])
        await ask(connection, "POST", f"/v1/matches/{match_id}/start", None, host["token"])
        await ask(connection, "PUT", f"/v1/matches/{match_id}/submission", _LEGAL, ada["token"])
        match_ids.append(match_id)
    by_role = {"host": host["token"], "seat": ada["token"], "spectator": zoe["token"]}
    return _Players(by_role, bo["token"]), match_ids


async def _times(
    asking: Connection,
    doing: Connection,
    probe: bytes,
    opponent: str,
    ours: str,
    theirs: str,
    answers: int,
    under_way_seconds: float | None,
) -> tuple[list[float], list[float], list[float]]:
    """
    Return the times of the probe's replies while the opponent submits in the other match, in ours, and in the other
    again.

    The probe is sent this long after the submission; None: once that is answered.
    """
    times: tuple[list[float], list[float], list[float]] = ([], [], [])
    spells = cycle("1234567")
    for number in range(_WARM_UP + answers):
        for match_id, kept in zip((theirs, ours, theirs), times, strict=True):
            move = {"phase": 1, "move": {"type": "cast", "spell": next(spells)}}
            submission = request("PUT", f"/v1/matches/{match_id}/submission", move, opponent)
            submitting = asyncio.create_task(doing.send(submission))
            await (submitting if under_way_seconds is None else asyncio.sleep(under_way_seconds))
            begun = perf_counter()
            reply = await asking.send(probe)
            if number >= _WARM_UP:
                kept.append(perf_counter() - begun)
            check(reply)
            check(await submitting)
    return times


def _row(name: str, times: tuple[list[float], list[float], list[float]]) -> Row:
    other, same, again = times
    return Row(
        figure=f"time of an answer while an opponent submits: {name}",
        value=f"{slower(other, same):.3f}; {1e6 * (median(same) - median(other)):+.0f} µs of {1e6 * median(other):.0f}",
        ceiling=f"{slower(other, again):.3f} for the same twice",
        ratio=median(same) / median(other),
        aim="0.5",
    )
