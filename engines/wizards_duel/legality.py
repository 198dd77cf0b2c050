"""The legality of moves, checked only against the seat's own view."""

from random import Random
from typing import Final

from pydantic import JsonValue

from engines import kit
from engines.wizards_duel import codes, data
from engines.wizards_duel.moves import CastMove, CharmMove, DaybreakMove, DraftMove, Move
from engines.wizards_duel.versions import Rules
from engines.wizards_duel.view import WizardsDuelView

# All possible moves, built once: choosing one is a look-up without validation.
_DRAFTS: Final[dict[str, DraftMove]] = {item: DraftMove(type="draft", item=item) for item in data.ITEMS}
_CASTS: Final[dict[str, CastMove]] = {spell.id: CastMove(type="cast", spell=spell.id) for spell in data.SPELLS.values()}
_CHARMS: Final[dict[str | None, CharmMove]] = {
    None: CharmMove(type="charm", spell=None),
    **{spell.id: CharmMove(type="charm", spell=spell.id) for spell in data.SPELLS.values()},
}
_DAYBREAKS: Final = {use: DaybreakMove(type="daybreak", use=use) for use in (False, True)}

_FIELDS: Final = {"draft": "item", "cast": "spell", "charm": "spell", "daybreak": "use"}
"""The only field of each type of move. A move is submitted in the phase with the name of its type."""


def legal_items(view: WizardsDuelView) -> list[data.Item]:
    """Return the items without an owner, in item order."""
    return [item for item in data.ITEMS if view.items[item] is None]


def legal_casts(view: WizardsDuelView) -> list[data.Spell]:
    """Return the spells that the viewer, a seat, can cast."""
    seat = kit.SeatId(view.viewer)
    banned = view.pending[seat].banned
    spells = data.castable(view.hands[seat].possible, banned)
    if view.wisdom_left and view.items[data.ATHENAS_WISDOM] == seat and banned != data.WISDOM:
        spells.append(data.WISDOM)
    return spells


def legal_charms(view: WizardsDuelView, rules: Rules) -> list[data.Spell]:
    """Return the spells that a Charm can name; naming none is also legal."""
    if view.options.variant not in rules.charms_anything:
        return [spell for spell in view.pool if spell not in data.CHARM_FORBIDDEN]
    wisdom = view.wisdom_left and view.items[data.ATHENAS_WISDOM] is not None
    return [*view.pool, data.WISDOM] if wisdom else list(view.pool)


def check(view: WizardsDuelView, move: JsonValue, rules: Rules) -> Move:
    """
    Check a move by a version of the rules and return it in canonical form.

    Raises:
        IllegalMoveError: With the first check of section 4 that fails.
    """
    if view.outcome is not None:
        kit.refuse(codes.MATCH_OVER, "The match is over. It accepts no more moves.")
    if view.viewer not in data.SEATS:
        kit.refuse(codes.UNKNOWN_SEAT, "Only the seats a and b can submit moves.")
    kind, fields = kit.read_type(move, codes.MALFORMED_MOVE)
    if kind not in _FIELDS:
        kit.refuse(codes.UNKNOWN_MOVE_TYPE, f"There is no such move. The types are {', '.join(_FIELDS)}.", "/type")
    phase = view.phase
    if phase is None or phase.name != kind:
        kit.refuse(codes.WRONG_PHASE, f"A {kind} move belongs to the phase {kind}, but {_standing(phase)}.", "/type")
    if view.viewer not in phase.seats:
        kit.refuse(codes.NOT_YOUR_PHASE, f"In this phase, only {' and '.join(phase.seats)} can move.")
    value = _field(kind, fields)
    if kind == "draft":
        return _check_draft(view, str(value))
    if kind == "cast":
        return _check_cast(view, data.spell_named(str(value), view.theme))
    if kind == "charm":
        return _check_charm(view, None if value is None else data.spell_named(str(value), view.theme), rules)
    return _DAYBREAKS[bool(value)]


