"""Players of Moirai, who follow their matches on the socket on which they play."""

from __future__ import annotations

import asyncio
import json

from benchmarks.http_load import Connection, ask, connect
from benchmarks.peers.player import Player
from benchmarks.socket_load import open_socket

_MATCHES = 12
"""How many matches a pair plays at most, one after the other."""

_ROUNDS = 90
"""The rounds of a match without a winner: nine duels and a last one, of nine rounds each."""

_TERMS = {
    "game": "wizards_duel",
    "options": {"wins_needed": 5, "tied_duel": "draw", "advantage_seat": "b", "cast_seconds": 604_800},
    "seats": {"a": {}},
    "autostart": True,
}


class _Player(Player):
    def __init__(self, token: str, match_ids: list[str], *, eager: bool) -> None:
        super().__init__("/v1/stream", token, eager=eager)
        self._matches = iter(match_ids)
        self._match_id = ""
        self._phase = _ROUNDS if eager else 1
        self._awaited: tuple[bytes, ...] = ()

    def answers(self, text: bytes) -> bool:
        return any(awaited in text for awaited in self._awaited)

    async def join(self, match_ids: list[str]) -> None:
        """Follow the matches."""
        self._awaited = (b'"phase_opened"',)
        for match_id in match_ids:
            await self.ask(json.dumps({"type": "subscribe", "match_id": match_id}).encode())
        self._awaited = (b'"phase_opened"', b'"match_ended"') if self.eager else (b'{"type":"submitted"',)

    def cast(self, spell: bytes) -> asyncio.Future[bytes]:
        if not self._match_id or (self.eager and self._phase == _ROUNDS):
            self._match_id, self._phase = next(self._matches), 0
        self._phase = self._phase + 1 if self.eager else 1
        move = {"type": "cast", "spell": spell.decode()}
        return self.ask(
            json.dumps({"type": "submit", "match_id": self._match_id, "phase": self._phase, "move": move}).encode()
        )


class _Echo(Player):
    """A socket on which every frame is decoded and sent back."""

    def __init__(self, *, eager: bool) -> None:
        super().__init__("/echo", eager=eager)

    def cast(self, spell: bytes) -> asyncio.Future[bytes]:
        return self.ask(json.dumps({"type": "cast", "spell": spell.decode()}).encode())


async def echoes(port: int, duels: int, *, eager: bool) -> list[Player]:
    """Return sockets that are answered without a game, as many as there are players of so many duels."""
    return [await open_socket(port, _Echo(eager=eager)) for _ in range(2 * duels)]


async def players(port: int, duels: int, *, eager: bool) -> list[Player]:
    """Return the players of some new duels; those of each are neighbours."""
    lobby = await connect(port)
    seated: list[Player] = []
    for _ in range(duels):
        tokens = [(await ask(lobby, "POST", "/v1/players", {"name": f"Player {seat}"}))["token"] for seat in "ab"]
        match_ids = [await _new_match(lobby, tokens, eager=eager) for _ in range(_MATCHES if eager else 1)]
        for token in tokens:
            player = await open_socket(port, _Player(token, match_ids, eager=eager))
            await player.join(match_ids)
            seated.append(player)
    lobby.close()
    return seated


async def _new_match(lobby: Connection, tokens: list[str], *, eager: bool) -> str:
    terms = {**_TERMS, "pace": "eager" if eager else "deadline"}
    match_id: str = (await ask(lobby, "POST", "/v1/matches", terms, tokens[0]))["match_id"]
    await ask(lobby, "PUT", f"/v1/matches/{match_id}/seats/b", {}, tokens[1])
    return match_id
