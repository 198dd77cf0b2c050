"""Audiences: the table of section 9, row by row."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest
from pydantic import JsonValue

from engines.divine_intervention.boons import BUNDLED
from engines.divine_intervention.data import ROOMS
from engines.divine_intervention.facts import BoonNoticed, BoonsOffered, OwnWin
from engines.divine_intervention.records import DeityReport, ShamanReport
from engines.kit import HOST, SPECTATOR
from tests.engines.divine_intervention.temple import ENGINE, OFFERS, Temple, in_round, mana, ritual, seat
from tests.engines.table import one, told

PUBLIC = {
    "viewer",
    "game",
    "options",
    "round",
    "last_round",
    "ascenders",
    "phase",
    "over",
    "seats",
    "layout",
    "rooms",
    "notices",
    "result",
    "outcome",
}
OFFERED = {"offers", "boons"}
DEITY = {"piety", "elements", "elements_allowed", "prophets", "prophets_left", "held"}
SHAMAN = {"mana", "completed", "prayers", "prophet_of", "room_states"}
SEAT = {"reports", "channels"}


def _round(temple: Temple, moves: Mapping[str, Mapping[str, JsonValue]]) -> None:
    temple.anoint({"heaven-1": "hell-1"})
    temple.play(moves)


def test_a_view_has_the_public_part_and_the_owners_own() -> None:
    """Section 9, names: others see nothing of a seat's own part."""
    assert set(ENGINE.view_type.model_fields) == PUBLIC | OFFERED | DEITY | SHAMAN | SEAT
    temple = Temple(boon_offers={**OFFERS, "6": ["last_rites", "judgement", "constancy"]})
    _round(temple, {"heaven-1": {"bids": {"tithe": 1}}})

    nothing: dict[str, set[str]] = {
        "heaven-1": SHAMAN,
        "hell-1": DEITY | OFFERED,
        SPECTATOR: DEITY | SHAMAN | SEAT | OFFERED,
        HOST: DEITY | SHAMAN | SEAT | OFFERED,
    }
    for viewer, hidden in nothing.items():
        dumped = temple.view(viewer).model_dump()
        assert {name for name, value in dumped.items() if value is None} == hidden | {"result", "outcome"}
    for view in temple.views.values():
        assert view.model_dump(include=PUBLIC - {"viewer"}) == temple.view(SPECTATOR).model_dump(
            include=PUBLIC - {"viewer"}
        )


def test_a_seat_is_told_as_much_whatever_the_others_do() -> None:
    """Section 9: without boons, prophets and channels, a viewer is always told the same kinds of facts."""
    for seed in range(30):
        random = Random(seed)
        temple = Temple("small", realm_chat=False, cross_realm_chat=True)
        quiet = Temple("small", realm_chat=False, cross_realm_chat=True)
        while temple.phase.round < 5 or temple.phase.name == "anointing":
            moves: dict[str, JsonValue] = {}
            for name, move in temple.sampled(random).items():
                assert isinstance(move, dict)
                moves[name] = {**move, "boon": None} if move["type"] == "decree" else move
            temple.close(moves)
            quiet.close({})
            for viewer in temple.views:
                kinds, others = ([fact.type for fact in of.told_to(viewer)] for of in (temple, quiet))
                if viewer != HOST:
                    assert kinds == others, f"seed {seed}, {viewer}"


def test_the_rooms_are_shown_when_the_anointing_closes() -> None:
    """Row 2: to everyone, and not before."""
    temple = Temple()
    assert all(view.layout is None and view.rooms is None for view in temple.views.values())

    temple.anoint()

    for view in temple.views.values():
        assert view.layout == ("ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXY")
        assert tuple(view.rooms or {}) == ROOMS


@pytest.mark.parametrize("public", [False, True])
def test_offers_are_shown_to_deities_or_to_all(public: bool) -> None:
    """Row 3; R13: with everything needed to display them."""
    temple = in_round(0, boons_public=public)
    offer = one([addressed.fact for addressed in temple.facts], BoonsOffered)

    for viewer, view in temple.views.items():
        shown = public or viewer in temple.truth.deities
        assert view.offers == ({0: tuple(card.id for card in offer.boons)} if shown else None)
        assert view.boons == ({card.id: card for card in offer.boons} if shown else None)
    texts = {boon.id: (boon.name, boon.text) for boon in BUNDLED}
    assert all((card.name, card.text) == texts[card.id] for card in offer.boons)
    assert offer.boons[0].id == "revelation"


def test_only_the_winner_learns_of_a_boon_won_and_its_price() -> None:
    """Row 4; R11."""
    temple = Temple()
    _round(temple, {"heaven-2": {"bids": {"revelation": 2}}, "heaven-3": {"bids": {"revelation": 1}}})

    won = {name: (temple.view(name).reports or ())[-1] for name in temple.truth.deities}
    assert {name: getattr(report, "won", 0) for name, report in won.items()} == {
        "heaven-1": None,
        "heaven-2": OwnWin("revelation", 2),
        "heaven-3": None,
    }
    held = temple.view("heaven-2").held
    assert held is not None
    assert (held.id, held.first_round, held.last_round) == ("revelation", 1, 2)
    assert (temple.view("heaven-2").piety, temple.view("heaven-3").piety) == (1, 3)


