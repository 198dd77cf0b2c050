"""The worked examples of the rulebook (section 10), unchanged."""

from __future__ import annotations

from dataclasses import replace

from engines.divine_intervention.auction import hold_auction
from engines.divine_intervention.facts import AuctionHeld, GainsCounted
from engines.divine_intervention.outcome import outcome_of, result_of
from engines.kit import SPECTATOR, Chance, MatchEnded, PhaseOpened
from tests.engines.divine_intervention.temple import OFFERS, OPEN_MAP, Temple, in_round, mana, ritual, seat
from tests.engines.table import SEED, one, told


def test_a_pool_is_shared_and_the_prophet_gets_twice() -> None:
    """Example 1."""
    temple = Temple()
    temple.anoint({"heaven-1": "hell-4"})

    temple.play({"heaven-1": {"element": "water"}} | {f"hell-{n}": {"pray": "heaven-1"} for n in (1, 2, 3, 4)})

    assert [temple.mana_of(f"hell-{n}") for n in (1, 2, 3, 4, 5)] == [(0, 0, 0, 6)] * 3 + [(0, 0, 0, 12), (0, 0, 0, 0)]
    assert temple.truth.piety[seat("heaven-1")] == 18
    assert temple.truth.zeal[seat("heaven-1")] == 5


def test_only_a_bid_that_is_alone_wins_and_only_the_winner_pays() -> None:
    """Example 2."""
    temple = in_round(0, boon_offers={**OFFERS, "6": ["last_rites", "judgement", "constancy"]})
    temple.arrange(piety=dict.fromkeys(("heaven-1", "heaven-2", "heaven-3"), 9))

    facts = temple.play(
        {
            "heaven-1": {"bids": {"tithe": 5, "covet": 4}},
            "heaven-2": {"bids": {"tithe": 5, "wrath": 2}},
            "heaven-3": {"bids": {"covet": 3, "wrath": 2}},
        }
    )

    wins = one(facts, AuctionHeld).wins
    assert {boon: (win.seat, win.bid) for boon, win in wins.items()} == {"covet": ("heaven-1", 4)}
    assert temple.truth.piety == {"heaven-1": 5, "heaven-2": 9, "heaven-3": 9}
    without = hold_auction(
        {
            seat("heaven-1"): {"tithe": 5, "covet": 4},
            seat("heaven-2"): {"tithe": 5, "wrath": 2},
            seat("heaven-3"): {"covet": 3},
        }
    )
    assert (without["wrath"].seat, without["wrath"].bid) == ("heaven-2", 2)


def test_rooms_open_one_after_another_from_the_corners() -> None:
    """Example 3."""
    temple = in_round(1)
    temple.arrange(mana={"hell-1": mana(9, 9, 9, 9)})
    view = temple.view("hell-1")
    assert {room for room, state in (view.room_states or {}).items() if state == "unlocked"} == set("AEUY")

    temple.play({"hell-1": {"rituals": [ritual("A", fire=1), ritual("B", fire=1, air=1, earth=1, water=1)]}})

    assert (temple.verdict("hell-1", "A"), temple.verdict("hell-1", "B")) == ("completed", "locked")
    states = temple.view("hell-1").room_states or {}
    assert {room for room, state in states.items() if state == "unlocked"} == set("BFEUY")
    assert (states["A"], states["G"]) == ("completed", "locked")

    temple.play(
        {
            "hell-1": {
                "rituals": [ritual("B", fire=1, air=1, earth=1, water=1), ritual("F", fire=3, air=2, earth=1)],
            }
        }
    )

    states = temple.view("hell-1").room_states or {}
    assert (states["B"], states["F"], states["G"], states["H"]) == ("completed", "completed", "unlocked", "locked")


def test_room_u_goes_to_the_largest_unique_amount_of_an_element() -> None:
    """Example 4."""
    temple = in_round(1)
    offerings = {
        "hell-1": {"fire": 6},
        "hell-2": {"fire": 6, "air": 1},
        "hell-3": {"fire": 2},
        "hell-4": {"air": 1},
    }
    temple.arrange(mana=dict.fromkeys(offerings, mana(6, 1)))

    assert temple.rites(offerings, "U") == {"hell-3"}

    assert temple.mana_of("hell-3") == (4, 1, 0, 0)
    assert {temple.mana_of(name) for name in offerings if name != "hell-3"} == {(6, 1, 0, 0)}


