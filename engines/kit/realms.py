"""Heaven and hell: the seats of a game with two realms, and the channels between them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from engines.kit.contract import ChannelOpened, Consequence, Outcome, Seat, SeatId, seat_id

ResultT = TypeVar("ResultT")

Realm: TypeAlias = Literal["heaven", "hell"]

REALMS: Final[tuple[Realm, Realm]] = ("heaven", "hell")


@dataclass(frozen=True, slots=True, eq=False)
class Realms:
    """
    The seats of both realms; get them from `realms_of`.

    `seats` is in the seat order of the rulebooks: heaven by number, then hell by number. `rank` is the index in it.
    """

    by_realm: dict[Realm, tuple[SeatId, ...]]
    seats: tuple[SeatId, ...]
    realm: dict[SeatId, Realm]
    mates: dict[SeatId, tuple[SeatId, ...]]
    opponents: dict[SeatId, tuple[SeatId, ...]]
    rank: dict[SeatId, int]

    def in_order(self, seats: Iterable[SeatId]) -> list[SeatId]:
        """Return these seats in seat order."""
        return sorted(seats, key=self.rank.__getitem__)

    @cache  # noqa: B019  # There is one object for each pair of sizes.
    def seat_records(self) -> tuple[Seat, ...]:
        """Return a `Seat` for each seat, with its realm."""
        return tuple(Seat(seat, realm=self.realm[seat]) for seat in self.seats)


@cache
def realms_of(heaven_size: int, hell_size: int) -> Realms:
    """Return the realms of these sizes, with seats `heaven-1 …` and `hell-1 …`."""
    by_realm: dict[Realm, tuple[SeatId, ...]] = {
        realm: tuple(seat_id(f"{realm}-{number}") for number in range(1, size + 1))
        for realm, size in zip(REALMS, (heaven_size, hell_size), strict=True)
    }
    heaven, hell = by_realm["heaven"], by_realm["hell"]
    seats = heaven + hell
    return Realms(
        by_realm=by_realm,
        seats=seats,
        realm={seat: realm for realm in REALMS for seat in by_realm[realm]},
        mates={seat: tuple(mate for mate in own if mate != seat) for own in (heaven, hell) for seat in own},
        opponents=dict.fromkeys(heaven, hell) | dict.fromkeys(hell, heaven),
        rank={seat: place for place, seat in enumerate(seats)},
    )


def pair_channel(first: SeatId, second: SeatId) -> str:
    """Return the name of the channel of two seats, given in seat order."""
    return f"pair:{first}:{second}"


def talk_in_pair(first: SeatId, second: SeatId) -> ChannelOpened:
    """Return the fact that opens the channel of two seats, given in seat order."""
    return ChannelOpened(pair_channel(first, second), (first, second))


def talk_within(realms: Realms) -> list[ChannelOpened]:
    """Return the facts that open a channel for each realm, named after it, and for each pair of its seats."""
    facts: list[ChannelOpened] = []
    for realm in REALMS:
        seats = realms.by_realm[realm]
        facts.append(ChannelOpened(realm, seats))
        facts += [talk_in_pair(first, second) for first, second in combinations(seats, 2)]
    return facts


def talk_across(realms: Realms) -> list[ChannelOpened]:
    """Return the facts that open a channel for each pair of a seat of heaven and a seat of hell."""
    heaven, hell = realms.by_realm["heaven"], realms.by_realm["hell"]
    return [talk_in_pair(first, second) for first in heaven for second in hell]


def open_across(realms: Realms, channels: Mapping[str, ChannelOpened]) -> list[ChannelOpened]:
    """Return the open channels with members of both realms, in the order in which they were opened."""
    return [opened for opened in channels.values() if len({realms.realm[seat] for seat in opened.members}) > 1]


def by_consequence(kind: Callable[..., ResultT], outcome: Outcome, seats: Iterable[SeatId], **own: object) -> ResultT:
    """
    Return a result record of a game: the rank of each seat, a list of seats for each consequence, and `own`.

    Each list contains the seats with this consequence, in the order of `seats`.
    """
    for name in _consequences_in(kind):
        own[name] = tuple([seat for seat in seats if name in outcome.consequences.get(seat, ())])
    return kind(rank=outcome.rank, **own)


@cache
def _consequences_in(kind: Callable[..., object]) -> tuple[str, ...]:
    return tuple([name for name in inspect.signature(kind).parameters if name in get_args(Consequence)])
