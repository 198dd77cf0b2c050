"""
How a bot plays Divine Intervention: as a shaman by search for the rituals that complete most, as a deity by small bids.

What others bid, pray and offer is unknown, so pink rooms, boons and prayers are worth what is expected of them.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from random import Random
from typing import Final

from engines.divine_intervention import moves
from engines.divine_intervention.boons import ALTAR_ROOMS, EFFECTS, BoonId
from engines.divine_intervention.data import ELEMENTS, ROOMS, Mana, Room, neighbours
from engines.divine_intervention.forms import Offering
from engines.divine_intervention.legality import boon_use, move_type, seats_in
from engines.divine_intervention.outcome import eligible
from engines.divine_intervention.rooms import ROOM_DATA
from engines.divine_intervention.view import DivineInterventionView
from engines.kit import not_null

_MOST_MANA: Final = 9
"""Offerings of more mana are not looked for; no room without a boon needs it in the rounds in which it is cheap."""

_BEAM: Final = 80
"""How many of the best choices of rituals are kept while rooms are added to them."""
_OFFERINGS: Final = 6
"""How many of the cheapest offerings are tried in a room."""

_PROBABILITY: Final[dict[Room, float]] = {"A": 0.4, "E": 0.1, "I": 0.6, "O": 0.8, "U": 0.4, "X": 0.25}
"""How likely a ritual that meets its form succeeds, where that depends on others or on chance."""
_SAVED: Final = 0.03
"""What one mana is worth that is left for the next round."""
_OPENS: Final = 0.1
"""What each incomplete neighbour of a room adds to its worth, since completing it helps to open them."""

_PIETY: Final[dict[BoonId, float]] = {
    "tithe": 5,
    "constancy": 2,
    "prophecy": 3,
    "wrath": 3,
    "all_seeing_eye": 2,
    "revelation": 2.5,
    "covet": 4,
    "conversion": 4,
    "congregation": 6,
    "last_rites": 2,
    "judgement": 2,
    "undying_zeal": 1,
}
"""The piety that a boon is expected to bring, the losses of others included in part."""
_BIDS: Final = 0.5
"""The share of a boon's worth that is bid for it."""
_FORETOLD: Final = 2


def choose(view: DivineInterventionView, random: Random) -> moves.OwnMove:
    """Return the move of the viewer, a seat of the open phase."""
    match move_type(view, not_null(view.phase)):
        case "anoint":
            return moves.AnointMove(type="anoint", prophet=random.choice(view.seats["hell"]))
        case "decree":
            return _decree(view, random)
        case "devote":
            return _devote(view, random)
        case "raise":
            return moves.RaiseMove(type="raise", seat=eligible(not_null(view.result), view.ascenders)[0])


# Deities


def _decree(view: DivineInterventionView, random: Random) -> moves.DecreeMove:
    is_final = view.round == view.last_round
    left = not_null(view.prophets_left)
    return moves.DecreeMove(
        type="decree",
        element=None if is_final else random.choice(not_null(view.elements_allowed)),
        prophet=random.choice(left) if left and not is_final else None,
        bids=_bids(view),
        boon=None if view.held is None else _use(view, view.held.id, random),
    )


def _bids(view: DivineInterventionView) -> dict[BoonId, int]:
    """Return a bid for each boon that brings piety: a share of what it is worth, and all different."""
    bids: dict[BoonId, int] = {}
    left = not_null(view.piety)
    for boon in sorted(not_null(view.offers).get(view.round, ()), key=lambda boon: -_PIETY.get(boon, 0)):
        bid = min(left, round(_PIETY.get(boon, 0) * _BIDS))
        while bid in bids.values():
            bid -= 1
        if bid > 0:
            bids[boon] = bid
            left -= bid
    return bids


