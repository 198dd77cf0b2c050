"""
The effects of boons: one small function for each id.

Ritual boons act before the rituals, resource boons after them. Each boon is used at most once in a match, so the order
rarely matters; but Conversion must come before the other resource boons, and Harvest before Drought.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from engines.divine_intervention.boons import BoonId, Kind
from engines.divine_intervention.data import PINK, mana_of
from engines.divine_intervention.facts import AltarGranted, InfernoTamed, KeyGranted, RoadGranted
from engines.divine_intervention.moves import BoonOnElement, BoonOnRoom, BoonOnSeat, BoonWithNumber
from engines.divine_intervention.turn import Turn, Use, Ward

Effect: TypeAlias = Callable[[Turn, Use], None]


def act(turn: Turn, kind: Kind) -> None:
    """Apply the effects of all boons of one kind that are used in this round."""
    for use in turn.uses:
        if use.boon.effect.kind == kind:
            is_denied = use.boon.effect.needs_worship and turn.is_final
            carry_out = _DENIED.get(use.id) if is_denied else ACTIONS[use.id]
            if carry_out is not None:
                carry_out(turn, use)
            if use.id not in turn.own:
                turn.notify_user(use, turn.notice(use))


def pay_inferno(turn: Turn) -> None:
    """Pay the deity that tamed the inferno for each completion of room H. In later rounds, notify it only of a gain."""
    tamer = turn.truth.inferno
    if tamer is None:
        return
    boon = turn.boons["tamed_inferno"]
    piety = boon.numbers["piety"] * sum("H" in rooms for rooms in turn.completed.values())
    turn.gained[tamer] += piety
    turn.brought["tamed_inferno"] += piety
    if piety and "tamed_inferno" not in turn.own:
        turn.own["tamed_inferno"] = {"round": turn.round, "boon": "tamed_inferno"}


def _skeleton_key(turn: Turn, use: Use) -> None:
    room, flock = _room(use).room, turn.flock(use.user)
    turn.resolution.address(KeyGranted(room, flock))
    turn.notify(use, {**turn.notice(use), "room": room})


def _pilgrims_road(turn: Turn, use: Use) -> None:
    until = min(turn.round + use.number("rounds") - 1, turn.truth.options.last_round)
    flock = turn.flock(use.user)
    turn.resolution.address(RoadGranted(until, flock))
    turn.notify(use, {**turn.notice(use), "until": until})


def _sealed_door(turn: Turn, use: Use) -> None:
    room = _room(use).room
    turn.seals[room] = Ward(use, frozenset(turn.flock(use.user)))
    turn.notify(use, {**turn.notice(use), "room": room})


def _tamed_inferno(turn: Turn, use: Use) -> None:
    turn.resolution.address(InfernoTamed(use.user))
    turn.notify(use, turn.notice(use))


def _plain_altar(turn: Turn, use: Use) -> None:
    room, flock = _room(use).room, turn.flock(use.user)
    turn.resolution.address(AltarGranted(room, flock))
    turn.notify(use, {**turn.notice(use), "room": room})


def _harmony(turn: Turn, use: Use) -> None:
    turn.harmony = frozenset(turn.flock(use.user))
    turn.notify(use, turn.notice(use))


def _eclipse(turn: Turn, use: Use) -> None:
    element = _element(use).element
    turn.eclipses[element] = Ward(use, frozenset(turn.flock(use.user)))
    turn.notify(use, {**turn.notice(use), "element": element})


def _conversion(turn: Turn, use: Use) -> None:
    shaman = _seat(use).seat
    converted = turn.prayed[shaman] not in (None, use.user)
    if converted:
        turn.follows[shaman] = use.user
        turn.notify(use, {**turn.notice(use), "deity": use.user})
    turn.notify_user(use, {**turn.notice(use), "converted": converted})


def _not_converted(turn: Turn, use: Use) -> None:
    turn.notify_user(use, {**turn.notice(use), "converted": False})


def _revelation(turn: Turn, use: Use) -> None:
    element, flock = turn.truth.secret_element, turn.flock(use.user)
    if element is None:
        raise AssertionError("the set-up sets the secret element")
    turn.earn(use, use.number("piety") * len(flock))
    turn.notify(use, {**turn.notice(use), "element": element})
    turn.notify_user(use, {**turn.notice(use), "element": element})


def _harvest(turn: Turn, use: Use) -> None:
    turn.worship[use.user].pool_percents.append(use.number("percent"))


def _second_spring(turn: Turn, use: Use) -> None:
    turn.worship[use.user].extra = mana_of(_element(use).element, use.number("mana"))


def _drought(turn: Turn, use: Use) -> None:
    target = _seat(use).seat
    turn.worship[target].pool_percents.append(use.number("percent"))
    turn.notify(use, turn.notice(use))


def _tithe(turn: Turn, use: Use) -> None:
    # The gain is computed in the worship step, because later boons can still change what it depends on.
    turn.worship[use.user].tithe = use


def _covet(turn: Turn, use: Use) -> None:
    target = _seat(use).seat
    turn.worship[target].coveted = use
    turn.notify(use, turn.notice(use))


def _silenced_prophet(turn: Turn, use: Use) -> None:
    target = _seat(use).seat
    turn.worship[target].silenced = True
    turn.notify(use, turn.notice(use))


def _wrath(turn: Turn, use: Use) -> None:
    prophet = turn.prophet(use.user)
    struck = prophet is not None and turn.follows[prophet] != use.user
    if prophet is not None and struck:
        turn.struck.add(prophet)
        turn.earn(use, use.number("piety"))
        turn.notify(use, {**turn.notice(use), "deity": use.user})
    turn.notify_user(use, {**turn.notice(use), "struck": struck})


def _nobody_struck(turn: Turn, use: Use) -> None:
    turn.notify_user(use, {**turn.notice(use), "struck": False})


def _constancy(turn: Turn, use: Use) -> None:
    prayers = turn.truth.prayers
    constant = [shaman for shaman in turn.flock(use.user) if prayers[shaman].get(turn.round - 1) == use.user]
    turn.earn(use, use.number("piety") * len(constant))


def _all_seeing_eye(turn: Turn, use: Use) -> None:
    turn.earn(use, use.number("piety"))
    turn.notify_user(use, {**turn.notice(use), "prayers": dict(turn.prayed)})


def _prophecy(turn: Turn, use: Use) -> None:
    if not isinstance(use.choice, BoonWithNumber):
        raise _misread(use)
    completed = sum(len(turn.completed[shaman]) for shaman in turn.flock(use.user))
    off_by = abs(completed - use.choice.number)
    turn.earn(use, use.number("exact") if off_by == 0 else use.number("near") if off_by == 1 else 0)


def _last_rites(turn: Turn, use: Use) -> None:
    rooms = [room for shaman in turn.flock(use.user) for room in turn.completed[shaman]]
    turn.earn(use, sum(use.number("pink" if room in PINK else "piety") for room in rooms))


def _judgement(turn: Turn, use: Use) -> None:
    counts = {shaman: len(rooms) for shaman, rooms in turn.completed.items()}
    judged = counts[_seat(use).seat]
    turn.earn(use, use.number("piety") if judged and judged == max(counts.values()) else 0)


def _congregation(turn: Turn, use: Use) -> None:
    faithful = sum(use.user in prayers.values() for prayers in turn.truth.prayers.values())
    turn.earn(use, use.number("piety") * faithful)


def _undying_zeal(turn: Turn, use: Use) -> None:
    turn.zeal[use.user] += use.number("zeal")


ACTIONS: Final[dict[BoonId, Effect]] = {
    "skeleton_key": _skeleton_key,
    "pilgrims_road": _pilgrims_road,
    "sealed_door": _sealed_door,
    "tamed_inferno": _tamed_inferno,
    "plain_altar": _plain_altar,
    "harmony": _harmony,
    "eclipse": _eclipse,
    "conversion": _conversion,
    "revelation": _revelation,
    "harvest": _harvest,
    "second_spring": _second_spring,
    "drought": _drought,
    "tithe": _tithe,
    "covet": _covet,
    "silenced_prophet": _silenced_prophet,
    "wrath": _wrath,
    "constancy": _constancy,
    "all_seeing_eye": _all_seeing_eye,
    "prophecy": _prophecy,
    "last_rites": _last_rites,
    "judgement": _judgement,
    "congregation": _congregation,
    "undying_zeal": _undying_zeal,
}

_DENIED: Final[dict[BoonId, Effect]] = {"conversion": _not_converted, "wrath": _nobody_struck}
"""Notices in the final round, for boons that cannot work then but notify their user whether they worked."""


def _room(use: Use) -> BoonOnRoom:
    if not isinstance(use.choice, BoonOnRoom):
        raise _misread(use)
    return use.choice


def _element(use: Use) -> BoonOnElement:
    if not isinstance(use.choice, BoonOnElement):
        raise _misread(use)
    return use.choice


def _seat(use: Use) -> BoonOnSeat:
    if not isinstance(use.choice, BoonOnSeat):
        raise _misread(use)
    return use.choice


def _misread(use: Use) -> AssertionError:
    return AssertionError(f"a legal use of {use.id} has its parameter")
