"""
How the time of a call depends on the number of live matches and on the length of a match; neither should increase it.

Many and few take turns, call by call of the same kind, one call at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, cycle
from statistics import median
from time import perf_counter

from benchmarks.http_load import connect, request
from benchmarks.prepared import Prepared, duels, write
from benchmarks.processes import Running, pin, running_process, unpin
from benchmarks.report import Row
from engines.kit import SeatId, seat_id

SLICES = 8
A, B = seat_id("a"), seat_id("b")


@dataclass
class Calls:
    """Calls of one kind, one after another: the seconds each took, and the processor seconds of each slice."""

    server: Running
    supply: Iterator[bytes]
    seconds: list[float] = field(default_factory=list)
    cpu_seconds: list[float] = field(default_factory=list)
    repeats: int = 0

    async def send(self, number: int) -> None:
        """Send this many; all must succeed. On a new connection, because an idle one may have been closed."""
        connection = await connect(self.server.port)
        before = self.server.cpu_seconds()
        for _ in range(number):
            sent = perf_counter()
            reply = await connection.send(next(self.supply))
            self.seconds.append(perf_counter() - sent)
            if not reply.startswith(b"2"):
                raise RuntimeError(reply.decode())
            self.repeats += b'"repeated":true' in reply
        self.cpu_seconds.append((self.server.cpu_seconds() - before) / number)
        connection.close()

    def forget(self) -> None:
        """Discard the measurements so far."""
        self.seconds.clear()
        self.cpu_seconds.clear()
        self.repeats = 0

    def __str__(self) -> str:
        return f"CPU {1000 * median(self.cpu_seconds):.2f} ms, p50 {1000 * median(self.seconds):.2f} ms"


def measure(databases: Sequence[str], matches: int, calls: int) -> list[Row]:
    """Return rows for this many live matches and entries, from this many calls of each kind; in three databases."""
    few, many, long = databases
    return by_matches((few, many), (10, matches), calls) + by_entries(long, matches, calls)


def by_matches(databases: tuple[str, str], matches: tuple[int, int], calls: int) -> list[Row]:
    """Submit and read, alternately in each of few and of many live matches; each number in a separate database."""
    few, many = matches
    groups = [duels(number) for number in matches]
    for database, group in zip(databases, groups, strict=True):
        write(database, group)
    unpin()
    with (
        running_process("benchmarks.moirai_server", databases[0], live_matches=many) as small,
        running_process("benchmarks.moirai_server", databases[1], live_matches=many) as large,
    ):
        pin(1)
        return asyncio.run(_by_matches((small, large), groups, calls, f"with {many:,} live matches", f"{few}: "))


async def _by_matches(
    servers: tuple[Running, Running], groups: Sequence[list[Prepared]], calls: int, name: str, other: str
) -> list[Row]:
    submits = [Calls(server, _submissions(group)) for server, group in zip(servers, groups, strict=True)]
    for side, group in zip(submits, groups, strict=True):
        # Not only in memory but with a timer, like every match in which somebody has played.
        await side.send(len(group))
        side.forget()
    views = [Calls(server, cycle(map(_view, group))) for server, group in zip(servers, groups, strict=True)]
    return [
        await _row(f"submit {name}", other, submits, calls),
        await _row(f"view {name}", other, views, calls),
    ]


def by_entries(database: str, entries: int, calls: int) -> list[Row]:
    """Make every kind of call alternately in matches of ten entries and of many, mostly messages."""
    short, long = [_chatty(10) for _ in range(_CHATTY)], [_chatty(entries) for _ in range(_CHATTY)]
    write(database, short + long)
    unpin()
    with running_process("benchmarks.moirai_server", database) as server:
        pin(1)
        return asyncio.run(_by_entries(server, short, long, calls, f"at entry {entries:,} of a match"))


_CHATTY = 5
_LAST_MESSAGES = "/channels/table/messages?limit=4"


def _chatty(entries: int) -> Prepared:
    """Return a duel with this many entries: every fifth a submission, the others messages."""
    (match,) = duels(1)
    for number in count():
        if len(match.live.entries) >= entries:
            return match
        if number % 5 == 0:
            match.submit(A)
        else:
            match.say((A, B)[number % 2], "table", f"Message {number}, as long as most of them are.")
    raise AssertionError("it counts for ever")


async def _by_entries(server: Running, short: list[Prepared], long: list[Prepared], calls: int, name: str) -> list[Row]:
    looks = [_view(match, seat) for match in [*short, *long] for seat in (A, B)]
    await Calls(server, iter(looks)).send(len(looks))
    said = 2 * 25 * _CHATTY  # A sender may send at most thirty messages a minute.
    kinds: list[tuple[str, Callable[[list[Prepared]], Iterator[bytes]], int]] = [
        ("submit", _submissions, calls),
        ("view", lambda group: cycle([_view(match) for match in group]), calls),
        ("send a message", _messages, said),
        ("read a page of messages", lambda group: cycle([_get(match, _LAST_MESSAGES) for match in group]), calls),
        ("read a page of events", lambda group: cycle([_get(match, _last_events(match)) for match in group]), calls),
    ]
    rows = []
    for kind, supply, number in kinds:
        sides = [Calls(server, supply(group)) for group in (short, long)]
        rows.append(await _row(f"{kind} {name}", "entry 10: ", sides, number))
    return rows


async def _row(figure: str, other: str, sides: list[Calls], calls: int) -> Row:
    """Let the two sides take turns; the second is the figure, the first its reference."""
    for _ in range(SLICES):
        for side in sides:
            await side.send(calls // SLICES)
    few, many = sides
    # A prepared match may already contain the first submission; later ones must all be new.
    assert max(few.repeats, many.repeats) <= _CHATTY
    return Row(
        figure=figure,
        value=str(many),
        ceiling=other + str(few),
        ratio=median(one / other for one, other in zip(many.cpu_seconds, few.cpu_seconds, strict=True)),
        aim="≤ 1.3",
    )


def _submissions(group: list[Prepared]) -> Iterator[bytes]:
    """Yield each match's submission in turn, each different from the previous one."""
    bodies = [{"phase": 1, "move": {"type": "cast", "spell": spell}} for spell in "12345678"]
    for body in cycle(bodies):
        for match in group:
            yield request("PUT", f"/v1/matches/{match.match_id}/submission", body, match.tokens[A])


def _messages(group: list[Prepared]) -> Iterator[bytes]:
    for number in count():
        seat, match = (A, B)[number % 2], group[number % len(group)]
        path = f"/v1/matches/{match.match_id}/channels/table/messages"
        yield request("POST", path, {"text": f"Message {number}."}, match.tokens[seat])


def _view(match: Prepared, seat: SeatId = A) -> bytes:
    return _get(match, "/view", seat)


def _get(match: Prepared, path: str, seat: SeatId = A) -> bytes:
    return request("GET", f"/v1/matches/{match.match_id}{path}", None, match.tokens[seat])


def _last_events(match: Prepared) -> str:
    """Return the last events that existed before any call."""
    return f"/events?limit=5&after={match.live.projection(A).cursor - 5}"
