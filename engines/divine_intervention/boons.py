"""The bundled catalogue of boons: names, texts, marks and numbers. The effects are in `effects.py`, by boon id."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Final, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from engines.divine_intervention.data import PINK, ROOMS, Room
from engines.kit import PackName, PackText, record

BoonId: TypeAlias = Literal[
    "skeleton_key",
    "pilgrims_road",
    "sealed_door",
    "tamed_inferno",
    "plain_altar",
    "harmony",
    "eclipse",
    "conversion",
    "revelation",
    "harvest",
    "second_spring",
    "drought",
    "tithe",
    "covet",
    "silenced_prophet",
    "wrath",
    "constancy",
    "all_seeing_eye",
    "prophecy",
    "last_rites",
    "judgement",
    "congregation",
    "undying_zeal",
]
Kind: TypeAlias = Literal["ritual", "resource"]
Offered: TypeAlias = Literal["opening", "closing", "both", "never"]
ParameterName: TypeAlias = Literal["room", "element", "seat", "number"]
Range: TypeAlias = Literal["room", "altar_room", "element", "shaman", "other_deity", "rooms_of_all"]
Notified: TypeAlias = Literal["everyone", "flock", "prophet", "target"]
"""Who is notified. `flock` and `prophet` are those of the boon's user; `target` is the seat on which it is used."""

BOON_IDS: Final[tuple[BoonId, ...]] = get_args(BoonId)
BOON_BY_NAME: Final[dict[str, BoonId]] = {id_: id_ for id_ in BOON_IDS}

ALTAR_ROOMS: Final[tuple[Room, ...]] = tuple(room for room in ROOMS if room not in (*PINK, "H", "X"))

PARAMETER_OF: Final[dict[Range, ParameterName]] = {
    "room": "room",
    "altar_room": "room",
    "element": "element",
    "shaman": "seat",
    "other_deity": "seat",
    "rooms_of_all": "number",
}
"""The field for the parameter in the boon of a decree, by range."""


@record
class Bounds:
    """The bundled value of an effect's number, and the range that a pack can set."""

    value: int
    least: int
    most: int


@record
class EffectData:
    """
    The properties of a boon that no pack can change.

    `range` is the range of its parameter; None if it has no parameter. `needs_worship`: it has no effect in the final
    round. `notifies`: who learns about its effect besides its user; None for nobody.
    """

    id: BoonId
    kind: Kind
    range: Range | None = None
    numbers: Mapping[str, Bounds] = field(default_factory=dict)
    needs_worship: bool = False
    notifies: Notified | None = None

    @property
    def parameter(self) -> ParameterName | None:
        return None if self.range is None else PARAMETER_OF[self.range]


@record
class BoonCard:
    """A boon, as it is shown to viewers who see the offer; `parameter` is the field its use needs besides `id`."""

    id: BoonId
    """The boon."""
    name: str
    """For people."""
    text: str
    """What it does, for people."""
    kind: Kind
    """Whether it acts on rituals or on resources."""
    parameter: ParameterName | None
    """The field that its use needs besides `id`; null: none."""


def _piety(value: int) -> Bounds:
    return Bounds(value, 0, 50)


