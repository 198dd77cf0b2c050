"""The memory that a server needs for each match, player, socket and stream: measured by adding many of them."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from benchmarks.http_load import connect, request
from benchmarks.prepared import Prepared, duels, write
from benchmarks.processes import Running, running_process, unpin
from benchmarks.report import Row
from benchmarks.socket_load import listen

_LONG_AGO = timedelta(days=400)


def measure(database: str, matches: int, connections: int) -> list[Row]:
    """Return rows for this many fresh matches, fewer long ones, and this many connections of each kind."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * connections + 1000)), hard))
    few = max(1, matches // 10)
    groups = {
        "a duel that has just begun": duels(matches),
        "a duel at its end": _played("wizards_duel", "colosseum", few),
        "a match of ten that has just begun": _apocalypses(few),
        "a match of ten at its end": _played("apocalypse", "classic", few // 4),
    }
    warm = duels(50)
    for group in (warm, *groups.values()):
        write(database, group)
    unpin()
    with running_process("benchmarks.moirai_server", database, live_matches=10 * matches, sweep_seconds=3600) as server:
        return asyncio.run(_measure(server, warm, groups, connections))


async def _measure(
    server: Running, warm: list[Prepared], groups: dict[str, list[Prepared]], connections: int
) -> list[Row]:
    await _send(server, _looks(warm))
    rows: list[Row] = []
    for name, group in groups.items():
        players = [token for match in group for token in match.tokens.values()]
        taken = await _grown(server, lambda tokens=players: _send(server, _introductions(tokens)))  # type: ignore[misc]
        if not rows:
            rows.append(_row("a player whose token was used", taken, len(players)))
        taken = await _grown(server, lambda chosen=group: _send(server, _looks(chosen)))  # type: ignore[misc]
        rows.append(_row(f"{name}, {len(group[0].live.entries)} entries, all seats looking", taken, len(group)))
    path, token = f"/v1/matches/{warm[0].match_id}", next(iter(warm[0].tokens.values()))
    open_now: list[Any] = []

    async def sockets() -> None:
        for _ in range(connections):
            open_now.append(await listen(server.port, f"{path}/stream", token))

    async def streams() -> None:
        sent = request("GET", f"{path}/events", None, token)[:-2] + b"Accept: text/event-stream\r\n\r\n"
        for _ in range(connections):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(sent)
            await reader.readline()
            open_now.append(writer)

    rows.append(_row("an open WebSocket", await _grown(server, sockets), connections))
    rows.append(_row("an open stream of server-sent events", await _grown(server, streams), connections))
    for connection in open_now:
        connection.close()
    return rows


def _played(game: str, variant: str, number: int) -> list[Prepared]:
    matches = [Prepared(game, variant, datetime.now(UTC) - _LONG_AGO) for _ in range(number)]
    for match in matches:
        match.play_out()
    return matches


def _apocalypses(number: int) -> list[Prepared]:
    return [Prepared("apocalypse", "classic", datetime.now(UTC)) for _ in range(number)]


def _looks(matches: Sequence[Prepared]) -> Iterable[bytes]:
    for match in matches:
        for token in match.tokens.values():
            yield request("GET", f"/v1/matches/{match.match_id}/view", None, token)


def _introductions(tokens: Sequence[str]) -> Iterable[bytes]:
    return (request("GET", "/v1/me", None, token) for token in tokens)


async def _send(server: Running, requests: Iterable[bytes]) -> None:
    connection = await connect(server.port)
    for sent in requests:
        reply = await connection.send(sent)
        if not reply.startswith(b"2"):
            raise RuntimeError(reply.decode())
    connection.close()


async def _grown(server: Running, work: Callable[[], Awaitable[None]]) -> int:
    before = server.resident_bytes()
    await work()
    return server.resident_bytes() - before


def _row(what: str, taken: int, number: int) -> Row:
    return Row(f"memory: {what}", f"{taken / number / 1000:.1f} kB")
