"""
Whether response times reveal what the responses do not.

Two situations that look the same to a player take turns, call by call; so does the first once more, as the ceiling. The
figure is the probability that a reply in the second situation takes longer than one in the first: 0.5 reveals nothing,
0 and 1 everything.
"""

from __future__ import annotations

import asyncio
import json
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.http_load import Connection, ask, connect, request
from benchmarks.processes import pin, running, unpin
from benchmarks.report import Row
from server.people.identity.tokens import PREFIX

Json = Any

WARM_UP = 50


@dataclass(frozen=True, slots=True)
class Pair:
    """Two requests of one player whose replies must not differ."""

    figure: str
    one: bytes
    other: bytes


@dataclass(frozen=True, slots=True)
class Duel:
    """A running match with a player in seat a, and one in seat b who acts in secret."""

    match_id: str
    token: str
    opponent: str

    def request(self, method: str, path: str, body: Json = None) -> bytes:
        return request(method, f"/v1/matches/{self.match_id}{path}", body, self.token)


def measure(database: str, answers: int) -> list[Row]:
    """Return one row for each pair, from this many replies in each situation."""
    unpin()
    with running("benchmarks.moirai_server", database) as port:
        pin(1)
        return asyncio.run(_measure(port, answers))


async def _measure(port: int, answers: int) -> list[Row]:
    connection = await connect(port)
    rows = [await _row(connection, pair, answers) for pair in await _pairs(connection)]
    connection.close()
    return rows


async def _pairs(connection: Connection) -> list[Pair]:
    quiet, busy = await _duel(connection), await _duel(connection)
    for spell in "12345678" * 3:
        move = {"phase": 1, "move": {"type": "cast", "spell": spell}}
        await ask(connection, "PUT", f"/v1/matches/{busy.match_id}/submission", move, busy.opponent)
        messages = f"/v1/matches/{busy.match_id}/channels/host:b/messages"
        await ask(connection, "POST", messages, {"text": f"Spell {spell}?"}, busy.opponent)
    stranger = (await ask(connection, "POST", "/v1/players", {"name": "Stranger"}))["token"]
    hidden = await ask(connection, "POST", "/v1/matches", _terms("private"), stranger)
    illegal = {"phase": 1, "move": {"type": "cast", "spell": "?"}}
    late = {"phase": 0, "move": {"type": "cast", "spell": "1"}}
    asked = [
        ("view", "GET", "/view", None),
        ("page of events", "GET", "/events", None),
        ("illegal move", "PUT", "/submission", illegal),
        ("move for a closed phase", "PUT", "/submission", late),
        ("message into another's line", "POST", "/channels/host:b/messages", {"text": "Hello?"}),
    ]
    pairs = [
        Pair(
            f"{name}: the opponent has not moved, or has moved and written",
            quiet.request(method, path, body),
            busy.request(method, path, body),
        )
        for name, method, path, body in asked
    ]
    nothing = "0" * 26
    secret = "x" * 43
    of_a_player, _, _ = quiet.token.partition(".")
    return [
        *pairs,
        Pair(
            "no match, or a private one of others",
            request("GET", f"/v1/matches/{nothing}", None, quiet.token),
            request("GET", f"/v1/matches/{hidden['match_id']}", None, quiet.token),
        ),
        Pair(
            "wrong token: of nobody, or of a player",
            request("GET", "/v1/me", None, f"{PREFIX}{nothing}.{secret}"),
            request("GET", "/v1/me", None, f"{of_a_player}.{secret}"),
        ),
    ]


async def _duel(connection: Connection) -> Duel:
    players = [await ask(connection, "POST", "/v1/players", {"name": name}) for name in ("Ada", "Bo")]
    host = players[0]["token"]
    match = await ask(connection, "POST", "/v1/matches", _terms("public") | {"seats": {"a": {}}}, host)
    await ask(connection, "PUT", f"/v1/matches/{match['match_id']}/seats/b", {}, players[1]["token"])
    await ask(connection, "POST", f"/v1/matches/{match['match_id']}/start", None, host)
    return Duel(match["match_id"], players[0]["token"], players[1]["token"])


def _terms(visibility: str) -> Json:
    return {"game": "wizards_duel", "options": {"cast_seconds": 604_800}, "visibility": visibility}


async def _row(connection: Connection, pair: Pair, answers: int) -> Row:
    """Let the three kinds of calls take turns: the first situation, the second, the first again."""
    times: tuple[list[float], list[float], list[float]] = ([], [], [])
    for number in range(WARM_UP + answers):
        for sent, kept in zip((pair.one, pair.other, pair.one), times, strict=True):
            begun = perf_counter()
            reply = await connection.send(sent)
            if number >= WARM_UP:
                kept.append(perf_counter() - begun)
            check(reply)
    one, other, again = times
    return Row(
        figure=f"time of an answer: {pair.figure}",
        value=f"{slower(one, other):.3f}; {1e6 * (median(other) - median(one)):+.0f} µs of {1e6 * median(one):.0f}",
        ceiling=f"{slower(one, again):.3f} for the same twice",
        ratio=median(other) / median(one),
        aim="0.5",
    )


def check(reply: bytes) -> None:
    """Accept only a reply: no failure, and JSON if anything."""
    if reply.startswith(b"5"):
        raise RuntimeError(reply.decode())
    json.loads(reply[3:] or b"null")


def slower(one: list[float], other: list[float]) -> float:
    """Return the probability that a random one of the others is longer than a random one; ties count half."""
    ordered = sorted(one)
    below = sum(bisect_left(ordered, time) + bisect_right(ordered, time) for time in other)
    return below / 2 / len(one) / len(other)
