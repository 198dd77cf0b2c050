"""
A search for packs that make large entries, prompts and views: random packs up to their bounds, tried on boards as full
as any match allows, with the moves that produce the largest facts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice, product
from random import Random
from typing import Any, Final, TypeAlias

import orjson
from pydantic import ValidationError

from engines.hero_of_the_arena import data
from engines.hero_of_the_arena.pack import (
    MAX_CARDS,
    MAX_EFFECTS,
    MAX_PERKS,
    HeroEffect,
    HeroItemCard,
    HeroPerk,
    HeroUnitCard,
)
from engines.kit import ENGLISH, BadOptionsError, Chance, SeatId, add_titles, not_null
from tests.engines.hero_of_the_arena.arena import ENGINE, FIRST, SECOND, Arena, Effects
from tests.engines.table import SEED

Json: TypeAlias = dict[str, Any]

LONGEST_ID: Final = 40
LONGEST_NAME: Final = 80
MOST_PERKS_BOUGHT: Final = 3 * 50
"""Three in each of a fighter's turns, if they cost nothing."""

OPTIONS: Final[Json] = {
    "rounds": 50,
    "mana": 6,
    "hand_size": 10,
    "max_coins": 20,
    "shop_size": 10,
    "perk_stale_rounds": 1,
}


@dataclass
class Largest:
    """The largest that were found, in bytes."""

    entry: int = 0
    prompt: int = 0
    titled: int = 0
    view: int = 0
    story_cut: bool = False

    def take_in(self, other: Largest) -> None:
        self.entry = max(self.entry, other.entry)
        self.prompt = max(self.prompt, other.prompt)
        self.titled = max(self.titled, other.titled)
        self.view = max(self.view, other.view)
        self.story_cut = self.story_cut or other.story_cut


@dataclass(frozen=True)
class Genes:
    """
    A compact description of a pack: the effects that its cards use in turn, how many cards there are, and how long
    their ids and names are.

    Of four cards for sale, `items_of_four` are items.
    """

    units: tuple[Json, ...]
    items: tuple[Json, ...]
    perks: tuple[Json, ...]
    shop_cards: int
    perks_in_all: int
    id_length: int
    name_length: int
    items_of_four: int


# Packs


@cache
def effects_for(kind: data.SourceKind) -> tuple[Json, ...]:
    """Return every effect with the largest amounts that a pack may have on this kind of source."""
    found: list[Json] = []
    for on, (do, action) in product(data.ANYWHERE[kind], data.ACTIONS.items()):
        amounts = [9, -9] if action.signed else [9]
        parameters: dict[str, list[Any]] = {
            "amount": amounts if "amount" in action.needs else [None],
            "target": [*action.targets] if "target" in action.needs else [None],
            "whose": [*data.WHOSE] if "whose" in action.needs else [None],
            "cooldown": [1, 9] if "cooldown" in action.needs else [None],
            "until": [None, "combat"] if "until" in action.may_have else [None],
            "adjacent": [None, True] if "adjacent" in action.may_have else [None],
            "per": [None, "own_heroes", "arena"] if "amount" in action.needs else [None],
        }
        for values in product(*parameters.values()):
            given = {key: value for key, value in zip(parameters, values, strict=True) if value is not None}
            effect = {"on": on, "do": do, **given}
            if _may_stand_on(kind, effect):
                found.append(effect)
    return tuple(found)


def _may_stand_on(kind: data.SourceKind, effect: Json) -> bool:
    card: Json = {"id": "x", "name": "x", "text": "", "effects": [effect], "durability": 1, "cost": 0}
    try:
        match kind:
            case "unit":
                HeroUnitCard.model_validate({**card, "kind": "unit", "attack": 0, "hp": 1})
            case "perk":
                HeroPerk.model_validate({"id": "x", "name": "x", "text": "", "effects": [effect], "price": 0})
            case _:
                aim = {"aim": "none", "cooldown": 1} if kind == "item" else {"aim": "any_hero"}
                HeroItemCard.model_validate({**card, "kind": "item", **aim})
    except ValidationError:
        return False
    return bool(HeroEffect.model_validate(effect))


def _effects(kind: data.SourceKind, random: Random) -> Effects:
    most = random.randint(0, MAX_EFFECTS)
    effects = [random.choice(effects_for(kind)) for _ in range(most)]
    moves = [effect for effect in effects if effect["do"] == "move"]
    return [effect for effect in effects if effect["do"] != "move" or effect is moves[0]]


