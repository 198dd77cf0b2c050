"""The places of threads: their ids, their ends, and the strands of each seat and pair."""

from dataclasses import dataclass
from functools import cache
from typing import NewType, TypeAlias

from engines.kit import Realms, SeatId, record, seat_id

ThreadId = NewType("ThreadId", str)
"""`<source>><recipient>`, such as `heaven-1>hell-4`."""

Pair: TypeAlias = tuple[SeatId, SeatId]
"""A heaven seat and a hell seat."""


@record
class Strand:
    """The place of a possible thread."""

    source: SeatId
    recipient: SeatId
    pair: Pair


@dataclass(frozen=True, slots=True, eq=False)
class Strands:
    """
    All places of threads between two realms; get them from `strands_of`.

    `by_id`, `ids` and the strands `attached` to a seat are ordered by source, then recipient, both in seat order.
    `pairs` is ordered by heaven number, then hell number.
    """

    by_id: dict[ThreadId, Strand]
    ids: tuple[ThreadId, ...]
    attached: dict[SeatId, tuple[ThreadId, ...]]
    pairs: tuple[Pair, ...]


def thread_id(source: SeatId, recipient: SeatId) -> ThreadId:
    return ThreadId(f"{source}>{recipient}")


def ends_of(thread: ThreadId) -> tuple[SeatId, SeatId]:
    """Return the source and the recipient of a thread."""
    source, _, recipient = thread.partition(">")
    return seat_id(source), seat_id(recipient)


@cache
def strands_of(realms: Realms) -> Strands:
    heaven, hell = realms.by_realm["heaven"], realms.by_realm["hell"]
    by_id = {
        thread_id(source, recipient): Strand(
            source, recipient, (source, recipient) if realms.realm[source] == "heaven" else (recipient, source)
        )
        for source in realms.seats
        for recipient in realms.opponents[source]
    }
    return Strands(
        by_id=by_id,
        ids=tuple(by_id),
        attached={seat: tuple(id_ for id_, strand in by_id.items() if seat in strand.pair) for seat in realms.seats},
        pairs=tuple((angel, demon) for angel in heaven for demon in hell),
    )
