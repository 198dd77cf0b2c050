"""Prompts: the schema of a seat's legal moves, and a random legal move."""

from collections.abc import Sequence
from random import Random

from pydantic import JsonValue

from engines.apocalypse.choices import Mover, assignments, legal_targets, mover
from engines.apocalypse.data import CHOICES, PAIRS, TAKES, Pair, Part
from engines.apocalypse.moves import CardPlay, PlayMove
from engines.apocalypse.view import ApocalypseView
from engines.kit import DIALECT, REALMS, JsonSchema, Realm, SeatId, move_of, not_null, object_of, one_of


def prompt(view: ApocalypseView) -> JsonSchema | None:
    """
    Return the schema of the viewer's move, with one branch for each pair and each combination of its abilities.

    `check` accepts every move that is valid against it. Such a move is canonical, except for the order of targets and
    missing AB choices.
    """
    asked = mover(view)
    if asked is None:
        return None
    defs: dict[str, JsonValue] = {}
    branches: list[JsonValue] = []
    for pair in asked.pairs_left:
        for parts in assignments(asked, pair):
            items: list[JsonValue] = [{"$ref": f"#/$defs/{_define(defs, asked, part)}"} for part in parts]
            branches.append({"prefixItems": items})
    plays: JsonSchema = {"type": "array", "minItems": 2, "maxItems": 2, "oneOf": branches}
    if asked.phase == "opening":
        plays["not"] = _same_target_twice(asked)
    choices: JsonSchema = {seat: one_of(CHOICES) for seat in asked.opened}
    ab: JsonSchema = {"type": "object", "properties": choices, "additionalProperties": False}
    return {**DIALECT, **move_of("play", {"plays": plays, "ab": ab}, "plays"), "$defs": defs}


def sample(view: ApocalypseView, random: Random) -> PlayMove:
    """Return a random legal move of the viewer, with uniform choices of pair, abilities, targets and AB choices."""
    asked = not_null(mover(view))
    first, second = random.choice(assignments(asked, random.choice(asked.pairs_left)))
    # Built without validation for speed: bots play whole matches with this, and the view guarantees legal values.
    one = _sample_card(asked, random, first, taken=())
    two = _sample_card(asked, random, second, taken=one.targets)
    choices = {seat: random.choice(CHOICES) for seat in asked.opened}
    return PlayMove.model_construct(type="play", plays=(one, two), ab=choices)


def _define(defs: dict[str, JsonValue], asked: Mover, part: Part) -> str:
    """Add the schema of one part of a move to `defs`, and return its name there."""
    name = f"{part.card}_{part.ability}{'_twice' if part.targets > TAKES[part.card, part.ability].targets else ''}"
    if name not in defs:
        required = ["card", "ability"]
        if part.kind is not None:
            required.append("targets")
        if part.guesses != "none":
            required.append("guesses")
        properties: JsonSchema = {
            "card": {"const": part.card},
            "ability": {"const": part.ability},
            "targets": _targets(defs, asked, part),
            "guesses": _guesses(defs, asked, part),
        }
        defs[name] = object_of(properties, *required)
    return name


def _targets(defs: dict[str, JsonValue], asked: Mover, part: Part) -> JsonSchema:
    if part.kind is None:
        return {"const": []}
    name = f"{part.kind}_{part.targets}"
    schema: JsonSchema = {"type": "array", "minItems": part.targets, "maxItems": part.targets}
    if part.kind == "each_realm":
        schema["prefixItems"] = [one_of(_of_realm(asked, realm)) for realm in REALMS]
    else:
        schema["items"] = one_of(legal_targets(asked, part.kind))
        if part.targets > 1:
            schema["uniqueItems"] = True
    defs[name] = schema
    return {"$ref": f"#/$defs/{name}"}


def _guesses(defs: dict[str, JsonValue], asked: Mover, part: Part) -> JsonSchema:
    if part.guesses == "none":
        return {"const": {}}
    defs["pair"] = one_of(PAIRS)
    others = asked.others()
    count: JsonSchema = {"required": [*others]} if part.guesses == "all" else {"minProperties": 1, "maxProperties": 1}
    properties: JsonSchema = {seat: {"$ref": "#/$defs/pair"} for seat in others}
    return {"type": "object", "properties": properties, "additionalProperties": False, **count}


def _same_target_twice(asked: Mover) -> JsonSchema:
    """Return the schema of two cards with the same target, which is not allowed in the opening."""
    twice: list[JsonValue] = [{"items": {"properties": {"targets": {"const": [seat]}}}} for seat in asked.targets_left]
    return {"anyOf": twice}


def _sample_card(asked: Mover, random: Random, part: Part, taken: Sequence[str]) -> CardPlay:
    """Return a part of a move with random guesses and random targets that are not in `taken`."""
    targets: tuple[str, ...] = ()
    guesses: dict[SeatId, Pair] = {}
    if part.kind == "each_realm":
        targets = tuple([random.choice(_of_realm(asked, realm)) for realm in REALMS])
    elif part.kind is not None:
        free = [target for target in legal_targets(asked, part.kind) if target not in taken]
        picked = random.sample(free, part.targets)
        targets = tuple([target for target in free if target in picked])
    if part.guesses != "none":
        about = asked.others() if part.guesses == "all" else [random.choice(asked.others())]
        guesses = {seat: random.choice(PAIRS) for seat in about}
    return CardPlay.model_construct(card=part.card, ability=part.ability, targets=targets, guesses=guesses)


def _of_realm(asked: Mover, realm: Realm) -> list[SeatId]:
    """Return the other seats of a realm."""
    return [seat for seat in asked.realms.by_realm[realm] if seat != asked.seat]
