"""
Whole rounds of The Apocalypse: nine players submit, then the tenth, which closes the phase, and all ten are told.

Moves are those of a match that was played before, by chance: they are legal in every match in which all make them.
Echoes of the same server take turns with the matches.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Mapping, Sequence
from datetime import UTC, datetime
from statistics import median
from time import perf_counter

from benchmarks.http_load import ask, connect
from benchmarks.peers import moirai
from benchmarks.peers.played import Played
from benchmarks.prepared import Prepared
from benchmarks.processes import Running, pin, running_process, unpin
from benchmarks.report import Row
from benchmarks.socket_load import Asker, open_socket
from engines.kit import SeatId

Moves = Sequence[Mapping[SeatId, object]]
"""The moves of all seats, by phase."""

_TENS = 6
_MATCHES = 6
_ECHO_SECONDS = 1.0
_REST_SECONDS = 0.1
"""For how long the server does what follows from a phase."""


class _Player(Asker):
    """A seat, which is told either that its submission counts, or how the phase ended."""

    def __init__(self, token: str, seat: SeatId) -> None:
        super().__init__("/v1/stream", token)
        self.awaited_texts: tuple[bytes, ...] = ()
        self._seat = seat

    def answers(self, text: bytes) -> bool:
        return any(awaited in text for awaited in self.awaited_texts)

    def submit(self, match_id: str, phase: int, moves: Mapping[SeatId, object]) -> None:
        frame = {"type": "submit", "match_id": match_id, "phase": phase, "move": moves[self._seat]}
        self.say(json.dumps(frame).encode())

    def told(self, *texts: bytes) -> asyncio.Future[bytes]:
        """Return the next frame with one of these texts."""
        self.awaited_texts = texts
        self._reply = asyncio.get_running_loop().create_future()
        return self._reply


def measure(name: str, database: str) -> list[Row]:
    """Play some matches, several at a time."""
    unpin()
    with running_process("benchmarks.moirai_server", database) as server:
        pin(1)
        return asyncio.run(_measure(name, server))


async def _measure(name: str, server: Running) -> list[Row]:
    moves = _played()
    tens = [await _ten(server.port, list(moves[0])) for _ in range(_TENS)]
    echo = Played("echo", "–", server, moirai.echoes)
    await echo.prepare(5 * _TENS, eager=False)
    submitting, closing, latencies = 0.0, 0.0, list[float]()
    for place in range(_MATCHES):
        await echo.play(_ECHO_SECONDS)
        await asyncio.sleep(_REST_SECONDS)
        for phase, submitted in enumerate(moves, start=1):
            began = server.cpu_seconds()
            await asyncio.gather(*(_submit_all_but_one(*ten, place, phase, submitted) for ten in tens))
            between = server.cpu_seconds()
            latencies += await asyncio.gather(*(_close(*ten, place, phase, submitted) for ten in tens))
            await asyncio.sleep(_REST_SECONDS)
            submitting += between - began
            closing += server.cpu_seconds() - between
    rounds, seats = _TENS * _MATCHES * len(moves), len(moves[0])
    a_submission = submitting / rounds / (seats - 1)
    a_close = closing / rounds - a_submission
    ceiling = f"the echo {1e6 * echo.cost:.0f} µs"
    figure, told = f"The Apocalypse, ten sockets, {name}", f"all told: p50 {1000 * median(latencies):.0f} ms"
    costs = {
        "a submission": a_submission,
        "closing a phase": a_close,
        "a move": (submitting + closing) / rounds / seats,
    }
    return [
        Row(f"{figure}: {what}", f"{1e6 * cost:.0f} µs ({told})", ceiling, cost / echo.cost)
        for what, cost in costs.items()
    ]


def _played() -> Moves:
    match, moves = Prepared("apocalypse", "classic", datetime.now(UTC)), list[Mapping[SeatId, object]]()
    while (phase := match.live.state.phase) is not None:
        for seat in phase.seats:
            match.submit(seat)
        moves.append({seat: pending.submitted.move for seat, pending in match.live.state.submissions.items()})
        match.close()
    return moves


async def _ten(port: int, seats: Sequence[SeatId]) -> tuple[list[_Player], list[str]]:
    """Return ten new players and their matches, all of which they follow."""
    lobby = await connect(port)
    tokens = [(await ask(lobby, "POST", "/v1/players", {"name": f"Player {seat}"}))["token"] for seat in seats]
    terms = {"game": "apocalypse", "pace": "eager", "autostart": True, "seats": {seats[0]: {}}}
    match_ids: list[str] = []
    for _ in range(_MATCHES):
        match_ids.append((await ask(lobby, "POST", "/v1/matches", terms, tokens[0]))["match_id"])
        for seat, token in zip(seats[1:], tokens[1:], strict=True):
            await ask(lobby, "PUT", f"/v1/matches/{match_ids[-1]}/seats/{seat}", {}, token)
    lobby.close()
    players = [await open_socket(port, _Player(token, seat)) for seat, token in zip(seats, tokens, strict=True)]
    for player in players:
        for match_id in match_ids:
            player.say(json.dumps({"type": "subscribe", "match_id": match_id}).encode())
            await player.told(b'"phase_opened"')
    return players, match_ids


async def _submit_all_but_one(
    players: Sequence[_Player], match_ids: Sequence[str], place: int, phase: int, moves: Mapping[SeatId, object]
) -> None:
    told: list[Awaitable[bytes]] = []
    for player in players[:-1]:
        told.append(player.told(b'{"type":"submitted"'))
        player.submit(match_ids[place], phase, moves)
    await asyncio.gather(*told)


async def _close(
    players: Sequence[_Player], match_ids: Sequence[str], place: int, phase: int, moves: Mapping[SeatId, object]
) -> float:
    """Submit for the last one; return how long it takes until all know."""
    told = [player.told(b'"phase_opened"', b'"match_ended"') for player in players]
    began = perf_counter()
    players[-1].submit(match_ids[place], phase, moves)
    await asyncio.gather(*told)
    return perf_counter() - began
