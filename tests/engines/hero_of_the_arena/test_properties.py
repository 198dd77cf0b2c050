"""The invariants of section 12 of the rulebook over random matches, with random options and absences."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from engines.hero_of_the_arena.data import DRAFTERS, FIGHTERS, PARTNER, RIVAL
from engines.hero_of_the_arena.drafting import default_draft, picks_of
from engines.hero_of_the_arena.fight_facts import TurnBegan
from engines.hero_of_the_arena.legality import check
from engines.hero_of_the_arena.pack import BUNDLED_PACK, HeroUnitCard
from engines.hero_of_the_arena.records import ArenaBoard
from engines.hero_of_the_arena.rules import ABSENT
from engines.kit import SPECTATOR, MatchEnded
from tests.engines.hero_of_the_arena.arena import Arena
from tests.engines.table import one, told

MATCHES = 320
BATCHES = 8
TABLES = BUNDLED_PACK.tables


def _options(random: Random) -> dict[str, Any]:
    return {
        "opponent_team": random.randint(1, 2),
        "rounds": random.choice([1, 2, 5, 10, 15]),
        "mana": random.randint(1, 6),
        "hand_size": random.randint(1, 10),
        "max_coins": random.choice([1, 3, 5, 20]),
        "shop_size": random.randint(1, 10),
        "perk_stale_rounds": random.randint(1, 4),
        "bought_cards_to": random.choice(["hand", "deck_bottom"]),
        "hidden_discards": random.random() < 0.5,
        "partner_channel": random.choice(["closed", "after_draft", "always"]),
    }


def _match(seed: int) -> tuple[Arena, Random, float]:
    random = Random(seed)
    arena = Arena("standard", **_options(random))
    return arena, random, random.choice([0.0, 0.0, 0.2, 0.6, 1.0])


@pytest.mark.sampled
@pytest.mark.parametrize("batch", range(BATCHES))
def test_invariants(batch: int) -> None:
    """1 to 6 and 8, between all phases."""
    for seed in range(batch, MATCHES, BATCHES):
        arena, random, absent = _match(seed)
        labels = [draw.label for draw in arena.draws]
        before: ArenaBoard | None = None
        while not arena.over:
            _assert_defaults_are_legal(arena, seed)
            arena.close(arena.sampled(random, absent))
            labels += [draw.label for draw in arena.draws]
            if arena.truth.board is not None:
                _assert_board(arena, before, seed)
                before = arena.truth.board
        # 8
        assert max(Counter(labels).values()) == 1, f"seed {seed}"
        _assert_decks(arena, seed)
        _assert_ending(arena, seed)


def _assert_defaults_are_legal(arena: Arena, seed: int) -> None:
    """6."""
    phase, truth = arena.phase, arena.truth
    for mover in phase.must:
        if phase.name in ABSENT:
            default = ABSENT[phase.name].model_dump(mode="json")
        elif phase.name.startswith("draft_") and phase.name != "draft_review":
            default = default_draft(truth.draft, phase.name, mover).model_dump(mode="json")
        else:
            continue
        assert check(arena.views[mover], default).model_dump(mode="json") == default, f"seed {seed}"


def _assert_board(arena: Arena, before: ArenaBoard | None, seed: int) -> None:
    truth, board, options = arena.truth, arena.record, arena.truth.options
    where = f"seed {seed}, turn {board.turn}"
    # 2
    mine: dict[str, list[str]] = {}
    for name in FIGHTERS:
        fighter, own = board.fighters[name], truth.own[name]
        held = [held.card for held in (*own.hand, *own.deck)]
        cooled = [str(cooled.card) for cooled in own.pile]
        units = [unit.card for unit in board.arenas if unit is not None and unit.owner == name]
        mine[name] = held + cooled + units + list(fighter.removed)
        assert sorted(truth.decks[name]) == sorted(held.card for held in own.deck), where
        # 3 and 4
        durable = [held.durability for held in (*own.hand, *own.deck)]
        assert all(durability >= 1 for durability in durable), where
        for cooling in own.pile:
            assert cooling.left >= 1, where
            assert cooling.durability is not None, where
            assert cooling.durability >= 1, where
        assert 0 <= fighter.coins <= options.max_coins, where
        assert fighter.mana >= 0, where
        assert fighter.mana == 0 or (name == board.active and not arena.over), where
        assert before is None or fighter.points >= before.fighters[name].points, where
    everything = [card for cards in mine.values() for card in cards]
    pool = [id_ for id_ in TABLES.shop_cards if id_ not in {*board.shop.row, *board.shop.sold}]
    assert len(everything) == len(set(everything)), where
    assert set(board.shop.sold) == set(everything) & set(TABLES.shop_cards), where
    assert len(everything) + len(board.shop.row) + len(pool) == 20 + len(TABLES.shop_cards), where
    # 3
    for unit in board.arenas:
        if unit is not None:
            printed = TABLES.cards[unit.card]
            assert 1 <= unit.hp <= unit.max_hp, where
            assert unit.durability >= 1, where
            assert isinstance(printed, HeroUnitCard), where
            assert unit.attack == max(0, printed.attack + unit.bonus), where
    # 5
    size = len(board.shop.row)
    if arena.over or arena.phase.name == "turn":
        assert size == min(options.shop_size, size + len(pool)), where
    assert len({place.perk for place in board.shop.perks}) == 3, where
    # 6
    if before is not None and board.turn != before.turn:
        assert (board.turn, board.active) == (before.turn + 1, RIVAL[before.active]), where


def _assert_decks(arena: Arena, seed: int) -> None:
    """1."""
    draft = arena.truth.draft
    units = {card.id for card in BUNDLED_PACK.draft_units}
    for drafter in DRAFTERS:
        picks = picks_of(draft, drafter)
        assert len(set(picks)) == 10, f"seed {seed}"
        assert len(set(picks) & units) == 5, f"seed {seed}"
    for round_ in range(1, 6):
        gone = [
            card
            for decision in draft.decisions
            if decision.round == round_
            for card in (decision.pick, decision.ban)
            if card is not None
        ]
        assert len(set(gone)) == 6, f"seed {seed}"
        assert len(set(gone) & units) == 3, f"seed {seed}"


def _assert_ending(arena: Arena, seed: int) -> None:
    """6."""
    facts = arena.told[SPECTATOR]
    assert len(told(facts, TurnBegan)) == 2 * arena.truth.options.rounds, f"seed {seed}"
    rank = one(facts, MatchEnded).outcome.rank
    winners = [name for name, place in rank.items() if place == 1]
    assert sorted(winners) == sorted([winners[0], PARTNER[winners[0]]]), f"seed {seed}"
    assert sorted(rank.values()) == [1, 1, 2, 2], f"seed {seed}"


def test_what_check_accepts_is_carried_out() -> None:
    """
    What the mover's view allows is possible in the truth: the board built from a view has gaps, and needs no more.
    """
    played: Counter[str] = Counter()
    for seed in range(20):
        random = Random(seed)
        arena = Arena("shadow", rounds=15, mana=6, hand_size=8, max_coins=20)
        while not arena.over:
            moves = arena.sampled(random)
            arena.close(moves)
            played.update(str(move["type"]) for move in moves.values() if isinstance(move, dict))

    assert min(played.values()) > 10
    assert set(played) == {"choose_starter", "ready", "draft", "play", "discard", "shop"}
