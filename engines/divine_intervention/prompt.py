"""Prompts: the JSON Schema of a seat's move, made only from its own view."""

from engines.divine_intervention.boons import ALTAR_ROOMS, EFFECTS, BoonId, Range
from engines.divine_intervention.data import ELEMENTS, ROOMS
from engines.divine_intervention.legality import most_foretold, move_type, seats_in
from engines.divine_intervention.outcome import eligible
from engines.divine_intervention.view import DivineInterventionView
from engines.kit import DIALECT, JsonSchema, move_of, not_null, object_of, one_of, optional


def prompt(view: DivineInterventionView) -> JsonSchema | None:
    """
    Return the schema of the viewer's move.

    It cannot express that bids differ and their sum is limited, nor that rituals are for different rooms, each have
    some mana, and together are limited by the mana held.
    """
    if view.phase is None or view.viewer not in view.phase.seats:
        return None
    match move_type(view, view.phase):
        case "anoint":
            move = move_of("anoint", {"prophet": optional(view.seats["hell"])})
        case "decree":
            move = _decree(view)
        case "devote":
            move = _devote(view)
        case "raise":
            move = move_of("raise", {"seat": one_of(eligible(not_null(view.result), view.ascenders))}, "seat")
    return {**DIALECT, **move}


def _decree(view: DivineInterventionView) -> JsonSchema:
    is_final = view.round == view.last_round
    offered = not_null(view.offers).get(view.round, ())
    bid: JsonSchema = {"type": "integer", "minimum": 0, "maximum": not_null(view.piety)}
    properties: JsonSchema = {
        "element": {"const": None} if is_final else one_of(not_null(view.elements_allowed)),
        "prophet": optional(() if is_final else not_null(view.prophets_left)),
        "bids": object_of(dict.fromkeys(offered, bid)),
        "boon": {"const": None} if view.held is None else {"oneOf": [{"const": None}, _boon(view, view.held.id)]},
    }
    return move_of("decree", properties, *(() if is_final else ("element",)))


def _boon(view: DivineInterventionView, boon: BoonId) -> JsonSchema:
    effect = EFFECTS[boon]
    if effect.range is None or effect.parameter is None:
        return object_of({"id": {"const": boon}}, "id")
    ranges: dict[Range, JsonSchema] = {
        "room": one_of(ROOMS),
        "altar_room": one_of(ALTAR_ROOMS),
        "element": one_of(ELEMENTS),
        "shaman": one_of(seats_in(view, effect)),
        "other_deity": one_of(seats_in(view, effect)),
        "rooms_of_all": {"type": "integer", "minimum": 0, "maximum": most_foretold(view)},
    }
    return object_of({"id": {"const": boon}, effect.parameter: ranges[effect.range]}, "id", effect.parameter)


def _devote(view: DivineInterventionView) -> JsonSchema:
    rooms_left = [room for room in ROOMS if room not in not_null(view.completed)]
    mana = not_null(view.mana)
    amounts: JsonSchema = {
        element: {"type": "integer", "minimum": 0, "maximum": held, "default": 0}
        for element, held in zip(ELEMENTS, mana.amounts, strict=True)
    }
    properties: JsonSchema = {
        "pray": optional(() if view.round == view.last_round else view.seats["heaven"]),
        "rituals": {
            "type": "array",
            "items": object_of({"room": one_of(rooms_left), **amounts}, "room"),
            # Each ritual needs a different room and at least 1 mana.
            "maxItems": 0 if view.round == 0 else min(len(rooms_left), sum(mana.amounts)),
        },
    }
    return move_of("devote", properties)