_TABLE: Final = (
    EffectData("skeleton_key", "ritual", "room", notifies="flock"),
    EffectData("pilgrims_road", "ritual", None, {"rounds": Bounds(2, 1, 10)}, notifies="flock"),
    EffectData("sealed_door", "ritual", "room", {"piety": _piety(1)}, notifies="everyone"),
    EffectData("tamed_inferno", "ritual", None, {"fire": Bounds(10, 1, 500), "piety": _piety(2)}, notifies="everyone"),
    EffectData("plain_altar", "ritual", "altar_room", {"mana": Bounds(4, 1, 100)}, notifies="flock"),
    EffectData("harmony", "ritual", notifies="flock"),
    EffectData("eclipse", "ritual", "element", notifies="everyone"),
    EffectData("conversion", "resource", "shaman", needs_worship=True, notifies="target"),
    EffectData("revelation", "resource", None, {"piety": _piety(1)}, notifies="flock"),
    EffectData("harvest", "resource", None, {"percent": Bounds(150, 100, 1000)}, needs_worship=True),
    EffectData("second_spring", "resource", "element", {"mana": Bounds(3, 0, 100)}, needs_worship=True),
    EffectData(
        "drought", "resource", "other_deity", {"percent": Bounds(50, 0, 100)}, needs_worship=True, notifies="target"
    ),
    EffectData("tithe", "resource", None, {"percent": Bounds(50, 0, 100), "piety": _piety(2)}, needs_worship=True),
    # At most 1, because each worshiper brings at least 1 piety: the target never loses piety that it already has.
    EffectData("covet", "resource", "other_deity", {"piety": Bounds(1, 0, 1)}, needs_worship=True, notifies="target"),
    EffectData("silenced_prophet", "resource", "other_deity", needs_worship=True, notifies="target"),
    EffectData("wrath", "resource", None, {"piety": _piety(5)}, needs_worship=True, notifies="prophet"),
    EffectData("constancy", "resource", None, {"piety": _piety(2)}, needs_worship=True),
    EffectData("all_seeing_eye", "resource", None, {"piety": _piety(2)}),
    EffectData("prophecy", "resource", "rooms_of_all", {"exact": _piety(6), "near": _piety(2)}),
    EffectData("last_rites", "resource", None, {"piety": _piety(1), "pink": _piety(2)}),
    EffectData("judgement", "resource", "shaman", {"piety": _piety(6)}),
    EffectData("congregation", "resource", None, {"piety": _piety(1)}),
    EffectData("undying_zeal", "resource", None, {"zeal": Bounds(4, 0, 50)}),
)

EFFECTS: Final[dict[BoonId, EffectData]] = {effect.id: effect for effect in _TABLE}
"""The effects by id, in the order in which boons of the same kind act."""