def _use(view: DivineInterventionView, boon: BoonId, random: Random) -> moves.AnyBoonUse:
    value: object
    match EFFECTS[boon].range:
        case None:
            value = None
        case "room":
            value = random.choice(ROOMS)
        case "altar_room":
            value = random.choice(ALTAR_ROOMS)
        case "element":
            value = random.choice(ELEMENTS)
        case "shaman" | "other_deity":
            value = random.choice(seats_in(view, EFFECTS[boon]))
        case "rooms_of_all":
            value = _FORETOLD
    return boon_use(view, boon, value)


# Shamans


def _devote(view: DivineInterventionView, random: Random) -> moves.DevoteMove:
    prays = view.round < view.last_round
    chosen_by = not_null(view.prophet_of)
    deity = random.choice(chosen_by or view.seats["heaven"])
    return moves.DevoteMove(
        type="devote",
        pray=deity if prays else None,
        rituals=_rituals(view, random) if view.round > 0 else (),
    )


def _rituals(view: DivineInterventionView, random: Random) -> tuple[moves.RitualEntry, ...]:
    """Return the rituals that together are expected to complete most, and then to cost least."""
    held = not_null(view.mana).amounts
    best: list[tuple[float, tuple[int, ...], tuple[tuple[Room, Mana], ...]]] = [(0.0, held, ())]
    rooms = [room for room, state in not_null(view.room_states).items() if state == "unlocked"]
    random.shuffle(rooms)
    for room in rooms:
        worth = _worth(view, room)
        offerings = [mana for mana in _offerings(view, room, random) if _fits(mana, held)][:_OFFERINGS]
        found = list(best)
        for total, left, chosen in best:
            for mana in offerings:
                if _fits(mana, left):
                    rest = tuple(has - needs for has, needs in zip(left, mana.amounts, strict=True))
                    gain = worth - _SAVED * sum(mana.amounts)
                    found.append((total + gain, rest, (*chosen, (room, mana))))
        best = sorted(found, key=lambda one: -one[0])[:_BEAM]
    return tuple(
        moves.RitualEntry(room=room, fire=mana.fire, air=mana.air, earth=mana.earth, water=mana.water)
        for room, mana in best[0][2]
    )


def _worth(view: DivineInterventionView, room: Room) -> float:
    completed = not_null(view.completed)
    closed = sum(other not in completed for other in neighbours(not_null(view.layout))[room])
    return _PROBABILITY.get(room, 1.0) * (1 + _OPENS * closed)


def _fits(mana: Mana, held: tuple[int, ...]) -> bool:
    return all(needs <= has for needs, has in zip(mana.amounts, held, strict=True))


def _offerings(view: DivineInterventionView, room: Room, random: Random) -> list[Mana]:
    """Return the offerings that a room accepts, the cheapest first; others of the same cost in any order."""
    held = not_null(view.mana)
    match room:
        case "H":
            fire = EFFECTS["tamed_inferno"].numbers["fire"].value
            tamed = any(notice["boon"] == "tamed_inferno" for notice in view.notices)
            return [Mana(fire=fire)] if tamed else []
        case "J":
            return [Mana(earth=held.earth)] if held.earth >= 3 else []
        case "X":
            guesses = [Mana(*amounts) for amounts in ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))]
            return random.sample(guesses, len(guesses))
        case _:
            found = list(_cheapest(room, view.round))
            random.shuffle(found)
            return sorted(found, key=lambda mana: sum(mana.amounts))


@lru_cache(maxsize=512)
def _cheapest(room: Room, round_: int) -> tuple[Mana, ...]:
    """Return the offerings of at most `_MOST_MANA` that a room accepts, without those from which mana can be taken."""
    form = ROOM_DATA[room].form
    found: list[Mana] = []
    for amounts in _AMOUNTS:
        mana = Mana(*amounts)
        if any(_fits(less, amounts) for less in found):
            continue
        if form(Offering(mana, round_, mana, "fire", _MOST_MANA + 1)):
            found.append(mana)
    return tuple(found)


_AMOUNTS: Final = sorted(
    (amounts for amounts in product(range(_MOST_MANA + 1), repeat=len(ELEMENTS)) if 0 < sum(amounts) <= _MOST_MANA),
    key=sum,
)