def test_a_prophet_learns_whose_he_is_and_nobody_else_does() -> None:
    """Rows 5 and 6."""
    temple = Temple()
    temple.anoint({"heaven-1": "hell-1", "heaven-2": "hell-4"})

    assert [temple.view(f"hell-{n}").prophet_of for n in (1, 2, 4)] == [("heaven-1",), (), ("heaven-2",)]
    assert [temple.view(f"heaven-{n}").prophets for n in (1, 2, 3)] == [{0: "hell-1"}, {0: "hell-4"}, {0: None}]
    assert "hell-1" not in (temple.view("heaven-1").prophets_left or ())


def test_a_deity_learns_how_many_worshiped_and_whether_its_prophet_did() -> None:
    """Row 7: after the auction; null where it had no prophet."""
    temple = Temple()
    _round(
        temple,
        {
            "heaven-1": {"bids": {"revelation": 1}},
            "hell-2": {"pray": "heaven-1"},
            "hell-3": {"pray": "heaven-1"},
            "hell-4": {"pray": "heaven-2"},
        },
    )

    assert temple.view("heaven-1").reports == (DeityReport(0, 2, False, 8, OwnWin("revelation", 1)),)
    assert temple.view("heaven-2").reports == (DeityReport(0, 1, None, 6, None),)
    assert temple.view("heaven-3").reports == (DeityReport(0, 0, None, 3, None),)


def test_nobody_learns_zeal_before_the_end_of_play() -> None:
    """Row 8; R9."""
    assert "zeal" not in ENGINE.view_type.model_fields
    temple = in_round(0)
    while temple.truth.result is None:
        assert {view.result for view in temple.views.values()} == {None}
        temple.play({"hell-1": {"pray": "heaven-1"}} if temple.phase.round < 7 else {})

    for view in temple.views.values():
        assert view.result == temple.truth.result
        assert view.outcome is None
    assert temple.truth.result.zeal[seat("heaven-1")] == 7
    assert temple.truth.result.piety[seat("heaven-1")] == 24


def test_a_shaman_learns_what_succeeded_and_not_why() -> None:
    """Row 9."""
    temple = in_round(1)
    temple.arrange(mana={"hell-1": mana(2, water=5), "hell-2": mana(1)})
    temple.play(
        {
            "hell-1": {"pray": "heaven-1", "rituals": [ritual("Y", water=5), ritual("A", fire=1), ritual("M", fire=1)]},
            "hell-2": {"rituals": [ritual("A", fire=1)]},
        }
    )

    view = temple.view("hell-1")
    assert (view.reports or ())[-1] == ShamanReport(1, {"Y": True, "A": False, "M": False}, mana(2, 26))
    assert view.completed == {"Y": 1}
    assert view.prayers == {0: None, 1: "heaven-1"}
    assert view.mana == mana(2, 26)
    assert temple.verdict("hell-1", "A") == "rivals"


def test_results_are_for_all_and_the_outcome_follows() -> None:
    """Rows 11 and 12."""
    temple = in_round(0)
    temple.idle(8)
    assert all(view.result is not None and view.outcome is None for view in temple.views.values())

    temple.close({})

    assert len({view.outcome is None for view in temple.views.values()}) == 1
    assert all(view.over and view.phase is None and view.round == 7 for view in temple.views.values())
    outcomes = [view.outcome for view in temple.views.values()]
    assert all(outcome == outcomes[0] for outcome in outcomes)


def test_facts_of_the_host_stay_with_the_host() -> None:
    """Row 13: other prayers, elements, mana, rooms and bids do not affect what others are told."""

    def played(secret: str, element: str, pray: str, bid: int) -> Temple:
        temple = Temple(secret_element=secret)
        temple.anoint()
        temple.play(
            {"heaven-1": {"element": element, "bids": {"revelation": bid}}, "hell-1": {"pray": pray}},
        )
        temple.play({"hell-1": {"pray": pray}})
        return temple

    one_way, other_way = played("fire", "air", "heaven-1", 2), played("earth", "water", "heaven-1", 1)

    for viewer in (SPECTATOR, "heaven-2", "hell-2", "heaven-3"):
        assert one_way.view(viewer) == other_way.view(viewer)
    for viewer in ("heaven-1", "hell-1"):
        assert one_way.view(viewer) != other_way.view(viewer)


def test_public_notices_are_in_every_view_and_others_only_in_their_own() -> None:
    """Row 10; the host's view shows what everyone was told."""
    temple = in_round(0)
    temple.arrange(round_=1, holds={"heaven-1": "eclipse", "heaven-2": "drought"})
    temple.play(
        {
            "heaven-1": {"boon": {"id": "eclipse", "element": "fire"}},
            "heaven-2": {"boon": {"id": "drought", "seat": "heaven-3"}},
        }
    )

    eclipse = {"round": 1, "boon": "eclipse", "element": "fire"}
    drought = {"round": 1, "boon": "drought"}
    own = {"own": True, "piety": 0}
    assert list(temple.view(SPECTATOR).notices) == list(temple.view(HOST).notices) == [eclipse]
    assert list(temple.view("hell-1").notices) == [eclipse]
    assert list(temple.view("heaven-1").notices) == [eclipse, {"round": 1, "boon": "eclipse", **own}]
    assert list(temple.view("heaven-2").notices) == [eclipse, {**drought, **own}]
    assert list(temple.view("heaven-3").notices) == [eclipse, drought]
    assert len(told(temple.told_to(HOST), BoonNoticed)) == 4
