"""
One player floods its WebSockets: others are answered, and the memory held for the player is bounded. How long others
wait meanwhile is measured by `make bench attack`.

Without `server.operations.serving.direct_sockets` and the costs of frames, each attack is free and unbounded: others
waited for seconds, or the process grew by hundreds of MB.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.attacks.ground import TIMES, Ground, attacked, in_another_process
from tests.attacks.raw_sockets import CONTINUATION, PING, TEXT, RawSocket, frame, text
from tests.serving import serving
from tests.waiting import PATIENCE_SECONDS

SECONDS: Final = 1.0 * TIMES

HISTORY: Final = 2000
"""The number of events of the match that is replayed."""

MOST_GROWN_BYTES: Final = 40_000_000
"""The memory for the maximum number of connections of a player, and for reading history."""

SOCKETS: Final = 100
"""The maximum number of sockets of a player."""

Attack: TypeAlias = Callable[[tuple[str, int], str, str, float], None]
"""An attack on an address with a token and a match for some seconds, in a separate process."""


def _bursts(address: tuple[str, int], token: str, match_id: str, seconds: float) -> None:
    """Send 12 KB of frames and disconnect before they are answered, repeatedly."""
    round_ = text({"type": "subscribe", "match_id": match_id}) + text({"type": "unsubscribe", "match_id": match_id})
    burst = (round_ + text({"type": "ping"})) * 80
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        attacker = RawSocket.patiently(address, token)
        attacker.send(burst[:12_000], 1)
        attacker.close()


def _subscribing(address: tuple[str, int], token: str, match_id: str, seconds: float) -> None:
    """Subscribe and unsubscribe as fast as accepted, reading every reply."""
    round_ = text({"type": "subscribe", "match_id": match_id}) + text({"type": "unsubscribe", "match_id": match_id})
    RawSocket.patiently(address, token).flood(round_ * 100, seconds)


def _json_pings(address: tuple[str, int], token: str, _: str, seconds: float) -> None:
    RawSocket.patiently(address, token).flood(text({"type": "ping"}) * 2000, seconds)


def _large_frames(address: tuple[str, int], token: str, match_id: str, seconds: float) -> None:
    """Send the frames that take longest to parse."""
    nested = json.loads("[" * 28 + "]" * 28)
    said = {"type": "submit", "phase": 1, "match_id": match_id, "move": [nested] * 1000}
    RawSocket.patiently(address, token).flood(text(said) * 10, seconds)


def _again(address: tuple[str, int], token: str, data: bytes, seconds: float) -> None:
    """Flood with these bytes, on another socket whenever one is closed."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        attacker = RawSocket.patiently(address, token)
        attacker.flood(data, left)
        attacker.close()


def _pings(address: tuple[str, int], token: str, _: str, seconds: float) -> None:
    _again(address, token, frame(PING) * 40_000, seconds)


def _fragments(address: tuple[str, int], token: str, _: str, seconds: float) -> None:
    data = frame(TEXT, b"x", final=False) + frame(CONTINUATION, final=False) * 40_000
    _again(address, token, data, seconds)


def _unread_pongs(address: tuple[str, int], token: str, _: str, seconds: float) -> None:
    until = time.monotonic() + seconds
    attackers = []
    while (left := until - time.monotonic()) > 0:
        attackers.append(RawSocket.patiently(address, token, small=True))
        attackers[-1].send(frame(PING, b"x" * 125) * 100_000, min(left, 1))


def _many_replays(address: tuple[str, int], token: str, match_id: str, seconds: float) -> None:
    """Open the maximum number of sockets and replay the whole history on each; only some of them read it."""
    until = time.monotonic() + seconds
    path = f"/v1/matches/{match_id}/stream"
    attackers = [RawSocket.patiently(address, token, path, small=number % 2 == 0) for number in range(SOCKETS)]
    while time.monotonic() < until:
        for attacker in attackers[1::2]:
            attacker.flood(text({"type": "ping"}), 0.02)


