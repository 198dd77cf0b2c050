"""
Why rituals failed and what they opened, where mana and piety came from, which bid won, and why seats rank first.

A shaman is told success and mana, no reasons. So only those are said that follow from the rules and from what it knows:
a locked room, or mana that does not fit. All else was a boon or a rival, and is not told apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engines.divine_intervention.boons import BoonId
from engines.divine_intervention.data import ELEMENTS, NO_MANA, PINK, Mana, Room, is_unlocked, neighbours
from engines.divine_intervention.facts import (
    DecreeCounted,
    DeityReported,
    DevotionCounted,
    DivineResult,
    PlayEnded,
    ShamanReported,
)
from engines.divine_intervention.forms import Offering
from engines.divine_intervention.rooms import ROOM_DATA, WILD_INFERNO_FIRE
from engines.divine_intervention.view import DivineInterventionView, room_states
from engines.kit import Fact, Named, Part, Reason, because, not_null, player

_UNSURE: Final[tuple[Room, ...]] = ("H", "X")
"""The rooms of which a shaman does not know what they take."""

_ALTAR: Final[BoonId] = "plain_altar"


def explain(before: DivineInterventionView, after: DivineInterventionView, told: Sequence[Fact]) -> list[Reason]:
    """Return why the first of both realms are first, then what explains the viewer's own report."""
    reasons = list[Reason]()
    decrees = {fact.seat: fact for fact in told if isinstance(fact, DecreeCounted)}
    devotions = {fact.seat: fact for fact in told if isinstance(fact, DevotionCounted)}
    for fact in told:
        if isinstance(fact, PlayEnded):
            reasons = [*_winners(fact.result, after.ascenders), *reasons]
        elif isinstance(fact, ShamanReported) and fact.seat == after.viewer:
            reasons += _of_shaman(before, after, fact, devotions[fact.seat])
        elif isinstance(fact, DeityReported) and fact.seat == after.viewer:
            reasons += _of_deity(before, fact, decrees[fact.seat])
    return reasons


def _of_shaman(
    before: DivineInterventionView, after: DivineInterventionView, report: ShamanReported, devoted: DevotionCounted
) -> Iterator[Reason]:
    rituals = {ritual.room: ritual.mana for ritual in devoted.devotion.rituals}
    done = [room for room, succeeded in report.rituals.items() if succeeded]
    for room, succeeded in report.rituals.items():
        if not succeeded:
            yield _failure(before, after, report.round, room, rituals[room])
    opened = tuple(Named("room", room) for room in _opened(before, after))
    if done and opened:
        rooms = tuple(Named("room", room) for room in done)
        yield because("why.opened", len(opened), rooms=rooms, opened=opened)
    held, spent = not_null(before.mana), NO_MANA
    for room in done:
        spent = spent.plus(rituals[room])
    received = report.mana.minus(held).plus(spent)
    prayed = devoted.devotion.pray
    named: dict[str, Part] = {"seat": player(report.seat), "mana": _mana(received)}
    if prayed is not None and report.round < after.last_round:
        yield because("why.prayed", deity=player(prayed), **named)
    elif received != NO_MANA:
        yield because("why.received", **named)


def _failure(
    before: DivineInterventionView, after: DivineInterventionView, round_: int, room: Room, mana: Mana
) -> Reason:
    named = {"room": Named("room", room)}
    # The notices of this round say which boons opened the room in time; what was completed in it did not.
    then = after.model_copy(update={"completed": before.completed})
    states = room_states(then, round_)
    if states is not None and states[room] == "locked":
        around = neighbours(not_null(after.layout))[room]
        missing = tuple(Named("room", other) for other in around if other not in not_null(before.completed))
        return because("why.locked", **named, seat=player(after.viewer), missing=missing)
    has_altar = any(notice["boon"] == _ALTAR and notice.get("room") == room for notice in after.notices)
    if room in _UNSURE or has_altar:
        return because("why.failed", **named)
    offering = Offering(mana, round_, not_null(before.mana), ELEMENTS[0], WILD_INFERNO_FIRE)
    if not ROOM_DATA[room].form(offering):
        return because("why.misfit", **named)
    return because("why.hindered.pink" if room in PINK else "why.hindered", **named)


def _opened(before: DivineInterventionView, after: DivineInterventionView) -> list[Room]:
    """Return the rooms that are open from now on because their neighbours are completed."""
    around, completed = neighbours(not_null(after.layout)), not_null(after.completed)
    return [
        room
        for room, state in (before.room_states or {}).items()
        if state == "locked" and is_unlocked(around.get(room, ()), completed, has_key=False, on_road=False)
    ]


def _of_deity(before: DivineInterventionView, report: DeityReported, counted: DecreeCounted) -> Iterator[Reason]:
    seat = player(report.seat)
    price = 0 if report.won is None else report.won.bid
    held = not_null(before.piety)
    gained = report.piety - held + price
    steps = [because("why.gained", piety=gained)] if gained else []
    if report.won is not None:
        boon = Named("boon", report.won.boon)
        steps.append(because("why.paid", boon=boon, piety=price))
        yield because("why.won_bid", seat=seat, boon=boon, bid=price)
    elif any(counted.decree.bids.values()):
        yield because("why.lost_bids", seat=seat)
    if steps:
        yield because("why.piety", seat=seat, before=held, after=report.piety, steps=tuple(steps))
    if gained and report.round == 0:
        yield because("why.worship", piety=before.options.worshiper_piety)


def _winners(result: DivineResult, ascenders: int) -> list[Reason]:
    first, second = result.heaven[:2]
    amounts: Mapping[str, Part] = {"piety": result.piety[first], "zeal": result.zeal[first]}
    if result.piety[first] > result.piety[second]:
        key = "why.first.piety"
    elif result.zeal[first] > result.zeal[second]:
        key = "why.first.zeal"
    else:
        key = "why.first.earlier"
    ahead = tuple(player(seat) for seat in result.hell[:ascenders])
    return [because(key, seat=player(first), **amounts), because("why.rooms", len(ahead), seats=ahead)]


def _mana(mana: Mana) -> tuple[Reason, ...]:
    amounts = zip(ELEMENTS, mana.amounts, strict=True)
    held = tuple(because("mana", number=amount, element=Named("element", one)) for one, amount in amounts if amount)
    return held or (because("no_mana"),)
