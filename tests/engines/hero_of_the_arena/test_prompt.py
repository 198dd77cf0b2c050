"""Prompts list legal moves: exactly where a schema can express the rule, and otherwise a superset."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from jsonschema_rs import Draft202012Validator

from tests.engines.hero_of_the_arena.arena import ENGINE, FIRST, Arena, fight
from tests.engines.table import is_legal

ARENAS = (None, 1, 2, 3, 4, 5)


class Judge:
    """The prompt and the check of a mover."""

    def __init__(self, arena: Arena) -> None:
        self.view = arena.views[arena.phase.must[0]]
        prompt = ENGINE.prompt(self.view)
        assert prompt is not None
        self.validator = Draft202012Validator(prompt)

    def agree(self, move: dict[str, Any]) -> bool:
        """Return whether a move in canonical form is legal, after asserting that prompt and check agree."""
        legal = is_legal(ENGINE, self.view, move)
        assert self.validator.is_valid(move) == legal, move
        return legal


def test_drafting_prompts_are_exact() -> None:
    """Every pair of cards, in every drafting phase of some random drafts."""
    for seed in range(3):
        random = Random(seed)
        arena = Arena()
        while arena.phase.name != "preparation":
            judge = Judge(arena)
            if arena.phase.name not in ("starter", "draft_review"):
                offer = arena.truth.draft.offer
                verdicts = [
                    judge.agree({"type": "draft", "pick": pick, "ban": ban})
                    for pick, ban in product(offer, (None, *offer, "volley"))
                ]
                assert any(verdicts)
            arena.close(arena.sampled(random))


def test_single_actions_and_purchases_are_exact() -> None:
    """Every card of the hand to every place; everything for sale."""
    for seed in range(3):
        random = Random(seed)
        arena = fight("high_rollers")
        for _ in range(12):
            if arena.phase.name == "turn":
                judge = Judge(arena)
                for card, place, to in product(arena.hand(arena.phase.must[0]), ARENAS, ARENAS):
                    action = {"card": card, "arena": place, "to": to}
                    judge.agree({"type": "play", "actions": [action], "then": "more"})
                shop = arena.record.shop
                for ware in (*shop.row, *(place.perk for place in shop.perks), "mercenary", "volley"):
                    judge.agree({"type": "shop", "buy": [ware], "then": "leave"})
            arena.close(arena.sampled(random))


def test_a_prompt_says_what_is_out_of_reach() -> None:
    """With an empty hand and no coins, only a pass and a visit are possible."""
    arena = fight()
    arena.arrange(hands={FIRST: []}, decks={FIRST: []}, means={FIRST: {"coins": 0}}, row=[])
    judge = Judge(arena)

    for move, legal in (
        ({"type": "play", "actions": [], "then": "end"}, True),
        ({"type": "play", "actions": [], "then": "more"}, False),
        ({"type": "discard", "cards": []}, True),
        ({"type": "shop", "buy": [], "then": "leave"}, True),
    ):
        assert judge.agree(move) == legal