def _handshakes(address: tuple[str, int], _: str, match_id: str, seconds: float) -> None:
    """Connect without a token."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        RawSocket.patiently(address, None, f"/v1/matches/{match_id}/stream").close()


ATTACKS: Final[list[Attack]] = [
    _bursts,
    _subscribing,
    _json_pings,
    _large_frames,
    _pings,
    _fragments,
    _unread_pongs,
    _many_replays,
    _handshakes,
]


@dataclass(frozen=True)
class _Past:
    """A database in which a player has a match with a long history."""

    file: Path
    token: str
    match_id: str

    @asynccontextmanager
    async def attacked(self, folder: Path) -> AsyncIterator[Ground]:
        """Run a server over a copy of it in this folder."""
        async with attacked(f"sqlite:///{shutil.copyfile(self.file, folder / 'moirai.db')}") as ground:
            yield ground


@pytest.fixture(scope="session")
def past(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> _Past:
    file = tmp_path_factory.mktemp("past") / "moirai.db"
    shutil.copyfile(sqlite_template, file)
    token, match_id = asyncio.run(_write(f"sqlite:///{file}"))
    return _Past(file, token, match_id)


async def _write(database: str) -> tuple[str, str]:
    async with serving(database) as (_, url):
        return await _write_history(url)


async def _write_history(url: str) -> tuple[str, str]:
    """Write the history without limits; return a player's token and the match."""
    async with httpx.AsyncClient(base_url=url, timeout=PATIENCE_SECONDS, verify=False) as http:
        token: str = (await http.post("/v1/players", json={"name": "Mallory"})).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        body = {"game": "wizards_duel", "seats": {"a": {}, "b": {"bot": True}}}
        body |= {"options": {"cast_seconds": 86_400}}
        made = await http.post("/v1/matches", json=body, headers=headers)
        assert made.status_code == 201, made.text
        match_id: str = made.json()["match_id"]
        started = await http.post(f"/v1/matches/{match_id}/start", headers=headers)
        assert started.status_code == 200, started.text
    stream = f"{url.replace('http', 'ws', 1)}/v1/stream"
    async with connect(stream, additional_headers=headers, compression=None) as socket:
        await socket.recv()
        for first in range(0, HISTORY, 50):
            for number in range(first, first + 50):
                move = {"type": "cast", "spell": str(1 + number % 2)}
                await socket.send(
                    json.dumps(
                        {"type": "submit", "match_id": match_id, "phase": 1, "move": move, "keep_thinking": True}
                    )
                )
            for _ in range(50):
                assert json.loads(await socket.recv())["type"] == "submitted"
    return token, match_id


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__.strip("_"))
async def test_others_are_answered_while_one_floods(past: _Past, tmp_path: Path, attack: Attack) -> None:
    async with past.attacked(tmp_path) as ground, ground.neighbour() as met:
        attacking = asyncio.create_task(in_another_process(attack, ground.address, past.token, past.match_id, SECONDS))
        before = peak = ground.memory()
        while not attacking.done():
            await asyncio.wait([attacking], timeout=0.05)
            peak = max(peak, ground.memory())
        await attacking
        grown = peak - before

    assert met.refused == []
    assert grown < MOST_GROWN_BYTES


@pytest.mark.parametrize(
    "sent",
    [
        frame(PING) * 65,
        frame(TEXT, b"x", final=False) + frame(CONTINUATION, final=False) * 64,
    ],
    ids=["control frames", "fragments"],
)
async def test_a_client_with_too_many_unpaid_frames_is_told_so(past: _Past, tmp_path: Path, sent: bytes) -> None:
    async with past.attacked(tmp_path) as ground:
        code = await in_another_process(_close_code, ground.address, past.token, sent)

    assert code == 1008


def _close_code(address: tuple[str, int], token: str, sent: bytes) -> int:
    attacker = RawSocket.patiently(address, token)
    attacker.send(sent, 1)
    return attacker.close_code()
