"""Scripted fights: the draft skipped, boards set by hand, packs with changed cards, short accessors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from pydantic import JsonValue

from engines.hero_of_the_arena import data
from engines.hero_of_the_arena.board import Board, Cooling, Unit, board_from
from engines.hero_of_the_arena.engine import HERO_OF_THE_ARENA
from engines.hero_of_the_arena.facts import ArenaBoardTold, DecksStacked, OfferRevealed, OwnCardsTold
from engines.hero_of_the_arena.pack import HeroUnitCard
from engines.hero_of_the_arena.records import ArenaBoard, ArenaFighter, ArenaUnit, DisplayedPerk, HeroDraft
from engines.hero_of_the_arena.truth import Truth
from engines.hero_of_the_arena.view import HeroOfTheArenaView
from engines.kit import EVERYONE, HOST_ONLY, Audience, Fact, SeatId, Viewer, only
from tests.engines.table import Table

ENGINE = HERO_OF_THE_ARENA
FIRST, SECOND = "hell-1", "hell-2"
"""The fighters in turn order, with the default options and no named starter."""

Effects: TypeAlias = list[dict[str, Any]]
Hero: TypeAlias = tuple[str, str] | tuple[str, str, int]
"""Owner, card, and HP if it is wounded."""


def seat(name: str) -> SeatId:
    return SeatId(Viewer(name))


def raw_pack() -> dict[str, Any]:
    """The bundled pack as JSON."""
    pack: dict[str, Any] = json.loads((Path(data.__file__).parent / "pack.json").read_text())
    return pack


def pack_with(**changes: Mapping[str, Any]) -> dict[str, Any]:
    """The bundled pack with fields of some cards or perks changed, by id."""
    pack = raw_pack()
    for part in ("draft_units", "draft_items", "shop_cards", "perks"):
        for entry in pack[part]:
            entry.update(changes.pop(entry["id"], {}))
    assert not changes
    return pack


class Arena(Table):
    """A Hero of the Arena match."""

    truth: Truth
    views: dict[Viewer, HeroOfTheArenaView]

    def __init__(self, variant: str = "standard", /, **overrides: JsonValue) -> None:
        super().__init__(ENGINE, ENGINE.options(variant, overrides))

    def skip_to(self, phase: str, round_: int | None = None) -> None:
        """Close phases with every seat absent until this one is open."""
        while self.phase.name != phase or round_ not in (None, self.phase.round):
            self.close({})

    def act(self, type_: str, **fields: JsonValue) -> list[Fact]:
        """Submit for the one seat that must act, and close the phase."""
        (mover,) = self.phase.must
        return self.close({mover: {"type": type_, **fields}})

    def play(
        self, *actions: tuple[str, int | None] | tuple[str, int | None, int | None], then: str = "end"
    ) -> list[Fact]:
        """Let the active fighter play cards, each with its arena and destination."""
        named: list[JsonValue] = [dict(zip(("card", "arena", "to"), action, strict=False)) for action in actions]
        return self.act("play", actions=named, then=then)

    def buy(self, *ids: str, then: str = "leave") -> list[Fact]:
        return self.act("shop", buy=list(ids), then=then)

    def tell(self, fact: Fact, audience: Audience = EVERYONE) -> None:
        """Add a fact by hand."""
        self.truth = self.engine.evolve(self.truth, fact)
        for viewer, view in self.views.items():
            if audience.includes(viewer):
                self.views[viewer] = self.engine.fold(view, fact)

    def offer(self, *cards: str) -> None:
        """Let the draft round offer these cards instead of those that were drawn."""
        self.truth = replace(self.truth, draft=_without_offer(self.truth.draft))
        for drafter in data.DRAFTERS:
            draft = self.views[drafter].draft
            assert draft is not None
            self.views[drafter] = self.views[drafter].model_copy(update={"draft": _without_offer(draft)})
        tables = self.truth.options.cards.tables
        offer = OfferRevealed(self.phase.round, tuple(tables.cards[card] for card in cards))
        self.tell(offer, only(*data.DRAFTERS))

    def arrange(
        self,
        *,
        heroes: Mapping[int, Hero] | None = None,
        hands: Mapping[str, Iterable[str]] | None = None,
        decks: Mapping[str, Iterable[str]] | None = None,
        piles: Mapping[str, Iterable[tuple[str, int, int]]] | None = None,
        means: Mapping[str, Mapping[str, int]] | None = None,
        row: Iterable[str] | None = None,
        perks: Iterable[str] | None = None,
        owned: Mapping[str, Iterable[str]] | None = None,
        durability: Mapping[str, int] | None = None,
    ) -> None:
        """
        Set the state, in the truth and in every view.

        Args:
            piles: Card, `left` and `start` of each.
            means: Coins, mana and points by their names.
            row, perks: What the shop has.
            owned: Perks bought before.
        """
        board = self.board()
        tables = board.tables
        if heroes is not None:
            board.heroes = {}
            for arena, (owner, id_, *hp) in heroes.items():
                card = tables.cards[id_]
                assert isinstance(card, HeroUnitCard)
                board.heroes[arena] = Unit(card, seat(owner), arena, hp[0] if hp else card.hp, card.hp)
        for name, cards in (hands or {}).items():
            board.sides[seat(name)].hand = list(cards)
        for name, cards in (decks or {}).items():
            board.sides[seat(name)].deck = list(cards)
        for name, cooling in (piles or {}).items():
            board.sides[seat(name)].pile = [Cooling(card, left, start) for card, left, start in cooling]
        for name, values in (means or {}).items():
            for field, value in values.items():
                setattr(board.sides[seat(name)], field, value)
        if row is not None:
            board.shop.row = list(row)
        if perks is not None:
            board.shop.perks = [DisplayedPerk(perk, (), None) for perk in perks]
        for name, bought in (owned or {}).items():
            board.sides[seat(name)].perks = list(bought)
        for id_, card in tables.cards.items():
            board.durability.setdefault(id_, card.durability)
        board.durability.update(durability or {})
        self.tell(ArenaBoardTold(board.record()))
        for fighter, side in board.sides.items():
            self.tell(OwnCardsTold(fighter, board.own_record(side)), only(fighter))
        self.tell(DecksStacked(board.deck_record()), HOST_ONLY)

    def board(self) -> Board:
        """The fight as the rules see it, for changes."""
        truth, options = self.truth, self.truth.options
        tables = options.cards.tables
        return board_from(
            truth.fight,
            truth.own,
            truth.decks,
            tables,
            options.max_coins,
            options.bought_cards_to,
            lambda fact: None,
        )

    @property
    def record(self) -> ArenaBoard:
        return self.truth.fight

    def hero(self, arena: int) -> ArenaUnit:
        unit = self.record.arenas[arena - 1]
        assert unit is not None
        return unit

    def heroes(self) -> dict[int, str]:
        """Return the card in each arena that has one."""
        return {arena: unit.card for arena, unit in enumerate(self.record.arenas, start=1) if unit is not None}

    def fighter(self, name: str) -> ArenaFighter:
        return self.record.fighters[seat(name)]

    def hand(self, name: str) -> list[str]:
        return [held.card for held in self.truth.own[seat(name)].hand]

    def deck(self, name: str) -> list[str]:
        return list(self.truth.decks[seat(name)])

    def pile(self, name: str) -> dict[str | None, tuple[int, int]]:
        """Return `left` and `start` of each card on cooldown."""
        return {cooled.card: (cooled.left, cooled.start) for cooled in self.truth.own[seat(name)].pile}

    def durability(self, name: str, card: str) -> int | None:
        own = self.truth.own[seat(name)]
        durability = {held.card: held.durability for held in (*own.hand, *own.deck)}
        return durability[card] if card in durability else next(c.durability for c in own.pile if c.card == card)


def _without_offer(draft: HeroDraft) -> HeroDraft:
    return replace(draft, cards=tuple(card for card in draft.cards if card.id not in draft.offer))


def fight(variant: str = "standard", /, **overrides: JsonValue) -> Arena:
    """Return a match without any drafting, at the first turn: that of `FIRST`, with an empty board."""
    arena = Arena(variant, **overrides)
    arena.skip_to("turn")
    return arena