def prompt(view: WizardsDuelView, rules: Rules) -> kit.JsonSchema | None:
    """Return the schema of the viewer's move. It accepts exactly the moves that `check` returns."""
    phase = view.phase
    if phase is None or view.outcome is not None or view.viewer not in phase.seats:
        return None
    value: kit.JsonSchema
    match phase.name:
        case "draft":
            value = kit.one_of(legal_items(view))
        case "cast":
            value = kit.one_of(legal_casts(view))
        case "charm":
            value = kit.optional(legal_charms(view, rules))
        case _:
            value = {"type": "boolean"}
    field = _FIELDS[phase.name]
    required = () if phase.name == "charm" else (field,)
    return {**kit.DIALECT, **kit.move_of(phase.name, {field: value}, *required)}


def sample(view: WizardsDuelView, random: Random, rules: Rules) -> Move:
    """Return a random legal move of the viewer; all are equally likely."""
    match kit.not_null(view.phase).name:
        case "draft":
            return _DRAFTS[random.choice(legal_items(view))]
        case "cast":
            return _CASTS[random.choice(legal_casts(view))]
        case "charm":
            return _CHARMS[random.choice([None, *legal_charms(view, rules)])]
        case _:
            return _DAYBREAKS[random.random() < 0.5]


def _field(kind: str, move: dict[str, JsonValue]) -> str | bool | None:
    """Check a move's type and that it has no other fields, and return its only field."""
    name = _FIELDS[kind]
    if name not in move and kind != "charm":
        kit.refuse(codes.MALFORMED_MOVE, f"A {kind} move needs the field `{name}`.", f"/{name}")
    value = move.get(name)
    if kind == "daybreak":
        if not isinstance(value, bool):
            kit.refuse(codes.MALFORMED_MOVE, "`use` must be true or false.", "/use")
    elif not isinstance(value, str) and not (kind == "charm" and value is None):
        kit.refuse(codes.MALFORMED_MOVE, f"`{name}` must be a string.", f"/{name}")
    if not move.keys() <= {"type", name}:
        kit.refuse(codes.MALFORMED_MOVE, f"A {kind} move has no fields but `type` and `{name}`.")
    return value


def _check_draft(view: WizardsDuelView, item: str) -> DraftMove:
    if item not in _DRAFTS:
        kit.refuse(codes.UNKNOWN_ITEM, f"There is no such item. The items are {', '.join(data.ITEMS)}.", "/item")
    draft = _DRAFTS[item]
    if view.items[draft.item] is not None:
        kit.refuse(
            codes.ITEM_TAKEN, f"{item} already has an owner. Free items are {', '.join(legal_items(view))}.", "/item"
        )
    return draft


def _check_cast(view: WizardsDuelView, spell: str) -> CastMove:
    seat = kit.SeatId(view.viewer)
    legal = legal_casts(view)
    if spell in legal:
        return _CASTS[spell]
    choice = f"You may cast {', '.join(legal)}."
    if spell == data.WISDOM:
        if view.items[data.ATHENAS_WISDOM] != seat:
            kit.refuse(codes.WISDOM_NOT_YOURS, f"Only the owner of Athena's Wisdom can cast w. {choice}", "/spell")
        if view.wisdom_left:
            kit.refuse(codes.SPELL_BANNED, f"A Charm forbids w this round. {choice}", "/spell")
        kit.refuse(codes.WISDOM_SPENT, f"w was already cast, and works only once in a match. {choice}", "/spell")
    if spell not in view.pool:
        kit.refuse(codes.UNKNOWN_SPELL, f"There is no such spell. {choice}", "/spell")
    if spell not in view.hands[seat].possible:
        kit.refuse(codes.SPELL_NOT_IN_HAND, f"{spell} is not in your hand. {choice}", "/spell")
    raise kit.IllegalMoveError(codes.SPELL_BANNED, f"A Charm forbids {spell} this round. {choice}", "/spell")


def _check_charm(view: WizardsDuelView, spell: str | None, rules: Rules) -> CharmMove:
    legal = legal_charms(view, rules)
    if spell is None or spell in legal:
        return _CHARMS[spell]
    choice = f"{', '.join(legal)}, or null."
    if spell in data.CHARM_FORBIDDEN and view.options.variant not in rules.charms_anything:
        kit.refuse(codes.CHARM_FORBIDDEN_SPELL, f"A Charm cannot forbid {spell}, only {choice}", "/spell")
    raise kit.IllegalMoveError(codes.UNKNOWN_SPELL, f"There is no such spell. Choose {choice}", "/spell")


def _standing(phase: kit.Phase | None) -> str:
    return "no phase is open" if phase is None else f"{phase.name} is open"
