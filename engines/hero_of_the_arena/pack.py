"""Card packs: cards, perks, and the validity of packs (section 7 of the rulebook)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NoReturn, TypeAlias

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    WrapValidator,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from engines.hero_of_the_arena import data
from engines.kit import BAD_PACK, BadOptionsError, ContentPack, PackName, PackText, canonical_pack, record

CardId: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{1,40}$")]
"""The id of a card or a perk. Boards use the empty string for an unknown card (`BLANK`)."""

MAX_EFFECTS: Final = 4
"""The maximum for a card or perk. Perks accumulate during a match, and all their effects are recorded in every turn."""

MAX_CARDS: Final = 200
MAX_PERKS: Final = 60
MAX_BYTES: Final = 64 * 1024
"""
The maximum length of the canonical JSON of a pack for a new match, because the pack is one fact.

This limit, `MAX_CARDS` and `MAX_PERKS` do not apply to packs in logs: version 1 of the rules accepted up to 332 cards
and 100 perks.
"""

Small: TypeAlias = Annotated[int, Field(ge=0, le=999)]
Positive: TypeAlias = Annotated[int, Field(ge=1, le=999)]
Cooldown: TypeAlias = Annotated[int, Field(ge=1, le=9)]


def _complain(message: str, *place: str | int) -> NoReturn:
    """Raise a validation error for a place below the value that is validated."""
    fault = InitErrorDetails(type=PydanticCustomError("bad_pack", "{why}", {"why": message}), loc=place, input=None)
    raise ValidationError.from_exception_data("pack", [fault])


def _is_left_out(value: object) -> bool:
    return value is None


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, serialize_by_alias=True)


class HeroEffect(_Entry):
    """What happens (`do`) at a trigger (`on`), with the parameters of that action and no others."""

    on: data.Trigger
    """When it happens."""
    do: data.Action
    amount: int | None = Field(None, ge=-9, le=9, exclude_if=_is_left_out, description="Never 0.")
    target: data.Target | None = Field(None, exclude_if=_is_left_out)
    """The target; omitted if the action has none."""
    until: data.Until | None = Field(None, exclude_if=_is_left_out, description="By default `leave`.")
    adjacent: bool | None = Field(None, exclude_if=_is_left_out, description="By default false.")
    whose: data.Whose | None = Field(None, exclude_if=_is_left_out)
    """Whose cards are affected; omitted if the action needs none."""
    cooldown: Cooldown | None = Field(None, exclude_if=_is_left_out)
    """The number of turns on cooldown."""
    condition: data.Condition | None = Field(None, alias="if", exclude_if=_is_left_out)
    """A condition of the effect; by default none."""
    per: data.Counter | None = Field(None, exclude_if=_is_left_out, description="Multiplies the amount.")

    @model_validator(mode="after")
    def _has_what_its_action_takes(self) -> HeroEffect:
        action = data.ACTIONS[self.do]
        for parameter in data.PARAMETERS:
            given = self.is_given(parameter)
            if given and parameter not in action.needs + action.may_have:
                _complain(f"The action {self.do} takes no {parameter}", parameter)
            if not given and parameter in action.needs:
                _complain(f"The action {self.do} needs {parameter}", parameter)
        if self.amount is not None and (self.amount == 0 or (self.amount < 0 and not action.signed)):
            _complain("An amount is 1 to 9, for buff_attack and cooldown also -9 to -1", "amount")
        if self.target is not None and self.target not in action.targets:
            _complain(f"The action {self.do} takes no such target, only {', '.join(action.targets)}", "target")
        if self.per is not None and self.amount is None:
            _complain("A counter stands only beside an amount", "per")
        return self

    def is_given(self, parameter: data.Parameter) -> bool:
        return getattr(self, parameter) is not None


class _Source(_Entry):
    """Base of cards and perks: everything that has effects."""

    id: CardId
    """The card's or perk's id in the pack."""
    name: PackName = Field(description="For people; cards that return at the same time are ordered by it.")
    # Not strict: the wrap validator of shop cards validates Python values, in which JSON arrays are lists, not tuples.
    effects: tuple[HeroEffect, ...] = Field(
        max_length=MAX_EFFECTS, strict=False, description="The effects, in this order."
    )
    text: PackText = Field(description="The effects in words, for people.")

    @property
    @abstractmethod
    def source_kind(self) -> data.SourceKind:
        """The kind of source, for the tables of the vocabulary."""

    @model_validator(mode="after")
    def _has_only_effects_for_its_kind(self) -> _Source:
        seen: set[data.Action] = set()
        for place, effect in enumerate(self.effects):
            for key, where in _rules_of(effect):
                if effect.on not in where.get(self.source_kind, ()):
                    _complain(f"Not for this kind of card at {effect.on}", "effects", place, key)
            if effect.do in seen and data.ACTIONS[effect.do].once:
                _complain(f"There is at most one {effect.do} on a card", "effects", place, "do")
            seen.add(effect.do)
        return self


def _rules_of(effect: HeroEffect) -> Iterator[tuple[str, data.Where]]:
    """Return the words of an effect that are not allowed everywhere, with where each is allowed."""
    yield "on", data.ANYWHERE
    yield "do", data.ACTIONS[effect.do].where
    if effect.target is not None:
        yield "target", data.TARGETS[effect.target]
    if effect.until is not None:
        yield "until", data.UNTIL[effect.until]
    if effect.whose is not None:
        yield "whose", data.WHOSE[effect.whose]
    if effect.condition is not None:
        yield "if", data.CONDITIONS[effect.condition]
    if effect.per is not None:
        yield "per", data.COUNTERS[effect.per]


class HeroUnitCard(_Source):
    """A unit: it enters an arena and fights for it."""

    kind: Literal["unit"]
    """Whether it is a unit or an item."""
    cost: Small
    attack: Small
    """The attack of the unit."""
    hp: Positive
    durability: Positive

    @property
    def source_kind(self) -> data.SourceKind:
        return "unit"


class HeroItemCard(_Source):
    """An item: it acts when played and goes on cooldown."""

    kind: Literal["item"]
    cost: Small
    durability: Positive
    aim: data.Aim
    """What the item can target."""
    cooldown: Cooldown | None = Field(
        None,
        exclude_if=_is_left_out,
        description="Present only if `aim` is `none`; other items use the arena's number.",
    )

    @property
    def source_kind(self) -> data.SourceKind:
        return "item" if self.aim == "none" else "aimed_item"

    @property
    def move_effect(self) -> HeroEffect | None:
        return next((effect for effect in self.effects if effect.do == "move"), None)

    @model_validator(mode="after")
    def _has_a_cooldown_or_an_aim(self) -> HeroItemCard:
        if self.aim == "none" and self.cooldown is None:
            _complain("An item without aim needs a cooldown", "cooldown")
        if self.aim != "none" and self.cooldown is not None:
            _complain("An aimed item has no cooldown of its own", "cooldown")
        return self


class ShopUnitCard(HeroUnitCard):
    """A unit for sale."""

    price: Small


class ShopItemCard(HeroItemCard):
    """An item for sale."""

    price: Small


class HeroPerk(_Source):
    """A perk: after the purchase it works for the rest of the match."""

    price: Small

    @property
    def source_kind(self) -> data.SourceKind:
        return "perk"


ArenaCard: TypeAlias = HeroUnitCard | HeroItemCard
"""A card in the fight; shop cards also have a price."""

DraftCard: TypeAlias = Annotated[HeroUnitCard | HeroItemCard, Field(discriminator="kind")]


def _without_tag(value: object, handler: ModelWrapValidatorHandler[Any]) -> Any:  # noqa: ANN401 - a shop card
    """Remove the tag of the union from the path of an error, because the path must lead into the pack."""
    try:
        return handler(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        # An empty path means that the tag is wrong; its message would repeat the input.
        _complain(first["msg"] if first["loc"] else "A card has the kind unit or item", *first["loc"][1:])


ShopCard: TypeAlias = Annotated[
    Annotated[ShopUnitCard | ShopItemCard, Field(discriminator="kind")], WrapValidator(_without_tag)
]


@record
class PackTables:
    """
    A pack as tables by id, for the rules.

    `order` is the index in the pack; `release_key` sorts cards that are released together.
    """

    cards: Mapping[str, ArenaCard]
    shop_cards: tuple[str, ...]
    perks: Mapping[str, HeroPerk]
    prices: Mapping[str, int]
    effects: Mapping[str, Mapping[data.Trigger, tuple[HeroEffect, ...]]]
    order: Mapping[str, int]
    release_key: Mapping[str, str]


class HeroOfTheArenaPack(ContentPack):
    """
    Cards and perks of a match.

    In addition to the schema: ids are unique in the whole pack, and so are names, ignoring case; effects have the
    parameters of their action, and are only allowed where the rules permit them.
    """

    id: CardId = Field(description="For people, like `name`; the server identifies packs by their content.")
    draft_units: tuple[HeroUnitCard, ...] = Field(min_length=16, max_length=16)
    """The units to draft from."""
    draft_items: tuple[HeroItemCard, ...] = Field(min_length=16, max_length=16)
    """The items to draft from."""
    shop_cards: tuple[ShopCard, ...] = Field(
        max_length=300, description="24 or more are recommended; a new match accepts up to 168."
    )
    perks: tuple[HeroPerk, ...] = Field(min_length=6, max_length=100, description="A new match accepts up to 60.")

    def require_bounds(self) -> None:
        cards = len(self.draft_units) + len(self.draft_items) + len(self.shop_cards)
        if cards > MAX_CARDS:
            raise BadOptionsError(BAD_PACK, f"A pack can have at most {MAX_CARDS} cards, not {cards}.", "/shop_cards")
        if len(self.perks) > MAX_PERKS:
            raise BadOptionsError(
                BAD_PACK, f"A pack can have at most {MAX_PERKS} perks, not {len(self.perks)}.", "/perks"
            )
        size = len(canonical_pack(self))
        if size > MAX_BYTES:
            raise BadOptionsError(BAD_PACK, f"A pack can have at most {MAX_BYTES} bytes of JSON, not {size}.")

    @model_validator(mode="after")
    def _names_each_thing_once(self) -> HeroOfTheArenaPack:
        ids: set[str] = set()
        names: set[str] = set()
        for part in ("draft_units", "draft_items", "shop_cards", "perks"):
            for place, entry in enumerate(getattr(self, part)):
                if entry.id in ids:
                    _complain("Ids are unique over the whole pack", part, place, "id")
                if entry.name.lower() in names:
                    _complain("Names are unique over the whole pack", part, place, "name")
                ids.add(entry.id)
                names.add(entry.name.lower())
        return self

    @cached_property
    def tables(self) -> PackTables:
        """The tables of the pack. Cached, because packs are large and every step needs the tables."""
        cards: list[ArenaCard] = [*self.draft_units, *self.draft_items, *self.shop_cards]
        entries: list[_Source] = [*cards, *self.perks]
        return PackTables(
            cards={card.id: card for card in cards},
            shop_cards=tuple(card.id for card in self.shop_cards),
            perks={perk.id: perk for perk in self.perks},
            prices={entry.id: entry.price for entry in (*self.shop_cards, *self.perks)},
            effects={entry.id: _by_trigger(entry.effects) for entry in entries},
            order={entry.id: place for place, entry in enumerate(entries)},
            release_key={card.id: card.name.lower() for card in cards},
        )


def _by_trigger(effects: tuple[HeroEffect, ...]) -> dict[data.Trigger, tuple[HeroEffect, ...]]:
    return {trigger: tuple(e for e in effects if e.on == trigger) for trigger in dict.fromkeys(e.on for e in effects)}


BUNDLED_PACK: Final = HeroOfTheArenaPack.model_validate_json((Path(__file__).parent / "pack.json").read_bytes())
