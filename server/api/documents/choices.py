"""One name for each set of choices: pydantic repeats them at every use, and this makes them one schema."""

from __future__ import annotations

import json
import re
from typing import Any, Final, get_args

from engines.apocalypse import data as apocalypse
from engines.divine_intervention import boons
from engines.divine_intervention import data as divine_intervention
from engines.hero_of_the_arena import data as hero_of_the_arena
from engines.hero_of_the_arena import records as arena_records
from engines.kit import LEVELS, Consequence
from engines.threads_of_fate import data as threads_of_fate
from engines.wizards_duel import data as wizards_duel
from engines.wizards_duel import facts as wizards_duel_facts
from server.logs.directing.facts import Pace, Visibility
from server.matches.facts import Sign
from server.matches.lists.summary import MatchStatus


def _abilities() -> str:
    given = ", ".join(f"`{moira.ability}` by {moira.name}" for moira in threads_of_fate.MOIRAI)
    return f"An ability that a Moira gives in Threads of Fate: {given}."


_CHOICES: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "MatchStatus": (
        get_args(MatchStatus),
        "The status of a match: `open` for players, `running`, `paused` by its host, `suspended` by the server, `over` "
        "with an outcome, or `void`.",
    ),
    "Pace": (
        get_args(Pace),
        "`deadline`: phases close at their deadline; `eager`: also when every awaited seat has submitted: the seats in "
        "`must`, or, if `must` is empty, the seats in `may`.",
    ),
    "Visibility": (
        get_args(Visibility),
        "`public`: listed, everyone can watch; `unlisted`: not listed; `private`: only the host and players with a "
        "seat or a reservation.",
    ),
    "Consequence": (
        get_args(Consequence),
        "What the end of a match means for a seat; the rules of the game define it.",
    ),
    "BotLevel": (LEVELS, "How well a bot plays: at `random`, well two times in three, or as well as it can."),
    "Sign": (get_args(Sign), "What a reaction says."),
    "Duelist": (wizards_duel.SEATS, "A seat of Wizard's Duel."),
    "Spell": (get_args(wizards_duel.Spell), "A spell of Wizard's Duel; `w` is cast by Athena's Wisdom."),
    "ShownSpell": (get_args(wizards_duel.Shown), "A spell as others see it: `hidden` in fog."),
    "DuelItem": (get_args(wizards_duel.Item), "An item of Wizard's Duel."),
    "DuelReason": (get_args(wizards_duel_facts.DuelReason), "What decided a duel."),
    "MatchReason": (get_args(wizards_duel_facts.MatchReason), "What decided a match of duels."),
    "ApocalypseCard": (get_args(apocalypse.Card), "A card of The Apocalypse: a horseman."),
    "CardPair": (get_args(apocalypse.Pair), "Two cards of The Apocalypse."),
    "CardAbility": (get_args(apocalypse.Ability), "One of a card's abilities in The Apocalypse."),
    "AbChoice": (get_args(apocalypse.Choice), "A choice in an AB game."),
    "MoiraAbility": (get_args(threads_of_fate.Ability), _abilities()),
    "Element": (get_args(divine_intervention.Element), "An element of Divine Intervention, and its mana."),
    "Room": (get_args(divine_intervention.Room), "A room of the temple in Divine Intervention."),
    "BoonId": (get_args(boons.BoonId), "A boon of Divine Intervention."),
    "HeroAction": (get_args(hero_of_the_arena.Action), "What an effect does in Hero of the Arena."),
    "ArenaDecision": (get_args(arena_records.DecidedBy), "What decided the fight."),
    "HeroAim": (get_args(hero_of_the_arena.Aim), "The possible targets of an item in Hero of the Arena."),
}

CHOICES_FIELD: Final = "x-choices"
"""By which our own packages know the name of choices that only their description names."""

_UNION_WORDS: Final = ("anyOf", "oneOf")


def name_choices(document: dict[str, Any]) -> None:
    """Add the choices to the document's schemas, and replace repeated choices and unions by references."""
    schemas = document["components"]["schemas"]
    for name, (values, description) in _CHOICES.items():
        schemas[name] = {"type": "string", "enum": list(values), "description": description}
    names = {_shape(schema): name for name, schema in schemas.items() if _is_choice(schema)}
    _leave_open(schemas, names)
    for place in (document["paths"], *(schema for name, schema in schemas.items() if name not in names.values())):
        _refer(place, names)
    for name in names.values():  # a union may contain another one
        for word in _UNION_WORDS:
            _refer(schemas[name].get(word, []), names)
    used = json.dumps(document)
    for name in _CHOICES:
        if f'"#/components/schemas/{name}"' not in used:
            del schemas[name]


def _leave_open(place: Any, names: dict[str, str]) -> None:  # noqa: ANN401  # JSON
    """
    Leave out what openapi-generator makes code of that fails.

    Choices in lists by id are texts by a pattern, and a flag that is true where it is present has no constant.
    """
    children = place.values() if isinstance(place, dict) else place if isinstance(place, list) else ()
    for child in children:
        lists = child.get("additionalProperties") if isinstance(child, dict) else None
        if isinstance(lists, dict) and (name := names.get(_shape(lists.get("items", {})))):
            pattern = f"^({'|'.join(map(re.escape, lists['items'].get('enum', [])))})$"
            lists["items"] = {"type": "string", "description": f"A `{name}`.", "pattern": pattern, CHOICES_FIELD: name}
        if isinstance(child, dict) and child.get("type") == "boolean":
            child.pop("const", None)
        _leave_open(child, names)


def _is_choice(schema: Any) -> bool:  # noqa: ANN401  # JSON
    return isinstance(schema, dict) and any(word in schema for word in ("enum", *_UNION_WORDS))


def _shape(schema: dict[str, Any]) -> str:
    """Return what identifies a choice, independent of its description."""
    return json.dumps({word: schema[word] for word in ("enum", *_UNION_WORDS) if word in schema})


def _refer(place: Any, names: dict[str, str]) -> None:  # noqa: ANN401  # JSON
    children = place.values() if isinstance(place, dict) else place if isinstance(place, list) else ()
    for child in children:
        if _is_choice(child) and (name := names.get(_shape(child))):
            for word in ("type", "enum", "discriminator", *_UNION_WORDS):
                child.pop(word, None)
            child["$ref"] = f"#/components/schemas/{name}"
        _refer(child, names)