def test_room_o_is_for_those_with_fewer_than_three_as_large() -> None:
    """Example 5."""
    temple = in_round(1, layout=OPEN_MAP)
    offerings = {f"hell-{n}": {"fire": 4, "air": 1, "earth": 1, "water": 1} for n in (1, 2, 3, 4)}
    offerings["hell-5"] = {"fire": 6, "air": 1, "earth": 1, "water": 1}
    temple.arrange(mana=dict.fromkeys(offerings, mana(6, 1, 1, 1)))

    assert temple.rites(offerings, "O") == {"hell-5"}


def test_worshipers_bring_piety_for_themselves_and_for_their_rooms() -> None:
    """Example 6."""
    temple = in_round(0, layout=OPEN_MAP)
    temple.arrange(
        round_=3,
        prophets={"heaven-2": "hell-5"},
        mana={"hell-5": mana(1), "hell-6": mana(air=3, water=5), "hell-8": mana(1)},
    )

    facts = temple.play(
        {
            "hell-5": {"pray": "heaven-2", "rituals": [ritual("A", fire=1)]},
            "hell-6": {"pray": "heaven-2", "rituals": [ritual("D", air=3), ritual("Y", water=5)]},
            "hell-7": {"pray": "heaven-2"},
            "hell-8": {"rituals": [ritual("U", fire=1)]},
        }
    )

    gains = one(facts, GainsCounted)
    assert gains.piety == {"heaven-1": 0, "heaven-2": 16, "heaven-3": 0}
    assert gains.zeal == {"heaven-1": 0, "heaven-2": 4, "heaven-3": 0}
    assert temple.truth.completed[seat("hell-8")] == {"U": 3}


def test_a_tithe_under_drought() -> None:
    """Example 7."""
    temple = in_round(0)
    temple.arrange(round_=1, prophets={"heaven-1": "hell-2"}, holds={"heaven-1": "tithe", "heaven-2": "drought"})

    temple.play(
        {
            "heaven-1": {"element": "air", "boon": {"id": "tithe"}},
            "heaven-2": {"boon": {"id": "drought", "seat": "heaven-1"}},
            "hell-1": {"pray": "heaven-1"},
            "hell-2": {"pray": "heaven-1"},
        }
    )

    assert (temple.mana_of("hell-1"), temple.mana_of("hell-2")) == ((0, 3, 0, 0), (0, 6, 0, 0))
    assert temple.truth.piety[seat("heaven-1")] == 3 + 15
    assert temple.notices("heaven-1")[0] == {"round": 1, "boon": "drought"}
    assert temple.notices("heaven-1")[1] == {"round": 1, "boon": "tithe", "own": True, "piety": 6}


def test_the_second_deity_stays_with_the_most_zeal() -> None:
    """Example 8."""
    temple = in_round(0)
    temple.arrange(
        round_=7,
        piety={"heaven-1": 70, "heaven-2": 61, "heaven-3": 61},
        zeal={"heaven-1": 22, "heaven-2": 20, "heaven-3": 24},
    )

    facts = temple.play()

    assert told(facts, PhaseOpened) == []
    assert one(facts, MatchEnded)
    outcome = temple.views[SPECTATOR].outcome
    assert outcome is not None
    assert temple.result().heaven == ("heaven-1", "heaven-3", "heaven-2")
    assert temple.result().second_stays
    assert outcome.descends == outcome.mark_of_elimination == ("heaven-2",)
    assert outcome.ascends[:2] == ("heaven-1", "heaven-3")
    # If another has as much zeal, the second descends too, and a shaman is raised.
    shared = replace(temple.truth, zeal={**temple.truth.zeal, seat("heaven-1"): 24})
    result = result_of(shared, Chance(SEED, 1))
    assert not result.second_stays
    assert outcome_of(result, 3, seat("hell-5")).consequences[seat("heaven-3")] == ["descends"]
