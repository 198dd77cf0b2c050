"""A view contains what its seat did itself in all closed phases, in every game, and what nobody else did."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from engines.catalogue import GAMES
from engines.kit import HOST, SPECTATOR, SeatId, Viewer
from server.api.routes.playing import render_view
from server.logs.store.entry import Entry, receipt_of
from server.matches.match import Match
from tests.secrecy.verifiers.scribe import simulated
from tests.short import smallest_variant

Json = Any

MATCHES: Final = 3


def _moves(live: Match, viewer: Viewer) -> list[Json]:
    view: list[Json] = json.loads(render_view("", live.projection(viewer), ""))["moves"]
    return view


def _counted(log: list[Entry], seat: SeatId) -> list[Json]:
    """Return the moves of a seat that counted, by the receipts of which the seat was told."""
    told = [(entry, encoded.fact) for entry in log for encoded in entry.facts]
    by_receipt = {receipt_of(entry): fact for entry, fact in told if fact["type"] == "submitted"}
    counted = [fact for _, fact in told if fact["type"] == "submission_counted" and fact["seat"] == seat]
    return [
        {"phase": fact["phase"], "move": by_receipt[str(fact["receipt"])]["move"]}
        for fact in counted
        if fact["receipt"]
    ]


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("game", GAMES)
def test_a_view_contains_the_moves_of_its_seat_that_counted(game: str) -> None:
    """Of random matches in which seats miss some phases."""
    for log in simulated(game, smallest_variant(GAMES[game]), MATCHES):
        live = Match(log, bytes(32))

        seen = {seat: _moves(live, seat) for seat in live.state.seat_ids}

        assert seen == {seat: _counted(log, seat) for seat in live.state.seat_ids}
        assert all(seen.values())
        assert _moves(live, SPECTATOR) == _moves(live, HOST) == []


def test_a_view_contains_what_a_deity_bid_and_on_what_it_used_its_boon() -> None:
    """The rules tell the deity only whether it won, and that the boon is gone."""
    log = simulated("divine_intervention", smallest_variant(GAMES["divine_intervention"]), 1)[0]
    live = Match(log, bytes(32))

    decrees = [
        counted["move"]
        for seat in live.state.seat_ids
        for counted in _moves(live, seat)
        if counted["move"]["type"] == "decree"
    ]

    assert any(decree["bids"] for decree in decrees)
    assert any(decree["boon"] for decree in decrees)
