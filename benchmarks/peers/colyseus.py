"""Players of Colyseus, whose messages are bytes: a code, and for those of a room a name and a value in MessagePack."""

from __future__ import annotations

import asyncio

from benchmarks.http_load import ask, connect
from benchmarks.peers.player import Player
from benchmarks.socket_load import open_socket

_JOIN_ROOM = b"\x0a"
_ROOM_STATE = b"\x0e"
_ROOM_DATA = b"\x0d"


class _Player(Player):
    opcode = 0x2
    """Binary."""

    def __init__(self, path: str, *, eager: bool) -> None:
        super().__init__(path, eager=eager)
        self._reply_begins = _JOIN_ROOM
        self._joined: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._reply = self._joined

    def answers(self, text: bytes) -> bool:
        return text.startswith(self._reply_begins)

    async def join(self) -> None:
        """Confirm the room, which sends its state then."""
        await self._joined
        self._reply_begins = _ROOM_STATE
        await self.ask(_JOIN_ROOM)
        self._reply_begins = _ROOM_DATA + _text(b"decided" if self.eager else b"submitted")

    def cast(self, spell: bytes) -> asyncio.Future[bytes]:
        return self.ask(_ROOM_DATA + _text(b"cast") + _text(spell))


def _text(text: bytes) -> bytes:
    return bytes([0xA0 | len(text)]) + text


async def players(port: int, duels: int, *, eager: bool) -> list[Player]:
    """Return the players of some new duels; those of each are neighbours."""
    lobby = await connect(port)
    seated: list[Player] = []
    for _ in range(duels):
        room = await ask(lobby, "POST", "/matchmake/create/duel", {"eager": eager})
        seated.append(await _enter(port, room, eager=eager))
        seat = await ask(lobby, "POST", f"/matchmake/joinById/{room['roomId']}", {})
        seated.append(await _enter(port, seat, eager=eager))
    lobby.close()
    return seated


async def _enter(port: int, seat: dict[str, str], *, eager: bool) -> Player:
    path = f"/{seat['processId']}/{seat['roomId']}?sessionId={seat['sessionId']}"
    player = await open_socket(port, _Player(path, eager=eager))
    await player.join()
    return player
