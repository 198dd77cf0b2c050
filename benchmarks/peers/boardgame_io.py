"""Players of boardgame.io, which speaks Socket.IO: a message is `42/NAMESPACE,["EVENT", …]`."""

from __future__ import annotations

import asyncio
import json

from benchmarks.http_load import Connection, ask, connect
from benchmarks.peers.player import Player
from benchmarks.socket_load import open_socket

_PING, _PONG = b"2", b"3"


class _Player(Player):
    def __init__(self, match_id: str, seat: str, credentials: str, *, eager: bool) -> None:
        super().__init__("/socket.io/?EIO=4&transport=websocket", eager=eager)
        self._match_id = match_id
        self._seat = seat
        self._credentials = credentials
        self._casts = 0
        self._awaited = b""

    def take(self, text: bytes) -> None:
        if text == _PING:
            self.say(_PONG)
        else:
            super().take(text)

    def answers(self, text: bytes) -> bool:
        return self._awaited in text

    async def join(self) -> None:
        """Enter the match."""
        self._awaited = b"40/duel,"
        await self.ask(b"40/duel,")
        self._awaited = b'"sync"'
        await self.ask(_message("sync", self._match_id, self._seat, self._credentials, 2))

    def cast(self, spell: bytes) -> asyncio.Future[bytes]:
        self._casts += 1
        # Both players are sent every state; only the own part has the own casts.
        self._awaited = b'"round":%d,' % (self._casts + 1) if self.eager else b'"casts":%d}' % self._casts
        payload = {
            "type": "cast",
            "args": [spell.decode()],
            "playerID": self._seat,
            "credentials": self._credentials,
        }
        return self.ask(
            _message("update", {"type": "MAKE_MOVE", "payload": payload}, self._casts, self._match_id, self._seat)
        )


def _message(*parts: object) -> bytes:
    return b"42/duel," + json.dumps(parts).encode()


async def players(port: int, duels: int, *, eager: bool) -> list[Player]:
    """Return the players of some new duels; those of each are neighbours."""
    lobby = await connect(port)
    seated = [player for _ in range(duels) for player in await _new_duel(lobby, eager=eager)]
    lobby.close()
    for player in seated:
        await open_socket(port, player)
        await player.join()
    return list(seated)


async def _new_duel(lobby: Connection, *, eager: bool) -> list[_Player]:
    terms = {"numPlayers": 2, "setupData": {"eager": eager}}
    match_id = (await ask(lobby, "POST", "/games/duel/create", terms))["matchID"]
    joined = []
    for seat in "01":
        body = {"playerID": seat, "playerName": f"Player {seat}"}
        credentials = (await ask(lobby, "POST", f"/games/duel/{match_id}/join", body))["playerCredentials"]
        joined.append(_Player(match_id, seat, credentials, eager=eager))
    return joined
