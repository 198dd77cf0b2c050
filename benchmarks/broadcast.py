"""
The time from the reply to the last submission of a round until 1,000 spectators have its result, on sockets of the
match or of its tournament, compared with a bare broadcast of the same bytes. The two take turns.
"""

from __future__ import annotations

import asyncio
import resource
from time import perf_counter
from typing import Any

from benchmarks.http_load import Connection, ask, connect
from benchmarks.processes import pin, running
from benchmarks.report import Row
from benchmarks.socket_load import Listener, all_arrived, listen

Json = Any

_RESULT = b"wizards_duel.round_played"

_LONG = {
    "game": "wizards_duel",
    "variant": "colosseum",
    "options": {"wins_needed": 5, "cast_seconds": 600, "charm_seconds": 600},
}


def measure(database: str, sockets: int, rounds: int) -> list[Row]:
    """Play this many rounds before this many sockets."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 4 * sockets + 1000)), hard))
    # Otherwise the system may move a server, which its writing thread wakes, to the core of the clients.
    pin(0)
    with running("benchmarks.moirai_server", database) as ours, running("benchmarks.bare_broadcast") as bare:
        pin(1)
        measured = [
            (of, *asyncio.run(_measure(ours, bare, sockets, rounds, in_tournament=of == "a tournament")))
            for of in ("a match", "a tournament")
        ]
    return [
        Row(
            figure=f"last reply → {sockets} sockets of {of} have the result, {name}",
            value=f"{_quantile(mine, q):.1f} ms",
            ceiling=f"bare broadcast {_quantile(ceiling, q):.1f} ms",
            ratio=_quantile(mine, q) / _quantile(ceiling, q),
            aim="≤ 1.15",
        )
        for of, mine, ceiling in measured
        for name, q in (("p50", 0.5), ("p99", 0.99))
    ]


async def _measure(
    ours: int, bare: int, sockets: int, rounds: int, *, in_tournament: bool
) -> tuple[list[float], list[float]]:
    connection = await connect(ours)
    duel = await (_Duel.of_tournament if in_tournament else _Duel.create)(connection)
    spectators = await _open(sockets, ours, duel.stream, duel.spectator)
    others = await _open(sockets, bare, "/")
    trigger = await listen(bare, "/")
    mine: list[float] = []
    ceiling: list[float] = []
    for _ in range(rounds):
        answered = await duel.play_round(spectators)
        mine += [max(at - answered, 0) for at in await all_arrived(spectators)]
        _await(others, _RESULT)
        _await([trigger], b"ok")
        trigger.say(spectators[0].text)
        (answered,) = await all_arrived([trigger])
        ceiling += [max(at - answered, 0) for at in await all_arrived(others)]
    for listener in [*spectators, *others, trigger]:
        listener.close()
    connection.close()
    return mine, ceiling


async def _open(count: int, port: int, path: str, token: str | None = None) -> list[Listener]:
    return [await listen(port, path, token) for _ in range(count)]


def _await(listeners: list[Listener], text: bytes) -> None:
    for listener in listeners:
        listener.awaited, listener.arrived = text, None


class _Duel:
    """A long match between two players, which a spectator may watch on the socket `stream`."""

    def __init__(
        self, connection: Connection, match_id: str, seats: dict[str, str], spectator: str, stream: str
    ) -> None:
        self.match_id = match_id
        self.spectator = spectator
        self.stream = stream
        self._connection = connection
        self._seats = seats
        self._last = 0

    @classmethod
    async def create(cls, connection: Connection) -> _Duel:
        players = [await ask(connection, "POST", "/v1/players", {"name": name}) for name in ("Ada", "Bo", "Crowd")]
        ada, bo, crowd = players
        body = {**_LONG, "pace": "eager", "seats": {"a": {}}}
        match_id = (await ask(connection, "POST", "/v1/matches", body, ada["token"]))["match_id"]
        await ask(connection, "PUT", f"/v1/matches/{match_id}/seats/b", {}, bo["token"])
        await ask(connection, "POST", f"/v1/matches/{match_id}/start", None, ada["token"])
        seats = {"a": ada["token"], "b": bo["token"]}
        return cls(connection, match_id, seats, crowd["token"], f"/v1/matches/{match_id}/stream")

    @classmethod
    async def of_tournament(cls, connection: Connection) -> _Duel:
        """Return the only table of a tournament, whose sockets follow all matches."""
        players = [
            await ask(connection, "POST", "/v1/players", {"name": name}) for name in ("Ada", "Bo", "Crowd", "Zoe")
        ]
        ada, bo, crowd, director = players
        body = {"label": "Duels", "system": "round_robin", "match": _LONG}
        tournament_id = (await ask(connection, "POST", "/v1/tournaments", body, director["token"]))["tournament_id"]
        path = f"/v1/tournaments/{tournament_id}"

        async def act(action: str) -> None:
            await ask(connection, "POST", f"{path}/actions", {"type": action}, director["token"])

        await act("open")
        for entrant in (ada, bo):
            await ask(connection, "PUT", f"{path}/entrants/me", {}, entrant["token"])
        await act("pair")
        await act("start_round")
        (table,) = (await ask(connection, "GET", f"{path}/rounds/1", None, director["token"]))["tables"]
        tokens = {"e1": ada["token"], "e2": bo["token"]}
        seats = {seat: tokens[entrant] for seat, entrant in zip("ab", table["entrants"], strict=True)}
        await asyncio.sleep(0.5)  # until the match exists
        return cls(connection, table["match_id"], seats, crowd["token"], f"{path}/stream?matches=all")

    async def play_round(self, spectators: list[Listener]) -> float:
        """Submit for both players until a round is closed; return when its last submission was answered."""
        phase = await self._open_phase(after=self._last)
        while phase["name"] != "cast":
            for seat in phase["may"]:
                await self._submit(seat, phase["number"], {"type": phase["name"]})
            phase = await self._open_phase(after=phase["number"])
        number = self._last = phase["number"]
        await self._cast("a", number)
        spell = (await self._view("b"))["prompt"]["properties"]["spell"]["oneOf"][0]["const"]
        await asyncio.sleep(0.05)  # Wait until everyone has received what came before.
        _await(spectators, _RESULT)
        await self._submit("b", number, {"type": "cast", "spell": spell})
        return perf_counter()

    async def _open_phase(self, after: int) -> Json:
        while (phase := (await self._view("a"))["phase"])["number"] <= after:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        return phase

    async def _cast(self, seat: str, number: int) -> None:
        spell = (await self._view(seat))["prompt"]["properties"]["spell"]["oneOf"][0]["const"]
        await self._submit(seat, number, {"type": "cast", "spell": spell})

    async def _submit(self, seat: str, number: int, move: Json) -> None:
        body = {"phase": number, "move": move}
        await ask(self._connection, "PUT", f"/v1/matches/{self.match_id}/submission", body, self._seats[seat])

    async def _view(self, seat: str) -> Json:
        return await ask(self._connection, "GET", f"/v1/matches/{self.match_id}/view", None, self._seats[seat])


def _quantile(times: list[float], q: float) -> float:
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(q * len(ordered)))]
