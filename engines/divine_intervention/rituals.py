"""Steps 3 and 4 of a round: unlocked rooms and the success of rituals."""

from engines.divine_intervention.boons import BoonId
from engines.divine_intervention.data import NO_MANA, Mana, Room, is_unlocked, neighbours
from engines.divine_intervention.facts import RitualsJudged, Verdict
from engines.divine_intervention.forms import Offering
from engines.divine_intervention.rooms import ROOM_DATA, WILD_INFERNO_FIRE
from engines.divine_intervention.turn import Turn, Ward
from engines.kit import SeatId, record

_INFERNO: BoonId = "tamed_inferno"
_ALTAR: BoonId = "plain_altar"


@record
class _Standing:
    """An entry that completes its room unless rivals prevent it."""

    shaman: SeatId
    mana: Mana


def hold_rituals(turn: Turn) -> None:
    """Judge all rituals of the round. A successful ritual completes its room and spends its mana."""
    standing: dict[Room, list[_Standing]] = {}
    inferno_fire = WILD_INFERNO_FIRE if turn.truth.inferno is None else turn.boons[_INFERNO].numbers["fire"]
    for shaman, devotion in turn.devotions.items():
        verdicts = turn.verdicts[shaman] = {}
        for ritual in devotion.rituals:
            mana = ritual.mana
            seal = _seal_against(turn, shaman, ritual.room)
            if seal is not None:
                turn.earn(seal.use, seal.use.number("piety"))
            failure = "locked" if seal is not None else _failure(turn, shaman, ritual.room, mana, inferno_fire)
            if failure is None:
                standing.setdefault(ritual.room, []).append(_Standing(shaman, mana))
            verdicts[ritual.room] = failure or "completed"
    spent: dict[SeatId, Mana] = {}
    turn.completed = {shaman: [] for shaman in turn.devotions}
    for room, entries in standing.items():
        for entry in entries:
            if _is_beaten(turn, room, entry, entries):
                turn.verdicts[entry.shaman][room] = "rivals"
            else:
                turn.completed[entry.shaman].append(room)
                spent[entry.shaman] = spent.get(entry.shaman, NO_MANA).plus(entry.mana)
    turn.resolution.address(RitualsJudged(turn.round, turn.verdicts, spent))


def _is_unlocked(turn: Turn, shaman: SeatId, room: Room) -> bool:
    truth = turn.truth
    road = truth.roads[shaman]
    return is_unlocked(
        neighbours(truth.options.layout or ())[room],
        truth.completed[shaman],
        has_key=room in truth.keys[shaman],
        on_road=road is not None and turn.round <= road,
    )


def _seal_against(turn: Turn, shaman: SeatId, room: Room) -> Ward | None:
    """Return the seal that locks a room for a shaman for whom it would otherwise be unlocked."""
    seal = turn.seals.get(room)
    if seal is None or shaman in seal.flock or not _is_unlocked(turn, shaman, room):
        return None
    return seal


def _failure(turn: Turn, shaman: SeatId, room: Room, mana: Mana, inferno_fire: int) -> Verdict | None:
    """Return why an entry fails regardless of rivals; None if it does not."""
    truth = turn.truth
    if not _is_unlocked(turn, shaman, room):
        return "locked"
    if any(shaman not in ward.flock and getattr(mana, element) for element, ward in turn.eclipses.items()):
        return "eclipsed"
    secret = truth.secret_element
    if secret is None:
        raise AssertionError("the set-up sets the secret element")
    offering = Offering(mana, turn.round, truth.mana[shaman], secret, inferno_fire)
    on_altar = room in truth.altars[shaman] and offering.total >= turn.boons[_ALTAR].numbers["mana"]
    return None if on_altar or ROOM_DATA[room].form(offering) else "form"


def _is_beaten(turn: Turn, room: Room, entry: _Standing, entries: list[_Standing]) -> bool:
    rival = ROOM_DATA[room].rival
    if rival is None or entry.shaman in turn.harmony:
        return False
    return not rival(entry.mana, [other.mana for other in entries if other is not entry])