def _unit(random: Random) -> Json:
    return {
        "kind": "unit",
        "cost": 0,
        "attack": random.choice([0, 1, 999]),
        "hp": random.choice([1, 9, 999]),
        "durability": random.choice([1, 999]),
        "effects": _effects("unit", random),
    }


def _item(random: Random) -> Json:
    aim = random.choice(["none", "own_hero", "enemy_hero", "any_hero"])
    kind: data.SourceKind = "item" if aim == "none" else "aimed_item"
    item = {"kind": "item", "cost": 0, "durability": 999, "aim": aim, "effects": _effects(kind, random)}
    return {**item, "cooldown": random.choice([1, 9])} if aim == "none" else item


def _perk(random: Random) -> Json:
    return {"price": 0, "effects": _effects("perk", random)}


def grown(random: Random) -> Genes:
    """Return a random pack."""
    return Genes(
        units=tuple(_unit(random) for _ in range(random.randint(1, 3))),
        items=tuple(_item(random) for _ in range(random.randint(1, 3))),
        perks=tuple(_perk(random) for _ in range(random.randint(1, 2))),
        shop_cards=random.choice([40, 100, MAX_CARDS - 32]),
        perks_in_all=random.choice([6, 20, MAX_PERKS]),
        id_length=random.choice([LONGEST_ID, LONGEST_ID, 4]),
        name_length=random.choice([4, 4, LONGEST_NAME]),
        items_of_four=random.choice([0, 1, 1, 2, 4]),
    )


def mutated(genes: Genes, random: Random) -> Genes:
    """Return the pack with one thing changed."""
    other = grown(random)
    field = random.choice(list(Genes.__dataclass_fields__))
    return Genes(**{**genes.__dict__, field: getattr(other, field)})


def pack_of(genes: Genes) -> Json:
    """Return the pack itself, with as many cards for sale as fit."""
    for shop_cards in range(genes.shop_cards, -1, -8):
        pack = _card_data(genes, shop_cards)
        try:
            ENGINE.options("standard", {"pack": pack})
        except BadOptionsError:
            continue
        return pack
    return pack_of(Genes(**{**genes.__dict__, "perks_in_all": 6, "name_length": 4, "shop_cards": 40}))


def _card_data(genes: Genes, shop_cards: int) -> Json:
    numbers = iter(range(1_000))

    def made(template: Json) -> Json:
        number = f"{next(numbers):03}"
        # The widest characters that a name may hold have four bytes.
        name = number.rjust(genes.name_length, "\U0001f9ff")
        return {"id": number.rjust(genes.id_length, "x"), "name": name, "text": "", **template}

    units, items = cycle(genes.units), cycle(genes.items)
    pack: Json = {"id": "worst", "name": "Worst"}
    pack["draft_units"] = [made(unit) for unit in islice(units, 16)]
    pack["draft_items"] = [made(item) for item in islice(items, 16)]
    pack["shop_cards"] = [
        made(next(items if number % 4 < genes.items_of_four else units)) | {"price": 0} for number in range(shop_cards)
    ]
    pack["perks"] = [made(perk) for perk in islice(cycle(genes.perks), genes.perks_in_all)]
    return pack


# Deliberately bad packs; the search begins with them.


def _made_bad(unit: Effects, item: Effects, perk: Effects, *, attack: int = 0, aim: str = "own_hero") -> Genes:
    cooldown = {"cooldown": 1} if aim == "none" else {}
    return Genes(
        units=({"kind": "unit", "cost": 0, "attack": attack, "hp": 999, "durability": 999, "effects": unit},),
        items=({"kind": "item", "cost": 0, "durability": 999, "aim": aim, **cooldown, "effects": item},),
        perks=({"price": 0, "effects": perk},),
        shop_cards=MAX_CARDS - 32,
        perks_in_all=6,
        id_length=LONGEST_ID,
        name_length=4,
        items_of_four=1,
    )


def _on(trigger: str, do: str, **more: Any) -> Json:  # noqa: ANN401 - parameters of any type
    return {"on": trigger, "do": do, **more}


def _for_all(trigger: str) -> Json:
    return _on(trigger, "buff_hp", amount=9, target="all_own")


