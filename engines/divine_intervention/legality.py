"""The legality of moves, checked only against the seat's own view. Prompts are in `prompt.py`."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NoReturn, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from engines.divine_intervention import codes, moves
from engines.divine_intervention.boons import ALTAR_ROOMS, EFFECTS, BoonId, EffectData
from engines.divine_intervention.data import ELEMENT_BY_NAME, ELEMENTS, ROOM_BY_NAME, ROOMS, Element, Room
from engines.divine_intervention.outcome import eligible
from engines.divine_intervention.view import DivineInterventionView
from engines.kit import Phase, SeatId, join_names, not_null, pointer_to, read_move, refuse, seat_id

_Amount: TypeAlias = Annotated[int, Field(ge=0)]


class _Raw(BaseModel):
    """A move as it was sent: missing fields are null, and names are not checked yet."""

    model_config = ConfigDict(extra="forbid")


class _RawAnoint(_Raw):
    type: Literal["anoint"]
    prophet: str | None = None


class _RawDecree(_Raw):
    type: Literal["decree"]
    element: str | None = None
    prophet: str | None = None
    bids: dict[str, _Amount] | None = None
    # The allowed fields depend on the boon.
    boon: dict[str, Any] | None = None


class _RawRitual(_Raw):
    room: str
    fire: _Amount = 0
    air: _Amount = 0
    earth: _Amount = 0
    water: _Amount = 0

    @property
    def amounts(self) -> tuple[int, int, int, int]:
        return self.fire, self.air, self.earth, self.water


class _RawDevote(_Raw):
    type: Literal["devote"]
    pray: str | None = None
    rituals: list[_RawRitual] | None = None


class _RawRaise(_Raw):
    type: Literal["raise"]
    seat: str


def check(view: DivineInterventionView, move: JsonValue) -> moves.OwnMove:
    """
    Check a move and return it in canonical form.

    Raises:
        IllegalMoveError: With the first error of section 3 that applies.
    """
    if view.over:
        refuse(codes.MATCH_OVER, "The match is over. It accepts no more moves.")
    if view.viewer not in view.options.realms.realm:
        refuse(codes.UNKNOWN_SEAT, "Only the seats of the match can submit moves.")
    phase = view.phase
    if phase is None or view.viewer not in phase.seats:
        refuse(codes.NOT_YOUR_TURN, "You have nothing to submit in this phase.")
    wanted = move_type(view, phase)
    if not isinstance(move, dict):
        refuse(codes.MALFORMED_MOVE, "A move is a JSON object.")
    type_ = move.get("type")
    if not isinstance(type_, str):
        refuse(codes.MALFORMED_MOVE, f'The `type` of this move must be the string "{wanted}".', "/type")
    if type_ != wanted:
        refuse(codes.WRONG_MOVE_TYPE, f'This phase needs a move of type "{wanted}".', "/type")
    match wanted:
        case "anoint":
            return _check_anoint(view, read_move(_RawAnoint, move, codes.MALFORMED_MOVE))
        case "decree":
            return _check_decree(view, read_move(_RawDecree, move, codes.MALFORMED_MOVE))
        case "devote":
            return _check_devote(view, read_move(_RawDevote, move, codes.MALFORMED_MOVE))
        case "raise":
            return _check_raise(view, read_move(_RawRaise, move, codes.MALFORMED_MOVE))


def move_type(view: DivineInterventionView, phase: Phase) -> Literal["anoint", "decree", "devote", "raise"]:
    """Return the type of move that a seat of the phase can submit."""
    match phase.name:
        case "anointing":
            return "anoint"
        case "ascension":
            return "raise"
        case _:
            return "decree" if view.options.realms.realm[SeatId(view.viewer)] == "heaven" else "devote"


def seats_in(view: DivineInterventionView, effect: EffectData) -> tuple[SeatId, ...]:
    """Return the seats on which the viewer can use a boon."""
    seats = view.seats
    if effect.range == "shaman":
        return seats["hell"]
    return tuple(seat for seat in seats["heaven"] if seat != view.viewer) if effect.range == "other_deity" else ()


def most_foretold(view: DivineInterventionView) -> int:
    """Return the maximum number for Prophecy: every room completed by every shaman."""
    return len(ROOMS) * len(view.seats["hell"])


def _check_anoint(view: DivineInterventionView, raw: _RawAnoint) -> moves.AnointMove:
    return moves.AnointMove(
        type="anoint", prophet=None if raw.prophet is None else _shaman(view, raw.prophet, "prophet")
    )


def _check_decree(view: DivineInterventionView, raw: _RawDecree) -> moves.DecreeMove:
    if raw.boon is not None and not isinstance(raw.boon.get("id"), str):
        refuse(codes.MALFORMED_MOVE, "A boon is an object with a string `id`.", "/boon/id")
    return moves.DecreeMove(
        type="decree",
        element=_check_element(view, raw.element),
        prophet=_check_prophet(view, raw.prophet),
        bids=_check_bids(view, raw.bids or {}),
        boon=None if raw.boon is None else _check_boon(view, raw.boon),
    )


def _check_element(view: DivineInterventionView, name: str | None) -> Element | None:
    if view.round == view.last_round:
        if name is not None:
            refuse(codes.NO_ELEMENT_THIS_ROUND, "The final round pays no mana. Omit the element.", "/element")
        return None
    allowed = not_null(view.elements_allowed)
    choice = f"choose one of {', '.join(allowed)}"
    if name is None:
        refuse(codes.ELEMENT_REQUIRED, f"A deity must choose an element in each round: {choice}.", "/element")
    element = ELEMENT_BY_NAME.get(name)
    if element is None:
        refuse(codes.UNKNOWN_ELEMENT, f"There is no such element: {choice}.", "/element")
    if element not in allowed:
        refuse(codes.ELEMENT_REPEATED, f"You chose {element} in the previous round: {choice}.", "/element")
    return element


def _check_prophet(view: DivineInterventionView, name: str | None) -> SeatId | None:
    if name is None:
        return None
    if view.round == view.last_round:
        refuse(codes.NO_PROPHET_THIS_ROUND, "This is the final round. Omit the prophet.", "/prophet")
    prophet = _shaman(view, name, "prophet")
    left = not_null(view.prophets_left)
    if prophet not in left:
        refuse(
            codes.PROPHET_REPEATED,
            f"{prophet} has already been your prophet; {f'left are {join_names(left)}' if left else 'nobody is left'}.",
            "/prophet",
        )
    return prophet


def _check_bids(view: DivineInterventionView, bids: Mapping[str, int]) -> dict[BoonId, int]:
    offered = not_null(view.offers).get(view.round, ())
    if bids and not offered:
        refuse(codes.NO_AUCTION_THIS_ROUND, "There is no auction in this round. Omit the bids.", "/bids")
    for name in bids:
        if name not in offered:
            refuse(
                codes.BOON_NOT_OFFERED,
                f"This boon is not offered. The boons on offer are {join_names(offered)}.",
                pointer_to("bids", name),
            )
    by_amount: dict[int, str] = {}
    for name, amount in bids.items():
        if amount > 0 and by_amount.setdefault(amount, name) != name:
            refuse(
                codes.EQUAL_BIDS,
                f"You already bid the same amount for {by_amount[amount]}. Bid another amount.",
                pointer_to("bids", name),
            )
    held, total = not_null(view.piety), sum(bids.values())
    if total > held:
        refuse(codes.NOT_ENOUGH_PIETY, f"Your bids add up to more than your {held} piety.", "/bids")
    return {boon: bids[boon] for boon in offered if bids.get(boon)}


def _check_boon(view: DivineInterventionView, raw: Mapping[str, Any]) -> moves.AnyBoonUse:
    """Check the fields of a boon in the order sent; a missing field is reported last."""
    held = view.held
    if held is None or not held.first_round <= view.round <= held.last_round:
        refuse(codes.BOON_NOT_HELD, "You do not hold a boon. Omit it.", "/boon/id")
    if raw["id"] != held.id:
        refuse(codes.BOON_NOT_HELD, f"You do not hold this boon. You hold {held.id}.", "/boon/id")
    parameter = EFFECTS[held.id].parameter
    for name in raw:
        if name not in ("id", parameter):
            refuse(codes.BAD_BOON_PARAMETER, f"{held.id} accepts {_form_of(held.id)}.", pointer_to("boon", name))
    return boon_use(view, held.id, raw.get(parameter) if parameter else None)


def boon_use(view: DivineInterventionView, boon: BoonId, value: object) -> moves.AnyBoonUse:
    """Return the use of a boon with this parameter, which is None for boons without a parameter."""
    match EFFECTS[boon].range:
        case None:
            return moves.BoonUse(id=boon)
        case "room" | "altar_room" as range_:
            rooms = ROOMS if range_ == "room" else ALTAR_ROOMS
            if not isinstance(value, str) or value not in rooms:
                _refuse_parameter(boon, f"one of the rooms {' '.join(rooms)}")
            return moves.BoonOnRoom(id=boon, room=ROOM_BY_NAME[value])
        case "element":
            if not isinstance(value, str) or value not in ELEMENT_BY_NAME:
                _refuse_parameter(boon, f"one of {', '.join(ELEMENTS)}")
            return moves.BoonOnElement(id=boon, element=ELEMENT_BY_NAME[value])
        case "shaman" | "other_deity":
            seats = seats_in(view, EFFECTS[boon])
            if not isinstance(value, str) or value not in seats:
                _refuse_parameter(boon, f"one of {join_names(seats)}")
            return moves.BoonOnSeat(id=boon, seat=seat_id(value))
        case "rooms_of_all":
            most = most_foretold(view)
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
                _refuse_parameter(boon, f"a whole number from 0 to {most}")
            return moves.BoonWithNumber(id=boon, number=value)


def _check_devote(view: DivineInterventionView, raw: _RawDevote) -> moves.DevoteMove:
    pray = None if raw.pray is None else _check_prayer(view, raw.pray)
    return moves.DevoteMove(type="devote", pray=pray, rituals=_check_rituals(view, raw.rituals or []))


def _check_prayer(view: DivineInterventionView, name: str) -> SeatId:
    if view.round == view.last_round:
        refuse(codes.NO_PRAYER_THIS_ROUND, "Shamans cannot pray in the final round.", "/pray")
    deity = seat_id(name)
    if deity not in view.seats["heaven"]:
        refuse(
            codes.NOT_A_DEITY, f"This seat is not a deity. The deities are {join_names(view.seats['heaven'])}.", "/pray"
        )
    return deity


def _check_rituals(view: DivineInterventionView, raw: list[_RawRitual]) -> tuple[moves.RitualEntry, ...]:
    if raw and view.round == 0:
        refuse(codes.NO_RITUALS_THIS_ROUND, "There are no rituals in round 0, because nobody has mana.", "/rituals")
    completed = not_null(view.completed)
    rooms: list[Room] = []
    for index, ritual in enumerate(raw):
        room = ROOM_BY_NAME.get(ritual.room)
        at = f"/rituals/{index}/room"
        if room is None:
            refuse(codes.UNKNOWN_ROOM, "There is no such room. The rooms are A to Y.", at)
        if room in rooms:
            refuse(codes.DUPLICATE_ROOM, f"Room {room} already has a ritual. A room can have only one.", at)
        if room in completed:
            refuse(codes.ROOM_ALREADY_COMPLETED, f"You already completed room {room} in round {completed[room]}.", at)
        if not any(ritual.amounts):
            refuse(codes.EMPTY_RITUAL, f"The ritual in room {room} has no mana.", f"/rituals/{index}")
        rooms.append(room)
    for element, held in zip(ELEMENTS, not_null(view.mana).amounts, strict=True):
        needed = sum(getattr(ritual, element) for ritual in raw)
        if needed > held:
            refuse(
                codes.NOT_ENOUGH_MANA,
                f"The rituals need more {element} than the {held} that you have.",
                "/rituals",
            )
    return tuple(
        moves.RitualEntry(room=room, fire=ritual.fire, air=ritual.air, earth=ritual.earth, water=ritual.water)
        for room, ritual in zip(rooms, raw, strict=True)
    )


def _check_raise(view: DivineInterventionView, raw: _RawRaise) -> moves.RaiseMove:
    seats = eligible(not_null(view.result), view.ascenders)
    seat = seat_id(raw.seat)
    if seat not in seats:
        refuse(codes.NOT_ELIGIBLE, f"This seat cannot be raised. Choose one of {join_names(seats)}.", "/seat")
    return moves.RaiseMove(type="raise", seat=seat)


def _shaman(view: DivineInterventionView, name: str, field: str) -> SeatId:
    seat = seat_id(name)
    if seat not in view.seats["hell"]:
        refuse(
            codes.NOT_A_SHAMAN,
            f"This seat is not a shaman. The shamans are {join_names(view.seats['hell'])}.",
            f"/{field}",
        )
    return seat


def _refuse_parameter(boon: BoonId, wanted: str) -> NoReturn:
    parameter = EFFECTS[boon].parameter
    refuse(codes.BAD_BOON_PARAMETER, f"The `{parameter}` of {boon} must be {wanted}.", f"/boon/{parameter}")


def _form_of(boon: BoonId) -> str:
    parameter = EFFECTS[boon].parameter
    return "no field but `id`" if parameter is None else f"only `id` and `{parameter}`"