class DivineBoon(BaseModel):
    """One boon of a pack: an effect of the engine under a name and text of the organiser's."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: BoonId = Field(description="The effect.")
    name: PackName
    text: PackText = Field(description="A text for players; it should state the values in `numbers`.")
    offered: Offered = Field(
        description="In which auctions it can come up: in those before the last, the last, all, or none."
    )
    numbers: dict[str, int] = Field(description="All numbers of the effect by name, and no others.")

    @field_validator("numbers")
    @classmethod
    def _are_those_of_the_effect(cls, numbers: dict[str, int], info: ValidationInfo) -> dict[str, int]:
        # An invalid id is reported by itself, and first.
        if "id" in info.data:
            wanted = EFFECTS[info.data["id"]].numbers
            if numbers.keys() != wanted.keys():
                raise PydanticCustomError(
                    "not_its_numbers",
                    "The numbers of {id} are: {names}",
                    {"id": info.data["id"], "names": ", ".join(wanted) or "none"},
                )
            for name, bounds in wanted.items():
                if not bounds.least <= numbers[name] <= bounds.most:
                    raise PydanticCustomError(
                        "number_out_of_bounds",
                        "{name} is at least {least} and at most {most}",
                        {"name": name, "least": bounds.least, "most": bounds.most},
                    )
        return numbers

    @property
    def effect(self) -> EffectData:
        return EFFECTS[self.id]


def card_of(boon: DivineBoon) -> BoonCard:
    return BoonCard(boon.id, boon.name, boon.text, boon.effect.kind, boon.effect.parameter)


def _boon(id_: BoonId, name: str, offered: Offered, text: str) -> DivineBoon:
    numbers = {number: bounds.value for number, bounds in EFFECTS[id_].numbers.items()}
    return DivineBoon(id=id_, name=name, text=text, offered=offered, numbers=numbers)


BUNDLED: Final = (
    _boon(
        "skeleton_key",
        "Skeleton Key",
        "opening",
        "Your flock gets a key to a room: from this round on it is unlocked for them, whatever lies around it.",
    ),
    _boon(
        "pilgrims_road",
        "Pilgrims' Road",
        "opening",
        "In this round and the next a room is unlocked for your flock with up to 3 incomplete neighbours.",
    ),
    _boon(
        "sealed_door",
        "Sealed Door",
        "both",
        "This round a room is locked for all outside your flock. 1 piety for each of them turned away at the door.",
    ),
    _boon(
        "tamed_inferno",
        "Tamed Inferno",
        "opening",
        "From this round on room H takes 10 fire of anybody, and whoever completes it brings you 2 piety.",
    ),
    _boon(
        "plain_altar",
        "Plain Altar",
        "opening",
        "From this round on your flock may complete a room with any 4 mana; not a pink one, nor H or X.",
    ),
    _boon(
        "harmony",
        "Harmony",
        "both",
        "This round no rivals can keep your flock from completing pink rooms.",
    ),
    _boon(
        "eclipse",
        "Eclipse",
        "both",
        "This round rituals that hold any mana of an element fail, except those of your flock.",
    ),
    _boon(
        "conversion",
        "Conversion",
        "opening",
        "A shaman who prayed to another deity this round follows you instead.",
    ),
    _boon(
        "revelation",
        "Revelation",
        "opening",
        "You and your flock learn the element of room X. 1 piety for each of your flock.",
    ),
    _boon("harvest", "Harvest", "opening", "You hand out half as much mana again."),
    _boon("second_spring", "Second Spring", "opening", "Each of your worshipers also gets 3 mana of an element."),
    _boon("drought", "Drought", "opening", "Another deity has only half its mana to hand out."),
    _boon(
        "tithe",
        "Tithe",
        "opening",
        "Your worshipers get half their shares. 2 piety for each of them, twice that for your prophet.",
    ),
    _boon("covet", "Covet", "opening", "1 piety for each worshiper of another deity, taken from what it gains."),
    _boon(
        "silenced_prophet",
        "Silenced Prophet",
        "opening",
        "The prophet of another deity counts as any other of its worshipers.",
    ),
    _boon(
        "wrath",
        "Wrath",
        "opening",
        "If your prophet does not follow you he gets no mana this round, and you 5 piety.",
    ),
    _boon(
        "constancy",
        "Constancy",
        "opening",
        "2 piety for each worshiper who also prayed to you in the round before.",
    ),
    _boon(
        "all_seeing_eye",
        "All-Seeing Eye",
        "opening",
        "You learn whom each shaman follows, before anybody is converted, and get 2 piety.",
    ),
    _boon(
        "prophecy",
        "Prophecy",
        "both",
        "Foretell how many rooms your flock completes this round, in all: 6 piety if right, 2 if off by one.",
    ),
    _boon(
        "last_rites",
        "Last Rites",
        "closing",
        "1 piety for each room that your flock completes this round, 2 if it is pink.",
    ),
    _boon(
        "judgement",
        "Judgement",
        "closing",
        "6 piety if a shaman of your choice completes a room this round and nobody completes more.",
    ),
    _boon(
        "congregation",
        "Congregation",
        "closing",
        "1 piety for each shaman who has ever prayed to you.",
    ),
    _boon("undying_zeal", "Undying Zeal", "closing", "4 zeal."),
)


def candidates_of(
    catalogue: Iterable[DivineBoon], *, closing: bool, offered_before: Iterable[BoonId]
) -> tuple[BoonId, ...]:
    """Return the candidates for an offer, in the order of the catalogue."""
    mark: Offered = "closing" if closing else "opening"
    before = set(offered_before)
    return tuple(boon.id for boon in catalogue if boon.offered in (mark, "both") and boon.id not in before)
