"""Heaven and hell: the seats of a game of two realms, and the channels it may open between them."""

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

    `seats` is the rulebooks' seat order: heaven by number, then hell by number. `rank` is a seat's place in it.
    """

    by_realm: dict[Realm, tuple[SeatId, ...]]
    seats: tuple[SeatId, ...]
    realm: dict[SeatId, Realm]
    mates: dict[SeatId, tuple[SeatId, ...]]
    opponents: dict[SeatId, tuple[SeatId, ...]]
    rank: dict[SeatId, int]

    def in_order(self, seats: Iterable[SeatId]) -> list[SeatId]:
        """These seats in seat order."""
        return sorted(seats, key=self.rank.__getitem__)

    def described(self) -> tuple[Seat, ...]:
        """The seats as the contract wants them."""
        return tuple(Seat(seat, realm=self.realm[seat]) for seat in self.seats)


@cache
def realms_of(heaven_size: int, hell_size: int) -> Realms:
    """The realms of these sizes, with seats `heaven-1 …` and `hell-1 …`."""
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
    """The name of the channel of two seats, given in seat order."""
    return f"pair:{first}:{second}"


def talk_in_pair(first: SeatId, second: SeatId) -> ChannelOpened:
    """Let two seats, given in seat order, talk alone."""
    return ChannelOpened(pair_channel(first, second), (first, second))


def talk_within(realms: Realms) -> list[ChannelOpened]:
    """Let each realm talk as a group, in a channel named after it, and in pairs."""
    facts: list[ChannelOpened] = []
    for realm in REALMS:
        seats = realms.by_realm[realm]
        facts.append(ChannelOpened(realm, seats))
        facts += [talk_in_pair(first, second) for first, second in combinations(seats, 2)]
    return facts


def talk_across(realms: Realms) -> list[ChannelOpened]:
    """Let every seat of heaven talk with every seat of hell, in pairs."""
    heaven, hell = realms.by_realm["heaven"], realms.by_realm["hell"]
    return [talk_in_pair(first, second) for first in heaven for second in hell]


def open_across(realms: Realms, channels: Mapping[str, ChannelOpened]) -> list[ChannelOpened]:
    """Those of the open channels whose members are of both realms, the one opened first before the others."""
    return [opened for opened in channels.values() if len({realms.realm[seat] for seat in opened.members}) > 1]


def by_consequence(kind: Callable[..., ResultT], outcome: Outcome, seats: Iterable[SeatId], **own: object) -> ResultT:
    """
    How a match ended, as a record that has the rank of each seat, lists of seats by consequence, and fields of its own.

    Each list has the seats, in their order, that the outcome has the consequence for.
    """
    for name in inspect.signature(kind).parameters:
        if name in get_args(Consequence):
            own[name] = tuple([seat for seat in seats if name in outcome.consequences.get(seat, ())])
    return kind(rank=outcome.rank, **own)
