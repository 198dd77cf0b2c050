"""Random legal moves that succeed often enough that random matches reach every step of the rules."""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from random import Random
from typing import Final, TypeAlias

from engines.divine_intervention import moves
from engines.divine_intervention.boons import ALTAR_ROOMS, EFFECTS, BoonId
from engines.divine_intervention.data import ELEMENTS, PINK, ROOMS, Mana, Room
from engines.divine_intervention.forms import Offering
from engines.divine_intervention.legality import boon_use, most_foretold, move_type, seats_in
from engines.divine_intervention.outcome import eligible
from engines.divine_intervention.records import RoomState
from engines.divine_intervention.rooms import ROOM_DATA, WILD_INFERNO_FIRE
from engines.divine_intervention.view import DivineInterventionView
from engines.kit import SeatId, not_null

Amounts: TypeAlias = tuple[int, int, int, int]

_EXACT: Final[tuple[Amounts, ...]] = tuple(
    (fire, air, earth, water)
    for pattern in ((1, 0, 0, 0), (1, 1, 1, 0), (5, 0, 0, 0))
    for fire, air, earth, water in sorted(set(permutations(pattern)))
)
"""The offerings that rooms with an exact form can accept."""

_TRIAL_LIMIT: Final = 11
"""Smaller amounts of an element are tried one by one. Few rooms need this much or more; those get all that is left."""

_PAIRS: Final = tuple(combinations(range(len(ELEMENTS)), 2))


def sample(view: DivineInterventionView, random: Random) -> moves.OwnMove:
    """Return a random legal move of the viewer, which must be a seat of the open phase."""
    # Built without validation for speed: bots play whole matches with this, and the view guarantees legal values.
    match move_type(view, not_null(view.phase)):
        case "anoint":
            return moves.AnointMove.model_construct(type="anoint", prophet=_maybe_one_of(view.seats["hell"], random))
        case "decree":
            return _decree(view, random)
        case "devote":
            return _devote(view, random)
        case "raise":
            seats = eligible(not_null(view.result), view.ascenders)
            return moves.RaiseMove.model_construct(type="raise", seat=random.choice(seats))


def _decree(view: DivineInterventionView, random: Random) -> moves.DecreeMove:
    is_final = view.round == view.last_round
    return moves.DecreeMove.model_construct(
        type="decree",
        element=None if is_final else random.choice(not_null(view.elements_allowed)),
        prophet=None if is_final else _maybe_one_of(not_null(view.prophets_left), random),
        bids=_bids(view, random),
        boon=_boon(view, view.held.id, random) if view.held is not None and random.random() < 0.6 else None,
    )


def _bids(view: DivineInterventionView, random: Random) -> dict[BoonId, int]:
    bids: dict[BoonId, int] = {}
    left = not_null(view.piety)
    for boon in not_null(view.offers).get(view.round, ()):
        amount = random.randint(0, min(left, 12))
        if amount and amount not in bids.values():
            bids[boon] = amount
            left -= amount
    return bids


def _boon(view: DivineInterventionView, boon: BoonId, random: Random) -> moves.AnyBoonUse:
    match EFFECTS[boon].range:
        case None:
            value: object = None
        case "room":
            value = random.choice(ROOMS)
        case "altar_room":
            value = random.choice(ALTAR_ROOMS)
        case "element":
            value = random.choice(ELEMENTS)
        case "shaman" | "other_deity":
            value = random.choice(seats_in(view, EFFECTS[boon]))
        case "rooms_of_all":
            value = random.randint(0, min(most_foretold(view), 6))
    return boon_use(view, boon, value)


def _devote(view: DivineInterventionView, random: Random) -> moves.DevoteMove:
    prays = view.round < view.last_round and random.random() < 0.9
    return moves.DevoteMove.model_construct(
        type="devote",
        pray=random.choice(view.seats["heaven"]) if prays else None,
        rituals=tuple(_rituals(view, random)) if view.round > 0 else (),
    )


def _rituals(view: DivineInterventionView, random: Random) -> Iterator[moves.RitualEntry]:
    """Return rituals for some unlocked rooms with little more mana than needed, and rarely one for a locked room."""
    states = not_null(view.room_states)
    start = not_null(view.mana)
    left = list(start.amounts)
    rooms = [room for room, state in states.items() if random.random() < _ritual_probability(room, state)]
    random.shuffle(rooms)
    is_tamed = any(notice["boon"] == "tamed_inferno" for notice in view.notices)
    for room in rooms[: random.randint(1, 4)]:
        if not any(left):
            return
        fire = _fire_of_inferno(view, left) if is_tamed else WILD_INFERNO_FIRE
        offering = _offering(room, view.round, start, left, fire, random)
        if offering is not None:
            fire, air, earth, water = offering
            left = [held - amount for held, amount in zip(left, offering, strict=True)]
            yield moves.RitualEntry.model_construct(room=room, fire=fire, air=air, earth=earth, water=water)


def _fire_of_inferno(view: DivineInterventionView, left: list[int]) -> int:
    """Return the fire to offer in room H once tamed: all that is left if a pack, whose numbers are secret, is used."""
    if view.options.pack is None:
        return EFFECTS["tamed_inferno"].numbers["fire"].value
    return max(1, left[ELEMENTS.index("fire")])


def _ritual_probability(room: Room, state: RoomState) -> float:
    """Return the probability of a ritual in a room; lower for pink rooms, where rivals prevent each other."""
    if state == "unlocked":
        return 0.4 if room in PINK else 1
    return 0.05 if state == "locked" else 0


def _offering(
    room: Room, round_: int, start: Mana, left: list[int], inferno_fire: int, random: Random
) -> Amounts | None:
    """Return mana that meets the room's form, and little more, from the mana left; None if none is found."""
    form, secret = ROOM_DATA[room].form, random.choice(ELEMENTS)

    def meets(amounts: Amounts) -> bool:
        return form(Offering(Mana(*amounts), round_, start, secret, inferno_fire))

    for amounts in _candidates(left, random):
        if meets(amounts):
            return _trim(amounts, meets, random)
    return None


def _trim(amounts: Amounts, meets: Callable[[Amounts], bool], random: Random) -> Amounts:
    """Reduce each element in turn to the smallest sufficient amount."""
    trimmed = list(amounts)
    for index in random.sample(range(len(ELEMENTS)), len(ELEMENTS)):
        most = trimmed[index]
        for amount in range(min(most, _TRIAL_LIMIT)):
            trimmed[index] = amount
            fire, air, earth, water = trimmed
            if meets((fire, air, earth, water)):
                break
        else:
            trimmed[index] = most
    fire, air, earth, water = trimmed
    return fire, air, earth, water


def _maybe_one_of(seats: tuple[SeatId, ...], random: Random) -> SeatId | None:
    return random.choice(seats) if seats and random.random() < 0.7 else None


def _candidates(left: list[int], random: Random) -> Iterator[Amounts]:
    """Return the offerings to try: all mana left, all of two elements, and the small exact offerings."""
    fire, air, earth, water = left
    yield fire, air, earth, water
    for kept in random.sample(_PAIRS, len(_PAIRS)):
        fire, air, earth, water = (amount if index in kept else 0 for index, amount in enumerate(left))
        yield fire, air, earth, water
    fire, air, earth, water = left
    for exact in random.sample(_EXACT, len(_EXACT)):
        if exact[0] <= fire and exact[1] <= air and exact[2] <= earth and exact[3] <= water:
            yield exact
