"""Both verifiers apply the same bounds to moves and stories of Hero of the Arena."""

from __future__ import annotations

from typing import Any

import pytest

from engines.hero_of_the_arena.view import HeroOfTheArenaView
from server.logs.store.entry import Entry
from tests.engines.hero_of_the_arena.worst import MADE_BAD, OPTIONS, Genes, pack_of
from tests.secrecy.verifiers.both_verifiers import Opinion, agreed, file_of
from tests.secrecy.verifiers.scribe import Scribe

FIRST, SECOND = "hell-1", "hell-2"

AIMLESS = Genes(
    units=({"kind": "unit", "cost": 0, "attack": 1, "hp": 1, "durability": 9, "effects": []},),
    items=({"kind": "item", "cost": 0, "durability": 9, "aim": "none", "cooldown": 9, "effects": []},),
    perks=({"price": 0, "effects": [{"on": "on_buy", "do": "draw", "amount": 9}]},),
    shop_cards=100,
    perks_in_all=6,
    id_length=6,
    name_length=4,
    items_of_four=4,
)


def stocked(genes: Genes, visits: int) -> Scribe:
    """Return a fight in which both fighters bought everything for sale in their first turns."""
    match = Scribe("hero_of_the_arena", "standard", {**OPTIONS, "pack": pack_of(genes)})
    match.start()
    while phase_of(match) != "turn":
        match.play(1, absent=1.0)
    for _ in range(visits):
        for fighter in (FIRST, SECOND):
            board = view_of(match, fighter).board
            assert board is not None
            goods = [*board.shop.row, *(place.perk for place in board.shop.perks if fighter not in place.bought_by)]
            match.submit(fighter, {"type": "shop", "buy": goods})
            match.close()
    return match


def phase_of(match: Scribe) -> str:
    assert match.live.state.phase is not None
    return match.live.state.phase.name


def view_of(match: Scribe, seat: str) -> HeroOfTheArenaView:
    view = match.live.projection(next(one for one in match.seats if one == seat)).game
    assert isinstance(view, HeroOfTheArenaView)
    return view


def play_all(match: Scribe) -> None:
    """Let the active fighter play as many cards as it can find, and end its turn."""
    (mover,) = match.live.state.phase.must  # type: ignore[union-attr]
    view = view_of(match, mover)
    engine = match.live.state.engine
    moves = (engine.sample(view, match.random) for _ in range(30))
    most: dict[str, Any] = max(
        (move.model_dump(mode="json") for move in moves), key=lambda move: len(move.get("actions", []))
    )
    match.submit(mover, {**most, "then": "end"})
    match.close()


def items_of(match: Scribe) -> list[dict[str, Any]]:
    own = view_of(match, FIRST).own
    pack = view_of(match, FIRST).pack
    assert own is not None
    assert pack is not None
    return [{"card": held.card} for held in own.hand if pack.tables.cards[held.card].kind == "item"]


def opinion_of(log: list[Entry]) -> Opinion:
    (opinion,) = agreed([file_of(log)])
    return opinion


@pytest.mark.sampled
@pytest.mark.parametrize("genes", MADE_BAD, ids=range(len(MADE_BAD)))
def test_both_call_matches_with_hero_packs_made_bad_good(genes: Genes) -> None:
    """Both cut long stories at the same place, and resolve fights alike."""
    match = stocked(genes, visits=9)
    for _ in range(4):
        play_all(match)

    kinds = [told.type.partition(".")[2] for entry in match.log for told in entry.facts]
    assert "combat_fought" in kinds
    assert "story_cut" in kinds or genes is not MADE_BAD[0]
    assert opinion_of(match.log).verdict == (0, None)


@pytest.mark.parametrize("most", [40, 41])
def test_both_find_a_hero_move_of_more_than_forty_actions(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log comes from a server that allows one action more."""
    match = stocked(AIMLESS, visits=5)
    with monkeypatch.context() as patch:
        patch.setattr("engines.hero_of_the_arena.legality.MOST_ACTIONS", most)
        match.submit(FIRST, {"type": "play", "actions": items_of(match)[:most]})
    at = len(match.log)
    match.close()

    assert opinion_of(match.log).verdict == ((0, None) if most == 40 else (1, at))


@pytest.mark.parametrize("most", [20, 21])
def test_both_find_a_hero_turn_of_more_than_twenty_phases_of_play(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    match = stocked(AIMLESS, visits=3)
    with monkeypatch.context() as patch:
        patch.setattr("engines.hero_of_the_arena.choices.MOST_PLAYS", most)
        for _ in range(most - 1):
            match.submit(FIRST, {"type": "play", "actions": items_of(match)[:1], "then": "more"})
            at = len(match.log)
            match.close()
    match.submit(FIRST, {"type": "play", "actions": items_of(match)[:1]})
    match.close()

    assert opinion_of(match.log).verdict == ((0, None) if most == 20 else (1, at))
