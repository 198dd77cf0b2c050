"""
The board of the fight while a move is carried out: mutable, made from records and converted back to records.

The rules make it from the truth. `check` makes it from the mover's view, with blanks for unknown cards. Whether a list
of cards is legal never depends on unknown cards: effects use no chance, and a move cannot name a card drawn during it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from engines.hero_of_the_arena import records
from engines.hero_of_the_arena.data import ARENAS, FIGHTERS, LONGEST_STORY, RIVAL
from engines.hero_of_the_arena.fight_facts import CardsReleased, CardWorn, StoryCut
from engines.hero_of_the_arena.pack import HeroUnitCard, PackTables
from engines.kit import Fact, SeatId

BLANK: Final = ""
"""The id of an unknown card; no pack uses it."""


@dataclass(slots=True, eq=False)
class Unit:
    """A unit in play. When it leaves play, `arena` remains its last arena."""

    card: HeroUnitCard
    owner: SeatId
    arena: int
    hp: int
    max_hp: int
    bonus: int = 0
    combat_bonus: int = 0
    strikes_first: bool = False

    @property
    def attack(self) -> int:
        return max(0, self.card.attack + self.bonus + self.combat_bonus)


@dataclass(slots=True, eq=False)
class Cooling:
    """A card on a cooldown pile."""

    card: str
    left: int
    start: int
    face_down: bool = False


@dataclass(slots=True, eq=False)
class Side:
    """A fighter. `deck` is in order, top first; `drawn` contains the cards drawn since this board was made."""

    seat: SeatId
    coins: int = 0
    mana: int = 0
    points: int = 0
    perks: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    pile: list[Cooling] = field(default_factory=list)
    drawn: set[str] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class Shop:
    """The shop, as in `ArenaShop`."""

    row: list[str] = field(default_factory=list)
    perks: list[records.DisplayedPerk] = field(default_factory=list)
    sold: list[str] = field(default_factory=list)
    refreshes: int = 0
    idle_rounds: int = 0
    perk_bought: bool = False


@dataclass(slots=True, eq=False)
class Board:
    """
    A fight in progress.

    `heroes` are by arena; there is at most one `challenger`. `durability` contains every card of the fighters, wherever
    it is. `address` receives the public facts. `story_left` is the number of steps of the story that still fit for this
    move; None: no steps are recorded.
    """

    tables: PackTables
    max_coins: int
    bought_cards_to: Literal["hand", "deck_bottom"]
    address: Callable[[Fact], None]
    turn: int
    active: SeatId
    sides: dict[SeatId, Side]
    heroes: dict[int, Unit] = field(default_factory=dict)
    challenger: Unit | None = None
    durability: dict[str, int] = field(default_factory=dict)
    shop: Shop = field(default_factory=Shop)
    lead: SeatId | None = None
    story_left: int | None = LONGEST_STORY

    @property
    def mover(self) -> Side:
        return self.sides[self.active]

    def rival(self, side: Side) -> Side:
        return self.sides[RIVAL[side.seat]]

    def units(self) -> list[Unit]:
        """Return all units in play by arena; in the same arena, the challenger comes before the hero."""
        units = [self.heroes[arena] for arena in ARENAS if arena in self.heroes]
        if self.challenger is not None:
            units.insert(sum(unit.arena < self.challenger.arena for unit in units), self.challenger)
        return units

    def is_in_play(self, unit: Unit) -> bool:
        return self.challenger is unit or self.heroes.get(unit.arena) is unit

    def heroes_of(self, side: Side) -> list[Unit]:
        """Return the heroes of a fighter, in arena order."""
        return [hero for arena in ARENAS if (hero := self.heroes.get(arena)) is not None and hero.owner == side.seat]

    def place(self, unit: Unit, arena: int) -> None:
        """Place a unit in an arena, as its hero or as the challenger of the hero there."""
        unit.arena = arena
        if arena in self.heroes:
            self.challenger = unit
        else:
            self.heroes[arena] = unit

    def crown(self, challenger: Unit) -> None:
        """Make the challenger the hero of its arena, which has no hero any more."""
        self.challenger = None
        self.heroes[challenger.arena] = challenger

    def remove(self, unit: Unit) -> None:
        """Remove a unit from play. Its wounds and bonuses are lost."""
        if self.challenger is unit:
            self.challenger = None
        else:
            del self.heroes[unit.arena]

    def draw(self, side: Side, wanted: int) -> int:
        """Draw from the top, fewer cards if the deck runs out. Return the number of cards drawn."""
        drawn = side.deck[:wanted] if wanted > 0 else []
        del side.deck[: len(drawn)]
        side.hand += drawn
        side.drawn.update(drawn)
        return len(drawn)

    def wear(self, side: Side, card: str, cooldown: int, died_in: int | None = None) -> None:
        """Reduce a card's durability by 1. Put it on cooldown, or remove it from the match at 0."""
        self.durability[card] -= 1
        left = self.durability[card]
        if left > 0:
            side.pile.append(Cooling(card, cooldown, cooldown))
        else:
            side.removed.append(card)
        self.address_step(CardWorn(side.seat, card, died_in, left, cooldown if left > 0 else None))

    def release(self, side: Side) -> None:
        """Move the cards that are due from the pile to the bottom of the deck, ordered by initial cooldown."""
        due = [cooling for cooling in side.pile if cooling.left <= 0]
        if not due:
            return
        names = self.tables.release_key
        due.sort(key=lambda cooling: (cooling.start, names.get(cooling.card, BLANK)))
        side.pile = [cooling for cooling in side.pile if cooling.left > 0]
        side.deck += [cooling.card for cooling in due]
        seen = tuple(cooling.card for cooling in due if not cooling.face_down)
        self.address_step(CardsReleased(side.seat, seen, len(due) - len(seen)), len(seen))

    def address_step(self, fact: Fact, listed: int = 0) -> None:
        """Tell a step of the story that lists this many units and cards. The story is cut when it is too long."""
        if self.story_left is None:
            return
        if self.story_left <= 0:
            self.story_left = None
            self.address(StoryCut())
            return
        self.story_left -= 1 + listed
        self.address(fact)

    def record(self) -> records.ArenaBoard:
        """Return the public state."""
        shop = self.shop
        return records.ArenaBoard(
            turn=self.turn,
            active=self.active,
            arenas=tuple([self._unit_record(self.heroes.get(arena)) for arena in ARENAS]),
            fighters={seat: self._fighter_record(side) for seat, side in self.sides.items()},
            shop=records.ArenaShop(
                tuple(shop.row),
                tuple(shop.perks),
                tuple(shop.sold),
                shop.refreshes,
                shop.idle_rounds,
                shop.perk_bought,
            ),
            lead=self.lead,
        )

    def own_record(self, side: Side) -> records.OwnCards:
        """Return what a fighter can know about its own cards."""
        order = self.tables.order
        return records.OwnCards(
            hand=tuple([records.HeldCard(card, self.durability[card]) for card in side.hand]),
            deck=tuple(
                [records.HeldCard(card, self.durability[card]) for card in sorted(side.deck, key=order.__getitem__)]
            ),
            pile=tuple([self._cool_down(cooling, hide=False) for cooling in side.pile]),
        )

    def deck_record(self) -> dict[SeatId, tuple[str, ...]]:
        """Return the order of the decks, which no player may know."""
        return {seat: tuple(side.deck) for seat, side in self.sides.items()}

    def _unit_record(self, unit: Unit | None) -> records.ArenaUnit | None:
        if unit is None:
            return None
        durability = self.durability[unit.card.id]
        return records.ArenaUnit(unit.card.id, unit.owner, unit.attack, unit.bonus, unit.hp, unit.max_hp, durability)

    def _fighter_record(self, side: Side) -> records.ArenaFighter:
        return records.ArenaFighter(
            coins=side.coins,
            mana=side.mana,
            points=side.points,
            perks=tuple(side.perks),
            removed=tuple(side.removed),
            hand_size=len(side.hand),
            deck_size=len(side.deck),
            pile=tuple([self._cool_down(cooling, hide=cooling.face_down) for cooling in side.pile]),
        )

    def _cool_down(self, cooling: Cooling, *, hide: bool) -> records.CooledCard:
        card, durability = (None, None) if hide else (cooling.card, self.durability[cooling.card])
        return records.CooledCard(card, cooling.left, cooling.start, durability, cooling.face_down)


