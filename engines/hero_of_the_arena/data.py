"""Seats, teams, and the vocabulary of packs as tables: the words of an effect, and where each is allowed."""

from collections.abc import Mapping
from dataclasses import field
from typing import Final, Literal, TypeAlias, get_args

from engines.kit import Seat, record, seat_id

# Seats


DRAFTERS: Final = (seat_id("heaven-1"), seat_id("heaven-2"))
"""The drafters, in the order of their teams."""

FIGHTERS: Final = (seat_id("hell-1"), seat_id("hell-2"))
"""The fighters, in the order of their teams."""

TEAMS: Final = {"1": (DRAFTERS[0], FIGHTERS[0]), "2": (DRAFTERS[1], FIGHTERS[1])}

SEATS: Final = (
    *(Seat(seat, realm="heaven", team=team, role="drafter") for team, (seat, _) in TEAMS.items()),
    *(Seat(seat, realm="hell", team=team, role="fighter") for team, (_, seat) in TEAMS.items()),
)

PARTNER: Final = dict(TEAMS.values()) | {fighter: drafter for drafter, fighter in TEAMS.values()}

RIVAL: Final = dict([DRAFTERS, DRAFTERS[::-1], FIGHTERS, FIGHTERS[::-1]])
"""The other seat of the same role."""

# Numbers

DRAFT_ROUNDS: Final = 5
OFFER_OF_A_KIND: Final = 4
DECK_SIZE: Final = 2 * DRAFT_ROUNDS
ARENAS: Final = (1, 2, 3, 4, 5)
PERKS_ON_DISPLAY: Final = 3
MOST_STRIKES: Final = 100
MOST_ACTIONS: Final = 40
"""The maximum number of actions in a `play` move (R25)."""
MOST_PLAYS: Final = 20
"""The maximum number of phases in a turn in which cards can be played (R25)."""
LONGEST_STORY: Final = 400
"""
The maximum number of story steps recorded when a phase closes; each unit or card that a step lists counts as one more.

This limits the size of an entry for every pack. Random play with the bundled pack needs about 50.
"""
MANY_HEROES: Final = 3

# The vocabulary of packs (section 7)

Kind: TypeAlias = Literal["unit", "item"]
Aim: TypeAlias = Literal["none", "own_hero", "enemy_hero", "any_hero"]
SourceKind: TypeAlias = Literal["unit", "aimed_item", "item", "perk"]
"""What can have an effect; `item` is an item without aim."""

Trigger: TypeAlias = Literal[
    "on_play", "on_combat_start", "on_win", "on_death", "start_of_turn", "end_of_turn", "on_buy"
]
Condition: TypeAlias = Literal["challenger", "hero", "behind", "three_heroes"]
Counter: TypeAlias = Literal["own_heroes", "enemy_heroes", "arena"]
Target: TypeAlias = Literal[
    "self", "foe", "chosen", "adjacent_own", "adjacent_enemy", "all_own", "all_enemy", "hand", "pile"
]
Whose: TypeAlias = Literal["own", "enemy", "self"]
Until: TypeAlias = Literal["leave", "combat"]
Parameter: TypeAlias = Literal["amount", "target", "until", "adjacent", "whose", "cooldown"]
Action: TypeAlias = Literal[
    "damage",
    "heal",
    "buff_attack",
    "buff_hp",
    "repair",
    "return_to_hand",
    "move",
    "strike_first",
    "draw",
    "gain_mana",
    "gain_coins",
    "steal_coins",
    "gain_points",
    "cooldown",
    "discard_oldest",
]

PARAMETERS: Final[tuple[Parameter, ...]] = get_args(Parameter)
OTHER_KIND: Final[dict[Kind, Kind]] = {"unit": "item", "item": "unit"}

Where: TypeAlias = Mapping[SourceKind, tuple[Trigger, ...]]
"""Where a word of the vocabulary is allowed: the triggers for each kind of source."""

ANYWHERE: Final[Where] = {
    "unit": ("on_play", "on_combat_start", "on_win", "on_death", "start_of_turn", "end_of_turn"),
    "aimed_item": ("on_play",),
    "item": ("on_play",),
    "perk": ("on_buy", "start_of_turn", "end_of_turn"),
}
_IN_AN_ARENA: Final[Where] = {"unit": ANYWHERE["unit"], "aimed_item": ("on_play",)}

CONDITIONS: Final[dict[Condition, Where]] = {
    "challenger": {"unit": ("on_combat_start", "on_win")},
    "hero": {"unit": ("on_combat_start", "on_win")},
    "behind": ANYWHERE,
    "three_heroes": ANYWHERE,
}

COUNTERS: Final[dict[Counter, Where]] = {
    "own_heroes": ANYWHERE,
    "enemy_heroes": ANYWHERE,
    "arena": _IN_AN_ARENA,
}

TARGETS: Final[dict[Target, Where]] = {
    "self": {"unit": ("on_play", "on_combat_start", "on_win", "start_of_turn", "end_of_turn")},
    "foe": {"unit": ("on_play", "on_combat_start", "on_death")},
    "chosen": {"aimed_item": ("on_play",)},
    "adjacent_own": _IN_AN_ARENA,
    "adjacent_enemy": _IN_AN_ARENA,
    "all_own": ANYWHERE,
    "all_enemy": ANYWHERE,
    "hand": ANYWHERE,
    "pile": ANYWHERE,
}

WHOSE: Final[dict[Whose, Where]] = {"own": ANYWHERE, "enemy": ANYWHERE, "self": {"unit": ("on_death",)}}
UNTIL: Final[dict[Until, Where]] = {"leave": ANYWHERE, "combat": {"unit": ("on_combat_start",)}}

_UNITS: Final[tuple[Target, ...]] = (
    "self",
    "foe",
    "chosen",
    "adjacent_own",
    "adjacent_enemy",
    "all_own",
    "all_enemy",
)


@record
class ActionData:
    """One row of the table of actions. `signed` allows negative amounts, `once` only one such effect on a card."""

    needs: tuple[Parameter, ...] = ()
    may_have: tuple[Parameter, ...] = ()
    targets: tuple[Target, ...] = _UNITS
    where: Where = field(default_factory=lambda: ANYWHERE)
    signed: bool = False
    once: bool = False


ACTIONS: Final[dict[Action, ActionData]] = {
    "damage": ActionData(("amount", "target")),
    "heal": ActionData(("amount", "target")),
    "buff_attack": ActionData(("amount", "target"), ("until",), signed=True),
    "buff_hp": ActionData(("amount", "target")),
    "repair": ActionData(("amount", "target"), targets=(*_UNITS, "hand", "pile")),
    "return_to_hand": ActionData(
        ("target",),
        targets=("chosen", "self"),
        where={"unit": ("on_win", "end_of_turn"), "aimed_item": ("on_play",)},
    ),
    "move": ActionData(may_have=("adjacent",), where={"aimed_item": ("on_play",)}, once=True),
    "strike_first": ActionData(where={"unit": ("on_combat_start",)}),
    "draw": ActionData(("amount",)),
    "gain_mana": ActionData(("amount",)),
    "gain_coins": ActionData(("amount",)),
    "steal_coins": ActionData(("amount",)),
    "gain_points": ActionData(("amount",)),
    "cooldown": ActionData(("amount", "whose"), signed=True),
    "discard_oldest": ActionData(("amount", "cooldown")),
}