_TAKES_HANDS: Final[Effects] = [
    *(_on("on_combat_start", "discard_oldest", amount=9, cooldown=1, per="arena") for _ in range(3)),
    _on("on_combat_start", "cooldown", amount=-9, whose="enemy"),
]

MADE_BAD: Final = (
    # The maximum number of told effects, on the maximum number of units.
    _made_bad(
        [_for_all("on_play")], [_on("on_play", "move"), *[_for_all("on_play")] * 3], [_for_all("end_of_turn")] * 4
    ),
    # All cards of a hand circulate: discarded, released and drawn by one combat.
    _made_bad(_TAKES_HANDS, [], [_on("end_of_turn", "draw", amount=9, per="own_heroes")] * 4),
    # Large counters, small facts.
    _made_bad([], [], [_on("end_of_turn", "repair", amount=9, target="hand")] * 4, attack=1, aim="none"),
    # A hundred strikes in each combat.
    _made_bad([], [_on("on_play", "move")], []),
)


# Boards


def full(pack: Json, random: Random) -> Arena:
    """Return the first turn, with all cards and as many perks in the fight as a match can bring into it."""
    arena = Arena("standard", **OPTIONS, pack=pack, hidden_discards=random.random() < 0.3)
    arena.skip_to("turn")
    board = arena.board()
    drafted = [card for side in board.sides.values() for card in (*side.hand, *side.deck)]
    units = [card for card in drafted if isinstance(board.tables.cards[card], HeroUnitCard)]
    heroes = random.sample(units, len(data.ARENAS))
    others = [card for card in (*drafted, *board.tables.shop_cards) if card not in heroes]
    random.shuffle(others)
    cut = random.choice([len(others), len(others), len(others) // 2])
    mine, theirs = others[:cut], others[cut:]
    perks = list(board.tables.perks)
    held = random.choice([len(mine), len(mine), len(mine) // 2])
    arena.arrange(
        heroes={
            place: (random.choice([FIRST, SECOND, SECOND]), card)
            for place, card in zip(data.ARENAS, heroes, strict=True)
        },
        hands={FIRST: mine[:held], SECOND: theirs},
        decks={FIRST: mine[held:], SECOND: []},
        row=[],
        owned={name: _bought(perks, random) for name in (FIRST, SECOND)},
    )
    return arena


def _bought(perks: list[str], random: Random) -> list[str]:
    """Return as many perks as can be bought: of all kinds, or of one."""
    some = random.choice([perks, random.sample(perks, 1)])
    return [*islice(cycle(some), MOST_PERKS_BOUGHT)]


def tried(pack: Json, random: Random, turns: int = 2, candidates: int = 2) -> Largest:
    """Play the moves with the largest facts on a full board."""
    arena = full(pack, random)
    largest = Largest()
    for _ in range(turns):
        if arena.over:
            break
        (mover,) = arena.phase.must
        view = arena.views[mover]
        asked = not_null(ENGINE.prompt(view))
        with_titles = len(orjson.dumps(add_titles(asked, ENGINE.words_for(view), ENGLISH)))
        size = with_titles + len(arena.bytes_of(mover))
        largest.take_in(Largest(prompt=len(orjson.dumps(asked)), titled=with_titles, view=size))
        moves = [ENGINE.sample(view, random) for _ in range(candidates)]
        told = [_closing(arena, mover, move) for move in moves]
        for one in told:
            largest.take_in(one)
        best = max(range(candidates), key=lambda at: told[at].entry)
        arena.close({mover: moves[best].model_dump(mode="json")})
    return largest


def _closing(arena: Arena, mover: SeatId, move: Any) -> Largest:  # noqa: ANN401 - of any type
    chance = Chance(SEED, arena.phase.number)
    facts = ENGINE.resolve(arena.truth, {mover: move}, chance)
    entry = _ENTRY + sum(len(ENGINE.facts.dump_json(addressed.fact)) + _AUDIENCE for addressed in facts)
    for draw in chance.draws:
        entry += _AUDIENCE + len(orjson.dumps([draw.label, draw.candidates, draw.picks]))
    cut = any(addressed.fact.type == "hero_of_the_arena.story_cut" for addressed in facts)
    return Largest(entry=entry, story_cut=cut)


_AUDIENCE: Final = 60
"""The maximum bytes around a fact in an entry."""

_ENTRY: Final = 1_000
"""The maximum bytes around the facts of an entry, including what the server adds."""