def board_from(
    record: records.ArenaBoard,
    own: Mapping[SeatId, records.OwnCards],
    decks: Mapping[SeatId, tuple[str, ...]],
    tables: PackTables,
    max_coins: int,
    bought_cards_to: Literal["hand", "deck_bottom"],
    address: Callable[[Fact], None] | None,
) -> Board:
    """
    Make a board from records.

    Args:
        own: The known cards by fighter; a missing fighter has as many blanks as the public record says.
        decks: The order of the decks by fighter; a missing fighter has a deck of blanks.
        address: Receives the public facts; None to try moves without facts.
    """
    durability: dict[str, int] = {BLANK: 0}
    heroes: dict[int, Unit] = {}
    for arena, unit in zip(ARENAS, record.arenas, strict=True):
        if unit is not None:
            card = tables.cards[unit.card]
            assert isinstance(card, HeroUnitCard)
            heroes[arena] = Unit(card, unit.owner, arena, unit.hp, unit.max_hp, unit.bonus)
            durability[unit.card] = unit.durability
    sides: dict[SeatId, Side] = {}
    for seat in FIGHTERS:
        fighter, cards = record.fighters[seat], own.get(seat)
        hand = [BLANK] * fighter.hand_size
        pile = fighter.pile
        if cards is not None:
            hand, pile = [held.card for held in cards.hand], cards.pile
            durability.update((held.card, held.durability) for held in (*cards.hand, *cards.deck))
        durability.update((cooled.card or BLANK, cooled.durability or 0) for cooled in pile)
        sides[seat] = Side(
            seat,
            fighter.coins,
            fighter.mana,
            fighter.points,
            list(fighter.perks),
            list(fighter.removed),
            hand,
            list(decks[seat]) if seat in decks else [BLANK] * fighter.deck_size,
            [Cooling(cooled.card or BLANK, cooled.left, cooled.start, cooled.face_down) for cooled in pile],
        )
    shop = record.shop
    return Board(
        tables=tables,
        max_coins=max_coins,
        bought_cards_to=bought_cards_to,
        address=address or _address_nobody,
        turn=record.turn,
        active=record.active,
        sides=sides,
        heroes=heroes,
        durability=durability,
        shop=Shop(
            list(shop.row), list(shop.perks), list(shop.sold), shop.refreshes, shop.idle_rounds, shop.perk_bought
        ),
        lead=record.lead,
        story_left=None if address is None else LONGEST_STORY,
    )


def _address_nobody(fact: Fact) -> None:
    pass
